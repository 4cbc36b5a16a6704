/// The frame of a case: toy cases end in every way in which a case can end, and each must leave the right
/// record.

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <functional>
#include <map>
#include <utility>

#include "conformance/cases/wire_case.hpp"
#include "conformance/same_team.hpp"
#include "conformance/suite.hpp"
#include "rig/base/errors.hpp"
#include "rig/link/callback/callback_link.hpp"
#include "rig/link/rtl/rtl_link.hpp"
#include "rig/player/blokus/blokus_player.hpp"

using namespace conformance;
using rig::Verdict;

CONFORMANCE_CASE(Toy, Passes, "looks and finds all well", Checks{.subject = "ICFPT14-INIT-1"}) {
  greet();
}

CONFORMANCE_CASE(Toy, Fails, "finds a fault",
                 Checks{.subject = "ICFPT14-INIT-1", .also = {"ICFPT14-INIT-2"}}) {
  greet();
  failed("hello.format", "a made-up failure");
}

CONFORMANCE_CASE(Toy, RigBreaks, "the rig's own failure", Checks{.subject = "ICFPT14-INIT-1"}) {
  greet();
  throw rig::RigError("the adapter vanished");
}

CONFORMANCE_CASE(Toy, RigBreaksAfterFailure, "an earlier finding is kept",
                 Checks{.subject = "ICFPT14-INIT-2"}) {
  failed("hello.format", "a made-up failure");
  throw rig::RigError("the adapter vanished");
}

CONFORMANCE_CASE(Toy, LooksAway, "cites a clause and never looks",
                 Checks{.subject = "ICFPT14-INIT-1", .also = {"ICFPT14-START-1"}}) {
  greet();
}

CONFORMANCE_CASE(Toy, ComesToItLate, "a state that comes about when the case is run for the third time",
                 Checks{.subject = "ICFPT14-INIT-1", .also = {"ICFPT14-START-1"}}) {
  greet();
  static int rounds = 0;
  if (++rounds == 3) passed("move.start");
}

CONFORMANCE_CASE(Toy, IsSilentThenSpeaks, "a silence before the first answer",
                 Checks{.subject = "ICFPT14-INIT-5"}) {
  expect_silence("silence.unasked", std::chrono::milliseconds(5));
  count("passed before", looked_at("silence.unasked") ? 1 : 0);
  greet();
}

CONFORMANCE_CASE(Toy, IsSilentAlways, "a silence that says nothing", Checks{.subject = "ICFPT14-INIT-5"}) {
  expect_silence("silence.unasked", std::chrono::milliseconds(5));
  greet();
}

CONFORMANCE_CASE(Toy, LooksAtTheFraming, "no bits on this link",
                 Checks{.subject = "ICFPT14-INIT-1", .also = {"ICFPT14-LINE-2"}}) {
  greet();
}

/// Two matches, each in a seat of its own, on one of the boards below.
#define TWO_MATCHES(name_, title_)                                                                        \
  CONFORMANCE_CASE(Toy, name_, title_, Checks{.subject = "ICFPT14-MOVE-2", .also = {"ICFPT14-TERM-2"}}) { \
    const auto other = opponent("random");                                                                \
    for (const std::size_t seat : {0U, 2U}) {                                                             \
      if (!greet()) return;                                                                               \
      if (!play(contest().seats.at(seat), *other, {6, {}}).sound) return;                                 \
      say_end();                                                                                          \
    }                                                                                                     \
  }
TWO_MATCHES(KeepsState, "a reply is wrong in the second match since power-on")
TWO_MATCHES(IsWrongInASeat, "a reply is wrong in one seat, whatever came before")
TWO_MATCHES(SaysMoreInASeat, "a byte too many in one seat, whatever came before")
TWO_MATCHES(IsDeafToTheNextMatch, "the second handshake is not answered")
TWO_MATCHES(LeavesAfterTheEnd, "it is gone after \"9\"")
TWO_MATCHES(IsLateInTheSecondMatch, "a reply comes too late in the second match")
TWO_MATCHES(RigBreaksInTheTrial, "the adapter vanishes while it is sought what is to blame")

CONFORMANCE_CASE(Toy, DoesNotApply, "not for this link", Checks{.subject = "ICFPT14-LINE-3"}) {
  throw NotApplicable{"this link has no wire"};
}

CONFORMANCE_CASE(Toy, IsNeverReached, "a state that does not come about",
                 Checks{.subject = "ICFPT14-PASS-1"}) {
  not_reached("pass.when-stuck", 12);
}

CONFORMANCE_CASE(Toy, RemarksOnly, "an informational finding in a mandatory case",
                 Checks{.subject = "ICFPT14-INIT-1"}) {
  greet();
  failed("reply.line-end", "CR or LF came with a reply");
}

CONFORMANCE_CASE(Toy, CannotTell, "an inconclusive measurement", Checks{.subject = "ICFPT14-INIT-1"}) {
  greet();
  found(Verdict::inconclusive, "hello.deadline", "between 0.9 s and 1.1 s");
}

CONFORMANCE_CASE(Toy, PlaysOnABlurredLink, "a reply that may be late or not",
                 Checks{.subject = "ICFPT14-FIRST-1", .also = {"ICFPT14-MOVE-2"}}) {
  const auto other = opponent("random");
  if (!greet()) return;
  const GameReport game = play(contest().seats.front(), *other);
  conclude("end.rematch", game, "a game whose end is not known");
}

CONFORMANCE_CASE_OF(WireCase, Toy, Probes, "looks beyond every clause, at a board that nobody can reset",
                    Checks{.subject = "ICFPT14-LINE-10"}) {
  if (!greet()) return;
  int opened = 0;
  for (const double percent : {0.0, 8.0, -8.0, 3.0}) opened += opens_a_game(percent, {}) ? 1 : 0;
  begin_anew();
  count("opened", static_cast<std::uint64_t>(opened));
  passed("line.margin");
}

CONFORMANCE_CASE(Toy, FailsTwice, "the same finding twice, and once under another clause",
                 Checks{.subject = "ICFPT14-INIT-1", .also = {"ICFPT14-INIT-2"}}) {
  greet();
  failed("hello.format", "a made-up failure");
  failed("hello.format", "a made-up failure");
  failed("hello.deadline", "a made-up failure");
}

CONFORMANCE_CASE(Toy, FailsAndLooksAway, "a failure that ends the case early",
                 Checks{.subject = "ICFPT14-INIT-2", .also = {"ICFPT14-START-1"}}) {
  failed("hello.format", "a made-up failure");
}

