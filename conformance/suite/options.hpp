#pragma once
/// What a user can set about a run of the suite, as far as its cases and their verdicts depend on it.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "conformance/suite/catalogue.hpp"
#include "rig/base/time.hpp"
#include "rig/link/reset/reset_by.hpp"
#include "rig/protocol/contest.hpp"

namespace conformance {

struct RunOptions {
  std::string contest;  ///< `chess`
  std::string dut;  ///< `rtl:rook`, or the common name of several equal boards; empty: a referee is tested
  std::string referee;       ///< the description of a referee: `my-host.toml`; empty: a DUT is
  std::string scenario;      ///< games for it in place of the suite's: a file or a folder; empty: none
  std::optional<int> board;  ///< the size of the board, where the contest leaves it to the host
  std::map<std::string, std::string> set;  ///< what else is left to the host, by name: `tie`
  std::optional<int>
      capacity;      ///< columns and rows that the board was declared to hold, where the game asks for more
  std::string team;  ///< the code that the board must answer; empty: any
  std::uint64_t seed = 0;
  int games = 1;  ///< games for each seat and opponent
  ResetPolicy resets = ResetPolicy::none_needed;
  rig::ResetBy board_reset;    ///< how a board is brought to its power-on state; its `ask` is not part of it
  rig::Duration soak{};        ///< games go on for so long after the suite; zero: they do not
  double timeout_scale = 1.0;  ///< stretches every deadline; other than 1 is no certificate
};

/// The contest of a run, as its host has it.
const rig::protocol::Contest& contest_of(const RunOptions& options);

/// The name of the catalogue that the run assesses: that of the contest, or that of its referee.
std::string catalogue_of(const RunOptions& options);

/// What follows an option on a command line.
/// `each`: a value each time it is given, and it may be given several times.
enum class Takes { nothing, one_value, values, each };

/// Whether a replay, which goes by what was recorded, may be given another value.
enum class InReplay { as_recorded, may_differ };

/// Where a report has an option: among the settings of the run, always or where it has a value, or in a place
/// of its own.
enum class InReport { as_setting, as_setting_with_value, elsewhere };

/// A row of the table of run options: everything that is known of one.
struct RunOption {
  std::string name;                ///< `board`: `--board` on a command line, `board` in a transcript
  Takes takes = Takes::one_value;  ///< one that takes nothing is `yes` or `no` in words
  std::string value = {};          ///< the kind of value, for the help: `N`
  std::string help;                ///< a sentence
  /// Sets it; `values` has at least one. UsageError, with what is allowed.
  std::function<void(RunOptions&, const std::vector<std::string>& values)> parse;
  /// The inverse: its value, or its values with blanks between. Empty where it was left out and has none.
  std::function<std::string(const RunOptions&)> print;
  std::string usual = {};  ///< what `print` says where it was left out; empty also where it is drawn
  InReplay in_replay = InReplay::as_recorded;
  InReport in_report = InReport::as_setting;
  bool may_be_missing = false;  ///< in a transcript that is older than the option
};

/// All of them, in the order of the help.
const std::vector<RunOption>& run_options();

/// An option as it is written on a command line: `--games 3`. Empty where it was left out and has no value.
std::string on_command_line(const RunOption& option, const RunOptions& options);

/// All that are not as usual, as they are written on a command line.
std::string on_command_line(const RunOptions& options);

/// Those that reports tell, by name.
std::map<std::string, std::string> told_settings(const RunOptions& options);

/// The options as words, for transcripts and worker processes; `options_from_words` is the inverse.
std::map<std::string, std::string> to_words(const RunOptions& options);
/// RigError for a missing or malformed value.
RunOptions options_from_words(const std::map<std::string, std::string>& words);

}  // namespace conformance
