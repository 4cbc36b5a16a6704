/// The transcript: what is recorded plays back the same, and whatever differs from it is told with its place.

#include "rig/link/transcript/writer.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "rig/base/errors.hpp"
#include "rig/link/callback/callback_link.hpp"
#include "rig/link/file_exchange.hpp"
#include "rig/link/link.hpp"
#include "rig/link/transcript/chain.hpp"
#include "rig/link/transcript/occasion.hpp"
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
using namespace std::chrono_literals;

const std::string hostile = "caf\xc3\xa9 \"quoted\" \\ \n\t\x01\x7f <\xe2\x80\xae>";
const std::string no_utf8 = "\xff\xfe caf\xe9 \xc3";

/// An exception whose message holds all of these.
template <typename... Parts>
auto telling(const Parts&... parts) {
  return [=](const std::exception& error) {
    const bool tells = (contains(error.what(), parts) && ...);
    if (!tells) BOOST_TEST_MESSAGE("the message is: " << error.what());
    return tells;
  };
}

const RunIdentity some_run{"0.1.0", "icfpt2014", "builtin:blokus?fault=late",
                           std::numeric_limits<std::uint64_t>::max()};

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

std::unique_ptr<Link> board() {
  return make_callback_link(
      {"builtin:test", "", 115200, {}}, std::make_unique<ScriptedDevice>([](const std::string& heard) {
        if (heard == "0") return text_after(3ms, "1AA");
        if (heard == "25") return text_after(3ms, "53e0");
        return heard == "9" ? std::vector<Action>{{1ms, HangUp{}}} : std::vector<Action>{};
      }));
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
                              telling("Some.Case", "operation 1"));
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

// differences

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
    BOOST_CHECK_EXCEPTION(make(calls, *link), RigError, telling("Some.Case", parts...));
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
                        telling("Some.Case", "operation 2", "\"reseed\"", "\"receive\""));
  for (const auto& operation : std::vector<std::function<void(Link&)>>{
           [](Link& l) { l.send(to_bytes("25"), at(l, 1ms)); },
           [](Link& l) { l.receive(at(l, 1s)); },
           [](Link& l) { l.reseed(5); },
           [](Link& l) { l.note("n"); },
       }) {
    const auto fresh = some_record().replay();  // begins with a reset
    BOOST_CHECK_EXCEPTION(operation(*fresh), RigError, telling("Some.Case", "operation 1", "\"reset\""));
  }
}