CONFORMANCE_CASE(Toy, RemarksAndLooksAway, "a remark is no reason to end early",
                 Checks{.subject = "ICFPT14-INIT-1", .also = {"ICFPT14-START-1"}}) {
  greet();
  failed("reply.line-end", "CR or LF came with a reply");
}

CONFORMANCE_CASE(Toy, LaysBlame, "what goes wrong after a disturbance is the disturbance's",
                 Checks{.subject = "ICFPT14-LINE-6"}) {
  passed("line.recovery");
  lay_blame_on("line.recovery");
  failed("hello.format", "a made-up failure");
  failed("line.host-rate", "a made-up failure");
  failed("reply.line-end", "CR or LF came with a reply");
}

CONFORMANCE_CASE(Toy, IsReachedAtLast, "a state that came about before it was given up",
                 Checks{.subject = "ICFPT14-PASS-1"}) {
  passed("pass.when-stuck");
  not_reached("pass.when-stuck", 12);
}

CONFORMANCE_CASE(Toy, RunsOnATiredRig, "all well, but the rig stood still",
                 Checks{.subject = "ICFPT14-INIT-1"}) {
  greet();
}

CONFORMANCE_CASE(Toy, FailsOnATiredRig, "a failure, but the rig stood still",
                 Checks{.subject = "ICFPT14-INIT-1", .also = {"ICFPT14-INIT-2"}}) {
  greet();
  failed("hello.format", "a made-up failure");
}

CONFORMANCE_CASE(Toy, CannotTellOnATiredRig, "an instant that a stall and a busy machine have widened",
                 Checks{.subject = "ICFPT14-INIT-1", .also = {"ICFPT14-INIT-2"}}) {
  greet();
  found(Verdict::inconclusive, "hello.deadline", "a made-up doubt");
}

CONFORMANCE_CASE(Toy, IsNotReachedOnATiredRig, "a state that is never reached, and the rig stood still",
                 Checks{.subject = "ICFPT14-PASS-1"}) {
  not_reached("pass.when-stuck", 12);
}

CONFORMANCE_CASE(Toy, RunsOnASleepyRig, "all well, but the machine was suspended",
                 Checks{.subject = "ICFPT14-INIT-1"}) {
  greet();
}

CONFORMANCE_CASE(Toy, FailsOnASleepyRig, "a failure, and the machine was suspended",
                 Checks{.subject = "ICFPT14-INIT-1", .also = {"ICFPT14-INIT-2", "ICFPT14-PASS-1"}}) {
  greet();
  failed("hello.format", "a made-up failure");
  not_reached("pass.when-stuck", 12);
}

CONFORMANCE_CASE(Toy, PlaysAgainstTheRulesOnALossyPort, "an illegal move, and the driver lost bytes",
                 Checks{.subject = "ICFPT14-EDGE-1"}) {
  const auto other = opponent("random");
  for (const auto& seat : contest().seats) {
    if (!greet() || !play(seat, *other).sound) return;
  }
}

CONFORMANCE_CASE(Toy, IsSilentOnALossyPort, "no reply, but the driver lost bytes",
                 Checks{.subject = "ICFPT14-INIT-1"}) {
  greet();
  failed("hello.format", "a made-up failure");
}

CONFORMANCE_CASE(Toy, RunsOnANoisyPort, "the driver counted what is no byte",
                 Checks{.subject = "ICFPT14-INIT-1"}) {
  greet();
}

CONFORMANCE_CASE(Toy, RunsOnALossyPort, "the driver lost bytes", Checks{.subject = "ICFPT14-INIT-1"}) {
  greet();
}

CONFORMANCE_CASE(Toy, PlaysUntilItMustPass, "a state that comes about late in a game",
                 Checks{.subject = "ICFPT14-PASS-1", .also = {"ICFPT14-PASS-5"}}) {
  const auto other = opponent("outlasts");
  for (int i = 0; i < 24 && greet(); ++i) {
    const GameReport game = play(contest().seats.at(static_cast<std::size_t>(i) % 4), *other);
    count("misplayed", game.misplayed ? 1 : 0);
    count("forced passes", static_cast<std::uint64_t>(game.forced_passes));
    count("asked again", static_cast<std::uint64_t>(game.asked_again));
    if (game.asked_again > 0) return;
    end_match();
  }
}

CONFORMANCE_CASE(Toy, PlaysWhereNobodyAnswers, "a game lost by silence",
                 Checks{.subject = "ICFPT14-PASS-4"}) {
  const auto other = opponent("passes-early");
  if (!greet()) return;
  const GameReport game = play(contest().seats.front(), *other);
  count("misplayed", game.misplayed ? 1 : 0);
  count("sound", game.sound ? 1 : 0);
}

CONFORMANCE_CASE(Toy, PlaysAgainstTheRules, "a game lost by a wrong move",
                 Checks{.subject = "ICFPT14-EDGE-1"}) {
  const auto other = opponent("random");
  if (!greet()) return;
  const GameReport game = play(contest().seats.front(), *other);
  count("misplayed", game.misplayed ? 1 : 0);
  count("sound", game.sound ? 1 : 0);
}

CONFORMANCE_CASE(Toy, PassesTooEarly, "a pass where a move is always possible",
                 Checks{.subject = "ICFPT14-PASS-2"}) {
  const auto other = opponent("random");
  if (greet()) play(contest().seats.at(2), *other);
}

CONFORMANCE_CASE(Toy, PassesNeedlessly, "a pass where a move is possible",
                 Checks{.subject = "ICFPT14-PASS-3"}) {
  const auto other = opponent("random");
  if (greet()) play(contest().seats.front(), *other, {6, {}});
}

CONFORMANCE_CASE(Toy, MovesWhereItMustPass, "anything but a pass where there is no move",
                 Checks{.subject = "ICFPT14-PASS-1"}) {
  const auto other = opponent("outlasts");
  for (int i = 0; i < 24 && greet(); ++i) {
    if (!play(contest().seats.at(static_cast<std::size_t>(i) % 4), *other).sound) return;
    end_match();
  }
}

CONFORMANCE_CASE(Toy, HearsNoPass, "a game too short for a pass",
                 Checks{.subject = "ICFPT14-PASS-3", .also = {"ICFPT14-PASS-4"}}) {
  const auto other = opponent("random");
  if (greet()) play(contest().seats.front(), *other, {2, {}});
}

CONFORMANCE_CASE(Toy, LooksAtWhatNobodyAsks, "an aspect that the contest does not have",
                 Checks{.subject = "ICFPT14-INIT-1"}) {
  greet();
  passed("left.format");
  failed("left.format", "it is green");
  not_reached("left.format", 3);
}

