/// A design that is not conformant because of what registers hold that nobody resets.

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "conformance/run/tests/programs.hpp"
#include "rig/tests/contains.hpp"

using namespace conformance::testing_programs;
using nlohmann::json;
using rig::contains;
using rig::in_one_line;
using Words = std::vector<std::string>;

namespace {

const std::string hello_case = "Handshake.AnswersWithTeamCode";

Outcome certify(const TemporaryFolder& folder, const std::string& dut, const std::string& cases) {
  return run(CERTIFY,
             {"--contest", "icfpt2014", "--dut", dut, "--seed", "3", "--filter", cases, "--reports", "",
              "--json", folder.file("report.json"), "--html", folder.file("report.html"), "--transcript",
              folder.file("transcript.jsonl")},
             {"CONTEST_RIG_MODELS=" FIXTURE_MODELS, "NO_COLOR=1"});
}

json report_in(const TemporaryFolder& folder) {
  return json::parse(content_of(folder.file("report.json")));
}

}  // namespace

BOOST_AUTO_TEST_CASE(
    a_design_that_is_right_from_zero_is_not_conformant_and_told_which_registers_nobody_resets) {
  const TemporaryFolder folder;
  const Outcome ran = certify(folder, "rtl:unset", hello_case + ",FirstMove.WhenItBegins");
  BOOST_TEST(ran.status == 1, ran.output);
  const std::string page = content_of(folder.file("report.html"));
  for (const std::string said : {"passes when registers start at 0: Handshake.AnswersWithTeamCode (1 of the "
                                 "2 failed cases that were run "
                                 "again); registers without a reset: mask",
                                 "reset these registers, or give them an initial value; where the device "
                                 "promises that registers start at 0, "
                                 "state registers = "}) {
    BOOST_TEST(contains(in_one_line(ran.output), said), said << " is missing in: " << ran.output);
    BOOST_TEST(contains(page, said), said << " is missing in the page");
  }
  const json trial = report_in(folder).at("power_on");
  BOOST_TEST(trial.at("tried").size() == 2U);
  BOOST_TEST((trial.at("pass_from_zero") == json{hello_case}));
  BOOST_TEST((trial.at("registers") == json{"mask"}));

  // A replay has no model: it says nothing of it, and the verdict is the same.
  const TemporaryFolder again;
  const Outcome replay = run(CERTIFY,
                             {"--dut", "transcript:" + folder.file("transcript.jsonl"), "--reports", "",
                              "--json", again.file("report.json")},
                             {"NO_COLOR=1"});
  BOOST_TEST(replay.status == 1, replay.output);
  BOOST_TEST(report_in(again).at("power_on").is_null());
  BOOST_TEST(!contains(replay.output, "registers start at 0"), replay.output);
}

BOOST_AUTO_TEST_CASE(what_was_done_to_try_it_can_be_asked_for_and_is_recorded) {
  const TemporaryFolder folder;
  const Outcome ran = certify(folder, "rtl:unset?power_on=zero", hello_case);
  BOOST_TEST(ran.status == 0, ran.output);
  const json report = report_in(folder);
  BOOST_TEST(report.at("power_on").is_null());
  BOOST_TEST(contains(content_of(folder.file("report.json")), "registers_at_power_on"));
  const Outcome wrong = certify(folder, "rtl:unset?power_on=one", hello_case);
  BOOST_TEST(wrong.status == 2);
  BOOST_TEST(contains(wrong.output, "power_on: found \"one\", expected \"zero\" or a number from 1"),
             wrong.output);
}

BOOST_AUTO_TEST_CASE(a_design_that_fails_for_other_reasons_gets_no_such_hint) {
  const TemporaryFolder folder;
  const Outcome ran = certify(folder, "rtl:hello", "FirstMove.WhenItBegins");
  BOOST_TEST(ran.status == 1, ran.output);
  BOOST_TEST(report_in(folder).at("power_on").is_null());
  BOOST_TEST(!contains(ran.output, "at 0"), ran.output);
}
