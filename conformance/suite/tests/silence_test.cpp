/// Cases and a DUT that does not answer: when it is given up, and what becomes of the cases that are left.

#include "conformance/suite/silence.hpp"

#include <boost/test/unit_test.hpp>
#include <map>

#include "conformance/suite/suite.hpp"
#include "games/blokus/players/blokus_player.hpp"
#include "rig/link/callback/callback_link.hpp"

using namespace conformance;
using namespace std::chrono_literals;
using rig::Verdict;

/// A case that greets, and so needs an answer to the handshake.
#define GREETS(name_)                                                                                       \
  CONFORMANCE_CASE(Toy, name_, "greets", Checks{.subject = "ICFPT14-INIT-1", .also = {"ICFPT14-INIT-5"}}) { \
    expect_silence("silence.unasked", 5ms);                                                                 \
    greet();                                                                                                \
  }
GREETS(First)
GREETS(Second)
GREETS(Third)
GREETS(Fourth)
CONFORMANCE_CASE(Toy, NeedsNoHello, "asks for nothing", Checks{.subject = "ICFPT14-LINE-3"}) {
  throw NotApplicable{"this link has no wire"};
}
CONFORMANCE_CASE(Toy, PlaysAtOnce, "begins a game without a handshake",
                 Checks{.subject = "ICFPT14-FIRST-1"}) {
  const auto other = opponent("random");
  play(contest().seats.front(), *other, {1, {}});
}

namespace {

class Mute final : public rig::Device {
 public:
  void power_on() override {}
  std::vector<rig::Action> receive(std::uint8_t) override { return {}; }
};

using Records = std::map<std::string, rig::report::CaseRecord>;

class Support final : public CaseSupport {
 public:
  using LinkOf = std::function<rig::Link*(const std::string&)>;
  explicit Support(const LinkOf& link_of) : link_of_(link_of) {}

  WayToDut open(const std::string& id) override { return {*link_of_(id)}; }
  void ended(const rig::report::CaseRecord& one) override { records[one.id] = one; }

  Records records;

 private:
  const LinkOf& link_of_;
};

/// Each case of this program on a link that `link_of` names; `at_first` is known of the DUT before.
Records run_all(const std::function<rig::Link*(const std::string&)>& link_of, Silence at_first = {}) {
  static const Catalogue catalogue = load_catalogue("icfpt2014");
  Support support(link_of);
  RunOptions options;
  options.contest = "icfpt2014";
  Environment environment{options, rig::protocol::find_contest("icfpt2014"), catalogue, support, {},
                          at_first};
  std::vector<std::string> ids;
  for (const CaseEntry& entry : all_cases()) ids.push_back(entry.id());
  run_cases(ids, environment);
  return support.records;
}

std::unique_ptr<rig::Link> mute_link() {
  return rig::make_callback_link({"builtin:blokus", "", 115200, {}}, std::make_unique<Mute>());
}

/// GoogleTest keeps the tests of a program: all runs happen once, before the tests below.
Records of_mute;

}  // namespace

BOOST_AUTO_TEST_CASE(three_cases_without_an_answer_are_enough) {
  for (const char* id : {"Toy.First", "Toy.Second", "Toy.Third"})
    BOOST_TEST((of_mute.at(id).verdict == Verdict::fail), id);
  const rig::report::CaseRecord& fourth = of_mute.at("Toy.Fourth");
  BOOST_TEST((fourth.verdict == Verdict::not_run));
  BOOST_TEST(fourth.reason == "the DUT does not answer");
  BOOST_TEST(fourth.findings.empty());
}

BOOST_AUTO_TEST_CASE(nothing_passes_because_it_was_not_asked) {
  for (const auto& [id, tally] : of_mute.at("Toy.Fourth").requirements)
    BOOST_TEST((tally.worst == Verdict::not_run), id);
}

BOOST_AUTO_TEST_CASE(what_needs_no_hand_shake_is_run_all_the_same) {
  BOOST_TEST((of_mute.at("Toy.NeedsNoHello").verdict == Verdict::not_applicable));
  BOOST_TEST((of_mute.at("Toy.PlaysAtOnce").verdict == Verdict::fail));
}

BOOST_AUTO_TEST_CASE(patience_ends_within_the_second_case) {
  BOOST_TEST(of_mute.at("Toy.First").link_time.count() > 4'000'000'000);   // two handshakes of twice 1 s
  BOOST_TEST(of_mute.at("Toy.Second").link_time.count() < 3'000'000'000);  // one, and none at its end
  BOOST_TEST(of_mute.at("Toy.Third").link_time.count() < 1'100'000'000);
}

BOOST_AUTO_TEST_CASE(one_limit_is_told_the_deadline) {
  for (const char* id : {"Toy.First", "Toy.Third"})
    BOOST_TEST(of_mute.at(id).findings.front().summary == "\"0\" was not answered within 1.00 s");
  BOOST_TEST(of_mute.at("Toy.First").findings.front().kind == "no reply");
}

BOOST_AUTO_TEST_CASE(two_cases_are_enough_when_they_took_a_minute) {
  Silence silence;
  silence.case_unanswered(30s);
  BOOST_TEST(!silence.is_given_up());
  silence.case_unanswered(30s);
  BOOST_TEST(silence.is_given_up());
  silence.case_answered();
  BOOST_TEST(!silence.is_given_up());
}

BOOST_AUTO_TEST_CASE(the_note_of_a_case_tells_all_of_it) {
  BOOST_TEST(!Silence().note().has_value());
  Silence silence;
  silence.patience().not_heard(10s);
  silence.case_unanswered(20s);
  BOOST_TEST((Silence::from_note(silence.note().value()) == silence));
  for (const char* other : {"", "silent before this case: requests 1", "silent before this case: requests x"})
    BOOST_TEST(!Silence::from_note(other).has_value(), other);
}

int main(int argc, char** argv) {
  int google_argc = 1;
  testing::InitGoogleTest(&google_argc, argv);
  const auto link = mute_link();
  of_mute = run_all([&](const std::string&) { return link.get(); });
  return boost::unit_test::unit_test_main([] { return true; }, argc, argv);
}
