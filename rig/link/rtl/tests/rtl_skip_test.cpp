#include <fmt/format.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <map>

#include "rtl_test_tools.hpp"
#include "rtl_traffic.hpp"

using namespace rig;
using namespace rig::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_CASE(edges_are_the_same_with_and_without_skipping) {
  for (const RtlOptions& options : every_model()) {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
      BOOST_TEST_CONTEXT(options.model << ", seed " << seed) {
        const auto skipped = edges_of(options, SkipPolicy::where_sound, seed);
        const auto evaluated = edges_of(options, SkipPolicy::never, seed);
        BOOST_TEST(skipped == evaluated, boost::test_tools::per_element());
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(the_traffic_makes_the_fixtures_talk) {
  for (const char* model : {"echo",
                            "relay",
                            "in_package",
                            "in_interface",
                            "in_queue",
                            "restless",
                            "dice",
                            "alarm",
                            "divider",
                            "two_clocks",
                            "blinker",
                            "blinker_memory",
                            "blinker_function",
                            "blinker_branch",
                            "blinker_clock",
                            "counts_up",
                            "counts_down",
                            "counts_two",
                            "counts_passes_by",
                            "counts_limit",
                            "counts_up_and_down",
                            "counts_shown",
                            "counts_clock",
                            "counts_added_up",
                            "edges_rising",
                            "edges_flop",
                            "edges_level",
                            "edges_latch",
                            "edges_gate",
                            "edges_inverted",
                            "edges_reset",
                            "edges_other"}) {
    BOOST_TEST(edges_of(fixture(model), SkipPolicy::where_sound, 1).size() > 20U, model);
  }
}

// A second of silence is 50 million clocks.
BOOST_AUTO_TEST_CASE(a_design_that_holds_still_is_not_evaluated) {
  for (const char* model :
       {"echo", "relay", "in_package", "in_interface", "forgetful", "quitter", "librarian", "mirror"}) {
    BOOST_TEST_CONTEXT(model) {
      const auto link = open_rtl(fixture(model));
      send(*link, "?");
      events_until(*link, 10s);
      BOOST_TEST(link->effort().cycles > 499'000'000U);
      BOOST_TEST(link->effort().evaluated < 20'000U);
    }
  }
}

// A divider and counters that never stop: nothing rests, but all of it comes back.
BOOST_AUTO_TEST_CASE(a_design_that_repeats_itself_is_not_evaluated) {
  const std::map<std::string, std::uint64_t> most = {
      {"divider", 20'000}, {"two_clocks", 20'000}, {"rounds_longest", 5U << 20}, {"blinker", 20'000}};
  for (const auto& [model, evaluated] : most) {
    BOOST_TEST_CONTEXT(model) {
      const auto link = open_rtl(fixture(model));
      send(*link, "?");
      BOOST_TEST(bytes_of(events_until(*link, 10s)) == to_bytes("?"), boost::test_tools::per_element());
      BOOST_TEST(link->effort().cycles > 499'000'000U);
      BOOST_TEST(link->effort().evaluated < evaluated);
    }
  }
}

// Up to the value of a counter at which something happens, the clocks need not be evaluated one by one. These
// answer between 13,000 and 230,000 clocks after the question; 50 ms are 2,500,000.
BOOST_AUTO_TEST_CASE(a_design_that_only_counts_is_not_evaluated) {
  const std::map<std::string, std::string> counters = {
      {"counts_up", "g_up.count[31:0]"},
      {"counts_down", "g_down.count[19:0]"},
      {"counts_upper_bit", "g_upper_bit.count[31:0]"},
      {"counts_slowly", "g_slowly.count[15:0]"},
      {"counts_two", "g_two.first[31:0], g_two.second[31:0]"},
      {"counts_passes_by", "g_passes_by.count[15:0]"},
      {"counts_set_back", "g_set_back.delay[12:0], g_set_back.count[31:0], g_set_back.watchdog[31:0]"}};
  for (const auto& [model, which] : counters) {
    BOOST_TEST_CONTEXT(model) {
      RtlOptions never = fixture(model);
      never.skip = SkipPolicy::never;
      std::vector<TxEdge> edges;
      for (const RtlOptions& options : {never, fixture(model)}) {
        const auto link = open_rtl(options);
        BOOST_TEST(link->info().facts.at("skip_counts") == which);
        link->record_edges();
        send(*link, "?");
        BOOST_TEST(bytes_of(events_until(*link, 50ms)) == to_bytes("?"), boost::test_tools::per_element());
        if (edges.empty()) {
          edges = link->edges();
          continue;
        }
        BOOST_TEST(link->edges() == edges, boost::test_tools::per_element());
        BOOST_TEST(link->effort().evaluated < link->effort().cycles * 2 / 5);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_board_that_thinks_as_long_as_it_may_takes_no_time) {
  const auto link = open_rtl(fixture("thinker"));
  send(*link, "0");
  const auto events = events_until(*link, 2s);
  BOOST_TEST(bytes_of(events) == to_bytes("1RD"), boost::test_tools::per_element());
  BOOST_TEST((instant_of(events.at(0)).earliest > 800ms));
  BOOST_TEST(link->effort().evaluated < 200'000U);
}

// What a register is told by another one, counts both ways or is shown is followed clock by clock.
BOOST_AUTO_TEST_CASE(a_register_that_does_more_than_count_is_evaluated) {
  for (const char* model : {"counts_limit", "counts_up_and_down", "counts_added_up"}) {
    const auto link = open_rtl(fixture(model));
    BOOST_TEST(!link->info().facts.contains("skip_counts"), model);
    send(*link, "?");
    BOOST_TEST(!events_until(*link, 50ms).empty(), model);
    BOOST_TEST(link->effort().evaluated > 15'000U, model);
  }
  const auto link = open_rtl(fixture("counts_shown"));
  BOOST_TEST(link->info().facts.at("skip_counts") == "g_is_shown.waited[31:0]");
  events_until(*link, 20ms);
  BOOST_TEST(link->effort().evaluated > 65'536U);  // until its 16 bits come round
}

// They seem to repeat themselves: until a register in the one, a bit of a memory in the other has counted far
// enough; but for a clock of tx in each round; with a round a clock longer than is looked for. The registers
// that count these rounds and clocks are counters; what is in a memory is none.
BOOST_AUTO_TEST_CASE(a_design_that_only_seems_to_repeat_itself_is_not_jumped_past_its_change) {
  const std::map<std::string, Duration> waits = {{"rounds_late", 700ms},
                                                 {"rounds_in_memory", 12ms},
                                                 {"rounds_beating", 5ms},
                                                 {"rounds_long", 130ms},
                                                 {"two_clocks_late", 10ms}};
  for (const auto& [model, wait] : waits) {
    BOOST_TEST_CONTEXT(model) {
      const auto link = open_rtl(fixture(model));
      RtlOptions never = fixture(model);
      never.skip = SkipPolicy::never;
      const auto evaluated = open_rtl(never);
      link->record_edges();
      evaluated->record_edges();
      events_until(*link, wait);
      events_until(*evaluated, wait);
      BOOST_TEST(link->edges() == evaluated->edges(), boost::test_tools::per_element());
      BOOST_TEST(link->edges().empty() == (model == "rounds_long"));
      if (model == "rounds_late" || model == "rounds_long") {
        BOOST_TEST(link->effort().evaluated < 20'000U);
      } else {
        BOOST_TEST(link->effort().evaluated == link->effort().cycles);
      }
    }
  }
}

// A blinker that tx depends on is part of the state, by whatever way it gets there.
BOOST_AUTO_TEST_CASE(what_keeps_a_design_from_being_skipped_is_named_with_its_way_to_tx) {
  const std::map<std::string, std::string> ways = {
      {"blinker_memory", "blink[25:0], which reaches tx_o through g_memory.words, reply[7:0], "},
      {"blinker_function", "blink[25:0], which reaches tx_o through reply[7:0], u_port.u_send.shift[8:0]"},
      {"blinker_branch", "blink[25:0], which reaches tx_o through g_branches.parts, "},
      {"blinker_clock", "blink[25:0], which reaches tx_o through g_clock.slow, a clock"},
      {"blinker_end_later", "blink[25:0], which reaches what it prints or how it ends"},
      {"restless", "count[31:0], which reaches tx_o through u_port.u_send.shift[8:0]"}};
  for (const auto& [model, way] : ways) {
    RtlOptions options = fixture(model);
    options.settle.reset();
    const auto link = open_rtl(options);
    const std::string expected = "on, but in its first 1.00 ms it neither rested nor repeated itself: " + way;
    const std::string& fact = link->info().facts.at("skip");
    BOOST_TEST(fact.starts_with(expected), model << ": " << fact);
    events_until(*link, 20ms);
    BOOST_TEST(link->effort().evaluated == link->effort().cycles);
  }
}

BOOST_AUTO_TEST_CASE(a_design_that_rests_or_repeats_itself_has_nothing_to_name) {
  for (const char* model : {"echo", "divider", "two_clocks", "blinker"}) {
    RtlOptions options = fixture(model);
    options.settle.reset();
    BOOST_TEST(open_rtl(options)->info().facts.at("skip") == "on", model);
  }
  BOOST_TEST(open_rtl(fixture("blinker"))->info().facts.at("skip_leaves_out") ==
             "led_o[7:0], digit_o[3:0], segments_o[6:0], blink[25:0], bytes[31:0], scan[19:0]");
}

BOOST_AUTO_TEST_CASE(a_design_ends_itself_at_the_same_clock_with_and_without_skipping) {
  for (const char* model : {"blinker_end", "blinker_end_later"}) {
    std::vector<Instant> ends;
    for (const SkipPolicy policy : {SkipPolicy::where_sound, SkipPolicy::never}) {
      RtlOptions options = fixture(model);
      options.skip = policy;
      const auto link = open_rtl(options);
      send(*link, "?");
      const auto events = events_until(*link, 100ms);
      BOOST_TEST_REQUIRE(events.size() == 2U);
      BOOST_TEST(std::get<HungUp>(events[1]).how.find("it blinked") != std::string::npos);
      ends.push_back(instant_of(events[1]));
    }
    BOOST_TEST((ends[0].earliest == ends[1].earliest), model);
  }
}

BOOST_AUTO_TEST_CASE(a_design_that_never_rests_is_evaluated) {
  const auto link = open_rtl(fixture("restless"));
  events_until(*link, 20ms);
  BOOST_TEST(link->effort().evaluated == link->effort().cycles);
}

BOOST_AUTO_TEST_CASE(asked_not_to_skip_it_does_not) {
  RtlOptions options = fixture("echo");
  options.skip = SkipPolicy::never;
  const auto link = open_rtl(options);
  events_until(*link, 20ms);
  BOOST_TEST(link->effort().evaluated == link->effort().cycles);
  BOOST_TEST(link->info().facts.at("skip") == "off: as asked");
}

BOOST_AUTO_TEST_CASE(the_skip_is_off_where_it_would_be_unsound_and_says_why) {
  const std::map<std::string, std::string> reasons = {
      {"in_queue", "VlQueue"}, {"dice", "$random"}, {"alarm", "$time"}};
  for (const auto& [model, reason] : reasons) {
    const auto link = open_rtl(fixture(model));
    const std::string& fact = link->info().facts.at("skip");
    BOOST_TEST(fact.starts_with("off: "), model << ": " << fact);
    BOOST_TEST(fact.find(reason) != std::string::npos, model << ": " << fact);
    events_until(*link, 5ms);
    BOOST_TEST(link->effort().evaluated == link->effort().cycles);
  }
}

// Once its output is dropped, a design that prints on each clock is skipped, and its lines are counted on.
BOOST_AUTO_TEST_CASE(what_a_design_prints_on_each_clock_is_counted_and_costs_no_waiting) {
  std::string printed;
  RtlOptions options = fixture("chatty");
  options.settle.reset();
  options.print = [&](std::string_view text) { printed += text; };
  const auto link = open_rtl(options);
  BOOST_TEST(link->info().facts.at("printed") ==
             "50000 lines before its first request, the first: rx is 1");  // a clock each, of 1 ms
  BOOST_TEST(events_until(*link, 10s).empty());
  BOOST_TEST(std::count(printed.begin(), printed.end(), '\n') == 1000);
  BOOST_TEST(link->effort().evaluated < 20'000U);
  const std::uint64_t cycles = link->effort().cycles;
  const Outcome outcome = link->reset();
  BOOST_TEST(outcome.note.ends_with(fmt::format("; before that it had printed {} lines", cycles)),
             outcome.note);
  link->send(to_bytes("eX"), at(*link, 11s));
  const auto events = events_until(*link, 12s);
  BOOST_TEST_REQUIRE(events.size() == 2U);
  BOOST_TEST(std::get<Byte>(events[0]).value == 'e');
  BOOST_TEST(std::get<HungUp>(events[1]).how.find("the byte was X") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_design_that_prints_nothing_has_no_such_fact) {
  const auto link = open_rtl(fixture("echo"));
  BOOST_TEST(!link->info().facts.contains("printed"));
  BOOST_TEST(link->reset().note.find("printed") == std::string::npos);
}
