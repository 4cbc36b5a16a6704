#include "rig/game/notation.hpp"

#include <fmt/format.h>

namespace rig::game {

std::string Notation::count(const protocol::Ruling& ruling) const {
  return fmt::format("moves {}", ruling.legal_moves().size());
}

std::string Notation::result(const protocol::Ruling& ruling) const {
  return fmt::format("result {}", word_of(ruling.result().state));
}

std::string_view Notation::word_of(protocol::Result::State state, std::string_view one,
                                   std::string_view two) {
  switch (state) {
    case protocol::Result::State::open: return "open";
    case protocol::Result::State::one_won: return one;
    case protocol::Result::State::two_won: return two;
    case protocol::Result::State::draw: return "draw";
  }
  return "?";
}

}  // namespace rig::game
