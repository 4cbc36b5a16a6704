/// The transcript: what is recorded plays back the same, and whatever differs from it is told with its place.

#include "rig/link/transcript/transcript.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <deque>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>

#include "rig/base/errors.hpp"
#include "rig/link/link.hpp"
#include "rig/link/tests/transcript_fixtures.hpp"
#include "rig/tests/contains.hpp"
#include "rig/tests/scripted_device.hpp"

namespace rig {

std::ostream& operator<<(std::ostream& out, ClockKind kind) {
  constexpr const char* names[] = {"simulated", "virtual", "monotonic"};
  return out << names[static_cast<std::size_t>(kind)];
}

}  // namespace rig

namespace rig::report {
namespace {

namespace data = boost::unit_test::data;
using namespace rig::testing;
using namespace std::chrono_literals;

/// The lines of one case as they are recorded; the segment's first line is there from the beginning.
struct Record {
  std::vector<std::string> lines;

  std::unique_ptr<Link> of(std::unique_ptr<Link> link) {
    lines.push_back(segment_line("Some.Case", some_run, link->info()));
    return link_of(record(std::move(link), [this](const std::string& line) { lines.push_back(line); }));
  }
  std::unique_ptr<Link> replay() const { return link_of(rig::replay(Medium::bytes, "Some.Case", lines)); }
};

/// An instant without its clock, which a replay must not share with the recording.
using Moment = std::pair<std::int64_t, std::int64_t>;
Moment moment(const Instant& at) {
  return {at.earliest.count(), at.latest.count()};
}

/// An event as text, times included.
std::string as_text(const Event& event) {
  const auto time = [](const Instant& at) {
    return " [" + std::to_string(at.earliest.count()) + "," + std::to_string(at.latest.count()) + "]";
  };
  struct Visitor {
    decltype(time) text;
    std::string operator()(const TimedOut& e) const { return "timeout" + text(e.until); }
    std::string operator()(const Byte& e) const {
      return "byte " + std::to_string(e.value) + text(e.first_bit) + text(e.last_bit);
    }
    std::string operator()(const LineError& e) const {
      return (e.kind == LineError::Kind::framing ? "framing " : "break ") + std::to_string(e.value) +
             text(e.at);
    }
    std::string operator()(const HungUp& e) const { return "hang-up " + e.how + text(e.at); }
  };
  return std::visit(Visitor{time}, event);
}

std::string as_text(const Sent& sent) {
  return std::to_string(moment(sent.first_bit).first) + " to " + std::to_string(moment(sent.last_bit).second);
}

Instant at(const Link& link, Duration time) {
  return Instant::exactly(link.info().clock, time);
}

std::unique_ptr<FakeLink> fake_with_wire() {
  auto fake = std::make_unique<FakeLink>();
  fake->link.has_wire = true;
  return fake;
}

/// A conversation in which everything happens that a callback link knows; the log is what its user saw.
std::vector<std::string> converse(Link& link) {
  std::vector<std::string> log;
  Instant now = link.reset().ready;
  link.reseed(std::numeric_limits<std::uint64_t>::max());
  link.note("hello \"there\"");
  for (const std::string request : {"0", "25", "9"}) {
    const Sent sent = link.send(to_bytes(request), now + 1ms);
    log.push_back(as_text(sent));
    now = sent.last_bit + 1s;
    for (;;) {
      const Event event = link.receive(now);
      log.push_back(as_text(event));
      if (!std::holds_alternative<Byte>(event)) break;
    }
  }
  const Outcome outcome = link.reset();
  log.push_back(outcome.note + std::to_string(outcome.ready.latest.count()) + (outcome.done ? "done" : ""));
  return log;
}

BOOST_AUTO_TEST_SUITE(recording_and_replay)

BOOST_AUTO_TEST_CASE(tell_the_same_story) {
  Record record;
  const auto plain = board();
  const auto recorded = record.of(board());
  const std::vector<std::string> log = converse(*recorded);
  BOOST_TEST(log == converse(*plain), boost::test_tools::per_element());  // recording changes nothing
  const auto replayed = record.replay();
  BOOST_TEST(log == converse(*replayed), boost::test_tools::per_element());
  BOOST_TEST(log.size() > 12U);
}

BOOST_AUTO_TEST_CASE(can_be_recorded_again) {
  Record first;
  converse(*first.of(board()));
  Record second;
  second.lines.push_back(first.lines.front());
  const auto again =
      link_of(record(first.replay(), [&](const std::string& line) { second.lines.push_back(line); }));
  converse(*again);
  BOOST_TEST(first.lines == second.lines, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(write_one_line_an_operation) {
  Record record;
  converse(*record.of(board()));
  for (const std::string& line : record.lines) {
    BOOST_TEST(!contains(line, "\n"));
    BOOST_TEST(nlohmann::json::accept(line), line);
  }
}

BOOST_AUTO_TEST_CASE(keep_the_clock_of_a_replay_apart) {
  Record record;
  const auto recorded = record.of(board());
  const auto replayed = record.replay();
  const auto another = record.replay();
  BOOST_TEST((replayed->info().clock == recorded->info().clock) == false);
  BOOST_TEST((replayed->info().clock == another->info().clock) == false);
}

BOOST_DATA_TEST_CASE(keep_what_a_link_is,
                     data::make({ClockKind::simulated, ClockKind::virtual_time, ClockKind::monotonic}),
                     kind) {
  auto fake = std::make_unique<FakeLink>();
  fake->link.description = hostile;
  fake->link.clock_kind = kind;
  fake->link.can_reset = kind == ClockKind::simulated;
  fake->link.has_wire = kind == ClockKind::monotonic;
  fake->link.hold_back = 16ms;
  fake->link.uncertainty = 20ns;
  fake->link.facts = {{"flags", "-O2 \"x\""}, {"seed", "7"}};
  const LinkInfo told = fake->link;
  Record record;
  const auto recorded = record.of(std::move(fake));
  const LinkInfo kept = record.replay()->info();
  for (const LinkInfo& info : {recorded->info(), kept}) {
    BOOST_TEST(info.name == told.name);
    BOOST_TEST(info.description == told.description);
    BOOST_TEST((info.clock_kind == told.clock_kind));
    BOOST_TEST(info.can_reset == told.can_reset);
    BOOST_TEST(info.has_wire == told.has_wire);
    BOOST_TEST((info.hold_back == told.hold_back));
    BOOST_TEST((info.uncertainty == told.uncertainty));
    BOOST_TEST((info.facts == told.facts));
  }
  BOOST_TEST((recorded->wire() != nullptr) == told.has_wire);
  BOOST_TEST((record.replay()->wire() != nullptr) == told.has_wire);
}

BOOST_AUTO_TEST_CASE(keep_every_kind_of_event) {
  auto fake = std::make_unique<FakeLink>();
  const ClockDomain clock = fake->link.clock;
  const Instant wide{clock, 1ns, std::chrono::hours(24 * 365)};
  const Instant early{clock, -5ns, 0ns};
  fake->events = {TimedOut{fake->at(1s)},
                  Byte{0x00, early, wide},
                  Byte{0xff, fake->at(7ns), fake->at(8ns)},
                  LineError{LineError::Kind::framing, 0x5a, wide},
                  LineError{LineError::Kind::line_break, 0x00, fake->at(9ns)},
                  HungUp{"killed by signal 11 (SIGSEGV)", fake->at(10ns)},
                  HungUp{hostile, fake->at(10ns)},
                  HungUp{no_utf8, fake->at(11ns)},
                  HungUp{"", fake->at(12ns)}};
  const std::deque<Event> told = fake->events;
  Record record;
  const auto recorded = record.of(std::move(fake));
  for (const Event& event : told) BOOST_TEST(as_text(recorded->receive(at(*recorded, 1s))) == as_text(event));
  const auto replayed = record.replay();
  for (const Event& event : told) {
    const Event kept = replayed->receive(at(*replayed, 1s));
    BOOST_TEST(as_text(kept) == as_text(event));
    BOOST_TEST((instant_of(kept).clock == replayed->info().clock));
  }
}

std::vector<std::string> disturb(Link& link) {
  WireControl& wire = *link.wire();
  wire.set_bit_rate_offset(-20000);
  wire.set_gap_between_bytes(20ms);
  return {as_text(wire.glitch(4us, 1ms)), as_text(wire.send_break(1ms)),
          as_text(wire.send_with_framing_error(0xa5))};
}

BOOST_AUTO_TEST_CASE(keep_every_disturbance_of_the_wire) {
  auto fake = fake_with_wire();
  FakeLink& inner = *fake;
  Record record;
  const auto recorded = record.of(std::move(fake));
  const std::vector<std::string> log = disturb(*recorded);
  const std::vector<std::string> operations = {"bit-rate -20000", "gap 20000000", "glitch 4000 1000000",
                                               "break 1000000", "framing 165"};
  BOOST_TEST(inner.operations == operations, boost::test_tools::per_element());
  BOOST_TEST(log.back() == "1004000 to 1005000");
  BOOST_TEST(disturb(*record.replay()) == log, boost::test_tools::per_element());
}

using Disturbance = std::function<void(WireControl&)>;
const std::vector<Disturbance> disturbances = {
    [](WireControl& wire) { wire.set_bit_rate_offset(1); },
    [](WireControl& wire) { wire.set_gap_between_bytes(1ns); },
    [](WireControl& wire) { wire.glitch(1ns, 2ns); },
    [](WireControl& wire) { wire.glitch(1ns, 3ns); },
    [](WireControl& wire) { wire.glitch(2ns, 2ns); },
    [](WireControl& wire) { wire.send_break(1ns); },
    [](WireControl& wire) { wire.send_with_framing_error(1); },
    [](WireControl& wire) { wire.send_with_framing_error(2); },
    [](WireControl& wire) { wire.watch_line(); },
    [](WireControl& wire) { wire.take_edges(); },
};
BOOST_AUTO_TEST_CASE(tell_every_disturbance_from_every_other) {
  for (std::size_t told = 0; told < disturbances.size(); ++told) {
    for (std::size_t done = 0; done < disturbances.size(); ++done) {
      Record record;
      disturbances[told](*record.of(fake_with_wire())->wire());
      const auto replayed = record.replay();
      if (told == done) {
        BOOST_CHECK_NO_THROW(disturbances[done](*replayed->wire()));
      } else {
        BOOST_CHECK_EXCEPTION(disturbances[done](*replayed->wire()), RigError,
                              saying({"Some.Case", "operation 1"}));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(keep_the_edges_of_the_line) {
  auto fake = fake_with_wire();
  FakeLink& inner = *fake;
  Record record;
  const auto recorded = record.of(std::move(fake));
  const auto watch = [](Link& link) {
    link.wire()->watch_line();
    std::vector<std::string> seen;
    for (int take = 0; take < 2; ++take) {
      for (const LineEdge& edge : link.wire()->take_edges()) {
        BOOST_TEST((edge.at.clock == link.info().clock));
        seen.push_back(as_text(Sent{edge.at, edge.at}) + (edge.level ? " high" : " low"));
      }
      seen.emplace_back("taken");
    }
    return seen;
  };
  inner.edges = {{inner.at(1ms), false}, {{inner.link.clock, 2ms, 2ms + 20ns}, true}};
  const std::vector<std::string> live = watch(*recorded);
  BOOST_TEST(live.size() == 4U);
  BOOST_TEST(watch(*record.replay()) == live, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(keep_the_rate_that_a_program_has_set) {
  for (const std::optional<std::uint32_t> rate : {std::optional<std::uint32_t>(9600), {}}) {
    auto fake = std::make_unique<FakeLink>();
    fake->rate = rate;
    Record record;
    BOOST_TEST((record.of(std::move(fake))->rate_set_by_dut() == rate));
    BOOST_TEST((record.replay()->rate_set_by_dut() == rate));
  }
}

BOOST_AUTO_TEST_CASE(keep_what_is_seen_of_a_program) {
  using Hints = std::vector<std::string>;
  for (const Hints& hints : {Hints{}, Hints{hostile, no_utf8}}) {
    auto fake = std::make_unique<FakeLink>();
    fake->seen = hints;
    Record record;
    const auto recorded = record.of(std::move(fake));
    const auto replayed = [&] { return record.replay(); };
    BOOST_TEST(recorded->hints() == hints);
    recorded->note("next");
    const auto again = replayed();
    BOOST_TEST(again->hints() == hints);
    BOOST_CHECK_NO_THROW(again->note("next"));
  }
}

BOOST_DATA_TEST_CASE(keep_notes_of_any_bytes,
                     data::make({std::string(), hostile, no_utf8, std::string(1, '\0')}), text) {
  auto fake = std::make_unique<FakeLink>();
  FakeLink& inner = *fake;
  Record record;
  const auto recorded = record.of(std::move(fake));
  recorded->note(text);
  BOOST_TEST(inner.operations.at(0) == "note " + text);
  BOOST_CHECK_NO_THROW(record.replay()->note(text));
  BOOST_CHECK_THROW(record.replay()->note(text + "x"), RigError);
}

BOOST_AUTO_TEST_CASE(throw_the_rigs_own_failures_again_at_the_same_place) {
  for (const std::string& failure : {std::string("the adapter is gone"), hostile, no_utf8}) {
    auto fake = fake_with_wire();
    FakeLink& inner = *fake;
    Record record;
    const auto recorded = record.of(std::move(fake));
    const auto fails = [&](Link& link) {
      const auto failing = [&](auto operation) {
        inner.fails_next = failure;
        BOOST_CHECK_EXCEPTION(operation(), RigError, [&](const RigError& e) { return e.what() == failure; });
        inner.fails_next.clear();
      };
      link.send(to_bytes("0"), at(link, 0ns));
      failing([&] { link.send(to_bytes("1"), at(link, 0ns)); });
      failing([&] { link.receive(at(link, 1s)); });
      failing([&] { link.reset(); });
      failing([&] { link.wire()->glitch(1ns, 1ns); });
      failing([&] { link.wire()->set_bit_rate_offset(5); });
      link.receive(at(link, 1s));
    };
    fails(*recorded);
    const auto replayed = record.replay();
    fails(*replayed);
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(differences)

/// A recording of: reset, reseed 5, note "n", send "25" at 1 ms, receive until 1 s.
Record some_record() {
  Record record;
  const auto link = record.of(board());
  link->reset();
  link->reseed(5);
  link->note("n");
  link->send(to_bytes("25"), at(*link, 1ms));
  link->receive(at(*link, 1s));
  return record;
}

/// The same calls with one of them changed.
struct Calls {
  std::uint64_t seed = 5;
  std::string note = "n";
  std::string bytes = "25";
  Duration not_before = 1ms;
  Duration until = 1s;
};
void make(const Calls& calls, Link& link) {
  link.reset();
  link.reseed(calls.seed);
  link.note(calls.note);
  link.send(to_bytes(calls.bytes), at(link, calls.not_before));
  link.receive(at(link, calls.until));
}

BOOST_AUTO_TEST_CASE(in_nothing_are_none) {
  const auto link = some_record().replay();
  BOOST_CHECK_NO_THROW(make({}, *link));
}

BOOST_AUTO_TEST_CASE(in_an_argument_name_the_operation_and_both_values) {
  const auto refuses = [](const Calls& calls, const auto&... parts) {
    const auto link = some_record().replay();
    BOOST_CHECK_EXCEPTION(make(calls, *link), RigError, saying({"Some.Case", parts...}));
  };
  refuses({.seed = 6}, "operation 2", "seed", "5", "6");
  refuses({.note = "m"}, "operation 3", "note", "\"n\"", "\"m\"");
  refuses({.bytes = "35"}, "operation 4", "at byte 1 of a request", "3235", "3335");
  refuses({.bytes = "2A"}, "operation 4", "at byte 2 of a request", "3235", "3241");
  refuses({.bytes = "25x"}, "operation 4", "at byte 3 of a request");
  refuses({.bytes = "2"}, "operation 4", "at byte 2 of a request");
  refuses({.bytes = ""}, "operation 4", "at byte 1 of a request");
  refuses({.not_before = 2ms}, "operation 4", "not before", "1000000", "2000000");
  refuses({.until = 2s}, "operation 5", "until", "1000000000", "2000000000");
}

BOOST_AUTO_TEST_CASE(in_kind_name_both_operations) {
  const auto link = some_record().replay();
  link->reset();
  BOOST_CHECK_EXCEPTION(link->receive(at(*link, 1s)), RigError,
                        saying({"Some.Case", "operation 2", "\"reseed\"", "\"receive\""}));
  for (const auto& operation : std::vector<std::function<void(Link&)>>{
           [](Link& l) { l.send(to_bytes("25"), at(l, 1ms)); },
           [](Link& l) { l.receive(at(l, 1s)); },
           [](Link& l) { l.reseed(5); },
           [](Link& l) { l.note("n"); },
       }) {
    const auto fresh = some_record().replay();  // begins with a reset
    BOOST_CHECK_EXCEPTION(operation(*fresh), RigError, saying({"Some.Case", "operation 1", "\"reset\""}));
  }
}

BOOST_AUTO_TEST_CASE(at_the_end_say_that_the_record_ends) {
  const auto link = some_record().replay();
  make({}, *link);
  for (int time = 0; time < 2; ++time) {
    BOOST_CHECK_EXCEPTION(link->send(to_bytes("9"), at(*link, 0ns)), RigError,
                          saying({"Some.Case", "the transcript ends here", "send"}));
  }
}

// A line that was damaged after the run: each is a failure of the rig that names case and operation.
const std::vector<std::string> damaged = {
    "",
    "[",
    "null",
    "{}",
    "[]",
    "[5]",
    "\"receive\"",
    R"(["receive"])",
    R"(["receive",[1000000000,1000000000]])",
    R"(["receive",[1000000000,1000000000],"byte"])",
    R"(["receive",[1000000000,1000000000],"byte","x",[1,1],[1,1]])",
    R"(["receive",[1000000000,1000000000],"byte",5,[1],[1,1]])",
    R"(["receive",[1000000000,1000000000],"byte",5,7,[1,1]])",
    R"(["receive",[1000000000,1000000000],"byte",5,[1,1]])",
    R"(["receive",[1000000000,1000000000],"hang-up"])",
    R"(["receive",[1000000000,1000000000],"hang-up",5,[1,1]])",
    R"(["receive",[1000000000,1000000000],"framing",5])",
    R"(["receive",[1000000000,1000000000],"timeout"])",
    R"(["receive",[1000000000,1000000000],"smoke",5,[1,1]])",
    R"(["receive",[1000000000,1000000000],5,5,[1,1]])",
    R"(["error"])",
    R"(["error",5])",
};
BOOST_DATA_TEST_CASE(in_a_damaged_line_name_its_place, data::make(damaged), line) {
  Record record;
  record.of(board());
  record.lines.push_back(line);
  const auto link = record.replay();
  BOOST_CHECK_EXCEPTION(link->receive(at(*link, 1s)), RigError, saying({"Some.Case", "operation 1"}));
}

const std::vector<std::string> damaged_others = {
    R"(["send"])",
    R"(["send","3235"])",
    R"(["send",5,[0,0],[0,0],[0,0]])",
    R"(["send","3235",[0,0],[0,0]])",
    R"(["reset"])",
    R"(["reset",true,[0,0]])",
    R"(["reset","yes",[0,0],""])",
    R"(["reseed"])",
    R"(["note"])",
    R"(["wire"])",
    R"(["wire","glitch",1,2])",
    R"(["wire","glitch",1,2,[0,0]])",
    R"(["wire","glitch",1,2,[0],[0]])",
    R"(["wire","glitch",1,2,"",""])",
    R"(["wire","edges"])",
    R"(["wire","edges",5])",
    R"(["wire","edges",[5]])",
    R"(["wire","edges",[[1,2]]])",
    R"(["wire","edges",[[1,2,3]]])",
    R"(["wire","watch","and more"])",
};
BOOST_DATA_TEST_CASE(in_other_damaged_lines_name_their_place, data::make(damaged_others), line) {
  Record record;
  record.of(fake_with_wire());
  record.lines.push_back(line);
  const auto link = record.replay();
  const auto operation = [&] {
    if (contains(line, "\"send\"")) link->send(to_bytes("25"), at(*link, 0ns));
    if (contains(line, "\"reset\"")) link->reset();
    if (contains(line, "\"reseed\"")) link->reseed(1);
    if (contains(line, "\"note\"")) link->note("n");
    if (contains(line, "\"edges\"")) link->wire()->take_edges();
    if (contains(line, "\"wire\"")) link->wire()->glitch(1ns, 2ns);
  };
  BOOST_CHECK_EXCEPTION(operation(), RigError, saying({"Some.Case", "operation 1"}));
}

BOOST_AUTO_TEST_CASE(in_the_first_line_of_a_segment_are_failures) {
  BOOST_CHECK_THROW(replay(Medium::bytes, "Some.Case", {}), RigError);
  for (const std::string line : {"", "[", "{}", R"({"case":"Some.Case"})", R"({"case":"Some.Case","link":5})",
                                 R"({"case":"Some.Case","link":{"name":"x"}})"}) {
    BOOST_CHECK_THROW(replay(Medium::bytes, "Some.Case", {line}), RigError);
    BOOST_CHECK_THROW(link_in_segment_line(line), RigError);
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(files)

BOOST_AUTO_TEST_CASE(hold_a_header_and_a_segment_for_each_case) {
  Record first;
  converse(*first.of(board()));
  Record second;
  second.lines.push_back(segment_line("Other.Case", some_run, board()->info()));
  record(board(), [&](const std::string& line) { second.lines.push_back(line); })->note(hostile);
  const TranscriptHeader header = some_header();
  const TemporaryFile file(to_text({header, {{"Some.Case", first.lines}, {"Other.Case", second.lines}}}));

  const Transcript read = read_transcript(file.path());
  BOOST_TEST(read.header.program_version == header.program_version);
  BOOST_TEST(read.header.contest == header.contest);
  BOOST_TEST(read.header.dut == header.dut);
  BOOST_TEST(read.header.seed == header.seed);
  BOOST_TEST((read.header.options == header.options));
  BOOST_TEST((read.header.plan == header.plan));
  BOOST_TEST((read.header.partial == header.partial));
  BOOST_REQUIRE_EQUAL(read.segments.size(), 2U);
  BOOST_TEST((read.segments.at("Some.Case") == first.lines));
  BOOST_TEST((read.segments.at("Other.Case") == second.lines));
  BOOST_CHECK_NO_THROW(replay(Medium::bytes, "Other.Case", read.segments.at("Other.Case"))->note(hostile));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::report
