// Games whose files were kept: the project's own, and those that the platform refereed where a working copy
// has them beside the project. Every log replays, and the board and the pieces left are what it says.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "games/blokus/contests/blokus_ruling.hpp"
#include "games/blokus/contests/course/course.hpp"
#include "games/blokus/contests/course/course_files.hpp"
#include "games/blokus/contests/course/course_reading.hpp"

namespace rig::protocol {
namespace {

using course_text::Board;
using course_text::LeftPattern;
using course_text::LoggedStep;
using nlohmann::json;

json read_json(const std::string& path) {
  std::ifstream file(path);
  BOOST_REQUIRE_MESSAGE(file, "cannot read " << path);
  return json::parse(file);
}

const std::string own = RIG_SOURCE_DIR "/games/blokus/fixtures/course/games.json";
const std::string platforms = RIG_SOURCE_DIR "/../shared/data/course-games.json";

template <typename T>
T value_of(const course_text::ReadAs<T>& read) {
  BOOST_REQUIRE_MESSAGE(read.value, read.why);
  return *read.value;
}

/// A game as its log tells it, step by step.
struct Replay {
  std::unique_ptr<Ruling> game = new_course_game();
  Board board;
  std::map<char, LeftPattern> left;

  char to_move() const { return game->to_move() == Player::one ? course_text::red : course_text::blue; }

  void follow(const LoggedStep& step) {
    BOOST_REQUIRE_MESSAGE(game->result().state == Result::State::open, step.move.text << " after the end");
    BOOST_REQUIRE_EQUAL(step.colour, to_move());
    const Judgement judgement = game->judge(step.move);
    BOOST_REQUIRE_MESSAGE(judgement.legal, step.move.text << ": " << judgement.explanation);
    game->play(step.move);
    if (const auto placed = course_text::parse_step(step.move.text)) place(step.colour, *placed);
  }

  void place(char colour, const course_text::Step& step) {
    for (const auto& cell : blokus::cells_of(blokus::placement_of(course_text::code_of(step))))
      board.set(cell.y, cell.x, colour);
    auto& rows = left.at(colour).rows;
    rows.push_back(rows.back());
    rows.back()[static_cast<std::size_t>(step.pattern.number) - 1] = false;
  }
};

/// How the files of a game end: `red`, `blue`, `draw` or `open` when the log tells all; else what is wrong
/// with the last write, which the log does not have.
std::string ending(const Replay& replay, const json& files) {
  const char colour = replay.to_move();
  const bool is_red = colour == course_text::red;
  const std::string left_now = files.at(is_red ? "left_red" : "left_blue");
  const course_text::Asked asked{.colour = colour,
                                 .board_path = "board",
                                 .left_path = "left",
                                 .others_path = "other",
                                 .board = course_text::write_board(replay.board),
                                 .left = course_text::write_left_pattern(replay.left.at(colour)),
                                 .others = files.at(is_red ? "left_blue" : "left_red"),
                                 .log = files.at("steplog")};
  FileOutcome outcome;
  outcome.exit_status = 0;
  outcome.files = {
      {"board", files.at("board")}, {"left", left_now}, {"other", asked.others}, {"StepLog.txt", asked.log}};
  const FileAnswer answer = course_text::read_answer(asked, outcome, CourseSettings::Unchanged::loss);
  std::string aspects;
  for (const Irregularity& one : answer.irregularities) aspects += (aspects.empty() ? "" : " ") + one.aspect;
  if (!aspects.empty()) return aspects;
  return "rule " + replay.game->judge(answer.move.value()).rule;
}

/// Who has won when the players still in the game pass: the pass that ends a game is not logged.
std::string ended(const Replay& replay) {
  const auto game = replay.game->clone();
  while (game->result().state == Result::State::open) game->play(game->pass());
  return game->result().state == Result::State::one_won ? "red" : "blue";
}

/// The same, from the letters on the board.
std::string won_by_letters(const std::string& board) {
  return std::count(board.begin(), board.end(), 'R') > std::count(board.begin(), board.end(), 'B') ? "red"
                                                                                                   : "blue";
}

void check(const json& files, const std::string& ends) {
  BOOST_TEST_CONTEXT("game " << files.at("id")) {
    const std::string text = files.at("steplog");
    const auto log = value_of(course_text::read_step_log(text));
    BOOST_TEST(course_text::write_step_log(log) == text);
    Replay replay;
    const auto header = [&](const char* name) {
      const std::string left = files.at(name);
      return left.empty() ? std::string("player = E0") : left.substr(0, left.find('\n'));
    };
    replay.left = {{course_text::red, {header("left_red"), {course_text::all_pieces()}, false}},
                   {course_text::blue, {header("left_blue"), {course_text::all_pieces()}, false}}};
    for (const LoggedStep& step : log) replay.follow(step);
    const bool told = ends == "red" || ends == "blue" || ends == "open";
    if (!told) {
      BOOST_TEST(ending(replay, files) == ends);
      return;
    }
    const std::string board = files.at("board");
    if (ends != "open") BOOST_TEST(ended(replay) == ends);
    BOOST_TEST((value_of(course_text::read_board(board)) == replay.board));
    BOOST_TEST(course_text::write_board(replay.board, board.ends_with('\n')) == board);
    BOOST_TEST(course_text::write_left_pattern(replay.left.at(course_text::red)) ==
               files.at("left_red").get<std::string>());
    BOOST_TEST(course_text::write_left_pattern(replay.left.at(course_text::blue)) ==
               files.at("left_blue").get<std::string>());
  }
}

BOOST_AUTO_TEST_SUITE(course_recorded)

BOOST_AUTO_TEST_CASE(own_games_replay_to_their_files) {
  const json all = read_json(own).at("games");
  BOOST_TEST(all.size() == 12U);
  for (const json& game : all) check(game, game.at("ends"));
}

BOOST_AUTO_TEST_CASE(games_of_the_platform_replay_as_its_facts_say) {
  if (!std::filesystem::exists(platforms)) {
    BOOST_TEST_MESSAGE("no course-games.json beside the project: only its own fixtures were read");
    return;
  }
  // What is wrong with the last write, where the platform refused it: a piece a second time (the same row
  // again), two pieces in one write, an emptied file.
  const std::map<int, std::string> ends = {
      {3, "left.difference"}, {17, "board.difference"}, {52, "left.format"}};
  const json all = read_json(platforms).at("games");
  BOOST_TEST(all.size() == 12U);
  for (const json& game : all) {
    const auto known = ends.find(game.at("id").get<int>());
    check(game, known == ends.end() ? won_by_letters(game.at("board")) : known->second);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::protocol
