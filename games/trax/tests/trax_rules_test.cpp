#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "games/trax/rules/perft.hpp"
#include "games/trax/rules/position.hpp"
#include "rig/base/errors.hpp"

namespace rig::trax {

static std::ostream& operator<<(std::ostream& out, Broken broken) {
  return out << to_string(broken);
}
static std::ostream& operator<<(std::ostream& out, Result::By by) {
  return out << to_string(by);
}
static std::ostream& operator<<(std::ostream& out, Result::State state) {
  constexpr std::array<const char*, 4> names = {"open", "white", "red", "draw"};
  return out << names[static_cast<std::size_t>(state)];
}

namespace {

namespace data = boost::unit_test::data;
using Strings = std::vector<std::string>;

constexpr Rules loops_only = {false, 0};

Strings words(const std::string& text) {
  std::istringstream in(text);
  Strings list;
  for (std::string word; in >> word;) list.push_back(word);
  return list;
}

void play_all(Position& position, const std::string& moves) {
  for (const std::string& move : words(moves)) {
    const Legality legality = position.judge(move);
    BOOST_REQUIRE_MESSAGE(legality.legal(), move << ": " << legality.broken << "\n" << draw(position));
    position.play(parse_move(move).value());
  }
}

Position after(const std::string& moves, Rules rules = {}) {
  Position position(rules);
  play_all(position, moves);
  return position;
}

/// `A2:WWRR B2:WRRW`, in the order in which they were laid.
std::string laid_text(const std::vector<Laid>& tiles) {
  std::string text;
  for (const Laid& laid : tiles) {
    text += (text.empty() ? "" : " ") + to_string(laid.cell) + ":" + std::string(edges(laid.tile));
  }
  return text;
}

Strings texts(const std::vector<Move>& moves) {
  Strings list;
  for (const Move& move : moves) list.push_back(to_string(move));
  return list;
}

/// What lies on the board, in few letters.
std::string made(const Result& result) {
  std::string text;
  if (result.white_loop) text += "white loop ";
  if (result.white_line) text += "white line ";
  if (result.red_loop) text += "red loop ";
  if (result.red_line) text += "red line ";
  return text;
}

BOOST_AUTO_TEST_SUITE(trax_rules)

// counts

BOOST_AUTO_TEST_CASE(perft_gives_the_known_counts) {
  const std::vector<std::uint64_t> counts = {1, 2, 24, 432, 9568, 246888};
  Position position;
  for (std::size_t depth = 0; depth < counts.size(); ++depth) {
    BOOST_TEST(perft(position, static_cast<int>(depth)) == counts[depth], "depth " << depth);
    BOOST_TEST(perft_judging_leaves(position, static_cast<int>(depth)) == counts[depth], "depth " << depth);
  }
  BOOST_TEST(position.ply() == 0);
}

#ifdef NDEBUG
BOOST_AUTO_TEST_CASE(perft_6_gives_the_known_count) {
  Position position;
  BOOST_TEST(perft(position, 6) == 7209480U);
}
#endif

BOOST_AUTO_TEST_CASE(perft_does_not_go_on_after_the_end) {
  Position position = after("@0/ A2\\ B1\\");
  BOOST_TEST(perft(position, 0) == 1U);
  BOOST_TEST(perft(position, 1) == 0U);
  BOOST_TEST(perft_judging_leaves(position, 1) == 0U);
}

BOOST_AUTO_TEST_CASE(perft_stays_on_a_bounded_board) {
  Position position = after("@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1+", {false, 8});  // as wide as it may be
  std::uint64_t two = 0;
  for (const Move& move : position.legal_moves()) {
    position.play(move);
    two += static_cast<std::uint64_t>(position.count_legal());
    position.undo();
  }
  BOOST_TEST(perft(position, 2) == two);
  BOOST_TEST(perft_judging_leaves(position, 2) == two);
}

BOOST_AUTO_TEST_CASE(perft_from_the_middle_counts_the_legal_moves) {
  const std::string a_cascade_breaks = "@0/ B1+ C1/ C2\\ @1+ A2/ A3/ D3\\";  // after B3\, which is no move
  for (const std::string& before : {std::string("@0/ A0+ A3/ @2\\ C2+ @2+ E3\\"), a_cascade_breaks}) {
    Position position = after(before);
    std::uint64_t two = 0;
    for (const Move& move : position.legal_moves()) {
      position.play(move);
      two += static_cast<std::uint64_t>(position.count_legal());
      position.undo();
    }
    BOOST_TEST(perft(position, 1) == static_cast<std::uint64_t>(position.count_legal()));
    BOOST_TEST(perft(position, 2) == two);
  }
}

// moves

BOOST_AUTO_TEST_CASE(the_first_move_is_one_of_two) {
  const Position start;
  BOOST_TEST(texts(start.legal_moves()) == (Strings{"@0+", "@0/"}), boost::test_tools::per_element());
  BOOST_TEST(start.has_legal_move());
  BOOST_TEST(start.tiles() == 0);
  BOOST_TEST(start.width() == 0);
  BOOST_TEST(start.height() == 0);
  BOOST_TEST((start.to_move() == Colour::white));
  BOOST_TEST(start.last_turn().empty());
  for (const char* move : {"@0\\", "A1+", "@1+", "A0/", "@3+", "AA0+", "@4294967296+"}) {
    BOOST_TEST(start.judge(move).broken == Broken::first, move);
  }
  for (const Move& off : {Move{-1, 1, Symbol::plus}, Move{1, -1, Symbol::plus}})
    BOOST_TEST((after("@0+").judge(off).broken == Broken::range));  // no name leads there
  BOOST_TEST(laid_text(after("@0+").last_turn()) == "A1:WRWR");
  BOOST_TEST(laid_text(after("@0/").last_turn()) == "A1:WRRW");
}

BOOST_AUTO_TEST_CASE(the_first_tile_has_twelve_replies_in_order) {
  const Strings replies = words("@1+ @1/ @1\\ A0+ A0/ A0\\ A2+ A2/ A2\\ B1+ B1/ B1\\");
  for (const char* first : {"@0+", "@0/"}) {
    BOOST_TEST(texts(after(first).legal_moves()) == replies, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(a_move_at_the_rim_renames_the_rest) {
  const Position position = after("@0/ @1+");
  BOOST_TEST(laid_text(position.last_turn()) == "A1:RWRW");
  BOOST_TEST((position.tile_at(1, 1) == tile_from_edges("RWRW")));
  BOOST_TEST((position.tile_at(2, 1) == tile_from_edges("WRRW")));
  BOOST_TEST(laid_text(after("@0/ @1/").last_turn()) == "A1:RWWR");
  BOOST_TEST(laid_text(after("@0+ @1/").last_turn()) == "A1:WRRW");
  const Position taller = after("@0/ A0/");
  BOOST_TEST((taller.tile_at(1, 2) == tile_from_edges("WRRW")));
  BOOST_TEST(taller.height() == 2);
}

struct Turn {
  std::string before;
  std::string move;
  std::string laid;
};
std::ostream& operator<<(std::ostream& out, const Turn& turn) {
  return out << turn.before << " " << turn.move;
}
const std::vector<Turn> turns = {
    {"@0+ B1+", "A2\\", "A2:WWRR B2:WRRW"},
    {"@0/ A2\\", "B1\\", "B1:WWRR B2:RWWR"},
    {"@0/ A0+ A3/", "@2\\", "A2:WWRR A3:RRWW"},
};
BOOST_DATA_TEST_CASE(forced_tiles_are_laid_in_the_same_turn_after_the_chosen_one, data::make(turns), turn) {
  Position position = after(turn.before);
  BOOST_TEST(laid_text(position.play(parse_move(turn.move).value())) == turn.laid);
  BOOST_TEST(laid_text(position.last_turn()) == turn.laid);
}

BOOST_AUTO_TEST_CASE(there_is_no_tile_outside_the_box) {
  const Position position = after("@0+ B1+ B2/");
  for (const Cell cell :
       {Cell{0, 1}, {1, 0}, {3, 1}, {1, 3}, {-1, 1}, {far_away, 1}, {1, far_away}, {-far_away, 1}}) {
    BOOST_TEST(!position.tile_at(cell), to_string(cell));
  }
}

/// Arms of straight tiles from the first one: 24 up, 24 to the right, and near the middle of the first 8 to
/// the left. No tile ever came near the corner between the long ones, which lies inside the box.
BOOST_AUTO_TEST_CASE(nothing_lies_in_the_corner_between_two_long_arms) {
  Position position = after("@0+", loops_only);
  for (int arm = 0; arm < 24; ++arm) position.play(Move{1, 0, Symbol::plus});
  for (int arm = 0; arm < 24; ++arm) position.play(Move{position.width() + 1, 25, Symbol::plus});
  for (int arm = 0; arm < 8; ++arm) position.play(Move{0, 17, Symbol::plus});
  BOOST_TEST(!position.tile_at(33, 1));
  BOOST_TEST(position.judge(Move{33, 1, Symbol::plus}).broken == Broken::isolated);
}

// what a move can break

struct Illegal {
  std::string before;
  std::string move;
  Broken broken;
  std::string where;
};
std::ostream& operator<<(std::ostream& out, const Illegal& illegal) {
  return out << illegal.before << " " << illegal.move;
}
const std::vector<Illegal> illegal_moves = {
    {"", "@0\\", Broken::first, "@0"},
    {"", "b", Broken::syntax, ""},
    {"@0+", "", Broken::syntax, ""},
    {"@0+", "A2", Broken::syntax, ""},
    {"@0+", "@0+", Broken::isolated, "@0"},
    {"@0+", "C1+", Broken::range, "C1"},
    {"@0+", "A3+", Broken::range, "A3"},
    {"@0+", "A1+", Broken::occupied, "A1"},
    {"@0+", "A4294967297+", Broken::range, "A1000000000"},
    {"@0+ B1+ B2/", "A0\\", Broken::none, ""},
    {"@0+ B1+ C1\\ C2\\", "A3/", Broken::isolated, "A3"},
    {"@0/ B1+ C1/ C2\\ @1+ A2/ A3/ D3\\", "B3\\", Broken::cascade, ""},
    {"@0/ A2/ A3\\ B1\\ C1\\ D1\\ D2/ D3\\", "C3/", Broken::cascade, ""},
    {"@0+ B1/ C1/ A2/ A3+ A4/ B4+ C4/", "C3/", Broken::cascade, ""},
    {"@0+ B1/ C1/ A2/ A3+ A4/ B4+ C4/", "C3+", Broken::none, ""},
    {"@0/ A2\\ B1\\", "@1+", Broken::over, ""},
    {"@0/ A2\\ B1\\", "@1", Broken::syntax, ""},
};
BOOST_DATA_TEST_CASE(a_move_breaks_the_first_rule_that_it_breaks, data::make(illegal_moves), illegal) {
  const Position position = after(illegal.before);
  const std::string picture = draw(position);
  const Legality legality = position.judge(illegal.move);
  BOOST_TEST(legality.broken == illegal.broken, picture);
  if (!illegal.where.empty()) BOOST_TEST(to_string(legality.where.value()) == illegal.where);
  BOOST_TEST(draw(position) == picture);
}

BOOST_AUTO_TEST_CASE(two_neighbours_of_different_colours_leave_two_tiles) {
  // B2: white comes down from B1, red from A2 on the left.
  const Position position = after("@0+ B1+ A2/");
  BOOST_REQUIRE(!position.tile_at(2, 2).has_value());
  BOOST_TEST(position.judge("B2+").legal());
  BOOST_TEST(position.judge("B2\\").legal());
  BOOST_TEST(position.judge("B2/").broken == Broken::colour);
}

BOOST_AUTO_TEST_CASE(a_broken_cascade_names_its_cell_and_colour_and_leaves_no_trace) {
  Position position = after("@0/ B1+ C1/ C2\\ @1+ A2/ A3/ D3\\");
  const std::string picture = draw(position);
  const Strings legal = texts(position.legal_moves());
  const Legality legality = position.judge("B3\\");
  BOOST_TEST(legality.broken == Broken::cascade);
  BOOST_REQUIRE(legality.where.has_value());
  BOOST_TEST(!position.tile_at(*legality.where).has_value());
  BOOST_TEST(legality.colour.has_value());
  BOOST_TEST(draw(position) == picture);
  BOOST_TEST(texts(position.legal_moves()) == legal, boost::test_tools::per_element());
  BOOST_CHECK_EXCEPTION(position.play(parse_move("B3\\").value()), std::logic_error,
                        [](const std::logic_error& error) {
                          return std::string(error.what()) == "Trax move B3\\ cannot be played: cascade.";
                        });
  BOOST_TEST(draw(position) == picture);
}

// results

struct End {
  std::string moves;
  Result::State state;
  Result::By by;
  std::string made;
};
std::ostream& operator<<(std::ostream& out, const End& end) {
  return out << end.moves;
}
const std::string seven_wide = "@0+ B1+ C1+ D1+ E1+ F1+ G1+";
// One more column makes seven, on a board that is eight rows high.
const std::string six_wide_and_eight_high = "@0+ B1+ C1+ D1+ E1+ F1+ A2/ A3+ A4+ A5+ A6+ A7+ A8+";
const std::vector<End> ends = {
    {"@0/ A2\\", Result::State::open, Result::By::none, ""},
    {"@0/ A2\\ B1\\", Result::State::red, Result::By::loop, "red loop "},
    {seven_wide, Result::State::open, Result::By::none, ""},
    {seven_wide + " H1+", Result::State::red, Result::By::line, "red line "},
    {seven_wide + " H1\\", Result::State::open, Result::By::none, ""},
    {seven_wide + " H1\\ H2\\", Result::State::red, Result::By::line, "red line "},
    {six_wide_and_eight_high + " G1+", Result::State::open, Result::By::none, ""},
    {six_wide_and_eight_high + " G1+ H1+", Result::State::red, Result::By::line, "red line "},
    {"@0+ A2+ A3+ A4+ A5+ A6+ A7+", Result::State::open, Result::By::none, ""},
    {"@0+ A2+ A3+ A4+ A5+ A6+ A7+ A8+", Result::State::white, Result::By::line, "white line "},
    {"@0+ @1+ @1+ @1+ @1+ @1+ @1+ @1+", Result::State::red, Result::By::line, "red line "},
    {"@0+ A0+ A0+ A0+ A0+ A0+ A0+ A0+", Result::State::white, Result::By::line, "white line "},
};
BOOST_DATA_TEST_CASE(a_game_ends_by_loops_and_lines, data::make(ends), end) {
  const Position position = after(end.moves);
  const Result result = position.result();
  BOOST_TEST(result.state == end.state);
  BOOST_TEST(result.by == end.by);
  BOOST_TEST(made(result) == end.made);
  BOOST_TEST(position.over() == (end.state != Result::State::open));
  BOOST_TEST(position.legal_moves().empty() == position.over());
  BOOST_TEST(position.has_legal_move() == !position.over());
  BOOST_TEST(result.white_path == 0);
}

BOOST_AUTO_TEST_CASE(without_lines_nothing_across_wins) {
  const Position position = after(seven_wide + " H1+ I1+ J1+", loops_only);
  BOOST_TEST(position.result().state == Result::State::open);
  BOOST_TEST(position.longest_path(Colour::red) == 10);
  BOOST_TEST(position.longest_path(Colour::white) == 1);
}

BOOST_AUTO_TEST_CASE(undo_reopens_a_finished_game) {
  Position position = after(seven_wide + " H1+");
  position.undo();
  BOOST_TEST(position.result().state == Result::State::open);
  BOOST_TEST(position.judge("H1+").legal());
  play_all(position, "H1\\ H2\\");
  BOOST_TEST(position.over());
  while (position.ply() > 0) position.undo();
  BOOST_TEST(texts(position.legal_moves()) == (Strings{"@0+", "@0/"}), boost::test_tools::per_element());
  BOOST_CHECK_EXCEPTION(position.undo(), std::logic_error, [](const std::logic_error& error) {
    return std::string(error.what()) == "No Trax turn to take back.";
  });
}

BOOST_AUTO_TEST_CASE(a_copy_is_a_game_of_its_own) {
  const Position position = after("@0/ A2\\");
  Position copy = position;
  play_all(copy, "B1\\");
  BOOST_TEST(copy.over());
  BOOST_TEST(!position.over());
  BOOST_TEST(position.tiles() == 2);
  copy = position;
  BOOST_TEST(texts(copy.legal_moves()) == texts(position.legal_moves()), boost::test_tools::per_element());
}

// wide boards

struct Direction {
  std::string name;
  int column_step;  // -1: always at the left rim, +1: at the right one
  int row_step;
};
std::ostream& operator<<(std::ostream& out, const Direction& direction) {
  return out << direction.name;
}
const std::vector<Direction> directions = {
    {"to the right", 1, 0}, {"to the left", -1, 0}, {"down", 0, 1},      {"up", 0, -1},
    {"down right", 1, 1},   {"up left", -1, -1},    {"up right", 1, -1}, {"down left", -1, 1},
};

/// The next tile beside the last one, straight across: two ends of a colour never meet.
Move next_in(const Direction& direction, const Position& position, bool sideways) {
  const int last_column = direction.column_step >= 0 ? position.width() : 1;
  const int last_row = direction.row_step >= 0 ? position.height() : 1;
  const int column = last_column + (sideways ? direction.column_step : 0);
  const int row = last_row + (sideways ? 0 : direction.row_step);
  return {column, row, Symbol::plus};
}

BOOST_DATA_TEST_CASE(a_board_grows_past_every_number_of_bits_in_every_direction, data::make(directions),
                     direction) {
  constexpr int far = 1000;
  Position position(loops_only);
  position.play(Move{0, 0, Symbol::plus});
  bool sideways = direction.column_step != 0;
  const bool turns_corners = direction.column_step != 0 && direction.row_step != 0;
  while (std::max(position.width(), position.height()) < far) {
    const Move move = next_in(direction, position, sideways);
    const Legality legality = position.judge(to_string(move));
    BOOST_REQUIRE_MESSAGE(legality.legal(), to_string(move) << ": " << legality.broken);
    const std::vector<Laid> laid = position.play(move);
    BOOST_REQUIRE(laid.size() == 1U);
    BOOST_REQUIRE((laid[0].cell == Cell{std::max(move.column, 1), std::max(move.row, 1)}));
    if (turns_corners) sideways = !sideways;
  }
  const int tiles = position.tiles();
  BOOST_TEST(tiles == (turns_corners ? 2 * far - 2 : far));
  BOOST_TEST(!position.over());
  const Move inside{(position.width() + 1) / 2, (position.height() + 1) / 2, Symbol::plus};
  BOOST_TEST(position.tile_at(inside.cell()).has_value());
  BOOST_TEST(position.judge(inside).broken == Broken::occupied);
  BOOST_TEST(position.judge(Move{position.width() + 2, 1, Symbol::plus}).broken == Broken::range);
  BOOST_TEST(position.judge(Move{1, position.height() + 2, Symbol::plus}).broken == Broken::range);
  while (position.ply() > 1) position.undo();
  BOOST_TEST(position.count_legal() == 12);
}

BOOST_AUTO_TEST_CASE(far_columns_and_rows_have_their_names) {
  Position position(loops_only);
  position.play(Move{0, 0, Symbol::plus});
  while (position.width() < 703) position.play(Move{position.width() + 1, 1, Symbol::plus});
  BOOST_TEST(position.judge("AAB1+").broken == Broken::none);
  BOOST_TEST(position.judge("AAC1+").broken == Broken::range);
  BOOST_TEST(position.judge("AAA1+").broken == Broken::occupied);
  BOOST_TEST(laid_text(position.play(parse_move("ZZ2+").value())) == "ZZ2:WRWR");
  BOOST_TEST((position.tile_at(702, 2) == Tile::north_south));
  while (position.height() < 130) position.play(Move{702, position.height() + 1, Symbol::plus});
  BOOST_TEST(laid_text(position.play(parse_move("ZZ131\\").value())) == "ZZ131:WWRR");
  BOOST_TEST(laid_text(position.play(parse_move("AAA131/").value())) == "AAA131:WRRW");
}

BOOST_AUTO_TEST_CASE(a_line_across_a_wide_board_wins) {
  // A red line that stops short of the left rim: a curve in column A; then the way round it.
  Position position = after("@0/ B1+");
  while (position.width() < 300) {
    BOOST_REQUIRE(!position.over());
    position.play(Move{position.width() + 1, 1, Symbol::plus});
  }
  BOOST_TEST(position.longest_path(Colour::red) == 300);
  // A1 is WRRW: red comes from B1 and leaves through the bottom; A2 takes it to the left.
  play_all(position, "A2/");
  BOOST_TEST(position.result().by == Result::By::line);
  BOOST_TEST(made(position.result()) == "red line ");
  position.undo();
  play_all(position, "A2+");
  BOOST_TEST(!position.over());
  play_all(position, "A3/");
  BOOST_TEST(position.over());
}

// limited boards

BOOST_AUTO_TEST_CASE(a_limited_board_is_at_least_8_wide) {
  for (const int n : {-8, -1, 1, 7}) BOOST_CHECK_THROW(Position(Rules{false, n}), UsageError);
  for (const int n : {0, 8, 9, 250, 1000000}) BOOST_CHECK_NO_THROW(Position(Rules{false, n}));
}

BOOST_AUTO_TEST_CASE(a_move_may_not_make_the_box_wider_or_taller_than_the_limit) {
  for (const int n : {8, 9, 30}) {
    Position position(Rules{false, n});
    position.play(Move{0, 0, Symbol::plus});
    while (position.width() < n) {
      BOOST_TEST(position.judge(Move{0, 1, Symbol::plus}).legal());
      position.play(Move{position.width() + 1, 1, Symbol::plus});
    }
    BOOST_TEST(position.judge(Move{n + 1, 1, Symbol::plus}).broken == Broken::range);
    BOOST_TEST(position.judge(Move{0, 1, Symbol::plus}).broken == Broken::range);
    BOOST_TEST(position.judge(Move{0, 0, Symbol::plus}).broken == Broken::range);
    BOOST_TEST(position.judge(Move{1, 0, Symbol::plus}).legal());
    BOOST_TEST(position.count_legal() == 2 * 3 * n);
    while (position.height() < n) position.play(Move{1, 0, Symbol::plus});
    BOOST_TEST(position.judge(Move{1, 0, Symbol::plus}).broken == Broken::range);
    BOOST_TEST(position.judge(Move{1, n + 1, Symbol::plus}).broken == Broken::range);
  }
}

BOOST_AUTO_TEST_CASE(a_game_that_was_won_has_not_ended_for_want_of_a_move) {
  Position position = after(
      "@0+ A2/ @1\\ C2+ A3\\ @3+ @2\\ C0\\ F3/ A1+ A0\\ @3\\ H4\\ H5+ C6+ G6/ H3\\ D1+ H1+ F6+ C7+ G7/ H0+ "
      "E8+ "
      "B7/ H8/ A8/ B1/ A1\\ C1+",
      {false, 8});
  BOOST_TEST(position.result().by == Result::By::loop);
  BOOST_TEST(!position.board().has_turn());
  BOOST_TEST(!position.board().stuck());
}

// picture

BOOST_AUTO_TEST_CASE(a_picture_lets_the_paths_be_followed) {
  BOOST_TEST(draw(after("@0+ B1/ C1\\ C0+")) ==
             "       A    B    C\n"
             "                 #\n"
             "   1   .    .  oo+oo\n"
             "                 #\n"
             "       o    #    #\n"
             "   2 ##+####/oooo\\##\n"
             "       o    o    o\n");
}

BOOST_AUTO_TEST_CASE(a_wide_picture_has_a_letter_for_each_tile) {
  Position position(loops_only);
  position.play(Move{0, 0, Symbol::plus});
  while (position.width() < 25) position.play(Move{position.width() + 1, 1, Symbol::plus});
  play_all(position, "B2+");
  BOOST_TEST(draw(position) ==
             "     columns A to Y\n"
             "   1 vvvvvvvvvvvvvvvvvvvvvvvvv\n"
             "   2 .v.......................\n");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::trax
