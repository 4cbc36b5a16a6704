#pragma once
/// What a device says, as text, and moves that its game takes.

#include <boost/test/unit_test.hpp>
#include <string>
#include <variant>
#include <vector>

#include "rig/dut/game.hpp"
#include "rig/link/callback/device.hpp"
#include "rig/protocol/ruling.hpp"

namespace rig::player {

/// The bytes alone: `1AA`; a hang-up is `#`.
inline std::string said(const std::vector<Action>& actions) {
  std::string text;
  for (const Action& action : actions) {
    const auto* byte = std::get_if<SendByte>(&action.what);
    text += byte != nullptr ? static_cast<char>(byte->value) : '#';
  }
  return text;
}

inline void play_legally(dut::Game& game, const std::string& who, const protocol::Move& move) {
  const protocol::Judgement judgement = game.ruling().judge(move);
  BOOST_REQUIRE_MESSAGE(judgement.legal, who << " sent \"" << move.text << "\": " << judgement.explanation
                                             << "\n"
                                             << game.ruling().draw(move));
  game.play(move);
}

}  // namespace rig::player
