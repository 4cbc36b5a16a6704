#pragma once
/// The page of the Trax design competition at HEART: 460800 baud, 8N1; lines ended by LF.
///
///   `?`   before a game: the team's name, up to 16 characters     `-W`  you are White: the first move
///   `-B`  you are Black: silence, until White's move comes        `--`  you do not play: silence
///   a move of the other player: a legal move within 1 s
///
/// An unlimited board; loops and lines win. Where the text leaves a thing open the decision stands beside it.

#include "rig/protocol/contest.hpp"

namespace rig::protocol {

Contest heart_trax();

}  // namespace rig::protocol
