#include <unistd.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <sstream>

#include "rig/base/errors.hpp"
#include "rig/link/rtl/find_model.hpp"
#include "rtl_workshop.hpp"

using namespace rig;
using namespace rig::test;

BOOST_TEST_GLOBAL_FIXTURE(CacheWithRuntime);

BOOST_AUTO_TEST_CASE(every_model_is_compiled_for_speed) {
  for (const RtlOptions& options : every_model()) {
    const auto model = find_model({options.model, false, false, options.model_dirs});
    std::istringstream flags(model->fact("compiler_flags"));
    std::string optimisation;  // the last one wins
    for (std::string flag; flags >> flag;) {
      if (flag.starts_with("-O")) optimisation = flag;
    }
    BOOST_TEST(optimisation == "-O3", options.model + ": " + flags.str());
  }
}

BOOST_AUTO_TEST_CASE(every_model_exports_one_symbol) {
  for (const RtlOptions& options : every_model()) {
    const auto model = find_model({options.model, false, false, options.model_dirs});
    const std::string symbols =
        output_of("nm -D --defined-only '" + model->path().string() + "' | cut -d' ' -f3");
    BOOST_TEST(symbols == "rig_model_v1\n", options.model);
  }
}

BOOST_AUTO_TEST_CASE(known_models_leaves_out_further_builds) {
  const auto known = known_models({RIG_FIXTURE_MODELS});
  BOOST_TEST(std::count(known.begin(), known.end(), "librarian") == 1);
  BOOST_TEST(std::count(known.begin(), known.end(), "librarian-faults") == 0);
}

BOOST_AUTO_TEST_CASE(verilators_message_is_shown) {
  const Workshop workshop;
  workshop.edit("echo.sv", "logic busy;", "logic busy");
  check_has(complaint_about(workshop), {"Verilator cannot build \"echo\"", "echo.sv:", "syntax error"});
}

BOOST_AUTO_TEST_CASE(a_wrong_description_is_told_by_line_key_and_value) {
  struct Mistake {
    std::string from, to;
    std::vector<std::string> says;
  };
  const std::vector<Mistake> mistakes = {
      {"name = \"echo\"", "name = echo", {"echo.toml", "is not TOML", "line 2"}},
      {"name = \"echo\"", "", {"echo.toml:1", "\"name\"", "missing"}},
      {"top = \"echo\"", "top = 5", {"echo.toml:3", "top", "found 5", "identifier"}},
      {"\"echo.sv\"]", "\"ecko.sv\"]", {"echo.toml:4", "sources", "no file \"ecko.sv\""}},
      {"[clock]", "[clok]", {"clok", "unknown key", "clock, reset, uart"}},
      {"hz = 50_000_000", "hz = \"50 MHz\"", {"echo.toml:9", "clock.hz", "\"50 MHz\"", "integer from 1"}},
      {"hz = 50_000_000", "mhz = 50", {"echo.toml:9", "clock.mhz", "unknown key", "pin, hz"}},
      {"active = 1", "active = 2", {"echo.toml:13", "reset.active", "found 2", "0 or 1"}},
      {"[reset]",
       "[power_on]\nsettle = -1\n\n[reset]",
       {"echo.toml:12", "power_on.settle", "found -1", "0 to 600"}},
      {"[reset]", "[power_on]\nsettle = \"1 ms\"\n\n[reset]", {"power_on.settle", "\"1 ms\"", "seconds"}},
      {"[reset]", "[power_on]\n\n[reset]", {"\"settle\"", "is missing in [power_on]"}},
      {"baud = 115200\n\n", "baud = 50_000_000\n\n", {"uart.baud", "found 50000000", "at most"}},
      {"tx = \"tx_o\"", "tx = \"txd\"", {"uart.tx", "no output \"txd\"", "tx_o"}},
      {"[reset]\npin = \"rst_i\"\nactive = 1\ncycles = 4", "", {"nothing drives the input rst_i", "[ties]"}},
      {"CLOCK_HZ = 50_000_000\n", "CLOCK = 1\n", {"CLOCK"}},
  };
  for (const Mistake& mistake : mistakes) {
    const Workshop workshop;
    workshop.edit("echo.toml", mistake.from, mistake.to);
    check_has(complaint_about(workshop), mistake.says);
  }
}

