/// certify: runs the conformance suite of a contest against a DUT and says whether it is certified.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <random>
#include <set>
#include <thread>

#include "conformance/clauses_page.hpp"
#include "conformance/faults.hpp"
#include "conformance/lists.hpp"
#include "conformance/matrix.hpp"
#include "conformance/plan.hpp"
#include "conformance/replay.hpp"
#include "conformance/run.hpp"
#include "conformance/same_team.hpp"
#include "conformance/worker.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/text.hpp"
#include "rig/contest/settings.hpp"
#include "rig/link/exec/command_line.hpp"
#include "rig/link/files/run_folder.hpp"
#include "rig/match/dut.hpp"
#include "rig/report/console.hpp"
#include "rig/report/html.hpp"
#include "rig/report/json.hpp"
#include "rig/report/junit.hpp"
#include "rig/report/ticker.hpp"
#include "rig/report/visible.hpp"
#include "rig/report/write.hpp"

namespace {

using namespace conformance;
using rig::RigError;
using rig::shell_quoted;
using rig::UsageError;
using rig::report::CaseRecord;
using rig::report::RunRecord;

enum class Listing { none, cases, faults, requirements, clauses_page };

/// The command line, as the user wrote it.
struct CommandLine {
  RunOptions options;
  Selection selection;
  Listing listing = Listing::none;
  bool seed_given = false;
  bool games_given = false;
  bool scale_given = false;
  bool reset_given = false;
  int jobs = 0;          // 0: as many as suits the link
  int max_failures = 0;  // 0: a run goes on whatever fails
  bool quiet = false;
  bool strict = false;
  std::string team_name;  // these two are printed and change nothing
  std::string label;
  std::string reports;  // the folder for reports that are not named one by one
  std::string junit;
  std::string json;
  std::string html;
  std::string transcript;
  std::string matrix;  // where to write the fault matrix; empty: an ordinary run
  std::string text;    // the whole line, for the record
};

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

/// Empty: `--help` was answered.
std::optional<CommandLine> parse(int argc, char** argv) {
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
  line.seed_given = seed->count() > 0;
  line.games_given = games->count() > 0;
  line.reset_given = reset_option->count() > 0;
  line.scale_given = scale->count() > 0;
  if (list) line.listing = Listing::cases;
  if (list_faults) line.listing = Listing::faults;
  if (requirements) line.listing = markdown ? Listing::clauses_page : Listing::requirements;
  check_printed("--team-name", line.team_name);
  check_printed("--label", line.label);
  for (int i = 1; i < argc; ++i) line.text += " " + shell_quoted(argv[i]);
  line.text.insert(0, "scripts/certify");
  return line;
}

void require(const std::string& value, const std::string& option, const std::string& example) {
  if (value.empty()) throw UsageError(fmt::format("{} is missing, as in {} {}.", option, option, example));
}

/// A replay takes its options from the transcript; what the user gives beside must not contradict it.
std::optional<Replay> adopt_transcript(CommandLine& line) {
  const rig::match::DutName dut = rig::match::parse_dut_name(line.options.dut);
  if (dut.scheme != "transcript") return std::nullopt;
  if (!line.transcript.empty()) {
    throw UsageError(
        "--transcript: a replay is no new evidence; the transcript replayed is the one to keep.");
  }
  Replay replay = read_replay(dut.target);
  RunOptions recorded = replay.options;
  const auto refuse = [&](bool differs, const std::string& option, const std::string& value) {
    if (differs)
      throw UsageError(
          fmt::format("The transcript was recorded with {} {}; a replay cannot change it.", option, value));
  };
  const RunOptions& given = line.options;
  refuse(!given.contest.empty() && given.contest != recorded.contest, "--contest", recorded.contest);
  refuse(given.board && given.board != recorded.board, "--board",
         recorded.board ? std::to_string(*recorded.board) : "left out");
  refuse(!given.set.empty() && given.set != recorded.set, "--set", to_words(recorded).at("set"));
  refuse(given.capacity && given.capacity != recorded.capacity, "--capacity",
         recorded.capacity ? std::to_string(*recorded.capacity) : "left out");
  refuse(!given.team.empty() && given.team != recorded.team, "--team", "\"" + recorded.team + "\"");
  refuse(line.seed_given && given.seed != recorded.seed, "--seed", fmt::format("{}", recorded.seed));
  refuse(line.games_given && given.games != recorded.games, "--games", fmt::format("{}", recorded.games));
  refuse(line.scale_given && given.timeout_scale != recorded.timeout_scale, "--timeout-scale",
         fmt::format("{}", recorded.timeout_scale));
  refuse(line.reset_given && rig::to_string(given.board_reset) != rig::to_string(recorded.board_reset),
         "--reset", rig::to_string(recorded.board_reset));
  refuse(given.board_reset.settle && given.board_reset.settle != recorded.board_reset.settle, "--settle",
         recorded.board_reset.settle ? to_words(recorded).at("settle") : "left out");
  refuse(given.resets == ResetPolicy::declared && recorded.resets != ResetPolicy::declared, "no",
         "--declared-reset");
  recorded.dut = line.options.dut;
  line.options = recorded;
  line.seed_given = true;
  return replay;
}

/// The name of a folder for a run's reports. One that says less than what it is made of (it was cut, or other
/// characters were replaced than the colon after the kind of link) ends in a hash of that.
std::string folder_name(const std::string& contest, const std::string& dut) {
  constexpr std::size_t longest = 80;
  constexpr std::size_t hash_digits = 8;
  const std::string whole = contest + "_" + dut;
  const std::size_t colon = whole.find(':');
  std::string name;
  bool faithful = whole.size() <= longest;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const char c = whole[i];
    const bool keep = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-';
    faithful = faithful && (keep || i == colon);
    if (keep || !name.ends_with('-')) name += keep ? c : '-';
  }
  if (faithful) return name;
  return name.substr(0, longest) + "-" + rig::report::sha256_hex(rig::to_bytes(whole)).substr(0, hash_digits);
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  static_cast<void>(std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts));
  return text;
}

