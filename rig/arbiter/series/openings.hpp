#pragma once
/// Openings: moves with which the games of a match begin, so that players without randomness do not repeat
/// them. Each is played from every seat.

#include <string>
#include <string_view>
#include <vector>

#include "rig/base/random.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::arbiter {

using Opening = std::vector<protocol::Move>;

/// Refuses a contest in which a player knows the position from the moves that it has made and was told of: a
/// game that it has not played cannot be handed to it. UsageError.
void require_openings(const protocol::Contest& contest);

/// An opening of so many plies, each of them drawn from all legal moves. UsageError where no game was open
/// after so many.
Opening draw_opening(const protocol::Contest& contest, int plies, Random random);

/// The games of a record, as openings. UsageError, which names the file and the game, for a game of another
/// contest, an illegal move and a game that is over.
std::vector<Opening> read_openings(const protocol::Contest& contest, std::string_view text,
                                   const std::string& file);

/// Which of them a game has, both counted from 1: each has as many games in turn as the contest has seats.
int opening_in_game(const protocol::Contest& contest, int number);

}  // namespace rig::arbiter