// All that is refused: rtl_models/tests/test_host_code.py.
BOOST_AUTO_TEST_CASE(a_design_that_would_run_code_outside_of_the_simulation_is_refused) {
  const Workshop workshop;
  workshop.edit("echo.sv", "logic busy;", "logic busy; initial $system(\"true\");");
  check_has(complaint_about(workshop),
            {"echo.toml: \"echo\" has code that runs outside of the simulation",
             "echo.sv:", ": $system, which starts a program", "allow = [\"$system\"]"});
  workshop.edit("echo.toml", "[clock]", "allow = [\"$system\"]\n[clock]");
  RtlOptions options;
  options.model = workshop.description();
  BOOST_TEST(open_rtl(options)->info().facts.at("allowed") == "$system");
}

// Other ways in which a design ends itself: rtl_ended_design_test.
BOOST_AUTO_TEST_CASE(a_design_that_ends_itself_before_it_was_spoken_to_is_an_error_of_its_description) {
  const Workshop workshop;
  workshop.edit("echo.sv", "logic busy;", "logic busy; initial $fatal(1, \"8 clocks\\na bit, at least\");");
  check_has(complaint_about(workshop),
            {"echo.toml: the model of \"echo\" ended itself before its first request: ", "$stop at echo.sv:",
             "8 clocks\na bit, at least"});
}

BOOST_AUTO_TEST_CASE(a_description_says_how_long_a_design_settles) {
  const Workshop workshop;
  workshop.edit("echo.toml", "[reset]", "[power_on]\nsettle = 0.0025\n\n[reset]");
  RtlOptions options;
  options.model = workshop.description();
  const auto link = open_rtl(options);
  BOOST_TEST(link->info().facts.at("settle") ==
             "what it does in the first 2.50 ms from power-on is ignored (as its description says)");
  BOOST_TEST((link->reset().ready.earliest >= std::chrono::milliseconds(5)));
}

BOOST_AUTO_TEST_CASE(a_missing_description_or_fault_table_is_told) {
  RtlOptions options;
  options.model = "no/such/design.toml";
  BOOST_CHECK_EXCEPTION(open_rtl(options), UsageError, [](const UsageError& error) {
    return std::string(error.what()) == "There is no file \"no/such/design.toml\".";
  });
  const Workshop workshop;
  options.model = workshop.description();
  options.fault = "late";
  BOOST_CHECK_EXCEPTION(open_rtl(options), UsageError, [](const UsageError& error) {
    return std::string(error.what()).find("has no faults") != std::string::npos;
  });
}

// What goes on is for people: on standard error, and not among what the builder hands back.
BOOST_AUTO_TEST_CASE(a_build_is_told_on_standard_error_while_it_runs) {
  const Workshop workshop;
  workshop.edit("echo.sv", "logic busy;", "logic busy; // of this test");
  const fs::path told = workshop.directory / "told";
  std::FILE* const file = std::fopen(told.c_str(), "w");
  BOOST_TEST_REQUIRE(file != nullptr);
  const int before = dup(STDERR_FILENO);
  dup2(fileno(file), STDERR_FILENO);
  const fs::path model = find_model({workshop.description(), false, false, {}})->path();
  dup2(before, STDERR_FILENO);
  close(before);
  std::fclose(file);
  check_has(output_of("cat '" + told.string() + "'"),
            {"building echo … (cached next time)\n", "built echo in ", "no warnings: "});
  BOOST_TEST(fs::exists(model));
}
