/// What is asked of waveforms, and coverage as it is read and told.

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <chrono>

#include "conformance/run/waves/coverage.hpp"
#include "conformance/run/waves/wave_options.hpp"
#include "rig/base/errors.hpp"
#include "rig/tests/contains.hpp"

using namespace conformance;
using namespace std::chrono_literals;
using rig::contains;

namespace {

/// A point as Verilator writes it.
std::string point(const std::string& page, int line, const std::string& what, const std::string& lines,
                  int count, const std::string& hierarchy = "top.a") {
  const auto field = [](const std::string& key, const std::string& value) {
    return "\1" + key + "\2" + value;
  };
  const std::string at_lines = lines.empty() ? std::string() : field("S", lines);
  return "C '" + field("f", "board.sv") + field("l", std::to_string(line)) + field("n", "5") +
         field("t", "x") + field("page", page + "/board") + field("o", what) + at_lines +
         field("h", hierarchy) + "' " + std::to_string(count) + "\n";
}

Coverage coverage_of(const std::string& text) {
  Coverage coverage;
  coverage.add("coverage.dat", "# SystemC::Coverage-3\n" + text);
  return coverage;
}

template <typename Read>
std::string refusal(Read read) {
  try {
    read();
  } catch (const rig::UsageError& error) {
    return error.what();
  }
  return "it was accepted";
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_window_is_two_times) {
  WaveOptions options;
  read_wave_window("1.5ms,200us", options);
  BOOST_TEST((options.before == 1500us));
  BOOST_TEST((options.after == 200us));
  read_wave_window("0s,2s", options);
  BOOST_TEST((options.before == 0s && options.after == 2s));
}

BOOST_DATA_TEST_CASE(no_other_window_is_read,
                     boost::unit_test::data::make({"", "20ms", "20ms,", "20,5", "20ms,5ms,1ms", "-1ms,5ms",
                                                   "0ms,0ms", "nanms,5ms", "20ms,601s", "20 ms,5ms"})) {
  WaveOptions options;
  const std::string said = refusal([&] { read_wave_window(sample, options); });
  BOOST_TEST(contains(said, "--wave-window: found \"" + std::string(sample) + "\", allowed are two times"),
             said);
}

BOOST_AUTO_TEST_CASE(a_limit_is_a_number_of_bytes) {
  BOOST_TEST(wave_limit_from("100K") == 100'000U);
  BOOST_TEST(wave_limit_from("2.5M") == 2'500'000U);
  BOOST_TEST(wave_limit_from("1G") == 1'000'000'000U);
  BOOST_TEST(wave_limit_from("123456") == 123'456U);
  for (const char* text : {"", "99K", "1T", "64MB", "M", "-1", "1e99"}) {
    const std::string said = refusal([&] { wave_limit_from(text); });
    BOOST_TEST(contains(said, "--wave-limit: found \"" + std::string(text) + "\", allowed is"), said);
  }
}

BOOST_AUTO_TEST_CASE(the_options_come_to_a_worker_as_they_are) {
  WaveOptions options;
  options.when = WaveWhen::always;
  read_wave_window("7ms,9us", options);
  options.limit = 123'456'789;
  options.folder = "reports/a b/waves";
  options.coverage = "/tmp/x";
  const WaveOptions again = wave_options_from_words(to_words(options));
  BOOST_TEST((again.when == WaveWhen::always));
  BOOST_TEST((again.before == 7ms && again.after == 9us));
  BOOST_TEST(again.limit == options.limit);
  BOOST_TEST(again.folder == options.folder);
  BOOST_TEST(again.coverage == options.coverage);
}

BOOST_AUTO_TEST_CASE(a_line_is_reached_when_any_instance_or_worker_reached_it) {
  Coverage coverage = coverage_of(point("v_line", 18, "block", "18,20-21", 0) +
                                  point("v_line", 18, "block", "18,20-21", 3, "top.b") +
                                  point("v_branch", 30, "if", "31", 0));
  coverage.add("other.dat", point("v_branch", 30, "if", "31", 2));
  const std::string lcov = coverage.to_lcov();
  BOOST_TEST(lcov ==
             "TN:contest-rig\nSF:board.sv\nDA:18,3\nDA:20,3\nDA:21,3\nDA:31,2\nBRF:0\nBRH:0\nLF:4\nLH:4\n"
             "end_of_record\n");
  BOOST_TEST(coverage.summary("x").unreached.empty());
  BOOST_TEST(coverage.summary("x").blocks == 2U);
}

BOOST_AUTO_TEST_CASE(what_nothing_reached_is_told_and_toggles_are_counted) {
  const Coverage coverage =
      coverage_of(point("v_branch", 30, "if", "31-32", 0) + point("v_branch", 30, "else", "", 0) +
                  point("v_toggle", 7, "data_o[3]", "", 0) + point("v_toggle", 7, "data_o[4]", "", 5));
  const rig::report::RtlCoverage told = coverage.summary("coverage.info");
  BOOST_TEST(told.file == "coverage.info");
  BOOST_TEST(told.blocks == 2U);
  BOOST_TEST(told.blocks_reached == 0U);
  BOOST_TEST(told.toggles == 2U);
  BOOST_TEST(told.toggles_reached == 1U);
  BOOST_REQUIRE(told.unreached.size() == 2U);
  BOOST_TEST(told.unreached[1].lines == "31-32");
  const std::string lcov = coverage.to_lcov();
  BOOST_TEST(contains(lcov, "BRDA:7,0,data_o[3],-\nBRDA:7,0,data_o[4],5\n"), lcov);
  BOOST_TEST(contains(lcov, "DA:31,0\nDA:32,0\nBRF:2\nBRH:1\nLF:2\nLH:0\n"),
             lcov);  // an empty else has no line
}

BOOST_AUTO_TEST_CASE(a_file_that_is_no_coverage_is_told_with_its_line) {
  for (const std::string text : {"hello\n", "C 'x' \n", "C '\1f\2a.sv\1l\2x\1n\0021' 3\n"}) {
    BOOST_CHECK_EXCEPTION(coverage_of(text), rig::RigError, [](const rig::RigError& error) {
      return contains(error.what(), "coverage.dat, line 2: this is no coverage of Verilator's");
    });
  }
  BOOST_CHECK_THROW(coverage_in({"/nowhere/at/all"}), rig::RigError);
}
