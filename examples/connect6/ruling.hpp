#pragma once
/// A game of Connect6 by the contest's rules.

#include <memory>

#include "position.hpp"

namespace connect6 {

/// Before the first stone; `first` begins.
std::unique_ptr<rig::protocol::Ruling> new_game(Player first);

}  // namespace connect6
