// The live page of a run, part by part, and what it reads in a transcript.
#include <fmt/format.h>

#include <boost/test/unit_test.hpp>
#include <map>
#include <string>

#include "conformance/run/live/followed_case.hpp"
#include "conformance/run/live/run_page.hpp"
#include "rig/tests/contains.hpp"

namespace conformance::live {

using namespace std::chrono_literals;
using rig::contains;
using rig::protocol::Player;
using rig::report::CaseRecord;

namespace {

const rig::protocol::Contest& contest() {
  static const rig::protocol::Contest one = rig::protocol::find_contest("icfpt2014");
  return one;
}

std::string hex_of(const std::string& text) {
  std::string hex;
  for (const char c : text) hex += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return hex;
}

/// At so many milliseconds.
std::string sent(const std::string& text, int at) {
  return fmt::format(R"(["send","{0}",0,[{1},{1}],[{1},{1}]])", hex_of(text), at * 1'000'000);
}

void hear_reply(FollowedCase& follows, const std::string& text, int at) {
  for (const char c : text)
    follows.hear(
        fmt::format(R"(["receive",0,"byte",{0},[{1},{1}],[{1},{1}]])", static_cast<int>(c), at * 1'000'000));
}

CaseRecord record_of(const std::string& id, rig::Verdict verdict, const std::string& summary = {}) {
  CaseRecord one;
  one.id = id;
  one.title = "does <this>";
  one.verdict = verdict;
  one.samples.push_back({"0", 1s, {3ms, 4ms}});
  if (!summary.empty()) one.findings.push_back({rig::Verdict::fail, "RULE-1", summary, {}});
  return one;
}

struct Page {
  std::map<std::string, std::string> parts() const {
    std::map<std::string, std::string> all;
    std::uint64_t seen = 0;
    for (const auto& change : hub.changes(seen, 0ms)) all[change.name] = change.part->html();
    return all;
  }

