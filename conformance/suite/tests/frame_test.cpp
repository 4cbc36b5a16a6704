/// The frame of a case at its corners: what a link that sees bits tells of it, who hangs up and when, health
/// exactly at its limits, what is passed and how often.

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <functional>
#include <map>
#include <utility>

#include "conformance/suite/suite.hpp"
#include "conformance/suite/tests/changed_player.hpp"
#include "conformance/suite/tests/forwarding_link.hpp"
#include "games/blokus/players/blokus_player.hpp"
#include "rig/base/errors.hpp"
#include "rig/link/callback/callback_link.hpp"

using namespace conformance;
using rig::Verdict;
using std::chrono::milliseconds;

// Each toy runs on the link of its name, below.

CONFORMANCE_CASE(Toy, SeesWholeFrames, "every answer has its stop bits",
                 Checks{.subject = "ICFPT14-LINE-2"}) {
  greet();
}

CONFORMANCE_CASE(Toy, SeesABadStopBit, "one byte has none", Checks{.subject = "ICFPT14-LINE-2"}) {
  greet();
}

CONFORMANCE_CASE(Toy, SeesNoFrameAtAll, "nothing comes", Checks{.subject = "ICFPT14-LINE-2"}) {
  greet();
}

CONFORMANCE_CASE(Toy, EndsAMatch, "silence after the end", Checks{.subject = "ICFPT14-TERM-1"}) {
  if (greet()) say_end();
}

CONFORMANCE_CASE(Toy, IsSilentThenSpeaks, "a silence counts once it has spoken",
                 Checks{.subject = "ICFPT14-INIT-5"}) {
  expect_silence("silence.unasked", milliseconds(5));
  greet();
}

CONFORMANCE_CASE(Toy, LeavesInPlaceOfAMove, "it hangs up when it should move",
                 Checks{.subject = "ICFPT14-FIRST-1"}) {
  if (greet()) play(contest().seats.front(), *opponent("random"), {6, {}});
}

CONFORMANCE_CASE(Toy, LeavesAtTheEnd, "it hangs up after the end", Checks{.subject = "ICFPT14-TERM-2"}) {
  if (greet()) say_end();
}

CONFORMANCE_CASE(Toy, LeavesLongAfterTheEnd, "it has hung up before the next match",
                 Checks{.subject = "ICFPT14-TERM-2"}) {
  if (!greet()) return;
  say_end();
  if (expect_silence("end.silence", std::chrono::seconds(5))) greet();
}

CONFORMANCE_CASE(Toy, LeavesWhileItWaits, "it hangs up between requests",
                 Checks{.subject = "ICFPT14-INIT-5"}) {
  if (greet()) expect_silence("silence.unasked", std::chrono::seconds(5));
}

CONFORMANCE_CASE(Toy, LeavesInTheMiddleOfRubbish, "bytes that are no reply, and it hangs up",
                 Checks{.subject = "ICFPT14-INIT-1"}) {
  greet();
}

CONFORMANCE_CASE(Toy, SpeaksTooSoon, "a byte comes before the request has ended",
                 Checks{.subject = "ICFPT14-INIT-5"}) {
  if (greet()) play(contest().seats.front(), *opponent("random"), {2, {}});
}

CONFORMANCE_CASE(Toy, SpeaksFirst, "a byte comes before anything was asked",
                 Checks{.subject = "ICFPT14-INIT-5"}) {
  greet();
}

CONFORMANCE_CASE(Toy, IsWrongInASeat, "the clause of the rematch is not what is wrong",
                 Checks{.subject = "ICFPT14-MOVE-2", .also = {"ICFPT14-TERM-2"}}) {
  const auto other = opponent("random");
  for (const std::size_t seat : {0U, 2U}) {
    if (!greet()) return;
    const GameReport game = play(contest().seats.at(seat), *other, {6, {}});
    conclude("end.rematch", game, "the second match went wrong");
    if (!game.sound) return;
    say_end();
  }
}

