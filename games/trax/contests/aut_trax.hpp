#pragma once
/// The page of the FPGA challenge at Amirkabir University (AUT): Trax at 9600 baud, 8N1; lines ended by LF.
///
///   `N`   the board's size in decimal, 0: no limit: `R`, within 10 s
///   `-W`  you are White: the first move                           `-B`  you are Black: silence
///   a move of the other player: a legal move within 10 s
///
/// Loops alone win. The box of all tiles may not grow beyond N; a board that has no legal move ends the game,
/// and the longer path wins.

#include "rig/protocol/contest.hpp"

namespace rig::protocol {

/// `board` is N: 0, or 8 and more (UsageError otherwise).
Contest aut_trax(int board);

}  // namespace rig::protocol
