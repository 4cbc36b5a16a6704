/// The page of ustc: its seats, its messages and its settings, and whole games.

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "games/blokus/contests/ustc/ustc.hpp"
#include "rig/base/errors.hpp"
#include "rig/tests/contains.hpp"
#include "rig/tests/printers.hpp"

namespace rig::protocol {

namespace {

using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(page)

const Move giving_up{"pass"};

BOOST_AUTO_TEST_CASE(seats_and_requests) {
  const Contest contest = ustc();
  BOOST_TEST(contest.name == "ustc");
  BOOST_TEST(contest.title == "USTC competition: Blokus over files, a program for each game");
  BOOST_TEST(contest.board == 14);
  BOOST_TEST((contest.boards == std::vector<int>{14, 20}));
  BOOST_TEST(contest.codes == 91U);
  BOOST_TEST((contest.medium() == Medium::files));
  BOOST_TEST((contest.dialect->files() == contest.dialect.get()));
  BOOST_TEST((contest.dialect->bytes() == nullptr));
  BOOST_TEST(!contest.per_move);
  BOOST_TEST(!contest.late_is_pass);
  BOOST_TEST(contest.host_may_go_on);
  BOOST_TEST((contest.next_match == NextMatch::unspecified));
  BOOST_TEST(!contest.greets);
  BOOST_TEST(!contest.end.has_value());
  BOOST_REQUIRE(contest.seats.size() == 2U);
  const Seat& first = contest.seats[0];
  const Seat& second = contest.seats[1];
  BOOST_TEST(first.name == "player 1");
  BOOST_TEST(first.moves_first);
  BOOST_TEST(second.player == Player::two);
  const std::vector<Request> begin{{RequestKind::first, "1", {}}};
  BOOST_TEST((contest.requests(first, {}) == begin));
  const std::vector<Request> answer{{RequestKind::second, "2", {{"1:4-4"}}}};
  BOOST_TEST((contest.requests(second, {0, {{"1:4-4"}}}) == answer));
  BOOST_TEST((contest.requests(first, {1, {giving_up}}) ==
              std::vector{Request{RequestKind::move, "", {giving_up}}}));
  BOOST_TEST(contest.new_game(second)->to_move() == Player::one);  // player 1 begins, whoever sits where
}

BOOST_AUTO_TEST_CASE(messages_as_people_see_them) {
  const Contest contest = ustc();
  const auto text = [&](const Request& request) { return to_text(contest.dialect->encode(request)); };
  BOOST_TEST(text({RequestKind::first, "1", {}}) == "-1 -1\n0\n0");
  BOOST_TEST(text({RequestKind::move, "", {{"18:4-4,4-5,5-5,5-6,6-6"}}}) == "4 4 4 5 5 5 5 6 6 6 \n18\n1");
  BOOST_TEST(text({RequestKind::move, "", {giving_up}}) == "-1 -1\n<step>\n0");
  BOOST_TEST(to_text(ustc(20).dialect->encode({RequestKind::first, "1", {}})) == "-1 -1\n0\n0\n<colour>");
  BOOST_CHECK_THROW(text({RequestKind::move, "", {{"nonsense"}}}), RigError);
  BOOST_CHECK_THROW(text({RequestKind::hello, "", {}}), RigError);
  BOOST_TEST(contest.dialect->label({RequestKind::first, "1", {}}) == "-1 -1/0/0");
  BOOST_TEST(contest.dialect->label({RequestKind::move, "", {giving_up}}) == "-1 -1/step/0");
}

BOOST_AUTO_TEST_CASE(the_time_for_a_move_is_a_setting) {
  const auto limit = [](const std::map<std::string, std::string>& named) {
    return ustc(14, named).dialect->expects({RequestKind::move, "", {giving_up}}).deadline;
  };
  BOOST_TEST((limit({}) == 30s));
  BOOST_TEST((limit({{"time", "1"}}) == 1s));
  BOOST_TEST((limit({{"time", "0.25"}}) == 250ms));
  for (const char* wrong : {"", "0", "-1", "1s", "1.2.3", "1e3", "nan", "0x10", ".", "100000"})
    BOOST_CHECK_EXCEPTION(limit({{"time", wrong}}), UsageError, saying({"time"}));
}

const Setting& setting(const Contest& contest, const std::string& name) {
  const auto found = std::find_if(contest.settings.begin(), contest.settings.end(),
                                  [&](const Setting& one) { return one.name == name; });
  BOOST_REQUIRE(found != contest.settings.end());
  return *found;
}

BOOST_AUTO_TEST_CASE(two_players_have_one_colour_each_or_two) {
  BOOST_TEST(ustc(14).seats[0].name == "player 1");
  BOOST_TEST(ustc(14).seats[1].name == "player 2");
  BOOST_TEST(ustc(14).colours == 1);
  BOOST_TEST(ustc(20).colours == 2);
  BOOST_TEST((ustc(14).dialect->expects({RequestKind::end, {}, {}}).kind == ReplyKind::silence));
}

BOOST_AUTO_TEST_CASE(settings_belong_to_a_board_and_reach_its_games) {
  const Contest small = ustc(14, {{"starts", "figure"}});
  BOOST_TEST(setting(small, "starts").value == "figure");
  BOOST_TEST(setting(small, "starts").allowed.front() == "judge");
  BOOST_TEST(small.new_game(small.seats[0])->judge({"1:9-4"}).legal);
  const Contest large = ustc(20, {{"corners", "any"}});
  BOOST_TEST(setting(large, "corners").value == "any");
  BOOST_TEST(large.new_game(large.seats[0])->judge({"1:0-0"}).legal);
  BOOST_TEST(!ustc(20).new_game(large.seats[0])->judge({"1:0-0"}).legal);
  BOOST_CHECK_THROW(ustc(14, {{"corners", "any"}}), UsageError);
  BOOST_CHECK_THROW(ustc(20, {{"starts", "judge"}}), UsageError);
  BOOST_CHECK_THROW(ustc(14, {{"starts", "judges"}}), UsageError);
}

BOOST_AUTO_TEST_CASE(are_found_by_name_with_the_settings_of_their_board) {
  BOOST_TEST(find_contest("ustc").board == 14);
  BOOST_TEST(&find_contest("ustc", {14}) == &find_contest("ustc"));
  BOOST_TEST(find_contest("ustc", {20}).board == 20);
  const Contest& large = find_contest("ustc", {20, {{"corners", "any"}, {"time", "1"}}});
  BOOST_TEST(setting(large, "corners").value == "any");
  BOOST_TEST(setting(large, "time").value == "1");
  BOOST_TEST(&large == &find_contest("ustc", {20, {{"time", "1"}, {"corners", "any"}}}));
  BOOST_TEST(setting(find_contest("ustc", {{}, {{"starts", "figure"}}}), "starts").value == "figure");
  BOOST_CHECK_THROW(find_contest("ustc", {20, {{"starts", "figure"}}}), UsageError);
  BOOST_CHECK_THROW(find_contest("ustc", {{}, {{"corners", "any"}}}), UsageError);
  BOOST_CHECK_THROW(find_contest("ustc", {15}), UsageError);
}

BOOST_AUTO_TEST_CASE(other_boards_are_refused_by_name) {
  for (const int board : {-1, 0, 13, 15, 19, 21})
    BOOST_CHECK_EXCEPTION(ustc(board), UsageError, saying({"allowed are 14 and 20"}));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(games)

/// What a game is worth by its moves alone, counted without the engine.
struct Count {
  std::array<int, 2> cells{};
  std::array<int, 2> score{};
};

Count counted(int board, const std::vector<std::string>& moves) {
  const std::size_t colours = board == 14 ? 2 : 4;
  std::array<int, 4> cells{};
  std::array<int, 4> pieces{};
  std::array<std::string, 4> last;
  std::array<bool, 4> out{};
  std::size_t turn = 0;
  for (const std::string& move : moves) {
    while (board == 14 && out[turn]) turn = (turn + 1) % colours;
    if (move == "pass") {
      out[turn] = true;
    } else {
      cells[turn] += 1 + static_cast<int>(std::count(move.begin(), move.end(), ','));
      ++pieces[turn];
      last[turn] = move.substr(0, move.find(':'));
    }
    turn = (turn + 1) % colours;
  }
  Count count;
  for (std::size_t colour = 0; colour < colours; ++colour) {
    count.cells[colour % 2] += cells[colour];
    count.score[colour % 2] += cells[colour] + (pieces[colour] < 21 ? 0 : last[colour] == "1" ? 20 : 15);
  }
  return count;
}

const char* name_of(Result::State state) {
  constexpr const char* names[] = {"open", "player 1", "player 2", "draw"};
  return names[static_cast<std::size_t>(state)];
}

BOOST_AUTO_TEST_CASE(recorded_ones_replay_with_the_same_result) {
  std::ifstream file(RIG_SOURCE_DIR "/games/blokus/fixtures/ustc/games.json");
  BOOST_REQUIRE(file);
  std::set<std::string> winners;
  std::set<std::string> boards;
  std::set<int> bonuses;
  const nlohmann::json games = nlohmann::json::parse(file).at("games");
  for (const auto& game : games) {
    const int board = game.at("board");
    std::map<std::string, std::string> named = game.at("settings");
    const Contest contest = ustc(board, named);
    const auto ruling = contest.new_game(contest.seats[0]);
    const std::vector<std::string> moves = game.at("moves");
    for (const std::string& move : moves) {
      BOOST_REQUIRE(ruling->result().state == Result::State::open);
      const Judgement judgement = ruling->judge({move});
      BOOST_REQUIRE_MESSAGE(judgement.legal, move << ": " << judgement.explanation);
      ruling->play({move});
    }
    const Result result = ruling->result();
    const Count count = counted(board, moves);
    BOOST_TEST(name_of(result.state) == game.at("winner").get<std::string>());
    BOOST_TEST((result.score == game.at("score").get<std::array<int, 2>>()));
    BOOST_TEST((result.score == count.score));
    for (const std::size_t player : {0U, 1U}) {
      BOOST_TEST(result.squares_left[player] + count.cells[player] == (board == 14 ? 89 : 178));
      bonuses.insert(count.score[player] - count.cells[player]);
    }
    winners.insert(name_of(result.state));
    boards.insert(std::to_string(board) + (named.empty() ? "" : " " + named.begin()->second));
  }
  BOOST_TEST((winners == std::set<std::string>{"player 1", "player 2", "draw"}));
  BOOST_TEST((boards == std::set<std::string>{"14", "14 figure", "20", "20 any"}));
  BOOST_TEST((bonuses.contains(0) && bonuses.contains(15) && bonuses.contains(20)));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::protocol