CONFORMANCE_CASE(Toy, AsksForWhatItDoesNotCite, "an aspect of another case",
                 Checks{.subject = "ICFPT14-INIT-1"}) {
  greet();
  count("looked at", looked_at("move.start") ? 1 : 0);
}

CONFORMANCE_CASE(Toy, SleptNoLongerThanItMay, "suspended for the tolerable time",
                 Checks{.subject = "ICFPT14-INIT-1"}) {
  greet();
}

CONFORMANCE_CASE(Toy, SleptTooLong, "suspended, and a clause was not looked at",
                 Checks{.subject = "ICFPT14-INIT-1", .also = {"ICFPT14-INIT-2", "ICFPT14-START-1"}}) {
  greet();
  failed("hello.format", "a made-up failure");
}

CONFORMANCE_CASE(Toy, StoodStillForNothing, "too short to be the reason of a doubt",
                 Checks{.subject = "ICFPT14-INIT-1"}) {
  greet();
  found(Verdict::inconclusive, "hello.deadline", "a made-up doubt");
}

CONFORMANCE_CASE(Toy, SeesNoBits, "a link that carries bytes alone", Checks{.subject = "ICFPT14-LINE-2"}) {
  greet();
}

CONFORMANCE_CASE(Toy, IsMuteThroughout, "a silence of who never speaks",
                 Checks{.subject = "ICFPT14-INIT-5"}) {
  expect_silence("silence.unasked", milliseconds(5));
}

CONFORMANCE_CASE(Toy, EndsALineUnasked, "CR and LF are dropped wherever they come",
                 Checks{.subject = "ICFPT14-INIT-5"}) {
  if (!greet()) return;
  count("silences", expect_silence("silence.unasked", milliseconds(50)) ? 1 : 0);
}

CONFORMANCE_CASE(Toy, SpeaksAfterAReset, "as after the first power-on", Checks{.subject = "ICFPT14-INIT-5"}) {
  greet();
  hard_reset();
  greet();
}

CONFORMANCE_CASE(Toy, IsOfAnotherTeam, "its name is not the one assigned",
                 Checks{.subject = "ICFPT14-INIT-3"}) {
  greet();
}

CONFORMANCE_CASE(Toy, HasTwiceTheTime, "deadlines are stretched", Checks{.subject = "ICFPT14-INIT-1"}) {
  count("ms", static_cast<std::uint64_t>(deadline_of(contest().hello) / milliseconds(1)));
}

CONFORMANCE_CASE(Toy, NeedsAReset, "a reset between two matches is declared",
                 Checks{.subject = "ICFPT14-INIT-1"}) {
  if (greet()) end_match();
  greet();
}

CONFORMANCE_CASE(Toy, IsLostAfterAFailure, "the rig fails after something was found",
                 Checks{.subject = "ICFPT14-INIT-1", .also = {"ICFPT14-TERM-2"}}) {
  if (greet()) play(contest().seats.front(), *opponent("random"), {2, {}});
  say_end();
  greet();
  throw rig::RigError("the adapter vanished");
}

namespace {

std::unique_ptr<rig::Link> link_of(std::unique_ptr<rig::Device> device) {
  return rig::make_callback_link({"builtin:blokus", "", 115200, {}}, std::move(device));
}

std::unique_ptr<rig::Link> good_player(const std::string& fault = {}) {
  rig::player::BlokusDeviceOptions options;
  options.fault = fault;
  return link_of(rig::player::new_blokus_device(options));
}

/// A link that sees bits, and tells what health it is given.
class Watched final : public ForwardingLink {
 public:
  explicit Watched(std::unique_ptr<rig::Link> inner, rig::Health health = {})
      : ForwardingLink(std::move(inner)), info_(ForwardingLink::info()), health_(health) {
    info_.sees_framing = true;
  }
  const rig::LinkInfo& info() const override { return info_; }
  rig::Outcome reset() override {
    rig::Outcome outcome = ForwardingLink::reset();
    ready_ = outcome.ready;
    ++resets_;
    speaks_first_ = speaks_first_ || resets_ == speaks_after_;
    return outcome;
  }
  /// What is told when it is first asked is of before the case.
  rig::Health health() override { return std::exchange(asked_, true) ? health_ : rig::Health{}; }
  void spoil_the_second_byte() { spoiled_ = 2; }
  void speak_first() { speaks_first_ = true; }
  void speak_after_resets(int resets) { speaks_after_ = resets; }
  void see_no_bits() { info_.sees_framing = false; }
  int resets() const { return resets_; }

