/// A case by itself, against devices that do one odd thing: what it finds, to what it attributes that, and
/// how often it tries.

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <deque>
#include <functional>
#include <optional>
#include <utility>

#include "conformance/cases/files_case.hpp"
#include "conformance/cases/wire_case.hpp"
#include "conformance/suite.hpp"
#include "conformance/tests/changed_player.hpp"
#include "rig/link/callback/callback_files.hpp"
#include "rig/link/callback/callback_link.hpp"
#include "rig/player/course/course_player.hpp"
#include "rig/player/trax/trax_player.hpp"
#include "rig/player/ustc/ustc_player.hpp"
#include "rig/tests/scripted_device.hpp"

using namespace conformance;
using namespace std::chrono_literals;
using rig::Action;
using rig::Event;
using rig::Verdict;
using rig::report::CaseRecord;
using Strings = std::vector<std::string>;

namespace {

/// A case whose body stands in its test.
class Toy final : public FilesCase {
 public:
  using Body = std::function<void(Toy&)>;
  explicit Toy(Body body) : body_(std::move(body)) {}

  using Case::ask, Case::ask_together, Case::conclude, Case::contest, Case::count, Case::end_match,
      Case::end_match_without_reset, Case::expect_silence, Case::failed, Case::found, Case::greet,
      Case::hard_reset, Case::interrupt_games, Case::lay_blame_on, Case::opponent, Case::passed, Case::play,
      Case::say_end, Case::sound;
  using FilesCase::ask_after_its_pass, FilesCase::early_answers, FilesCase::last_files,
      FilesCase::lay_out_files, FilesCase::places_first;

  /// So many turns of the DUT in this seat, against random moves.
  GameReport plays(int turns, std::size_t seat = 0) {
    return play(contest().seats.at(seat), *opponent("random"), {turns, {}});
  }

 private:
  void run() override { body_(*this); }
  Body body_;
};

/// A case that watches the line of a player.
class WatchingToy final : public WireCase {
 public:
  std::size_t frames = 0;

 private:
  void run() override { frames = watch_transmitter().frames; }
};

/// What a toy is run in.
struct Stage {
  std::string contest = "icfpt2014";
  Checks checks = {};  ///< without one it cites nothing
  BoardWish board = BoardWish::as_usual;
  Silence silence = {};                                   ///< what is known of the DUT before
  std::function<void(rig::contest::Contest&)> changes{};  ///< what is otherwise in this contest
  std::function<bool(const std::string&)> may_begin{};
  ResetPolicy resets = RunOptions().resets;
  std::string catalogue = {};  ///< empty: that of the contest
  std::optional<int> capacity = {};
  Silence* afterwards = nullptr;  ///< is told what is known of the DUT after it
};

/// The record of the case; nothing where it did not begin.
std::optional<CaseRecord> try_to_run(rig::FarEnd& far_end, const Stage& stage, Case& toy) {
  const Catalogue catalogue =
      stage.catalogue.empty() ? load_catalogue(stage.contest) : parse_catalogue(stage.catalogue, "a test");
  rig::contest::Contest contest = rig::contest::find_contest(stage.contest);
  if (stage.changes) stage.changes(contest);
  RunOptions options;
  options.contest = stage.contest;
  options.resets = stage.resets;
  options.capacity = stage.capacity;
  std::optional<CaseRecord> record;
  Environment environment{options,
                          contest,
                          catalogue,
                          [&](const std::string&) { return WayToDut{far_end}; },
                          [](const std::string&) {},
                          [&](const CaseRecord& one) { record = one; },
                          {},
                          stage.silence,
                          stage.may_begin};
  const CaseEntry entry{"Toy", "OnItsOwn", "a toy", stage.checks, {}, stage.board};
  toy.attach(entry, environment);
  toy.TestBody();
  if (stage.afterwards != nullptr) *stage.afterwards = environment.silence;
  return record;
}

std::optional<CaseRecord> try_to_run(rig::FarEnd& far_end, const Stage& stage, Toy::Body body) {
  Toy toy(std::move(body));
  return try_to_run(far_end, stage, toy);
}

CaseRecord run(rig::FarEnd& far_end, const Stage& stage, Toy::Body body) {
  const auto record = try_to_run(far_end, stage, std::move(body));
  BOOST_REQUIRE(record.has_value());
  return *record;
}
template <typename Carrier>
CaseRecord run(const std::unique_ptr<Carrier>& far_end, const Stage& stage, Toy::Body body) {
  return run(*far_end, stage, std::move(body));
}

// far ends

std::unique_ptr<rig::Link> link_to(std::unique_ptr<rig::Device> device) {
  return rig::make_callback_link({"builtin:odd", "", 115200, {}}, std::move(device));
}
std::unique_ptr<rig::Link> good_player() {
  return link_to(rig::player::new_blokus_device());
}
std::unique_ptr<rig::Link> changed(
    Change change, std::function<void()> powered = [] {}) {
  return link_to(std::make_unique<ChangedPlayer>(std::move(change), std::move(powered)));
}
std::unique_ptr<rig::Link> script(rig::ScriptedDevice::Script script) {
  return link_to(std::make_unique<rig::ScriptedDevice>(std::move(script)));
}
std::unique_ptr<rig::Link> mute() {
  return script([](const std::string&) { return std::vector<Action>(); });
}

/// A player of Trax whose answers a function changes.
std::unique_ptr<rig::Link> changed_trax(Change change) {
  return link_to(std::make_unique<ChangedPlayer>(
      std::move(change), [] {}, rig::player::new_trax_device({})));
}

std::unique_ptr<rig::FileExchange> course_program(const std::string& fault = {}) {
  return rig::make_callback_exchange({"builtin:odd", "", true},
                                     rig::player::new_course_device({.fault = fault}));
}

std::unique_ptr<rig::FileExchange> ustc_program(const std::string& fault = {}) {
  rig::player::UstcDeviceOptions options;
  options.fault = fault;
  return rig::make_callback_exchange({"builtin:odd", "", false}, rig::player::new_ustc_device(options));
}

/// A link on which events change on their way.
class OddLink final : public rig::Link {
 public:
  using Twist = std::function<std::vector<Event>(const Event&)>;
  OddLink(std::unique_ptr<rig::Link> inner, Twist twist)
      : inner_(std::move(inner)), twist_(std::move(twist)) {
    info_ = inner_->info();
    info_.sees_framing = true;
  }

  void cannot_be_reset() { info_.can_reset = false; }
  /// Only when it is told to: nobody does so when a case begins.
  void is_reset_by_hand() { info_.resets_by_hand = true; }
  /// The machine, while the case runs: what is told when it is first asked is of before.
  void sleep_for(rig::Duration time) { slept_ = time; }
  void carry_bits(std::unique_ptr<rig::WireControl> wire) {
    wire_ = std::move(wire);
    info_.has_wire = true;
  }
  void suggest(const std::string& hint) { hints_.push_back(hint); }