BOOST_AUTO_TEST_CASE(at_the_end_say_that_the_record_ends) {
  const auto link = some_record().replay();
  make({}, *link);
  for (int time = 0; time < 2; ++time) {
    BOOST_CHECK_EXCEPTION(link->send(to_bytes("9"), at(*link, 0ns)), RigError,
                          telling("Some.Case", "the transcript ends here", "send"));
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
  BOOST_CHECK_EXCEPTION(link->receive(at(*link, 1s)), RigError, telling("Some.Case", "operation 1"));
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
  BOOST_CHECK_EXCEPTION(operation(), RigError, telling("Some.Case", "operation 1"));
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

// exchanges over files

BOOST_AUTO_TEST_SUITE(exchanges_over_files)

/// Gives what it was told beforehand, one outcome after the other.
class FakeExchange final : public FileExchange {
 public:
  std::deque<FileOutcome> outcomes;
  std::vector<FileRequest> requests;
  std::vector<Duration> patiences;
  std::vector<std::string> notes;
  std::string fails_next;  ///< not empty: the next operation throws this as a RigError
  LinkInfo link;

  FakeExchange() {
    link.name = "files:fake " + no_utf8;
    link.clock = new_clock_domain();
    link.can_reset = true;
  }
  const LinkInfo& info() const override { return link; }
  FileOutcome exchange(const FileRequest& request, const WholeAnswer& whole, Duration patience) override {
    fail_if_told();
    requests.push_back(request);
    patiences.push_back(patience);
    FileOutcome outcome;
    if (!outcomes.empty()) {
      outcome = outcomes.front();
      outcomes.pop_front();
    }
    outcome.timed_out = !whole(outcome.files);
    return outcome;
  }
  Outcome reset() override {
    fail_if_told();
    return {true, Instant::exactly(link.clock, 3ms), hostile};
  }
  Health health() override {
    fail_if_told();
    return {7ms, {1, 2, 3, 4}};
  }
  void note(const std::string& text) override { notes.push_back(text); }

 private:
  void fail_if_told() const {
    if (!fails_next.empty()) throw RigError(fails_next);
  }
};

bool has_an_answer(const Files& files) {
  return files.contains("answer");
}

/// The lines of one case, the first of which is there from the beginning.
struct FileRecord {
  std::vector<std::string> lines;

  std::unique_ptr<FileExchange> of(std::unique_ptr<FileExchange> exchange) {
    lines.push_back(segment_line("Some.Case", some_run, exchange->info()));
    return exchange_of(
        record(std::move(exchange), [this](const std::string& line) { lines.push_back(line); }));
  }
  std::unique_ptr<FileExchange> replay() const {
    return exchange_of(rig::replay(Medium::files, "Some.Case", lines));
  }
};

const std::string every_byte = [] {
  std::string all;
  for (int value = 0; value < 256; ++value) all += static_cast<char>(value);
  return all;
}();

const FileRequest some_request{{{"BlokusBoard.txt", "N,N,R\nN,B,N"}, {"a folder/\xc3\xa4.txt", every_byte}},
                               {"Red", "../BlokusBoard.txt", "", no_utf8},
                               {"answer", "own.txt"},
                               {"BlokusBoard.txt"}};

std::vector<FileOutcome> some_outcomes(ClockDomain clock) {
  const auto at = [&](Duration earliest, Duration latest) { return Instant{clock, earliest, latest}; };
  FileOutcome moved;
  moved.files = {{"BlokusBoard.txt", "x\n"}, {"a folder/\xc3\xa4.txt", every_byte}, {"answer", hostile}};
  moved.exit_status = 255;
  moved.asked = at(1ns, 2ns);
  moved.answered = at(3ns, 9'000'000'000'000'000ns);
  moved.left_running = 3;
  moved.standard_output = no_utf8;
  moved.standard_error = hostile;
  FileOutcome crashed;
  crashed.files = {{"answer", ""}};
  crashed.hung_up = HungUp{no_utf8, at(-5ns, 5ns)};
  crashed.asked = at(1ns, 1ns);
  crashed.answered = at(2ns, 2ns);
  FileOutcome silent;
  silent.timed_out = true;
  silent.asked = silent.answered = at(7ns, 8ns);
  return {moved, crashed, silent};
}

/// As if it had been measured by another clock.
FileOutcome moved_to(FileOutcome outcome, ClockDomain clock) {
  outcome.asked.clock = outcome.answered.clock = clock;
  if (outcome.hung_up) outcome.hung_up->at.clock = clock;
  return outcome;
}

BOOST_AUTO_TEST_CASE(keep_everything_that_was_asked_and_answered) {
  auto fake = std::make_unique<FakeExchange>();
  FakeExchange& inner = *fake;
  const std::vector<FileOutcome> told = some_outcomes(fake->link.clock);
  fake->outcomes.assign(told.begin(), told.end());
  FileRecord record;
  const auto recorded = record.of(std::move(fake));
  const auto converse_over_files = [&](FileExchange& exchange) {
    const Outcome reset = exchange.reset();
    BOOST_TEST(reset.done);
    BOOST_TEST((reset.ready == Instant::exactly(exchange.info().clock, 3ms)));
    BOOST_TEST(reset.note == hostile);
    for (const std::string& text : {hostile, no_utf8}) exchange.note(text);
    for (const FileOutcome& outcome : told) {
      BOOST_TEST(
          (exchange.exchange(some_request, has_an_answer, 5s) == moved_to(outcome, exchange.info().clock)));
    }
    BOOST_TEST((exchange.health() == Health{7ms, {1, 2, 3, 4}}));
  };
  converse_over_files(*recorded);
  BOOST_TEST((inner.requests == std::vector<FileRequest>(told.size(), some_request)));
  BOOST_TEST((inner.patiences == std::vector<Duration>(told.size(), 5s)));
  BOOST_TEST((inner.notes == std::vector<std::string>{hostile, no_utf8}));
  const auto replayed = record.replay();
  BOOST_TEST(replayed->info().name == "files:fake " + no_utf8);
  BOOST_TEST((replayed->info().clock == recorded->info().clock) == false);
  converse_over_files(*replayed);

  FileRecord second;
  second.lines.push_back(record.lines.front());
  converse_over_files(
      *rig::record(record.replay(), [&](const std::string& line) { second.lines.push_back(line); })->files());
  BOOST_TEST(record.lines == second.lines, boost::test_tools::per_element());
  for (const std::string& line : record.lines) {
    BOOST_TEST(!contains(line, "\n"));
    BOOST_TEST(nlohmann::json::accept(line), line);
  }
}

BOOST_AUTO_TEST_CASE(throw_the_rigs_own_failures_again) {
  for (const std::string& failure : {std::string("the disk is full"), no_utf8}) {
    auto fake = std::make_unique<FakeExchange>();
    fake->fails_next = failure;
    FileRecord record;
    const auto recorded = record.of(std::move(fake));
    const auto fails = [&](FileExchange& exchange) {
      const auto is_failure = [&](const RigError& error) { return error.what() == failure; };
      BOOST_CHECK_EXCEPTION(exchange.exchange(some_request, has_an_answer, 5s), RigError, is_failure);
      BOOST_CHECK_EXCEPTION(exchange.reset(), RigError, is_failure);
      BOOST_CHECK_EXCEPTION(exchange.health(), RigError, is_failure);
    };
    fails(*recorded);
    fails(*record.replay());
  }
}

// Nothing is random in an exchange itself; and a case begins with the reset that it always was.
BOOST_AUTO_TEST_CASE(have_no_seed_and_begin_a_case_by_a_reset) {
  FileRecord record;
  const auto recorded = record.of(std::make_unique<FakeExchange>());
  recorded->reseed(5);
  BOOST_TEST(recorded->resume().done);
  BOOST_REQUIRE_EQUAL(record.lines.size(), 2U);
  BOOST_TEST(record.lines.back().starts_with("[\"reset\""));
  const auto replayed = record.replay();
  replayed->reseed(5);
  BOOST_TEST(replayed->resume().done);
}

/// A recording of: reset, note "n", one exchange.
FileRecord some_file_record() {
  FileRecord record;
  const auto exchange = record.of(std::make_unique<FakeExchange>());
  exchange->reset();
  exchange->note("n");
  exchange->exchange(some_request, has_an_answer, 5s);
  return record;
}

/// What a replay of that says to the same with this request.
template <typename... Parts>
void refuses(const FileRequest& request, Duration patience, const Parts&... parts) {
  const auto exchange = some_file_record().replay();
  exchange->reset();
  exchange->note("n");
  BOOST_CHECK_EXCEPTION(exchange->exchange(request, has_an_answer, patience), RigError,
                        telling("Some.Case", "operation 3", parts...));
}

FileRequest with_board(const std::string& content) {
  FileRequest request = some_request;
  request.files["BlokusBoard.txt"] = content;
  return request;
}

BOOST_AUTO_TEST_CASE(that_differ_in_a_file_name_it_and_the_byte) {
  refuses(with_board("N,N,B\nN,B,N"), 5s, "BlokusBoard.txt", "from byte 5 on", "\"R\\nN,B,N\"",
          "\"B\\nN,B,N\"");
  refuses(with_board("n"), 5s, "BlokusBoard.txt", "from byte 1 on");
  refuses(with_board("N,N,R\nN,B,N\n"), 5s, "BlokusBoard.txt", "from byte 12 on", "recorded its end", "0a");
  refuses(with_board("N,N,R\nN,B,"), 5s, "BlokusBoard.txt", "from byte 11 on", "\"N\"",
          "the suite has its end");
  refuses(with_board(""), 5s, "BlokusBoard.txt", "from byte 1 on", "the suite has its end");
  FileRequest bytes = some_request;
  bytes.files["a folder/\xc3\xa4.txt"][200] = 'x';
  refuses(bytes, 5s, "a folder/\xc3\xa4.txt", "from byte 201 on");
  FileRequest fewer = some_request;
  fewer.files.erase("BlokusBoard.txt");
  refuses(fewer, 5s, "the file BlokusBoard.txt", "the suite does not");
  FileRequest more = some_request;
  more.files["StepLog.txt"] = "";
  refuses(more, 5s, "StepLog.txt", "not recorded");
}

BOOST_AUTO_TEST_CASE(that_differ_elsewhere_name_what) {
  FileRequest request = some_request;
  request.arguments[0] = "Blue";
  refuses(request, 5s, "arguments", "Red", "Blue");
  request = some_request;
  request.watched.erase("answer");
  refuses(request, 5s, "watched files", "answer");
  request = some_request;
  request.read_only.clear();
  refuses(request, 5s, "read-only files", "BlokusBoard.txt");
  refuses(some_request, 6s, "patience", "5000000000", "6000000000");
}

BOOST_AUTO_TEST_CASE(that_differ_in_kind_or_end_say_so) {
  const auto exchange = some_file_record().replay();
  BOOST_CHECK_EXCEPTION(exchange->health(), RigError, telling("operation 1", "\"reset\"", "\"health\""));
  BOOST_CHECK_EXCEPTION(exchange->note("m"), RigError, telling("operation 2", "note", "\"n\"", "\"m\""));
  BOOST_CHECK_NO_THROW(exchange->exchange(some_request, has_an_answer, 5s));
  for (int time = 0; time < 2; ++time) {
    BOOST_CHECK_EXCEPTION(exchange->exchange(some_request, has_an_answer, 5s), RigError,
                          telling("Some.Case", "the transcript ends here", "exchange"));
  }
  BOOST_CHECK_THROW(replay(Medium::files, "Some.Case", {}), RigError);
}

BOOST_AUTO_TEST_CASE(that_are_damaged_name_their_place) {
  const FileRecord whole = some_file_record();
  const nlohmann::json good = nlohmann::json::parse(whole.lines.back());
  std::vector<std::string> damaged_exchanges = {"", "[", R"(["exchange"])",
                                                whole.lines.back().substr(0, 200)};
  for (std::size_t place = 1; place < good.size(); ++place) {
    nlohmann::json changed = good;
    changed[place] = true;
    damaged_exchanges.push_back(changed.dump());
  }
  for (const auto& [name, value] : good.back().items()) {
    nlohmann::json changed = good;
    changed.back()[name] = nlohmann::json::array({"what?"});
    damaged_exchanges.push_back(changed.dump());
    changed.back().erase(name);
    damaged_exchanges.push_back(changed.dump());
  }
  for (const std::string& line : damaged_exchanges) {
    FileRecord record = whole;
    record.lines.back() = line;
    const auto exchange = record.replay();
    exchange->reset();
    exchange->note("n");
    BOOST_TEST_CONTEXT(line) {
      BOOST_CHECK_EXCEPTION(exchange->exchange(some_request, has_an_answer, 5s), RigError,
                            telling("Some.Case", "operation 3"));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

// files

BOOST_AUTO_TEST_SUITE(files)

/// A file in a folder of its own, both gone at the end.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& content) {
    std::string folder = (std::filesystem::temp_directory_path() / "transcript_test.XXXXXX").string();
    BOOST_REQUIRE(mkdtemp(folder.data()) != nullptr);
    folder_ = folder;
    std::ofstream(path(), std::ios::binary) << content;
  }
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  std::string path() const { return (folder_ / "t.jsonl").string(); }

 private:
  std::filesystem::path folder_;
};

TranscriptHeader some_header() {
  TranscriptHeader header{some_run, {}, {}, {}};
  header.options = {{"games", "2"}, {"team", hostile}};
  header.plan = {"Some.Case", "Other.Case"};
  header.partial = {"--filter Handshake.*", hostile};
  return header;
}

/// A whole file of these lines, chained.
std::string joined(const std::vector<std::string>& lines) {
  return chained_text(lines);
}

/// The first line of a transcript with these segments, whose plan holds `Some.Case` and `Other.Case`, without
/// its link.
std::string first_line(const TranscriptHeader& header,
                       std::map<std::string, std::vector<std::string>> segments) {
  const std::string text = to_text({header, std::move(segments)});
  return split_chained(text.substr(0, text.find('\n'))).value().line;
}

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

/// A file name in a folder that vanishes with the object.
struct Place {
  Place() : folder(std::filesystem::temp_directory_path() / fmt::format("transcript-{}", ::getpid())) {
    std::filesystem::create_directories(folder);
  }
  ~Place() { std::filesystem::remove_all(folder); }
  std::string path() const { return (folder / "transcript.jsonl").string(); }
  std::string unfinished() const { return TranscriptWriter::unfinished_path(path()); }
  std::filesystem::path folder;
};

/// A segment of a few lines.
std::vector<std::string> segment_of(const std::string& id) {
  std::vector<std::string> lines = {segment_line(id, some_run, board()->info())};
  record(board(), [&](const std::string& line) { lines.push_back(line); })->note("of " + id);
  return lines;
}

void add_all(TranscriptWriter& writer, const std::string& id) {
  for (const std::string& line : segment_of(id)) writer.add(id, line);
}

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

BOOST_AUTO_TEST_CASE(are_written_while_the_run_goes_on_and_stand_in_the_order_of_the_plan) {
  const Place place;
  TranscriptWriter writer(place.path(), some_header());
  add_all(writer, "Other.Case");
  writer.case_ended("Other.Case");
  add_all(writer, "Some.Case");
  BOOST_TEST(!std::filesystem::exists(place.path()));
  writer.finish({"stopped"});  // Some.Case has not ended
  BOOST_TEST(writer.head() == read_transcript(place.path()).head);
  TranscriptHeader header = some_header();
  header.partial = {"stopped"};
  BOOST_TEST(
      text_of(place.path()) ==
      to_text({header, {{"Some.Case", segment_of("Some.Case")}, {"Other.Case", segment_of("Other.Case")}}}));
  BOOST_TEST(!std::filesystem::exists(place.unfinished()));
  BOOST_TEST(writer.first_lines().at("Other.Case") == segment_of("Other.Case").front());
}

BOOST_AUTO_TEST_CASE(of_a_run_that_was_killed_hold_the_cases_that_had_ended) {
  const Place place;
  TranscriptWriter writer(place.path(), some_header());
  add_all(writer, "Other.Case");
  writer.case_ended("Other.Case");
  const std::string after_one = text_of(place.unfinished());
  add_all(writer, "Some.Case");
  BOOST_TEST(text_of(place.unfinished()) == after_one);
  writer.case_ended("Some.Case");
  const std::string after_two = text_of(place.unfinished());
  // However much of the second one was written: the first one is there.
  for (std::size_t length = after_one.size(); length < after_two.size(); length += 7) {
    const TemporaryFile file(after_two.substr(0, length));
    const Transcript read = read_transcript(file.path());
    BOOST_TEST_REQUIRE(read.segments.size() == 1U, length);
    BOOST_TEST((read.segments.at("Other.Case") == segment_of("Other.Case")));
    BOOST_TEST(read.header.partial.back() == "the run was cut short, after 1 of 2 cases");
  }
  BOOST_TEST(read_transcript(place.unfinished()).segments.size() == 2U);
}

BOOST_AUTO_TEST_CASE(of_a_run_that_was_killed_have_one_link) {
  const Place place;
  {
    TranscriptWriter writer(place.path(), some_header());
    add_all(writer, "Other.Case");
    writer.case_ended("Other.Case");
    LinkInfo another = board()->info();
    another.description = "another board";
    writer.add("Some.Case", segment_line("Some.Case", some_run, another));
    writer.case_ended("Some.Case");
  }
  BOOST_CHECK_EXCEPTION(read_transcript(place.unfinished()), UsageError, [](const UsageError& error) {
    return contains(error.what(),
                    "\"link/description\" is \"another board\", and the segments before it have");
  });
}

/// Two cases on boards of these names, with these descriptions, of a run on `dut`; read before its end or
/// after it.
void read_two_cases(const std::string& dut, const std::array<std::pair<std::string, std::string>, 2>& links,
                    bool ended) {
  const Place place;
  TranscriptHeader header = some_header();
  header.dut = dut;
  RunIdentity run = some_run;
  run.dut = dut;
  {
    TranscriptWriter writer(place.path(), header);
    for (std::size_t i = 0; i < links.size(); ++i) {
      const std::string id = header.plan.at(i);
      LinkInfo link = board()->info();
      link.name = links[i].first;
      link.description = links[i].second;
      writer.add(id, segment_line(id, run, link));
      writer.case_ended(id);
    }
    if (ended) writer.finish({});
  }
  read_transcript(ended ? place.path() : place.unfinished());
}

BOOST_AUTO_TEST_CASE(of_several_equal_boards_have_one_link_for_each) {
  for (const bool ended : {true, false}) {
    const std::string both = "serial:/dev/a + serial:/dev/b";
    BOOST_CHECK_NO_THROW(
        read_two_cases(both, {{{"serial:/dev/a", "one"}, {"serial:/dev/b", "another"}}}, ended));
    BOOST_CHECK_THROW(read_two_cases(both, {{{"serial:/dev/b", "one"}, {"serial:/dev/b", "another"}}}, ended),
                      UsageError);
    BOOST_CHECK_THROW(read_two_cases(both, {{{"serial:/dev/a", "one"}, {"serial:/dev/c", "another"}}}, ended),
                      UsageError);
    BOOST_CHECK_THROW(
        read_two_cases("serial:/dev/a", {{{"serial:/dev/a", "one"}, {"serial:/dev/b", "one"}}}, ended),
        UsageError);
  }
}

BOOST_AUTO_TEST_CASE(of_two_runs_in_one_place_are_whole) {
  const Place place;
  TranscriptWriter first(place.path(), some_header());
  add_all(first, "Some.Case");
  first.case_ended("Some.Case");
  TranscriptWriter second(place.path(), some_header());
  add_all(second, "Other.Case");
  second.case_ended("Other.Case");
  first.finish({});
  TranscriptHeader header = some_header();
  header.partial = {};
  BOOST_TEST(text_of(place.path()) == to_text({header, {{"Some.Case", segment_of("Some.Case")}}}));
  second.finish({});
  BOOST_TEST(text_of(place.path()) == to_text({header, {{"Other.Case", segment_of("Other.Case")}}}));
  BOOST_TEST(!std::filesystem::exists(place.unfinished()));
}

BOOST_AUTO_TEST_CASE(are_written_where_no_file_can_lie_beside_them) {
  const Place place;
  const std::string longest(255, 'n');
  TranscriptWriter writer((place.folder / longest).string(), some_header());
  add_all(writer, "Some.Case");
  writer.finish({});
  BOOST_TEST(read_transcript((place.folder / longest).string()).segments.size() == 1U);

  std::filesystem::create_symlink("/dev/null", place.path());
  TranscriptWriter nowhere(place.path(), some_header());
  add_all(nowhere, "Some.Case");
  BOOST_TEST(!std::filesystem::exists(place.unfinished()));
  BOOST_CHECK_NO_THROW(nowhere.finish({}));
  BOOST_TEST(std::filesystem::is_character_file(place.path()));
}

BOOST_AUTO_TEST_CASE(that_cannot_be_written_are_told_when_the_run_is_over) {
  const Place place;
  std::filesystem::create_directory(place.unfinished());
  TranscriptWriter writer(place.path(), some_header());
  add_all(writer, "Some.Case");
  writer.case_ended("Some.Case");
  BOOST_CHECK_EXCEPTION(writer.finish({}), RigError, [&](const RigError& error) {
    return std::string(error.what()).find(place.unfinished() + ": Is a directory") != std::string::npos;
  });
}

BOOST_AUTO_TEST_CASE(without_a_path_are_not_written) {
  TranscriptWriter writer("", some_header());
  add_all(writer, "Some.Case");
  writer.case_ended("Some.Case");
  BOOST_CHECK_NO_THROW(writer.finish({}));
  BOOST_TEST(writer.first_lines().size() == 1U);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1)
    lines.push_back(text.substr(begin, text.find('\n', begin) - begin));
  return lines;
}

/// The lines as they stand, with nothing added.
std::string as_they_stand(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

const std::string two_segments = to_text(
    {some_header(), {{"Some.Case", segment_of("Some.Case")}, {"Other.Case", segment_of("Other.Case")}}});

BOOST_AUTO_TEST_CASE(are_chained_as_the_documentation_says) {
  const std::vector<std::string> lines = lines_of(two_segments);
  Bytes before;
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    const ChainedLine parts = split_chained(lines[i]).value();
    Bytes hashed = before;
    const Bytes line = to_bytes(parts.line);
    hashed.insert(hashed.end(), line.begin(), line.end());
    const std::string hash = sha256_hex(hashed);
    BOOST_TEST(parts.link == hash.substr(0, 32));
    before.clear();
    for (std::size_t at = 0; at < hash.size(); at += 2)
      before.push_back(static_cast<std::uint8_t>(std::stoi(hash.substr(at, 2), nullptr, 16)));
    if (i + 2 < lines.size()) continue;
    BOOST_TEST(lines.back() == fmt::format(R"({{"lines":{},"head":"{}"}})", lines.size() - 1, hash));
    BOOST_TEST(read_transcript(TemporaryFile(two_segments).path()).head == hash);
  }
}

BOOST_AUTO_TEST_CASE(that_were_changed_are_refused_at_the_line) {
  const std::vector<std::string> lines = lines_of(two_segments);
  const auto refuses = [](const std::vector<std::string>& changed, std::size_t line, const auto&... parts) {
    const TemporaryFile file(as_they_stand(changed));
    BOOST_CHECK_EXCEPTION(read_transcript(file.path()), UsageError,
                          telling(file.path(), fmt::format("line {}:", line), parts...));
  };
  for (std::size_t i = 0; i < lines.size(); ++i) {
    BOOST_TEST_CONTEXT("line " << i + 1 << ": " << lines[i]) {
      std::vector<std::string> without = lines;
      without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
      // What follows the gap is where it is seen; the end of the file where the last line is missing.
      refuses(without, i + 1 < lines.size() ? i + 1 : i);
      std::vector<std::string> twice = lines;
      twice.insert(twice.begin() + static_cast<std::ptrdiff_t>(i), lines[i]);
      refuses(twice, i + 2);
      for (std::size_t at = 0; at < lines[i].size(); at += 3) {
        std::vector<std::string> flipped = lines;
        flipped[i][at] = static_cast<char>(flipped[i][at] ^ 1);
        refuses(flipped, i + 1);
      }
    }
  }
  std::vector<std::string> swapped = lines;
  std::swap(swapped[2], swapped[4]);
  refuses(swapped, 3, "the chain breaks");
  std::vector<std::string> cut = lines;
  cut.resize(3);
  refuses(cut, 3, "last line", "missing");
  std::vector<std::string> longer = lines;
  longer.push_back(lines[2]);
  refuses(longer, lines.size() + 1, "after the last one");
}

BOOST_AUTO_TEST_CASE(of_a_run_that_was_killed_are_chained_too) {
  const Place place;
  TranscriptWriter writer(place.path(), some_header());
  add_all(writer, "Other.Case");
  writer.case_ended("Other.Case");
  std::vector<std::string> lines = lines_of(text_of(place.unfinished()));
  BOOST_TEST_REQUIRE(lines.size() == 4U);
  const std::size_t at = lines[2].find("of Other");
  BOOST_TEST_REQUIRE(at != std::string::npos);
  lines[2][at] = 'O';
  const TemporaryFile changed(as_they_stand(lines));
  BOOST_CHECK_EXCEPTION(read_transcript(changed.path()), UsageError,
                        telling(changed.path(), "line 3", "the chain breaks"));
}

BOOST_AUTO_TEST_CASE(that_were_written_before_there_was_a_chain_are_read_and_have_no_head) {
  std::vector<std::string> lines;
  for (const std::string& line : lines_of(two_segments)) {
    if (const auto parts = split_chained(line)) lines.push_back(parts->line);
  }
  nlohmann::json header = nlohmann::json::parse(lines[0]);
  const TemporaryFile without(as_they_stand(lines));
  BOOST_CHECK_EXCEPTION(read_transcript(without.path()), UsageError,
                        telling("line 1", "format 3 is chained"));
  header["transcript"] = 2;
  header.erase("identity");
  lines[0] = header.dump();
  const TemporaryFile old(as_they_stand(lines));
  const Transcript read = read_transcript(old.path());
  BOOST_TEST(read.head == "");
  BOOST_TEST((read.segments.at("Some.Case") == segment_of("Some.Case")));
  const TemporaryFile chained(joined(lines));
  BOOST_CHECK_EXCEPTION(read_transcript(chained.path()), UsageError,
                        telling("line 1", "format 2 has no chain"));
}

BOOST_AUTO_TEST_CASE(keep_names_that_are_no_utf8) {
  TranscriptHeader header = some_header();
  header.dut = "exec:" + no_utf8;
  header.partial = {no_utf8};
  header.options["team"] = no_utf8;
  LinkInfo info = board()->info();
  info.name = header.dut;
  info.facts["command"] = no_utf8;
  const TemporaryFile file(to_text({header, {{"Some.Case", {segment_line("Some.Case", header, info)}}}}));
  const Transcript read = read_transcript(file.path());
  BOOST_TEST(read.header.dut == header.dut);
  BOOST_TEST((read.header.partial == header.partial));
  BOOST_TEST((read.header.options == header.options));
  const LinkInfo kept = link_in_segment_line(read.segments.at("Some.Case").front());
  BOOST_TEST(kept.name == info.name);
  BOOST_TEST((kept.facts == info.facts));
}

BOOST_AUTO_TEST_CASE(without_a_case_are_well_formed) {
  const TemporaryFile file(to_text({some_header(), {}}));
  BOOST_TEST(read_transcript(file.path()).segments.empty());
}

BOOST_AUTO_TEST_CASE(that_are_missing_or_empty_are_refused_by_name) {
  const TemporaryFile empty("");
  BOOST_CHECK_EXCEPTION(read_transcript(empty.path()), UsageError, telling(empty.path(), "empty"));
  const std::string missing = empty.path() + ".missing";
  BOOST_CHECK_EXCEPTION(read_transcript(missing), UsageError, telling(missing));
}

BOOST_AUTO_TEST_CASE(that_never_end_or_are_nested_deeply_are_refused) {
  const Place place;
  std::filesystem::create_symlink("/dev/zero", place.path());
  BOOST_CHECK_EXCEPTION(read_transcript(place.path()), UsageError, telling(place.path(), "found a device"));
  std::filesystem::create_symlink("/dev/zero", occasion_path(place.path()));
  BOOST_CHECK_EXCEPTION(read_occasion(place.path(), ""), UsageError,
                        telling(occasion_path(place.path()), "found a device"));
  const TemporaryFile deep("{\"transcript\": " + std::string(1'000'000, '['));
  BOOST_CHECK_EXCEPTION(read_transcript(deep.path()), UsageError, telling("line 1", "nested 33 deep"));
}

/// A file that is refused, and the line at which.
struct Refused {
  std::string what;
  std::vector<std::string> lines;
  int line;
};
std::ostream& operator<<(std::ostream& out, const Refused& refused) {
  return out << refused.what;
}

LinkInfo some_link() {
  LinkInfo info;
  info.name = "builtin:blokus?fault=late";
  info.has_wire = true;
  info.facts = {{"clock_hz", "50000000"}};
  return info;
}
const std::string case_line = segment_line("Some.Case", some_run, some_link());
const std::string header_line = first_line(some_header(), {{"Some.Case", {case_line}}});
const std::string note_line = R"(["note","n"])";

std::string header_without(const std::string& key) {
  nlohmann::json header = nlohmann::json::parse(header_line);
  header.erase(key);
  return header.dump();
}
std::string header_with(const std::string& key, const nlohmann::json& value) {
  nlohmann::json header = nlohmann::json::parse(header_line);
  header[key] = value;
  return header.dump();
}

const std::vector<Refused> refused_files = {
    {"an empty first line", {"", header_line}, 1},
    {"no JSON", {"hello"}, 1},
    {"half a header", {header_line.substr(0, 40)}, 1},
    {"a header that is a list", {"[1]"}, 1},
    {"no version", {header_without("transcript")}, 1},
    {"an earlier version", {header_with("transcript", 1)}, 1},
    {"a later version", {header_with("transcript", 4)}, 1},
    {"a version that is a word", {header_with("transcript", "1")}, 1},
    {"no contest", {header_without("contest")}, 1},
    {"an empty contest", {header_with("contest", "")}, 1},
    {"no plan", {header_without("plan")}, 1},
    {"a seed that is a word", {header_with("seed", "7")}, 1},
    {"an option that is a number", {header_with("options", {{"games", 2}})}, 1},
    {"a case where the header should be", {case_line}, 1},
    {"an operation before a case", {header_line, note_line}, 2},
    {"a case without a name", {header_line, R"({"link":{}})"}, 2},
    {"a case that is half there", {header_line, case_line.substr(0, 30)}, 2},
    {"a case whose name is a number", {header_line, R"({"case":5})"}, 2},
    {"an operation that is half there", {header_line, case_line, note_line, R"(["note","n)"}, 4},
    {"an operation that is no list", {header_line, case_line, "\"note\"", note_line}, 3},
    {"an operation without a name", {header_line, case_line, "[]", note_line}, 3},
    {"an empty line among the operations", {header_line, case_line, "", note_line}, 3},
    {"a second header", {header_line, case_line, note_line, header_line}, 4},
    {"an unknown key in the header", {header_with("verdict", "certified"), case_line}, 1},
    {"a program that is a number", {header_with("program", 1), case_line}, 1},
    {"a seed below zero", {header_with("seed", -1), case_line}, 1},
    {"a seed with a fraction", {header_with("seed", 1.5), case_line}, 1},
    {"no links", {header_without("links"), case_line}, 1},
    {"a plan with a case twice", {header_with("plan", {"Some.Case", "Some.Case"}), case_line}, 1},
};
BOOST_DATA_TEST_CASE(that_are_malformed_are_refused_at_their_line, data::make(refused_files), refused) {
  const TemporaryFile file(joined(refused.lines));
  BOOST_CHECK_EXCEPTION(read_transcript(file.path()), UsageError,
                        telling(file.path(), "line " + std::to_string(refused.line)));
}

/// A line that no recording writes, and what is said of it.
struct Impossible {
  std::string line;
  std::string said;
};
std::ostream& operator<<(std::ostream& out, const Impossible& impossible) {
  return out << impossible.line;
}
const std::vector<Impossible> impossible_lines = {
    {R"(["receive",[5,5],"byte",99999,[1,1],[2,2]])", "99999"},
    {R"(["receive",[5,5],"byte",256,[1,1],[2,2]])", "from 0 to 255"},
    {R"(["receive",[5,5],"byte",-1,[1,1],[2,2]])", "from 0 to 255"},
    {R"(["receive",[5,5],"byte",49.5,[1,1],[2,2]])", "49.5"},
    {R"(["receive",[5,5],"byte",49.0,[1,1],[2,2]])", "49.0"},
    {R"(["receive",[5,5],"byte",true,[1,1],[2,2]])", "true"},
    {R"(["receive",[5,5],"byte","1",[1,1],[2,2]])", "\"1\""},
    {R"(["receive",[5,5],"byte",49,[3,1],[4,4]])", "[3,1] ends before it begins"},
    {R"(["receive",[5,5],"byte",49,[3,3],[2,2]])", "time goes backwards"},
    {R"(["receive",[6,5],"byte",49,[1,1],[2,2]])", "[6,5] ends before it begins"},
    {R"(["receive",[5,5],"byte",49,[1,1],[2,9223372036854775807]])", "out of range"},
    {R"(["receive",[5,5],"byte",49,[-9223372036854775808,1],[2,2]])", "out of range"},
    {R"(["receive",[5,5],"byte",49,[-1152921504606846977,1],[2,2]])", "out of range"},
    {R"(["receive",[5,5],"byte",49,[1,1],[2,18446744073709551615]])", "18446744073709551615"},
    {R"(["receive",[5,5],"byte",49,[1,1,1],[2,2]])", "4/2"},
    {R"(["receive",[5,5],"byte",49,[1,1],[2,2],"more"])", "\"6\" has no place here"},
    {R"(["receive",[5,5],"framing",300,[1,1]])", "300"},
    {R"(["receive",[5,5],"smoke",[1,1]])", "smoke"},
    {R"(["receive",[5,5],"timeout"])", "index"},
    {R"(["send","32",[1,1],[5,5],[4,4]])", "time goes backwards"},
    {R"(["send","3",[1,1],[4,4],[5,5]])", "no bytes in hex"},
    {R"(["send","3G",[1,1],[4,4],[5,5]])", "no bytes in hex"},
    {R"(["send","3A",[1,1],[4,4],[5,5]])", "where a recording has \"3a\""},
    {R"(["health",-1,0,0,0,0])", "below zero"},
    {R"(["health",1,0,0,0,4294967296])", "4294967296"},
    {R"(["health",9223372036854775807,0,0,0,0])", "out of range"},
    {R"(["reset",1,[1,1],""])", "boolean"},
    {R"(["reseed",-1])", "-1"},
    {R"(["rate",-1])", "-1"},
    {R"(["wire","gap",-5])", "below zero"},
    {R"(["wire","bit-rate",2147483648])", "2147483648"},
    {R"(["wire","smoke"])", "smoke"},
    {R"(["wire","framing",256,[1,1],[2,2]])", "256"},
    {R"(["wire","break",7,[3,3],[2,2]])", "time goes backwards"},
    {R"(["wire","edges",[[5,5,0],[4,4,1]]])", "time goes backwards"},
    {R"(["wire","edges",[[5,5,2]]])", "level"},
    {R"(["smoke"])", "smoke"},
    {R"(["note",{"hex":"41"}])", "\"A\""},
    {R"(["note",{"hex":"ff","why":"x"}])", "why"},
};
BOOST_DATA_TEST_CASE(that_hold_what_no_recording_writes_are_refused, data::make(impossible_lines),
                     impossible) {
  const TemporaryFile file(joined({header_line, case_line, note_line, impossible.line}));
  BOOST_CHECK_EXCEPTION(read_transcript(file.path()), UsageError,
                        telling(file.path(), "line 4", impossible.said));
}

BOOST_AUTO_TEST_CASE(in_which_time_goes_backwards_are_refused_at_the_later_line) {
  const auto refuses = [](const std::string& before, const std::string& after) {
    const TemporaryFile file(joined({header_line, case_line, before, note_line, after}));
    BOOST_CHECK_EXCEPTION(read_transcript(file.path()), UsageError,
                          telling(file.path(), "line 5", "time goes backwards"));
    // Of two links each has a time of its own.
    TranscriptHeader header = some_header();
    const std::string other = segment_line("Other.Case", some_run, some_link());
    const TemporaryFile apart(
        to_text({header, {{"Some.Case", {case_line, before}}, {"Other.Case", {other, after}}}}));
    BOOST_CHECK_NO_THROW(read_transcript(apart.path()));
  };
  const std::string byte = R"(["receive",[90,90],"byte",49,[10,10],[20,20]])";
  refuses(byte, R"(["receive",[90,90],"byte",49,[1,1],[9,9]])");
  refuses(byte, R"(["receive",[90,90],"break",0,[9,9]])");
  refuses(byte, R"(["receive",[90,90],"hang-up","",[9,9]])");
  const std::string sent = R"(["send","32",[1,1],[10,10],[20,20]])";
  refuses(sent, R"(["send","32",[1,1],[8,8],[9,9]])");
  refuses(sent, R"(["wire","glitch",1,2,[9,9],[9,9]])");
  refuses(R"(["reset",true,[10,10],""])", R"(["reset",true,[9,9],""])");
  refuses(R"(["wire","edges",[[10,10,0]]])", R"(["wire","edges",[[9,9,1]]])");
}

BOOST_AUTO_TEST_CASE(over_files_in_which_an_answer_comes_before_its_question_are_refused) {
  using namespace exchanges_over_files;
  const auto outcome_of = [](const FileOutcome& outcome) {
    FileRecord record;
    auto fake = std::make_unique<FakeExchange>();
    fake->outcomes = {outcome};
    record.of(std::move(fake))->exchange(some_request, has_an_answer, 5s);
    return TemporaryFile(to_text({some_header(), {{"Some.Case", record.lines}}}));
  };
  const std::vector<FileOutcome> good = some_outcomes({});
  for (const FileOutcome& outcome : good) BOOST_CHECK_NO_THROW(read_transcript(outcome_of(outcome).path()));
  FileOutcome early = good[0];
  early.asked = {{}, 10ns, 11ns};
  early.answered = {{}, 8ns, 9ns};
  BOOST_CHECK_EXCEPTION(read_transcript(outcome_of(early).path()), UsageError,
                        telling("line 3", "time goes backwards"));
  early.hung_up = HungUp{"ended before it was asked", early.answered};
  BOOST_CHECK_NO_THROW(read_transcript(outcome_of(early).path()));
}

BOOST_AUTO_TEST_CASE(in_which_instants_only_overlap_are_read) {
  const TemporaryFile file(joined(
      {header_line, case_line, R"(["send","32",[1,1],[10,30],[20,40]])",
       R"(["receive",[90,90],"byte",49,[5,25],[15,35]])", R"(["receive",[90,90],"byte",49,[4,24],[14,34]])",
       R"(["receive",[90,90],"hang-up","",[13,13]])", R"(["receive",[90,90],"timeout",[90,90]])",
       R"(["receive",[90,90],"byte",49,[30,80],[40,80]])"}));
  BOOST_CHECK_NO_THROW(read_transcript(file.path()));
}

std::string case_with(const std::string& pointer, const nlohmann::json& value) {
  nlohmann::json line = nlohmann::json::parse(case_line);
  line[nlohmann::json::json_pointer(pointer)] = value;
  return line.dump();
}

/// A segment's first line in which one fact was changed: refused, with both values.
struct Contradiction {
  std::string pointer;
  nlohmann::json value;
  std::string recorded;
};
std::ostream& operator<<(std::ostream& out, const Contradiction& one) {
  return out << one.pointer;
}
std::string shown(const nlohmann::json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}
const std::vector<Contradiction> contradictions = {
    {"/program", "9.9.9", "0.1.0"},
    {"/contest", "aut-trax", "icfpt2014"},
    {"/dut", "rtl:other", "builtin:blokus?fault=late"},
    {"/seed", 7, "18446744073709551615"},
    {"/link/name", "rtl:other", "builtin:blokus?fault=late"},
    {"/link/description", "another board", "\"\""},
    {"/link/clock", "simulated", "monotonic"},
    {"/link/can_reset", true, "false"},
    {"/link/resets_by_hand", true, "false"},
    {"/link/has_wire", false, "true"},
    {"/link/hold_back_ns", 5, "0"},
    {"/link/uncertainty_ns", 5, "0"},
    {"/link/facts/clock_hz", "1", "50000000"},
};
BOOST_DATA_TEST_CASE(whose_segment_contradicts_the_header_are_refused_with_both_values,
                     data::make(contradictions), one) {
  const TemporaryFile file(joined({header_line, case_with(one.pointer, one.value), note_line}));
  BOOST_CHECK_EXCEPTION(
      read_transcript(file.path()), UsageError,
      telling(file.path(), "line 2", one.pointer.substr(1), shown(one.value), one.recorded, "line 1"));
}

BOOST_DATA_TEST_CASE(whose_header_contradicts_the_segments_are_refused_with_both_values,
                     data::make(contradictions), one) {
  nlohmann::json header = nlohmann::json::parse(header_line);
  const bool of_link = one.pointer.starts_with("/link");
  const std::string place = of_link ? "/links/0" + one.pointer.substr(5) : one.pointer;
  header[nlohmann::json::json_pointer(place)] = one.value;
  const TemporaryFile file(joined({header.dump(), case_line, note_line}));
  BOOST_CHECK_EXCEPTION(read_transcript(file.path()), UsageError,
                        telling(file.path(), shown(one.value), one.recorded));
}

BOOST_AUTO_TEST_CASE(whose_links_are_more_than_an_opening_apart_are_refused) {
  LinkInfo slower = some_link();
  slower.hold_back = 5ms;
  slower.uncertainty = 6ms;
  slower.facts["hold-back"] = "measured again";
  LinkInfo other = slower;
  other.facts["clock_hz"] = "1";
  LinkInfo simulated = some_link();
  simulated.clock_kind = ClockKind::simulated;
  LinkInfo slower_simulated = slower;
  slower_simulated.clock_kind = ClockKind::simulated;
  const auto file_of = [](const LinkInfo& one, const LinkInfo& two) {
    return TemporaryFile(to_text({some_header(),
                                  {{"Some.Case", {segment_line("Some.Case", some_run, one)}},
                                   {"Other.Case", {segment_line("Other.Case", some_run, two)}}}}));
  };
  BOOST_CHECK_NO_THROW(read_transcript(file_of(some_link(), slower).path()));
  BOOST_CHECK_EXCEPTION(read_transcript(file_of(some_link(), other).path()), UsageError,
                        telling("line 1", "links/1/facts/clock_hz", "\"1\"", "50000000"));
  // Only in real time does an opening measure.
  BOOST_CHECK_EXCEPTION(read_transcript(file_of(simulated, slower_simulated).path()), UsageError,
                        telling("line 1", "links/1"));
}

BOOST_AUTO_TEST_CASE(whose_header_contradicts_itself_or_the_list_of_segments_are_refused) {
  const auto refuses = [](const std::vector<std::string>& lines, const auto&... parts) {
    const TemporaryFile file(joined(lines));
    BOOST_CHECK_EXCEPTION(read_transcript(file.path()), UsageError, telling(file.path(), parts...));
  };
  nlohmann::json options = {{"contest", "aut-trax"}};
  refuses({header_with("options", options), case_line}, "line 1", "\"icfpt2014\"", "\"aut-trax\"", "options");
  options = {{"dut", "rtl:other"}};
  refuses({header_with("options", options), case_line}, "line 1", "\"rtl:other\"", "options/dut");
  options = {{"seed", "5"}};
  refuses({header_with("options", options), case_line}, "line 1", "18446744073709551615", "options/seed");
  refuses({header_line, case_line, note_line, case_line}, "line 4", "Some.Case", "line 2");
  refuses({header_line, segment_line("Third.Case", some_run, some_link())}, "line 2", "Third.Case", "plan");
  refuses({header_line}, "line 1", "no case was played on the link");
  refuses({header_with("links", nlohmann::json::array()), case_line}, "line 2", "line 1 lists none");
  refuses({header_line, case_with("/verdict", "pass")}, "line 2", "\"verdict\" has no place here");
  refuses({header_line, case_with("/link/verdict", "pass")}, "line 2", "verdict");
  std::string twice = case_line;
  twice.insert(1, R"("seed":1,)");
  refuses({header_line, twice}, "line 2", "\"seed\" stands twice");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::report
