#pragma once
/// The options of tools that play matches, and of others that are told a contest.

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "rig/tools/match.hpp"

namespace rig {

/// `--contest`, which names all that there are in its help.
CLI::Option* add_contest_option(CLI::App& tool, std::string& name);

/// `--board`, of the contests that leave its size to the host.
void add_board_option(CLI::App& tool, std::optional<int>& board);

/// Gives options of a tool a heading in its help.
void put_under(CLI::App& tool, const std::string& heading, const std::vector<std::string>& options);

/// `--settle`, `--grace`, `--time-margin`, `--replays`: a policy, with what it has as their defaults.
void add_policy_options(CLI::App& tool, arbiter::Policy& policy);

/// All of a match.
void add_match_options(CLI::App& tool, MatchRequest& request);

}  // namespace rig