CONFORMANCE_CASE(Toy, NotesAndLooksAway, "a finding that is none is no reason to end early",
                 Checks{.subject = "ICFPT14-INIT-2", .also = {"ICFPT14-START-1"}}) {
  greet();
  found(Verdict::pass, "hello.format", "as it should be");
}

CONFORMANCE_CASE(Toy, Concludes, "what holds and what does not",
                 Checks{.subject = "ICFPT14-INIT-1", .also = {"ICFPT14-INIT-2"}}) {
  count("held", conclude("hello.deadline", true, "in time") ? 1 : 0);
  count("did not hold", conclude("hello.format", false, "not as it should be") ? 0 : 1);
}

CONFORMANCE_CASE_OF(WireCase, Toy, WantsAWire, "not for a link without a wire",
                    Checks{.subject = "ICFPT14-LINE-5"}) {
  set_host_rate(1);
}

namespace {

/// A board on a wire, and no hand at its power switch.
class UnresettableLink final : public rig::Link {
 public:
  explicit UnresettableLink(std::unique_ptr<rig::Link> inner)
      : inner_(std::move(inner)), info_(inner_->info()) {
    info_.can_reset = false;
    powered_on_ = inner_->reset().ready;
  }
  const rig::LinkInfo& info() const override { return info_; }
  rig::Sent send(rig::ByteView bytes, rig::Instant not_before) override {
    return inner_->send(bytes, not_before);
  }
  rig::Outcome reset() override { return {false, powered_on_, {}}; }
  rig::WireControl* wire() override { return inner_->wire(); }

 protected:
  rig::Event do_receive(rig::Instant until) override { return inner_->receive(until); }

 private:
  std::unique_ptr<rig::Link> inner_;
  rig::LinkInfo info_;
  rig::Instant powered_on_;
};

/// An adapter that is unplugged when the board is powered on for the second time.
class VanishingLink final : public rig::Link {
 public:
  explicit VanishingLink(std::unique_ptr<rig::Link> inner) : inner_(std::move(inner)) {}
  const rig::LinkInfo& info() const override { return inner_->info(); }
  rig::Sent send(rig::ByteView bytes, rig::Instant not_before) override {
    return inner_->send(bytes, not_before);
  }
  rig::Outcome reset() override {
    if (std::exchange(powered_, true)) throw rig::RigError("the adapter vanished");
    return inner_->reset();
  }

 protected:
  rig::Event do_receive(rig::Instant until) override { return inner_->receive(until); }

 private:
  std::unique_ptr<rig::Link> inner_;
  bool powered_ = false;
};

/// Tells of everything that can be wrong with a rig when it is first asked, which is before the case, and of
/// `during` from then on.
class UnwellLink final : public rig::Link {
 public:
  explicit UnwellLink(rig::Health during, const std::string& fault = {}) : during_(during) {
    rig::player::BlokusDeviceOptions device;
    device.fault = fault;
    inner_ =
        rig::make_callback_link({"builtin:blokus", "", 115200, {}}, rig::player::new_blokus_device(device));
  }
  const rig::LinkInfo& info() const override { return inner_->info(); }
  rig::Sent send(rig::ByteView bytes, rig::Instant not_before) override {
    return inner_->send(bytes, not_before);
  }
  rig::Outcome reset() override { return inner_->reset(); }
  rig::Health health() override {
    if (std::exchange(asked_, true)) return during_;
    return {std::chrono::seconds(9), {9, 9, 9, 9}};
  }

 protected:
  rig::Event do_receive(rig::Instant until) override { return inner_->receive(until); }

 private:
  std::unique_ptr<rig::Link> inner_;
  rig::Health during_;
  bool asked_ = false;
};

/// A board that sends "a000" in place of every pass.
class NeverPasses final : public rig::Device {
 public:
  void power_on() override { inner_->power_on(); }
  std::vector<rig::Action> receive(std::uint8_t byte) override {
    std::vector<rig::Action> actions = inner_->receive(byte);
    const bool pass =
        actions.size() == 4 && std::all_of(actions.begin(), actions.end(), [](const auto& action) {
          const auto* send = std::get_if<rig::SendByte>(&action.what);
          return send != nullptr && send->value == '0';
        });
    if (pass) actions.front().what = rig::SendByte{'a'};
    return actions;
  }

 private:
  std::unique_ptr<rig::Device> inner_ = rig::player::new_blokus_device();
};

class Mute final : public rig::Device {
 public:
  void power_on() override {}
  std::vector<rig::Action> receive(std::uint8_t) override { return {}; }
};

/// The reference player, watched at the borders of its matches. A letter of a code can look like a request:
/// one begins only where the player rests.
class WatchedPlayer : public rig::Device {
 public:
  void power_on() override {
    inner_->power_on();
    rests_ = true;
    matches_ = replies_ = 0;
  }
  std::vector<rig::Action> receive(std::uint8_t byte) override {
    std::vector<rig::Action> actions = inner_->receive(byte);
    const bool begins = rests_;
    rests_ = !actions.empty() || (rests_ && byte == '9');
    if (begins && byte == '0') ++matches_, replies_ = 0;
    if (begins && (byte == '2' || byte == '3')) seat_ = static_cast<char>(byte);
    if (actions.size() == 4) ++replies_;
    change(actions, begins && byte == '9');
    return actions;
  }

 protected:
  virtual void change(std::vector<rig::Action>& actions, bool at_the_end) = 0;
  int matches_ = 0;  // since power-on
  int replies_ = 0;  // moves in this match
  char seat_ = ' ';  // how its first request began

 private:
  std::unique_ptr<rig::Device> inner_ = rig::player::new_blokus_device();
  bool rests_ = true;
};

/// Something is wrong with its third move of a match.
class WrongInAMatch final : public WatchedPlayer {
 public:
  using When = std::function<bool(int match, char seat)>;
  using Change = std::function<void(std::vector<rig::Action>&)>;
  WrongInAMatch(When when, Change how) : when_(std::move(when)), how_(std::move(how)) {}

