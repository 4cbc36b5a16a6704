#include <array>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>

#include "rig/base/errors.hpp"
#include "rtl_test_tools.hpp"

using namespace rig;
using namespace rig::test;
using namespace std::chrono_literals;
namespace data = boost::unit_test::data;

namespace {

constexpr Duration byte_time = 86'806ns;  // 10 bits at 115200 baud, rounded up
constexpr Duration clock_period = 20ns;

Bytes all_values() {
  Bytes all;
  for (int value = 0; value < 256; ++value) all.push_back(static_cast<std::uint8_t>(value));
  return all;
}

}  // namespace

// Bytes ------------------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(echoes_a_byte_after_the_middle_of_its_stop_bit) {
  const auto link = open_rtl(fixture("echo"));
  const Sent sent = send(*link, "0");
  const Event event = next(*link, 1s);
  BOOST_TEST_REQUIRE(std::holds_alternative<Byte>(event));
  const Byte& byte = std::get<Byte>(event);
  BOOST_TEST(byte.value == '0');
  BOOST_TEST((byte.first_bit.latest < sent.last_bit.earliest));
  BOOST_TEST((byte.first_bit.earliest > sent.last_bit.latest - byte_time / 10));
  BOOST_TEST(std::holds_alternative<TimedOut>(next(*link, 1s)));
}

