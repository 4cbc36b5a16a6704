#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "games/blokus/rules/perft.hpp"
#include "games/blokus/rules/position.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/random.hpp"

namespace rig::blokus {

static std::ostream& operator<<(std::ostream& out, Broken broken) {
  return out << to_string(broken);
}
static std::ostream& operator<<(std::ostream& out, const MoveCount& count) {
  return out << count.placements << " placements, " << count.codes << " codes";
}

namespace {

namespace data = boost::unit_test::data;

Code code(const std::string& text) {
  return parse_code(text).value();
}

/// Plays codes; each must be legal. "0000" passes.
Position after(const std::string& moves, int first = 0, const Variant& variant = duo()) {
  Position position(variant, first);
  std::istringstream words(moves);
  for (std::string word; words >> word;) {
    if (word == pass_code) {
      position.pass();
      continue;
    }
    BOOST_REQUIRE_MESSAGE(position.judge(code(word)) == Broken::none,
                          word << ": " << to_string(position.judge(code(word))) << "\n"
                               << draw(position));
    position.play(code(word));
  }
  return position;
}

const std::string table_2 = "53e0 a8e0 21k7 94j0 61a0 71b3";

Placement covering(Tile tile, const std::vector<Square>& squares) {
  const auto placement = placement_from_cells(squares);
  BOOST_REQUIRE(placement.has_value());
  BOOST_REQUIRE((tile_of(placement->orientation) == tile));
  return *placement;
}

BOOST_AUTO_TEST_SUITE(blokus_rules)

BOOST_AUTO_TEST_CASE(perft_gives_the_known_counts_whoever_starts) {
  for (const int first : {0, 1}) {
    const Position start(duo(), first);
    BOOST_TEST(perft(start, 0) == (PerftCount{1, 1}));
    BOOST_TEST(perft(start, 1) == (PerftCount{414, 712}));
    BOOST_TEST(perft(start, 2) == (PerftCount{171396, 506944}));
    BOOST_TEST(perft_playing_leaves(start, 2) == (PerftCount{171396, 506944}));
  }
}

#ifdef NDEBUG
BOOST_AUTO_TEST_CASE(perft_3_gives_the_known_counts) {
  BOOST_TEST(perft(Position(), 3) == (PerftCount{89204762, 481966722}));
}
#endif

BOOST_AUTO_TEST_CASE(perft_counts_a_forced_pass_as_one_move_and_stops_at_the_end) {
  Position position = after(table_2);
  position.pass();
  BOOST_TEST(perft(position, 1).placements == position.count_placements());
  position.pass();
  BOOST_TEST(position.over());
  BOOST_TEST(perft(position, 1) == (PerftCount{0, 0}));
  BOOST_TEST(perft(position, 0) == (PerftCount{1, 1}));

  Position crowded(Variant{5, 2, {StartSquares{{1, 1}}, StartSquares{{5, 5}}}});
  PlacementList list;
  while (crowded.has_placement()) {
    crowded.legal_placements(list);
    crowded.play(list[list.size() - 1]);
  }
  BOOST_TEST(perft(crowded, 1) == (PerftCount{1, 1}));
}

/// A crowded game in which `wanted` holds; searched for, at random.
template <class Wanted>
Position crowded(Wanted wanted) {
  Random random(3);
  PlacementList list;
  for (int tries = 0; tries < 1000; ++tries) {
    Position position(Variant{7, 2, {StartSquares{{1, 1}}, StartSquares{{7, 7}}}});
    while (position.has_placement()) {
      position.legal_placements(list);
      position.play(list[random.below(static_cast<std::uint32_t>(list.size()))]);
      if (wanted(position)) return position;
    }
  }
  BOOST_FAIL("no such position");
  return Position();
}

BOOST_AUTO_TEST_CASE(perft_goes_on_after_a_forced_pass) {
  const Position stuck = crowded([](const Position& position) {
    Position passed(position);
    passed.pass();
    return !position.has_placement() && passed.count_placements() > 1;
  });
  Position passed(stuck);
  passed.pass();
  BOOST_TEST(perft(stuck, 1) == (PerftCount{1, 1}));
  BOOST_TEST(perft(stuck, 2) == passed.count_moves());
  BOOST_TEST(perft(stuck, 3) == perft(passed, 2));
  BOOST_TEST(perft_playing_leaves(stuck, 3) == perft_playing_leaves(passed, 2));
}

BOOST_AUTO_TEST_CASE(perft_counts_the_codes_of_an_only_placement) {
  const Position position =
      crowded([](const Position& one) { return one.count_placements() == 1 && one.count_codes() > 1; });
  BOOST_TEST(perft(position, 1) == position.count_moves());
}

// Table 2; its figure 6 shows the board after #14.
BOOST_AUTO_TEST_CASE(worked_example_gives_figure_6) {
  BOOST_TEST(draw(after(table_2)) ==
             "  1 2 3 4 5 6 7 8 9 a b c d e\n"
             "1 1 1 1 1 . 1 2 2 . . . . . .\n"
             "2 1 . . . 1 . . . 2 . . . . .\n"
             "3 . . . . 1 . . . 2 . . . . .\n"
             "4 . . . . 1 . . . 2 . . . . .\n"
             "5 . . . . 1 . . . 2 . . . . .\n"
             "6 . . . . . . . . 2 . . . . .\n"
             "7 . . . . . . . . . 2 . . . .\n"
             "8 . . . . . . . . . 2 . . . .\n"
             "9 . . . . . . . . . 2 . . . .\n"
             "a . . . . . . . . . 2 . . . .\n"
             "b . . . . . . . . . . . . . .\n"
             "c . . . . . . . . . . . . . .\n"
             "d . . . . . . . . . . . . . .\n"
             "e . . . . . . . . . . . . . .\n");
}

BOOST_AUTO_TEST_CASE(drawing_shows_open_start_squares_and_marks) {
  const std::vector<Square> marked = {{1, 1}, {5, 5}};
  const std::string text = draw(after("55a0"), marked, '#');
  BOOST_TEST(text.find("1 # . . .") != std::string::npos);
  BOOST_TEST(draw(after("55a0"), marked).find("1 * . . .") != std::string::npos);
  BOOST_TEST(text.find("5 . . . . # .") != std::string::npos);
  BOOST_TEST(text.find("a . . . . . . . . . S . . . .") != std::string::npos);
  BOOST_TEST(draw(Position()).find("5 . . . . S .") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(drawing_shows_no_start_square_that_is_needed_no_more) {
  Position position(Variant{14, 2, {StartSquares{{5, 5}, {10, 10}}, StartSquares{{1, 1}}}});
  BOOST_TEST(draw(position).find("a . . . . . . . . . S") != std::string::npos);
  position.play(code("55a0"));
  BOOST_TEST(draw(position).find("a . . . . . . . . . .") != std::string::npos);
}

// Fig. 4: k, s and h of one colour hang together by corners. The o tile lies side by side with k: allowed
// for the other colour, prohibited for the same one; one square further up it touches k by a corner only.
BOOST_AUTO_TEST_CASE(figure_4_allows_the_left_and_prohibits_the_right) {
  Position position(Variant{14, 2, {StartSquares{{5, 5}}, StartSquares{{6, 3}}}});
  for (const Placement placement : {covering(Tile::k, {{5, 5}, {5, 6}, {5, 7}, {5, 8}, {6, 8}}),
                                    covering(Tile::s, {{7, 6}, {7, 7}, {8, 7}, {9, 7}, {9, 8}}),
                                    covering(Tile::h, {{8, 4}, {9, 4}, {8, 5}, {9, 5}})}) {
    BOOST_REQUIRE_EQUAL(position.judge(placement), Broken::none);
    position.play(placement);
    position.pass();
  }
  const Placement beside = covering(Tile::o, {{6, 2}, {6, 3}, {6, 4}, {6, 5}, {7, 3}});
  const Placement above = covering(Tile::o, {{6, 1}, {6, 2}, {6, 3}, {6, 4}, {7, 2}});
  BOOST_TEST(position.judge(beside) == Broken::edge);
  BOOST_TEST(position.judge(above) == Broken::none);
  position.pass();
  BOOST_TEST(position.judge(beside) == Broken::none);
}

struct Judged {
  std::string before;
  std::string move;
  Broken broken;
};
std::ostream& operator<<(std::ostream& out, const Judged& judged) {
  return out << judged.move << " after \"" << judged.before << "\"";
}

// The tests' order: used, off the board or occupied, edge, start or corner. Each row but the plain ones
// breaks two rules, and the earlier is named.
const std::vector<Judged> judgements = {
    {"", "53e0", Broken::none},
    {"", "aaa0", Broken::start},
    {"", "88a0", Broken::start},
    {"", "5ea0", Broken::start},
    {"", "5ej0", Broken::occupied},  // off the board, and start
    {"", "00a0", Broken::occupied},
    {"53e0", "a8e2", Broken::start},
    {"53e0", "55a0", Broken::occupied},  // taken, and start
    {"53e0", "54b2", Broken::occupied},
    {"53e0", "66a0", Broken::start},  // no edge contact with the other colour is meant
    {table_2, "c1b0", Broken::corner},
    {table_2, "64b0", Broken::edge},  // edge, though a corner touches too
    {table_2, "66b0", Broken::none},
    {table_2, "6eb0", Broken::occupied},
    {table_2, "04b2", Broken::occupied},
    {table_2, "51b0", Broken::occupied},  // taken by its own colour, and edge
    {table_2, "81b2", Broken::occupied},  // taken by the other colour
    {table_2, "c1e0", Broken::used},      // used, and corner
    {table_2, "00e0", Broken::used},      // used, and off the board
    {table_2, "53e0", Broken::used},      // used, and occupied
    {table_2, "64k0", Broken::used},
    {table_2, "63c0", Broken::edge},
};
BOOST_DATA_TEST_CASE(first_rule_broken_is_named, data::make(judgements), judged) {
  const Position position = after(judged.before);
  BOOST_TEST(position.judge(code(judged.move)) == judged.broken, draw(position) << judged.move);
}

BOOST_AUTO_TEST_CASE(codes_that_no_text_can_hold_are_judged_too) {
  const Position start;
  BOOST_TEST(start.judge(Code{5, 5, Tile::a, 8}) == Broken::malformed);
  BOOST_TEST(start.judge(Code{5, 5, Tile::a, -1}) == Broken::malformed);
  BOOST_TEST(start.judge(Code{5, 5, static_cast<Tile>(21), 0}) == Broken::malformed);
  BOOST_TEST(start.judge(Placement{orientation_count, 5, 5}) == Broken::malformed);
  BOOST_TEST(start.judge(Code{15, 5, Tile::a, 0}) == Broken::occupied);
  for (const int far : {-1000000, -257, -1, 100, 255, 261, 1000000}) {
    BOOST_TEST(start.judge(Code{far, 5, Tile::a, 0}) == Broken::occupied, "x " << far);
    BOOST_TEST(start.judge(Code{5, far, Tile::a, 0}) == Broken::occupied, "y " << far);
  }
}

BOOST_AUTO_TEST_CASE(pass_is_refused_in_the_first_round_only) {
  Position position;
  BOOST_TEST(position.judge_pass() == Broken::pass);
  position.play(code("53e0"));
  BOOST_TEST(position.judge_pass() == Broken::pass);
  position.play(code("a8e0"));
  BOOST_TEST(position.judge_pass() == Broken::none);
  BOOST_TEST(position.has_placement());
}

BOOST_AUTO_TEST_CASE(two_passes_in_a_row_end_a_game_of_two) {
  Position position = after(table_2);
  position.pass();
  BOOST_TEST(!position.over());
  position.play(placement_of(first_code([&] {
    PlacementList list;
    position.legal_placements(list);
    return list[0];
  }())));
  BOOST_TEST(position.passes_in_a_row() == 0);
  position.pass();
  BOOST_TEST(!position.over());
  position.pass();
  BOOST_TEST(position.over());
}

BOOST_AUTO_TEST_CASE(a_finished_game_stays_finished_however_often_is_passed) {
  Position position = after(table_2);
  for (int passes = 1; passes <= 300; ++passes) {
    position.pass();
    BOOST_TEST(position.passes_in_a_row() == std::min(passes, 255));
    BOOST_TEST(position.over() == (passes >= 2), passes << " passes");
  }
}

BOOST_AUTO_TEST_CASE(four_passes_in_a_row_end_a_game_of_four) {
  Position position(four_colours());
  for (int passes = 0; passes < 4; ++passes) {
    BOOST_TEST(!position.over(), passes << " passes");
    BOOST_TEST(position.to_move() == passes);
    position.pass();
  }
  BOOST_TEST(position.over());
}

BOOST_AUTO_TEST_CASE(fewer_squares_left_win_and_equal_ones_draw) {
  const Result level = after("53e0 a8e0").result();
  BOOST_TEST(!level.winner.has_value());
  BOOST_TEST(level.score[0] == -85);
  BOOST_TEST(level.score[1] == -85);
  const Result ahead = after(table_2).result();
  BOOST_TEST(ahead.winner.value() == 1);
  BOOST_TEST(ahead.squares_left[0] == 79);
  BOOST_TEST(ahead.squares_left[1] == 78);
}

BOOST_AUTO_TEST_CASE(position_remembers_tiles_plies_and_owners) {
  const Position position = after(table_2);
  BOOST_TEST(position.ply() == 6);
  BOOST_TEST(position.to_move() == 0);
  BOOST_TEST((position.last_tile(0) == Tile::a));
  BOOST_TEST((position.last_tile(1) == Tile::b));
  BOOST_TEST(!position.tiles_left(0).contains(Tile::k));
  BOOST_TEST(position.tiles_left(1).contains(Tile::k));
  BOOST_TEST(position.owner_at(5, 5).value() == 0);
  BOOST_TEST(position.owner_at(10, 10).value() == 1);
  BOOST_TEST(!position.owner_at(14, 14).has_value());
  for (const int off : {-1, 0, 15, 16, 1000}) {
    BOOST_TEST(!position.owner_at(off, 5).has_value());
    BOOST_TEST(!position.owner_at(5, off).has_value());
  }
  BOOST_TEST(!Position().last_tile(0).has_value());
  BOOST_TEST(Position(duo(), 1).to_move() == 1);
}

BOOST_AUTO_TEST_CASE(copies_go_their_own_ways) {
  for (const Variant& variant : {duo(), four_colours()}) {
    const Position start(variant);
    Position copy = start;
    PlacementList list;
    start.legal_placements(list);
    copy.play(list[0]);
    BOOST_TEST(start.count_placements() == list.size());
    const Square square = cells_of(list[0])[0];
    BOOST_TEST(copy.owner_at(square.x, square.y).has_value());
    BOOST_TEST(!start.owner_at(square.x, square.y).has_value());
    copy = start;
    BOOST_TEST(!copy.owner_at(square.x, square.y).has_value());
    BOOST_TEST(copy.count_moves() == start.count_moves());
  }
}

// The square beyond one edge is not the first square of the next row or column, on boards that fill their
// rows of bits and on those that do not.
BOOST_DATA_TEST_CASE(nothing_wraps_round_an_edge, data::xrange(5, max_size + 1), size) {
  const int middle = 3;
  for (const Square start : {Square{1, middle}, Square{size, middle}, Square{middle, 1}, Square{middle, size},
                             Square{1, 1}, Square{size, size}, Square{1, size}, Square{size, 1}}) {
    const Square other{start.x == middle ? middle + 2 : middle, start.y == middle ? middle + 2 : middle};
    Position position(Variant{size, 2, {StartSquares{start}, StartSquares{other}}});
    position.play(*placement_from_cells(std::vector<Square>{start}));
    position.pass();
    std::set<std::pair<int, int>> diagonal;
    for (const int dx : {-1, 1}) {
      for (const int dy : {-1, 1}) {
        const Square corner{start.x + dx, start.y + dy};
        if (corner.x >= 1 && corner.x <= size && corner.y >= 1 && corner.y <= size)
          diagonal.emplace(corner.x, corner.y);
      }
    }
    std::set<std::pair<int, int>> dominoes_touch;
    position.for_each_placement([&](Placement placement) {
      bool touches = false;
      for (const Square& cell : cells_of(placement)) {
        touches = touches || diagonal.contains({cell.x, cell.y});
        BOOST_TEST((cell.x >= 1 && cell.x <= size && cell.y >= 1 && cell.y <= size));
        if (diagonal.contains({cell.x, cell.y})) dominoes_touch.emplace(cell.x, cell.y);
      }
      BOOST_TEST(touches, "a placement that touches no corner, start " << start.x << "," << start.y);
    });
    BOOST_TEST((dominoes_touch == diagonal), "start " << start.x << "," << start.y);
  }
}

BOOST_AUTO_TEST_CASE(short_spans_are_filled_and_the_count_is_whole) {
  const Position start;
  std::vector<Placement> few(10);
  BOOST_TEST(start.legal_placements(few) == 414U);
  PlacementList all;
  start.legal_placements(all);
  BOOST_TEST(all.size() == 414U);
  BOOST_TEST((std::equal(few.begin(), few.end(), all.begin())));
}

BOOST_AUTO_TEST_CASE(any_of_several_start_squares_will_do) {
  const Position position(Variant{14, 2, {StartSquares{{5, 5}, {10, 10}}, StartSquares{{5, 5}, {10, 10}}}});
  BOOST_TEST(position.judge(code("55a0")) == Broken::none);
  BOOST_TEST(position.judge(code("aaa0")) == Broken::none);
  BOOST_TEST(position.judge(code("77a0")) == Broken::start);
}

BOOST_AUTO_TEST_CASE(start_squares_are_those_that_were_named) {
  const StartSquares two{{5, 5}, {10, 10}};
  BOOST_TEST(two.size() == 2U);
  BOOST_TEST(two.contains({10, 10}));
  BOOST_TEST(!two.contains({10, 5}));
  BOOST_TEST(!two.contains({0, 0}));
  BOOST_TEST(StartSquares().size() == 0U);
  StartSquares four{{1, 1}, {1, 2}, {1, 3}, {1, 4}};
  BOOST_TEST(four.contains({1, 4}));
  BOOST_CHECK_THROW(four.add({1, 5}), std::out_of_range);
}

BOOST_AUTO_TEST_CASE(impossible_variants_are_refused_by_name) {
  const StartSquares centre{{3, 3}};
  BOOST_CHECK_THROW(Position(Variant{4, 2, {centre, centre}}), UsageError);
  BOOST_CHECK_THROW(Position(Variant{21, 2, {centre, centre}}), UsageError);
  BOOST_CHECK_THROW(Position(Variant{14, 1, {centre}}), UsageError);
  BOOST_CHECK_THROW(Position(Variant{14, 5, {centre, centre, centre, centre}}), UsageError);
  BOOST_CHECK_THROW(Position(Variant{14, 2, {centre}}), UsageError);
  BOOST_CHECK_THROW(Position(Variant{14, 2, {centre, StartSquares{{15, 3}}}}), UsageError);
  BOOST_CHECK_THROW(Position(Variant{14, 2, {centre, StartSquares{{3, 0}}}}), UsageError);
  BOOST_CHECK_THROW(Position(Variant{14, 2, {StartSquares{{15, 3}}, centre}}), UsageError);
  BOOST_CHECK_THROW(Position(Variant{14, 2, {StartSquares{{3, 3}, {3, 15}}, centre}}), UsageError);
  BOOST_CHECK_THROW(Position(Variant{14, 2, {StartSquares{}, centre}}), UsageError);
  BOOST_CHECK_THROW(Position(duo(), 2), UsageError);
  BOOST_CHECK_THROW(Position(duo(), -1), UsageError);
}

BOOST_AUTO_TEST_CASE(any_of_four_start_squares_is_wanted) {
  const StartSquares four{{1, 1}, {14, 1}, {1, 14}, {14, 14}};
  const Position position(Variant{14, 2, {four, StartSquares{{7, 7}}}});
  for (std::size_t i = 0; i < four.size(); ++i) {
    BOOST_TEST(position.judge(Code{four[i].x, four[i].y, Tile::a, 0}) == Broken::none);
  }
  BOOST_TEST(position.judge(code("22a0")) == Broken::start);
}

BOOST_AUTO_TEST_CASE(four_colours_begin_in_their_corners) {
  const std::vector<Square> corners = {{1, 20}, {20, 20}, {20, 1}, {1, 1}};
  BOOST_TEST(four_colours().size == 20);
  BOOST_TEST(four_colours().colours == 4);
  for (std::size_t colour = 0; colour < corners.size(); ++colour) {
    BOOST_TEST(four_colours().starts[colour].size() == 1U);
    BOOST_TEST((four_colours().starts[colour][0] == corners[colour]), "colour " << colour);
  }
  BOOST_TEST((four_colours().last_tile == LastTile::play_goes_on));
  BOOST_TEST((duo().last_tile == LastTile::ends_game));
}

/// Colour 0 places at random, this tile last of all, until it has only `left` tiles, while the others pass;
/// tries until that comes about.
Position placed_by_colour_0(const Variant& variant, Tile last, int left) {
  Random random(5);
  PlacementList list;
  for (int tries = 0; tries < 1000; ++tries) {
    Position position(variant);
    while (position.tiles_left(0).size() > left && position.has_placement()) {
      position.legal_placements(list);
      std::vector<Placement> choice;
      for (const Placement& placement : list) {
        if (tile_of(placement.orientation) != last || position.tiles_left(0).size() == 1)
          choice.push_back(placement);
      }
      if (choice.empty()) break;
      position.play(choice[random.below(static_cast<std::uint32_t>(choice.size()))]);
      while (position.to_move() != 0) position.pass();
    }
    if (position.tiles_left(0).size() == left) return position;
  }
  BOOST_FAIL("no game in which colour 0 keeps only " << left << " tiles");
  return Position(variant);
}

Variant roomy(LastTile rule) {
  return {20, 3, {StartSquares{{5, 5}}, StartSquares{{9, 9}}, StartSquares{{1, 1}}}, rule};
}

BOOST_AUTO_TEST_CASE(the_last_tile_ends_the_game_or_not_as_the_variant_says) {
  for (const LastTile rule : {LastTile::ends_game, LastTile::play_goes_on}) {
    const Position position = placed_by_colour_0(roomy(rule), Tile::b, 0);
    BOOST_TEST(position.passes_in_a_row() == 2);
    BOOST_TEST(position.over() == (rule == LastTile::ends_game));
    BOOST_TEST(position.squares_left(0) == 0);
    BOOST_TEST(position.result().winner.value() == 0);
  }
}

BOOST_AUTO_TEST_CASE(each_square_left_costs_a_point_and_the_last_tile_earns_a_bonus) {
  const auto score = [](Tile last, int left) {
    return placed_by_colour_0(roomy(LastTile::ends_game), last, left).result().score[0];
  };
  BOOST_TEST(score(Tile::a, 1) == -1);
  BOOST_TEST(score(Tile::b, 1) == -2);
  BOOST_TEST(score(Tile::a, 0) == 20);
  BOOST_TEST(score(Tile::b, 0) == 15);
}

BOOST_AUTO_TEST_CASE(broken_rules_have_their_words) {
  const std::vector<std::string> words = {"legal",
                                          "malformed code",
                                          "tile already used",
                                          "off the board or on a taken square",
                                          "edge contact with its own colour",
                                          "start square not covered",
                                          "no corner contact with its own colour",
                                          "pass on the first move",
                                          "unknown"};
  for (std::size_t i = 0; i < words.size(); ++i) {
    BOOST_TEST(to_string(static_cast<Broken>(i)) == words[i]);
  }
}

BOOST_AUTO_TEST_CASE(refusals_say_what_would_be_possible) {
  const StartSquares centre{{3, 3}};
  const auto refusal = [](const Variant& variant, int first = 0) -> std::string {
    try {
      const Position position(variant, first);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  const std::vector<std::pair<std::string, std::string>> refusals = {
      {refusal({4, 2, {centre, centre}}), "board size 4 is not possible; allowed: 5..20."},
      {refusal({14, 5, {centre}}), "number of colours 5 is not possible; allowed: 2..4."},
      {refusal(duo(), 2), "first colour 2 is not possible; allowed: 0..1."},
      {refusal({14, 2, {centre}}), "a colour with start squares 0 is not possible; allowed: 1..4."},
      {refusal({14, 2, {centre, StartSquares{{15, 3}}}}),
       "start square coordinate 15 is not possible; allowed: 1..14."},
  };
  for (const auto& [told, expected] : refusals) BOOST_TEST(told == "Blokus variant: " + expected);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::blokus
