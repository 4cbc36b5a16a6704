/// Games as text that is read back, and the match as JSON.

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "rig/arbiter/series/match_json.hpp"
#include "rig/arbiter/series/record_check.hpp"
#include "rig/arbiter/tests/referee_tools.hpp"
#include "rig/base/errors.hpp"
#include "rig/tests/contains.hpp"

namespace rig::arbiter {
namespace {

using namespace std::chrono_literals;
using protocol::Player;
using State = protocol::Result::State;

const MatchIdentity match{
    "course", std::nullopt, {{"tie", "draw"}}, {"builtin:blokus", "files:./a \"b\" c\\d"}, 7};

std::string clause_of(const std::string& aspect) {
  return aspect == "move.deadline" ? "COURSE-TIME-1" : "";
}

SeriesGame lost_game() {
  SeriesGame one{3, Player::two, {}};
  one.game.seats = {protocol::find_contest("course").seats[0], protocol::find_contest("course").seats[1]};
  one.game.teams = {"", "XY"};
  one.game.plies = {{Player::one, {"pattern19() ^ 5-5"}, Latency{1ms, 2ms}}, {Player::two, {"PASS"}, {}}};
  one.game.result = {State::two_won, {84, 89}, {5, 0}, "late"};
  one.game.loss = Loss{
      Player::one, {LossKind::illegal_move, "move.used", "it was placed before"}, 3, {"pattern19() ^ 1-1"}};
  one.game.remarks = {{3, Player::one, {"move.deadline", "late"}}};
  return one;
}

std::string match_json(const protocol::Contest& contest, const std::vector<SeriesGame>& games) {
  std::string text;
  MatchJson json(contest, match, {"one", "two"}, clause_of, [&](const std::string& more) { text += more; });
  for (const SeriesGame& one : games) json.add(one);
  json.end(standings_of(games));
  return text;
}

BOOST_AUTO_TEST_SUITE(record)

BOOST_AUTO_TEST_CASE(a_game_has_a_tag_a_line_and_a_move_a_line) {
  BOOST_TEST(record_of(match, lost_game(), clause_of) ==
             "[Contest \"course\"]\n"
             "[Set \"tie=draw\"]\n"
             "[Game \"3\"]\n"
             "[First \"builtin:blokus\"]\n"
             "[Second \"files:./a \\\"b\\\" c\\\\d\"]\n"
             "[FirstSeat \"Blue, second\"]\n"
             "[Seed \"7\"]\n"
             "[Begins \"Red\"]\n"
             "[Result \"first\"]\n"
             "[Ending \"illegal move\"]\n"
             "[Score \"0 5\"]\n"
             "[Loss \"illegal move: it was placed before\"]\n"
             "[Refused \"pattern19() ^ 1-1\"]\n"
             "pattern19() ^ 5-5\n"
             "PASS\n"
             "\n");
}

SeriesGame game_without_result() {
  SeriesGame one = lost_game();
  one.game.result = {State::open, {84, 89}, {5, 0}, ""};
  one.game.loss.reset();
  one.game.no_result = Remark{3, Player::one, {"move.deadline", "late, and starved"}};
  return one;
}

BOOST_AUTO_TEST_CASE(a_game_without_a_result_says_why_it_has_none) {
  const std::string text = record_of(match, game_without_result(), clause_of);
  BOOST_TEST(contains(text,
                      "[Result \"none\"]\n"
                      "[Ending \"busy machine\"]\n"
                      "[Score \"0 5\"]\n"
                      "[NoResult \"COURSE-TIME-1: late, and starved\"]\n"),
             text);
  BOOST_TEST(!contains(text, "Loss"), text);
  BOOST_TEST(read_records(text, "x")[0].no_result == "COURSE-TIME-1: late, and starved");
}

BOOST_AUTO_TEST_CASE(what_was_written_is_read_back) {
  const std::string text =
      record_of(match, lost_game(), clause_of) + record_of(match, lost_game(), clause_of);
  BOOST_TEST(looks_like_a_record(text));
  const std::vector<RecordedGame> games = read_records(text, "games.txt");
  BOOST_REQUIRE(games.size() == 2U);
  for (const RecordedGame& game : games) {
    BOOST_TEST(game.contest == "course");
    BOOST_TEST(!game.board.has_value());
    BOOST_REQUIRE(game.set.size() == 1U);
    BOOST_TEST(game.set[0] == "tie=draw");
    BOOST_TEST(game.begins.value() == "Red");
    BOOST_REQUIRE(game.moves.size() == 2U);
    BOOST_TEST(game.moves[0] == "pattern19() ^ 5-5");
    BOOST_TEST(game.refused == "pattern19() ^ 1-1");
    BOOST_TEST(game.result() == "first, illegal move");
  }
}

BOOST_AUTO_TEST_CASE(a_board_and_a_clause_stand_where_there_is_one) {
  MatchIdentity small = match;
  small.board = 8;
  SeriesGame game = lost_game();
  game.game.loss->breach.aspect = "move.deadline";
  game.game.loss->refused = {};
  const std::string text = record_of(small, game, clause_of);
  BOOST_TEST(contains(text, "[Board \"8\"]\n"), text);
  BOOST_TEST(contains(text, "[Loss \"illegal move, COURSE-TIME-1: it was placed before\"]\n"), text);
  BOOST_TEST(!contains(text, "Refused"), text);
  BOOST_TEST(read_records(text, "x")[0].board.value() == 8);
}

BOOST_AUTO_TEST_CASE(what_is_no_record_is_refused_with_its_line) {
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"", "line 0: there is no game"},
      {"53e0\n", "line 1: found \"53e0\""},
      {"[Game \"1\"]\n", "line 1: a game begins with [Contest"},
      {"[Contest \"course\"]\n[Borad \"8\"]\n", "line 2: Unknown tag \"Borad\". Did you mean \"Board\"?"},
      {"[Contest \"course\"]\n[Board \"eight\"]\n", "line 2: \"eight\" is no number"},
      {"[Contest \"course\"]\nPASS\n[Game \"1\"]\n", "line 3: a tag stands after the moves"},
      {"[Contest \"course\"]\nPASS\n\nPASS\n", "line 4: found \"PASS\""},
  };
  for (const auto& [text, why] : wrong) {
    try {
      read_records(text, "games.txt");
      BOOST_ERROR("taken: " << text);
    } catch (const UsageError& error) {
      BOOST_TEST(contains(error.what(), "games.txt, " + why), error.what());
    }
  }
}

