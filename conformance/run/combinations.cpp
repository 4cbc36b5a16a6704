#include "conformance/run/combinations.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "rig/base/errors.hpp"
#include "rig/game/examples.hpp"

namespace conformance {

using rig::UsageError;

namespace {

/// A row of the table of modes.
struct ModeRow {
  Mode mode;
  std::string shown_by;  ///< what puts a line into it
  std::string why;       ///< why an option may not stand in it, where the option has no reason of its own
  std::vector<Need> needs = {};
};

const Need a_contest = {{"contest"}, ", as in --contest {contest}"};

const std::vector<ModeRow>& mode_table() {
  static const std::vector<ModeRow> rows = {
      {Mode::cases, "--list", "a list is no run of the suite"},
      {Mode::texts, "--list-faults or --requirements", "a list is no run of the suite"},
      {Mode::plan, "--plan", "a plan runs no DUT", {a_contest}},
      {Mode::matrix,
       "--fault-matrix",
       "it runs every case on every faulty player, and writes the matrix and no other report",
       {a_contest}},
      {Mode::run,
       "a run",
       "",
       {{{"dut", "referee"}, ", as in --dut rtl:{model}"},
        {{"contest", "baseline"}, ", as in --contest {contest}"}}},
      {Mode::boards,
       "a second --dut",
       "several boards are tested",
       {{{"label"},
         ": boards that share a run are taken for one design; say which, as in --label \"rev B, bitstream "
         "41\""}}},
      {Mode::referee, "--referee", "a referee is tested, and no board"},
      {Mode::replay, "--dut transcript:FILE", "a replay runs nothing; what was recorded stays as it is"},
      {Mode::again, "--again", "it repeats what was recorded, as it was"},
      {Mode::part, "--part", "a part makes no report; give it where the parts are gathered"},
      {Mode::gather, "--parts", "the parts have run before they are gathered"},
  };
  return rows;
}

const ModeRow& row_of(Mode mode) {
  return *std::find_if(mode_table().begin(), mode_table().end(),
                       [&](const ModeRow& row) { return row.mode == mode; });
}

std::string dashed(const std::string& name) {
  return "--" + name;
}

std::string joined_dashed(const std::vector<std::string>& names, const char* between) {
  std::vector<std::string> words;
  words.reserve(names.size());
  for (const std::string& name : names) words.push_back(dashed(name));
  return fmt::format("{}", fmt::join(words, between));
}

/// `It can be combined with everything except --list and --part.`
std::string allowed_beside(const GoesWith& rules) {
  std::vector<std::string> words;
  for (const NotIn& one : rules.not_in) words.push_back(row_of(one.mode).shown_by);
  for (const std::string& other : rules.excludes) words.push_back(dashed(other));
  return fmt::format("It can be combined with everything except {}", fmt::join(words, ", "));
}

[[noreturn]] void refuse_beside(const std::string& name, const std::string& other, const std::string& why,
                                const GoesWith& rules) {
  throw UsageError(fmt::format("{} cannot be combined with {}{}{}. {}.", dashed(name), other,
                               why.empty() ? "" : ": ", why, allowed_beside(rules)));
}

void expect_needs(const std::string& who, const std::vector<Need>& needs,
                  const std::set<std::string>& options, const std::set<Mode>& modes) {
  const auto is_there = [&](const std::string& name) { return options.contains(name); };
  const auto is_in = [&](Mode mode) { return modes.contains(mode); };
  for (const Need& need : needs) {
    if (std::any_of(need.any_of.begin(), need.any_of.end(), is_there)) continue;
    if (!need.only_in.empty() && std::none_of(need.only_in.begin(), need.only_in.end(), is_in)) continue;
    throw UsageError(fmt::format("{} needs {}{}.", who, joined_dashed(need.any_of, " or "),
                                 rig::game::with_examples(need.why)));
  }
}

}  // namespace

void check_conflicts(const std::string& name, const GoesWith& rules, const std::set<std::string>& options,
                     const std::set<Mode>& modes) {
  for (const NotIn& one : rules.not_in) {
    const ModeRow& mode = row_of(one.mode);
    if (modes.contains(one.mode))
      refuse_beside(name, mode.shown_by, one.why.empty() ? mode.why : one.why, rules);
  }
  for (const std::string& other : rules.excludes) {
    if (options.contains(other)) refuse_beside(name, dashed(other), {}, rules);
  }
}

void check_needs(const std::string& name, const GoesWith& rules, const std::set<std::string>& options,
                 const std::set<Mode>& modes) {
  expect_needs(dashed(name), rules.needs, options, modes);
}

void check_needs(const std::set<std::string>& options, const std::set<Mode>& modes) {
  for (const Mode mode : modes) expect_needs(row_of(mode).shown_by, row_of(mode).needs, options, modes);
}

}  // namespace conformance
