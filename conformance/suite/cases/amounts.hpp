#pragma once
/// How much of a game a case plays, and how many games.

#include "rig/protocol/contest.hpp"

namespace conformance {

inline constexpr int first_reply_only = 1;
inline constexpr int a_few_turns = 4;
/// Games in which what is looked for has to come up by itself.
inline constexpr int many_games = 24;

/// Replies until the first colour has laid its second tile.
inline int two_replies_of_a_colour(const rig::protocol::Contest& contest) {
  return contest.colours + 1;
}

}  // namespace conformance
