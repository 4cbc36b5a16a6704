#include "conformance/run/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "conformance/run/identity.hpp"
#include "conformance/run/last_failed.hpp"
#include "conformance/run/option_table.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/program/help_format.hpp"
#include "rig/base/program/own_command.hpp"
#include "rig/base/program/version.hpp"
#include "rig/base/suggestion.hpp"
#include "rig/base/text.hpp"
#include "rig/dut/dut.hpp"
#include "rig/dut/project_file.hpp"
#include "rig/game/examples.hpp"
#include "rig/game/modules.hpp"

namespace conformance {

using rig::shell_quoted;
using rig::UsageError;

namespace {

std::string examples() {
  std::string text =
      "Examples:\n"
      "  certify --contest {contest} --dut rtl:{model}   a board before the contest\n"
      "  certify --contest {contest} --dut rtl:{model} --team-name Rook   its certificate, named\n"
      "  certify --contest {contest} --dut serial:/dev/ttyUSB0   a board on a serial port\n"
      "  certify --contest {contest} --dut 'exec:./my-player --stdio'   a program\n"
      "{more}"
      "  certify --contest {contest} --dut rtl:{model} --filter Pass.WhenItMust   one case again\n"
      "  certify --dut transcript:reports/{contest}_rtl-{model}/transcript.jsonl   an old run, judged "
      "again\n"
      "  certify --contest {contest} --dut serial:/dev/ttyUSB0 --budget 15m   a slow board, 15 minutes\n"
      "  certify --contest {contest} --dut rtl:my.toml --quiet --junit junit.xml   in CI\n"
      "  certify --dut rtl:my.toml --baseline old.json --expect known.toml   a change, compared\n\n"
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

/// The options, each with its row.
using Typed = std::vector<std::pair<const LineOption*, const CLI::Option*>>;

Typed add_options(CLI::App& app) {
  Typed added;
  for (const LineOption& option : line_options()) {
    const std::string name = "--" + option.name;
    if (option.takes == Takes::nothing) {
      added.emplace_back(&option, app.add_flag(name, option.help)->group(option.section));
      continue;
    }
    CLI::Option* typed = app.add_option(name, option.help)->type_name(option.value)->group(option.section);
    if (!option.usual.empty()) typed->default_str(option.usual);
    if (option.takes == Takes::values) typed->expected(1, -1)->allow_extra_args();
    if (option.takes == Takes::each) typed->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    added.emplace_back(&option, typed);
  }
  return added;
}

/// Reads the values, in the order of the table, and holds the options against each other.
void read_options(const Typed& options, CommandLine& line) {
  std::set<std::string> with_a_value;
  for (const auto& [option, typed] : options) {
    if (typed->count() == 0) continue;
    line.given.insert(option->name);
    const bool is_flag = option->takes == Takes::nothing;
    if (is_flag && !typed->as<bool>()) continue;  // --strict=no
    const std::vector<std::string> values = is_flag ? std::vector<std::string>{"yes"} : typed->results();
    if (values != std::vector<std::string>{""}) with_a_value.insert(option->name);
    option->parse(line, values);
  }
  check_combinations(line, with_a_value);
}

/// What other programs call something that this one has by another name, or does anyway.
struct OtherWord {
  std::string_view word;
  std::string_view said;
};

constexpr std::string_view on_talk =
    "Each case is printed as it runs; what was sent and what came is in transcript.jsonl, among the reports.";
constexpr std::string_view on_ports =
    "A board on a serial port is --dut serial:DEVICE (rig ports lists them).";
constexpr std::string_view on_cases = "Cases are chosen by --filter.";
constexpr OtherWord other_words[] = {
    {"--verbose", on_talk},
    {"-v", on_talk},
    {"--debug", on_talk},
    {"--port", on_ports},
    {"--device", on_ports},
    {"--serial", on_ports},
    {"--baud", "The contest says at which rate its line runs."},
    {"--case", on_cases},
    {"--test", on_cases},
    {"--only", on_cases},
    {"--output", "Reports are written to the folder --reports."},
    {"--timeout", "--timeout-scale multiplies every deadline."},
};

std::vector<std::string> names_of_options(const CLI::App& app) {
  std::vector<std::string> known;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  }
  return known;
}

/// The DUT that ends just before `words[at]`; empty: none does.
std::string dut_before(const std::vector<std::string>& words, std::size_t at) {
  const std::string option = "--dut=";
  if (at >= 1 && words[at - 1].starts_with(option)) return words[at - 1].substr(option.size());
  return at >= 2 && words[at - 2] == "--dut" ? words[at - 1] : std::string();
}

/// `--dut exec:./engine --stdio`: a command that was not quoted.
void refuse_unquoted(const std::vector<std::string>& words, const std::string& word,
                     const std::vector<std::string>& known) {
  std::size_t at = static_cast<std::size_t>(std::find(words.begin(), words.end(), word) - words.begin());
  std::string dut = at < words.size() ? dut_before(words, at) : std::string();
  if (dut.empty() || !rig::dut::starts_a_program(rig::dut::parse_dut_name(dut))) return;
  for (; at < words.size(); ++at) {
    if (std::find(known.begin(), known.end(), words[at].substr(0, words[at].find('='))) != known.end()) break;
    dut += " " + words[at];
  }
  throw UsageError(
      fmt::format("\"{}\" is no option of certify. If it is the program's, quote its command: "
                  "--dut {}",
                  word, shell_quoted(dut)));
}

/// An option that does not exist: say what may have been meant.
[[noreturn]] void refuse_extra(const CLI::App& app, const std::vector<std::string>& words,
                               const std::string& word) {
  const std::vector<std::string> known = names_of_options(app);
  refuse_unquoted(words, word, known);
  const std::string name = word.substr(0, word.find('='));
  for (const OtherWord& other : other_words) {
    if (name == other.word)
      throw UsageError(fmt::format("There is no option \"{}\". {} See --help.", name, other.said));
  }
  if (word.starts_with("-")) throw UsageError(rig::unknown_value("option", word, known));
  throw UsageError(fmt::format(
      "\"{}\" is no option. Quote a DUT that contains blanks: --dut 'exec:PROGRAM ARGUMENT'.", word));
}

/// A seed that was not given is drawn when the run begins.
void choose_seed(CommandLine& line) {
  line.seed_chosen = line.given.contains("seed") ? "given" : "drawn";
  if (!line.given.contains("seed-from")) return;
  if (line.seed_from.empty())
    throw UsageError("--seed-from: the text is empty: everybody could know its seed.");
  line.seed_chosen = "derived";
  line.options.seed = seed_from_text(line.seed_from);
  line.given.insert("seed");
}

/// Two numbers that have to agree.
void check_part(const CommandLine& line) {
  if (line.part > line.jobs)
    throw UsageError(fmt::format("--part: found {}, allowed is a whole number from 1 to {} (--jobs).",
                                 line.part, line.jobs));
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

namespace {

bool is_option(const std::string& word) {
  return word.starts_with("--");
}

bool is_named(const std::vector<std::string>& words, const std::string& option) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return word == option || word.starts_with(option + "=");
  });
}

/// Whether a run is asked for of what no word names.
bool leaves_dut_open(const std::vector<std::string>& words) {
  std::vector<std::string> others = {"--dut", "--referee", "--help", "-h", "--version"};
  for (const std::string& name : options_in_place_of_a_run()) others.push_back("--" + name);
  return std::none_of(others.begin(), others.end(),
                      [&](const std::string& option) { return is_named(words, option); });
}

/// With what the project file of this folder says, where no word says it; before the others.
std::vector<std::string> with_project(std::vector<std::string> words) {
  if (!leaves_dut_open(words)) return words;
  const std::optional<rig::dut::ProjectFile> project = rig::dut::read_project_file();
  if (!project) return words;
  std::vector<std::string> all = {"--dut", project->dut};
  const auto add = [&](const std::string& option, const std::string& value) {
    if (!value.empty() && !is_named(words, option)) all.insert(all.end(), {option, value});
  };
  add("--contest", project->contest);
  add("--team", project->team);
  bool counts = true;  // whether the words up to the next option do
  for (const std::string& word : project->options) {
    if (is_option(word)) counts = !is_named(words, word.substr(0, word.find('=')));
    if (counts) all.push_back(word);
  }
  all.insert(all.end(), words.begin(), words.end());
  return all;
}

}  // namespace

