#pragma once
/// Pieces that a person drags onto the board. They are read from the legal moves: a shape that moves lay, in
/// each of the ways that it is turned there. A game whose moves lay no single piece has none.

#include <string>

namespace rig::live {

/// Before the script of the turn, which calls it.
std::string tray_script();
std::string tray_style();

}  // namespace rig::live
