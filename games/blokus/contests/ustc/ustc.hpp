#pragma once
/// ustc: the Blokus competition of USTC, played over files by a program that lives for the whole game.
/// Source: the competition's page ("BlokusHacker"), its figures, and the platform's judge and samples.

#include <map>
#include <string>
#include <string_view>

#include "games/blokus/contests/ustc/ustc_game.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::protocol {

/// The contest on a board of 14 or 20, with the settings `starts` (14), `corners` (20) and `time` (seconds a
/// move) as `named` has them. UsageError for any other board, setting or value.
Contest ustc(int board = ustc_small_board, const std::map<std::string, std::string>& named = {});

}  // namespace rig::protocol
