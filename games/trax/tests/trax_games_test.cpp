// The oracle beside the slow second implementation, over random games. Run with `-- GAMES [SEED]` for other
// numbers than the quick ones.
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <set>
#include <string>
#include <vector>

#include "games/trax/rules/path_across.hpp"
#include "games/trax/rules/position.hpp"
#include "games/trax/tests/slow_trax.hpp"
#include "rig/base/random.hpp"

namespace rig::trax {
namespace {

namespace data = boost::unit_test::data;

/// The n-th number after `--` on the command line.
std::uint64_t argument(int n, std::uint64_t otherwise) {
  const auto& suite = boost::unit_test::framework::master_test_suite();
  return n < suite.argc ? std::stoull(suite.argv[n]) : otherwise;
}
std::uint64_t games() {
  return argument(1, 24);
}
std::uint64_t seed() {
  return argument(2, 20150907);
}

/// How a random game is played. Uniform games end soon; shy ones avoid moves that end them, so that boards
/// grow large and cascades long.
enum class Manner : std::uint8_t { uniform, shy };

struct Kind {
  std::string name;
  Rules rules;
  Manner manner;
  int plies;                                // at most
  std::uint64_t games_in_quick_ones_share;  // one game of this kind for so many of the first
};
std::ostream& operator<<(std::ostream& out, const Kind& kind) {
  return out << kind.name;
}

const std::vector<Kind> kinds = {
    {"loops and lines, uniform", {true, 0}, Manner::uniform, 200, 1},
    {"loops and lines, shy", {true, 0}, Manner::shy, 45, 6},
    {"loops only, shy", {false, 0}, Manner::shy, 45, 8},
    {"loops only on 8 x 8, uniform", {false, 8}, Manner::uniform, 200, 2},
    {"loops only on 8 x 8, shy", {false, 8}, Manner::shy, 200, 3},
    {"loops only on 9 x 9, shy", {false, 9}, Manner::shy, 200, 8},
    {"loops and lines on 11 x 11, shy", {true, 11}, Manner::shy, 200, 12},
};

std::set<std::string> texts(const std::vector<Move>& moves) {
  std::set<std::string> set;
  for (const Move& move : moves) set.insert(to_string(move));
  return set;
}

std::set<std::string> texts(const std::vector<Laid>& tiles) {
  std::set<std::string> set;
  for (const Laid& laid : tiles) set.insert(to_string(laid.cell) + ":" + std::string(edges(laid.tile)));
  return set;
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

const char* reason(bool loop, bool line, const std::string& winner) {
  if (winner.empty()) return "none";
  if (loop && line) return "loop and line";
  return loop ? "loop" : line ? "line" : "path";
}

void compare_board(const Position& position, const slow_trax::Game& slow) {
  const slow_trax::Box box = slow_trax::box_of(slow.cells());
  BOOST_TEST(position.width() == slow.width());
  BOOST_TEST(position.height() == slow.height());
  BOOST_TEST(static_cast<std::size_t>(position.tiles()) == slow.cells().size());
  BOOST_TEST((position.to_move() == Colour::white) == (slow.to_move() == 'W'));
  bool same = true;
  for (int column = -1; column <= position.width() + 2; ++column) {
    for (int row = -1; row <= position.height() + 2; ++row) {
      const auto found = slow.cells().find({box.left + column - 1, box.top + row - 1});
      const auto tile = position.tile_at(column, row);
      const std::string_view text = tile ? edges(*tile) : "";
      same = same && text == (found == slow.cells().end() ? "" : found->second);
    }
  }
  BOOST_TEST(same, "the tiles differ");
}

void compare_result(const Position& position, slow_trax::Game& slow) {
  const Result result = position.result();
  const std::string winner = slow.winner();
  BOOST_TEST(name(result.state) == winner);
  BOOST_TEST(position.over() == !winner.empty());
  BOOST_TEST(result.white_loop == slow.loop('W'));
  BOOST_TEST(result.red_loop == slow.loop('R'));
  BOOST_TEST(result.white_line == slow.line('W'));
  BOOST_TEST(result.red_line == slow.line('R'));
  const char colour = winner == "R" ? 'R' : 'W';
  BOOST_TEST(to_string(result.by) == reason(slow.loop(colour), slow.line(colour), winner));
  BOOST_TEST(position.longest_path(Colour::white) == slow.longest_path('W'));
  BOOST_TEST(position.longest_path(Colour::red) == slow.longest_path('R'));
  const bool by_path = result.by == Result::By::path;
  BOOST_TEST(result.white_path == (by_path ? slow.longest_path('W') : 0));
  BOOST_TEST(result.red_path == (by_path ? slow.longest_path('R') : 0));
}

void compare_paths_across(const Position& position, const slow_trax::Game& slow) {
  if (position.tiles() == 0) return;
  const auto any_colour = [&](int one, int other) {
    return slow_trax::leads_across(slow.cells(), 'W', one, other) ||
           slow_trax::leads_across(slow.cells(), 'R', one, other);
  };
  for (const auto& [colour, letter] : {std::pair{Colour::white, 'W'}, {Colour::red, 'R'}}) {
    BOOST_TEST(has_path_across(position, colour, Across::columns) ==
               slow_trax::leads_across(slow.cells(), letter, 3, 1));
    BOOST_TEST(has_path_across(position, colour, Across::rows) ==
               slow_trax::leads_across(slow.cells(), letter, 0, 2));
  }
  BOOST_TEST(has_short_line(position, Across::columns) == (slow.width() == 7 && any_colour(3, 1)));
  BOOST_TEST(has_short_line(position, Across::rows) == (slow.height() == 7 && any_colour(0, 2)));
}

/// Every move of the box and the two rims around it: judged alike.
void compare_judgements(const Position& position, slow_trax::Game& slow) {
  for (int column = 0; column <= position.width() + 2; ++column) {
    for (int row = 0; row <= position.height() + 2; ++row) {
      for (const Symbol symbol : symbols) {
        const slow_trax::Move move{column, row, to_char(symbol)};
        const Legality legality = position.judge(Move{column, row, symbol});
        BOOST_TEST(to_string(legality.broken) == slow.judge(move), move.text());
        BOOST_TEST((legality.broken == Broken::cascade) == legality.colour.has_value());
      }
    }
  }
}

/// Plays one random game on both, to its end or as far as it may go; then takes it all back.
void compare_game(const Kind& kind, Random random) {
  Position position(kind.rules);
  slow_trax::Game slow(kind.rules.lines, kind.rules.board, Random(random.next()));
  std::vector<std::string> moves;
  std::vector<Position> before;
  while (position.ply() < kind.plies) {
    BOOST_TEST_CONTEXT("ply " << position.ply() + 1 << "\n" << draw(position)) {
      compare_board(position, slow);
      compare_result(position, slow);
      compare_paths_across(position, slow);
      if (position.over()) break;
      const auto legal = slow.legal_moves();
      std::set<std::string> expected;
      std::vector<slow_trax::Move> choices;
      for (const auto& [text, move] : legal) {
        expected.insert(text);
        choices.push_back(move);
      }
      BOOST_TEST(texts(position.legal_moves()) == expected, boost::test_tools::per_element());
      BOOST_TEST(static_cast<std::size_t>(position.count_legal()) == expected.size());
      BOOST_TEST(position.has_legal_move() == !expected.empty());
      if (random.below(8) == 0) compare_judgements(position, slow);

      before.push_back(position);
      slow_trax::Move chosen = choices[random.below(static_cast<std::uint32_t>(choices.size()))];
      for (int retry = 0; kind.manner == Manner::shy && retry < 30; ++retry) {
        position.play(*parse_move(chosen.text()));
        const bool ends = position.over();
        position.undo();
        if (!ends) break;
        chosen = choices[random.below(static_cast<std::uint32_t>(choices.size()))];
      }
      moves.push_back(chosen.text());
      const std::vector<Laid> laid = position.play(*parse_move(chosen.text()));
      BOOST_TEST(texts(laid) == slow.play(chosen), boost::test_tools::per_element());
      BOOST_TEST((laid == position.last_turn()));
    }
  }
  for (; !before.empty(); before.pop_back()) {
    position.undo();
    BOOST_TEST(texts(position.legal_moves()) == texts(before.back().legal_moves()),
               boost::test_tools::per_element());
    BOOST_TEST(draw(position) == draw(before.back()));
  }
}

BOOST_AUTO_TEST_SUITE(trax_games)

BOOST_DATA_TEST_CASE(oracle_and_slow_rules_agree_all_along, data::make(kinds), kind) {
  const std::uint64_t count = (games() + kind.games_in_quick_ones_share - 1) / kind.games_in_quick_ones_share;
  BOOST_TEST_MESSAGE(count << " games, " << kind.name << ", seed " << seed());
  for (std::uint64_t game = 0; game < count; ++game) {
    BOOST_TEST_CONTEXT(kind.name << ", game " << game << ", seed " << seed()) {
      compare_game(kind, Random(derive_seed(seed(), kind.name + "#" + std::to_string(game))));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::trax