 protected:
  rig::Event do_receive(rig::Instant until) override {
    if (std::exchange(speaks_first_, false)) return rig::Byte{'x', ready_, ready_};
    rig::Event event = ForwardingLink::do_receive(until);
    const auto* byte = std::get_if<rig::Byte>(&event);
    if (byte == nullptr || --spoiled_ != 0) return event;
    return rig::LineError{rig::LineError::Kind::framing, byte->value, byte->last_bit};
  }

 private:
  rig::LinkInfo info_;
  rig::Health health_;
  bool asked_ = false;
  int spoiled_ = 0;
  bool speaks_first_ = false;
  int resets_ = 0;
  int speaks_after_ = 0;
  rig::Instant ready_;
};

std::unique_ptr<rig::Link> changed(Change change) {
  return link_of(std::make_unique<ChangedPlayer>(std::move(change)));
}

std::unique_ptr<rig::Link> mute() {
  return changed([](std::uint8_t, std::vector<rig::Action>& answer) { answer.clear(); });
}

std::unique_ptr<rig::Link> leaves_after_the_end(rig::Duration time) {
  return changed([time](std::uint8_t request, std::vector<rig::Action>& answer) {
    if (request == '9' && answer.empty()) answer.push_back({time, rig::HangUp{}});
  });
}

std::unique_ptr<rig::Link> leaves_after_the_hello() {
  return changed([](std::uint8_t request, std::vector<rig::Action>& answer) {
    if (request == '0') answer.push_back({std::chrono::seconds(3), rig::HangUp{}});
  });
}

std::unique_ptr<rig::Link> ends_a_line_unasked() {
  return changed([](std::uint8_t request, std::vector<rig::Action>& answer) {
    if (request != '0') return;
    answer.push_back({milliseconds(9), rig::SendByte{'\r'}});
    answer.push_back({milliseconds(9), rig::SendByte{'\n'}});
  });
}

std::unique_ptr<rig::Link> leaves_in_place_of_a_move() {
  return changed([](std::uint8_t, std::vector<rig::Action>& answer) {
    if (answer.size() == 4) answer = {{milliseconds(1), rig::HangUp{}}};
  });
}

std::unique_ptr<rig::Link> leaves_in_rubbish() {
  return changed([](std::uint8_t, std::vector<rig::Action>& answer) {
    answer = {{milliseconds(1), rig::SendByte{'x'}}, {milliseconds(2), rig::HangUp{}}};
  });
}

/// Whatever came before: the seat is told by the first letter of its first request.
std::unique_ptr<rig::Link> wrong_in_a_seat() {
  return changed([rests = true, second = false, replies = 0](std::uint8_t request,
                                                             std::vector<rig::Action>& answer) mutable {
    if (rests && request == '0') replies = 0;
    if (rests && (request == '2' || request == '3')) second = request == '3';
    rests = !answer.empty() || (rests && request == '9');
    if (answer.size() == 4 && ++replies == 3 && second) answer.front().what = rig::SendByte{'z'};
  });
}

rig::Health slept(rig::Duration time) {
  rig::Health health;
  health.suspended = time;
  return health;
}

rig::Health stood_still(rig::Duration time) {
  rig::Health health;
  health.stalled = health.starved = time;
  return health;
}

std::map<std::string, std::unique_ptr<rig::Link>> links() {
  std::map<std::string, std::unique_ptr<rig::Link>> links;
  const auto put = [&](const std::string& toy, std::unique_ptr<rig::Link> link, rig::Health health = {}) {
    links["Toy." + toy] = std::make_unique<Watched>(std::move(link), health);
  };
  put("SeesWholeFrames", good_player());
  put("SeesABadStopBit", good_player());
  dynamic_cast<Watched&>(*links["Toy.SeesABadStopBit"]).spoil_the_second_byte();
  put("SpeaksFirst", good_player());
  dynamic_cast<Watched&>(*links["Toy.SpeaksFirst"]).speak_first();
  put("SeesNoBits", good_player());
  dynamic_cast<Watched&>(*links["Toy.SeesNoBits"]).see_no_bits();
  put("IsMuteThroughout", mute());
  put("EndsALineUnasked", ends_a_line_unasked());
  put("SpeaksAfterAReset", good_player());
  dynamic_cast<Watched&>(*links["Toy.SpeaksAfterAReset"]).speak_after_resets(2);
  put("NeedsAReset", good_player());
  put("IsLostAfterAFailure", good_player("hello-once"));
  put("SeesNoFrameAtAll", mute());
  put("LeavesInPlaceOfAMove", leaves_in_place_of_a_move());
  put("LeavesWhileItWaits", leaves_after_the_hello());
  put("LeavesAtTheEnd", leaves_after_the_end(milliseconds(1)));
  put("LeavesLongAfterTheEnd", leaves_after_the_end(std::chrono::seconds(3)));
  put("LeavesInTheMiddleOfRubbish", leaves_in_rubbish());
  put("SpeaksTooSoon", good_player("early-byte"));
  put("IsWrongInASeat", wrong_in_a_seat());
  put("SleptNoLongerThanItMay", good_player(), slept(milliseconds(100)));
  put("SleptTooLong", good_player(), slept(milliseconds(101)));
  put("StoodStillForNothing", good_player(), stood_still(milliseconds(10)));
  for (const CaseEntry& entry : all_cases()) {
    if (!links.contains(entry.id())) links[entry.id()] = good_player();
  }
  return links;
}

std::map<std::string, rig::report::CaseRecord> records;
int resets_where_declared = 0;

/// What a toy is run with that others are not.
RunOptions options_of(const std::string& toy) {
  RunOptions options;
  options.contest = "icfpt2014";
  if (toy == "Toy.IsOfAnotherTeam") options.team = "zz";
  if (toy == "Toy.HasTwiceTheTime") options.timeout_scale = 2;
  if (toy == "Toy.NeedsAReset") options.resets = ResetPolicy::declared;
  return options;
}

class Support final : public CaseSupport {
 public:
  Environment* environment = nullptr;