std::string clock_name(rig::ClockKind kind) {
  switch (kind) {
    case rig::ClockKind::simulated: return "simulated";
    case rig::ClockKind::virtual_time: return "virtual";
    case rig::ClockKind::monotonic: return "monotonic";
  }
  return "?";
}

/// One whole run, from the command line to the exit status.
class Run {
 public:
  explicit Run(CommandLine line) : line_(std::move(line)), console_(std::cout, {.quiet = line_.quiet}) {}

  int perform() {
    std::optional<rig::report::Ticker> ticker;
    if (console_.shows_progress())
      ticker.emplace(std::chrono::milliseconds(250), [this] { console_.tick(); });
    prepare();
    console_.begin(record_, plan_.cases.size());
    const auto begun = std::chrono::steady_clock::now();
    rig::report::TranscriptWriter transcript(replay_ ? "" : report_path(line_.transcript, "transcript.jsonl"),
                                             transcript_header());
    plan_.transcript = &transcript;
    RunResult result =
        run_plan(plan_, [&](const CaseRecord& ended) { console_.case_ended(completed(ended)); });
    record_.wall_time = std::chrono::steady_clock::now() - begun;
    assemble(result);
    write_all(transcript);
    console_.summary(record_, written_);
    return rig::report::exit_status(record_);
  }