BOOST_AUTO_TEST_CASE(carries_every_value_back_to_back_in_both_directions) {
  const auto link = open_rtl(fixture("echo"));
  send(*link, all_values());
  const auto events = events_until(*link, 1s);
  BOOST_TEST(events.size() == 256U);
  BOOST_TEST(bytes_of(events) == all_values(), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(instants_are_one_clock_period_wide) {
  const auto link = open_rtl(fixture("echo"));
  const Sent sent = send(*link, "7");
  const Byte byte = std::get<Byte>(next(*link, 1s));
  for (const Instant& instant : {sent.first_bit, sent.last_bit, byte.first_bit, byte.last_bit}) {
    BOOST_TEST((instant.latest - instant.earliest == clock_period));
    BOOST_TEST((instant.clock == link->info().clock));
  }
}

BOOST_AUTO_TEST_CASE(a_byte_lasts_ten_bit_times) {
  const auto link = open_rtl(fixture("echo"));
  const Sent sent = send(*link, "7");
  const Byte byte = std::get<Byte>(next(*link, 1s));
  for (const Latency& length :
       {between(sent.first_bit, sent.last_bit), between(byte.first_bit, byte.last_bit)}) {
    BOOST_TEST((length.shortest <= 86'805ns));
    BOOST_TEST((length.longest >= 86'806ns));
  }
}

BOOST_AUTO_TEST_CASE(nothing_is_sent_before_it_is_allowed) {
  const auto link = open_rtl(fixture("echo"));
  for (const Duration start : {1'000'000ns, 2'000'001ns, 3'000'019ns, 4'000'020ns}) {
    const Sent sent = link->send(to_bytes("x"), at(*link, start));
    BOOST_TEST((sent.first_bit.earliest >= start));
    BOOST_TEST((sent.first_bit.latest <= start + 3 * clock_period));
  }
}

BOOST_AUTO_TEST_CASE(a_byte_that_ends_later_is_kept) {
  const auto link = open_rtl(fixture("echo"));
  send(*link, "k");
  const Byte byte = std::get<Byte>(next(*link, 1s));
  link->reset();
  const Sent again = send(*link, "k");
  const Duration end = again.last_bit.earliest + (byte.last_bit.earliest - byte.first_bit.earliest);
  BOOST_TEST(std::holds_alternative<TimedOut>(next(*link, end - byte_time)));
  BOOST_TEST(std::holds_alternative<TimedOut>(next(*link, end - byte_time / 10)));
  BOOST_TEST(std::holds_alternative<Byte>(next(*link, end + byte_time)));
}

BOOST_AUTO_TEST_CASE(other_clocks_are_refused) {
  const auto link = open_rtl(fixture("echo"));
  const Instant elsewhere = Instant::exactly(monotonic_domain(), 1s);
  BOOST_CHECK_THROW(link->receive(elsewhere), RigError);
  BOOST_CHECK_THROW(link->send(to_bytes("x"), elsewhere), RigError);
}

BOOST_AUTO_TEST_CASE(hours_of_simulated_time_stay_exact) {
  const auto link = open_rtl(fixture("echo"));
  const Duration late = 20h;
  const Sent sent = link->send(to_bytes("x"), at(*link, late));
  BOOST_TEST((sent.first_bit.earliest >= late));
  BOOST_TEST((sent.first_bit.latest <= late + 3 * clock_period));
  BOOST_TEST(std::get<Byte>(next(*link, late + 1s)).value == 'x');
}

// Bit boundaries ---------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(bit_boundaries_do_not_drift_over_a_thousand_bytes) {
  const auto link = open_rtl(fixture("mirror"));
  link->record_edges();
  const Bytes bytes(1000, 0x55);  // an edge at every bit boundary
  send(*link, bytes);
  BOOST_TEST(bytes_of(events_until(*link, 1s)) == bytes, boost::test_tools::per_element());

  const std::vector<TxEdge>& edges = link->edges();
  BOOST_TEST_REQUIRE(edges.size() == 10'000U);
  for (std::uint64_t bit = 0; bit < edges.size(); ++bit) {
    // In 36ths of a clock: a bit is 434 1/36 = 15625/36 clocks.
    const std::uint64_t exact = edges[0].cycle * 36 + bit * 15'625;
    const std::uint64_t seen = edges[bit].cycle * 36;
    BOOST_TEST_REQUIRE(seen >= exact);
    BOOST_TEST_REQUIRE(seen < exact + 36);
  }
}

BOOST_AUTO_TEST_CASE(sends_that_follow_each_other_do_not_drift_either) {
  const auto link = open_rtl(fixture("mirror"));
  link->record_edges();
  for (int byte = 0; byte < 1000; ++byte) send(*link, "U");
  events_until(*link, 1s);
  BOOST_TEST_REQUIRE(link->edges().size() == 10'000U);
  const std::uint64_t length = (link->edges().back().cycle - link->edges().front().cycle) * 36;
  BOOST_TEST(length + 36 > 9'999ULL * 15'625);
  BOOST_TEST(length < 9'999ULL * 15'625 + 36);
}

BOOST_AUTO_TEST_CASE(grid_positions_are_exact_fractions) {
  const BitGrid grid(50'000'000, 115'200);
  BOOST_TEST(grid.parts() == 72U);  // half a bit = 15625/72 clocks
  GridPosition position;
  for (std::uint64_t half = 1; half <= 1'000'000; ++half) {
    position = grid.after(position, 1);
    if (half % 1000 != 0) continue;
    BOOST_TEST_REQUIRE(position.cycle == half * 15'625 / 72);
    BOOST_TEST_REQUIRE(position.part == half * 15'625 % 72);
  }
  BOOST_TEST(BitGrid::edge_at_or_after({7, 0}) == 7U);
  BOOST_TEST(BitGrid::edge_at_or_after({7, 1}) == 8U);
}

BOOST_AUTO_TEST_CASE(grid_with_an_offset_is_exact_too) {
  const BitGrid fast(50'000'000, 115'200, 20'000);  // 2 % faster: 15625/73.44 clocks a half bit
  const GridPosition far = fast.after({}, 1000);
  BOOST_TEST(far.cycle == 15'625ULL * 1000 * 100 / 7344);
  BOOST_CHECK_THROW(BitGrid(0, 115'200), RigError);
  BOOST_CHECK_THROW(BitGrid(50'000'000, 0), RigError);
  BOOST_CHECK_THROW(BitGrid(50'000'000, 115'200, -1'000'000), RigError);
}

BOOST_DATA_TEST_CASE(a_line_up_to_four_percent_off_is_read, data::make({-40'000, -20'000, 20'000, 40'000}),
                     offset) {
  const auto link = open_rtl(fixture("mirror"));  // what is heard is what the host drives
  link->wire()->set_bit_rate_offset(offset);
  send(*link, all_values());
  BOOST_TEST(bytes_of(events_until(*link, 1s)) == all_values(), boost::test_tools::per_element());
}

BOOST_DATA_TEST_CASE(a_line_seven_percent_off_is_not, data::make({-70'000, 70'000}), offset) {
  const auto link = open_rtl(fixture("mirror"));
  link->wire()->set_bit_rate_offset(offset);
  const Bytes bytes(20, 0x55);
  send(*link, bytes);
  BOOST_TEST((bytes_of(events_until(*link, 1s)) != bytes));
}

BOOST_DATA_TEST_CASE(a_dut_takes_bytes_two_percent_off, data::make({-20'000, 20'000}), offset) {
  const auto link = open_rtl(fixture("echo"));
  link->wire()->set_bit_rate_offset(offset);
  link->wire()->set_gap_between_bytes(200us);
  send(*link, all_values());
  BOOST_TEST(bytes_of(events_until(*link, 1s)) == all_values(), boost::test_tools::per_element());
}

// The wire ---------------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(a_gap_is_kept_between_bytes_and_ends_with_reset) {
  const auto link = open_rtl(fixture("echo"));
  link->wire()->set_gap_between_bytes(1ms);
  const Sent spread = send(*link, "abc");
  BOOST_TEST((between(spread.first_bit, spread.last_bit).longest >= 3 * 86'805ns + 2ms));
  BOOST_TEST((between(spread.first_bit, spread.last_bit).longest < 3 * byte_time + 2ms + 100ns));
  link->reset();
  const Sent dense = send(*link, "abc");
  BOOST_TEST((between(dense.first_bit, dense.last_bit).longest < 3 * byte_time + 100ns));
}

BOOST_AUTO_TEST_CASE(a_glitch_is_no_byte_to_a_good_dut) {
  const auto link = open_rtl(fixture("echo"));
  const Sent sent = link->wire()->glitch(1us, 1ms);
  BOOST_TEST((between(sent.first_bit, sent.last_bit).shortest >= 1ms));
  send(*link, "g");
  const auto events = events_until(*link, 1s);
  BOOST_TEST(events.size() == 1U);
  BOOST_TEST(bytes_of(events) == to_bytes("g"), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_byte_with_a_low_stop_bit_is_dropped_by_a_good_dut) {
  const auto link = open_rtl(fixture("echo"));
  link->wire()->send_with_framing_error('f');
  send(*link, "g");
  const auto events = events_until(*link, 1s);
  BOOST_TEST(bytes_of(events) == to_bytes("g"), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_is_no_byte_is_heard_as_what_it_is) {
  const auto link = open_rtl(fixture("mirror"));  // hears what the host drives
  link->wire()->glitch(1us, 1ms);
  link->wire()->send_with_framing_error('f');
  link->wire()->send_break(1ms);
  send(*link, "g");
  const auto events = events_until(*link, 1s);
  BOOST_TEST_REQUIRE(events.size() == 4U);
  BOOST_TEST((std::get<LineError>(events[0]).kind == LineError::Kind::framing));
  BOOST_TEST((std::get<LineError>(events[1]).kind == LineError::Kind::framing));
  BOOST_TEST(std::get<LineError>(events[1]).value == 'f');
  BOOST_TEST((std::get<LineError>(events[2]).kind == LineError::Kind::line_break));
  BOOST_TEST(std::get<Byte>(events[3]).value == 'g');
}

BOOST_AUTO_TEST_CASE(the_edges_of_a_reply_are_known_when_its_last_byte_is) {
  const auto link = open_rtl(fixture("echo"));
  send(*link, "a");
  std::get<Byte>(next(*link, 1s));
  BOOST_TEST(link->wire()->take_edges().empty());  // nobody watched
  link->wire()->watch_line();
  send(*link, "U");  // an edge at every bit boundary
  const Byte byte = std::get<Byte>(next(*link, 1s));
  const std::vector<LineEdge> edges = link->wire()->take_edges();
  BOOST_TEST_REQUIRE(edges.size() == 10U);
  BOOST_TEST((edges.front().at == byte.first_bit));
  for (std::size_t i = 0; i < edges.size(); ++i) BOOST_TEST(edges[i].level == (i % 2 == 1));
  BOOST_TEST(link->wire()->take_edges().empty());
  link->reset();  // ends the watch
  send(*link, "b");
  std::get<Byte>(next(*link, 1s));
  BOOST_TEST(link->wire()->take_edges().empty());
}

// Power ------------------------------------------------------------------------------------------

namespace {

/// What nobody resets, as it was at power-on.
Bytes forgotten(std::uint64_t seed) {
  RtlOptions options = fixture("forgetful");
  options.seed = seed;
  const auto link = open_rtl(options);
  send(*link, "????");
  return bytes_of(events_until(*link, 1s));
}

}  // namespace

BOOST_AUTO_TEST_CASE(power_on_state_is_random_and_reproducible) {
  std::set<std::string> answers;
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    answers.insert(to_text(forgotten(seed)));
    BOOST_TEST(forgotten(seed) == forgotten(seed), boost::test_tools::per_element());
  }
  BOOST_TEST(answers.size() == 16U);
}

BOOST_AUTO_TEST_CASE(seeds_that_differ_in_their_upper_half_differ) {
  BOOST_TEST((forgotten(1) != forgotten(1ULL << 40 | 1)));
}

/// So does `rig match --concurrency`.
BOOST_AUTO_TEST_CASE(designs_that_power_on_in_several_threads_have_the_values_of_their_own_seeds) {
  const std::array<Bytes, 2> expected = {forgotten(1), forgotten(2)};
  std::array<int, 2> others{};
  {
    std::array<std::jthread, 2> threads;
    for (const std::size_t one : {0U, 1U}) {
      threads[one] = std::jthread([&, one] {
        for (int time = 0; time < 300; ++time) others[one] += forgotten(1 + one) == expected[one] ? 0 : 1;
      });
    }
  }
  BOOST_TEST(others[0] == 0);
  BOOST_TEST(others[1] == 0);
}

BOOST_AUTO_TEST_CASE(registers_start_at_0_where_that_is_said_and_by_no_seed) {
  constexpr std::uint64_t last = ~std::uint64_t{0};
  const auto answer = [](bool from_zero, std::uint64_t seed) {
    RtlOptions options = fixture("forgetful");
    options.seed = seed;
    options.from_zero = from_zero;
    const auto link = open_rtl(options);
    send(*link, "????");
    return to_text(bytes_of(events_until(*link, 1s)));
  };
  BOOST_TEST(answer(true, last) == answer(true, 1));
  BOOST_TEST(answer(false, last) != answer(true, last));
}

BOOST_AUTO_TEST_CASE(reset_is_a_new_model_in_later_time) {
  const auto link = open_rtl(fixture("forgetful"));
  send(*link, "?");
  const Byte before = std::get<Byte>(next(*link, 1s));
  const Outcome outcome = link->reset();
  BOOST_TEST(outcome.done);
  BOOST_TEST((outcome.ready.earliest > before.last_bit.earliest));
  send(*link, "????");
  const Bytes after = bytes_of(events_until(*link, 2s));
  link->reset();
  send(*link, "????");
  BOOST_TEST((bytes_of(events_until(*link, 3s)) != after));  // another power-on, another state
}

BOOST_AUTO_TEST_CASE(a_chosen_seed_gives_the_same_power_on_whatever_ran_before) {
  const auto answer_after_reseed = [](int resets_before) {
    const auto link = open_rtl(fixture("forgetful"));
    for (int i = 0; i < resets_before; ++i) link->reset();
    link->reseed(4711);
    link->reset();
    send(*link, "????");
    return bytes_of(events_until(*link, 1s));
  };
  BOOST_TEST(answer_after_reseed(0) == answer_after_reseed(3), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(reset_forgets_what_was_on_its_way) {
  const auto link = open_rtl(fixture("echo"));
  const Sent sent = send(*link, "abc");
  const Outcome outcome = link->reset();
  BOOST_TEST((outcome.ready.earliest >= sent.last_bit.earliest));  // the call that sent has taken its time
  BOOST_TEST(events_until(*link, 1s).empty());
}

BOOST_AUTO_TEST_CASE(a_design_that_ends_itself_hangs_up) {
  struct Ending {
    const char* byte;
    const char* how;
  };
  for (const Ending& ending : {Ending{"F", "$finish at quitter.sv:"}, Ending{"S", "$stop at quitter.sv:"},
                               Ending{"X", "the byte was X"}, Ending{"A", "not A again"}}) {
    const auto link = open_rtl(fixture("quitter"));
    send(*link, "e");
    BOOST_TEST(std::get<Byte>(next(*link, 1s)).value == 'e');
    const Sent sent = send(*link, ending.byte);
    const Event event = next(*link, 1s);
    BOOST_TEST_REQUIRE(std::holds_alternative<HungUp>(event));
    const HungUp& gone = std::get<HungUp>(event);
    BOOST_TEST(gone.how.find(ending.how) != std::string::npos, gone.how);
    BOOST_TEST((gone.at.latest < sent.last_bit.earliest));  // in the middle of the stop bit
    BOOST_TEST((gone.at.latest > sent.last_bit.earliest - byte_time / 10));
    BOOST_TEST((std::get<HungUp>(next(*link, 2s)) == gone));
    send(*link, "lost");
    BOOST_TEST((std::get<HungUp>(next(*link, 3s)) == gone));
    link->reset();
    send(*link, "e");
    BOOST_TEST(std::get<Byte>(next(*link, 4s)).value == 'e');
  }
}

BOOST_AUTO_TEST_CASE(what_a_design_prints_goes_to_whoever_opened_it) {
  std::string printed;
  RtlOptions options = fixture("quitter");
  options.print = [&](std::string_view text) { printed += text; };
  const auto link = open_rtl(options);
  send(*link, "hi");
  events_until(*link, 1s);
  BOOST_TEST(printed == "got h\ngot i\n");
}

BOOST_AUTO_TEST_CASE(what_a_design_does_while_it_settles_is_ignored_and_noted) {
  RtlOptions options = fixture("slow_start");  // noise for 3 us
  options.settle.reset();
  const auto link = open_rtl(options);
  BOOST_TEST(link->info().facts.at("settle") ==
             "what it does in the first 1.00 ms from power-on is ignored (the usual time)");
  BOOST_TEST(!link->info().facts.contains("settle_ns"));
  const Outcome outcome = link->reset();
  BOOST_TEST((outcome.ready.earliest >= 2ms));  // of two power-ons
  BOOST_TEST(outcome.note.find("in its first 1.00 ms its line changed") != std::string::npos, outcome.note);
  BOOST_TEST(events_until(*link, 50ms).empty());
  link->send(to_bytes("0"), at(*link, 50ms));
  BOOST_TEST(to_text(bytes_of(events_until(*link, 1s))) == "1RD");
}

BOOST_AUTO_TEST_CASE(what_a_design_does_after_it_has_settled_is_heard) {
  RtlOptions noise = fixture("slow_start");
  BOOST_TEST(!events_until(*open_rtl(noise), 5ms).empty());  // not settled at all
  noise = fixture("slower_start");                           // 5 ms of noise
  noise.settle.reset();
  const auto link = open_rtl(noise);
  link->reset();
  BOOST_TEST(!events_until(*link, 20ms).empty());
  noise.settle = 6ms;
  const auto patient = open_rtl(noise);
  BOOST_TEST(patient->info().facts.at("settle") ==
             "what it does in the first 6.00 ms from power-on is ignored (as was asked for)");
  BOOST_TEST((patient->reset().ready.earliest >= 12ms));
  BOOST_TEST(events_until(*patient, 50ms).empty());
}

BOOST_AUTO_TEST_CASE(a_line_that_is_low_when_the_design_has_settled_is_a_break) {
  RtlOptions options = fixture("stuck_low");
  options.settle.reset();
  const auto events = events_until(*open_rtl(options), 50ms);
  BOOST_TEST_REQUIRE(events.size() == 1U);
  BOOST_TEST((std::get<LineError>(events[0]).kind == LineError::Kind::line_break));
}

// Several links ----------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(two_models_with_the_same_module_names_keep_apart) {
  const auto a = open_rtl(fixture("twin_a"));
  const auto b = open_rtl(fixture("twin_b"));
  const auto another_a = open_rtl(fixture("twin_a"));
  for (RtlLink* link : {a.get(), b.get(), another_a.get()}) {
    link->wire()->set_gap_between_bytes(100us);
    send(*link, "xxx");
  }
  BOOST_TEST(bytes_of(events_until(*a, 1s)) == to_bytes("AAA"), boost::test_tools::per_element());
  BOOST_TEST(bytes_of(events_until(*b, 1s)) == to_bytes("BBB"), boost::test_tools::per_element());
  BOOST_TEST(bytes_of(events_until(*another_a, 1s)) == to_bytes("AAA"), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(two_links_share_one_time) {
  RtlOptions options = fixture("echo");
  options.time = std::make_shared<SimulatedTime>();
  const auto a = open_rtl(options);
  const auto b = open_rtl(options);
  BOOST_TEST((a->info().clock == b->info().clock));
  send(*a, "a");
  const Byte from_a = std::get<Byte>(next(*a, 1s));
  const Sent to_b = b->send(to_bytes("b"), from_a.last_bit);
  BOOST_TEST(surely_before(from_a.first_bit, to_b.first_bit));
  Link* const links[] = {a.get(), b.get()};
  const LinkEvent event = wait_any(links, to_b.last_bit, at(*a, 1s));
  BOOST_TEST(event.link == 1U);
  BOOST_TEST(std::get<Byte>(event.event).value == 'b');
  // Switching one off and on happens now, not when it was last looked at.
  BOOST_TEST(std::holds_alternative<TimedOut>(next(*a, 2s)));
  BOOST_TEST((b->reset().ready.earliest >= 2s));
}

BOOST_AUTO_TEST_CASE(links_have_times_of_their_own_unless_shared) {
  const auto a = open_rtl(fixture("echo"));
  const auto b = open_rtl(fixture("echo"));
  BOOST_TEST(!(a->info().clock == b->info().clock));
}

// Opening ----------------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(tells_what_it_is) {
  const auto link = open_rtl(fixture("echo"));
  const LinkInfo& info = link->info();
  BOOST_TEST(info.name == "rtl:echo");
  BOOST_TEST(info.description == "Verilated RTL, 50 MHz, 115200 8N1");
  BOOST_TEST((info.clock_kind == ClockKind::simulated));
  BOOST_TEST(info.can_reset);
  BOOST_TEST(info.has_wire);
  BOOST_TEST((info.uncertainty == clock_period));
  BOOST_TEST(info.facts.at("seed") == "1");
  BOOST_TEST(info.facts.at("skip") == "on");
  for (const char* fact : {"compiler_flags", "verilator", "source_hash", "compiler"}) {
    BOOST_TEST(!info.facts.at(fact).empty());
  }
}

BOOST_AUTO_TEST_CASE(an_unknown_model_is_told_with_the_nearest_known_one) {
  BOOST_CHECK_EXCEPTION(open_rtl(fixture("relai")), UsageError, [](const UsageError& error) {
    return std::string(error.what()).find("Did you mean \"relay\"?") != std::string::npos;
  });
}

BOOST_AUTO_TEST_CASE(faults_are_switched_on_by_name) {
  RtlOptions options = fixture("librarian");
  const auto answer = [&] {
    const auto link = open_rtl(options);
    send(*link, "A");
    return std::get<Byte>(next(*link, 1s)).value;
  };
  const auto good = answer();
  BOOST_TEST(good == ('A' ^ 0x20) + 3 + 1 + 2);  // data file, tie, parameter, definition
  options.fault = "question";
  BOOST_TEST(answer() == '?');
  options.fault = "off_by_one";
  BOOST_TEST(answer() == good + 1);
  options.fault = "qestion";
  BOOST_CHECK_EXCEPTION(open_rtl(options), UsageError, [](const UsageError& error) {
    return std::string(error.what()).find("Did you mean \"question\"?") != std::string::npos;
  });
  options.model = "echo";
  BOOST_CHECK_EXCEPTION(open_rtl(options), UsageError, [](const UsageError& error) {
    return std::string(error.what()) == "The model echo has no faults.";
  });
}