  rig::live::Hub hub;
  RunPage page{hub, contest(), {}, 2};
};

}  // namespace

BOOST_AUTO_TEST_SUITE(followed_case)

BOOST_AUTO_TEST_CASE(has_the_time_of_a_reply_from_the_end_of_the_request) {
  FollowedCase follows(contest());
  BOOST_TEST(follows.hear(sent("0", 10)));
  BOOST_TEST(follows.exchanges().back().waits);
  BOOST_TEST(!follows.exchanges().back().took.has_value());
  hear_reply(follows, "1AB", 14);
  const ShownExchange& last = follows.exchanges().back();
  BOOST_TEST(last.request == "0");
  BOOST_TEST(last.reply == "1AB");
  BOOST_TEST((last.took == rig::Latency{4ms, 4ms}));
  BOOST_TEST((last.deadline == 1s));
  BOOST_TEST(!last.waits);
}

BOOST_AUTO_TEST_CASE(has_the_time_of_a_reply_as_exactly_as_it_is_known) {
  FollowedCase follows(contest());
  follows.hear(R"(["send","30",0,[0,0],[1000000,3000000]])");
  for (const char c : std::string("1AB"))
    follows.hear(
        fmt::format(R"(["receive",0,"byte",{},[9000000,9500000],[10000000,14000000]])", static_cast<int>(c)));
  BOOST_TEST((follows.exchanges().back().took == rig::Latency{7ms, 13ms}));
}

BOOST_AUTO_TEST_CASE(follows_a_game_from_its_first_request) {
  FollowedCase follows(contest());
  follows.hear(sent("25", 0));
  BOOST_REQUIRE(follows.game());
  const auto ruling = contest().new_game(follows.game()->first);
  const rig::protocol::Move move = ruling->legal_moves().front();
  hear_reply(follows, move.text, 5);
  BOOST_REQUIRE(follows.game()->moves.size() == 1U);
  BOOST_TEST((follows.game()->moves.front() == std::pair(follows.game()->own, move.text)));
  const ShownPosition now = position_of(contest(), *follows.game());
  BOOST_TEST(!now.refused);
  BOOST_TEST(now.board.caption == "move 1 by the device: " + move.text);
}

BOOST_AUTO_TEST_CASE(marks_a_move_that_the_rules_do_not_allow) {
  FollowedCase follows(contest());
  follows.hear(sent("25", 0));
  hear_reply(follows, "11a0", 5);
  const ShownPosition now = position_of(contest(), *follows.game());
  BOOST_TEST(now.refused);
  BOOST_TEST(contains(now.board.caption, "against the rules"));
}

BOOST_AUTO_TEST_CASE(a_reset_ends_the_game) {
  FollowedCase follows(contest());
  follows.hear(sent("25", 0));
  follows.hear(R"(["reset",0,0,""])");
  BOOST_TEST(!follows.game().has_value());
}

BOOST_AUTO_TEST_CASE(shows_bytes_that_are_no_request) {
  FollowedCase follows(contest());
  follows.hear(sent("\x01zz", 0));
  BOOST_REQUIRE(follows.exchanges().size() == 1U);
  BOOST_TEST(follows.exchanges().back().request == "\\x01zz");
}

BOOST_AUTO_TEST_CASE(keeps_the_last_exchanges_and_no_more) {
  FollowedCase follows(contest());
  for (int i = 0; i < 100; ++i) follows.hear(sent("0", i));
  BOOST_TEST(follows.exchanges().size() == FollowedCase::most_exchanges);
}

BOOST_AUTO_TEST_CASE(lines_that_say_nothing_change_nothing) {
  FollowedCase follows(contest());
  for (const char* line :
       {"", "{", "[]", "[1]", R"(["send"])", R"(["send","zz",0,[0,0],[0,0]])", R"({"case":"X"})",
        R"(["receive",0,"byte",99999,[0,0],[0,0]])", R"(["health",0,0,0,0,0,0,0])"})
    BOOST_TEST(!follows.hear(line), line);
  BOOST_TEST(follows.exchanges().empty());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(run_page)

BOOST_AUTO_TEST_CASE(a_case_is_a_line_that_changes_when_it_ends) {
  Page shown;
  shown.page.begins("A.One", "does <this>");
  BOOST_TEST(contains(shown.parts()["cases/1"], "running"));
  BOOST_TEST(contains(shown.parts()["cases/1"], "does &lt;this&gt;"));
  shown.page.ended(record_of("A.One", rig::Verdict::pass));
  BOOST_TEST(contains(shown.parts()["cases/1"], "pass"));
  BOOST_TEST(contains(shown.parts()["cases/1"], "4.00 ms / 1 s"));
  BOOST_TEST(contains(shown.parts()["head"], "1 of 2 cases have ended"));
}

BOOST_AUTO_TEST_CASE(the_first_failure_stays) {
  Page shown;
  shown.page.ended(record_of("A.One", rig::Verdict::fail, "it was <late>"));
  shown.page.ended(record_of("A.Two", rig::Verdict::fail, "it was wrong"));
  const std::string failure = shown.parts()["failure"];
  BOOST_TEST(contains(failure, "it was &lt;late&gt;"));
  BOOST_TEST(!contains(failure, "it was wrong"));
}

BOOST_AUTO_TEST_CASE(times_of_all_cases_are_counted_together) {
  Page shown;
  shown.page.ended(record_of("A.One", rig::Verdict::pass));
  shown.page.ended(record_of("A.Two", rig::Verdict::pass));
  BOOST_TEST(contains(shown.parts()["latencies"], "Latencies of 0: 2 measured"));
}

BOOST_AUTO_TEST_CASE(one_of_the_cases_that_run_side_by_side_is_followed) {
  Page shown;
  shown.page.begins("A.One", "");
  shown.page.begins("A.Two", "");
  shown.page.heard("A.Two", sent("0", 0));
  BOOST_TEST(shown.parts()["now"].empty());
  shown.page.heard("A.One", sent("0", 0));
  BOOST_TEST(contains(shown.parts()["now"], "Now: A.One"));
  shown.page.ended(record_of("A.One", rig::Verdict::pass));
  shown.page.begins("A.Three", "");
  shown.page.heard("A.Three", sent("0", 0));
  BOOST_TEST(contains(shown.parts()["now"], "Now: A.Three"));
}

BOOST_AUTO_TEST_CASE(a_reply_is_late_only_if_it_surely_was) {
  for (const int earliest : {1, 1001}) {
    Page shown;
    shown.page.begins("A.One", "");
    shown.page.heard("A.One", sent("0", 0));
    for (const char c : std::string("1AB"))
      shown.page.heard("A.One", fmt::format(R"(["receive",0,"byte",{0},[{1},{2}],[{1},{2}]])",
                                            static_cast<int>(c), earliest * 1'000'000, 1'500'000'000));
    BOOST_TEST(contains(shown.parts()["now"], "(late)") == (earliest > 1000), earliest);
  }
}

BOOST_AUTO_TEST_CASE(what_a_dut_said_is_escaped) {
  Page shown;
  shown.page.begins("A.One", "");
  shown.page.heard("A.One", sent("<b>", 0));
  BOOST_TEST(contains(shown.parts()["now"], "&lt;b&gt;"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace conformance::live
