#pragma once
/// The page of one game of a tournament: its moves on a board, move by move.

#include <string>
#include <vector>

#include "rig/game/positions.hpp"
#include "rig/tools/tournament/game_file.hpp"
#include "rig/tools/tournament/site/ledger.hpp"

namespace rig::tournament {

/// Plays the moves of a game's record. UsageError where they are no game of its contest.
game::Positions positions_of(const GameFile& file);

/// How long each move took, in the words of a time; empty: not known. Plays back what far ends said, where
/// all of them were recorded.
std::vector<std::string> times_of(const GameFile& file, std::size_t moves);

/// The page of a game that has ended, with its evidence. `title` is the tournament's. UsageError where the
/// evidence is no such game.
std::string game_page(const std::string& title, const GameLine& line, const GameFile& file);

/// The page of a game whose evidence cannot be shown, with the reason.
std::string page_without_board(const std::string& title, const GameLine& line, const std::string& why);

}  // namespace rig::tournament
