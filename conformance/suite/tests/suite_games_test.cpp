/// Toy cases that play games and matches, against players that do one thing wrong in them: on which clause it
/// falls, and how it is told.

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <functional>
#include <utility>

#include "conformance/suite/suite.hpp"
#include "conformance/suite/tests/forwarding_link.hpp"
#include "conformance/suite/tests/suite_fixtures.hpp"
#include "rig/base/errors.hpp"

using namespace conformance;
using rig::Verdict;

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

CONFORMANCE_CASE(Toy, PlaysOnABlurredLink, "a reply that may be late or not",
                 Checks{.subject = "ICFPT14-FIRST-1", .also = {"ICFPT14-MOVE-2"}}) {
  const auto other = opponent("random");
  if (!greet()) return;
  const GameReport game = play(contest().seats.front(), *other);
  conclude("end.rematch", game, "a game whose end is not known");
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

namespace {

/// An adapter that is unplugged when the board is powered on for the second time.
class VanishingLink final : public ForwardingLink {
 public:
  using ForwardingLink::ForwardingLink;
  rig::Outcome reset() override {
    if (std::exchange(powered_, true)) throw rig::RigError("the adapter vanished");
    return ForwardingLink::reset();
  }

 private:
  bool powered_ = false;
};

/// Widens the instants of what comes: a reply near its deadline cannot be told from a late one.
class BlurredLink final : public ForwardingLink {
 public:
  using ForwardingLink::ForwardingLink;

 private:
  rig::Event do_receive(rig::Instant until) override {
    rig::Event event = ForwardingLink::do_receive(until);
    if (auto* byte = std::get_if<rig::Byte>(&event)) byte->last_bit.latest += std::chrono::milliseconds(20);
    return event;
  }
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

}  // namespace

LinksOfToys conformance::links_of_games() {
  LinksOfToys links;
  const auto goes_wrong = [&](const std::string& toy, const WrongInAMatch::When& when,
                              const WrongInAMatch::Change& how) {
    links[toy] = link_to(std::make_unique<WrongInAMatch>(when, how));
  };
  const auto second = [](int number, char) { return number == 2; };
  const auto in_a_seat = [](int, char seat) { return seat == '3'; };
  goes_wrong("KeepsState", second, spoil);
  goes_wrong("IsWrongInASeat", in_a_seat, spoil);
  goes_wrong("SaysMoreInASeat", in_a_seat, say_more);
  goes_wrong("IsLateInTheSecondMatch", second, delay);
  goes_wrong("RigBreaksInTheTrial", second, spoil);
  std::unique_ptr<rig::Link>& unplugged = links["RigBreaksInTheTrial"];
  unplugged = std::make_unique<VanishingLink>(std::move(unplugged));
  links["IsDeafToTheNextMatch"] = link_to(std::make_unique<AnswersOneHello>());
  links["LeavesAfterTheEnd"] = link_to(std::make_unique<LeavesAtTheEnd>());
  rig::player::BlokusDeviceOptions slow;
  slow.think = std::chrono::milliseconds(990);
  links["PlaysOnABlurredLink"] = std::make_unique<BlurredLink>(link_to(rig::player::new_blokus_device(slow)));
  links["PlaysWhereNobodyAnswers"] = player_with("deaf-to-pass");
  links["PlaysAgainstTheRules"] = player_with("own-edge");
  links["PassesTooEarly"] = player_with("pass-on-ply-2");
  links["PassesNeedlessly"] = player_with("pass-with-moves");
  links["MovesWhereItMustPass"] = link_to(std::make_unique<NeverPasses>());
  return links;
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

BOOST_AUTO_TEST_CASE(what_goes_right_from_power_on_was_left_over_from_the_match_before) {
  const rig::report::CaseRecord& record = record_of("KeepsState");
  BOOST_TEST((verdict_on("KeepsState", "ICFPT14-TERM-2") == Verdict::fail));
  BOOST_TEST(!record.requirements.contains("ICFPT14-CODE-1"));
  BOOST_TEST((verdict_on("KeepsState", "ICFPT14-MOVE-2") == Verdict::not_run));
  BOOST_TEST_REQUIRE(record.findings.size() == 1U);
  BOOST_TEST(record.findings[0].summary.starts_with("in game 2 since power-on: "),
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
      [](const auto& row) { return row.find(rig::protocol::BoardPicture::marked) != std::string::npos; });
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
  BOOST_TEST(finding.summary == "sent a000 although it must pass");
  BOOST_TEST(finding.kind == "no pass where it must");
}

BOOST_AUTO_TEST_CASE(a_game_without_a_pass_tells_nothing_of_what_follows_one) {
  BOOST_TEST((verdict_on("HearsNoPass", "ICFPT14-PASS-4") == Verdict::not_applicable));
  BOOST_TEST(record_of("HearsNoPass").requirements.at("ICFPT14-PASS-3").passes ==
             8U);  // 2 in each of 4 rounds
  BOOST_TEST(record_of("HearsNoPass").requirements.at("ICFPT14-PASS-4").passes == 0U);
}

BOOST_AUTO_TEST_CASE(a_game_that_cannot_be_told_lost_or_not_is_inconclusive_and_fails_nothing) {
  const rig::report::CaseRecord& record = record_of("PlaysOnABlurredLink");
  BOOST_TEST((record.verdict == Verdict::inconclusive));
  for (const rig::report::Finding& finding : record.findings) {
    BOOST_TEST((finding.verdict == Verdict::inconclusive), finding.summary);
  }
}