 private:
  void prepare() {
    require(line_.options.dut, "--dut", "rtl:blokus_duo");
    const auto replayed = adopt_transcript(line_);
    require(line_.options.contest, "--contest", "icfpt2014");
    const rig::contest::Contest& contest = contest_of(line_.options);
    if (!line_.seed_given) line_.options.seed = std::random_device{}();
    check_team(contest);
    if (line_.options.capacity && !contest.endless)
      throw UsageError(
          fmt::format("--capacity: the board of {} has a size; --capacity is for boards without one.",
                      line_.options.board ? "this run" : contest.name));
    const Catalogue catalogue = load_catalogue(contest.name);
    chosen_ = select_cases(catalogue, line_.selection, line_.options.resets);
    record_.partial = reasons_for_partial(line_.selection, line_.options);
    if (replayed) narrow_to(replayed->transcript.header);
    for (const CaseEntry* entry : chosen_) {
      blanks_[entry->id()] = blank_record(*entry, catalogue);
      // A case that the recorded run did not come to is not run in its replay either.
      if (!replayed || replayed->transcript.segments.contains(entry->id()))
        plan_.cases.push_back(entry->id());
    }
    plan_.options = line_.options;
    replay_ = replayed.has_value();
    fill_record(contest, catalogue);
    if (replayed) name_recorded(*replayed);
    if (!replay_) look_at_dut(contest);
    plan_.jobs = jobs();
    plan_.max_failures = line_.max_failures;
    plan_.fails = [this](const CaseRecord& one) { return fails_a_mandatory_clause(one); };
    plan_.kept = folder_for_kept_starts();
    plan_.say = [this](const std::string& what) { console_.say(what); };
    plan_.begins = [this](const std::string& id) { console_.case_begins(id); };
    plan_.doing = [this](const std::string& what) { console_.doing(what); };
  }

  void check_team(const rig::contest::Contest& contest) const {
    const std::string& team = line_.options.team;
    const rig::contest::TeamText& allowed = contest.team;
    if (team.empty()) return;
    if (allowed.longest == 0) throw UsageError(fmt::format("--team: {} assigns no team code.", contest.name));
    const char least = allowed.blanks ? ' ' : '!';
    const bool printable =
        std::all_of(team.begin(), team.end(), [&](char c) { return c >= least && c < 0x7f; });
    if (!printable)
      throw UsageError(fmt::format("--team: {} is printable ASCII{}.", allowed.words,
                                   allowed.blanks ? "" : " without blanks"));
    if (team.size() >= allowed.shortest && team.size() <= allowed.longest) return;
    const std::string length = allowed.shortest == allowed.longest
                                   ? std::to_string(allowed.longest)
                                   : fmt::format("{} to {}", allowed.shortest, allowed.longest);
    throw UsageError(
        fmt::format("--team \"{}\" has {} characters; {} has {}.", team, team.size(), allowed.words, length));
  }

  /// A replay can only hold the cases that were recorded.
  void narrow_to(const rig::report::TranscriptHeader& recorded) {
    const std::size_t before = chosen_.size();
    std::erase_if(chosen_, [&](const CaseEntry* entry) {
      return std::find(recorded.plan.begin(), recorded.plan.end(), entry->id()) == recorded.plan.end();
    });
    if (chosen_.empty()) throw UsageError("None of these cases was recorded in the transcript.");
    if (chosen_.size() < before && recorded.partial.empty()) {
      record_.partial.push_back(fmt::format("the transcript holds {} of {} cases", chosen_.size(), before));
    }
    for (const std::string& reason : recorded.partial) {
      if (std::find(record_.partial.begin(), record_.partial.end(), reason) == record_.partial.end()) {
        record_.partial.push_back(reason);
      }
    }
  }

  void fill_record(const rig::contest::Contest& contest, const Catalogue& catalogue) {
    record_.program_version = CONTEST_RIG_VERSION;
    record_.contest = contest.name;
    record_.contest_title = contest.title;
    record_.codes = contest.codes;
    record_.dut = line_.options.dut;
    record_.team_name = line_.team_name;
    record_.label = line_.label;
    record_.strict = line_.strict;
    record_.seed = line_.options.seed;
    record_.started = utc_now();
    record_.command = line_.text;
    for (const auto& [name, value] : to_words(line_.options)) {
      const bool told_elsewhere = name == "contest" || name == "dut" || name == "seed" || name == "set";
      const bool not_of_this_contest = (name == "board" && !line_.options.board) ||
                                       (name == "capacity" && !line_.options.capacity) ||
                                       (name == "settle" && !line_.options.board_reset.settle);
      if (!told_elsewhere && !not_of_this_contest) record_.settings.push_back({name, value});
    }
    if (line_.max_failures > 0)
      record_.settings.push_back({"max-failures", std::to_string(line_.max_failures)});
    for (const rig::contest::Setting& setting : contest.settings)
      record_.settings.push_back({setting.name, setting.value});
    record_.requirements = blank_requirements(catalogue, line_.options.resets);
    for (const MatrixRow& row : known_matrix(contest.name)) {
      for (const std::string& id : row.caught) {
        std::vector<std::string>& faults = record_.faults_caught[id];
        if (std::find(faults.begin(), faults.end(), row.fault) == faults.end()) faults.push_back(row.fault);
      }
    }
  }

