#pragma once
/// A board in the views of the record.

#include <string>
#include <string_view>
#include <vector>

#include "rig/protocol/picture.hpp"

namespace rig::report {

/// For a console: the caption, and the board as text.
std::vector<std::string> lines_of(const protocol::BoardPicture& board);

/// Which squares the marked move covers, and which of them were taken: `73o6 covers (7,2), (5,3), (6,3);
/// taken already: (6,3) by player 2`; `B1+ concerns B1; taken already: B1 by a tile WRRW`. Empty when no move
/// is marked.
std::string words_of(const protocol::BoardPicture& board);

/// An inline SVG: the players' squares told apart by shade, pattern and digit, the paths of tiles narrow
/// (red) and broad with an edge (white), the marked move outlined and hatched, with the caption as its title
/// and `words_of` as its description, followed by the tiles where there are paths. `id` is unique within the
/// page; colours come from the page's style sheet.
std::string svg_of(const protocol::BoardPicture& board, std::string_view id);

/// The same, with a square to click above each cell: a `<rect class="cell">`, row by row from the top left
/// one. Its title is the cell's name.
std::string svg_with_cells(const protocol::BoardPicture& board, std::string_view id);

/// A game, position by position, in the same drawing: what position number n (from 0) changes stands in a
/// `<g data-ply="n">` above those before it, with the piece that was laid outlined and, in `<g
/// class="move">`, the last move marked. Where the board has grown a new SVG begins; `data-from` has its
/// first position. All but the last of them are of the class `away`; the last position is of the class
/// `shown`. `label` names the pictures; what `words` says of a position is its `data-says`.
std::string svg_of_game(const std::vector<protocol::BoardPicture>& positions, std::string_view label,
                        const std::vector<std::string>& words = {});

}  // namespace rig::report
