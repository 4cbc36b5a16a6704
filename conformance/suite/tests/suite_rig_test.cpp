/// Toy cases on a rig that is not quite well: what it stood still for, slept through or lost on the way, and
/// what becomes of what was found.

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <utility>

#include "conformance/suite/suite.hpp"
#include "conformance/suite/tests/forwarding_link.hpp"
#include "conformance/suite/tests/suite_fixtures.hpp"

using namespace conformance;
using rig::Verdict;

/// The board does all well.
#define GREETS(name_, title_)                                                 \
  CONFORMANCE_CASE(Toy, name_, title_, Checks{.subject = "ICFPT14-INIT-1"}) { \
    greet();                                                                  \
  }
GREETS(RunsOnATiredRig, "all well, but the rig stood still")
GREETS(RunsOnASleepyRig, "all well, but the machine was suspended")
GREETS(RunsOnANoisyPort, "the driver counted what is no byte")
GREETS(RunsOnALossyPort, "the driver lost bytes")

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

namespace {

/// Tells of everything that can be wrong with a rig when it is first asked, which is before the case, and of
/// `during` from then on.
class UnwellLink final : public ForwardingLink {
 public:
  UnwellLink(const rig::Health& during, const std::string& fault)
      : ForwardingLink(player_with(fault)), during_(during) {}
  rig::Health health() override {
    if (std::exchange(asked_, true)) return during_;
    return {std::chrono::seconds(9), {9, 9, 9, 9}};
  }

 private:
  rig::Health during_;
  bool asked_ = false;
};

}  // namespace

LinksOfToys conformance::links_of_unwell_rigs() {
  using std::chrono::milliseconds;
  const rig::Health tired{milliseconds(500), {}, milliseconds(400), {}};
  const rig::Health sleepy{{}, {}, {}, milliseconds(200)};
  rig::Health noisy;
  noisy.line = {.framing = 1, .parity = 2, .breaks = 3};
  rig::Health lossy;
  lossy.line.overruns = 1;
  LinksOfToys links;
  const auto add = [&](const std::string& toy, const rig::Health& during, const std::string& fault = {}) {
    links[toy] = std::make_unique<UnwellLink>(during, fault);
  };
  for (const char* toy :
       {"RunsOnATiredRig", "FailsOnATiredRig", "CannotTellOnATiredRig", "IsNotReachedOnATiredRig"})
    add(toy, tired);
  for (const char* toy : {"RunsOnASleepyRig", "FailsOnASleepyRig"}) add(toy, sleepy);
  add("RunsOnANoisyPort", noisy);
  for (const char* toy : {"RunsOnALossyPort", "IsSilentOnALossyPort"}) add(toy, lossy);
  add("PlaysAgainstTheRulesOnALossyPort", lossy, "own-edge");
  return links;
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
             "the rig itself stalled for 500 ms; the machine was busy: the tested program waited "
             "400 ms for a processor");
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