  const rig::LinkInfo& info() const override { return info_; }
  rig::Sent send(rig::ByteView bytes, rig::Instant not_before) override {
    return inner_->send(bytes, not_before);
  }
  rig::Outcome reset() override {
    waiting_.clear();
    drop_put_back();
    rig::Outcome outcome = inner_->reset();
    outcome.done = info_.can_reset;
    return outcome;
  }
  rig::Outcome resume() override {
    rig::Outcome outcome = reset();
    outcome.done = outcome.done && !info_.resets_by_hand;
    return outcome;
  }
  Strings hints() override { return hints_; }
  rig::Health health() override {
    rig::Health health;
    health.suspended = std::exchange(asked_, true) ? slept_ : rig::Duration{};
    return health;
  }
  rig::WireControl* wire() override { return wire_.get(); }

 protected:
  Event do_receive(rig::Instant until) override {
    if (waiting_.empty()) {
      const Event event = inner_->receive(until);
      if (std::holds_alternative<rig::TimedOut>(event)) return event;
      for (const Event& one : twist_(event)) waiting_.push_back(one);
    }
    if (waiting_.empty()) return receive(until);
    const Event event = waiting_.front();
    waiting_.pop_front();
    return event;
  }

 private:
  std::unique_ptr<rig::Link> inner_;
  Twist twist_;
  std::unique_ptr<rig::WireControl> wire_;
  rig::LinkInfo info_;
  Strings hints_;
  rig::Duration slept_{};
  bool asked_ = false;
  std::deque<Event> waiting_;
};

std::unique_ptr<OddLink> odd(
    std::unique_ptr<rig::Link> inner,
    OddLink::Twist twist = [](const Event& event) { return std::vector{event}; }) {
  return std::make_unique<OddLink>(std::move(inner), std::move(twist));
}

rig::LineError error_at(const Event& event) {
  return {rig::LineError::Kind::framing, 0, rig::instant_of(event)};
}

// what a record says

/// The requirements on which a case failed, in the order of its findings.
Strings failed_on(const CaseRecord& record) {
  Strings ids;
  for (const auto& finding : record.findings)
    if (finding.verdict == Verdict::fail) ids.push_back(finding.requirement);
  return ids;
}

bool tells(const CaseRecord& record, const std::string& begin) {
  return std::any_of(record.findings.begin(), record.findings.end(),
                     [&](const auto& finding) { return finding.summary.starts_with(begin); });
}

std::uint64_t times(const CaseRecord& record, const std::string& what) {
  const auto counted = record.counts.find(what);
  return counted == record.counts.end() ? 0 : counted->second;
}

bool is_a_move(const std::vector<Action>& answer) {
  return answer.size() == 4;
}

void spoil(std::vector<Action>& move) {
  move.front().what = rig::SendByte{'z'};
}

/// Counts the games since power-on in which a player has been asked to move, and its moves in the last.
struct Games {
  int games = 0;
  int moves_of_this = 0;
  bool greeted = false;
  void powered() { *this = {}; }
  void heard(std::uint8_t request, const std::vector<Action>& answer) {
    if (request == '0' && answer.size() == 3) greeted = true;
    if (!is_a_move(answer)) return;
    if (std::exchange(greeted, false)) ++games, moves_of_this = 0;
    ++moves_of_this;
  }
};

/// Two matches of so many turns; what goes wrong in the second is the rematch's.
void two_matches(Toy& toy, int turns, std::size_t seat = 0) {
  for (int match = 0; match < 2; ++match) {
    if (!toy.greet()) return;
    const GameReport game = toy.plays(turns, seat);
    if (match == 1) toy.conclude("end.rematch", game, "the second match went wrong");
    toy.say_end();
  }
}

Silence given_up() {
  Silence silence;
  for (int i = 0; i < Silence::cases_at_most; ++i) silence.case_unanswered(1s);
  return silence;
}

Silence impatient() {
  Silence silence;
  for (int i = 0; i < rig::match::Patience::unanswered_at_most; ++i) silence.patience().not_heard(1s);
  return silence;
}

}  // namespace

// how a case begins and ends

BOOST_AUTO_TEST_SUITE(the_frame)

BOOST_AUTO_TEST_CASE(begins_only_if_the_run_lets_it) {
  for (const bool may : {true, false}) {
    const auto link = good_player();
    const auto record = try_to_run(*link, {.may_begin = [&](const std::string&) { return may; }},
                                   [](Toy& toy) { toy.greet(); });
    BOOST_TEST(record.has_value() == may);
  }
}

BOOST_AUTO_TEST_CASE(is_an_error_without_a_verdict) {
  const auto record = run(good_player(), {}, [](Toy&) {});
  BOOST_TEST((record.verdict == Verdict::error));
  BOOST_TEST(record.reason == "The case ended without a verdict.");
}

BOOST_AUTO_TEST_CASE(plays_on_the_usual_board_where_the_contest_has_one_alone) {
  const auto record = run(good_player(), {.checks = {"ICFPT14-INIT-1"}, .board = BoardWish::smallest},
                          [](Toy& toy) { toy.greet(); });
  BOOST_TEST((record.verdict == Verdict::pass));
  BOOST_TEST(std::none_of(record.counts.begin(), record.counts.end(),
                          [](const auto& count) { return count.first.starts_with("board of"); }));
}

BOOST_AUTO_TEST_CASE(speaks_to_a_silent_dut_at_its_end_only_if_it_asked_nothing) {
  const auto listens = [](Toy& toy) { toy.expect_silence("silence.unasked", 1ms); };
  const Stage stage{.checks = {"ICFPT14-INIT-5"}, .silence = impatient()};
  BOOST_TEST(times(run(mute(), stage, listens), "exchanges") == 2U);  // the end of a match, and a handshake
  const auto asks = [](Toy& toy) { toy.greet(); };
  BOOST_TEST(times(run(mute(), stage, asks), "exchanges") == 1U);
}

BOOST_AUTO_TEST_CASE(speaks_to_a_dut_at_its_end_that_has_said_its_name) {
  const auto link = script([](const std::string& heard) {
    return heard == "0" ? rig::text_after(1ms, "1AA") : std::vector<Action>();
  });
  const auto record = run(link, {.checks = {"ICFPT14-INIT-1"}}, [](Toy& toy) {
    toy.greet();
    for (int i = 0; i < rig::match::Patience::unanswered_at_most; ++i)
      toy.ask({rig::contest::RequestKind::first, "5", {}});
  });
  BOOST_TEST(times(record, "exchanges") == 6U);
}

BOOST_AUTO_TEST_CASE(is_not_run_though_something_passed_before_it_would_ask_in_vain) {
  const auto record = run(good_player(), {.checks = {"ICFPT14-INIT-1"}, .silence = given_up()}, [](Toy& toy) {
    toy.passed("hello.deadline");
    toy.greet();
  });
  BOOST_TEST((record.verdict == Verdict::not_run));
  BOOST_TEST(record.reason == does_not_answer);
}

BOOST_AUTO_TEST_CASE(asks_a_program_that_was_given_up_for_no_first_move_in_either_seat) {
  for (const std::size_t seat : {0U, 1U}) {
    const auto record = run(ustc_program(), {"ustc", {"USTC-MSG-1"}, BoardWish::as_usual, given_up()},
                            [&](Toy& toy) { toy.plays(1, seat); });
    BOOST_TEST(record.reason == does_not_answer, "seat " << seat);
    BOOST_TEST(times(record, "exchanges") == 0U);
  }
}