 private:
  void change(std::vector<rig::Action>& actions, bool) override {
    if (actions.size() == 4 && replies_ == 3 && when_(matches_, seat_)) how_(actions);
  }
  When when_;
  Change how_;
};

void spoil(std::vector<rig::Action>& actions) {
  actions.front().what = rig::SendByte{'z'};
}

void say_more(std::vector<rig::Action>& actions) {
  actions.push_back({actions.back().after + std::chrono::microseconds(300), rig::SendByte{'x'}});
}

void delay(std::vector<rig::Action>& actions) {
  for (rig::Action& action : actions) action.after += std::chrono::milliseconds(1200);
}

/// Answers one handshake for each power-on.
class AnswersOneHello final : public WatchedPlayer {
  void change(std::vector<rig::Action>& actions, bool) override {
    if (matches_ > 1) actions.clear();
  }
};

/// Goes away when the match has ended.
class LeavesAtTheEnd final : public WatchedPlayer {
  void change(std::vector<rig::Action>& actions, bool at_the_end) override {
    if (at_the_end) actions.push_back({std::chrono::milliseconds(1), rig::HangUp{}});
  }
};

/// A link for each toy that runs on a rig that is not quite well.
std::map<std::string, std::unique_ptr<rig::Link>> unwell_links() {
  using std::chrono::milliseconds;
  const rig::Health tired{milliseconds(500), {}, milliseconds(400), {}};
  const rig::Health sleepy{{}, {}, {}, milliseconds(200)};
  std::map<std::string, std::unique_ptr<rig::Link>> links;
  const auto add = [&](const std::string& toy, rig::Health during, const std::string& fault = {}) {
    links["Toy." + toy] = std::make_unique<UnwellLink>(during, fault);
  };
  for (const char* toy :
       {"RunsOnATiredRig", "FailsOnATiredRig", "CannotTellOnATiredRig", "IsNotReachedOnATiredRig"})
    add(toy, tired);
  add("RunsOnASleepyRig", sleepy);
  add("FailsOnASleepyRig", sleepy);
  rig::Health noisy;
  noisy.line.framing = 1;
  noisy.line.parity = 2;
  noisy.line.breaks = 3;
  add("RunsOnANoisyPort", noisy);
  rig::Health lossy;
  lossy.line.overruns = 1;
  add("RunsOnALossyPort", lossy);
  add("PlaysAgainstTheRulesOnALossyPort", lossy, "own-edge");
  add("IsSilentOnALossyPort", lossy);
  return links;
}

/// Widens the instants of what comes: a reply near its deadline cannot be told from a late one.
class BlurredLink final : public rig::Link {
 public:
  explicit BlurredLink(std::unique_ptr<rig::Link> inner) : inner_(std::move(inner)) {}
  const rig::LinkInfo& info() const override { return inner_->info(); }
  rig::Sent send(rig::ByteView bytes, rig::Instant not_before) override {
    return inner_->send(bytes, not_before);
  }
  rig::Outcome reset() override { return inner_->reset(); }

 protected:
  rig::Event do_receive(rig::Instant until) override {
    rig::Event event = inner_->receive(until);
    if (auto* byte = std::get_if<rig::Byte>(&event)) byte->last_bit.latest += std::chrono::milliseconds(20);
    return event;
  }