  /// A replay's report is about the DUT that was recorded, and says that it was not run again.
  void name_recorded(const Replay& replay) {
    const rig::report::TranscriptHeader& header = replay.transcript.header;
    record_.dut = header.dut;
    record_.replay = {{replay.path, header.program_version}};
    const auto& segments = replay.transcript.segments;
    if (!segments.empty()) note_link(rig::report::link_in_segment_line(segments.begin()->second.front()));
  }

  /// Opens the DUT once before any worker does, so that what the user mistyped is told as such.
  void look_at_dut(const rig::contest::Contest& contest) {
    rig::match::check_dut(line_.options.dut, line_.options.board_reset);
    const rig::match::DutName name = rig::match::parse_dut_name(line_.options.dut);
    if (line_.options.board_reset.settle && !rig::match::settles(name)) {
      throw UsageError(
          fmt::format("--settle: a DUT of kind {} has no port to open and no board to reset.", name.scheme));
    }
    if (!rig::match::opens_once(name)) {
      console_.doing(opening_text(line_.options.dut));
      const rig::match::OpenOptions how{contest, line_.options.seed, line_.options.board_reset, {}};
      if (contest.files) {
        note_link(rig::match::open_files_dut(line_.options.dut, how)->info());
      } else {
        note_link(rig::match::open_dut(line_.options.dut, how)->info());
      }
    } else if (line_.jobs > 1) {
      throw UsageError(
          fmt::format("--jobs {}: there is one board, and it talks to one at a time.", line_.jobs));
    }
  }

  void note_link(const rig::LinkInfo& info) {
    record_.far_end = rig::match::kind_of_far_end(info.name);
    record_.link_description = info.description;
    record_.link_facts = info.facts;
    record_.clock = clock_name(info.clock_kind);
    record_.uncertainty = info.uncertainty;
    record_.hold_back = info.hold_back;
  }

