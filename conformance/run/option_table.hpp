#pragma once
/// The table of all options of `certify`: the help, how a value is read, and what each goes with.

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "conformance/run/combinations.hpp"
#include "conformance/run/command_line.hpp"
#include "conformance/suite/options.hpp"

namespace conformance {

/// A row of the table.
struct LineOption {
  std::string name;                ///< `jobs`: `--jobs` on the command line
  Takes takes = Takes::one_value;  ///< what follows it
  std::string value = {};          ///< the kind of value, for the help: `N`
  std::string help;                ///< a sentence
  /// Sets it; `values` has at least one. UsageError, with what is allowed.
  std::function<void(CommandLine&, const std::vector<std::string>& values)> parse;
  GoesWith with = {};
  std::string usual = {};    ///< what stands in the help as its default
  std::string section = {};  ///< the heading in the help, which the table has once for all of its rows
};

/// Those that ask for something else than a run: `list`.
const std::vector<std::string>& options_in_place_of_a_run();

/// All of them, those of the run included, in the order of the help.
const std::vector<LineOption>& line_options();

/// The modes of a line whose values have been read.
std::set<Mode> modes_of(const CommandLine& line);

/// Holds every option of a line against its row. `options`: those that have a value. UsageError for the first
/// that has no place there or lacks another.
void check_combinations(const CommandLine& line, const std::set<std::string>& options);

}  // namespace conformance
