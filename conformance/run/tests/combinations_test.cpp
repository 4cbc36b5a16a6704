/// The table of certify's options: which go together, and how it is said where they do not.

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <map>
#include <ostream>

#include "conformance/run/command_line.hpp"
#include "conformance/run/option_table.hpp"
#include "conformance/run/tests/programs.hpp"
#include "rig/base/errors.hpp"
#include "rig/tests/contains.hpp"

using namespace conformance;
using rig::contains;

namespace {

using Options = std::set<std::string>;
using Modes = std::set<Mode>;

bool is_an_option(const std::string& name) {
  for (const LineOption& option : line_options()) {
    if (option.name == name) return true;
  }
  return false;
}

/// Empty: nothing was refused.
std::string said_of(const CommandLine& line, const Options& options) {
  try {
    check_combinations(line, options);
  } catch (const rig::UsageError& error) {
    return error.what();
  }
  return {};
}

/// A line of options, each with a value that puts the line into its mode.
struct Line {
  Options options;
  std::string said;
};

std::ostream& operator<<(std::ostream& out, const Line& line) {
  for (const std::string& option : line.options) out << "--" << option << ' ';
  return out;
}

CommandLine line_with(const Options& options) {
  const std::map<std::string, std::string> values = {
      {"dut", "rtl:rook"}, {"sandbox", "off"},     {"level", "mandatory"},   {"budget", "9m"},
      {"soak", "9m"},      {"wave", "fail"},       {"wave-window", "1s,1s"}, {"wave-limit", "1M"},
      {"allow", "1%"},     {"annotate", "github"}, {"set", "a=b"},           {"capacity", "9"},
      {"reset", "ask"}};
  CommandLine line;
  for (const LineOption& option : line_options()) {
    const auto value = values.find(option.name);
    const std::string text = option.takes == Takes::nothing ? "yes"
                             : value == values.end()        ? "1"
                                                            : value->second;
    if (options.contains(option.name)) option.parse(line, {text});
  }
  return line;
}

const std::vector<Line> refused = {
    {{"contest"}, "a run needs --dut or --referee"},
    {{"dut"}, "a run needs --contest or --baseline"},
    {{"contest", "dut", "referee"},
     "--dut cannot be combined with --referee: a referee is tested, and no board."},
    {{"contest", "referee", "team"}, "It can be combined with everything except --referee, --again."},
    {{"contest", "dut", "scenario"}, "--scenario needs --referee"},
    {{"contest", "list", "scenario"}, "--scenario needs --referee"},
    {{"list", "filter"}, "--filter needs --contest"},
    {{"list", "list-faults"}, "--list cannot be combined with --list-faults"},
    {{"list", "plan"}, "--list cannot be combined with --plan"},
    {{"list", "budget"}, "--budget cannot be combined with --list: a list is no run of the suite."},
    {{"list-faults", "soak"}, "--soak cannot be combined with --list-faults or --requirements"},
    {{"contest", "plan", "dut"}, "--dut cannot be combined with --plan: a plan runs no DUT."},
    {{"plan"}, "--plan needs --contest"},
    {{"fault-matrix"}, "--fault-matrix needs --contest"},
    {{"contest", "fault-matrix", "exclude"}, "--exclude cannot be combined with --fault-matrix"},
    {{"contest", "fault-matrix", "junit"}, "no other report"},
    {{"contest", "dut", "seed", "seed-from"}, "--seed-from cannot be combined with --seed"},
    {{"contest", "dut", "fail-fast", "max-failures"}, "--fail-fast cannot be combined with --max-failures"},
    {{"contest", "dut", "allow"}, "--allow needs --baseline."},
    {{"contest", "dut", "wave-limit"}, "--wave-limit needs --wave."},
    {{"contest", "dut", "again"}, "--again needs --transcript"},
    {{"contest", "dut", "part"}, "--part needs --parts."},
    {{"contest", "dut", "parts", "seed"}, "--parts needs --jobs, which says how many"},
    {{"contest", "dut", "parts", "jobs"}, "--parts needs --seed or --seed-from"},
    {{"contest", "dut", "parts", "part", "jobs", "seed", "html"},
     "--html cannot be combined with --part: a part makes no report"},
    {{"contest", "dut", "parts", "jobs", "seed", "log"},
     "--log cannot be combined with --parts: the parts run before"},
    {{"list", "markdown"}, "--markdown needs --requirements."},
};

const std::vector<Line> allowed = {
    {{"contest", "dut"}, ""},
    {{"dut", "baseline", "allow"}, ""},
    {{"contest", "referee", "scenario", "board", "set", "seed"}, ""},
    {{"contest", "list", "soak", "filter"}, ""},
    {{"contest", "referee", "list"}, ""},
    {{"list"}, ""},
    {{"requirements", "markdown"}, ""},
    {{"contest", "plan", "budget", "filter"}, ""},
    {{"contest", "fault-matrix", "dut", "seed", "jobs"}, ""},
    {{"contest", "dut", "parts", "jobs", "seed-from", "json", "sign", "baseline"}, ""},
    {{"contest", "dut", "parts", "part", "jobs", "seed", "wave", "coverage"}, ""},
};

/// What was typed behind `certify`, and a part of what is said.
struct Typed {
  std::vector<std::string> words;
  std::string said;
};

std::ostream& operator<<(std::ostream& out, const Typed& typed) {
  for (const std::string& word : typed.words) out << word << ' ';
  return out;
}

const std::vector<Typed> mistyped = {
    {{"--dut", "exec:./engine", "--stdio"}, "quote its command: --dut 'exec:./engine --stdio'"},
    {{"--dut=pty:./a", "{port}", "--fast", "--seed", "1"},
     "quote its command: --dut 'pty:./a {port} --fast'"},
    {{"--dut", "builtin:rook", "--stdio"}, "Unknown option \"--stdio\"."},
    {{"--dut", "rtl:rook", "more"}, "\"more\" is no option. Quote a DUT that contains blanks"},
    {{"--verbose"}, "There is no option \"--verbose\". Each case is printed as it runs"},
    {{"-v"}, "There is no option \"-v\". Each case is printed as it runs"},
    {{"--port=/dev/ttyUSB0"}, "A board on a serial port is --dut serial:DEVICE"},
    {{"--baud", "9600"}, "The contest says at which rate its line runs."},
    {{"--only", "Pass.*"}, "Cases are chosen by --filter."},
    {{"--output", "x"}, "--reports"},
    {{"--timeout", "2"}, "--timeout-scale multiplies every deadline."},
    {{"--contst", "x"}, "Did you mean \"--contest\"?"},
    {{"--SEED", "1"}, "Did you mean \"--seed\"?"},
};

}  // namespace

