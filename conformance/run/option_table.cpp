#include "conformance/run/option_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "conformance/suite/number.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/span.hpp"
#include "rig/base/suggestion.hpp"
#include "rig/base/text.hpp"
#include "rig/base/visible.hpp"
#include "rig/dut/dut.hpp"
#include "rig/game/modules.hpp"
#include "rig/live/server.hpp"

namespace conformance {

using rig::UsageError;

namespace {

using Texts = std::vector<std::string>;
using Parse = std::function<void(CommandLine&, const Texts&)>;

constexpr Range<int> workers{1, 256};
constexpr Range<int> failures{1, 10'000};

Parse into(std::string CommandLine::*place) {
  return [place](CommandLine& line, const Texts& values) { line.*place = values.front(); };
}

Parse into(bool CommandLine::*place) {
  return [place](CommandLine& line, const Texts&) { line.*place = true; };
}

Parse number_into(const char* option, int CommandLine::*place, const Range<int>& range) {
  return [=](CommandLine& line, const Texts& values) {
    line.*place = number_from(option, values.front(), range);
  };
}

Parse lists(Listing what) {
  return [what](CommandLine& line, const Texts&) { line.listing = what; };
}

/// A text that a certificate has room for.
Parse printed_into(const char* option, std::string CommandLine::*place) {
  return [=](CommandLine& line, const Texts& values) {
    constexpr std::size_t longest = 80;
    const std::size_t length = rig::columns(rig::visible(values.front()));
    if (length > longest)
      throw UsageError(fmt::format("{}: the text has {} characters; the certificate has room for {}.", option,
                                   length, longest));
    line.*place = values.front();
  };
}

/// One of a few words.
std::string one_of(const char* option, const char* kind, const std::string& word, const Texts& known) {
  if (std::find(known.begin(), known.end(), word) == known.end())
    throw UsageError(fmt::format("{}: {}", option, rig::unknown_value(kind, word, known)));
  return word;
}

/// Patterns with commas between. A list without a pattern has none, or the word after it.
Parse patterns_into(std::vector<std::string> Selection::*place) {
  return [place](CommandLine& line, const Texts& values) {
    Texts& patterns = line.selection.*place;
    for (const std::string& value : values) {
      std::istringstream list(value);
      for (std::string pattern; std::getline(list, pattern, ',');) {
        if (!pattern.empty()) patterns.push_back(pattern);
      }
    }
    const auto is_an_option = [](const std::string& word) { return word.starts_with("-"); };
    if (patterns.empty() || std::any_of(patterns.begin(), patterns.end(), is_an_option))
      throw UsageError("--filter and --exclude need a pattern; see --list.");
  };
}

// Modes in which several options may not stand.
using Places = std::vector<NotIn>;

const Places lists_alone = {{Mode::cases}, {Mode::texts}};
const Places no_run = {{Mode::cases}, {Mode::texts}, {Mode::plan}, {Mode::matrix}};

Places operator+(Places some, const Places& more) {
  some.insert(some.end(), more.begin(), more.end());
  return some;
}

Places in_parts(const char* why) {
  return {{Mode::part, why}, {Mode::gather, why}};
}

const Places of_boards = {{Mode::referee}, {Mode::again}};
const Places of_whole_runs = {{Mode::matrix}, {Mode::part}};

/// What is done in place of a run is one thing.
Texts others_in_place_of_a_run(const std::string& name) {
  Texts others = options_in_place_of_a_run();
  std::erase(others, name);
  return others;
}

/// An option of the run, from their table.
LineOption of_run(const std::string& name, GoesWith with = {}) {
  const auto& all = run_options();
  const RunOption& row =
      *std::find_if(all.begin(), all.end(), [&](const RunOption& option) { return option.name == name; });
  return {.name = name,
          .takes = row.takes,
          .value = row.value,
          .help = row.help,
          .parse = [&row](CommandLine& line, const Texts& values) { row.parse(line.options, values); },
          .with = std::move(with),
          .usual = row.takes == Takes::nothing ? std::string() : row.usual};
}

std::vector<LineOption> tested() {
  return {
      of_run("contest"),
      {.name = "game",
       .takes = Takes::each,
       .value = "FILE.so",
       .help = "Also load this game from outside; may come several times",
       .parse =
           [](CommandLine&, const Texts& values) {
             for (const std::string& value : values) {  // it was loaded before the line was read
               if (!rig::game::names_module(value))
                 throw UsageError(
                     fmt::format("--game: found \"{}\", allowed is a module of a game, FILE.so.", value));
             }
           }},
      of_run("dut", {.not_in = {{Mode::plan}, {Mode::referee}}}),
      of_run("referee", {.not_in = Places{{Mode::plan}, {Mode::again}} +
                                   in_parts("games under a referee are played one after another")}),
      of_run("scenario", {.not_in = {{Mode::plan}, {Mode::matrix}, {Mode::again}},
                          .needs = {{{"referee"},
                                     " FILE.toml: it is played with a referee",
                                     {Mode::cases, Mode::texts, Mode::run}}}}),
      of_run("board", {.not_in = {{Mode::again}}}),
      of_run("set", {.not_in = {{Mode::again}}}),
      of_run("capacity", {.not_in = of_boards}),
      of_run("team", {.not_in = of_boards}),
      of_run("reset", {.not_in = of_boards}),
      of_run("program", {.not_in = of_boards + Places{{Mode::boards, "one command cannot tell them apart"}}}),
      of_run("settle", {.not_in = of_boards}),
      of_run("declared-reset", {.not_in = of_boards}),
      {.name = "sandbox",
       .value = "WHEN",
       .help = "Run programs under test in a sandbox (bubblewrap): auto: if this machine can; require: else "
               "not at all; off",
       .parse =
           [](CommandLine& line, const Texts& values) {
             line.sandbox = one_of("--sandbox", "value", values.front(), {"auto", "require", "off"});
           },
       .usual = "auto"},
      {.name = "sandbox-show",
       .takes = Takes::each,
       .value = "PATH",
       .help = "A file or folder that they may read in it, besides the system and their own folder",
       .parse = [](CommandLine& line, const Texts& values) { line.sandbox_shows = values; }},
  };
}

std::vector<LineOption> selecting() {
  const Need contest = {{"contest"}, ", as in --contest {contest}", {Mode::cases, Mode::texts}};
  return {
      {.name = "filter",
       .takes = Takes::values,
       .value = "PATTERN",
       .help = "Only cases whose id or requirement matches: 'Pass.*,*-INIT-*'",
       .parse = patterns_into(&Selection::only),
       .with = {.not_in = {{Mode::matrix}}, .needs = {contest}}},
      {.name = "last-failed",
       .takes = Takes::nothing,
       .help = "Only the cases that the last run of this DUT left open, by its report.json",
       .parse = into(&CommandLine::last_failed),
       .with = {.not_in =
                    no_run + Places{{Mode::replay}, {Mode::again}} + in_parts("the parts have one report"),
                .excludes = {"filter"}}},
      {.name = "exclude",
       .takes = Takes::values,
       .value = "PATTERN",
       .help = "Leave out cases that match",
       .parse = patterns_into(&Selection::without),
       .with = {.not_in = {{Mode::matrix}}, .needs = {contest}}},
      {.name = "level",
       .value = "LEVEL",
       .help = "Only cases of requirements of at least this level: mandatory, recommended",
       .parse =
           [](CommandLine& line, const Texts& values) {
             line.selection.level = rig::report::level_from(
                 one_of("--level", "level", values.front(), {"mandatory", "recommended", "informational"}));
           },
       .with = {.not_in = {{Mode::matrix}}}},
      of_run("games", {.not_in = of_boards}),
      of_run("seed", {.not_in = {{Mode::again}}}),
      {.name = "seed-from",
       .value = "TEXT",
       .help = "A text from which the seed is derived, published after the last change of a DUT",
       .parse = into(&CommandLine::seed_from),
       .with = {.not_in = {{Mode::again}}, .excludes = {"seed"}}},
      of_run("soak", {.not_in = Places{{Mode::texts}, {Mode::plan}, {Mode::matrix}} + of_boards}),
      {.name = "budget",
       .value = "TIME",
       .help = "Time for the suite (90s, 15m, 1h30m): the cases that catch most faults in it, mandatory "
               "clauses first; partial if a case is left out",
       .parse = [](CommandLine& line,
                   const Texts& values) { line.budget = rig::time_from("budget", values.front()); },
       .with = {.not_in = lists_alone +
                          Places{{Mode::matrix},
                                 {Mode::referee},
                                 {Mode::boards, "it counts the time of one board"},
                                 {Mode::replay, "the cases are those that were recorded"},
                                 {Mode::again, "the cases are those that were recorded"}} +
                          in_parts("parts do not know how long the others take")}},
      {.name = "fail-fast",
       .takes = Takes::nothing,
       .help = "Stop after the first case that fails a mandatory clause; the others are not run",
       .parse = [](CommandLine& line, const Texts&) { line.max_failures = 1; },
       .with = {.not_in = in_parts("parts do not know of each other's failures"),
                .excludes = {"max-failures"}}},
      {.name = "max-failures",
       .value = "N",
       .help = "The same after this number of such cases" + failures.for_help(),
       .parse = number_into("--max-failures", &CommandLine::max_failures, failures),
       .with = {.not_in = in_parts("parts do not know of each other's failures")}},
  };
}

std::vector<LineOption> running() {
  const char* const in_one_piece = "a transcript is judged, or run anew, as a whole";
  return {
      {.name = "jobs",
       .value = "N",
       .help = "Worker processes" + workers.for_help() + "; by default one per processor; one in real time",
       .parse = number_into("--jobs", &CommandLine::jobs, workers)},
      {.name = "parts",
       .value = "FOLDER",
       .help = "Gather a run that was made in parts (--jobs of them) from this folder; with --part, make one",
       .parse = into(&CommandLine::parts),
       .with = {.not_in =
                    no_run + Places{{Mode::referee, "games under a referee are played one after another"},
                                    {Mode::replay, in_one_piece},
                                    {Mode::again, in_one_piece}},
                .needs = {{{"jobs"}, ", which says how many parts there are, as in --jobs 8"},
                          {{"seed", "seed-from"}, ": all parts of a run have the same, as in --seed 1"}}}},
      {.name = "part",
       .value = "N",
       .help = "Run what the worker of this number would run, and leave it in --parts; exit status 0, or 75 "
               "if another try may help",
       .parse = number_into("--part", &CommandLine::part, workers),
       .with = {.needs = {{{"parts"}}}}},
      of_run("timeout-scale", {.not_in = of_boards}),
      {.name = "watch",
       .takes = Takes::nothing,
       .help = "Run again each time a source of the design, or a file of the program, changes",
       .parse = into(&CommandLine::watch),
       .with = {.not_in = no_run + Places{{Mode::referee}, {Mode::replay}, {Mode::again}} +
                          in_parts("a run in parts has no end that it would see"),
                .excludes = {"sign", "log"}}},
      {.name = "live",
       .value = "[HOST:]PORT",
       .help =
           "Show the run in a browser while it goes on, on 127.0.0.1 unless told otherwise (port 0: a free "
           "one)",
       .parse =
           [](CommandLine& line, const Texts& values) {
             static_cast<void>(rig::live::address_from(values.front(), "--live"));
             line.live = values.front();
           },
       .with = {.not_in = no_run + Places{{Mode::part, "the parts of a run have no page"}}}},
      {.name = "no-doctor",
       .takes = Takes::nothing,
       .help = "Do not look for the cause when nothing was answered (rig doctor)",
       .parse = into(&CommandLine::no_doctor),
       .with = {.not_in = no_run + Places{{Mode::referee}, {Mode::replay}} +
                          in_parts("a run in parts does not look for it")}},
      {.name = "again",
       .takes = Takes::nothing,
       .help = "With --dut transcript:FILE: repeat the recorded run, and do not judge the record",
       .parse = into(&CommandLine::again),
       .with = {.not_in = {{Mode::matrix}},
                .needs = {{{"transcript"}, ", which says where the new transcript goes"}}}},
  };
}

std::vector<LineOption> reporting() {
  return {
      {.name = "reports",
       .value = "FOLDER",
       .help = "Folder for the reports that are not named below; '' for none",
       .parse = into(&CommandLine::reports),
       .usual = "reports"},
      {.name = "html",
       .value = "FILE",
       .help = "Where to write the HTML page",
       .parse = into(&CommandLine::html),
       .with = {.not_in = of_whole_runs}},
      {.name = "json",
       .value = "FILE",
       .help = "Where to write the JSON report",
       .parse = into(&CommandLine::json),
       .with = {.not_in = of_whole_runs}},
      {.name = "junit",
       .value = "FILE",
       .help = "Where to write the JUnit XML",
       .parse = into(&CommandLine::junit),
       .with = {.not_in = of_whole_runs}},
      {.name = "team-name",
       .value = "TEXT",
       .help = "Whose DUT this is: a free text for the certificate",
       .parse = printed_into("--team-name", &CommandLine::team_name)},
      {.name = "label",
       .value = "TEXT",
       .help = "What this run or design is called: a free text for the certificate",
       .parse = printed_into("--label", &CommandLine::label)},
      {.name = "strict",
       .takes = Takes::nothing,
       .help = "Exit status 3 for a certificate with reservations",
       .parse = into(&CommandLine::strict),
       .with = {.not_in = {{Mode::part}}}},
      {.name = "quiet",
       .takes = Takes::nothing,
       .help = "Print a line for each case that failed, and the verdict",
       .parse = into(&CommandLine::quiet)},
  };
}

std::vector<LineOption> looking_into_rtl() {
  const Places where = no_run + Places{{Mode::replay,
                                        "a replay simulates nothing; --again runs the transcript's cases "
                                        "anew"}};
  return {
      {.name = "wave",
       .value = "WHEN",
       .help = "Write waveforms (FST) of which cases: never, fail, always; such a case is simulated again",
       .parse = [](CommandLine& line,
                   const Texts& values) { line.waves.when = wave_when_from(values.front()); },
       .with = {.not_in = where},
       .usual = "never"},
      {.name = "wave-window",
       .value = "TIME,TIME",
       .help = "How much is written before the failure and after it",
       .parse = [](CommandLine& line, const Texts& values) { read_wave_window(values.front(), line.waves); },
       .with = {.needs = {{{"wave"}}}},
       .usual = "20ms,5ms"},
      {.name = "wave-limit",
       .value = "BYTES",
       .help = "Largest size of a waveform; the window shrinks if it has to",
       .parse = [](CommandLine& line,
                   const Texts& values) { line.waves.limit = wave_limit_from(values.front()); },
       .with = {.needs = {{{"wave"}}}},
       .usual = "64M"},
      {.name = "coverage",
       .takes = Takes::nothing,
       .help = "Count which lines and toggles of the design the cases reach (lcov's format); takes many "
               "times as long",
       .parse = into(&CommandLine::coverage),
       .with = {.not_in = where}},
  };
}

std::vector<LineOption> gating() {
  const Places where = no_run + Places{{Mode::part}};
  return {
      {.name = "baseline",
       .value = "FILE",
       .help =
           "Compare the run with an earlier one, by its JSON report: reply by reply, in clock cycles; its "
           "seed is used",
       .parse = into(&CommandLine::baseline),
       .with = {.not_in = where}},
      {.name = "allow",
       .value = "PERCENT",
       .help = "By how much a reply may take longer than in the baseline",
       .parse = [](CommandLine& line,
                   const Texts& values) { line.allowance = allowance_from(values.front()); },
       .with = {.needs = {{{"baseline"}}}},
       .usual = "0%"},
      {.name = "expect",
       .value = "FILE",
       .help = "Known failures (TOML), each with a reason and a last day: they do not fail the gate, but one "
               "that passes does",
       .parse = into(&CommandLine::expect),
       .with = {.not_in = where}},
      {.name = "annotate",
       .value = "SYSTEM",
       .help = "Also print failures as commands to a CI system: github (::error file=…)",
       .parse =
           [](CommandLine& line, const Texts& values) {
             line.annotate = one_of("--annotate", "CI system", values.front(), {"github"});
           },
       .with = {.not_in = where}},
  };
}

std::vector<LineOption> proving() {
  return {
      {.name = "transcript",
       .value = "FILE",
       .help = "Where to write the transcript, which is the evidence",
       .parse = into(&CommandLine::transcript),
       .with = {.not_in =
                    of_whole_runs +
                    Places{{Mode::replay,
                            "a replay is no new evidence; the transcript replayed is the one to keep"}}}},
      {.name = "bitstream",
       .value = "FILE",
       .help = "The file with which the board was configured: its hash is in the reports",
       .parse = into(&CommandLine::bitstream),
       .with = {.not_in = {{Mode::matrix}, {Mode::referee}, {Mode::replay}}}},
      {.name = "sign",
       .takes = Takes::nothing,
       .help = "Sign the run at its end, with the key whose path is in $RIG_SIGNING_KEY (as rig sign does)",
       .parse = into(&CommandLine::sign),
       .with = {.not_in = of_whole_runs + Places{{Mode::replay}}}},
      {.name = "log",
       .value = "FILE",
       .help = "Record in this file that the run began and how it ended, signed with the same key (rig log)",
       .parse = into(&CommandLine::log),
       .with = {.not_in =
                    no_run + Places{{Mode::replay}} + in_parts("the parts run before they are gathered")}},
  };
}

std::vector<LineOption> in_place() {
  return {
      {.name = "list",
       .takes = Takes::nothing,
       .help = "List the cases and exit",
       .parse = lists(Listing::cases),
       .with = {.excludes = others_in_place_of_a_run("list")}},
      {.name = "list-faults",
       .takes = Takes::nothing,
       .help = "List the deliberate faults and the cases that catch them, and exit",
       .parse = lists(Listing::faults),
       .with = {.excludes = others_in_place_of_a_run("list-faults")}},
      {.name = "requirements",
       .takes = Takes::nothing,
       .help = "List the requirements of the contest, and exit",
       .parse = lists(Listing::requirements),
       .with = {.excludes = others_in_place_of_a_run("requirements")}},
      {.name = "markdown",
       .takes = Takes::nothing,
       .help = "With --requirements: as the tables of docs/clauses.md",
       .parse = lists(Listing::clauses_page),
       .with = {.needs = {{{"requirements"}}}}},
      {.name = "plan",
       .takes = Takes::nothing,
       .help = "Print about how many exchanges each case takes and which faults it catches, and exit",
       .parse = into(&CommandLine::plan),
       .with = {.excludes = others_in_place_of_a_run("plan")}},
      {.name = "fault-matrix",
       .value = "FILE",
       .help = "Run the suite on every deliberate fault, print which case catches which, write it here; '-': "
               "only print",
       .parse = into(&CommandLine::matrix),
       .with = {.excludes = others_in_place_of_a_run("fault-matrix")}},
  };
}

std::vector<LineOption> all_line_options() {
  const std::pair<const char*, std::vector<LineOption>> sections[] = {
      {"What is tested", tested()},
      {"Which cases", selecting()},
      {"How it is run and measured", running()},
      {"Reports", reporting()},
      {"Waveforms and coverage of RTL", looking_into_rtl()},
      {"The gate", gating()},
      {"Evidence", proving()},
      {"In place of a run", in_place()},
  };
  std::vector<LineOption> all;
  for (const auto& [heading, rows] : sections) {
    for (const LineOption& row : rows) all.emplace_back(row).section = heading;
  }
  return all;
}

}  // namespace

const std::vector<std::string>& options_in_place_of_a_run() {
  static const std::vector<std::string> all = {"list", "list-faults", "requirements", "plan", "fault-matrix"};
  return all;
}

const std::vector<LineOption>& line_options() {
  static const std::vector<LineOption> all = all_line_options();
  return all;
}

std::set<Mode> modes_of(const CommandLine& line) {
  std::set<Mode> modes;
  const bool is_run = line.listing == Listing::none && !line.plan && line.matrix.empty();
  const bool is_recorded = is_run && !line.options.dut.empty() &&
                           rig::dut::is_recorded(rig::dut::parse_dut_name(line.options.dut));
  if (line.listing != Listing::none) modes.insert(line.listing == Listing::cases ? Mode::cases : Mode::texts);
  if (line.plan) modes.insert(Mode::plan);
  if (!line.matrix.empty()) modes.insert(Mode::matrix);
  if (is_recorded) modes.insert(line.again ? Mode::again : Mode::replay);
  if (is_run && !is_recorded) modes.insert(Mode::run);
  if (!line.options.referee.empty() && !is_recorded) modes.insert(Mode::referee);
  if (is_run && rig::dut::boards_named(line.options.dut).size() > 1) modes.insert(Mode::boards);
  if (!line.parts.empty()) modes.insert(line.part > 0 ? Mode::part : Mode::gather);
  return modes;
}

void check_combinations(const CommandLine& line, const std::set<std::string>& options) {
  const std::set<Mode> modes = modes_of(line);
  for (const LineOption& option : line_options()) {
    if (options.contains(option.name)) check_conflicts(option.name, option.with, options, modes);
  }
  for (const LineOption& option : line_options()) {
    if (options.contains(option.name)) check_needs(option.name, option.with, options, modes);
  }
  check_needs(options, modes);
}

}  // namespace conformance
