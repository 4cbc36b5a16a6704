#include "conformance/run/command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "conformance/run/divided/part.hpp"
#include "conformance/run/identity.hpp"
#include "conformance/suite/span.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/program/own_command.hpp"
#include "rig/base/program/version.hpp"
#include "rig/base/suggestion.hpp"
#include "rig/base/text.hpp"
#include "rig/base/visible.hpp"
#include "rig/dut/dut.hpp"
#include "rig/game/examples.hpp"

namespace conformance {

using rig::shell_quoted;
using rig::UsageError;

namespace {

std::string examples() {
  std::string text =
      "Examples:\n"
      "  a board before the contest   certify --contest {contest} --dut rtl:{model}\n"
      "  its certificate, named       certify --contest {contest} --dut rtl:{model} --team-name Rook\n"
      "  a board on a serial port     certify --contest {contest} --dut serial:/dev/ttyUSB0\n"
      "  a program                    certify --contest {contest} --dut 'exec:./my-player --stdio'\n"
      "{more}"
      "  one case again               certify --contest {contest} --dut rtl:{model} --filter "
      "Pass.WhenItMust\n"
      "  an old run, judged again     certify --dut "
      "transcript:reports/{contest}_rtl-{model}/transcript.jsonl\n"
      "  a slow board, 15 minutes     certify --contest {contest} --dut serial:/dev/ttyUSB0 --budget 15m\n"
      "  in CI                        certify --contest {contest} --dut rtl:my.toml --quiet --junit "
      "junit.xml\n"
      "  a change, compared           certify --contest {contest} --dut rtl:my.toml --baseline old.json "
      "--expect known.toml\n\n"
      "DUTs:\n";
  rig::replace_all(text, "{more}", rig::game::examples_for("certify"));
  text = rig::game::with_examples(text);
  for (const std::string& kind : rig::dut::dut_kinds()) text += "  " + kind + "\n";
  text +=
      "\nExit status: 0 certified, with reservations or without (with them and --strict: 3);\n"
      "1 not conformant; 2 usage; 3 the rig could not tell (if 1 and 3 apply: 1).\n"
      "With --baseline or --expect: 0 the gate lets the change pass; 1 it does not.\n"
      "A run narrowed by --filter, --exclude, --budget or --timeout-scale is partial and no certificate.";
  return text;
}

/// The options of a run that the user named, as they were typed.
using Typed = std::vector<std::pair<const RunOption*, const CLI::Option*>>;

/// The options of a run, from their table.
Typed add_run_options(CLI::App& app) {
  Typed added;
  for (const RunOption& option : run_options()) {
    const std::string name = "--" + option.name;
    if (option.takes == Takes::nothing) {
      added.emplace_back(&option, app.add_flag(name, option.help));
      continue;
    }
    CLI::Option* typed = app.add_option(name, option.help)->type_name(option.value);
    if (!option.usual.empty()) typed->default_str(option.usual);
    if (option.takes == Takes::values) typed->expected(1, -1)->allow_extra_args();
    if (option.takes == Takes::each) typed->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    added.emplace_back(&option, typed);
  }
  return added;
}

void read_run_options(const Typed& options, CommandLine& line) {
  for (const auto& [option, typed] : options) {
    if (typed->count() == 0) continue;
    line.given.insert(option->name);
    if (option->takes == Takes::nothing) {
      option->parse(line.options, {typed->as<bool>() ? "yes" : "no"});
    } else {
      option->parse(line.options, typed->results());
    }
  }
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

/// A list without a pattern has none, or the word after it.
void check_patterns(const std::vector<std::string>& patterns) {
  const auto is_none = [](const std::string& word) { return word.empty() || word.starts_with("-"); };
  if (std::any_of(patterns.begin(), patterns.end(), is_none))
    throw UsageError("--filter and --exclude need a pattern; see --list.");
}

/// A text that a certificate has room for.
void check_printed(const std::string& option, const std::string& text) {
  constexpr std::size_t longest = 80;
  const std::size_t length = rig::columns(rig::visible(text));
  if (length > longest)
    throw UsageError(fmt::format("{}: the text has {} characters; the certificate has room for {}.", option,
                                 length, longest));
}

/// A seed that was not given is drawn when the run begins.
void choose_seed(const CLI::App& app, CommandLine& line) {
  line.seed_chosen = line.given.contains("seed") ? "given" : "drawn";
  if (app.count("--seed-from") == 0) return;
  if (line.seed_from.empty())
    throw UsageError("--seed-from: the text is empty: everybody could know its seed.");
  line.seed_chosen = "derived";
  line.options.seed = seed_from_text(line.seed_from);
  line.given.insert("seed");
}

/// Those of the gate stand beside a run of the suite.
void check_gate(const CommandLine& line) {
  const std::pair<const char*, bool> options[] = {{"--baseline", !line.baseline.empty()},
                                                  {"--expect", !line.expect.empty()},
                                                  {"--annotate", !line.annotate.empty()}};
  for (const auto& [option, given] : options) {
    if (given && (line.listing != Listing::none || !line.matrix.empty()))
      throw UsageError(fmt::format("{}: a list or a matrix is no run of the suite.", option));
  }
  const std::vector<std::string> known = {"github"};
  if (!line.annotate.empty() && line.annotate != known.front())
    throw UsageError("--annotate: " + rig::unknown_value("CI system", line.annotate, known));
}

/// What is no run is in no log.
void check_log(const CommandLine& line) {
  if (!line.log.empty() && (line.listing != Listing::none || line.plan))
    throw UsageError("--log: a list or a plan is no run of the suite.");
}

/// A run may be short of time; what is no run has none.
void check_budget(CommandLine& line, const std::string& budget) {
  if (!budget.empty()) line.budget = time_from("budget", budget);
  const bool has_soak = line.given.contains("soak");
  const bool is_list = line.listing != Listing::none;
  if ((line.budget || line.plan) && (is_list || !line.matrix.empty()))
    throw UsageError(
        fmt::format("--{}: a list or a matrix is no run of the suite.", line.plan ? "plan" : "budget"));
  if (has_soak && (!line.matrix.empty() || line.plan || (is_list && line.listing != Listing::cases)))
    throw UsageError("--soak: games are played after a run of the suite, and this is none.");
  if (line.budget && line.options.dut.starts_with("transcript:"))
    throw UsageError("--budget: the cases of a recorded run are those that were recorded.");
  if (line.plan && (!line.options.dut.empty() || !line.options.referee.empty()))
    throw UsageError("--plan: no DUT is run; leave --dut and --referee out.");
}

/// What a run is held against beside the clauses. What `allowed` becomes is read after the line.
void add_gate_options(CLI::App& app, CommandLine& line, std::string& allowed) {
  CLI::Option* baseline = app.add_option(
      "--baseline", line.baseline,
      "Compare the run with an earlier one, by its JSON report: reply by reply, in clock cycles; "
      "its seed is used");
  app.add_option("--allow", allowed, "By how much a reply may take longer than in the baseline")
      ->default_str("0%")
      ->needs(baseline);
  app.add_option(
      "--expect", line.expect,
      "Known failures (FILE.toml), each with a reason and a last day: they do not fail the gate, but one "
      "that passes does");
  app.add_option("--annotate", line.annotate,
                 "Also print failures as commands to a CI system: github (::error file=…)");
}

/// For a farm: --jobs says how many parts there are.
void add_farm_options(CLI::App& app, CommandLine& line) {
  CLI::Option* parts = app.add_option(
      "--parts", line.parts,
      "Gather a run that was made in parts (--jobs of them) from this folder; with --part, make one");
  app.add_option("--part", line.part,
                 "Run what the worker of this number would run, and leave it in --parts; exit status 0, or "
                 "75 if another try may help")
      ->check(CLI::Range(1, 256))
      ->needs(parts);
}

/// What is kept of RTL. The texts are read after the line.
struct WaveTexts {
  std::string when;
  std::string window;
  std::string limit;
};

void add_wave_options(CLI::App& app, CommandLine& line, WaveTexts& texts) {
  CLI::Option* wave =
      app.add_option("--wave", texts.when,
                     "RTL: write waveforms (FST) of which cases: never, fail, always; such a case is "
                     "simulated again")
          ->default_str("never");
  app.add_option("--wave-window", texts.window, "How much is written before the failure and after it")
      ->default_str("20ms,5ms")
      ->needs(wave);
  app.add_option("--wave-limit", texts.limit, "Largest size of a waveform; the window shrinks if it has to")
      ->default_str("64M")
      ->needs(wave);
  app.add_flag(
      "--coverage", line.coverage,
      "RTL: count which lines and toggles of the design the cases reach (lcov's format); takes many times "
      "as long");
}

void read_wave_options(const WaveTexts& texts, CommandLine& line) {
  for (const auto& [option, given] :
       {std::pair("--wave", !texts.when.empty()), std::pair("--coverage", line.coverage)}) {
    if (given && (line.listing != Listing::none || !line.matrix.empty()))
      throw UsageError(fmt::format("{}: a list or a matrix is no run of the suite.", option));
  }
  if (!texts.when.empty()) line.waves.when = wave_when_from(texts.when);
  if (!texts.window.empty()) read_wave_window(texts.window, line.waves);
  if (!texts.limit.empty()) line.waves.limit = wave_limit_from(texts.limit);
}

/// What is started from here finds it neither in its own environment nor in that of this process.
std::string take_from_environment(const char* name) {
  char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): the only thread
  if (value == nullptr) return {};
  std::string taken = value;
  std::fill_n(value, taken.size(), '\0');
  ::unsetenv(name);  // NOLINT(concurrency-mt-unsafe)
  return taken;
}

}  // namespace

std::optional<CommandLine> parse_command_line(int argc, char** argv) {
  CommandLine line;
  line.signing_key = take_from_environment("RIG_SIGNING_KEY");
  CLI::App app{"Runs the conformance suite of a contest against a DUT.", "certify"};
  app.footer(examples());
  app.allow_extras();
  app.set_version_flag("--version", rig::version_text("certify"), "Print version and commit, and exit");
  std::string level;
  bool fail_fast = false;
  bool list = false;
  bool list_faults = false;
  bool requirements = false;
  bool markdown = false;
  line.reports = "reports";
  const Typed run_options = add_run_options(app);
  app.add_option("--team-name", line.team_name, "Whose DUT this is: a free text for the certificate");
  app.add_option("--label", line.label, "What this run or design is called: a free text for the certificate");
  app.add_option("--bitstream", line.bitstream,
                 "The file with which the board was configured: its hash is in the reports");
  app.add_option("--seed-from", line.seed_from,
                 "A text from which the seed is derived, published after the last change of a DUT")
      ->excludes(app.get_option("--seed"));
  app.add_flag("--sign", line.sign,
               "Sign the run at its end, with the key whose path is in $RIG_SIGNING_KEY (as rig sign does)");
  app.add_option(
      "--log", line.log,
      "Record in this file that the run began and how it ended, signed with the same key (rig log)");
  app.add_flag("--again", line.again,
               "With --dut transcript:FILE: repeat the recorded run, and do not judge the record; needs "
               "--transcript");
  app.add_option("--filter", line.selection.only,
                 "Only cases whose id or requirement matches: 'Pass.*,*-INIT-*'")
      ->delimiter(',');
  app.add_option("--exclude", line.selection.without, "Leave out cases that match")->delimiter(',');
  app.add_option("--level", level,
                 "Only cases of requirements of at least this level: mandatory, recommended");
  std::string budget;
  app.add_option(
         "--budget", budget,
         "Time for the suite (90s, 15m, 1h30m): the cases that catch most faults in it, mandatory clauses "
         "first; partial if a case is left out")
      ->type_name("TIME");
  app.add_flag("--plan", line.plan,
               "Print about how many exchanges each case takes and which faults it catches, and exit");
  app.add_option("--jobs", line.jobs, "Worker processes (default: one per processor; one in real time)")
      ->check(CLI::Range(1, 256));
  add_farm_options(app, line);
  auto* fast =
      app.add_flag("--fail-fast", fail_fast,
                   "Stop after the first case that fails a mandatory clause; the others are not run");
  auto* most = app.add_option("--max-failures", line.max_failures, "The same after this number of such cases")
                   ->check(CLI::Range(1, 10000));
  fast->excludes(most);
  app.add_option(
         "--sandbox", line.sandbox,
         "Run programs under test in a sandbox (bubblewrap): auto: if this machine can; require: else not "
         "at all; off")
      ->check(CLI::IsMember({"auto", "require", "off"}))
      ->capture_default_str();
  app.add_option("--sandbox-show", line.sandbox_shows,
                 "A file or folder that they may read in it, besides the system and their own folder")
      ->type_name("PATH")
      ->allow_extra_args(false);
  auto* reports = app.add_option("--reports", line.reports,
                                 "Folder for the reports that are not named below; '' for none")
                      ->capture_default_str();
  app.add_option("--html", line.html, "Where to write the HTML page");
  app.add_option("--json", line.json, "Where to write the JSON report");
  app.add_option("--junit", line.junit, "Where to write the JUnit XML");
  app.add_option("--transcript", line.transcript, "Where to write the transcript (the evidence)");
  app.add_flag("--strict", line.strict, "Exit status 3 for a certificate with reservations");
  app.add_flag("--quiet", line.quiet, "Print a line for each case that failed, and the verdict");
  WaveTexts waves;
  add_wave_options(app, line, waves);
  std::string allowed;
  add_gate_options(app, line, allowed);
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
    for (const std::string& extra : app.remaining()) {
      if (line.sign && extra.ends_with(".key"))
        throw UsageError(
            fmt::format("--sign takes no value, for every program can read a command line: "
                        "RIG_SIGNING_KEY={} certify …, or rig sign DIR --key {} afterwards.",
                        extra, extra));
      refuse_extra(app, extra);
    }
    read_run_options(run_options, line);
  } catch (const CLI::Success& help) {
    app.exit(help);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
  if (!level.empty()) line.selection.level = parse_level(level);
  check_patterns(line.selection.only);
  check_patterns(line.selection.without);
  if (fail_fast) line.max_failures = 1;
  if (list) line.listing = Listing::cases;
  if (list_faults) line.listing = Listing::faults;
  if (requirements) line.listing = markdown ? Listing::clauses_page : Listing::requirements;
  check_printed("--team-name", line.team_name);
  check_printed("--label", line.label);
  choose_seed(app, line);
  check_gate(line);
  check_budget(line, budget);
  check_log(line);
  check_parts(line);
  read_wave_options(waves, line);
  if (!allowed.empty()) line.allowance = allowance_from(allowed);
  if (line.again && line.transcript.empty())
    throw UsageError("--again: --transcript is missing, which says where the new transcript goes.");
  if (line.again && reports->count() == 0) line.reports.clear();  // those of the run that is repeated stay
  for (int i = 1; i < argc; ++i) line.text += " " + shell_quoted(argv[i]);
  line.text.insert(0, rig::own_command("certify"));
  return line;
}

void require_option(const std::string& value, const std::string& option, const std::string& example) {
  if (value.empty())
    throw UsageError(
        fmt::format("{} is missing, as in {} {}.", option, option, rig::game::with_examples(example)));
}

}  // namespace conformance