std::optional<CommandLine> parse_command_line(int argc, char** argv) {
  CommandLine line;
  const std::vector<std::string> typed(argv + 1, argv + argc);
  const std::vector<std::string> words = with_project(typed);
  line.by_project = words.size() > typed.size();
  std::vector<std::string> with_modules = words;
  rig::game::load_modules(rig::game::take_modules(with_modules));  // before any contest is looked up
  line.signing_key = take_from_environment("RIG_SIGNING_KEY");
  CLI::App app{"Runs the conformance suite of a contest against a DUT.", "certify"};
  app.formatter(rig::help_format());
  app.footer(examples());
  app.allow_extras();
  app.set_version_flag("--version", rig::version_text("certify"), "Print version and commit, and exit");
  line.reports = "reports";
  const Typed options = add_options(app);
  try {
    app.parse(
        std::vector<std::string>(words.rbegin(), words.rend()));  // from the last one on, as it wants them
    for (const std::string& extra : app.remaining()) {
      if (app.count("--sign") > 0 && extra.ends_with(".key"))
        throw UsageError(
            fmt::format("--sign takes no value, for every program can read a command line: "
                        "RIG_SIGNING_KEY={} certify …, or rig sign DIR --key {} afterwards.",
                        extra, extra));
      refuse_extra(app, words, extra);
    }
    read_options(options, line);
  } catch (const CLI::Success& help) {
    app.exit(help);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
  choose_seed(line);
  check_part(line);
  if (line.last_failed) line.selection.only = failed_before(line);
  const bool keeps_reports = line.again && !line.given.contains("reports");
  if (keeps_reports) line.reports.clear();  // those of the run that is repeated stay
  for (const std::string& word : words) line.text += " " + shell_quoted(word);
  line.text.insert(0, rig::own_command("certify"));
  return line;
}

}  // namespace conformance
