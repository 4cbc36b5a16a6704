#pragma once
/// A case whose body stands in its test, what it is run in, and far ends that do one odd thing.

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include "conformance/suite/cases/files_case.hpp"
#include "conformance/suite/cases/wire_case.hpp"
#include "conformance/suite/parts/code_coverage.hpp"
#include "conformance/suite/suite.hpp"
#include "conformance/suite/tests/changed_player.hpp"
#include "games/blokus/players/course/course_player.hpp"
#include "games/blokus/players/ustc/ustc_player.hpp"
#include "games/trax/players/trax_player.hpp"
#include "rig/link/callback/callback_files.hpp"
#include "rig/link/callback/callback_link.hpp"
#include "rig/link/link.hpp"
#include "rig/tests/scripted_device.hpp"

namespace conformance {

using Strings = std::vector<std::string>;

/// A case whose body stands in its test.
class Toy final : public FilesCase {
 public:
  using Body = std::function<void(Toy&)>;
  explicit Toy(Body body) : body_(std::move(body)) {}

  CodeCoverage codes() { return {contest(), matches(), findings()}; }

  /// So many turns of the DUT in this seat, against random moves.
  GameReport plays(int turns, std::size_t seat = 0) {
    return play(contest().seats.at(seat), *opponent("random"), {turns, {}});
  }

 private:
  void run() override { body_(*this); }
  Body body_;
};

/// An opponent that plays the moves that it was given.
class Recited final : public rig::player::Opponent {
 public:
  explicit Recited(Strings moves) : moves_(std::move(moves)) {}
  void new_game() override { told_ = 0; }
  rig::protocol::Move choose(const rig::protocol::Ruling&) override { return {moves_.at(told_++)}; }

 private:
  Strings moves_;
  std::size_t told_ = 0;
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
  Silence silence = {};                                    ///< what is known of the DUT before
  std::function<void(rig::protocol::Contest&)> changes{};  ///< what is otherwise in this contest
  std::function<bool(const std::string&)> may_begin{};
  ResetPolicy resets = RunOptions().resets;
  std::string catalogue = {};  ///< empty: that of the contest
  std::optional<int> capacity = {};
  int games = RunOptions().games;
  std::string team = {};
  Silence* afterwards = nullptr;         ///< is told what is known of the DUT after it
  Strings* begun = nullptr;              ///< is told which cases have begun
  std::string* lost = nullptr;           ///< why there is no way to the DUT any more, before and after
  bool stopped = false;                  ///< the run was stopped before
  std::optional<Silence> recorded = {};  ///< what the run knew of the DUT that is replayed
  std::set<std::string> left_out = {};   ///< by a run that has no time for all
  std::vector<std::optional<rig::Duration>>* wrongs = nullptr;  ///< is told when something failed
};

/// What a toy asks, answered as its stage has it.
class SupportOfStage final : public CaseSupport {
 public:
  SupportOfStage(rig::FarEnd& far_end, const Stage& stage) : far_end_(far_end), stage_(stage) {}

  Admission may_begin(const std::string& id) override {
    if (stage_.left_out.contains(id)) return Admission::skip;
    return !stage_.may_begin || stage_.may_begin(id) ? Admission::go : Admission::stop;
  }
  void begins(const std::string& id) override {
    if (stage_.begun != nullptr) stage_.begun->push_back(id);
  }
  WayToDut open(const std::string&) override { return {far_end_, stage_.recorded}; }
  void went_wrong(std::optional<rig::Duration> at) override {
    if (stage_.wrongs != nullptr) stage_.wrongs->push_back(at);
  }
  void ended(const rig::report::CaseRecord& one) override { record = one; }

  std::optional<rig::report::CaseRecord> record;

