/// The verdict on a run: what makes it certified, reserved, not conformant or untold, one step from a good
/// run at a time.

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <functional>
#include <ostream>

#include "rig/report/digest.hpp"
#include "rig/report/gate/judging.hpp"
#include "rig/report/record.hpp"

using namespace rig;
using namespace rig::report;

namespace {

RequirementRecord requirement(const std::string& id, Level level, Verdict verdict) {
  RequirementRecord one;
  one.id = id;
  one.level = level;
  one.verdict = verdict;
  return one;
}

/// M-1 and M-2 are mandatory and passed; R-1 is recommended, I-1 informational, N-1 mandatory and not
/// testable.
RunRecord good_run() {
  RunRecord run;
  run.requirements = {requirement("M-1", Level::mandatory, Verdict::pass),
                      requirement("M-2", Level::mandatory, Verdict::pass),
                      requirement("R-1", Level::recommended, Verdict::pass),
                      requirement("I-1", Level::informational, Verdict::pass),
                      requirement("N-1", Level::mandatory, Verdict::not_run)};
  run.requirements[4].testable = false;
  run.cases.resize(1);
  run.cases[0].verdict = Verdict::pass;
  run.far_end = "a board";
  return run;
}

void add_finding(RunRecord& run, Verdict verdict, const std::string& id) {
  Finding one;
  one.verdict = verdict;
  one.requirement = id;
  run.cases[0].findings.push_back(one);
}

struct Change {
  std::string what;
  std::function<void(RunRecord&)> make;
  Standing standing;
  int status;
  std::string headline;
};
std::ostream& operator<<(std::ostream& out, const Change& change) {
  return out << change.what;
}

const std::vector<Change> changes = {
    {"nothing", [](RunRecord&) {}, Standing::certified, 0, "certified: a board"},
    {"no words for the far end", [](RunRecord& run) { run.far_end.clear(); }, Standing::certified, 0,
     "certified"},
    {"a replay", [](RunRecord& run) { run.replay = ReplayRecord{}; }, Standing::certified, 0,
     "certified: a board (replay)"},
    {"strict, and nothing is reserved", [](RunRecord& run) { run.strict = true; }, Standing::certified, 0,
     "certified: a board"},
    {"a mandatory clause failed", [](RunRecord& run) { run.requirements[1].verdict = Verdict::fail; },
     Standing::not_conformant, 1, "not conformant"},
    {"a recommended clause failed", [](RunRecord& run) { run.requirements[2].verdict = Verdict::fail; },
     Standing::certified, 0, "certified: a board"},
    {"an informational clause failed", [](RunRecord& run) { run.requirements[3].verdict = Verdict::fail; },
     Standing::certified, 0, "certified: a board"},
    {"a clause that cannot be tested failed",
     [](RunRecord& run) { run.requirements[4].verdict = Verdict::fail; }, Standing::certified, 0,
     "certified: a board"},
    {"a mandatory clause is inconclusive",
     [](RunRecord& run) { run.requirements[1].verdict = Verdict::inconclusive; }, Standing::could_not_tell, 3,
     "could not tell"},
    {"a mandatory clause is an error", [](RunRecord& run) { run.requirements[1].verdict = Verdict::error; },
     Standing::could_not_tell, 3, "could not tell"},
    {"a recommended clause is inconclusive",
     [](RunRecord& run) { run.requirements[2].verdict = Verdict::inconclusive; }, Standing::certified, 0,
     "certified: a board"},
    {"a mandatory clause was not looked at",
     [](RunRecord& run) { run.requirements[1].verdict = Verdict::not_run; }, Standing::could_not_tell, 3,
     "could not tell"},
    {"a mandatory clause was not looked at, in a partial run",
     [](RunRecord& run) {
       run.requirements[1].verdict = Verdict::not_run;
       run.partial = {"--filter x"};
     },
     Standing::certified, 0, "all that was run passed (partial, not a certificate)"},
    {"nothing was assessed, in a partial run",
     [](RunRecord& run) {
       run.requirements[0].verdict = run.requirements[1].verdict = Verdict::not_run;
       run.partial = {"--filter x"};
     },
     Standing::could_not_tell, 3, "could not tell (partial, not a certificate)"},
    {"only clauses that do not bind were assessed",
     [](RunRecord& run) {
       run.requirements[0].verdict = run.requirements[1].verdict = Verdict::not_applicable;
     },
     Standing::could_not_tell, 3, "could not tell"},
    {"only a clause that cannot be tested passed",
     [](RunRecord& run) {
       run.requirements[0].verdict = run.requirements[1].verdict = Verdict::not_applicable;
       run.requirements[4].verdict = Verdict::pass;
     },
     Standing::could_not_tell, 3, "could not tell"},
    {"no case applied, for two reasons",
     [](RunRecord& run) {
       run.requirements.clear();
       run.cases.resize(3);
       for (CaseRecord& one : run.cases) one.verdict = Verdict::not_applicable;
       run.cases[0].reason = run.cases[1].reason = "it has no wire";
       run.cases[2].reason = "it has no reset";
     },
     Standing::could_not_tell, 3, "could not tell: nothing applies, for it has no wire; it has no reset"},
    {"no case applied, one for no reason that is told",
     [](RunRecord& run) {
       run.requirements.clear();
       run.cases.resize(2);
       for (CaseRecord& one : run.cases) one.verdict = Verdict::not_applicable;
       run.cases[0].reason = "it has no wire";
     },
     Standing::could_not_tell, 3, "could not tell: nothing applies, for it has no wire"},
    {"no case applied, and the run was interrupted",
     [](RunRecord& run) {
       run.requirements.clear();
       run.cases[0].verdict = Verdict::not_applicable;
       run.cases[0].reason = "it has no wire";
       run.interrupted = true;
     },
     Standing::could_not_tell, 3, "could not tell"},
    {"no case applied, and the rig had an error",
     [](RunRecord& run) {
       run.requirements.clear();
       run.cases[0].verdict = Verdict::not_applicable;
       run.cases[0].reason = "it has no wire";
       run.errors = {"the cable was pulled"};
     },
     Standing::could_not_tell, 3, "could not tell"},
    {"one case applied, and could not tell",
     [](RunRecord& run) {
       run.requirements.clear();
       run.cases.resize(2);
       run.cases[0].verdict = Verdict::not_applicable;
       run.cases[0].reason = "it has no wire";
       run.cases[1].verdict = Verdict::inconclusive;
     },
     Standing::could_not_tell, 3, "could not tell"},
    {"a clause does not apply", [](RunRecord& run) { run.requirements[1].verdict = Verdict::not_applicable; },
     Standing::certified, 0, "certified: a board"},
    {"a clause is reserved",
     [](RunRecord& run) {
       run.requirements[1].verdict = Verdict::not_applicable;
       run.requirements[1].reserved = true;
     },
     Standing::with_reservations, 0, "certified with reservations on M-2: a board"},
    {"two clauses are reserved, and one was never run",
     [](RunRecord& run) {
       run.requirements[1].verdict = Verdict::not_run;
       run.requirements[1].reserved = true;
       run.requirements.push_back(requirement("M-3", Level::mandatory, Verdict::not_applicable));
       run.requirements.back().reserved = true;
     },
     Standing::with_reservations, 0, "certified with reservations on M-2, M-3: a board"},
    {"strict, and a clause is reserved",
     [](RunRecord& run) {
       run.strict = true;
       run.requirements[1].verdict = Verdict::not_applicable;
       run.requirements[1].reserved = true;
     },
     Standing::with_reservations, 3, "certified with reservations on M-2: a board"},
    {"registers start at 0", [](RunRecord& run) { run.link_facts["registers_at_power_on"] = "zero"; },
     Standing::with_reservations, 0, "certified with reservations on registers that start at 0: a board"},
    {"registers start at 0, and a clause is reserved",
     [](RunRecord& run) {
       run.link_facts["registers_at_power_on"] = "zero";
       run.requirements[1].verdict = Verdict::not_applicable;
       run.requirements[1].reserved = true;
     },
     Standing::with_reservations, 0,
     "certified with reservations on M-2, registers that start at 0: a board"},
    {"a design runs code outside of the simulation",
     [](RunRecord& run) { run.link_facts["allowed"] = "$system, dpi"; }, Standing::with_reservations, 0,
     "certified with reservations on code outside of the simulation ($system, dpi): a board"},
    {"registers start at 0, in a partial run",
     [](RunRecord& run) {
       run.partial = {"--filter x"};
       run.link_facts["registers_at_power_on"] = "zero";
     },
     Standing::certified, 0, "all that was run passed (partial, not a certificate)"},
    {"a clause is reserved, in a partial run",
     [](RunRecord& run) {
       run.partial = {"--filter x"};
       run.requirements[1].verdict = Verdict::not_applicable;
       run.requirements[1].reserved = true;
     },
     Standing::certified, 0, "all that was run passed (partial, not a certificate)"},
    {"a clause is reserved, and one failed",
     [](RunRecord& run) {
       run.requirements[0].verdict = Verdict::fail;
       run.requirements[1].reserved = true;
     },
     Standing::not_conformant, 1, "not conformant"},
    {"interrupted", [](RunRecord& run) { run.interrupted = true; }, Standing::could_not_tell, 3,
     "could not tell"},
    {"interrupted after a failure",
     [](RunRecord& run) {
       run.interrupted = true;
       run.requirements[0].verdict = Verdict::fail;
     },
     Standing::not_conformant, 1, "not conformant"},
    {"an error of the run", [](RunRecord& run) { run.errors = {"worker 1 died"}; }, Standing::could_not_tell,
     3, "could not tell"},
    {"a case is an error", [](RunRecord& run) { run.cases[0].verdict = Verdict::error; },
     Standing::could_not_tell, 3, "could not tell"},
    {"a case was not run", [](RunRecord& run) { run.cases[0].verdict = Verdict::not_run; },
     Standing::could_not_tell, 3, "could not tell"},
    {"a case is inconclusive on a clause that does not bind",
     [](RunRecord& run) { run.cases[0].verdict = Verdict::inconclusive; }, Standing::certified, 0,
     "certified: a board"},
    {"a mandatory finding before an error of the rig",
     [](RunRecord& run) {
       run.cases[0].verdict = Verdict::error;
       run.requirements[1].verdict = Verdict::error;
       add_finding(run, Verdict::fail, "M-2");
     },
     Standing::not_conformant, 1, "not conformant"},
    {"a doubt about a mandatory clause before an error of the rig",
     [](RunRecord& run) {
       run.cases[0].verdict = Verdict::error;
       add_finding(run, Verdict::inconclusive, "M-2");
     },
     Standing::could_not_tell, 3, "could not tell"},
    {"a recommended finding before an error of the rig",
     [](RunRecord& run) {
       run.cases[0].verdict = Verdict::error;
       add_finding(run, Verdict::fail, "R-1");
     },
     Standing::could_not_tell, 3, "could not tell"},
    {"a finding on a clause that cannot be tested",
     [](RunRecord& run) { add_finding(run, Verdict::fail, "N-1"); }, Standing::certified, 0,
     "certified: a board"},
    {"a finding on no clause that is known", [](RunRecord& run) { add_finding(run, Verdict::fail, "X-1"); },
     Standing::certified, 0, "certified: a board"},
};

/// A run of cases that found these of M-1, which is `level` and `testable`.
RequirementRecord concluded(const std::vector<Tally>& tallies, Level level = Level::mandatory,
                            bool testable = true) {
  RunRecord run;
  run.requirements = {requirement("M-1", level, Verdict::error)};
  run.requirements[0].testable = testable;
  run.requirements[0].reason = "of before";
  for (const Tally& tally : tallies) {
    CaseRecord one;
    one.requirements["M-1"] = tally;
    run.cases.push_back(one);
  }
  run.cases.emplace_back();  // it does not cite M-1
  conclude(run);
  return run.requirements[0];
}

const Tally passed{3, Verdict::pass};
const Tally failed{3, Verdict::fail};
const Tally unlooked{};
const Tally ruled_out{0, Verdict::not_applicable, "no wire", Unassessed::ruled_out};
const Tally not_reached{0, Verdict::not_applicable, "not reached", Unassessed::reservation};

}  // namespace

