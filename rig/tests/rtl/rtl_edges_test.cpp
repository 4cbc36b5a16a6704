#include <boost/test/unit_test.hpp>
#include <map>
#include <string>

#include "rtl_test_tools.hpp"
#include "rtl_traffic.hpp"

using namespace rig;
using namespace rig::test;
using namespace std::chrono_literals;

namespace {

void check_same_edges(const RtlOptions& options, std::uint64_t seed) {
  const auto left_out = edges_of(options, SkipPolicy::never, seed);
  const auto evaluated = edges_of(options, SkipPolicy::not_an_edge, seed);
  BOOST_TEST_CONTEXT(options.model << "?fault=" << options.fault << ", seed " << seed) {
    BOOST_TEST(left_out == evaluated, boost::test_tools::per_element());
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(tx_is_the_same_whether_every_edge_of_the_clocks_is_evaluated_or_not) {
  for (const RtlOptions& options : every_model()) {
    for (const std::uint64_t seed : {1U, 2U}) check_same_edges(options, seed);
  }
}

BOOST_AUTO_TEST_CASE(tx_is_the_same_in_builds_for_faults) {
  const std::map<std::string, std::string> faults = {
      {"blokus_duo", "fast-bits"}, {"blokus_duo-icfpt2013", "late"}, {"trax", "late"}};
  for (const auto& [model, fault] : faults) {
    RtlOptions options = fixture(model);
    options.model_dirs = {RIG_MODELS};
    if (!std::filesystem::exists(options.model_dirs.front())) continue;
    options.fault = fault;
    check_same_edges(options, 3);
  }
}

BOOST_AUTO_TEST_CASE(the_falling_edge_is_evaluated_where_something_depends_on_it_and_a_fact_says_what) {
  const std::map<std::string, std::string> facts = {
      {"echo", "left out"},
      {"mirror", "left out"},
      {"two_clocks", "left out"},
      {"edges_rising", "left out"},
      {"edges_reset", "left out"},
      {"edges_flop", "evaluated: something happens when clk_i falls"},
      {"edges_inverted", "evaluated: something happens when clk_i falls"},
      {"edges_level", "evaluated: the level of clk_i reaches tx_o"},
      {"edges_latch", "evaluated: the level of clk_i reaches g_latch.held[7:0], and through it tx_o"},
      {"edges_gate", "evaluated: the level of clk_i reaches g_gate.gated, and through it tx_o"},
      {"edges_other", "evaluated: that of other_i, because something happens when other_i falls"}};
  for (const auto& [model, fact] : facts) {
    BOOST_TEST(open_rtl(fixture(model))->info().facts.at("falling_edge") == fact, model);
  }
}

BOOST_AUTO_TEST_CASE(builds_for_waveforms_and_for_coverage_evaluate_every_edge) {
  RtlOptions trace = fixture("blinker");
  trace.trace_file = std::filesystem::temp_directory_path() / "rtl_edges_test.fst";
  BOOST_TEST(open_rtl(trace)->info().facts.at("falling_edge") == "evaluated: a waveform shows it");
  std::filesystem::remove(trace.trace_file);
  RtlOptions coverage = fixture("blinker");
  coverage.coverage = true;
  BOOST_TEST(open_rtl(coverage)->info().facts.at("falling_edge") == "evaluated: coverage counts it");
}

BOOST_AUTO_TEST_CASE(asked_to_evaluate_every_edge_it_does_and_skips_nothing) {
  const auto link = open_rtl([] {
    RtlOptions options = fixture("echo");
    options.skip = SkipPolicy::not_an_edge;
    return options;
  }());
  events_until(*link, 5ms);
  BOOST_TEST(link->effort().evaluated == link->effort().cycles);
  BOOST_TEST(link->info().facts.at("falling_edge") == "evaluated: as asked");
  BOOST_TEST(link->info().facts.at("skip") == "off: as asked");
}

// A clock that is never lowered for the design would rise once.
BOOST_AUTO_TEST_CASE(a_clock_rises_again_after_a_falling_edge_that_was_left_out) {
  for (const char* model : {"edges_rising", "edges_reset", "two_clocks", "in_interface", "relay"}) {
    const auto link = open_rtl(fixture(model));
    send(*link, "a");
    BOOST_TEST(bytes_of(events_until(*link, 2ms)).size() == 1U, model);
  }
}
