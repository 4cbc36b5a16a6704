#pragma once
/// What the tests of the Trax players share: the host's side of a talk with the device, and games between the
/// device and an opponent that dut::Game referees.

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "games/trax/contests/trax_ruling.hpp"
#include "games/trax/players/trax_player.hpp"
#include "games/trax/rules/position.hpp"
#include "rig/base/random.hpp"
#include "rig/dut/game.hpp"
#include "rig/link/callback/device.hpp"
#include "rig/player/opponent.hpp"
#include "rig/protocol/contest.hpp"
#include "rig/tests/devices_in_games.hpp"

namespace rig::player {

inline const std::string heart = "heart-trax";
inline const std::string aut = "aut-trax";

inline const protocol::Contest& page(const std::string& contest, int board = 0) {
  protocol::ContestSettings settings;
  if (board != 0) settings.board = board;
  return protocol::find_contest(contest, settings);
}

inline std::unique_ptr<Opponent> opponent(const std::string& name, std::uint64_t seed) {
  return new_opponent("trax", name, Random(derive_seed(seed, name)));
}

inline std::vector<Action> hear(Device& device, const std::string& request,
                                Duration quiet = Duration::zero()) {
  std::vector<Action> all;
  device.after_gap(quiet);
  for (const std::uint8_t byte : to_bytes(request)) {
    for (const Action& action : device.receive(byte)) all.push_back(action);
  }
  return all;
}

inline std::string ask(Device& device, const std::string& request) {
  return said(hear(device, request));
}

inline std::unique_ptr<Device> device(const std::string& contest, const std::string& fault = {}) {
  TraxDeviceOptions options;
  options.contest = contest;
  options.fault = fault;
  auto made = new_trax_device(options);
  made->power_on();
  return made;
}

/// A game with the device in `seat`, legal by the ruling on both sides.
struct Played {
  std::vector<std::string> requests;  ///< what the host sent during the game
  std::string last_answer;            ///< to the move by which the opponent ended the game
  protocol::Result result;
  trax::Result ending;
  int width = 0;
  int height = 0;
};

inline std::string without_lf(const std::string& line) {
  BOOST_REQUIRE_MESSAGE(line.ends_with('\n'), "no line: \"" << line << '"');
  return line.substr(0, line.size() - 1);
}

inline Played play(Device& device, const protocol::Contest& contest, const protocol::Seat& seat,
                   Opponent& other, int plies = 80) {
  dut::Game game(contest, seat);
  other.new_game();
  Played played;
  const auto say = [&](const protocol::Request& request) {
    played.requests.push_back(to_text(contest.dialect->encode(request)));
    return ask(device, played.requests.back());
  };
  while (!game.over() && game.ruling().ply() < plies) {
    if (game.dut_to_move()) {
      std::string answer;
      for (const protocol::Request& request : game.requests()) {
        BOOST_TEST(answer.empty());
        answer = say(request);
      }
      play_legally(game, "the device", {without_lf(answer)});
    } else {
      play_legally(game, "the opponent", other.choose(game.ruling()));
      if (game.over()) played.last_answer = say(protocol::asks_after(game.opponents_last()));
    }
  }
  const trax::Position& position = dynamic_cast<const protocol::TraxRuling&>(game.ruling()).position();
  played.result = game.ruling().result();
  played.ending = position.result();
  played.width = position.width();
  played.height = position.height();
  return played;
}

}  // namespace rig::player