  WayToDut open(const std::string& id) override {
    environment->options = options_of(id);
    return {*ways.at(id)};
  }
  void ended(const rig::report::CaseRecord& record) override { records[record.id.substr(4)] = record; }

  const std::map<std::string, std::unique_ptr<rig::Link>> ways = links();
};

void run_toys() {
  int argc = 1;
  char name[] = "frame_test";
  char* argv[] = {name, nullptr};
  testing::InitGoogleTest(&argc, argv);
  const Catalogue catalogue = load_catalogue("icfpt2014");
  Support support;
  Environment environment{options_of({}), rig::protocol::find_contest("icfpt2014"), catalogue, support};
  support.environment = &environment;
  std::vector<std::string> ids;
  for (const CaseEntry& entry : all_cases()) ids.push_back(entry.id());
  run_cases(ids, environment);
  resets_where_declared = dynamic_cast<Watched&>(*support.ways.at("Toy.NeedsAReset")).resets();
}

const rig::report::Tally& tally(const std::string& toy, const std::string& requirement) {
  const auto& requirements = records.at(toy).requirements;
  BOOST_REQUIRE_MESSAGE(requirements.contains(requirement), toy << " has nothing on " << requirement);
  return requirements.at(requirement);
}

/// The requirements on which a toy failed, in the order of its findings.
std::vector<std::string> failed_on(const std::string& toy) {
  std::vector<std::string> ids;
  for (const auto& finding : records.at(toy).findings)
    if (finding.verdict == Verdict::fail) ids.push_back(finding.requirement);
  return ids;
}

using Strings = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_CASE(every_answer_with_whole_frames_passes_the_framing_once) {
  BOOST_TEST(tally("SeesWholeFrames", "ICFPT14-LINE-2").passes == 2U);  // and once at the end of the case
  BOOST_TEST(tally("SeesNoFrameAtAll", "ICFPT14-LINE-2").passes == 0U);
}

BOOST_AUTO_TEST_CASE(a_bad_stop_bit_fails_the_framing) {
  const auto failed = failed_on("SeesABadStopBit");
  BOOST_TEST((std::find(failed.begin(), failed.end(), "ICFPT14-LINE-2") != failed.end()));
  BOOST_TEST(
      records.at("SeesABadStopBit").findings.front().summary.starts_with("a byte with a bad stop bit"));
}

BOOST_AUTO_TEST_CASE(a_link_without_bits_has_no_framing_to_see) {
  const auto& framing = tally("SeesNoBits", "ICFPT14-LINE-2");
  BOOST_TEST((framing.worst == Verdict::not_applicable));
  BOOST_TEST(framing.why.starts_with("this link transfers bytes, not bits"), framing.why);
}

BOOST_AUTO_TEST_CASE(every_answer_is_timed) {
  BOOST_TEST(records.at("SeesWholeFrames").samples.size() == 2U);
  BOOST_TEST(records.at("SeesNoFrameAtAll").samples.empty());
}

BOOST_AUTO_TEST_CASE(who_never_speaks_keeps_no_silence) {
  BOOST_TEST(tally("IsMuteThroughout", "ICFPT14-INIT-5").passes == 0U);
}

BOOST_AUTO_TEST_CASE(line_ends_are_silence) {
  BOOST_TEST(records.at("EndsALineUnasked").counts["silences"] == 1U);
}

BOOST_AUTO_TEST_CASE(a_byte_after_a_reset_came_before_anything_was_asked) {
  const auto& findings = records.at("SpeaksAfterAReset").findings;
  BOOST_TEST_REQUIRE(!findings.empty());
  BOOST_TEST(findings.front().requirement == "ICFPT14-INIT-5");
  BOOST_TEST(findings.front().summary == "one byte came before anything was asked: \"x\"");
}

BOOST_AUTO_TEST_CASE(another_teams_name_fails) {
  BOOST_TEST(failed_on("IsOfAnotherTeam") == Strings{"ICFPT14-INIT-3"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(deadlines_are_stretched_as_asked) {
  BOOST_TEST(records.at("HasTwiceTheTime").counts["ms"] == 2000U);
}

BOOST_AUTO_TEST_CASE(a_reset_that_is_declared_is_made_between_matches) {
  BOOST_TEST(resets_where_declared >= 3);  // at the start, after the match, at the end of the case
}

BOOST_AUTO_TEST_CASE(what_was_found_before_the_rig_failed_is_told) {
  const auto& record = records.at("IsLostAfterAFailure");
  BOOST_TEST((record.verdict == Verdict::error));
  BOOST_TEST(failed_on("IsLostAfterAFailure") == Strings{"ICFPT14-TERM-2"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_silence_after_the_end_passes) {
  BOOST_TEST(tally("EndsAMatch", "ICFPT14-TERM-1").passes >= 1U);
}

BOOST_AUTO_TEST_CASE(a_silence_before_the_first_answer_is_kept_until_it_speaks) {
  // The one before, the time before the two handshakes, and after the last.
  BOOST_TEST(tally("IsSilentThenSpeaks", "ICFPT14-INIT-5").passes == 4U);
}

BOOST_AUTO_TEST_CASE(who_hangs_up_fails_what_it_was_asked_for) {
  const auto failed = failed_on("LeavesInPlaceOfAMove");
  BOOST_TEST((std::find(failed.begin(), failed.end(), "ICFPT14-FIRST-1") != failed.end()));
  BOOST_TEST((std::find(failed.begin(), failed.end(), "ICFPT14-TERM-2") == failed.end()));
}

BOOST_AUTO_TEST_CASE(who_hangs_up_unasked_has_not_waited) {
  BOOST_TEST(failed_on("LeavesWhileItWaits") == Strings{"ICFPT14-INIT-5"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(who_hangs_up_after_the_end_cannot_play_the_next_match) {
  for (const std::string toy : {"LeavesAtTheEnd", "LeavesLongAfterTheEnd"})
    BOOST_TEST(failed_on(toy) == Strings{"ICFPT14-TERM-2"}, boost::test_tools::per_element());
  BOOST_TEST(records.at("LeavesAtTheEnd").findings.front().summary.starts_with("hung up after \"9\": "));
}

BOOST_AUTO_TEST_CASE(rubbish_before_it_hangs_up_is_told_as_that) {
  const auto& findings = records.at("LeavesInTheMiddleOfRubbish").findings;
  BOOST_TEST_REQUIRE(!findings.empty());
  BOOST_TEST(findings.front().summary.starts_with("hung up before the reply to \"0\" was complete"),
             findings.front().summary);
}

BOOST_AUTO_TEST_CASE(one_early_byte_is_a_byte) {
  const auto& findings = records.at("SpeaksTooSoon").findings;
  BOOST_TEST_REQUIRE(!findings.empty());
  BOOST_TEST(findings.front().summary.starts_with("a byte came before the request "),
             findings.front().summary);
}

BOOST_AUTO_TEST_CASE(a_byte_before_anything_was_asked_is_told_as_that) {
  const auto& findings = records.at("SpeaksFirst").findings;
  BOOST_TEST_REQUIRE(!findings.empty());
  BOOST_TEST(findings.front().requirement == "ICFPT14-INIT-5");
  BOOST_TEST(findings.front().summary == "one byte came before anything was asked: \"x\"");
  BOOST_TEST(findings.front().kind == "byte before any request");
}

BOOST_AUTO_TEST_CASE(what_is_the_clauses_own_is_no_failure_of_the_rematch) {
  const auto failed = failed_on("IsWrongInASeat");
  BOOST_TEST(!failed.empty());
  BOOST_TEST((std::find(failed.begin(), failed.end(), "ICFPT14-TERM-2") == failed.end()));
}

BOOST_AUTO_TEST_CASE(a_trial_from_power_on_is_counted_with_its_exchanges) {
  const auto& counts = records.at("IsWrongInASeat").counts;
  BOOST_TEST(counts.at("trials") == 1U);  // it plays the same again: one tells
  BOOST_TEST(counts.at("exchanges") == 18U);
}

BOOST_AUTO_TEST_CASE(what_a_case_does_not_cite_it_has_not_looked_at) {
  BOOST_TEST(records.at("AsksForWhatItDoesNotCite").counts["looked at"] == 0U);
}

BOOST_AUTO_TEST_CASE(a_sleep_as_long_as_it_may_be_excuses_nothing) {
  BOOST_TEST((records.at("SleptNoLongerThanItMay").verdict == Verdict::pass));
}

BOOST_AUTO_TEST_CASE(who_slept_cannot_tell_what_was_not_looked_at_either) {
  BOOST_TEST((records.at("SleptTooLong").verdict == Verdict::fail));
  BOOST_TEST((tally("SleptTooLong", "ICFPT14-INIT-1").worst == Verdict::inconclusive));
  BOOST_TEST((tally("SleptTooLong", "ICFPT14-INIT-2").worst == Verdict::fail));
  BOOST_TEST((tally("SleptTooLong", "ICFPT14-START-1").worst == Verdict::inconclusive));
  BOOST_TEST((records.at("SleptTooLong").findings.back().verdict == Verdict::inconclusive));
}

BOOST_AUTO_TEST_CASE(a_stall_too_short_to_matter_is_no_reason) {
  BOOST_TEST((records.at("StoodStillForNothing").verdict == Verdict::inconclusive));
  BOOST_TEST(records.at("StoodStillForNothing").reason.find("stood still") == std::string::npos);
  BOOST_TEST(records.at("StoodStillForNothing").reason.find("busy") == std::string::npos);
}

int main(int argc, char** argv) {
  run_toys();
  return boost::unit_test::unit_test_main([] { return true; }, argc, argv);
}