  int jobs() const {
    if (line_.jobs > 0) return line_.jobs;
    if (!rig::match::keeps_own_time(rig::match::parse_dut_name(line_.options.dut))) return 1;
    return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 16U));
  }

  /// The record of a case that came from a worker, with what the parent knows: a dead worker's case has only
  /// its id, and every requirement it cites is in error.
  CaseRecord completed(CaseRecord record) const {
    const CaseRecord& blank = blanks_.at(record.id);
    record.title = blank.title;
    for (const auto& [id, tally] : blank.requirements) {
      rig::report::Tally& own = record.requirements[id];
      if (record.verdict == rig::Verdict::error) own.worst = rig::Verdict::error;
    }
    record.again =
        fmt::format("scripts/certify --contest {} --dut {} --seed {}{} --filter {}", line_.options.contest,
                    shell_quoted(line_.options.dut), line_.options.seed, other_options(), record.id);
    return record;
  }

  std::string other_options() const {
    const RunOptions& options = line_.options;
    std::string words;
    if (options.board) words += fmt::format(" --board {}", *options.board);
    for (const auto& [name, value] : options.set) words += fmt::format(" --set {}={}", name, value);
    if (options.capacity) words += fmt::format(" --capacity {}", *options.capacity);
    if (options.games != 1) words += fmt::format(" --games {}", options.games);
    if (!options.team.empty()) words += " --team " + shell_quoted(options.team);
    if (options.board_reset.method != rig::ResetBy::Method::none)
      words += " --reset " + shell_quoted(rig::to_string(options.board_reset));
    if (options.board_reset.settle) words += fmt::format(" --settle {}", to_words(options).at("settle"));
    if (options.resets == ResetPolicy::declared) words += " --declared-reset";
    if (options.timeout_scale != 1.0) words += fmt::format(" --timeout-scale {}", options.timeout_scale);
    return words;
  }

  void assemble(const RunResult& result) {
    record_.interrupted = result.interrupted;
    const std::string stopped = note_stop(result);
    record_.errors = result.errors;
    for (const CaseEntry* entry : chosen_) {
      const std::string id = entry->id();
      const auto found = result.records.find(id);
      const bool is_blank = found == result.records.end();
      record_.cases.push_back(is_blank ? blanks_.at(id) : completed(found->second));
      if (is_blank) record_.cases.back().reason = stopped;
    }
    const Requirement* same_team = load_catalogue(line_.options.contest).by_aspect("hello.same");
    if (same_team != nullptr) compare_teams(record_.cases, *same_team);
    const auto& first_lines = plan_.transcript->first_lines();
    if (!first_lines.empty()) note_link(rig::report::link_in_segment_line(first_lines.begin()->second));
    judge_whole_run(result);
    rig::report::conclude(record_);
  }

  /// Why cases were left out; empty: they were not. A run without them is no whole one.
  std::string note_stop(const RunResult& result) {
    if (!result.stopped) return {};
    const int most = line_.max_failures;
    const std::string why = fmt::format("stopped after {} failure{}", most, most == 1 ? "" : "s");
    record_.partial.push_back(fmt::format("--max-failures {}: {}", most, why));
    return why;
  }

  bool fails_a_mandatory_clause(const CaseRecord& one) const {
    return std::any_of(one.findings.begin(), one.findings.end(), [&](const rig::report::Finding& finding) {
      const bool mandatory =
          std::any_of(record_.requirements.begin(), record_.requirements.end(), [&](const auto& clause) {
            return clause.id == finding.requirement && clause.level == rig::report::Level::mandatory;
          });
      return finding.verdict == rig::Verdict::fail && mandatory;
    });
  }

  static bool is_given_up(const CaseRecord& one) {
    return one.verdict == rig::Verdict::not_run && one.reason == does_not_answer;
  }

  /// A DUT that has not played a single move of its own in a whole run has not shown that it can.
  void judge_whole_run(const RunResult& result) {
    std::map<std::string, std::uint64_t> done;
    for (const CaseRecord& one : record_.cases) {
      if (one.verdict == rig::Verdict::not_run && !is_given_up(one)) return;
      if (one.verdict == rig::Verdict::error) return;
      if (is_given_up(one)) continue;
      for (const auto& [what, count] : one.counts) done[what] += count;
    }
    const bool whole = record_.partial.empty() && !result.interrupted && result.errors.empty();
    if (!whole || done["games"] == 0 || done["moves"] > 0) return;
    const Catalogue catalogue = load_catalogue(record_.contest);
    const Requirement* const games = catalogue.by_aspect("game.whole");
    if (games == nullptr) return;
    const bool any_given_up = std::any_of(record_.cases.begin(), record_.cases.end(), is_given_up);
    for (CaseRecord& one : record_.cases) {
      const bool tells = any_given_up ? !is_given_up(one) : one.requirements.contains(games->id);
      if (!tells) continue;
      one.requirements[games->id].worst = one.verdict = rig::Verdict::fail;
      one.findings.push_back({rig::Verdict::fail,
                              games->id,
                              fmt::format("the DUT played no move of its own in {} games", done["games"]),
                              {},
                              {},
                              {},
                              "no move of its own"});
      return;
    }
  }

  std::string report_path(const std::string& named, const std::string& file) const {
    if (!named.empty()) return named;
    if (line_.reports.empty()) return {};
    return (std::filesystem::path(line_.reports) / folder_name(line_.options.contest, line_.options.dut) /
            file)
        .string();
  }

  /// Those of the run before are removed. Empty: nothing is kept.
  std::string folder_for_kept_starts() const {
    const bool on_disk = rig::match::plays_on_disk(rig::match::parse_dut_name(line_.options.dut));
    const std::string folder = on_disk ? report_path({}, "kept") : std::string();
    if (!folder.empty()) rig::remove_whatever_is_in_it(folder);
    return folder;
  }

  void write_all(rig::report::TranscriptWriter& transcript) {
    attempt([&] { write_transcript(transcript); });
    attempt([&] { write(report_path(line_.json, "report.json"), rig::report::to_json(record_)); });
    attempt([&] { write(report_path(line_.junit, "junit.xml"), rig::report::to_junit(record_)); });
    attempt([&] { write_page(report_path(line_.html, "report.html")); });
  }

  /// A report that cannot be written is an error of the run; the others are written all the same.
  template <typename F>
  void attempt(F&& write_one) {
    try {
      write_one();
    } catch (const RigError& error) {
      record_.errors.push_back(error.what());
    }
  }

  static void write(const std::string& path, const std::string& content) {
    if (!path.empty()) rig::report::write_report(path, content);
  }

  /// The report for people: its path is told.
  void write_page(const std::string& path) {
    write(path, rig::report::to_html(record_));
    if (!path.empty()) written_.push_back(path);
  }

  rig::report::TranscriptHeader transcript_header() const {
    return {{record_.program_version, record_.contest, record_.dut, record_.seed},
            to_words(line_.options),
            plan_.cases,
            record_.partial};
  }

  void write_transcript(rig::report::TranscriptWriter& transcript) {
    const rig::match::DutName dut = rig::match::parse_dut_name(line_.options.dut);
    const std::string path = replay_ ? dut.target : report_path(line_.transcript, "transcript.jsonl");
    if (path.empty()) return;
    if (!replay_) transcript.finish(record_.partial);
    record_.transcript_path = path;
    record_.transcript_sha256 = rig::report::sha256_file(path);
  }

  CommandLine line_;
  rig::report::Console console_;
  RunRecord record_;
  std::vector<std::string> written_;  // reports for people
  RunPlan plan_;
  std::vector<const CaseEntry*> chosen_;
  std::map<std::string, CaseRecord> blanks_;
  bool replay_ = false;
};

