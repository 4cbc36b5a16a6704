#pragma once
/// One game of a tournament, in a process of its own: what crashes or hangs there takes nothing else with it.
/// It is told the game on standard input, writes its evidence, and says on standard output how it ended.

#include <nlohmann/json.hpp>
#include <string>

#include "rig/arbiter/tournament/plan.hpp"
#include "rig/arbiter/tournament/runner.hpp"

namespace rig::tournament {

/// With this word alone on its command line, `rig` is the process of one game.
inline constexpr const char* word_for_one_game = "tournament-game";

/// What the process is told, as a line of JSON.
std::string order_line(const arbiter::tournament::Plan& plan, const arbiter::tournament::Order& order,
                       const std::string& folder, const std::string& sandbox);

/// The end that it told. RigError where `line` is no such line.
arbiter::tournament::Ended ended_from(const std::string& line);

/// Plays an order, and leaves the evidence in the tournament's folder, as this machine names it. The line of
/// how it ended.
std::string end_of_order(const std::string& order, const std::string& folder);

/// The process: reads an order, plays it. Its exit status.
int play_one_game();

}  // namespace rig::tournament