BOOST_DATA_TEST_CASE(a_run_stands_by_its_mandatory_clauses, boost::unit_test::data::make(changes), change) {
  RunRecord run = good_run();
  change.make(run);
  BOOST_TEST((standing_of(run) == change.standing));
  BOOST_TEST(exit_status(run) == change.status);
  BOOST_TEST(headline(run) == change.headline);
  BOOST_TEST(reservation_texts(run).empty() == (change.standing != Standing::with_reservations));
}

BOOST_AUTO_TEST_CASE(a_requirement_is_as_bad_as_its_worst_case) {
  BOOST_TEST((concluded({}).verdict == Verdict::not_run));
  BOOST_TEST((concluded({passed, passed}).verdict == Verdict::pass));
  BOOST_TEST((concluded({failed, passed}).verdict == Verdict::fail));
  BOOST_TEST((concluded({unlooked, passed}).verdict == Verdict::pass));
  BOOST_TEST((concluded({passed, not_reached}).verdict == Verdict::pass));
  BOOST_TEST(concluded({passed, not_reached}).reason.empty());
}

BOOST_AUTO_TEST_CASE(what_no_case_assessed_is_reserved_unless_every_case_rules_it_out) {
  BOOST_TEST(!concluded({ruled_out, ruled_out}).reserved);
  BOOST_TEST(concluded({ruled_out, not_reached}).reserved);
  BOOST_TEST(concluded({not_reached, ruled_out}).reserved);
  BOOST_TEST(concluded({not_reached}).reserved);
  BOOST_TEST(concluded({ruled_out, unlooked}).reserved);
  BOOST_TEST(!concluded({not_reached}, Level::recommended).reserved);
  BOOST_TEST(!concluded({not_reached}, Level::mandatory, false).reserved);
  BOOST_TEST(!concluded({passed, not_reached}).reserved);
  BOOST_TEST(!concluded({}).reserved);
}

