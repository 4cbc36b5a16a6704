#pragma once
/// ustc: the Blokus competition of USTC, played over files by a program that lives for the whole game.
/// Source: the competition's page ("BlokusHacker"), its figures, and the platform's judge and samples.

#include <map>
#include <string>
#include <string_view>

#include "rig/contest/blokus/blokus_ruling.hpp"
#include "rig/contest/contest.hpp"
#include "rig/game/blokus/position.hpp"

namespace rig::contest {

inline constexpr int ustc_small_board = 14;  ///< one colour a player
inline constexpr int ustc_large_board = 20;  ///< two colours a player, in turn: blue, yellow, red, green

/// What the text and the platform say differently, or leave open. Each matters on one board only.
struct UstcSquares {
  std::string starts = "judge";    ///< small board: `judge` (4,4) and (9,9), `figure` (9,4) and (4,9)
  std::string corners = "figure";  ///< large board: `figure` a corner for each colour, `any` a free one
};

/// The board and its start squares. UsageError for any other board and for words not named above.
const blokus::Variant& ustc_variant(int board, const UstcSquares& squares = {});

/// A game on that board, player one to begin. Giving up is `pass`, and for good: for the player on the small
/// board, for the colour on the large one, which is asked again in each of its turns.
std::unique_ptr<BlokusRuling> new_ustc_game(int board, const UstcSquares& squares = {});

/// The contest on a board of 14 or 20, with the settings `starts` (14), `corners` (20) and `time` (seconds a
/// move) as `named` has them. UsageError for any other board, setting or value.
Contest ustc(int board = ustc_small_board, const std::map<std::string, std::string>& named = {});

}  // namespace rig::contest