BOOST_AUTO_TEST_CASE(is_repeated_until_it_has_seen_what_it_cites) {
  const Stage stage{.checks = {"ICFPT14-INIT-4", {"ICFPT14-TERM-5"}}};
  const auto right = run(good_player(), stage, [](Toy& toy) { toy.greet(); });
  BOOST_TEST(times(right, "repeats") == 3U);
  const auto doubtful = run(good_player(), stage, [](Toy& toy) {
    toy.greet();
    toy.found(Verdict::inconclusive, "hello.repeated", "a made-up doubt");
  });
  BOOST_TEST(times(doubtful, "repeats") == 0U);
  BOOST_TEST((doubtful.requirements.at("ICFPT14-TERM-5").worst == Verdict::not_run));  // it was broken off
}

BOOST_AUTO_TEST_CASE(tells_in_how_many_games_a_clause_was_not_reached) {
  for (const int games : {1, 2}) {
    int left = games;
    const auto record = run(good_player(), {.checks = {"ICFPT14-TERM-7"}}, [&](Toy& toy) {
      if (toy.greet() && left-- > 0) toy.plays(2);
    });
    BOOST_TEST(record.reason == (games == 1 ? "not reached in 1 game" : "not reached in 2 games"),
               record.reason);
  }
}

BOOST_AUTO_TEST_CASE(fails_on_a_recommended_clause_too_though_the_machine_slept) {
  const auto link = odd(good_player());
  link->sleep_for(200ms);
  const auto record = run(link, {.checks = {"ICFPT14-INIT-4"}}, [](Toy& toy) {
    toy.greet();
    toy.failed("hello.repeated", "a made-up failure");
  });
  BOOST_TEST((record.verdict == Verdict::fail));
}

BOOST_AUTO_TEST_CASE(is_unsound_once_a_mandatory_clause_was_violated) {
  const auto record = run(good_player(), {.checks = {"ICFPT14-INIT-2"}}, [](Toy& toy) {
    toy.count("before", toy.sound() ? 1 : 0);
    toy.failed("reply.line-end", "a made-up remark");
    toy.count("after a remark", toy.sound() ? 1 : 0);
    toy.failed("hello.format", "a made-up failure");
    toy.count("after a failure", toy.sound() ? 1 : 0);
  });
  BOOST_TEST(times(record, "before") == 1U);
  BOOST_TEST(times(record, "after a remark") == 1U);
  BOOST_TEST(times(record, "after a failure") == 0U);
}

BOOST_AUTO_TEST_CASE(starts_the_board_anew_only_after_a_game_that_was_cut_short) {
  for (const int turns : {2, 1000}) {
    int starts = 0;
    const auto link = changed([](std::uint8_t, std::vector<Action>&) {}, [&] { ++starts; });
    int after_the_match = 0;
    run(link, {.checks = {"ICFPT14-INIT-1"}}, [&](Toy& toy) {
      toy.greet();
      toy.plays(turns);
      const int before = starts;
      toy.end_match();
      after_the_match = starts - before;
    });
    BOOST_TEST(after_the_match == (turns == 2 ? 1 : 0), turns << " turns");
  }
}

BOOST_AUTO_TEST_CASE(plays_on_with_a_board_that_it_cannot_start_anew) {
  const auto link = odd(good_player());
  link->cannot_be_reset();
  const Stage stage{.checks = {"ICFPT14-INIT-1", {"ICFPT14-TERM-5"}}};
  const auto record = run(link, stage, [](Toy& toy) {
    toy.greet();
    toy.plays(2);
    toy.end_match();
  });
  BOOST_TEST(record.reason.starts_with("not reached in "), record.reason);
}

BOOST_AUTO_TEST_CASE(goes_on_with_a_board_that_a_reset_has_brought_back) {
  const auto link = changed([&](std::uint8_t request, std::vector<Action>& answer) {
    if (request == '9') answer = {{1ms, rig::HangUp{}}};
  });
  const auto record = run(link, {.checks = {"ICFPT14-INIT-1"}}, [&](Toy& toy) {
    toy.greet();
    toy.say_end();
    toy.hard_reset();
  });
  BOOST_TEST(times(record, "exchanges") == 3U);  // with the end of a match at its own end
}

BOOST_AUTO_TEST_CASE(does_not_start_a_board_anew_that_has_gone) {
  for (const bool leaves : {false, true}) {
    int starts = 0;
    const auto link = changed(
        [&](std::uint8_t request, std::vector<Action>& answer) {
          if (leaves && request == '9') answer = {{1ms, rig::HangUp{}}};
        },
        [&] { ++starts; });
    int after_the_match = 0;
    run(link, {.checks = {"ICFPT14-INIT-1"}, .resets = ResetPolicy::declared}, [&](Toy& toy) {
      toy.greet();
      const int before = starts;
      toy.end_match_without_reset();
      after_the_match = starts - before;
      throw BrokenOff{};
    });
    BOOST_TEST(after_the_match == (leaves ? 0 : 1));
  }
}

BOOST_AUTO_TEST_SUITE_END()

// what exchanges show

BOOST_AUTO_TEST_SUITE(an_exchange)

