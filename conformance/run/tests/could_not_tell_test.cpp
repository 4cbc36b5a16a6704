/// What tests in real time may excuse by a busy machine, and what never.

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "conformance/run/tests/real_time.hpp"

using namespace conformance::testing_programs;
using nlohmann::json;

namespace {

json report(const std::string& case_verdict,
            const std::vector<std::pair<std::string, std::string>>& findings) {
  json list = json::array();
  for (const auto& [verdict, summary] : findings)
    list.push_back({{"verdict", verdict}, {"summary", summary}});
  return {{"cases", {{{"id", "A.Case"}, {"verdict", case_verdict}, {"findings", std::move(list)}}}}};
}

constexpr const char* late = "\"0\" was answered after 1.25 s; the deadline is 1.00 s";
constexpr const char* illegal = "a000: no such tile";

}  // namespace

BOOST_AUTO_TEST_CASE(uncertain_instants_cannot_be_told_whatever_the_machine_did) {
  for (const bool busy : {false, true}) {
    const auto why = why_it_could_not_tell(report("inconclusive", {{"inconclusive", late}}), 3, busy);
    BOOST_TEST_REQUIRE(why.has_value());
    BOOST_TEST(*why == std::string("A.Case: ") + late);
  }
}

BOOST_AUTO_TEST_CASE(a_late_reply_is_excused_by_a_busy_machine_alone) {
  const json one = report("fail", {{"fail", late}, {"fail", "the game was lost on ply 3 (second)"}});
  BOOST_TEST(why_it_could_not_tell(one, 1, true).has_value());
  BOOST_TEST(!why_it_could_not_tell(one, 1, false).has_value());
}

BOOST_AUTO_TEST_CASE(a_host_that_was_given_up_for_such_findings_alone_cannot_be_told) {
  const std::string silent = "the referee neither sent anything nor ended for 9.60 s, and was computing";
  const std::string closed =
      "board 1 does not answer the handshake: the referee opened no port for its boards";
  const std::string endless = "a short game: the referee was not at the end of its game after 18.0 s";
  json one = report("inconclusive",
                    {{"inconclusive", silent}, {"fail", silent}, {"fail", closed}, {"fail", endless}});
  one["cases"].push_back({{"id", "B.Case"}, {"verdict", "not run"}, {"findings", json::array()}});
  json& left_out = one["cases"].back();
  left_out["reason"] = "no game came to its end in 2 cases, one after the other";
  BOOST_TEST(why_it_could_not_tell(one, 3, true).has_value());
  BOOST_TEST(!why_it_could_not_tell(one, 3, false).has_value());
  left_out["reason"] = "the DUT does not answer";
  BOOST_TEST(!why_it_could_not_tell(one, 3, true).has_value());
  left_out["reason"] = "no game came to its end in the first case";
  one["cases"][0]["findings"] = json::array({one["cases"][0]["findings"][0]});
  BOOST_TEST(why_it_could_not_tell(one, 3, true).has_value());
  BOOST_TEST(!why_it_could_not_tell(one, 3, false).has_value(), "in quiet it has to be told");
}

BOOST_AUTO_TEST_CASE(what_is_found_after_a_late_reply_is_excused_with_it) {
  for (const char* next : {"6 bytes came after the complete reply: \"1RD1RD\"", "game 4 in a row went wrong",
                           "the reply to \"0\" is wrong: byte 1 is \"6\", expected \"1\""}) {
    const auto excused = [&](const std::vector<std::pair<std::string, std::string>>& found, bool busy) {
      return why_it_could_not_tell(report("fail", found), 1, busy).has_value();
    };
    BOOST_TEST(excused({{"fail", late}, {"fail", next}}, true), next);
    BOOST_TEST(!excused({{"fail", late}, {"fail", next}}, false), next);
    BOOST_TEST(!excused({{"fail", next}, {"fail", late}}, true), next);
    BOOST_TEST(!excused({{"fail", next}}, true), next);
  }
}