BOOST_AUTO_TEST_CASE(each_reason_is_told_once) {
  BOOST_TEST(concluded({ruled_out, unlooked}).reason == "no wire");
  BOOST_TEST(concluded({ruled_out, not_reached, ruled_out}).reason == "no wire; not reached");
}

BOOST_AUTO_TEST_CASE(
    a_failed_run_says_that_power_on_decides_which_registers_nobody_resets_and_how_to_mend_it) {
  RunRecord run;
  BOOST_TEST(power_on_texts(run).empty());
  run.power_on = PowerOnTrial{{"A.One", "A.Two", "B.One"}, {}, {}, {"u.state"}};
  BOOST_TEST(power_on_texts(run).empty());
  run.power_on->pass_otherwise = {"A.Two"};
  const std::vector<std::string> by_seed = {
      "passes with another power-on seed: A.Two (1 of the 3 failed cases that were run again); registers "
      "without a reset: u.state",
      "reset these registers, or give them an initial value"};
  BOOST_TEST(power_on_texts(run) == by_seed, boost::test_tools::per_element());
  run.power_on->pass_from_zero = {"A.One", "A.Two"};
  run.power_on->registers = {"a", "b", "c", "d", "e", "f", "g"};
  BOOST_TEST(power_on_texts(run).front() ==
             "pass when registers start at 0: A.One, A.Two (2 of the 3 failed cases that were run again); "
             "registers without a reset: a, b, c, d, e and 2 more");
  run.power_on->registers.clear();
  BOOST_TEST(
      power_on_texts(run).back() ==
      "reset each register, or give it an initial value; where the device promises that registers start at "
      "0, state registers = \"zero\" under [power_on] in the description");
}
