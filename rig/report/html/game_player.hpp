#pragma once
/// A game on a page, move by move: the pictures, the buttons and keys that go through it. Report and
/// tournament share it.

#include <string>
#include <string_view>
#include <vector>

#include "rig/protocol/picture.hpp"

namespace rig::report::html {

/// A game as a page shows it.
struct ShownGame {
  std::vector<protocol::BoardPicture> boards;  ///< its positions, the first one before the first move
  std::vector<std::string> words;              ///< for each position a line below the board
};

/// The game with its controls; `beside` is HTML that stands beside the board. Rows in it with the attribute
/// `data-ply` are marked as the board shows their position. Without the script it is the last position.
std::string game_player(const ShownGame& game, std::string_view beside);

/// What lets a page's games go: `rigGame(box)` for a box of the class `play`, with `show(ply)`,
/// `play(seconds_a_move, at_the_end)`, `shown()` and `last`; `rigGames` lists those that the page had when it
/// was read. Arrow keys, Home, End and `p` go to the only game of a page, or to the one that has the focus or
/// was touched last.
extern const std::string_view game_script;

}  // namespace rig::report::html