 private:
  rig::FarEnd& far_end_;
  const Stage& stage_;
};

/// The record of the case; nothing where it did not begin.
inline std::optional<rig::report::CaseRecord> try_to_run(rig::FarEnd& far_end, const Stage& stage,
                                                         Case& toy) {
  const Catalogue catalogue =
      stage.catalogue.empty() ? load_catalogue(stage.contest) : parse_catalogue(stage.catalogue, "a test");
  rig::protocol::Contest contest = rig::protocol::find_contest(stage.contest);
  if (stage.changes) stage.changes(contest);
  RunOptions options;
  options.contest = stage.contest;
  options.resets = stage.resets;
  options.capacity = stage.capacity;
  options.games = stage.games;
  options.team = stage.team;
  SupportOfStage support(far_end, stage);
  Environment environment{
      options,       contest,      catalogue, support, stage.lost == nullptr ? std::string() : *stage.lost,
      stage.silence, stage.stopped};
  const CaseEntry entry{"Toy", "OnItsOwn", "a toy", stage.checks, {}, stage.board};
  toy.attach(entry, environment);
  toy.TestBody();
  if (stage.afterwards != nullptr) *stage.afterwards = environment.silence;
  if (stage.lost != nullptr) *stage.lost = environment.lost;
  return support.record;
}

inline std::optional<rig::report::CaseRecord> try_to_run(rig::FarEnd& far_end, const Stage& stage,
                                                         Toy::Body body) {
  Toy toy(std::move(body));
  return try_to_run(far_end, stage, toy);
}

inline rig::report::CaseRecord run(rig::FarEnd& far_end, const Stage& stage, Toy::Body body) {
  const auto record = try_to_run(far_end, stage, std::move(body));
  BOOST_REQUIRE(record.has_value());
  return *record;
}
template <typename Carrier>
rig::report::CaseRecord run(const std::unique_ptr<Carrier>& far_end, const Stage& stage, Toy::Body body) {
  return run(*far_end, stage, std::move(body));
}

// what is known of a DUT before its case

inline Silence given_up() {
  using namespace std::chrono_literals;
  Silence silence;
  for (int i = 0; i < Silence::cases_at_most; ++i) silence.case_unanswered(1s);
  return silence;
}

inline Silence impatient() {
  using namespace std::chrono_literals;
  Silence silence;
  for (int i = 0; i < rig::dut::Patience::unanswered_at_most; ++i) silence.patience().not_heard(1s);
  return silence;
}

// far ends

inline std::unique_ptr<rig::Link> link_to(std::unique_ptr<rig::Device> device) {
  return rig::make_callback_link({"builtin:odd", "", 115200, {}}, std::move(device));
}
inline std::unique_ptr<rig::Link> good_player() {
  return link_to(rig::player::new_blokus_device());
}
inline std::unique_ptr<rig::Link> changed(
    Change change, std::function<void()> powered = [] {}) {
  return link_to(std::make_unique<ChangedPlayer>(std::move(change), std::move(powered)));
}
inline std::unique_ptr<rig::Link> script(rig::ScriptedDevice::Script script) {
  return link_to(std::make_unique<rig::ScriptedDevice>(std::move(script)));
}
inline std::unique_ptr<rig::Link> mute() {
  return script([](const std::string&) { return std::vector<rig::Action>(); });
}

/// A player of Trax whose answers a function changes.
inline std::unique_ptr<rig::Link> changed_trax(Change change) {
  return link_to(std::make_unique<ChangedPlayer>(
      std::move(change), [] {}, rig::player::new_trax_device({})));
}

inline std::unique_ptr<rig::FileExchange> course_program(const std::string& fault = {}) {
  return rig::make_callback_exchange({"builtin:odd", "", true},
                                     rig::player::new_course_device({.fault = fault}));
}

inline std::unique_ptr<rig::FileExchange> ustc_program(const std::string& fault = {}) {
  rig::player::UstcDeviceOptions options;
  options.fault = fault;
  return rig::make_callback_exchange({"builtin:odd", "", false}, rig::player::new_ustc_device(options));
}

/// What a player that plays by the rules has been asked for since power-on.
struct Asked {
  int names = 0;
  int games = 0;
  int turns = 0;  ///< in this game
};

/// A player that moves first on (5,5) and makes of each position what `choose` says; it knows the rules.
inline std::unique_ptr<rig::Link> plays_by_the_rules(
    const std::shared_ptr<Asked>& asked,
    const std::function<std::string(const rig::protocol::Ruling&)>& choose) {
  using rig::protocol::RequestKind;
  const auto& contest = rig::protocol::find_contest("icfpt2014");
  const auto game = std::make_shared<std::unique_ptr<rig::protocol::Ruling>>();
  return script([=, &contest, greeted = false](const std::string& heard) mutable {
    const std::size_t ends = heard.find_first_not_of('9');
    if (ends == std::string::npos) return std::vector<rig::Action>();
    const auto parsed = contest.dialect->bytes()->parse_request(rig::to_bytes(heard.substr(ends)));
    if (parsed.state != rig::protocol::ParseState::complete) return std::vector<rig::Action>();
    const bool is_hello = parsed.value.kind == RequestKind::hello;
    const bool begins = parsed.value.kind == RequestKind::first;
    if (is_hello || (begins && !greeted)) asked->games = ends > 0 ? asked->games + 1 : 1;
    greeted = is_hello;
    if (is_hello) {
      ++asked->names;
      return rig::text_after(std::chrono::milliseconds(1), "1AA");
    }
    if (begins) {
      *game = contest.new_game(contest.seats.front());
      asked->turns = 0;
    }
    for (const rig::protocol::Move& move : parsed.value.moves) (*game)->play(move);
    ++asked->turns;
    const std::string reply = choose(**game);
    if ((*game)->judge({reply}).legal) (*game)->play({reply});
    return rig::text_after(std::chrono::milliseconds(1), reply);
  });
}

/// A program of whose exchanges some come out otherwise.
class OddProgram final : public rig::FileExchange {
 public:
  using Twist = std::function<void(const rig::FileRequest&, rig::FileOutcome&)>;
  OddProgram(std::unique_ptr<rig::FileExchange> inner, Twist twist)
      : inner_(std::move(inner)), twist_(std::move(twist)) {}
  const rig::LinkInfo& info() const override { return inner_->info(); }
  rig::FileOutcome exchange(const rig::FileRequest& request, const rig::WholeAnswer& whole,
                            rig::Duration patience) override {
    rig::FileOutcome outcome = inner_->exchange(request, whole, patience);
    twist_(request, outcome);
    return outcome;
  }
  rig::Outcome reset() override { return inner_->reset(); }

