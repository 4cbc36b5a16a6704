#pragma once
/// What a player of Blokus places whose defect it is to break a rule: the first such placement, line by line.
/// Nothing where there is none. The colour to move places.

#include <optional>
#include <string_view>
#include <vector>

#include "games/blokus/rules/position.hpp"

namespace rig::player {

/// Whether all of it lies on free squares of the board.
bool on_free_squares(const blokus::Placement& placement, const blokus::Position& position);

bool lies_off(const blokus::Square& cell, const blokus::Position& position);

/// Which rule a player breaks whose slip is `break-used`, `break-corner` and the like; nothing for another.
std::optional<blokus::Broken> rule_broken_by(std::string_view deed);

enum class Over { the_squares, the_edge };

/// Breaks exactly this rule; `over` says where, if the rule is that squares must be free.
std::optional<blokus::Placement> placement_breaking(const blokus::Position& position, blokus::Broken rule,
                                                    Over over = Over::the_squares);

/// Legal but for the piece, which is on the board already: as if it were the opponent's to lay.
std::optional<blokus::Placement> placement_once_more(const blokus::Position& position);

/// On squares of the other colour.
std::optional<blokus::Placement> placement_over_the_other(const blokus::Position& position);

/// Beyond the right edge, on squares that are free once it is `wrapped`.
std::optional<blokus::Placement> placement_over_the_edge(const blokus::Position& position);

/// Its cells in a board that is kept in one row: beyond the right edge lies the left of the next line.
std::vector<blokus::Square> wrapped(const blokus::Placement& placement, int size);

}  // namespace rig::player
