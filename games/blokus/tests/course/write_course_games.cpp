// Writes games/blokus/fixtures/course/games.json: games between the rig's own opponents as a platform leaves
// their files at the end, some of them with a violation left in the files. Give it a seed for others:
// `write_course_games [SEED] > games/blokus/fixtures/course/games.json`.
#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "games/blokus/contests/blokus_ruling.hpp"
#include "games/blokus/contests/course/course.hpp"
#include "games/blokus/contests/course/course_files.hpp"
#include "rig/base/random.hpp"
#include "rig/player/opponent.hpp"

namespace {

using namespace rig::protocol;
using nlohmann::ordered_json;

/// The files of a game as both players' programs wrote them.
struct Files {
  course_text::Board board;
  course_text::LeftPattern red{"player = E00000001", {course_text::all_pieces()}, false};
  course_text::LeftPattern blue{"player = E00000002", {course_text::all_pieces()}, false};
  std::vector<course_text::LoggedStep> log;

  course_text::LeftPattern& left(char colour) { return colour == course_text::red ? red : blue; }

  void cover(char colour, const course_text::Step& step) {
    for (const auto& cell : rig::blokus::cells_of(rig::blokus::placement_of(course_text::code_of(step))))
      board.set(cell.y, cell.x, colour);
  }
  void take(char colour, int number) {
    auto row = left(colour).rows.back();
    row[static_cast<std::size_t>(number) - 1] = false;
    left(colour).rows.push_back(row);
  }
  void place(char colour, const Move& move) {
    const course_text::Step step = course_text::parse_step(move.text).value();
    cover(colour, step);
    take(colour, step.pattern.number);
    log.push_back({colour, move});
  }
};

char colour_of(Player player) {
  return player == Player::one ? course_text::red : course_text::blue;
}

/// Plays until `plies` steps or to the end; the pass that ends the game is not logged.
struct Played {
  std::unique_ptr<Ruling> game = new_course_game();
  Files files;
};

Played play(const std::string& red, const std::string& blue, int plies, std::uint64_t seed) {
  Played played;
  auto one = rig::player::new_opponent("blokus", red, rig::Random(seed));
  auto two = rig::player::new_opponent("blokus", blue, rig::Random(seed + 1));
  one->new_game();
  two->new_game();
  while (played.game->ply() < plies && played.game->result().state == Result::State::open) {
    const Player player = played.game->to_move();
    const Move move = (player == Player::one ? one : two)->choose(*played.game);
    const bool passes = played.game->is_pass(move);
    played.game->play(move);
    const bool over = played.game->result().state != Result::State::open;
    if (!passes) {
      played.files.place(colour_of(player), move);
    } else if (!over) {
      played.files.log.push_back({colour_of(player), {"Pass"}});
    }
  }
  return played;
}

ordered_json written(const std::string& id, const Files& files, bool board_ends_with_newline,
                     const std::string& ends) {
  return {{"id", id},
          {"ends", ends},
          {"steplog", course_text::write_step_log(files.log)},
          {"board", course_text::write_board(files.board, board_ends_with_newline)},
          {"left_red", course_text::write_left_pattern(files.red)},
          {"left_blue", course_text::write_left_pattern(files.blue)}};
}

std::string word(Result::State state) {
  switch (state) {
    case Result::State::open: return "open";
    case Result::State::one_won: return "red";
    case Result::State::two_won: return "blue";
    case Result::State::draw: return "draw";
  }
  return "?";
}

/// A first placement that is legal now, by any of its names.
course_text::Step some_step(const Ruling& game, rig::Random& random) {
  const std::vector<Move> legal = game.legal_moves();
  return course_text::parse_step(legal[random.below(static_cast<std::uint32_t>(legal.size()))].text).value();
}

ordered_json two_pieces(std::uint64_t seed) {
  Played played = play("random", "largest", 3, seed);  // Blue's second turn
  rig::Random random(seed);
  const auto first = some_step(*played.game, random);
  played.files.cover(course_text::blue, first);
  auto later = played.game->clone();
  later->play({course_text::to_string(first)});
  later->play({"PASS"});
  course_text::Step second = some_step(*later, random);
  played.files.cover(course_text::blue, second);
  played.files.take(course_text::blue, first.pattern.number);
  played.files.blue.rows.back()[static_cast<std::size_t>(second.pattern.number) - 1] = false;
  return written("two-pieces", played.files, true, "board.difference left.difference");
}

ordered_json emptied(std::uint64_t seed) {
  Played played = play("hugger", "random", 6, seed);  // Red's fourth turn
  rig::Random random(seed);
  played.files.cover(course_text::red, some_step(*played.game, random));
  ordered_json game = written("emptied", played.files, true, "left.format");
  game["left_red"] = "";
  return game;
}

/// A placement in the files that breaks a rule: no corner contact.
ordered_json no_corner(std::uint64_t seed) {
  Played played = play("largest", "smallest", 8, seed);
  const course_text::Step step{{1, false, 0}, 1, 14};
  if (played.game->judge({course_text::to_string(step)}).rule != "corner")
    throw std::runtime_error("1-14 breaks another rule: try another seed");
  played.files.cover(course_text::red, step);
  played.files.take(course_text::red, 1);
  return written("no-corner", played.files, false, "rule corner");
}

/// The step log that the text prints, which its figure lost, and the other files that go with it.
ordered_json example_of_the_text() {
  Played played;
  for (const char* step : {"pattern19() ^ 5-5", "pattern11(R,R,R) ^ 9-10", "pattern10(H) ^ 3-2",
                           "pattern06(H,R,R) ^ 12-12", "pattern07(H) ^ 3-8", "PASS"}) {
    const char colour = colour_of(played.game->to_move());
    played.game->play({step});
    if (course_text::is_pass(step)) {
      played.files.log.push_back({colour, {step}});
    } else {
      played.files.place(colour, {step});
    }
  }
  return written("example of the text", played.files, false, "open");
}

ordered_json games(std::uint64_t seed) {
  const std::vector<std::array<std::string, 2>> pairs = {
      {"random", "random"},     {"largest", "smallest"},      {"outlasts", "largest"},
      {"smallest", "outlasts"}, {"passes-early", "coverage"}, {"coverage", "absent"},
      {"blocker", "generous"},  {"hugger", "opener"}};
  ordered_json list = {example_of_the_text()};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Played played = play(pairs[i][0], pairs[i][1], 1000, seed + 10 * i);
    list.push_back(written(pairs[i][0] + " against " + pairs[i][1], played.files, i % 2 == 0,
                           word(played.game->result().state)));
  }
  list.push_back(two_pieces(seed));
  list.push_back(emptied(seed));
  list.push_back(no_corner(seed));
  return list;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const std::uint64_t seed = argc > 1 ? std::stoull(argv[1]) : 1;
    const ordered_json all = {
        {"_doc",
         "Games between the rig's own opponents: the files byte for byte as a platform leaves them at the "
         "end; "
         "the pass that ends a game is not logged. `ends`: who wins, `open`, or what is wrong with the last "
         "write, which is in the files but not in the log: its aspects, or the rule that it breaks. Written "
         "by "
         "games/blokus/tests/course/write_course_games.cpp."},
        {"seed", seed},
        {"games", games(seed)}};
    std::cout << all.dump(1) << "\n";
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "write_course_games: " << error.what() << "\n";
    return 1;
  }
}