BOOST_AUTO_TEST_CASE(lines_may_end_as_on_windows) {
  const std::vector<RecordedGame> games = read_records("[Contest \"heart-trax\"]\r\n@0+\r\n\r\n", "x");
  BOOST_TEST(games[0].contest == "heart-trax");
  BOOST_TEST(games[0].moves[0] == "@0+");
}

BOOST_AUTO_TEST_CASE(a_record_is_held_against_its_moves) {
  const protocol::Contest& trax = protocol::find_contest("heart-trax");
  RecordedGame loop;
  loop.contest = "heart-trax";
  loop.moves = {"@0/", "A2\\", "B1\\"};
  loop.first_seat = "White";
  loop.outcome = "second";
  loop.ending = "loop";
  loop.score = "0 0";
  RecordedGame open = loop;
  open.moves.pop_back();
  const auto with = [](RecordedGame game, const std::function<void(RecordedGame&)>& change) {
    change(game);
    return game;
  };
  const auto with_no_result = [](RecordedGame& game) {
    game.no_result = "late, and starved", game.outcome = "none", game.ending = "busy machine";
  };
  const std::vector<std::pair<RecordedGame, std::string>> records = {
      {loop, ""},
      {open, "the game is not over after its moves"},
      {with(loop, [](auto& game) { game.outcome = "first"; }), "the result is second"},
      {with(loop, [](auto& game) { game.outcome = "draw"; }), "the result is second"},
      {with(loop, [](auto& game) { game.first_seat = "Black"; }), "the result is first"},
      {with(loop, [](auto& game) { game.first_seat = "Green"; }), "heart-trax has no seat \"Green\""},
      {with(loop, [](auto& game) { game.ending = "line"; }), "the ending is loop"},
      {with(loop, [](auto& game) { game.score = "1 0"; }), "the score is 0 0"},
      {with(loop, [](auto& game) { game.loss = "time-out"; }), "the game was over before that (loop)"},
      {with(open, [](auto& game) { game.outcome = "draw", game.ending = "given up after 2 plies"; }), ""},
      {with(open, [](auto& game) { game.outcome = "draw", game.ending = "given up after 3 plies"; }),
       "the game is not over after its moves"},
      {with(open, [](auto& game) { game.loss = "time-out", game.ending = "time-out"; }), ""},
      {with(open, with_no_result), ""},
      {with(loop, with_no_result), "the game was over before that (loop)"},
      {with(open, [&](auto& game) { with_no_result(game), game.outcome = "draw"; }), "the result is none"},
      {with(open, [&](auto& game) { with_no_result(game), game.ending = "loop"; }),
       "the ending is busy machine"},
      {with(open, [](auto& game) { game.loss = "time-out", game.outcome = "first"; }),
       "the result is second"},
      {with(open, [](auto& game) { game.loss = "illegal move", game.refused = "@0+"; }), ""},
      {with(open, [](auto& game) { game.loss = "illegal move", game.refused = "B1\\"; }),
       "B1\\, which was refused, is legal"},
      {with(open, [](auto& game) { game.moves.clear(), game.loss = "time-out"; }), ""},
      {with(open, [](auto& game) { game.moves.clear(), game.loss = "time-out", game.outcome = "first"; }),
       ""},
  };
  for (const auto& [record, told] : records) {
    const auto game = trax.new_game(trax.seats[0]);
    for (const std::string& move : record.moves) game->play({move});
    BOOST_TEST(contradiction_in(record, trax, *game) == told, contradiction_in(record, trax, *game)
                                                                  << " for " << told);
  }
}

