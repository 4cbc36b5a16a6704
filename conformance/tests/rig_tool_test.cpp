/// The lab tools, as a script uses them.

#define BOOST_TEST_MODULE rig_tool
#include <boost/test/unit_test.hpp>
#include <sstream>

#include "conformance/tests/programs.hpp"

using namespace conformance::testing_programs;

namespace {

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of('\n');
  if (end == std::string::npos) return {};
  const std::size_t begin = text.rfind('\n', end);
  return text.substr(begin == std::string::npos ? 0 : begin + 1,
                     end - (begin == std::string::npos ? 0 : begin + 1) + 1);
}

}  // namespace

BOOST_AUTO_TEST_CASE(perft_gives_the_published_numbers) {
  for (const char* start : {"5", "a"}) {
    const Outcome outcome = run(RIG, {"perft", "--game", "blokus-duo", "--start", start, "--depth", "3"});
    BOOST_TEST(outcome.status == 0);
    BOOST_TEST(outcome.output ==
               "perft 1: placements 414 codes 712\n"
               "perft 2: placements 171396 codes 506944\n"
               "perft 3: placements 89204762 codes 481966722\n");
  }
}

BOOST_AUTO_TEST_CASE(moves_lists_the_legal_codes_sorted) {
  const Outcome count = run(RIG, {"moves", "--contest", "icfpt2014", "--first", "5", "--count", "53e0",
                                  "a8e0", "21k7", "94j0", "61a0", "71b3"});
  BOOST_TEST(count.output == "placements 282 codes 512\n");
  const Outcome list = run(RIG, {"moves", "--contest", "icfpt2014", "--first", "5", "53e0", "a8e0", "21k7",
                                 "94j0", "61a0", "71b3"});
  std::istringstream lines(list.output);
  std::string previous;
  int codes = 0;
  for (std::string line; std::getline(lines, line); ++codes) {
    BOOST_TEST(previous < line);
    previous = line;
  }
  BOOST_TEST(codes == 512);
  const Outcome first = run(RIG, {"moves", "--contest", "icfpt2014", "--first", "a", "--count"});
  BOOST_TEST(first.output == "placements 414 codes 712\n");
}

BOOST_AUTO_TEST_CASE(moves_refuses_an_illegal_game) {
  const Outcome outcome = run(RIG, {"moves", "--contest", "icfpt2014", "--first", "5", "53e0", "53e0"});
  BOOST_TEST(outcome.status == 2);
  BOOST_TEST(outcome.output.find("Ply 2") != std::string::npos, outcome.output);
}

BOOST_AUTO_TEST_CASE(moves_counts_nothing_where_one_must_pass) {
  // Passing on and on: after two passes the game is over and nothing is legal.
  const Outcome outcome =
      run(RIG, {"moves", "--contest", "icfpt2014", "--count", "53e0", "a8e0", "0000", "0000"});
  BOOST_TEST(outcome.output == "placements 0 codes 0\n");
}

BOOST_AUTO_TEST_CASE(check_judges_ply_by_ply_and_stops_at_the_first_violation) {
  const Outcome good = run(RIG, {"check", "--contest", "icfpt2014", "--first", "5", "53e0", "a8e0"});
  BOOST_TEST(good.status == 0);
  BOOST_TEST(good.output == "1 53e0 ok\n2 a8e0 ok\nresult open squares 85 85 score -85 -85\n");
  const std::vector<std::pair<std::vector<std::string>, std::string>> broken = {
      {{"zz"}, "1 zz illegal malformed"},
      {{"53E0"}, "1 53E0 illegal malformed"},
      {{"0000"}, "1 0000 illegal pass"},
      {{"aaa0"}, "1 aaa0 illegal start"},
      {{"05a0"}, "1 05a0 illegal occupied"},
      {{"53e0", "0000"}, "2 0000 illegal pass"},
      {{"53e0", "55a0"}, "2 55a0 illegal occupied"},
      {{"53e0", "a8e0", "21e0"}, "3 21e0 illegal used"},
      {{"53e0", "a8e0", "63b0"}, "3 63b0 illegal edge"},
      {{"53e0", "a8e0", "11a0"}, "3 11a0 illegal corner"},
  };
  for (const auto& [codes, line] : broken) {
    std::vector<std::string> words = {"check", "--contest", "icfpt2014", "--first", "5"};
    words.insert(words.end(), codes.begin(), codes.end());
    const Outcome outcome = run(RIG, words);
    BOOST_TEST(outcome.status == 0);
    BOOST_TEST(outcome.output.find(line + "\n") != std::string::npos, outcome.output);
    const std::string winner = codes.size() % 2 == 1 ? "result second" : "result first";
    BOOST_TEST(last_line(outcome.output).find(winner) == 0, outcome.output);
  }
}

BOOST_AUTO_TEST_CASE(mistyped_words_are_answered_with_the_nearest) {
  const Outcome contest = run(RIG, {"check", "--contest", "icfpt2015", "53e0"});
  BOOST_TEST(contest.status == 2);
  BOOST_TEST(contest.output.find("icfpt2014") != std::string::npos);
  BOOST_TEST(run(RIG, {"perft", "--game", "blokus"}).status == 2);
  BOOST_TEST(run(RIG, {"perft", "--depht", "2"}).output.find("Did you mean \"--depth\"?") !=
             std::string::npos);
  BOOST_TEST(run(RIG, {"prefet"}).output.find("Did you mean \"perft\"?") != std::string::npos);
  BOOST_TEST(run(RIG, {"check", "--contest", "icfpt2014", "--first", "6", "53e0"}).status == 2);
}