 private:
  std::unique_ptr<rig::Link> inner_;
};

std::map<std::string, rig::report::CaseRecord> records;
std::string plan_error;

void run_toys() {
  int argc = 1;
  char name[] = "suite_test";
  char* argv[] = {name, nullptr};
  testing::InitGoogleTest(&argc, argv);
  const rig::contest::Contest& contest = rig::contest::find_contest("icfpt2014");
  const Catalogue catalogue = load_catalogue("icfpt2014");
  const auto link =
      rig::make_callback_link({"builtin:blokus", "", contest.baud, {}}, rig::player::new_blokus_device());
  rig::player::BlokusDeviceOptions slow;
  slow.think = std::chrono::milliseconds(990);
  BlurredLink blurred(rig::make_callback_link({"builtin:blokus", "", contest.baud, {}},
                                              rig::player::new_blokus_device(slow)));
  rig::RtlOptions model;
  model.model = "blokus_duo";
  model.model_dirs = {RIG_MODELS};
  UnresettableLink unresettable(rig::open_rtl(model));
  const auto faulty = [&](const std::string& fault) {
    rig::player::BlokusDeviceOptions device;
    device.fault = fault;
    return rig::make_callback_link({"builtin:blokus", "", contest.baud, {}},
                                   rig::player::new_blokus_device(device));
  };
  const auto deaf_to_pass = faulty("deaf-to-pass");
  const auto own_edge = faulty("own-edge");
  const auto early_pass = faulty("pass-on-ply-2");
  const auto needless_pass = faulty("pass-with-moves");
  std::map<std::string, std::unique_ptr<rig::Link>> in_matches;
  const auto put = [&](const std::string& toy, std::unique_ptr<rig::Device> device) {
    in_matches["Toy." + toy] =
        rig::make_callback_link({"builtin:blokus", "", contest.baud, {}}, std::move(device));
  };
  const auto second = [](int number, char) { return number == 2; };
  put("KeepsState", std::make_unique<WrongInAMatch>(second, spoil));
  put("IsWrongInASeat", std::make_unique<WrongInAMatch>([](int, char seat) { return seat == '3'; }, spoil));
  put("SaysMoreInASeat",
      std::make_unique<WrongInAMatch>([](int, char seat) { return seat == '3'; }, say_more));
  put("IsLateInTheSecondMatch", std::make_unique<WrongInAMatch>(second, delay));
  put("RigBreaksInTheTrial", std::make_unique<WrongInAMatch>(second, spoil));
  std::unique_ptr<rig::Link>& unplugged = in_matches["Toy.RigBreaksInTheTrial"];
  unplugged = std::make_unique<VanishingLink>(std::move(unplugged));
  put("IsDeafToTheNextMatch", std::make_unique<AnswersOneHello>());
  put("LeavesAfterTheEnd", std::make_unique<LeavesAtTheEnd>());
  const auto mute =
      rig::make_callback_link({"builtin:blokus", "", contest.baud, {}}, std::make_unique<Mute>());
  const auto never_passes =
      rig::make_callback_link({"builtin:blokus", "", contest.baud, {}}, std::make_unique<NeverPasses>());
  const auto unwell = unwell_links();
  RunOptions options;
  options.contest = "icfpt2014";
  Environment environment{options,
                          contest,
                          catalogue,
                          [&](const std::string& id) -> WayToDut {
                            if (id == "Toy.PlaysOnABlurredLink") return {blurred};
                            if (in_matches.contains(id)) return {*in_matches.at(id)};
                            if (id == "Toy.IsSilentAlways") return {*mute};
                            if (id == "Toy.Probes") return {unresettable};
                            if (id == "Toy.PlaysWhereNobodyAnswers") return {*deaf_to_pass};
                            if (id == "Toy.PlaysAgainstTheRules") return {*own_edge};
                            if (id == "Toy.PassesTooEarly") return {*early_pass};
                            if (id == "Toy.PassesNeedlessly") return {*needless_pass};
                            if (id == "Toy.MovesWhereItMustPass") return {*never_passes};
                            if (unwell.contains(id)) return {*unwell.at(id)};
                            return {*link};
                          },
                          [](const std::string&) {},
                          [](const rig::report::CaseRecord& record) { records[record.id] = record; },
                          {}};
  std::vector<std::string> ids;
  for (const CaseEntry& entry : all_cases()) ids.push_back(entry.id());
  try {
    run_cases(ids, environment);
  } catch (const rig::RigError& error) {
    plan_error = error.what();
  }
}

const rig::report::CaseRecord& record_of(const std::string& name) {
  return records.at("Toy." + name);
}

const rig::report::Finding& finding_on(const std::string& name, const std::string& requirement) {
  const auto& findings = record_of(name).findings;
  const auto at = std::find_if(findings.begin(), findings.end(),
                               [&](const auto& finding) { return finding.requirement == requirement; });
  BOOST_REQUIRE_MESSAGE(at != findings.end(), name << " found nothing on " << requirement);
  return *at;
}

Verdict verdict_on(const std::string& name, const std::string& requirement) {
  return record_of(name).requirements.at(requirement).worst;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_team_code_that_no_contest_assigns_is_refused) {
  const auto refused = [](const rig::contest::TeamText& allowed, const std::string& team) -> std::string {
    try {
      check_team(allowed, "toy", team);
    } catch (const rig::UsageError& error) {
      return error.what();
    }
    return {};
  };
  rig::contest::TeamText code;
  code.words = "a code";
  code.shortest = 2;
  code.longest = 3;
  for (const char* team : {"", "AB", "ABC", "!~"}) BOOST_TEST(refused(code, team).empty(), team);
  BOOST_TEST(refused(code, "A") == "--team \"A\" has 1 characters; a code has 2 to 3.");
  BOOST_TEST(refused(code, "ABCD") == "--team \"ABCD\" has 4 characters; a code has 2 to 3.");
  BOOST_TEST(refused(code, "A B") == "--team: a code is printable ASCII without blanks.");
  BOOST_TEST(refused(code, "A\x7f") == "--team: a code is printable ASCII without blanks.");
  code.blanks = true;
  BOOST_TEST(refused(code, "A B").empty());
  BOOST_TEST(refused(code, "A\n") == "--team: a code is printable ASCII.");
  code.longest = 2;
  BOOST_TEST(refused(code, "ABC") == "--team \"ABC\" has 3 characters; a code has 2.");
  code.longest = 0;
  BOOST_TEST(refused(code, "AB") == "--team: toy assigns no team code.");
  BOOST_TEST(refused(code, "").empty());
}

BOOST_AUTO_TEST_CASE(what_was_planned_was_executed) {
  BOOST_TEST(plan_error.empty(), plan_error);
  BOOST_TEST(records.size() == all_cases().size());
}

BOOST_AUTO_TEST_CASE(a_case_that_looked_and_found_nothing_wrong_passes) {
  BOOST_TEST((record_of("Passes").verdict == Verdict::pass));
  BOOST_TEST((verdict_on("Passes", "ICFPT14-INIT-1") == Verdict::pass));
  BOOST_TEST(record_of("Passes").requirements.at("ICFPT14-INIT-1").passes == 2U);  // and once more at its end
  BOOST_TEST(record_of("Passes").findings.empty());
}

BOOST_AUTO_TEST_CASE(a_finding_fails_its_requirement_and_leaves_the_other_passed) {
  BOOST_TEST((record_of("Fails").verdict == Verdict::fail));
  BOOST_TEST((verdict_on("Fails", "ICFPT14-INIT-2") == Verdict::fail));
  BOOST_TEST((verdict_on("Fails", "ICFPT14-INIT-1") == Verdict::pass));
}

BOOST_AUTO_TEST_CASE(a_failure_of_the_rig_is_an_error_and_never_a_fail) {
  BOOST_TEST((record_of("RigBreaks").verdict == Verdict::error));
  BOOST_TEST(record_of("RigBreaks").reason == "the adapter vanished");
  BOOST_TEST((verdict_on("RigBreaks", "ICFPT14-INIT-1") == Verdict::error));
  BOOST_REQUIRE_EQUAL(record_of("RigBreaks").findings.size(), 1U);
  BOOST_TEST((record_of("RigBreaks").findings[0].verdict == Verdict::error));
}

BOOST_AUTO_TEST_CASE(an_error_keeps_the_findings_before_it) {
  BOOST_TEST((record_of("RigBreaksAfterFailure").verdict == Verdict::error));
  BOOST_REQUIRE_EQUAL(record_of("RigBreaksAfterFailure").findings.size(), 2);
  BOOST_TEST(record_of("RigBreaksAfterFailure").findings[0].summary == "a made-up failure");
}

BOOST_AUTO_TEST_CASE(an_error_while_blame_is_sought_keeps_what_was_found) {
  const auto& findings = record_of("RigBreaksInTheTrial").findings;
  BOOST_TEST((record_of("RigBreaksInTheTrial").verdict == Verdict::error));
  BOOST_TEST_REQUIRE(findings.size() >= 2U);
  BOOST_TEST((findings.front().verdict == Verdict::fail));
  BOOST_TEST(findings.front().requirement == "ICFPT14-CODE-1");
  BOOST_TEST((findings.back().verdict == Verdict::error));
  BOOST_TEST(findings.back().summary == "the adapter vanished");
}

BOOST_AUTO_TEST_CASE(what_a_case_cites_and_does_not_come_to_is_a_reservation) {
  const rig::report::Tally& tally = record_of("LooksAway").requirements.at("ICFPT14-START-1");
  BOOST_TEST((tally.worst == Verdict::not_applicable));
  BOOST_TEST((tally.unassessed == rig::report::Unassessed::reservation));
  BOOST_TEST(tally.why == "not reached in 0 games");
  BOOST_TEST((record_of("LooksAway").verdict == Verdict::pass));
  BOOST_TEST((verdict_on("NotesAndLooksAway", "ICFPT14-START-1") == Verdict::not_applicable));
}

BOOST_AUTO_TEST_CASE(a_case_that_did_not_come_to_all_it_cites_is_run_again_three_times) {
  BOOST_TEST(record_of("LooksAway").counts.at("repeats") == 3U);
  BOOST_TEST(!record_of("Passes").counts.contains("repeats"));
  BOOST_TEST(!record_of("FailsAndLooksAway").counts.contains("repeats"));
}

BOOST_AUTO_TEST_CASE(what_comes_about_when_a_case_is_run_again_passes) {
  BOOST_TEST((verdict_on("ComesToItLate", "ICFPT14-START-1") == Verdict::pass));
  BOOST_TEST(record_of("ComesToItLate").counts.at("repeats") == 2U);
}

BOOST_AUTO_TEST_CASE(a_silence_counts_for_a_board_that_speaks_when_it_is_asked) {
  BOOST_TEST((verdict_on("IsSilentThenSpeaks", "ICFPT14-INIT-5") == Verdict::pass));
  BOOST_TEST((verdict_on("IsSilentAlways", "ICFPT14-INIT-5") == Verdict::not_run));
  BOOST_TEST(record_of("IsSilentAlways").requirements.at("ICFPT14-INIT-5").passes == 0U);
}

BOOST_AUTO_TEST_CASE(what_goes_right_from_power_on_was_left_over_from_the_match_before) {
  const rig::report::CaseRecord& record = record_of("KeepsState");
  BOOST_TEST((verdict_on("KeepsState", "ICFPT14-TERM-2") == Verdict::fail));
  BOOST_TEST(!record.requirements.contains("ICFPT14-CODE-1"));
  BOOST_TEST((verdict_on("KeepsState", "ICFPT14-MOVE-2") == Verdict::not_run));
  BOOST_TEST_REQUIRE(record.findings.size() == 1U);
  BOOST_TEST(record.findings[0].summary.starts_with("game 2 since power-on went wrong: "),
             record.findings[0].summary);
  BOOST_TEST(record.findings[0].evidence.has_value());
}

BOOST_AUTO_TEST_CASE(what_goes_wrong_from_power_on_as_well_is_the_clauses_own_fault) {
  const rig::report::CaseRecord& record = record_of("IsWrongInASeat");
  BOOST_TEST((verdict_on("IsWrongInASeat", "ICFPT14-TERM-2") == Verdict::not_run));
  BOOST_TEST((verdict_on("IsWrongInASeat", "ICFPT14-MOVE-2") == Verdict::fail));
  BOOST_TEST_REQUIRE(!record.findings.empty());
  const std::vector<std::string>& details = record.findings[0].details;
  const std::string told = "game 2 since power-on; the same, begun from power-on, goes wrong as well";
  BOOST_TEST((std::find(details.begin(), details.end(), told) != details.end()));
}

BOOST_AUTO_TEST_CASE(a_byte_too_many_from_power_on_as_well_is_not_left_over) {
  BOOST_TEST((verdict_on("SaysMoreInASeat", "ICFPT14-TERM-2") == Verdict::not_run));
  BOOST_TEST((record_of("SaysMoreInASeat").verdict == Verdict::fail));
}

BOOST_AUTO_TEST_CASE(a_late_reply_is_late_whatever_came_before) {
  BOOST_TEST((verdict_on("IsLateInTheSecondMatch", "ICFPT14-MOVE-1") == Verdict::fail));
  BOOST_TEST((verdict_on("IsLateInTheSecondMatch", "ICFPT14-TERM-2") == Verdict::not_run));
}

BOOST_AUTO_TEST_CASE(who_does_not_answer_the_next_match_or_is_gone_cannot_play_it) {
  for (const std::string name : {"IsDeafToTheNextMatch", "LeavesAfterTheEnd"}) {
    BOOST_TEST((verdict_on(name, "ICFPT14-TERM-2") == Verdict::fail), name);
    for (const char* other : {"ICFPT14-TERM-1", "ICFPT14-INIT-1", "ICFPT14-CODE-2"})
      BOOST_TEST(!record_of(name).requirements.contains(other), name << " " << other);
  }
}

BOOST_AUTO_TEST_CASE(a_link_of_bytes_shows_no_framing) {
  const rig::report::Tally& tally = record_of("LooksAtTheFraming").requirements.at("ICFPT14-LINE-2");
  BOOST_TEST((tally.worst == Verdict::not_applicable));
  BOOST_TEST((tally.unassessed == rig::report::Unassessed::ruled_out));
}

BOOST_AUTO_TEST_CASE(a_case_that_fails_need_not_look_at_the_rest) {
  const rig::report::CaseRecord& record = record_of("FailsAndLooksAway");
  BOOST_TEST((record.verdict == Verdict::fail));
  BOOST_TEST((verdict_on("FailsAndLooksAway", "ICFPT14-START-1") == Verdict::not_run));
  BOOST_TEST(record.findings.size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_finding_is_told_once_for_each_clause) {
  const rig::report::CaseRecord& record = record_of("FailsTwice");
  BOOST_REQUIRE_EQUAL(record.findings.size(), 2U);
  BOOST_TEST(record.findings[0].requirement == "ICFPT14-INIT-2");
  BOOST_TEST(record.findings[1].requirement == "ICFPT14-INIT-1");
}

BOOST_AUTO_TEST_CASE(a_finding_falls_on_the_clause_that_was_blamed_unless_it_binds_less) {
  BOOST_TEST((verdict_on("LaysBlame", "ICFPT14-LINE-6") == Verdict::fail));
  BOOST_TEST((verdict_on("LaysBlame", "ICFPT14-LINE-5") == Verdict::fail));
  BOOST_TEST((verdict_on("LaysBlame", "ICFPT14-CODE-3") == Verdict::fail));
  BOOST_TEST(!record_of("LaysBlame").requirements.contains("ICFPT14-INIT-2"));
  BOOST_TEST((record_of("LaysBlame").verdict == Verdict::fail));
}

BOOST_AUTO_TEST_CASE(a_game_in_which_a_pass_was_forced_is_told_apart) {
  const rig::report::CaseRecord& record = record_of("PlaysUntilItMustPass");
  BOOST_TEST((record.verdict == Verdict::pass));
  BOOST_TEST(record.counts.at("forced passes") >= 2U);
  BOOST_TEST(record.counts.at("asked again") >= 1U);
  BOOST_TEST(record.counts.at("misplayed") == 0U);
}

BOOST_AUTO_TEST_CASE(a_game_lost_by_silence_or_by_a_move_fails_the_whole_game_too) {
  for (const std::string name : {"PlaysWhereNobodyAnswers", "PlaysAgainstTheRules"}) {
    BOOST_TEST((record_of(name).verdict == Verdict::fail), name);
    BOOST_TEST((verdict_on(name, "ICFPT14-MOVE-2") == Verdict::fail), name);
    BOOST_TEST(record_of(name).counts.at("misplayed") == 1U, name);
    BOOST_TEST(record_of(name).counts.at("sound") == 0U, name);
  }
  BOOST_TEST((verdict_on("PlaysWhereNobodyAnswers", "ICFPT14-PASS-4") == Verdict::fail));
  BOOST_TEST(finding_on("PlaysWhereNobodyAnswers", "ICFPT14-PASS-4").summary ==
             "no reply after the opponent's pass");
}

BOOST_AUTO_TEST_CASE(a_wrong_move_is_shown_on_the_board) {
  const rig::report::Finding finding = finding_on("PlaysAgainstTheRules", "ICFPT14-EDGE-1");
  BOOST_TEST_REQUIRE(finding.evidence.has_value());
  BOOST_TEST(finding.evidence->expected.starts_with("a legal move ("), finding.evidence->expected);
  BOOST_TEST_REQUIRE(finding.board.has_value());
  BOOST_TEST(finding.board->caption.find("first on (5,5)") != std::string::npos, finding.board->caption);
  BOOST_TEST(!finding.board->move.empty());
  const bool marked = std::any_of(
      finding.board->marks.begin(), finding.board->marks.end(),
      [](const auto& row) { return row.find(rig::contest::BoardPicture::marked) != std::string::npos; });
  BOOST_TEST(marked, "the move is not marked");
  BOOST_TEST_REQUIRE(finding.evidence.has_value());
  BOOST_TEST(!finding.evidence->received.empty());
  BOOST_TEST(!record_of("PlaysAgainstTheRules").requirements.contains("ICFPT14-PASS-1"));
}

BOOST_AUTO_TEST_CASE(a_wrong_pass_is_told_with_its_ply) {
  const rig::report::Finding early = finding_on("PassesTooEarly", "ICFPT14-PASS-2");
  BOOST_TEST_REQUIRE(early.board.has_value());
  BOOST_TEST(early.board->caption.starts_with("ply 2, second on (5,5)"), early.board->caption);
  const rig::report::Finding needless = finding_on("PassesNeedlessly", "ICFPT14-PASS-3");
  BOOST_TEST(needless.summary.starts_with("passed on ply 9 with "));
  BOOST_TEST(needless.kind == "needless pass");
  BOOST_TEST_REQUIRE(needless.evidence.has_value());
  BOOST_TEST(needless.evidence->expected.starts_with("a legal move ("), needless.evidence->expected);
}

BOOST_AUTO_TEST_CASE(whatever_is_sent_in_place_of_a_forced_pass_breaks_the_rule_of_passing_too) {
  BOOST_TEST((verdict_on("MovesWhereItMustPass", "ICFPT14-PASS-1") == Verdict::fail));
  const rig::report::Finding& finding = finding_on("MovesWhereItMustPass", "ICFPT14-PASS-1");
  BOOST_TEST(finding.summary == "sent a000 where it must pass");
  BOOST_TEST(finding.kind == "no pass where it must");
}

BOOST_AUTO_TEST_CASE(a_game_without_a_pass_tells_nothing_of_what_follows_one) {
  BOOST_TEST((verdict_on("HearsNoPass", "ICFPT14-PASS-4") == Verdict::not_applicable));
  BOOST_TEST(record_of("HearsNoPass").requirements.at("ICFPT14-PASS-3").passes ==
             8U);  // 2 in each of 4 rounds
  BOOST_TEST(record_of("HearsNoPass").requirements.at("ICFPT14-PASS-4").passes == 0U);
}

BOOST_AUTO_TEST_CASE(what_the_contest_does_not_ask_is_neither_passed_nor_failed) {
  BOOST_TEST((record_of("LooksAtWhatNobodyAsks").verdict == Verdict::pass));
  BOOST_TEST(record_of("LooksAtWhatNobodyAsks").findings.empty());
}

BOOST_AUTO_TEST_CASE(a_conclusion_says_whether_it_holds) {
  BOOST_TEST(record_of("Concludes").counts.at("held") == 1U);
  BOOST_TEST(record_of("Concludes").counts.at("did not hold") == 1U);
  BOOST_TEST((verdict_on("Concludes", "ICFPT14-INIT-1") == Verdict::pass));
  BOOST_TEST((verdict_on("Concludes", "ICFPT14-INIT-2") == Verdict::fail));
}

BOOST_AUTO_TEST_CASE(a_rig_that_stood_still_takes_back_nothing) {
  BOOST_TEST((record_of("RunsOnATiredRig").verdict == Verdict::pass));
  BOOST_TEST(record_of("RunsOnATiredRig").reason.empty());
  BOOST_TEST((record_of("FailsOnATiredRig").verdict == Verdict::fail));
  BOOST_TEST((verdict_on("FailsOnATiredRig", "ICFPT14-INIT-2") == Verdict::fail));
  BOOST_TEST((verdict_on("FailsOnATiredRig", "ICFPT14-INIT-1") == Verdict::pass));
  BOOST_TEST(record_of("FailsOnATiredRig").findings.size() == 1U);
  BOOST_TEST((record_of("IsNotReachedOnATiredRig").verdict == Verdict::not_applicable));
  BOOST_TEST(record_of("IsNotReachedOnATiredRig").reason == "not reached, 12 tries");
}

BOOST_AUTO_TEST_CASE(a_rig_that_stood_still_is_the_reason_of_what_it_left_open) {
  BOOST_TEST((record_of("CannotTellOnATiredRig").verdict == Verdict::inconclusive));
  BOOST_TEST(record_of("CannotTellOnATiredRig").reason ==
             "the rig itself stood still for 500 ms; the machine was busy: others kept the program from "
             "running for 400 ms");
}

BOOST_AUTO_TEST_CASE(a_machine_that_slept_found_nothing_right_and_what_it_found_wrong_stands) {
  const rig::report::CaseRecord& runs = record_of("RunsOnASleepyRig");
  BOOST_TEST((runs.verdict == Verdict::inconclusive));
  BOOST_TEST((verdict_on("RunsOnASleepyRig", "ICFPT14-INIT-1") == Verdict::inconclusive));
  BOOST_TEST(runs.reason == "the machine was suspended for 200 ms", runs.reason);
  BOOST_TEST_REQUIRE(runs.findings.size() == 1U);
  BOOST_TEST(runs.findings.back().summary == runs.reason);
  BOOST_TEST((record_of("FailsOnASleepyRig").verdict == Verdict::fail));
  BOOST_TEST((verdict_on("FailsOnASleepyRig", "ICFPT14-INIT-2") == Verdict::fail));
  BOOST_TEST((verdict_on("FailsOnASleepyRig", "ICFPT14-PASS-1") == Verdict::not_applicable));
  BOOST_TEST(record_of("FailsOnASleepyRig").reason ==
             "not reached, 12 tries; the machine was suspended for 200 ms");
}

BOOST_AUTO_TEST_CASE(lost_bytes_excuse_what_is_missing_and_no_illegal_move) {
  BOOST_TEST((record_of("IsSilentOnALossyPort").verdict == Verdict::inconclusive));
  BOOST_TEST((verdict_on("IsSilentOnALossyPort", "ICFPT14-INIT-2") == Verdict::inconclusive));
  BOOST_TEST((record_of("PlaysAgainstTheRulesOnALossyPort").verdict == Verdict::fail));
  BOOST_TEST((verdict_on("PlaysAgainstTheRulesOnALossyPort", "ICFPT14-EDGE-1") == Verdict::fail));
  const auto& finding = finding_on("PlaysAgainstTheRulesOnALossyPort", "ICFPT14-EDGE-1");
  BOOST_TEST((finding.verdict == Verdict::fail));
}

BOOST_AUTO_TEST_CASE(what_the_driver_of_the_port_counted_is_the_boards_fault) {
  const rig::report::CaseRecord& record = record_of("RunsOnANoisyPort");
  BOOST_TEST((verdict_on("RunsOnANoisyPort", "ICFPT14-LINE-2") == Verdict::fail));
  BOOST_REQUIRE_EQUAL(record.findings.size(), 3U);
  BOOST_TEST(record.findings[0].summary == "the port's driver counted 1 framing error");
  BOOST_TEST(record.findings[1].summary == "the port's driver counted 2 parity errors");
  BOOST_TEST(record.findings[2].summary == "the port's driver counted 3 breaks");
}

BOOST_AUTO_TEST_CASE(what_the_driver_of_the_port_lost_is_not) {
  const rig::report::CaseRecord& record = record_of("RunsOnALossyPort");
  BOOST_TEST((record.verdict == Verdict::inconclusive));
  BOOST_TEST(record.reason == "the host's port lost bytes: its driver counted 1 overrun");
}

BOOST_AUTO_TEST_CASE(what_does_not_apply_says_why) {
  BOOST_TEST((record_of("DoesNotApply").verdict == Verdict::not_applicable));
  BOOST_TEST((verdict_on("DoesNotApply", "ICFPT14-LINE-3") == Verdict::not_applicable));
  BOOST_TEST(record_of("DoesNotApply").reason == "this link has no wire");
}

BOOST_AUTO_TEST_CASE(what_was_not_reached_says_after_how_many_tries) {
  BOOST_TEST((verdict_on("IsNeverReached", "ICFPT14-PASS-1") == Verdict::not_applicable));
  BOOST_TEST((record_of("IsNeverReached").verdict == Verdict::not_applicable));
  BOOST_TEST(record_of("IsNeverReached").reason == "not reached, 12 tries");
  BOOST_TEST((verdict_on("IsReachedAtLast", "ICFPT14-PASS-1") == Verdict::pass));
  BOOST_TEST(record_of("IsReachedAtLast").reason.empty());
}

BOOST_AUTO_TEST_CASE(a_remark_on_an_informational_clause_does_not_spoil_a_mandatory_case) {
  BOOST_TEST((record_of("RemarksOnly").verdict == Verdict::pass));
  BOOST_TEST((verdict_on("RemarksOnly", "ICFPT14-CODE-3") == Verdict::fail));
}

BOOST_AUTO_TEST_CASE(a_measurement_that_cannot_tell_is_neither_pass_nor_fail) {
  BOOST_TEST((record_of("CannotTell").verdict == Verdict::inconclusive));
}

BOOST_AUTO_TEST_CASE(a_game_that_cannot_be_told_lost_or_not_is_inconclusive_and_fails_nothing) {
  const rig::report::CaseRecord& record = record_of("PlaysOnABlurredLink");
  BOOST_TEST((record.verdict == Verdict::inconclusive));
  for (const rig::report::Finding& finding : record.findings) {
    BOOST_TEST((finding.verdict == Verdict::inconclusive), finding.summary);
  }
}

BOOST_AUTO_TEST_CASE(probing_beyond_every_clause_finds_nothing) {
  const rig::report::CaseRecord& record = record_of("Probes");
  BOOST_TEST((record.verdict == Verdict::pass), record.reason);
  BOOST_TEST(record.findings.empty());
  BOOST_TEST(record.counts.at("opened") == 2U);  // at 0 and 3 %, with 8 % in between
}

BOOST_AUTO_TEST_CASE(a_case_about_the_wire_does_not_apply_without_one) {
  BOOST_TEST((record_of("WantsAWire").verdict == Verdict::not_applicable));
  BOOST_TEST(record_of("WantsAWire").reason == "this link has no wire to disturb or to measure");
}

BOOST_AUTO_TEST_CASE(another_name_in_another_case_is_a_finding_of_that_case) {
  const Catalogue catalogue = load_catalogue("icfpt2014");
  const Requirement clause = *catalogue.by_aspect("hello.same");
  std::vector<rig::report::CaseRecord> cases(4);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    cases[i].id = "Toy.Case" + std::to_string(i);
    cases[i].verdict = Verdict::pass;
    if (i != 0) cases[i].team = i == 2 ? "\"XY\"" : "\"RD\"";
  }
  compare_teams(cases, clause);
  for (const std::size_t sound : {0U, 1U, 3U}) {
    BOOST_TEST((cases[sound].verdict == Verdict::pass), sound);
    BOOST_TEST(cases[sound].findings.empty(), sound);
  }
  BOOST_TEST((cases[2].verdict == Verdict::fail));
  BOOST_TEST((cases[2].requirements.at("ICFPT14-INIT-6").worst == Verdict::fail));
  BOOST_TEST_REQUIRE(cases[2].findings.size() == 1U);
  BOOST_TEST((cases[2].findings[0].verdict == Verdict::fail));
  BOOST_TEST(cases[2].findings[0].kind == "name that changes");
  BOOST_TEST(cases[2].findings[0].summary == "it named itself \"XY\" in this case, and \"RD\" in Toy.Case1");
}

int main(int argc, char** argv) {
  run_toys();
  return boost::unit_test::unit_test_main([] { return true; }, argc, argv);
}