/// Every fault on every board that has it. A builtin player takes the whole suite each time. A design in
/// which a fault keeps a counter running is simulated clock by clock: it takes the fault's killer, and all
/// cases about the line when that is one.
class MatrixRun {
 public:
  explicit MatrixRun(const CommandLine& line)
      : line_(line), contest_(contest_of(line.options)), catalogue_(load_catalogue(contest_.name)) {
    const Selection& selection = line.selection;
    if (!selection.only.empty() || !selection.without.empty() || selection.level)
      throw UsageError(
          "--fault-matrix runs every case: --filter, --exclude and --level have no place beside it.");
    if (!line.html.empty() || !line.json.empty() || !line.junit.empty() || !line.transcript.empty())
      throw UsageError("--fault-matrix writes the matrix alone: name no other report beside it.");
    for (const CaseEntry* entry : select_cases(catalogue_, {}, ResetPolicy::none_needed))
      cases_.push_back(entry->id());
  }

  int perform() {
    std::vector<MatrixRow> rows;
    for (const Fault& fault : fault_table(contest_.name)) {
      for (const std::string& dut : fault.duts) {
        if (line_.options.dut.empty() || line_.options.dut == dut) rows.push_back(measure(dut, fault));
      }
    }
    if (rows.empty())
      throw UsageError(fmt::format("--dut {}: no fault of the table lives there.", line_.options.dut));
    std::cout << draw(rows, cases_);
    if (line_.matrix != "-") rig::report::write_report(line_.matrix, to_text(rows));
    std::vector<std::string> wrong = gaps(rows, fault_table(contest_.name),
                                          line_.options.dut.empty() ? cases_ : std::vector<std::string>());
    wrong.insert(wrong.end(), errors_.begin(), errors_.end());
    for (const std::string& sentence : wrong) std::cout << "\n" << sentence;
    std::cout << fmt::format("\n{} faults, {} cases\n", rows.size(), cases_.size());
    return wrong.empty() ? 0 : errors_.empty() ? 1 : 3;
  }

