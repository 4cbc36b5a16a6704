#include "conformance/command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <vector>

#include "rig/base/errors.hpp"
#include "rig/base/text.hpp"
#include "rig/contest/settings.hpp"
#include "rig/match/dut.hpp"
#include "rig/report/visible.hpp"

namespace conformance {

using rig::shell_quoted;
using rig::UsageError;

namespace {

std::string examples() {
  std::string text =
      "Examples:\n"
      "  a board before the contest   certify --contest icfpt2014 --dut rtl:blokus_duo\n"
      "  its certificate, named       certify --contest icfpt2014 --dut rtl:blokus_duo --team-name Rook\n"
      "  a board on a serial port     certify --contest icfpt2014 --dut serial:/dev/ttyUSB0\n"
      "  a Trax board                 certify --contest aut-trax --dut rtl:trax\n"
      "  a program                    certify --contest icfpt2014 --dut 'exec:./my-player --stdio'\n"
      "  a program per move           certify --contest course --dut files:./my-player\n"
      "  one case again               certify --contest icfpt2014 --dut rtl:blokus_duo --filter "
      "Pass.WhenItMust\n"
      "  an old run, judged again     certify --dut "
      "transcript:reports/icfpt2014_rtl-blokus_duo/transcript.jsonl\n"
      "  in CI                        certify --contest icfpt2014 --dut rtl:my.toml --quiet --junit "
      "junit.xml\n\n"
      "DUTs:\n";
  for (const std::string& kind : rig::match::dut_kinds()) text += "  " + kind + "\n";
  text +=
      "\nExit status: 0 certified, with reservations or without (with them and --strict: 3);\n"
      "1 not conformant; 2 usage; 3 the rig could not tell (1 beats 3).\n"
      "A run narrowed by --filter, --exclude or --timeout-scale is partial and no certificate.";
  return text;
}

std::string contest_names() {
  std::vector<std::string> names;
  for (const rig::contest::Contest& contest : rig::contest::contests()) names.push_back(contest.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

/// `tie (course), …`, and those that only a larger board has: `corners (ustc --board 20)`.
std::string setting_names() {
  std::vector<std::string> names;
  std::set<std::string> told;
  const auto add = [&](const rig::contest::Contest& contest, const std::string& where) {
    for (const rig::contest::Setting& setting : contest.settings) {
      if (told.insert(contest.name + setting.name).second)
        names.push_back(fmt::format("{} ({})", setting.name, where));
    }
  };
  for (const rig::contest::Contest& contest : rig::contest::contests()) add(contest, contest.name);
  add(rig::contest::find_contest("ustc", {20, {}}), "ustc --board 20");
  return fmt::format("{}", fmt::join(names, ", "));
}

/// An option that does not exist: name the nearest that does.
[[noreturn]] void refuse_extra(const CLI::App& app, const std::string& word) {
  std::vector<std::string> known;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  }
  if (word.starts_with("-")) throw UsageError(rig::unknown_value("option", word, known));
  throw UsageError(fmt::format(
      "\"{}\" is no option. Quote a DUT that contains blanks: --dut 'exec:PROGRAM ARGUMENT'.", word));
}

rig::report::Level parse_level(const std::string& word) {
  const auto level = rig::report::level_from(word);
  const std::vector<std::string> known = {"mandatory", "recommended", "informational"};
  if (!level) throw UsageError("--level: " + rig::unknown_value("level", word, known));
  return *level;
}

std::uint64_t parse_seed(const std::string& word) {
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), seed);
  if (error != std::errc() || end != word.data() + word.size()) {
    throw UsageError(fmt::format("--seed: \"{}\" is no whole number from 0 to 18446744073709551615.", word));
  }
  return seed;
}

std::vector<std::string> split_patterns(const std::vector<std::string>& lists) {
  std::vector<std::string> patterns;
  for (const std::string& list : lists) {
    for (std::size_t begin = 0; begin <= list.size();) {
      const std::size_t end = std::min(list.find(',', begin), list.size());
      if (end > begin) patterns.push_back(list.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  if (patterns.empty() && !lists.empty())
    throw UsageError("--filter and --exclude need a pattern; see --list.");
  return patterns;
}

/// A text that a certificate has room for.
void check_printed(const std::string& option, const std::string& text) {
  constexpr std::size_t longest = 80;
  const std::size_t length = rig::report::columns(rig::report::visible(text));
  if (length > longest)
    throw UsageError(fmt::format("{}: the text has {} characters; the certificate has room for {}.", option,
                                 length, longest));
}
}  // namespace

std::optional<CommandLine> parse_command_line(int argc, char** argv) {
  CommandLine line;
  CLI::App app{"Runs the conformance suite of a contest against a DUT.", "certify"};
  app.footer(examples());
  app.allow_extras();
  std::vector<std::string> filter;
  std::vector<std::string> exclude;
  std::vector<std::string> settings;
  std::string level;
  std::string seed_text;
  bool declared_reset = false;
  std::string reset = "none";
  std::optional<double> settle;
  bool fail_fast = false;
  bool list = false;
  bool list_faults = false;
  bool requirements = false;
  bool markdown = false;
  line.reports = "reports";
  app.add_option("--contest", line.options.contest, "The rule book: " + contest_names());
  app.add_option("--board", line.options.board,
                 "aut-trax: the board's size, 8 or more, or 0 for no limit; by default both, as each case "
                 "needs it. ustc: "
                 "14 (default) or 20");
  app.add_option("--set", settings,
                 "What the contest leaves to its host, as in tie=draw: " + setting_names());
  app.add_option(
         "--capacity", line.options.capacity,
         "Columns and rows that the board holds, where the contest's board is endless; cases beyond are not "
         "applicable")
      ->check(CLI::Range(8, 1000000));
  app.add_option("--dut", line.options.dut, "What to test (see below)");
  app.add_option("--team", line.options.team,
                 "The assigned team code or name; without it any printable one passes");
  app.add_option("--team-name", line.team_name, "Whose DUT this is: a free text for the certificate");
  app.add_option("--label", line.label, "What this run or design is called: a free text for the certificate");
  app.add_option("--filter", filter, "Only cases whose id or requirement matches: 'Pass.*,ICFPT14-INIT-*'");
  app.add_option("--exclude", exclude, "Not these");
  app.add_option("--level", level,
                 "Only cases of requirements at least this binding: mandatory, recommended");
  auto* seed =
      app.add_option("--seed", seed_text, "Where all randomness comes from (default: drawn and printed)");
  auto* games = app.add_option("--games", line.options.games, "Games for each seat and opponent")
                    ->capture_default_str()
                    ->check(CLI::Range(1, 10000));
  app.add_option("--jobs", line.jobs, "Worker processes (default: one per processor; one in real time)")
      ->check(CLI::Range(1, 256));
  auto* fast =
      app.add_flag("--fail-fast", fail_fast,
                   "Stop after the first case that fails a mandatory clause; the others are not run");
  auto* most = app.add_option("--max-failures", line.max_failures, "The same after so many such cases")
                   ->check(CLI::Range(1, 10000));
  fast->excludes(most);
  app.add_flag("--declared-reset", declared_reset, "The board was declared to be hard-reset between matches");
  auto* reset_option = app.add_option(
      "--reset", reset, "How a board on a wire is reset before each case: dtr, rts, command:…, ask, none");
  reset_option->capture_default_str();
  app.add_option(
         "--settle", settle,
         "Seconds from power-on, a reset, and opening a port, until the board is ready (default: 0.1; "
         "RTL: as its description says, or 0.001)")
      ->check(CLI::Range(0.0, 600.0));
  auto* scale = app.add_option("--timeout-scale", line.options.timeout_scale,
                               "Stretches every deadline; no certificate")
                    ->capture_default_str()
                    ->check(CLI::Range(0.001, 1000.0));
  app.add_option("--reports", line.reports, "Folder for the reports that are not named below; '' for none")
      ->capture_default_str();
  app.add_option("--html", line.html, "Where to write the HTML page");
  app.add_option("--json", line.json, "Where to write the JSON report");
  app.add_option("--junit", line.junit, "Where to write the JUnit XML");
  app.add_option("--transcript", line.transcript, "Where to write the transcript (the evidence)");
  app.add_flag("--strict", line.strict, "Exit status 3 for a certificate with reservations");
  app.add_flag("--quiet", line.quiet, "Print a line for each case that failed, and the verdict");
  app.add_flag("--list", list, "List the cases and exit");
  app.add_flag("--list-faults", list_faults,
               "List the deliberate faults and the cases that catch them, and exit");
  app.add_option("--fault-matrix", line.matrix,
                 "Run the suite on every deliberate fault, print which case catches which, write it here; "
                 "'-': only print");
  auto* list_requirements =
      app.add_flag("--requirements", requirements, "List the requirements of the contest, and exit");
  app.add_flag("--markdown", markdown, "With --requirements: as the tables of docs/clauses.md")
      ->needs(list_requirements);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    app.exit(help);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
  for (const std::string& extra : app.remaining()) refuse_extra(app, extra);
  if (!std::isfinite(line.options.timeout_scale))
    throw UsageError("--timeout-scale: a finite number is needed.");
  if (seed->count() > 0) line.options.seed = parse_seed(seed_text);
  if (!level.empty()) line.selection.level = parse_level(level);
  line.options.set = rig::contest::named_settings(settings);
  line.selection.only = split_patterns(filter);
  line.selection.without = split_patterns(exclude);
  line.options.resets = declared_reset ? ResetPolicy::declared : ResetPolicy::none_needed;
  line.options.board_reset = rig::parse_reset(reset);
  if (settle) line.options.board_reset.settle = duration_of_seconds(*settle);
  if (fail_fast) line.max_failures = 1;
  for (const CLI::Option* option : {seed, games, reset_option, scale}) {
    if (option->count() > 0) line.given.insert(option->get_lnames().front());
  }
  if (list) line.listing = Listing::cases;
  if (list_faults) line.listing = Listing::faults;
  if (requirements) line.listing = markdown ? Listing::clauses_page : Listing::requirements;
  check_printed("--team-name", line.team_name);
  check_printed("--label", line.label);
  for (int i = 1; i < argc; ++i) line.text += " " + shell_quoted(argv[i]);
  line.text.insert(0, "scripts/certify");
  return line;
}

void require_option(const std::string& value, const std::string& option, const std::string& example) {
  if (value.empty()) throw UsageError(fmt::format("{} is missing, as in {} {}.", option, option, example));
}

}  // namespace conformance