 private:
  std::unique_ptr<rig::FileExchange> inner_;
  Twist twist_;
};

/// A link on which events change on their way.
class OddLink final : public rig::Link {
 public:
  using Twist = std::function<std::vector<rig::Event>(const rig::Event&)>;
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
  /// The clock by which its instants are told.
  void tells_time_by(rig::ClockKind kind) { info_.clock_kind = kind; }
  /// A fact of its description: how many columns its board holds.
  void state(const std::string& fact, const std::string& value) { info_.facts[fact] = value; }
  /// The driver of the host's port, while the case runs.
  void lose_bytes(std::uint32_t count) { lost_ = count; }
  void count_line_errors(const rig::LineErrorCounts& counts) { line_errors_ = counts; }
  /// The rig, and a program by the machine, while the case runs.
  void stall_for(rig::Duration time) { stalled_ = time; }
  void starve_for(rig::Duration time) { starved_ = time; }
  void load(std::uint32_t percent) { load_ = percent; }
  void suggest(const std::string& hint) { hints_.push_back(hint); }

  const rig::LinkInfo& info() const override { return info_; }
  rig::Sent send(rig::ByteView bytes, rig::Instant not_before) override {
    sent_.push_back(rig::to_text(bytes));
    return inner_->send(bytes, not_before);
  }
  const Strings& sent() const { return sent_; }
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
  void note(const std::string& text) override { notes_.push_back(text); }
  const Strings& notes() const { return notes_; }
  void reseed(std::uint64_t seed) override { seeds_.push_back(seed); }
  const std::vector<std::uint64_t>& seeds() const { return seeds_; }
  Strings hints() override { return hints_; }
  rig::Health health() override {
    rig::Health health;
    if (!std::exchange(asked_, true)) return health;
    health.stalled = stalled_;
    health.starved = starved_;
    health.suspended = slept_;
    health.load = load_;
    health.line = line_errors_;
    health.line.overruns = lost_;
    return health;
  }
  rig::WireControl* wire() override { return wire_.get(); }

 protected:
  rig::Event do_receive(rig::Instant until) override {
    if (waiting_.empty()) {
      rig::Event event = inner_->receive(until);
      if (std::holds_alternative<rig::TimedOut>(event)) return event;
      for (const rig::Event& one : twist_(event)) waiting_.push_back(one);
    }
    if (waiting_.empty()) return receive(until);
    rig::Event event = waiting_.front();
    if (rig::instant_of(event).earliest > until.latest) return rig::TimedOut{until};
    waiting_.pop_front();
    return event;
  }