 private:
  MatrixRow measure(const std::string& dut, const Fault& fault) {
    MatrixRow row{dut, fault.name, {}, {}};
    RunPlan plan;
    plan.options = line_.options;
    if (fault.board) plan.options.board = fault.board;
    plan.options.dut = fmt::format("{}?fault={}", dut, fault.name);
    plan.cases = cases_for(dut, fault);
    plan.jobs = line_.jobs > 0 ? line_.jobs
                               : static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 16U));
    run(plan, row);
    if (!dut.starts_with("builtin:")) return row;
    plan.options.resets = ResetPolicy::declared;  // and the case that needs it
    std::erase_if(plan.cases, [](const std::string& id) { return id != "Rematch.AfterDeclaredReset"; });
    if (!plan.cases.empty()) run(plan, row);
    return row;
  }

  std::vector<std::string> cases_for(const std::string& dut, const Fault& fault) const {
    if (dut.starts_with("builtin:")) return cases_;
    std::vector<std::string> cases;
    for (const std::string& id : cases_) {
      const bool about_the_line = fault.killer.starts_with("Line.") && id.starts_with("Line.");
      if (id == fault.killer || about_the_line) cases.push_back(id);
    }
    return cases;
  }

  void run(const RunPlan& plan, MatrixRow& row) {
    const RunResult result = run_plan(plan, [](const CaseRecord&) {});
    if (result.interrupted) throw RigError("The fault matrix was interrupted; nothing was written.");
    for (const std::string& error : result.errors) errors_.push_back(plan.options.dut + ": " + error);
    for (const auto& [id, record] : result.records) {
      for (const rig::report::Finding& finding : record.findings) {
        if (finding.verdict == rig::Verdict::error)
          errors_.push_back(plan.options.dut + ", " + id + ": " + finding.summary);
        if (finding.verdict != rig::Verdict::fail) continue;
        row.caught.insert(id);
        row.requirements.insert(finding.requirement);
      }
    }
  }

  const CommandLine& line_;
  const rig::contest::Contest& contest_;
  Catalogue catalogue_;
  std::vector<std::string> cases_;
  std::vector<std::string> errors_;
};

void list_one(const CommandLine& line, const std::string& contest) {
  if (line.listing == Listing::faults) return list_faults(std::cout, contest);
  const Catalogue catalogue = load_catalogue(contest);
  if (line.listing == Listing::requirements) {
    list_requirements(std::cout, contest, catalogue, line.options.resets);
  } else {
    list_cases(std::cout, select_cases(catalogue, line.selection, line.options.resets), catalogue);
  }
}

/// Of the contest named, or of all.
int list(const CommandLine& line) {
  if (line.listing == Listing::clauses_page) {
    write_clauses_page(std::cout, line.options.contest.empty()
                                      ? rig::contest::contests()
                                      : std::vector<rig::contest::Contest>{contest_of(line.options)});
    return 0;
  }
  if (!line.options.contest.empty()) {
    list_one(line, contest_of(line.options).name);
    return 0;
  }
  const Selection& chosen = line.selection;
  if (!chosen.only.empty() || !chosen.without.empty())  // a pattern may fit one contest and no other
    require(line.options.contest, "--contest", "icfpt2014");
  for (const rig::contest::Contest& contest : rig::contest::contests()) {
    std::cout << contest.name << "  " << contest.title << "\n\n";
    list_one(line, contest.name);
    std::cout << "\n";
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  static_cast<void>(std::signal(SIGPIPE, SIG_IGN));  // a reader that goes away does not cost the reports
  try {
    if (argc == 2 && std::string_view(argv[1]) == "--worker") return worker_main();
    const std::optional<CommandLine> line = parse(argc, argv);
    if (!line) return 0;
    if (line->listing != Listing::none) return list(*line);
    if (!line->matrix.empty()) {
      require(line->options.contest, "--contest", "icfpt2014");
      return MatrixRun(*line).perform();
    }
    return Run(*line).perform();
  } catch (const UsageError& error) {
    std::cerr << "certify: " << error.what() << "\n";
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "certify: " << error.what() << "\n";
    return 3;
  }
}
