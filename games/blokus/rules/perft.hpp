#pragma once
/// Counting move sequences: the number by which move generators are compared.

#include "games/blokus/rules/position.hpp"

namespace rig::blokus {

/// What perft counts: sequences of distinct placements, and sequences of codes (a placement with k
/// codes counts k times).
using PerftCount = MoveCount;

/// The sequences of exactly `depth` plies from a position, `depth` >= 0 (0: one, the empty sequence).
/// Where a colour has no placement its pass is its only move, and counts as one placement and one code;
/// elsewhere passes are not counted. A finished game has no continuation.
/// From the start of duo: 1: 414 / 712; 2: 171,396 / 506,944; 3: 89,204,762 / 481,966,722.
/// The last ply is counted without being played.
PerftCount perft(const Position& position, int depth);

/// The same numbers, but each leaf is played: the position after it is made, with all that `play` changes. Up
/// to 15 x 15 with two colours the leaves of one position are made one after the other in one place.
PerftCount perft_playing_leaves(const Position& position, int depth);

}  // namespace rig::blokus
