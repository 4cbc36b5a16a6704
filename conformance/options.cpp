#include "conformance/options.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <sstream>

#include "rig/base/errors.hpp"
#include "rig/contest/settings.hpp"

namespace conformance {

namespace {

constexpr double nanoseconds_per_second = 1e9;

double seconds_of(rig::Duration time) {
  return static_cast<double>(time.count()) / nanoseconds_per_second;
}

/// `tie=draw starts=figure`: names and values have no blanks.
std::string joined(const std::map<std::string, std::string>& settings) {
  std::string text;
  for (const auto& [name, value] : settings) text += (text.empty() ? "" : " ") + name + "=" + value;
  return text;
}

std::vector<std::string> words_in(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

}  // namespace

const rig::contest::Contest& contest_of(const RunOptions& options) {
  return rig::contest::find_contest(options.contest, {options.board, options.set});
}

rig::Duration duration_of_seconds(double seconds) {
  return rig::Duration(std::llround(seconds * nanoseconds_per_second));
}

std::map<std::string, std::string> to_words(const RunOptions& options) {
  return {
      {"contest", options.contest},
      {"dut", options.dut},
      {"board", options.board ? std::to_string(*options.board) : std::string()},
      {"set", joined(options.set)},
      {"capacity", options.capacity ? std::to_string(*options.capacity) : std::string()},
      {"team", options.team},
      {"seed", fmt::format("{}", options.seed)},
      {"games", fmt::format("{}", options.games)},
      {"declared-reset", options.resets == ResetPolicy::declared ? "yes" : "no"},
      {"reset", rig::to_string(options.board_reset)},
      {"settle", options.board_reset.settle ? fmt::format("{}", seconds_of(*options.board_reset.settle))
                                            : std::string()},
      {"timeout-scale", fmt::format("{}", options.timeout_scale)},
  };
}

RunOptions options_from_words(const std::map<std::string, std::string>& words) {
  try {
    RunOptions options;
    options.contest = words.at("contest");
    options.dut = words.at("dut");
    if (!words.at("board").empty()) options.board = std::stoi(words.at("board"));
    options.set = rig::contest::named_settings(words_in(words.at("set")));
    if (!words.at("capacity").empty()) options.capacity = std::stoi(words.at("capacity"));
    options.team = words.at("team");
    options.seed = std::stoull(words.at("seed"));
    options.games = std::stoi(words.at("games"));
    options.resets = words.at("declared-reset") == "yes" ? ResetPolicy::declared : ResetPolicy::none_needed;
    options.board_reset = rig::parse_reset(words.at("reset"));
    if (!words.at("settle").empty())
      options.board_reset.settle = duration_of_seconds(std::stod(words.at("settle")));
    options.timeout_scale = std::stod(words.at("timeout-scale"));
    return options;
  } catch (const std::exception& error) {
    throw rig::RigError(fmt::format("The options of a run cannot be read: {}.", error.what()));
  }
}

}  // namespace conformance
