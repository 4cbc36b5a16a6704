#pragma once
/// Counting games: the number by which move generators are compared.

#include <cstdint>

#include "games/trax/rules/position.hpp"

namespace rig::trax {

/// The sequences of exactly `depth` legal moves from a position, `depth` >= 0 (0: one, the empty one).
/// Every leaf is a turn that is played on the board: forced tiles, paths, test for a win and all. Leaves that
/// begin in one cell follow each other there: a tile replaces the one before it without being lifted in
/// between. Finished games are not continued; moves by which one loses count. The position is given back as
/// it was. From the start, without a limit: 2, 24, 432, 9,568, 246,888, 7,209,480, 233,696,112.
std::uint64_t perft(Position& position, int depth);

/// The same number, but the last ply is only judged: a move that forces nothing is counted without being
/// laid. For measuring the generator.
std::uint64_t perft_judging_leaves(Position& position, int depth);

}  // namespace rig::trax
