#include "conformance/suite/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <sstream>
#include <utility>

#include "conformance/suite/catalogue.hpp"
#include "conformance/suite/faults.hpp"
#include "conformance/suite/number.hpp"
#include "conformance/suite/texts.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/span.hpp"
#include "rig/base/text.hpp"
#include "rig/dut/dut.hpp"
#include "rig/game/examples.hpp"
#include "rig/link/exec/command_line.hpp"
#include "rig/protocol/contest_file.hpp"
#include "rig/protocol/settings.hpp"

namespace conformance {

namespace {

using Values = std::vector<std::string>;

constexpr double nanoseconds_per_second = 1e9;

rig::Duration duration_of_seconds(double seconds) {
  return rig::Duration(std::llround(seconds * nanoseconds_per_second));
}

double seconds_of(rig::Duration time) {
  return static_cast<double>(time.count()) / nanoseconds_per_second;
}

/// `tie=draw starts=figure`: names and values have no blanks.
std::string joined(const std::map<std::string, std::string>& settings) {
  std::string text;
  for (const auto& [name, value] : settings)
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  return text;
}

Values words_in(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

constexpr Range<int> sizes{0, std::numeric_limits<int>::max()};
constexpr Range<int> capacities{8, 1'000'000};
constexpr Range<int> numbers_of_games{1, 10'000};
constexpr Range<std::uint64_t> seeds{0, std::numeric_limits<std::uint64_t>::max()};
constexpr Range<double> settle_times{0, 600};
constexpr Range<double> scales{0.001, 1000};

bool yes_or_no(const std::string& option, const std::string& text) {
  if (text == "yes" || text == "no") return text == "yes";
  throw rig::UsageError(fmt::format("--{}: found \"{}\", allowed is yes or no.", option, text));
}

/// Empty for nothing.
template <typename Value>
std::string printed(const std::optional<Value>& value) {
  return value ? fmt::format("{}", *value) : std::string();
}

std::string contest_names() {
  std::vector<std::string> names;
  for (const rig::protocol::Contest& contest : rig::protocol::contests()) names.push_back(contest.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

/// `tie (chess), …`, and those that only a larger board has: `corners (chess --board 10)`.
std::string setting_names() {
  std::vector<std::string> names;
  std::set<std::string> told;
  const auto add = [&](const rig::protocol::Contest& contest, const std::string& where) {
    for (const rig::protocol::Setting& setting : contest.settings) {
      if (told.insert(contest.name + setting.name).second)
        names.push_back(fmt::format("{} ({})", setting.name, where));
    }
  };
  for (const rig::protocol::Contest& contest : rig::protocol::contests()) {
    add(contest, contest.name);
    for (const int board : contest.boards)
      add(rig::protocol::find_contest(contest.name, {board, {}}),
          fmt::format("{} --board {}", contest.name, board));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

/// A contest in a file is known by its name from here on, with clauses and faults that are sound.
std::string name_of_contest(const std::string& told) {
  if (!rig::protocol::names_a_file(told)) return told;
  const std::string& name = rig::protocol::find_contest(told).name;
  for (const std::string& texts : {name, name + "-referee"}) {
    if (!has_clauses(texts)) continue;
    load_catalogue(texts);
    fault_table(texts);
  }
  return name;
}

/// The file that a user has named for the contest; null: there is none.
const rig::protocol::ContestFile* file_of(const RunOptions& options) {
  const rig::protocol::Contest* contest = rig::protocol::learned_contest(options.contest);
  return contest == nullptr ? nullptr : contest->file.get();
}

std::vector<RunOption> table() {
  return {
      {
          .name = "contest",
          .value = "NAME",
          .help = "The rule book: " + contest_names() + "; or a file that describes one, FILE.toml",
          .parse = [](RunOptions& options,
                      const Values& values) { options.contest = name_of_contest(values.front()); },
          .print = [](const RunOptions& options) { return options.contest; },
          .in_report = InReport::elsewhere,
      },
      {
          .name = "dut",
          .takes = Takes::each,
          .value = "DUT",
          .help = "What to test (see below); several equal boards, each with --dut, share the cases",
          .parse =
              [](RunOptions& options, const Values& values) {
                options.dut = values.size() == 1 ? values.front() : rig::dut::name_of_boards(values);
              },
          .print = [](const RunOptions& options) { return options.dut; },
          .in_replay = InReplay::may_differ,
          .in_report = InReport::elsewhere,
      },
      {
          .name = "referee",
          .value = "FILE",
          .help = "A referee to test in place of a DUT, by its description (TOML)",
          .parse = [](RunOptions& options, const Values& values) { options.referee = values.front(); },
          .print = [](const RunOptions& options) { return options.referee; },
          .in_report = InReport::elsewhere,
          .may_be_missing = true,
      },
      {
          .name = "scenario",
          .value = "PATH",
          .help = "With --referee: play these games in place of the suite's; a scenario file, or a folder of "
                  "them",
          .parse = [](RunOptions& options, const Values& values) { options.scenario = values.front(); },
          .print = [](const RunOptions& options) { return options.scenario; },
          .in_report = InReport::as_setting_with_value,
          .may_be_missing = true,
      },
      {
          .name = "seed",
          .value = "N",
          .help = "The seed of all random choices (default: drawn and printed)",
          .parse = [](RunOptions& options,
                      const Values& values) { options.seed = number_from("--seed", values.front(), seeds); },
          .print = [](const RunOptions& options) { return fmt::format("{}", options.seed); },
          .in_report = InReport::elsewhere,
      },
      {
          .name = "board",
          .value = "SIZE",
          .help = "The size of the board: " + rig::game::what_board_chooses() +
                  "; where it may be without limit, by default as each case needs it",
          .parse =
              [](RunOptions& options, const Values& values) {
                options.board = number_from("--board", values.front(), sizes);
              },
          .print = [](const RunOptions& options) { return printed(options.board); },
          .in_report = InReport::as_setting_with_value,
      },
      {
          .name = "set",
          .takes = Takes::values,
          .value = "NAME=VALUE",
          .help = "What the contest leaves to its host, as in tie=draw: " + setting_names(),
          .parse = [](RunOptions& options,
                      const Values& values) { options.set = rig::protocol::named_settings(values); },
          .print = [](const RunOptions& options) { return joined(options.set); },
          .in_report = InReport::elsewhere,
      },
      {
          .name = "capacity",
          .value = "N",
          .help = "Columns and rows that the board holds, if the contest's board is unlimited" +
                  capacities.for_help() + "; cases beyond are not applicable",
          .parse =
              [](RunOptions& options, const Values& values) {
                options.capacity = number_from("--capacity", values.front(), capacities);
              },
          .print = [](const RunOptions& options) { return printed(options.capacity); },
          .in_report = InReport::as_setting_with_value,
      },
      {
          .name = "games",
          .value = "N",
          .help = "Games for each seat and opponent" + numbers_of_games.for_help(),
          .parse =
              [](RunOptions& options, const Values& values) {
                options.games = number_from("--games", values.front(), numbers_of_games);
              },
          .print = [](const RunOptions& options) { return fmt::format("{}", options.games); },
          .usual = "1",
      },
      {
          .name = "team",
          .value = "CODE",
          .help = "The assigned team code or name; without it any printable one passes",
          .parse = [](RunOptions& options, const Values& values) { options.team = values.front(); },
          .print = [](const RunOptions& options) { return options.team; },
      },
      {
          .name = "reset",
          .value = "HOW",
          .help = "How a board on a wire is reset before each case: dtr, rts, command:…, power:…, ask, "
                  "reconnect, none",
          .parse =
              [](RunOptions& options, const Values& values) {
                const rig::ResetBy before =
                    std::exchange(options.board_reset, rig::parse_reset(values.front()));
                options.board_reset.settle = before.settle;
                options.board_reset.program = before.program;
              },
          .print = [](const RunOptions& options) { return rig::to_string(options.board_reset); },
          .usual = "none",
      },
      {
          .name = "program",
          .value = "COMMAND",
          .help = "A command that configures the board before the first case, and after each power cycle",
          .parse =
              [](RunOptions& options, const Values& values) {
                rig::split_command(values.front());  // refuses what cannot be cut into words
                options.board_reset.program = values.front();
              },
          .print = [](const RunOptions& options) { return options.board_reset.program; },
          .in_report = InReport::as_setting_with_value,
          .may_be_missing = true,
      },
      {
          .name = "settle",
          .value = "SECONDS",
          .help =
              "Seconds from power-on, a reset, opening a port, and the start of a program, until the DUT is "
              "ready" +
              settle_times.for_help() +
              " (default: 0.1; a program: 0; RTL: as its description says, or 0.001)",
          .parse =
              [](RunOptions& options, const Values& values) {
                options.board_reset.settle =
                    duration_of_seconds(number_from("--settle", values.front(), settle_times));
              },
          .print =
              [](const RunOptions& options) {
                const std::optional<rig::Duration>& settle = options.board_reset.settle;
                return settle ? fmt::format("{}", seconds_of(*settle)) : std::string();
              },
          .in_report = InReport::as_setting_with_value,
      },
      {
          .name = "declared-reset",
          .takes = Takes::nothing,
          .help = "The team has declared that its board is hard-reset between matches",
          .parse =
              [](RunOptions& options, const Values& values) {
                options.resets = yes_or_no("declared-reset", values.front()) ? ResetPolicy::declared
                                                                             : ResetPolicy::none_needed;
              },
          .print = [](const RunOptions& options) -> std::string {
            return options.resets == ResetPolicy::declared ? "yes" : "no";
          },
          .usual = "no",
      },
      {
          .name = "soak",
          .value = "TIME",
          .help = "After the suite: games against random opponents in random seats, for this time (30m, 8h)",
          .parse = [](RunOptions& options,
                      const Values& values) { options.soak = rig::time_from("soak", values.front()); },
          .print = [](const RunOptions& options) { return rig::text_of_time(options.soak); },
          .in_report = InReport::as_setting_with_value,
          .may_be_missing = true,
      },
      {
          .name = "timeout-scale",
          .value = "FACTOR",
          .help = "Multiply every deadline by this factor" + scales.for_help() + "; no certificate",
          .parse =
              [](RunOptions& options, const Values& values) {
                options.timeout_scale = number_from("--timeout-scale", values.front(), scales);
              },
          .print = [](const RunOptions& options) { return fmt::format("{}", options.timeout_scale); },
          .usual = "1",
      },
  };
}

}  // namespace

const rig::protocol::Contest& contest_of(const RunOptions& options) {
  return rig::protocol::find_contest(options.contest, {options.board, options.set});
}

std::string catalogue_of(const RunOptions& options) {
  return options.referee.empty() ? options.contest : options.contest + "-referee";
}

const std::vector<RunOption>& run_options() {
  static const std::vector<RunOption> all = table();
  return all;
}

namespace {

/// The values that a command line has for what was printed.
Values values_in(const RunOption& option, const std::string& text) {
  switch (option.takes) {
    case Takes::values: return words_in(text);
    case Takes::each: return rig::dut::boards_named(text);
    case Takes::nothing:
    case Takes::one_value: break;
  }
  return {text};
}

}  // namespace

std::string on_command_line(const RunOption& option, const RunOptions& options) {
  const std::string name = "--" + option.name;
  std::string text = option.print(options);
  if (const auto* file = file_of(options); file != nullptr && option.name == "contest") text = file->path;
  if (option.takes == Takes::nothing) return text == "yes" ? name : std::string();
  if (text.empty()) return {};
  Values words;
  for (const std::string& value : values_in(option, text))
    words.push_back(name + " " + rig::shell_quoted(value));
  return fmt::format("{}", fmt::join(words, " "));
}

std::string on_command_line(const RunOptions& options) {
  Values words;
  for (const RunOption& option : run_options()) {
    if (option.print(options) != option.usual) words.push_back(on_command_line(option, options));
  }
  return fmt::format("{}", fmt::join(words, " "));
}

std::map<std::string, std::string> told_settings(const RunOptions& options) {
  std::map<std::string, std::string> settings;
  for (const RunOption& option : run_options()) {
    const std::string value = option.print(options);
    const bool told = option.in_report == InReport::as_setting ||
                      (option.in_report == InReport::as_setting_with_value && !value.empty());
    if (told) settings[option.name] = value;
  }
  return settings;
}

std::map<std::string, std::string> to_words(const RunOptions& options) {
  std::map<std::string, std::string> words;
  for (const RunOption& option : run_options()) words[option.name] = option.print(options);
  if (const rig::protocol::Contest* contest = rig::protocol::learned_contest(options.contest))
    words.merge(rig::protocol::carried_words(*contest));
  return words;
}

RunOptions options_from_words(const std::map<std::string, std::string>& words) {
  RunOptions options;
  const auto read = [&](const RunOption& option) {
    const auto found = words.find(option.name);
    if (found == words.end() && option.may_be_missing) return;
    if (found == words.end()) throw rig::RigError(fmt::format("\"{}\" is missing.", option.name));
    const std::string& text = found->second;
    if (!text.empty()) option.parse(options, option.takes == Takes::values ? words_in(text) : Values{text});
  };
  try {
    rig::protocol::learn_carried(words);
    for (const RunOption& option : run_options()) read(option);
  } catch (const std::exception& error) {
    throw rig::RigError(fmt::format("The options of a run cannot be read: {}", error.what()));
  }
  return options;
}

}  // namespace conformance
