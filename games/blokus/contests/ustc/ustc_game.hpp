#pragma once
/// The boards of `ustc` and their rules.

#include <memory>
#include <string>

#include "games/blokus/contests/blokus_ruling.hpp"
#include "games/blokus/rules/position.hpp"

namespace rig::protocol {

inline constexpr int ustc_small_board = 14;  ///< one colour a player
inline constexpr int ustc_large_board = 20;  ///< two colours a player, in turn: blue, yellow, red, green

/// What the text and the platform say differently, or leave open. Each matters on one board only.
struct UstcSquares {
  std::string starts = "judge";    ///< small board: `judge` (4,4) and (9,9), `figure` (9,4) and (4,9)
  std::string corners = "figure";  ///< large board: `figure` a corner for each colour, `any` a free one
};

/// UsageError for any other board.
void check_ustc_board(int board);

/// The board and its start squares. UsageError for any other board and for words not named above.
const blokus::Variant& ustc_variant(int board, const UstcSquares& squares = {});

/// A game on that board, player one to begin. Giving up is `pass`, and for good: for the player on the small
/// board, for the colour on the large one, which is asked again in each of its turns.
std::unique_ptr<BlokusRuling> new_ustc_game(int board, const UstcSquares& squares = {});

}  // namespace rig::protocol