BOOST_AUTO_TEST_CASE(without_a_reply_has_the_hints_of_its_link) {
  const auto link = odd(mute());
  link->suggest("its output may be buffered");
  const auto record = run(link, {.checks = {"ICFPT14-INIT-1"}}, [](Toy& toy) { toy.greet(); });
  BOOST_TEST_REQUIRE(!record.findings.empty());
  BOOST_TEST(record.findings.front().hints == Strings{"its output may be buffered"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(suggests_another_protocol_only_in_a_case_that_failed) {
  const Stage stage{.checks = {"ICFPT14-INIT-2"}, .changes = [](rig::contest::Contest& contest) {
                      contest.hints = [](std::span<const rig::contest::Heard>) {
                        return Strings{"like another"};
                      };
                    }};
  for (const bool fails : {false, true}) {
    const auto link = changed([](std::uint8_t request, std::vector<Action>& answer) {
      if (request == '0') answer.insert(answer.begin(), {1ms, rig::SendByte{'\r'}});  // that is but a remark
    });
    const auto record = run(link, stage, [&](Toy& toy) {
      toy.greet();
      if (fails) toy.failed("hello.format", "a made-up failure");
    });
    BOOST_TEST_REQUIRE(!record.findings.empty());
    BOOST_TEST(record.findings.front().requirement == "ICFPT14-CODE-3");
    BOOST_TEST(record.findings.front().hints.size() == (fails ? 1U : 0U));
  }
}

BOOST_AUTO_TEST_CASE(may_be_followed_by_another_after_a_program_for_each_move_has_crashed) {
  const auto record =
      run(course_program("crashes-after-writing"), {"course", {"COURSE-EXIT-2"}}, [](Toy& toy) {
        BOOST_TEST(!toy.plays(1).sound);
        toy.count("goes on", toy.greet() ? 1 : 0);
      });
  BOOST_TEST(times(record, "goes on") == 1U);
  BOOST_TEST_REQUIRE(!record.findings.empty());
  BOOST_TEST_REQUIRE(record.findings.front().scene.has_value());
  BOOST_TEST(record.findings.front().scene->game == 0);  // each move is another process: there is no power-on
}

/// A board whose first name comes in two parts, the second when a host without patience has stopped waiting;
/// later ones come at once.
std::unique_ptr<rig::Link> late_at_first(const std::string& in_time, const std::string& late) {
  return script([=, asked = 0](const std::string& heard) mutable {
    if (heard.back() != '0') return std::vector<Action>();
    if (asked++ > 0) return rig::text_after(1ms, "1AA");
    return rig::text_after(10ms, in_time) + rig::text_after(1000300us, late);
  });
}

BOOST_AUTO_TEST_CASE(that_was_answered_in_part_leaves_the_rest_as_a_stray) {
  const Stage stage{.checks = {"ICFPT14-INIT-1"}, .silence = impatient()};
  const auto twice = [](Toy& toy) { toy.greet(), toy.greet(); };
  const char* stray = "2 bytes came after \"0\" had gone without a whole reply";
  BOOST_TEST(tells(run(late_at_first("1", "AA"), stage, twice), stray));
  const auto whole = run(late_at_first("", "1AA"), stage, twice);
  BOOST_TEST(std::none_of(whole.findings.begin(), whole.findings.end(), [](const auto& finding) {
    return finding.summary.find("bytes came") != std::string::npos;
  }));
}

BOOST_AUTO_TEST_CASE(that_is_answered_too_late_is_a_sign_of_life) {
  Silence before = impatient();
  for (int i = 1; i < Silence::cases_at_most; ++i) before.case_unanswered(1s);
  const auto greets_and_ends = [](Toy& toy) { toy.greet(), toy.say_end(); };
  Silence afterwards;
  const Stage stage{.checks = {"ICFPT14-INIT-1"}, .silence = before, .afterwards = &afterwards};
  run(late_at_first("", "1AA"), stage, greets_and_ends);
  BOOST_TEST(!afterwards.is_given_up());
  const auto silent = run(mute(), stage, greets_and_ends);
  BOOST_TEST(afterwards.is_given_up());
  BOOST_TEST(times(silent, "exchanges") == 2U);
}

BOOST_AUTO_TEST_CASE(of_several_requests_at_once_may_open_a_match) {
  Silence before;
  for (int i = 1; i < Silence::cases_at_most; ++i) before.case_unanswered(1s);
  Silence afterwards;
  run(mute(), {.checks = {"ICFPT14-INIT-1"}, .silence = before, .afterwards = &afterwards}, [](Toy& toy) {
    const rig::contest::Contest& contest = toy.contest();
    toy.ask_together({*contest.end, contest.hello});
    throw BrokenOff{};
  });
  BOOST_TEST(afterwards.is_given_up());
}

/// One byte 0x55 at nominal rate after each reply.
class EdgesOfAByte final : public rig::WireControl {
 public:
  explicit EdgesOfAByte(const rig::Link& link) : link_(link) {}
  void set_bit_rate_offset(std::int32_t) override {}
  void set_gap_between_bytes(rig::Duration) override {}
  rig::Sent glitch(rig::Duration, rig::Duration) override { return {}; }
  rig::Sent send_break(rig::Duration) override { return {}; }
  rig::Sent send_with_framing_error(std::uint8_t) override { return {}; }
  void watch_line() override {}
  std::vector<rig::LineEdge> take_edges() override {
    std::vector<rig::LineEdge> edges;
    for (int bit = 0; bit < 10; ++bit)
      edges.push_back({rig::Instant::exactly(link_.info().clock, bit * 8681ns), bit % 2 == 1});
    return edges;
  }

 private:
  const rig::Link& link_;
};

BOOST_AUTO_TEST_CASE(on_a_line_that_is_watched_leaves_its_edges) {
  const auto link = odd(good_player());
  link->carry_bits(std::make_unique<EdgesOfAByte>(*link));
  WatchingToy toy;
  try_to_run(*link, {.checks = {"ICFPT14-INIT-1"}}, toy);
  BOOST_TEST(toy.frames == 4U);  // a handshake and three turns
}

BOOST_AUTO_TEST_CASE(that_calls_for_silence_may_bring_a_line_end) {
  const auto link = changed([](std::uint8_t request, std::vector<Action>& answer) {
    if (request == '9') answer = rig::text_after(1ms, "\r");
  });
  const auto record = run(link, {.checks = {"ICFPT14-TERM-1"}}, [](Toy& toy) {
    if (toy.greet()) toy.say_end();
  });
  BOOST_TEST_REQUIRE(!record.findings.empty());
  BOOST_TEST(record.findings.front().requirement == "ICFPT14-CODE-3");
  BOOST_TEST(record.findings.front().summary == "CR or LF came after a reply");
  BOOST_TEST((record.verdict == Verdict::pass));
  // Twice the end of a match, and the time after each.
  BOOST_TEST(record.requirements.at("ICFPT14-TERM-1").passes == 4U);
}

BOOST_AUTO_TEST_CASE(that_calls_for_silence_fails_on_that_where_the_far_end_goes_away) {
  const auto leaves = [](char at) {
    return [at](std::uint8_t request, std::vector<Action>& answer) {
      if (request == at) answer = {{1ms, rig::HangUp{}}};
    };
  };
  const auto at_the_end = run(changed(leaves('9')), {.checks = {"X-1"}, .catalogue = R"(
[[requirement]]
id = "X-1"
text = "The end is not answered, and there is no next match."
source = "a test"
level = "mandatory"
aspect = "end.silence"
)"},
                              [](Toy& toy) { toy.greet(), toy.say_end(); });
  BOOST_TEST(failed_on(at_the_end) == Strings{"X-1"}, boost::test_tools::per_element());

  const auto as_black = run(changed_trax(leaves('B')), {"heart-trax", {"HEART-BLACK-1"}}, [](Toy& toy) {
    toy.greet();
    toy.plays(1, 1);
    throw BrokenOff{};
  });
  BOOST_TEST(failed_on(as_black).front() == "HEART-BLACK-1");
}

BOOST_AUTO_TEST_CASE(with_a_name_passes_each_time) {
  const auto record = run(good_player(), {.checks = {"ICFPT14-INIT-3"}}, [](Toy& toy) { toy.greet(); });
  BOOST_TEST(record.requirements.at("ICFPT14-INIT-3").passes == 2U);  // and at the end of the case
}

BOOST_AUTO_TEST_CASE(with_a_name_that_cannot_be_printed_fails) {
  for (const auto& [name, fails] :
       {std::pair("A~", false), std::pair("A\x7f", true), std::pair("A ", true)}) {
    const auto link = script([name = name](const std::string& heard) {
      return heard.ends_with('0') ? rig::text_after(1ms, std::string("1") + name) : std::vector<Action>();
    });
    const auto record = run(link, {.checks = {"ICFPT14-INIT-3"}}, [](Toy& toy) { toy.greet(); });
    BOOST_TEST(tells(record, "the team code \"A") == fails, name);
  }
}

BOOST_AUTO_TEST_CASE(over_files_is_counted_when_half_a_message_was_answered) {
  for (const auto& [fault, early] : {std::pair("takes-half-message", true), std::pair("", false)}) {
    const auto record = run(ustc_program(fault), {"ustc", {"USTC-MSG-1"}}, [](Toy& toy) {
      for (const auto& seat : toy.contest().seats)
        toy.play(seat, *toy.opponent("random"), {4, {.gap = 500ms}});
      toy.count("early", toy.early_answers() > 0 ? 1 : 0);
    });
    BOOST_TEST(times(record, "early") == (early ? 1U : 0U), fault);
  }
}

BOOST_AUTO_TEST_SUITE_END()

// listening while nothing is asked

BOOST_AUTO_TEST_SUITE(a_silence)

/// Does `listen` while the device says a CR and the link makes of it what `twist` does.
CaseRecord listen(OddLink::Twist twist, rig::HangUp* gone = nullptr) {
  const auto link = odd(changed([&](std::uint8_t request, std::vector<Action>& answer) {
                          if (request != '0') return;
                          answer.push_back({9ms, rig::SendByte{'\r'}});
                          if (gone != nullptr) answer.push_back({9ms, *gone});
                        }),
                        std::move(twist));
  return run(link, {.checks = {"ICFPT14-INIT-5"}}, [](Toy& toy) {
    if (toy.greet()) toy.count("kept", toy.expect_silence("silence.unasked", 50ms) ? 1 : 0);
  });
}

bool is_cr(const Event& event) {
  const auto* byte = std::get_if<rig::Byte>(&event);
  return byte != nullptr && byte->value == '\r';
}

BOOST_AUTO_TEST_CASE(is_kept_by_a_line_end_alone) {
  BOOST_TEST(times(listen([](const Event& event) { return std::vector{event}; }), "kept") == 1U);
}

BOOST_AUTO_TEST_CASE(is_broken_by_what_is_no_byte) {
  const auto record = listen([](const Event& event) {
    return is_cr(event) ? std::vector<Event>{error_at(event)} : std::vector{event};
  });
  BOOST_TEST(times(record, "kept") == 0U);
  BOOST_TEST(failed_on(record) == Strings{"ICFPT14-LINE-2"}, boost::test_tools::per_element());
  BOOST_TEST(tells(record, "the idle line carried something that is no byte"));
}

BOOST_AUTO_TEST_CASE(is_broken_by_what_is_no_byte_after_a_line_end) {
  const auto record = listen([](const Event& event) {
    return is_cr(event) ? std::vector<Event>{event, error_at(event)} : std::vector{event};
  });
  BOOST_TEST(times(record, "kept") == 0U);
}

BOOST_AUTO_TEST_CASE(is_broken_by_a_hang_up_after_a_line_end) {
  rig::HangUp gone;
  const auto record = listen([](const Event& event) { return std::vector{event}; }, &gone);
  BOOST_TEST(times(record, "kept") == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

// games

BOOST_AUTO_TEST_SUITE(a_game)

BOOST_AUTO_TEST_CASE(ends_when_its_board_has_grown_far_enough_in_one_direction) {
  for (const bool by_rows : {true, false}) {
    const auto link = changed_trax([](std::uint8_t, std::vector<Action>&) {});
    GameReport game;
    run(link, {"heart-trax", {"HEART-WHITE-1"}}, [&](Toy& toy) {
      toy.greet();
      const auto other = toy.opponent("long-games");
      GamePlan plan;
      (by_rows ? plan.far_enough.rows : plan.far_enough.columns) = 4;
      game = toy.play(toy.contest().seats.front(), *other, plan);
    });
    BOOST_TEST(!game.finished);
    BOOST_TEST((by_rows ? game.extent.rows : game.extent.columns) >= 4);
    BOOST_TEST((by_rows ? game.extent.rows : game.extent.columns) <= 8);  // a cascade may reach past it
  }
}

BOOST_AUTO_TEST_CASE(tells_who_has_won_and_what_was_remarkable) {
  for (const std::size_t seat : {0U, 2U}) {
    GameReport game;
    run(good_player(), {.checks = {"ICFPT14-MOVE-2"}}, [&](Toy& toy) {
      toy.greet();
      game = toy.plays(1000, seat);
      throw BrokenOff{};
    });
    BOOST_TEST(game.finished);
    BOOST_TEST(game.won);  // the reference player against one that plays anything
    BOOST_TEST(!game.lost);
  }
  const auto trax = changed_trax([](std::uint8_t, std::vector<Action>&) {});
  const auto record = run(trax, {"heart-trax", {"HEART-WHITE-1"}}, [](Toy& toy) {
    toy.greet();
    toy.play(toy.contest().seats.front(), *toy.opponent("long-games"));
    throw BrokenOff{};
  });
  BOOST_TEST(std::any_of(record.counts.begin(), record.counts.end(),
                         [](const auto& count) { return count.first.starts_with("opponent: "); }));
}

BOOST_AUTO_TEST_CASE(is_not_begun_where_the_handshake_is_not_answered) {
  const auto record = run(mute(), {.checks = {"ICFPT14-MOVE-2"}}, [](Toy& toy) {
    toy.interrupt_games("end.mid-game", toy.contest().seats.back());
    throw BrokenOff{};
  });
  BOOST_TEST(times(record, "exchanges") == 1U);
}

BOOST_AUTO_TEST_CASE(that_went_wrong_is_not_interrupted) {
  const auto link = changed([](std::uint8_t, std::vector<Action>& answer) {
    if (is_a_move(answer)) spoil(answer);
  });
  const auto record = run(link, {.checks = {"ICFPT14-MOVE-2"}}, [](Toy& toy) {
    toy.interrupt_games("end.mid-game", toy.contest().seats.back());
    throw BrokenOff{};
  });
  BOOST_TEST(times(record, "games") == 1U);
}

BOOST_AUTO_TEST_CASE(without_a_move_shows_nothing) {
  for (const int turns : {0, 1}) {
    const auto record = run(good_player(), {.checks = {"ICFPT14-TERM-2"}}, [&](Toy& toy) {
      toy.greet();
      toy.conclude("end.rematch", toy.plays(turns), "it went wrong");
      throw BrokenOff{};
    });
    BOOST_TEST(record.requirements.at("ICFPT14-TERM-2").passes == static_cast<std::uint64_t>(turns));
  }
}

BOOST_AUTO_TEST_CASE(that_is_given_away_by_a_late_answer_is_not_repeated) {
  const auto record = run(course_program("late"), {"course", {"COURSE-TIME-1", {"COURSE-PASS-4"}}},
                          [](Toy& toy) { toy.plays(3); });
  BOOST_TEST(times(record, "repeats") == 0U);
  BOOST_TEST(failed_on(record).front() == "COURSE-TIME-1");
}

BOOST_AUTO_TEST_CASE(that_is_given_away_leaves_open_what_was_not_seen_in_it) {
  const auto record =
      run(course_program("late"), {"course", {"COURSE-BOARD-2"}}, [](Toy& toy) { toy.plays(1); });
  BOOST_TEST(record.reason == "the DUT passed permanently before this clause could be exercised");
  BOOST_TEST(times(record, "repeats") == 0U);  // it would only be late again
}

BOOST_AUTO_TEST_CASE(counts_the_passes_of_its_opponent) {
  int passes = -1;
  run(good_player(), {.checks = {"ICFPT14-INIT-1"}}, [&](Toy& toy) {
    toy.greet();
    passes = toy.plays(3).opponents_passes;
  });
  BOOST_TEST(passes == 0);  // both have moves for so long
}

/// Ends before a board grows past what its description says, unless the contest's own is smaller.
BOOST_AUTO_TEST_CASE(ends_where_the_board_of_the_dut_does) {
  const auto stops = [](int board, std::optional<int> capacity) {
    rig::player::TraxDeviceOptions options;
    options.contest = "aut-trax";
    const auto link = link_to(rig::player::new_trax_device(options));
    bool stopped = false;
    const Stage stage{.contest = "aut-trax",
                      .checks = {"AUT-GAME-1"},
                      .changes =
                          [board](auto& contest) {
                            contest = rig::contest::find_contest("aut-trax", {board, {}});
                          },
                      .capacity = capacity};
    run(link, stage, [&](Toy& toy) {
      toy.greet();
      const auto other = toy.opponent("long-games");
      stopped = toy.play(toy.contest().seats.front(), *other).stopped_at_capacity;
      throw BrokenOff{};
    });
    return stopped;
  };
  BOOST_TEST(!stops(8, 8));
  BOOST_TEST(stops(8, 5));
  BOOST_TEST(stops(0, 5));
  BOOST_TEST(!stops(8, std::nullopt));
}

BOOST_AUTO_TEST_CASE(that_a_pass_ended_too_soon_leaves_open_what_was_not_seen_in_it) {
  for (const auto& [fault, reason] :
       {std::pair("passes-early", "the DUT passed permanently before this clause could be exercised"),
        std::pair("", "not reached in 4 games")}) {
    const auto record =
        run(course_program(fault), {"course", {"COURSE-PASS-4"}}, [](Toy& toy) { toy.plays(1000); });
    BOOST_TEST(record.reason == reason);
  }
}

BOOST_AUTO_TEST_CASE(may_have_deadlines_of_which_the_catalogue_says_nothing) {
  const Stage stage{.checks = {"X-1"}, .catalogue = R"(
[[requirement]]
id = "X-1"
text = "The second match is played."
source = "a test"
level = "mandatory"
aspect = "end.rematch"
)"};
  const auto record = run(good_player(), stage, [](Toy& toy) {
    toy.greet();
    toy.conclude("end.rematch", toy.plays(2), "it went wrong");
  });
  BOOST_TEST((record.verdict == Verdict::pass));
}

BOOST_AUTO_TEST_CASE(that_a_program_has_given_away_is_asked_about_again) {
  const auto record =
      run(course_program("crashes-after-writing"), {"course", {"COURSE-PASS-4"}}, [](Toy& toy) {
        toy.plays(1);
        toy.ask_after_its_pass("pass.absorbing");
      });
  BOOST_TEST(tells(record, "asked again after its pass, there was no answer that can be read"));
}

BOOST_AUTO_TEST_CASE(is_spelled_as_the_program_reads_it) {
  for (const auto& [fault, by_the_platform] : {std::pair("text-pass-only", 0U), std::pair("", 2U)}) {
    const auto record = run(course_program(fault), {"course", {"COURSE-BOARD-2"}}, [](Toy& toy) {
      for (int game = 0; game < 4; ++game) toy.plays(1);
      throw BrokenOff{};
    });
    BOOST_TEST(times(record, "games spelled as by the platform") == by_the_platform, fault);
  }
}

BOOST_AUTO_TEST_CASE(is_not_begun_by_a_program_whose_first_placement_is_late_or_wrong) {
  for (const auto& [fault, places] : {std::pair("late", 0U), std::pair("passes-early", 0U),
                                      std::pair("off-start", 0U), std::pair("", 1U)}) {
    const auto record = run(course_program(fault), {"course", {"COURSE-TIME-2"}}, [](Toy& toy) {
      toy.count("places", toy.places_first({}, toy.contest().seats.back()) ? 1 : 0);
    });
    BOOST_TEST(times(record, "places") == places, fault);
  }
}

BOOST_AUTO_TEST_CASE(over_files_has_them_laid_out_as_the_case_wants) {
  for (const bool newline : {true, false}) {
    std::string board;
    run(course_program(),
        {.contest = "course",
         .checks = {"COURSE-BOARD-2"},
         .changes = [](rig::contest::Contest& contest) { contest.two_spellings = false; }},
        [&](Toy& toy) {
          toy.lay_out_files({.final_newline = newline});
          toy.plays(1);
          board = toy.last_files()->request.files.at("BlokusBoard.txt");
        });
    BOOST_TEST(board.ends_with('\n') == newline);
  }
}

BOOST_AUTO_TEST_CASE(begins_without_the_kind_of_what_was_found_before_it) {
  const auto record = run(good_player(), {.checks = {"ICFPT14-INIT-2"}}, [](Toy& toy) {
    toy.failed("hello.format", "a made-up failure", {.kind = "a kind"});
    toy.failed("hello.format", "what follows from it");
    toy.plays(1);
    toy.failed("hello.format", "another failure");
  });
  BOOST_TEST_REQUIRE(record.findings.size() == 3U);
  BOOST_TEST(record.findings[1].kind == "a kind");
  BOOST_TEST(record.findings[2].kind.empty());
}

BOOST_AUTO_TEST_CASE(over_bytes_has_no_files_to_lay_out) {
  const auto record =
      run(good_player(), {.checks = {"ICFPT14-INIT-1"}}, [](Toy& toy) { toy.lay_out_files({}); });
  BOOST_TEST((record.verdict == Verdict::not_applicable));
  BOOST_TEST(record.reason == "this contest is not played over files");
}

BOOST_AUTO_TEST_SUITE_END()

// what goes wrong after something else

BOOST_AUTO_TEST_SUITE(the_blame)

/// A Trax player that answers its name in a game's wake by what `odd` makes of the answer, once.
std::unique_ptr<rig::Link> odd_between_games(std::function<void(std::vector<Action>&)> odd) {
  return changed_trax([odd = std::move(odd), played = false, done = false](
                          std::uint8_t request, std::vector<Action>& answer) mutable {
    played = played || request == 'W';
    const bool is_name = answer.size() > 10;  // a move is shorter
    if (is_name && played && !std::exchange(done, true)) odd(answer);
  });
}

const Checks name_checks = {"HEART-NAME-1", {"HEART-NAME-6"}};

BOOST_AUTO_TEST_CASE(for_no_name_between_games_is_its_own_clauses) {
  for (const bool can_reset : {true, false}) {
    const auto link = odd(odd_between_games([](std::vector<Action>& answer) { answer.clear(); }));
    if (!can_reset) link->cannot_be_reset();
    const auto record = run(link, {"heart-trax", name_checks}, [](Toy& toy) {
      toy.greet();
      toy.plays(1);
      toy.greet();
      toy.failed("hello.answered", "a made-up failure");
    });
    // Where it cannot be tried from power-on, its deadline is no less binding than the clause between games.
    const Strings sought = {"HEART-NAME-1", "HEART-NAME-6"};
    const Strings found = {"HEART-NAME-4", "HEART-NAME-6", "HEART-NAME-1"};
    BOOST_TEST(failed_on(record) == (can_reset ? sought : found), boost::test_tools::per_element());
    BOOST_TEST(times(record, "trials") == (can_reset ? 1U : 0U));
  }
}

BOOST_AUTO_TEST_CASE(for_no_name_is_asked_again_only_where_the_name_came_from_power_on) {
  const auto link = odd(odd_between_games([](std::vector<Action>& answer) { answer.clear(); }));
  link->cannot_be_reset();
  const auto record = run(link, {"heart-trax", name_checks}, [](Toy& toy) {
    toy.greet();
    toy.plays(1);
    toy.greet();
    throw BrokenOff{};
  });
  BOOST_TEST(times(record, "exchanges") == 3U);
}

BOOST_AUTO_TEST_CASE(for_a_wrong_name_between_games_is_found_without_asking_again) {
  const auto exchanges = [](std::function<void(std::vector<Action>&)> oddity) {
    const auto link = odd_between_games(std::move(oddity));
    const auto record = run(link, {"heart-trax", {"HEART-NAME-1"}}, [](Toy& toy) {
      toy.greet();
      toy.plays(1);
      toy.greet();
    });
    return times(record, "exchanges");
  };
  const std::uint64_t right = exchanges([](std::vector<Action>&) {});
  const std::uint64_t empty =
      exchanges([](std::vector<Action>& answer) { answer = rig::text_after(1ms, "\n"); });
  BOOST_TEST(empty == right + 1);  // the trial from power-on
}

/// Makes the last byte of a move begin before its request has ended.
std::vector<Event> early(const Event& event) {
  const rig::Instant at = rig::instant_of(event);
  return {rig::Byte{std::get<rig::Byte>(event).value, at + -2400us, at}};
}

/// In the second match since power-on a byte comes early. `varies`: each of its games begins with another
/// move.
CaseRecord early_in_a_second_match(bool varies) {
  const auto& contest = rig::contest::find_contest("icfpt2014");
  const auto openings = contest.new_game(contest.seats.front())->legal_moves();
  Games seen;
  std::size_t opening = 0;
  auto player = changed(
      [&](std::uint8_t request, std::vector<Action>& answer) {
        seen.heard(request, answer);
        if (!is_a_move(answer) || !varies) return;
        const std::string& move = openings.at(++opening % openings.size()).text;
        for (std::size_t i = 0; i < move.size(); ++i)
          answer[i].what = rig::SendByte{static_cast<std::uint8_t>(move[i])};
      },
      [&] { seen.powered(); });
  const auto link = odd(std::move(player), [&, bytes = 0](const Event& event) mutable {
    bytes = seen.games == 2 ? bytes + 1 : 0;
    return bytes == 4 ? early(event) : std::vector{event};
  });
  return run(link, {.checks = {"ICFPT14-INIT-5", {"ICFPT14-TERM-2"}}}, [](Toy& toy) { two_matches(toy, 1); });
}

BOOST_AUTO_TEST_CASE(is_sought_first_in_the_very_game_that_went_wrong) {
  Strings openings;  // of the opponent's, as each game told them
  std::string heard;
  Games seen;
  auto player = changed(
      [&](std::uint8_t byte, std::vector<Action>& answer) {
        seen.heard(byte, answer);
        heard += static_cast<char>(byte);
        if (is_a_move(answer)) openings.push_back(heard.substr(heard.size() - 4));
      },
      [&] { seen.powered(); });
  const auto link = odd(std::move(player), [&, bytes = 0](const Event& event) mutable {
    bytes = seen.games == 2 ? bytes + 1 : 0;
    return bytes == 4 ? early(event) : std::vector{event};
  });
  run(link, {.checks = {"ICFPT14-INIT-5", {"ICFPT14-TERM-2"}}}, [](Toy& toy) {
    constexpr std::size_t second_seat = 2;
    two_matches(toy, 1, second_seat);
    throw BrokenOff{};
  });
  BOOST_TEST_REQUIRE(openings.size() == 3U);
  BOOST_TEST(openings[2] == openings[1]);
}

BOOST_AUTO_TEST_CASE(is_sought_once_where_a_player_plays_alike_and_else_eight_times) {
  for (const bool varies : {false, true}) {
    const auto record = early_in_a_second_match(varies);
    BOOST_TEST(times(record, "trials") == (varies ? 8U : 1U));
    BOOST_TEST(failed_on(record) == Strings{"ICFPT14-TERM-2"}, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(is_sought_without_a_hand_shake_where_the_contest_has_none) {
  int games = 0;
  const auto link = changed(
      [&](std::uint8_t request, std::vector<Action>& answer) {
        if (request == '0' && answer.size() == 3) answer.clear();
        if (is_a_move(answer) && ++games == 2) spoil(answer);
      },
      [&] { games = 0; });
  const auto record = run(link,
                          {.checks = {"ICFPT14-MOVE-2", {"ICFPT14-TERM-2"}},
                           .changes = [](rig::contest::Contest& contest) { contest.greets = false; }},
                          [](Toy& toy) {
                            toy.plays(1);
                            toy.say_end();
                            toy.conclude("end.rematch", toy.plays(1), "the second match went wrong");
                          });
  BOOST_TEST(failed_on(record) == Strings{"ICFPT14-TERM-2"}, boost::test_tools::per_element());
}

/// Its second match goes wrong. From power-on it plays rightly, but for what `oddity` does to the last byte
/// of its first move.
Strings blamed_when_the_trial_shows(const OddLink::Twist& oddity) {
  Games seen;
  bool went_wrong = false;
  auto player = changed(
      [&](std::uint8_t request, std::vector<Action>& answer) {
        seen.heard(request, answer);
        if (!is_a_move(answer) || seen.games < 2) return;
        spoil(answer);
        went_wrong = true;
      },
      [&] { seen.powered(); });
  const auto link = odd(std::move(player), [&, bytes = 0](const Event& event) mutable {
    bytes = went_wrong && seen.games == 1 && seen.moves_of_this == 1 ? bytes + 1 : 0;
    return bytes == 4 ? oddity(event) : std::vector{event};
  });
  const auto record =
      run(link, {.checks = {"ICFPT14-MOVE-2", {"ICFPT14-TERM-2"}}}, [](Toy& toy) { two_matches(toy, 2); });
  BOOST_TEST(times(record, "trials") >= 1U);
  return failed_on(record);
}

BOOST_AUTO_TEST_CASE(is_the_clauses_own_where_a_trial_is_out_of_order) {
  const auto is_own = [](const OddLink::Twist& oddity) {
    const Strings ids = blamed_when_the_trial_shows(oddity);
    BOOST_TEST_REQUIRE(!ids.empty());
    return ids.front() != "ICFPT14-TERM-2";
  };
  BOOST_TEST(!is_own([](const Event& event) { return std::vector{event}; }));
  BOOST_TEST(is_own([](const Event& event) {
               return std::vector<Event>{error_at(event), event};
             }),
             "a line error");
  BOOST_TEST(is_own([](const Event& event) {
               const rig::Instant at = rig::instant_of(event);
               return std::vector<Event>{event, rig::Byte{'x', at, at}};
             }),
             "a byte too many");
  BOOST_TEST(is_own(early), "an early byte");
}

BOOST_AUTO_TEST_CASE(for_passes_is_not_sought_where_the_first_game_has_them_too) {
  Games seen;
  const auto link = changed(
      [&](std::uint8_t request, std::vector<Action>& answer) {
        seen.heard(request, answer);
        if (!is_a_move(answer) || seen.moves_of_this == 1) return;
        for (Action& one : answer) one.what = rig::SendByte{'0'};
      },
      [&] { seen.powered(); });
  const auto record = run(link, {.checks = {"ICFPT14-MOVE-2"}}, [](Toy& toy) { two_matches(toy, 3); });
  BOOST_TEST(times(record, "trials") == 0U);
}

BOOST_AUTO_TEST_CASE(is_not_sought_in_the_first_game_after_a_reset) {
  int games = 0;
  const auto link = changed([&](std::uint8_t, std::vector<Action>& answer) {
    if (is_a_move(answer) && ++games == 2) spoil(answer);
  });
  const auto record = run(link, {.checks = {"ICFPT14-MOVE-2"}}, [](Toy& toy) {
    for (int i = 0; i < 2; ++i) {
      toy.hard_reset();
      toy.greet();
      toy.plays(1);
    }
    throw BrokenOff{};
  });
  BOOST_TEST(times(record, "trials") == 0U);
  BOOST_TEST_REQUIRE(!record.findings.empty());
  BOOST_TEST_REQUIRE(record.findings.front().scene.has_value());
  BOOST_TEST(record.findings.front().scene->game == 1);
}

BOOST_AUTO_TEST_CASE(of_one_match_is_told_before_the_next_begins) {
  bool spoils = true;
  bool drops = false;
  const auto link = changed([&](std::uint8_t request, std::vector<Action>& answer) {
    if (is_a_move(answer) && std::exchange(spoils, false)) spoil(answer);
    if (request == '0' && answer.size() == 3 && std::exchange(drops, false)) answer.clear();
  });
  const auto record = run(link, {.checks = {"ICFPT14-TERM-2"}}, [&](Toy& toy) {
    toy.greet();
    toy.lay_blame_on("end.rematch");
    toy.plays(1);
    drops = true;
    toy.greet();
    throw BrokenOff{};
  });
  BOOST_TEST(tells(record, "game 1 since power-on went wrong"));
  BOOST_TEST(tells(record, "the handshake went wrong"));
}

BOOST_AUTO_TEST_CASE(knows_the_game_since_a_power_on_that_a_person_brought) {
  const auto link = odd(changed([](std::uint8_t, std::vector<Action>& answer) {
    if (is_a_move(answer)) spoil(answer);
  }));
  link->is_reset_by_hand();
  const auto record = run(link, {.checks = {"ICFPT14-MOVE-2"}}, [](Toy& toy) {
    toy.hard_reset();
    toy.greet();
    toy.plays(1);
    throw BrokenOff{};
  });
  BOOST_TEST_REQUIRE(!record.findings.empty());
  BOOST_TEST_REQUIRE(record.findings.front().scene.has_value());
  BOOST_TEST(record.findings.front().scene->game == 1);
}

BOOST_AUTO_TEST_CASE(knows_no_game_since_a_power_on_that_never_was) {
  for (const bool can_reset : {true, false}) {
    const auto link = odd(changed([](std::uint8_t, std::vector<Action>& answer) {
      if (is_a_move(answer)) spoil(answer);
    }));
    if (!can_reset) link->cannot_be_reset();
    const auto record = run(link, {.checks = {"ICFPT14-MOVE-2"}}, [](Toy& toy) {
      toy.greet();
      toy.plays(1);
      throw BrokenOff{};
    });
    BOOST_TEST_REQUIRE(!record.findings.empty());
    BOOST_TEST_REQUIRE(record.findings.front().scene.has_value());
    BOOST_TEST(record.findings.front().scene->game == (can_reset ? 1 : 0));
  }
}

BOOST_AUTO_TEST_CASE(is_told_in_the_words_of_the_case) {
  rig::player::BlokusDeviceOptions options;
  options.fault = "hello-once";
  const auto record =
      run(link_to(rig::player::new_blokus_device(options)), {.checks = {"ICFPT14-TERM-2"}}, [](Toy& toy) {
        toy.greet();
        toy.plays(1);
        toy.conclude("end.rematch", toy.greet(), "no second name");
        throw BrokenOff{};
      });
  BOOST_TEST_REQUIRE(!record.findings.empty());
  BOOST_TEST(record.findings.front().requirement == "ICFPT14-TERM-2");
  BOOST_TEST(record.findings.front().summary.starts_with("no second name: "),
             record.findings.front().summary);
}

BOOST_AUTO_TEST_CASE(is_not_sought_over_files_where_there_is_no_power_on) {
  const auto record = run(course_program("two-pieces"), {"course", {"COURSE-BOARD-2"}}, [](Toy& toy) {
    toy.lay_blame_on("pass.absorbing");
    toy.plays(1);
  });
  BOOST_TEST(times(record, "trials") == 0U);
  BOOST_TEST_REQUIRE(!record.findings.empty());
}

/// In all games after the first since power-on it passes though it could move.
BOOST_AUTO_TEST_CASE(for_passes_in_later_games_is_sought_in_six_games_of_each) {
  Games seen;
  const auto link = changed(
      [&](std::uint8_t request, std::vector<Action>& answer) {
        seen.heard(request, answer);
        if (!is_a_move(answer) || seen.games < 2 || seen.moves_of_this == 1) return;
        for (Action& one : answer) one.what = rig::SendByte{'0'};
      },
      [&] { seen.powered(); });
  const auto record = run(link, {.checks = {"ICFPT14-MOVE-2", {"ICFPT14-TERM-2"}}}, [](Toy& toy) {
    for (int match = 0; match < 2; ++match) {
      if (!toy.greet()) return;
      toy.plays(1000);
      toy.say_end();
    }
  });
  BOOST_TEST(times(record, "trials") == 12U);
  BOOST_TEST(tells(record, "passes with legal moves at hand in games after the first since power-on"));
}

BOOST_AUTO_TEST_SUITE_END()

int main(int argc, char** argv) {
  int google_argc = 1;
  testing::InitGoogleTest(&google_argc, argv);
  auto& listeners = testing::UnitTest::GetInstance()->listeners();
  delete listeners.Release(listeners.default_result_printer());  // what it says of failures is meant
  return boost::unit_test::unit_test_main([] { return true; }, argc, argv);
}