BOOST_DATA_TEST_CASE(what_was_typed_is_guessed_at, boost::unit_test::data::make(mistyped)) {
  const testing_programs::Outcome outcome = testing_programs::run(CERTIFY, sample.words);
  BOOST_TEST(outcome.status == 2);
  BOOST_TEST(contains(outcome.output, sample.said), outcome.output << " lacks " << sample.said);
}

BOOST_DATA_TEST_CASE(options_that_do_not_go_together_are_refused, boost::unit_test::data::make(refused)) {
  const std::string said = said_of(line_with(sample.options), sample.options);
  BOOST_TEST(contains(said, sample.said), said << " lacks " << sample.said);
}

BOOST_DATA_TEST_CASE(options_that_go_together_are_not, boost::unit_test::data::make(allowed)) {
  BOOST_TEST(said_of(line_with(sample.options), sample.options) == sample.said);
}

BOOST_AUTO_TEST_CASE(a_transcript_puts_a_line_into_modes_of_its_own) {
  CommandLine line;
  line.options.dut = "transcript:t.jsonl";
  BOOST_TEST((modes_of(line) == Modes{Mode::replay}));
  BOOST_TEST(contains(said_of(line, {"dut", "transcript"}), "a replay is no new evidence"));
  BOOST_TEST(said_of(line, {"dut", "seed"}).empty());  // held against the record elsewhere
  line.again = true;
  BOOST_TEST((modes_of(line) == Modes{Mode::again}));
  BOOST_TEST(said_of(line, {"dut", "again", "transcript", "sign", "wave"}).empty());
  BOOST_TEST(contains(said_of(line, {"dut", "again", "transcript", "seed"}),
                      "--seed cannot be combined with --again"));
}

BOOST_AUTO_TEST_CASE(several_boards_need_a_label_and_have_no_budget) {
  CommandLine line;
  line.options.dut = "serial:/dev/a + serial:/dev/b";
  BOOST_TEST(contains(said_of(line, {"contest", "dut"}), "a second --dut needs --label"));
  BOOST_TEST(said_of(line, {"contest", "dut", "label"}).empty());
  BOOST_TEST(
      contains(said_of(line, {"contest", "dut", "label", "budget"}), "it counts the time of one board"));
}

BOOST_AUTO_TEST_CASE(every_row_is_whole_and_names_options_that_there_are) {
  Options names;
  for (const LineOption& option : line_options()) {
    BOOST_TEST(names.insert(option.name).second, option.name << " is there twice");
    BOOST_TEST(!option.help.empty(), option.name);
    BOOST_TEST(!option.section.empty(), option.name);
    BOOST_TEST((option.takes == Takes::nothing) == option.value.empty(), option.name);
    for (const std::string& other : option.with.excludes) BOOST_TEST(is_an_option(other), other);
    for (const Need& need : option.with.needs) {
      for (const std::string& other : need.any_of) BOOST_TEST(is_an_option(other), other);
    }
  }
  for (const RunOption& option : run_options()) BOOST_TEST(names.contains(option.name), option.name);
}

BOOST_AUTO_TEST_CASE(every_conflict_names_both_sides_and_what_is_allowed) {
  for (const LineOption& option : line_options()) {
    for (const NotIn& one : option.with.not_in) {
      const auto names_all = [&](const rig::UsageError& error) {
        const std::string said = error.what();
        return said.starts_with("--" + option.name + " cannot be combined with ") &&
               contains(said, "It can be combined with everything except ") && said.ends_with(".");
      };
      BOOST_CHECK_EXCEPTION(check_conflicts(option.name, option.with, {option.name}, {one.mode}),
                            rig::UsageError, names_all);
    }
  }
}
