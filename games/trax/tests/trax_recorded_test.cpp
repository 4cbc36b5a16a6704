// Games with every tile, list and result known: the project's own, and the full collection where a working
// copy has it beside the project.
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "games/trax/rules/position.hpp"

namespace rig::trax {
namespace {

using nlohmann::json;
using Texts = std::set<std::string>;

const std::string fixtures = RIG_SOURCE_DIR "/games/trax/fixtures/";
const std::string collection = RIG_SOURCE_DIR "/../shared/data/";

json read_json(const std::string& path) {
  std::ifstream file(path);
  BOOST_REQUIRE_MESSAGE(file, "cannot read " << path);
  return json::parse(file);
}

/// A list of the full collection, or nothing where it is not there (said, since the test then proves less).
json read_collection(const char* list) {
  const std::string path = collection + "trax-games.json";
  if (!std::filesystem::exists(path)) {
    BOOST_TEST_MESSAGE("no trax-games.json beside the project: only its own fixtures were read");
    return json::array();
  }
  return read_json(path).at(list);
}

Texts texts(const std::vector<Move>& moves) {
  Texts set;
  for (const Move& move : moves) set.insert(to_string(move));
  return set;
}

Texts texts(const std::vector<Laid>& tiles) {
  Texts set;
  for (const Laid& laid : tiles) set.insert(to_string(laid.cell) + ":" + std::string(edges(laid.tile)));
  return set;
}

Texts words(const std::string& text) {
  std::istringstream in(text);
  Texts set;
  for (std::string word; in >> word;) set.insert(word);
  return set;
}

/// Plays a recorded move, whose tiles must be these; the chosen one must come first.
void play(Position& position, const std::string& text, const Texts& expected) {
  const Legality legality = position.judge(text);
  BOOST_REQUIRE_MESSAGE(legality.legal(), text << ": " << to_string(legality.broken) << "\n"
                                               << draw(position));
  const Move move = parse_move(text).value();
  const bool column_before = position.ply() > 0 && move.column == 0;
  const bool row_before = position.ply() > 0 && move.row == 0;
  const std::vector<Laid> laid = position.play(move);
  BOOST_TEST(texts(laid) == expected, boost::test_tools::per_element());
  BOOST_REQUIRE(!laid.empty());
  const Cell first =
      position.ply() == 1 ? Cell{1, 1} : Cell{move.column + column_before, move.row + row_before};
  BOOST_TEST((laid.front().cell == first), text);
  BOOST_TEST((symbol_of(laid.front().tile) == move.symbol), text);
}

const char* name(Result::State state) {
  switch (state) {
    case Result::State::open: return "";
    case Result::State::white: return "W";
    case Result::State::red: return "R";
    case Result::State::draw: return "draw";
  }
  return "?";
}

/// What lies on the board: `WL WV RL RV` for loops and lines.
Texts made(const Result& result) {
  Texts set;
  if (result.white_loop) set.insert("WL");
  if (result.white_line) set.insert("WV");
  if (result.red_loop) set.insert("RL");
  if (result.red_line) set.insert("RV");
  return set;
}

std::vector<std::string> rows_of(const Position& position) {
  std::vector<std::string> rows;
  for (int row = 1; row <= position.height(); ++row) {
    std::string& line = rows.emplace_back();
    for (int column = 1; column <= position.width(); ++column) {
      const auto tile = position.tile_at(column, row);
      line += tile ? letter(*tile) : '.';
    }
  }
  return rows;
}

Texts as_set(const json& list) {
  return list.get<Texts>();
}

BOOST_AUTO_TEST_SUITE(trax_recorded)

BOOST_AUTO_TEST_CASE(own_games_go_as_they_were_played) {
  const json games = read_json(fixtures + "games.json").at("games");
  BOOST_TEST(games.size() >= 20U);
  for (const json& game : games) {
    BOOST_TEST_CONTEXT(game.at("name")) {
      Position position(Rules{game.at("lines"), game.at("board")});
      for (const json& turn : game.at("turns")) {
        BOOST_TEST(position.count_legal() == turn.at("legal").get<int>());
        const json judged = turn.value("judged", json::object());
        for (const auto& [text, verdict] : judged.items()) {
          BOOST_TEST(to_string(position.judge(text).broken) == verdict.get<std::string>(), text);
        }
        play(position, turn.at("move"), words(turn.at("laid")));
      }
      const Result result = position.result();
      BOOST_TEST(name(result.state) == game.at("winner").get<std::string>());
      BOOST_TEST(made(result) == as_set(game.at("made")), boost::test_tools::per_element());
      BOOST_TEST(position.longest_path(Colour::white) == game.at("longest")[0].get<int>());
      BOOST_TEST(position.longest_path(Colour::red) == game.at("longest")[1].get<int>());
    }
  }
}

void replay_collected(const json& game) {
  Position position;
  const json& legal_after = game.at("legal_after");
  int index = 0;
  for (const json& ply : game.at("plies")) {
    BOOST_TEST_CONTEXT("ply " << index + 1) {
      play(position, ply.at("m"), as_set(ply.at("placed")));
      BOOST_TEST(position.width() == ply.at("w").get<int>());
      BOOST_TEST(position.height() == ply.at("h").get<int>());
      BOOST_TEST(position.count_legal() == ply.at("n_legal_after").get<int>());
      const auto list = legal_after.find(std::to_string(index));
      if (list != legal_after.end()) {
        BOOST_TEST(texts(position.legal_moves()) == as_set(*list), boost::test_tools::per_element());
      }
    }
    ++index;
  }
  BOOST_TEST(rows_of(position) == game.at("final").get<std::vector<std::string>>(),
             boost::test_tools::per_element());
  const json& end = game.at("end");
  const Result result = position.result();
  BOOST_TEST(position.over() == end.at("over").get<bool>());
  BOOST_TEST(made(result) == as_set(end.at("flags")), boost::test_tools::per_element());
  BOOST_TEST(name(result.state) == (end.at("winner").is_null() ? "" : end.at("winner").get<std::string>()));
  while (position.ply() > 0) position.undo();
  BOOST_TEST(texts(position.legal_moves()) == (Texts{"@0+", "@0/"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(collected_games_go_as_the_engines_played_them) {
  for (const char* list : {"games", "special"}) {
    for (const json& game : read_collection(list)) {
      BOOST_TEST_CONTEXT(game.at("id")) {
        replay_collected(game);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(collected_illegal_moves_break_the_rule_that_the_engines_named) {
  for (const json& illegal : read_collection("illegal")) {
    BOOST_TEST_CONTEXT(illegal.at("id")) {
      Position position;
      for (const std::string move : illegal.at("prefix")) position.play(parse_move(move).value());
      const std::string move = illegal.at("move");
      const Legality legality = position.judge(move);
      BOOST_TEST(to_string(legality.broken) == illegal.at("expect").get<std::string>(), move);
    }
  }
}

BOOST_AUTO_TEST_CASE(collected_games_on_a_limited_board_go_as_the_engines_played_them) {
  for (const json& game : read_collection("bounded")) {
    BOOST_TEST_CONTEXT(game.at("id")) {
      Position position(Rules{false, game.at("board_n")});
      const json& moves = game.at("moves");
      for (std::size_t i = 0; i < moves.size(); ++i) {
        play(position, moves[i], as_set(game.at("placed")[i]));
        BOOST_TEST(position.count_legal() == game.at("n_legal_after")[i].get<int>());
      }
      const Result result = position.result();
      BOOST_TEST(name(result.state) == game.at("result").get<std::string>());
      BOOST_TEST((result.by == Result::By::loop) == (game.at("reason") == "loop"));
      BOOST_TEST((result.by == Result::By::path) == (game.at("reason") == "longest-path"));
      BOOST_TEST(position.tiles() == game.at("tiles").get<int>());
      BOOST_TEST(position.longest_path(Colour::white) == game.at("longest").at("W").get<int>());
      BOOST_TEST(position.longest_path(Colour::red) == game.at("longest").at("R").get<int>());
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::trax