 private:
  std::unique_ptr<rig::Link> inner_;
  Twist twist_;
  std::unique_ptr<rig::WireControl> wire_;
  rig::LinkInfo info_;
  Strings hints_;
  Strings notes_;
  Strings sent_;
  std::vector<std::uint64_t> seeds_;
  rig::Duration stalled_{};
  rig::Duration starved_{};
  rig::Duration slept_{};
  std::uint32_t lost_ = 0;
  std::uint32_t load_ = 0;
  rig::LineErrorCounts line_errors_;
  bool asked_ = false;
  std::deque<rig::Event> waiting_;
};

inline std::unique_ptr<OddLink> odd(
    std::unique_ptr<rig::Link> inner,
    OddLink::Twist twist = [](const rig::Event& event) { return std::vector{event}; }) {
  return std::make_unique<OddLink>(std::move(inner), std::move(twist));
}

inline rig::LineError error_at(const rig::Event& event) {
  return {rig::LineError::Kind::framing, 0, rig::instant_of(event)};
}

// what a record says

/// The requirements on which a case failed, in the order of its findings.
inline Strings failed_on(const rig::report::CaseRecord& record) {
  Strings ids;
  for (const auto& finding : record.findings)
    if (finding.verdict == rig::Verdict::fail) ids.push_back(finding.requirement);
  return ids;
}

inline bool tells(const rig::report::CaseRecord& record, const std::string& begin) {
  return std::any_of(record.findings.begin(), record.findings.end(),
                     [&](const auto& finding) { return finding.summary.starts_with(begin); });
}

inline std::uint64_t times(const rig::report::CaseRecord& record, const std::string& what) {
  const auto counted = record.counts.find(what);
  return counted == record.counts.end() ? 0 : counted->second;
}

inline bool is_a_move(const std::vector<rig::Action>& answer) {
  return answer.size() == 4;
}

inline void spoil(std::vector<rig::Action>& move) {
  move.front().what = rig::SendByte{'z'};
}
inline std::unique_ptr<rig::Link> spoils_its_moves() {
  return changed([](std::uint8_t, std::vector<rig::Action>& answer) {
    if (is_a_move(answer)) spoil(answer);
  });
}

/// Counts the games since power-on in which a player has been asked to move, and its moves in the last.
struct Games {
  int games = 0;
  int moves_of_this = 0;
  bool greeted = false;
  void powered() { *this = {}; }
  void heard(std::uint8_t request, const std::vector<rig::Action>& answer) {
    if (request == '0' && answer.size() == 3) greeted = true;
    if (!is_a_move(answer)) return;
    if (std::exchange(greeted, false)) ++games, moves_of_this = 0;
    ++moves_of_this;
  }
};

/// A player whose games are counted before a function changes its answers.
inline std::unique_ptr<rig::Link> counting(Games& seen, Change change) {
  return changed(
      [&seen, change = std::move(change)](std::uint8_t request, std::vector<rig::Action>& answer) {
        seen.heard(request, answer);
        change(request, answer);
      },
      [&seen] { seen.powered(); });
}

/// A case that plays one game and is over.
struct OneGame {
  GameReport game;
  rig::report::CaseRecord record;
};

/// So many turns of the DUT in this seat, after a handshake where the contest has one.
inline OneGame one_game(rig::FarEnd& far_end, const Stage& stage, int turns, std::size_t seat = 0) {
  GameReport game;
  const auto record = run(far_end, stage, [&](Toy& toy) {
    toy.greet();
    game = toy.plays(turns, seat);
    throw BrokenOff{};
  });
  return {game, record};
}
template <typename Carrier>
OneGame one_game(const std::unique_ptr<Carrier>& far_end, const Stage& stage, int turns,
                 std::size_t seat = 0) {
  return one_game(*far_end, stage, turns, seat);
}

/// The body of a case that is over after its handshake.
inline void greets_alone(Toy& toy) {
  toy.greet();
  throw BrokenOff{};
}

/// How often a board is started anew while it plays a match, and at the end of it.
struct Starts {
  int in_the_game = 0;
  int at_its_end = 0;
};

inline Starts starts_in_a_match(Toy& toy, const int& starts, int turns) {
  toy.greet();
  const int before = starts;
  toy.plays(turns);
  const int after = starts;
  toy.end_match();
  return {after - before, starts - after};
}

/// Two matches of so many turns; what goes wrong in the second is the rematch's.
inline void two_matches(Toy& toy, int turns, std::size_t seat = 0) {
  for (int match = 0; match < 2; ++match) {
    if (!toy.greet()) return;
    const GameReport game = toy.plays(turns, seat);
    if (match == 1) toy.conclude("end.rematch", game, "the second match went wrong");
    toy.say_end();
  }
}

}  // namespace conformance
