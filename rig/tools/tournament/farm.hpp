#pragma once
/// The games of a tournament on many machines that share its folder. They are given away as files
/// `orders/000012.json`; whoever plays one leaves its evidence, and how it ended in `orders/000012.result`;
/// what there is of these is gathered into the journal, which stays one.

#include <cstddef>
#include <string>

#include "rig/arbiter/tournament/runner.hpp"

namespace rig::tournament {

/// Gives all games away that can be played now. How many wait to be played, these included.
std::size_t give_games(arbiter::tournament::Tournament& games, const arbiter::tournament::Plan& plan,
                       const std::string& folder, const std::string& sandbox);

/// Plays one part of those that wait, `2/8`: the second of eight. One that somebody else plays at this moment
/// is left out. How many it played. UsageError for a part that is none.
std::size_t work_off(const std::string& folder, const std::string& part);

/// Takes in what has ended. UsageError with the file where that cannot be read.
void gather_games(arbiter::tournament::Tournament& games, const arbiter::tournament::Plan& plan,
                  const std::string& folder);

}  // namespace rig::tournament