BOOST_AUTO_TEST_CASE(the_match_as_json_tells_all) {
  const protocol::Contest& course = protocol::find_contest("course", {.named = {{"tie", "draw"}}});
  const nlohmann::json json = nlohmann::json::parse(match_json(course, {lost_game(), lost_game()}));
  BOOST_TEST(json.at("match") == 1);
  BOOST_TEST(json.at("contest") == "course");
  BOOST_TEST(json.at("settings").at("tie") == "draw");
  BOOST_TEST(json.at("seed") == 7);
  BOOST_TEST(json.at("second").at("dut") == match.names[1]);
  BOOST_TEST(json.at("table").at("won") == 2);
  BOOST_TEST(json.at("games").size() == 2U);
  BOOST_TEST(nlohmann::json::parse(match_json(course, {})).at("games").empty());
  BOOST_TEST(json.at("table").at("elo").at("difference").is_null());
  const nlohmann::json& game = json.at("games").at(0);
  BOOST_TEST(game.at("number") == 3);
  BOOST_TEST(game.at("begins") == "second");
  BOOST_TEST(game.at("result") == "first");
  BOOST_TEST((game.at("score") == nlohmann::json{0, 5}));
  BOOST_TEST((game.at("teams") == nlohmann::json{"XY", ""}));
  BOOST_TEST(game.at("loss").at("side") == "second");
  BOOST_TEST(game.at("loss").at("kind") == "illegal move");
  BOOST_TEST(game.at("loss").at("refused") == "pattern19() ^ 1-1");
  BOOST_TEST(game.at("plies").at(0).at("side") == "second");
  BOOST_TEST(game.at("plies").at(0).at("took").at("longest_ns") == 2'000'000);
  BOOST_TEST(game.at("plies").at(1).at("took").is_null());
  BOOST_TEST(game.at("remarks").at(0).at("clause") == "COURSE-TIME-1");
  BOOST_TEST((game.at("time_used_ns") == nlohmann::json{0, 2'000'000}));
}

BOOST_AUTO_TEST_CASE(the_match_as_json_tells_of_games_without_a_result) {
  const protocol::Contest& course = protocol::find_contest("course", {.named = {{"tie", "draw"}}});
  const nlohmann::json json = nlohmann::json::parse(match_json(course, {lost_game(), game_without_result()}));
  BOOST_TEST(json.at("table").at("no_result") == 1);
  BOOST_TEST(json.at("table").at("won") == 1);
  BOOST_TEST(json.at("games").at(0).at("no_result").is_null());
  const nlohmann::json& game = json.at("games").at(1);
  BOOST_TEST(game.at("result") == "none");
  BOOST_TEST(game.at("ending") == "busy machine");
  BOOST_TEST(game.at("loss").is_null());
  BOOST_TEST(game.at("no_result").at("side") == "second");
  BOOST_TEST(game.at("no_result").at("ply") == 3);
  BOOST_TEST(game.at("no_result").at("clause") == "COURSE-TIME-1");
}

BOOST_AUTO_TEST_CASE(a_move_that_is_no_text_does_not_break_the_json) {
  SeriesGame game = lost_game();
  game.game.loss->refused = {"\xff\x01"};
  BOOST_TEST(nlohmann::json::accept(match_json(protocol::find_contest("course"), {game})));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::arbiter
