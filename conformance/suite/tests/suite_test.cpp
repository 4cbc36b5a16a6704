/// The frame of a case: toy cases end in every way in which a case can end, and each must leave the right
/// record.

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <map>
#include <string_view>
#include <utility>

#include "conformance/run/same_team.hpp"
#include "conformance/suite/cases/wire_case.hpp"
#include "conformance/suite/suite.hpp"
#include "conformance/suite/tests/forwarding_link.hpp"
#include "conformance/suite/tests/suite_fixtures.hpp"
#include "rig/base/errors.hpp"
#include "rig/link/rtl/rtl_link.hpp"

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
class UnresettableLink final : public ForwardingLink {
 public:
  explicit UnresettableLink(std::unique_ptr<rig::Link> inner)
      : ForwardingLink(std::move(inner)),
        info_(ForwardingLink::info()),
        powered_on_(ForwardingLink::reset().ready) {
    info_.can_reset = false;
  }
  const rig::LinkInfo& info() const override { return info_; }
  rig::Outcome reset() override { return {false, powered_on_, {}}; }
  rig::WireControl* wire() override { return inner_->wire(); }

 private:
  rig::LinkInfo info_;
  rig::Instant powered_on_;
};

class Mute final : public rig::Device {
 public:
  void power_on() override {}
  std::vector<rig::Action> receive(std::uint8_t) override { return {}; }
};

std::map<std::string, rig::report::CaseRecord> records;
std::string plan_error;

class Support final : public CaseSupport {
 public:
  Support(const LinksOfToys& links, rig::Link& link) : links_(links), link_(link) {}

  WayToDut open(const std::string& id) override {
    const auto own = links_.find(id.substr(std::string_view("Toy.").size()));
    return {own == links_.end() ? link_ : *own->second};
  }
  void ended(const rig::report::CaseRecord& record) override { records[record.id] = record; }

 private:
  const LinksOfToys& links_;
  rig::Link& link_;
};

void run_toys() {
  int argc = 1;
  char name[] = "suite_test";
  char* argv[] = {name, nullptr};
  testing::InitGoogleTest(&argc, argv);
  const rig::protocol::Contest& contest = rig::protocol::find_contest("icfpt2014");
  const Catalogue catalogue = load_catalogue("icfpt2014");
  rig::RtlOptions model;
  model.model = "blokus_duo";
  model.model_dirs = {RIG_MODELS};
  LinksOfToys links = links_of_games();
  links.merge(links_of_unwell_rigs());
  links["IsSilentAlways"] = link_to(std::make_unique<Mute>());
  links["Probes"] = std::make_unique<UnresettableLink>(rig::open_rtl(model));
  const auto link = link_to(rig::player::new_blokus_device());
  RunOptions options;
  options.contest = "icfpt2014";
  Support support(links, *link);
  Environment environment{options, contest, catalogue, support};
  std::vector<std::string> ids;
  for (const CaseEntry& entry : all_cases()) ids.push_back(entry.id());
  try {
    run_cases(ids, environment);
  } catch (const rig::RigError& error) {
    plan_error = error.what();
  }
}

}  // namespace

const rig::report::CaseRecord& conformance::record_of(const std::string& toy) {
  return records.at("Toy." + toy);
}

const rig::report::Finding& conformance::finding_on(const std::string& toy, const std::string& requirement) {
  const auto& findings = record_of(toy).findings;
  const auto at = std::find_if(findings.begin(), findings.end(),
                               [&](const auto& finding) { return finding.requirement == requirement; });
  BOOST_REQUIRE_MESSAGE(at != findings.end(), toy << " found nothing on " << requirement);
  return *at;
}

Verdict conformance::verdict_on(const std::string& toy, const std::string& requirement) {
  return record_of(toy).requirements.at(requirement).worst;
}

BOOST_AUTO_TEST_CASE(a_team_code_that_no_contest_assigns_is_refused) {
  const auto refused = [](const rig::protocol::TeamText& allowed, const std::string& team) -> std::string {
    try {
      check_team(allowed, "toy", team);
    } catch (const rig::UsageError& error) {
      return error.what();
    }
    return {};
  };
  rig::protocol::TeamText code;
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
