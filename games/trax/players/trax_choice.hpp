#pragma once
/// Which move the rig's own Trax player plays.

#include <optional>

#include "games/trax/rules/position.hpp"

namespace rig::player {

/// One turn of search: wins at once where it can, does not let the other win at once where that can be
/// found out with bounded effort, and else plays compactly and forces little. Deterministic. Nothing when
/// there is no legal move.
std::optional<trax::Move> choose_move(const trax::Position& position);

}  // namespace rig::player
