#include "conformance/options.hpp"

#include <fmt/format.h>

#include "rig/base/errors.hpp"

namespace conformance {

std::map<std::string, std::string> to_words(const RunOptions& options) {
  return {
      {"contest", options.contest},
      {"dut", options.dut},
      {"team", options.team},
      {"seed", fmt::format("{}", options.seed)},
      {"games", fmt::format("{}", options.games)},
      {"declared-reset", options.resets == ResetPolicy::declared ? "yes" : "no"},
      {"timeout-scale", fmt::format("{}", options.timeout_scale)},
  };
}

RunOptions options_from_words(const std::map<std::string, std::string>& words) {
  try {
    RunOptions options;
    options.contest = words.at("contest");
    options.dut = words.at("dut");
    options.team = words.at("team");
    options.seed = std::stoull(words.at("seed"));
    options.games = std::stoi(words.at("games"));
    options.resets = words.at("declared-reset") == "yes" ? ResetPolicy::declared : ResetPolicy::none_needed;
    options.timeout_scale = std::stod(words.at("timeout-scale"));
    return options;
  } catch (const std::exception& error) {
    throw rig::RigError(fmt::format("The options of a run cannot be read: {}.", error.what()));
  }
}

}  // namespace conformance
