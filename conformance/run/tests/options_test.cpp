/// The table of run options: each is written, read and told by its row alone.

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>

#include "conformance/suite/options.hpp"
#include "rig/base/errors.hpp"

using namespace conformance;

namespace {

/// With no option as usual.
RunOptions unusual_options() {
  RunOptions options;
  options.contest = "course";
  options.dut = "exec:./my-player --stdio";
  options.referee = "my host.toml";  // no run has both; the table does not know
  options.scenario = "my games";
  options.board = 20;
  options.set = {{"tie", "draw"}, {"time", "7"}};
  options.capacity = 40;
  options.team = "R'D";
  options.seed = 18446744073709551615U;
  options.games = 3;
  options.resets = ResetPolicy::declared;
  options.board_reset = rig::parse_reset("command:./reset now");
  options.board_reset.settle = std::chrono::milliseconds(6);
  options.board_reset.program = "load top.bit";
  options.soak = std::chrono::minutes(90);
  options.timeout_scale = 1.5;
  return options;
}

const RunOption& row(const std::string& name) {
  const std::vector<RunOption>& all = run_options();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const RunOption& option) { return option.name == name; });
  BOOST_TEST_REQUIRE((found != all.end()), name);
  return *found;
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_is_usual_is_what_a_run_has_that_was_told_nothing) {
  for (const RunOption& option : run_options()) {
    if (option.name != "seed") BOOST_TEST(option.print(RunOptions()) == option.usual, option.name);
  }
}

BOOST_AUTO_TEST_CASE(words_are_read_as_they_were_written) {
  for (const RunOptions& options : {RunOptions(), unusual_options()}) {
    const auto words = to_words(options);
    BOOST_TEST(words.size() == run_options().size());
    BOOST_TEST((to_words(options_from_words(words)) == words));
  }
}

BOOST_AUTO_TEST_CASE(options_that_are_not_as_usual_are_told_on_a_command_line) {
  BOOST_TEST(on_command_line(unusual_options()) ==
             "--contest course --dut 'exec:./my-player --stdio' --referee 'my host.toml' --scenario 'my "
             "games' --seed "
             "18446744073709551615 --board 20 "
             "--set tie=draw --set time=7 --capacity 40 --games 3 --team 'R'\\''D' "
             "--reset 'command:./reset now' --program 'load top.bit' --settle 0.006 --declared-reset --soak "
             "1h30m --timeout-scale 1.5");
  RunOptions usual;
  usual.contest = "icfpt2014";
  usual.dut = "rtl:blokus_duo";
  BOOST_TEST(on_command_line(usual) == "--contest icfpt2014 --dut rtl:blokus_duo --seed 0");
}

BOOST_AUTO_TEST_CASE(a_reset_keeps_what_else_is_said_of_the_board_whichever_is_read_first) {
  RunOptions options;
  row("settle").parse(options, {"2"});
  row("program").parse(options, {"load top.bit"});
  row("reset").parse(options, {"dtr"});
  BOOST_TEST(row("settle").print(options) == "2");
  BOOST_TEST(row("reset").print(options) == "dtr");
  BOOST_TEST(row("program").print(options) == "load top.bit");
  BOOST_CHECK_THROW(row("program").parse(options, {"load 'top.bit"}), rig::UsageError);
}

BOOST_AUTO_TEST_CASE(a_value_that_is_not_allowed_is_named_with_what_is) {
  const std::vector<std::array<std::string, 3>> mistakes = {
      {"games", "0", "from 1 to 10000"},
      {"games", "1.5", "whole number from 1 to 10000"},
      {"games", "", "whole number"},
      {"seed", "-1", "from 0 to 18446744073709551615"},
      {"board", "8x", "whole number"},
      {"capacity", "7", "from 8 to 1000000"},
      {"settle", "nan", "from 0 to 600"},
      {"settle", "600.1", "from 0 to 600"},
      {"timeout-scale", "nan", "from 0.001 to 1000"},
      {"timeout-scale", "inf", "from 0.001 to 1000"},
      {"declared-reset", "perhaps", "yes or no"},
  };
  for (const auto& mistake : mistakes) {
    const auto& [name, value, words] = mistake;
    const std::string& allowed = words;
    const std::string found = fmt::format("--{}: found \"{}\", allowed is", name, value);
    const auto tells = [&](const rig::UsageError& error) {
      const std::string text = error.what();
      return text.starts_with(found) && text.find(allowed) != std::string::npos;
    };
    RunOptions options;
    BOOST_CHECK_EXCEPTION(row(name).parse(options, {value}), rig::UsageError, tells);
  }
}

BOOST_AUTO_TEST_CASE(words_without_an_option_are_refused_by_its_name) {
  for (const RunOption& option : run_options()) {
    auto words = to_words(unusual_options());
    words.erase(option.name);
    if (option.may_be_missing) {  // in a transcript that is older than the option
      BOOST_TEST(option.print(options_from_words(words)).empty(), option.name);
      continue;
    }
    const auto names_it = [&](const rig::RigError& error) {
      return std::string(error.what()).find("\"" + option.name + "\" is missing") != std::string::npos;
    };
    BOOST_CHECK_EXCEPTION(options_from_words(words), rig::RigError, names_it);
  }
}