BOOST_AUTO_TEST_CASE(a_program_that_is_started_anew_is_excused_in_the_case_in_which_it_was_late) {
  json two = report("fail", {{"fail", late}});
  two["cases"].push_back(report("fail", {{"fail", illegal}})["cases"][0]);
  for (const auto& [dut, excused] : std::map<std::string, bool>{
           {"exec:./player", false}, {"pty:./player", false}, {"serial:/dev/ttyUSB0", true}}) {
    two["dut"]["name"] = dut;
    BOOST_TEST(why_it_could_not_tell(two, 1, true).has_value() == excused, dut);
  }
}

/// A failed recommendation makes no run inconclusive.
BOOST_AUTO_TEST_CASE(what_could_not_be_told_is_so_beside_what_fails_without_a_part_in_the_status) {
  const json one = report("inconclusive", {{"fail", illegal}, {"inconclusive", late}});
  BOOST_TEST(why_it_could_not_tell(one, 3, false).value_or("") == std::string("A.Case: ") + late);
  BOOST_TEST(!why_it_could_not_tell(report("fail", {{"fail", illegal}}), 3, true).has_value());
}

BOOST_AUTO_TEST_CASE(a_wrong_content_always_tells) {
  BOOST_TEST(!why_it_could_not_tell(report("fail", {{"fail", illegal}}), 1, true).has_value());
  BOOST_TEST(!why_it_could_not_tell(report("fail", {{"inconclusive", late}, {"fail", illegal}}), 1, true)
                  .has_value());
}

BOOST_AUTO_TEST_CASE(an_error_tells_unless_it_is_about_the_machine) {
  BOOST_TEST(!why_it_could_not_tell(report("error", {{"error", "The case cites X and ended."}}), 3, true)
                  .has_value());
  BOOST_TEST(!why_it_could_not_tell(report("error", {}), 3, true).has_value());
  BOOST_TEST(
      why_it_could_not_tell(
          report("error", {{"error", "exec got no processor for 31 s: this machine is too busy."}}), 3, true)
          .has_value());
}

BOOST_AUTO_TEST_CASE(a_run_without_a_finding_or_with_another_end_tells) {
  BOOST_TEST(!why_it_could_not_tell(report("pass", {}), 3, true).has_value());
  BOOST_TEST(!why_it_could_not_tell(report("not run", {{"inconclusive", late}}), 3, true).has_value());
  for (const int status : {0, 2, 139})
    BOOST_TEST(
        !why_it_could_not_tell(report("inconclusive", {{"inconclusive", late}}), status, true).has_value());
}

BOOST_AUTO_TEST_CASE(what_tells_in_the_end_is_not_skipped) {
  const TemporaryFolder folder;
  int runs = 0;
  const auto outcome = told(0, folder.file("none.json"), [&] { return Outcome{++runs == 1 ? 0 : 1, ""}; });
  BOOST_TEST_REQUIRE(outcome.has_value());
  BOOST_TEST(runs == 1);
  BOOST_TEST(told(0, folder.file("none.json"),
                  [] {
                    return Outcome{1, ""};
                  })->status == 1,
             "no report, no excuse");
}

// What the program says of itself as a whole; these three are run by the test below alone.
BOOST_AUTO_TEST_CASE(one_that_passes, *boost::unit_test::disabled()) {
  BOOST_TEST(true);
}

BOOST_AUTO_TEST_CASE(one_that_fails, *boost::unit_test::disabled()) {
  BOOST_TEST(false);
}

BOOST_AUTO_TEST_CASE(one_that_is_skipped, *boost::unit_test::disabled()) {
  skip("the machine was busy");
}

BOOST_AUTO_TEST_CASE(a_program_is_skipped_only_when_none_of_its_tests_failed) {
  constexpr int failed = 201;  // Boost.Test's
  constexpr int skipped = 77;
  for (const auto& [tests, status] : std::map<std::string, int>{{"passes", 0},
                                                                {"fails", failed},
                                                                {"is_skipped", skipped},
                                                                {"is_skipped,one_that_passes", skipped},
                                                                {"is_skipped,one_that_fails", failed},
                                                                {"fails,one_that_is_skipped", failed}}) {
    const Outcome outcome = run("/proc/self/exe", {"--run_test=one_that_" + tests});
    BOOST_TEST(outcome.status == status, tests << "\n" << outcome.output);
  }
}
