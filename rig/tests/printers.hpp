#pragma once
/// How tests show what contests are made of.

#include <ostream>

#include "rig/protocol/contest.hpp"

namespace rig::protocol {

inline std::ostream& operator<<(std::ostream& out, ParseState state) {
  constexpr const char* names[] = {"more", "complete", "malformed"};
  return out << names[static_cast<std::size_t>(state)];
}
inline std::ostream& operator<<(std::ostream& out, Result::State state) {
  constexpr const char* names[] = {"open", "player one has won", "player two has won", "draw"};
  return out << names[static_cast<std::size_t>(state)];
}
inline std::ostream& operator<<(std::ostream& out, Player player) {
  return out << (player == Player::one ? "player one" : "player two");
}
inline std::ostream& operator<<(std::ostream& out, const Move& move) {
  return out << move.text;
}

}  // namespace rig::protocol
