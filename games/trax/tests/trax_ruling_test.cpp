/// The ruling of heart-trax and aut-trax: what it calls illegal and why, how a game ends, and what it tells
/// of a move.

#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <map>
#include <sstream>

#include "games/trax/contests/trax_ruling.hpp"
#include "rig/base/random.hpp"
#include "rig/protocol/contest.hpp"
#include "rig/tests/contains.hpp"
#include "rig/tests/printers.hpp"

namespace rig::protocol {

namespace {

namespace data = boost::unit_test::data;

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> list;
  for (std::string word; in >> word;) list.push_back(word);
  return list;
}

std::unique_ptr<Ruling> after(const std::string& moves, trax::Rules rules = {}) {
  std::unique_ptr<Ruling> ruling = new_trax_game(rules);
  for (const std::string& move : words(moves)) {
    BOOST_REQUIRE_MESSAGE(ruling->judge({move}).legal, move << " after part of " << moves);
    ruling->play({move});
  }
  return ruling;
}

/// So many tiles from left to right, all `+`: red runs through them.
std::string in_a_row(int tiles) {
  std::string moves = "@0+";
  for (int column = 2; column <= tiles; ++column) moves += " " + trax::column_name(column) + "1+";
  return moves;
}

/// The same from top to bottom: white runs through them.
std::string in_a_column(int tiles) {
  std::string moves = "@0+";
  for (int row = 2; row <= tiles; ++row) moves += " A" + std::to_string(row) + "+";
  return moves;
}

constexpr trax::Rules loops_only = {.lines = false, .board = 0};
constexpr trax::Rules on_8 = {.lines = false, .board = 8};

const std::string cascade = "@0/ B1+ C1/ C2\\ @1+ A2/ A3/ D3\\";  // then B3\ is illegal

struct Judged {
  std::string before;
  std::string move;
  std::string rule;
  std::string because;
  trax::Rules rules = {};
};
std::ostream& operator<<(std::ostream& out, const Judged& judged) {
  return out << judged.move << " after \"" << judged.before << "\"";
}

const std::vector<Judged> judgements = {
    {"", "@0+", "", ""},
    {"", "@0/", "", ""},
    {"", "@0\\", "first", "the first move of a game is @0+ or @0/"},
    {"", "A1+", "first", "@0+ or @0/"},
    {"", "@1+", "first", "@0+ or @0/"},
    {"", "", "syntax", "\"\" is no move"},
    {"", "@00+", "syntax", "leading zeros"},
    {"@0+", "a1+", "syntax", "\"a1+\""},
    {"@0+", "A01+", "syntax", "\"A01+\""},
    {"@0+", "@A1+", "syntax", "\"@A1+\""},
    {"@0+", "A2", "syntax", "\"A2\""},
    {"@0+", "A2+\r", "syntax", "\"A2+\\r\""},
    {"@0+", "C1+", "range", "C1 lies beyond the tiles, which are 1 wide and 1 high"},
    {"@0+", "A3+", "range", "A3 lies beyond"},
    {"@0+", "ZZZZZZZZZZ1+", "range", "ZZZZZZZZZZ1 lies beyond"},
    {"@0+", "A99999999999+", "range", "A99999999999 lies beyond"},
    {in_a_row(8), "I1+", "range", "which are 8 wide and 1 high, and the board has room for 8", on_8},
    {in_a_row(8), "@1+", "range", "@1 lies outside the tiles", on_8},
    {in_a_row(8), "J1+", "range", "J1 lies beyond the tiles", on_8},
    {in_a_row(8), "H2+", "", "", on_8},
    {in_a_column(8), "A9+", "range", "A9 lies outside the tiles", on_8},
    {in_a_column(8), "A10+", "range", "A10 lies beyond the tiles", on_8},
    {in_a_row(8), "I1+", "", "", loops_only},
    {"@0+", "A1+", "occupied", "a tile lies on A1"},
    {"@0+", "@0+", "isolated", "no tile lies beside @0"},
    {"@0+ B1+", "C2/", "isolated", "no tile lies beside C2"},
    {"@0/ A2/ @1/", "A2\\", "colour", "no colouring of this tile fits its neighbours at A2"},
    {cascade, "B3\\", "cascade", "ends enter one empty cell, C2"},
    {cascade, "B3\\", "cascade", "three red ends"},
    {"@0/ A2/ A3\\ B1\\ C1\\ D1\\ D2/ D3\\", "C3/", "cascade", "until three red ends"},
    {"@0+ B1/ C1/ A2/ A3+ A4/ B4+ C4/", "C3/", "cascade", "until three white ends"},
    {"@0+ B1/ C1/ A2/ A3+ A4/ B4+ C4/", "C3+", "", ""},
    {"@0/ A2\\ B1\\", "@1+", "over", "the game has ended"},
    {"@0/ A2\\ B1\\", "A1+", "over", "the game has ended"},
    {"@0/ A2\\ B1\\", "x", "syntax", "\"x\""},
};

BOOST_AUTO_TEST_SUITE(ruling)

/// The kinds that findings are put together by.
const std::map<std::string, std::string> kinds = {
    {"syntax", "malformed move"},         {"over", "move after the end"},
    {"first", "no first move"},           {"range", "square off the board"},
    {"occupied", "occupied square"},      {"isolated", "no tile beside it"},
    {"colour", "paths that do not meet"}, {"cascade", "forced tiles that do not fit"},
};

BOOST_DATA_TEST_CASE(names_the_first_rule_broken, data::make(judgements), judged) {
  const auto game = after(judged.before, judged.rules);
  const Judgement judgement = game->judge({judged.move});
  BOOST_TEST(judgement.kind == (judgement.legal ? "" : kinds.at(judgement.rule)));
  BOOST_TEST(judgement.legal == judged.rule.empty());
  BOOST_TEST(judgement.rule == judged.rule, game->draw({}));
  BOOST_TEST(contains(judgement.explanation, judged.because), judgement.explanation);
  BOOST_TEST(judgement.explanation.empty() == judgement.legal);
}

/// The cell that a move takes, occupied by a tile of the last turn: by which of them.
/// After `@0+ B1+ A2\\` B2 is forced on White's second turn; `@1+` shifts its name to C2.
BOOST_AUTO_TEST_CASE(tells_when_and_by_what_a_tile_was_forced_that_was_overlooked_later) {
  const std::string forced = "@0+ B1+ A2\\";
  const auto of_white = after(forced + " @1/")->judge({"C2+"});
  BOOST_TEST(of_white.explanation == "a tile lies on C2, forced by its own A2\\ on ply 3");
  BOOST_TEST(!of_white.overlooked);
  const auto at_once = after(forced)->judge({"B2+"});
  BOOST_TEST_REQUIRE(at_once.overlooked.has_value());
  BOOST_TEST(at_once.overlooked->explanation == "the tile there was forced by the opponent's A2\\");
  auto game = after(forced + " @1/");
  game->play(game->legal_moves().back());  // to the right of all: no name shifts
  const auto later = game->judge({"C2+"});
  BOOST_TEST_REQUIRE(later.overlooked.has_value(), later.explanation);
  BOOST_TEST(later.overlooked->feature == "forced");
  BOOST_TEST(later.overlooked->explanation == "the tile there was forced by the opponent's A2\\ on ply 3");
}

BOOST_AUTO_TEST_CASE(tells_when_a_forced_tile_of_the_last_turn_was_overlooked) {
  const std::string many = "@0/ A0+ B2\\ C2\\ D2\\ A0+ A0/";
  trax::Position position;
  for (const std::string& move : words(many + " B1/")) position.play(*trax::parse_move(move));
  const std::vector<trax::Laid> last = position.last_turn();
  BOOST_TEST_REQUIRE(last.size() == 9U);
  const auto overlooked = [&](const trax::Cell& cell) {
    const auto found = after(many + " B1/")->judge({to_string(cell) + "+"}).overlooked;
    if (found) BOOST_TEST(found->explanation == "the tile there was forced by the opponent's B1/");
    return found ? found->feature : "";
  };
  BOOST_TEST(overlooked(last[0].cell) == "");
  BOOST_TEST(overlooked(last[1].cell) == "forced");
  BOOST_TEST(overlooked(last[7].cell) == "forced");
  BOOST_TEST(overlooked(last[8].cell) == "long-cascade");
  BOOST_TEST(!after("@0+")->judge({"A1+"}).overlooked);
  BOOST_TEST(!after("@0+")->judge({"@0+"}).overlooked);
  // B10 is forced; where names have three characters no move can be meant for it.
  const std::string tenth_row = in_a_column(9) + " A0+ B9\\";
  BOOST_TEST(after(tenth_row, loops_only)->judge({"B10+"}).overlooked.has_value());
  const Judgement no_name = after(tenth_row, {.lines = false, .board = 0, .name_length = 3})->judge({"B10+"});
  BOOST_TEST(no_name.rule == "range");
  BOOST_TEST(!no_name.overlooked);
}

BOOST_DATA_TEST_CASE(makes_the_other_player_win_when_a_rule_is_broken, data::make(judgements), judged) {
  const auto game = after(judged.before, judged.rules);
  if (game->result().state != Result::State::open) return;
  const Player mover = game->to_move();
  game->play({judged.move});
  const Result result = game->result();
  if (judged.rule.empty()) {
    BOOST_TEST(result.state == Result::State::open);
    BOOST_TEST(game->to_move() == other(mover));
    return;
  }
  const bool white = mover == Player::one;
  BOOST_TEST(result.state == (white ? Result::State::two_won : Result::State::one_won));
  BOOST_TEST(result.why == (white ? "White" : "Black") + (" broke a rule: " + judged.rule));
  BOOST_TEST(game->legal_moves().empty());
  BOOST_TEST(!game->must_pass());
}

BOOST_AUTO_TEST_CASE(knows_every_word_that_it_judges_by) {
  for (const Judged& judged : judgements) {
    if (judged.rule.empty() || judged.rule == "over") continue;
    const std::vector<std::string> rules = after(judged.before, judged.rules)->rules();
    BOOST_TEST((std::find(rules.begin(), rules.end(), judged.rule) != rules.end()), judged);
  }
}

struct Ended {
  std::string moves;
  Result::State state;
  std::string why;
  std::array<int, 2> score = {};
  trax::Rules rules = {};
};
std::ostream& operator<<(std::ostream& out, const Ended& ended) {
  return out << ended.moves;
}

const std::vector<Ended> ends = {
    {"", Result::State::open, ""},
    {in_a_row(7), Result::State::open, ""},
    {in_a_row(8), Result::State::two_won, "line"},
    {in_a_row(8), Result::State::open, "", {}, loops_only},
    {in_a_row(7) + " H1\\", Result::State::open, ""},
    {in_a_row(7) + " H1\\ H2\\", Result::State::two_won, "line"},  // in White's own turn
    {in_a_column(7), Result::State::open, ""},
    {in_a_column(8), Result::State::one_won, "line"},               // in Black's own turn
    {"@0/ A2\\ B1\\", Result::State::two_won, "loop"},              // in White's own turn
    {"@0+ @1/ B0/ @2\\ C0\\ A2/", Result::State::two_won, "loop"},  // both have one; Black moved
    {"@0/ B1/ B0/ C1/ A0+ D2/ E3/ D4+ B5+ B6/ @5+ E0/ B1\\ C0\\", Result::State::one_won, "loop and line"},
    {"@0/ @1/ A0/ A0/ A0/ @4/ @2/ E4+ B0+ @3/ F6\\ E1\\ @1/ @1\\ G0/ H1+ B1+ H8\\ C5/ D7/ B6\\ A6+ C8+ A1+",
     Result::State::one_won,
     "path",
     {26, 23},
     on_8},
    {"@0/ A0/ @2\\ A1\\ B3+ C3\\ C0\\ @3+ E4\\ A1\\ @1\\ D0/ G4\\ D0/ B6+ B0+ C8+ H2+ F1\\ A6+ A7/ A8/ G8+ "
     "H8\\",
     Result::State::two_won,
     "path",
     {18, 22},
     on_8},
    {"@0+ @1\\ B0+ @1+ B0/ C0\\ B0/ @3+ E1+ D6\\ @1+ G1+ F6+ F7\\ D0/ G4\\ G7\\ D7/ @3\\ D7/ C7/ A4/ H5\\ "
     "C8/ "
     "A1+ H8\\ H1/",
     Result::State::draw,
     "path",
     {24, 24},
     on_8},
};

BOOST_DATA_TEST_CASE(ends_a_game_as_the_texts_say, data::make(ends), ended) {
  const auto game = after(ended.moves, ended.rules);
  const Result result = game->result();
  BOOST_TEST(result.state == ended.state, game->draw({}));
  BOOST_TEST(result.why == ended.why);
  BOOST_TEST((result.score == ended.score));
  BOOST_TEST(game->ply() == static_cast<int>(words(ended.moves).size()));
  BOOST_TEST(game->legal_moves().empty() == (ended.state != Result::State::open));
  BOOST_TEST(!game->must_pass());
}

BOOST_DATA_TEST_CASE(keeps_the_result_of_a_game_that_has_ended, data::make(ends), ended) {
  const auto game = after(ended.moves, ended.rules);
  if (ended.state == Result::State::open) return;
  for (const char* late : {"@1+", "x"}) {
    game->play({late});
    BOOST_TEST(game->result().state == ended.state);
    BOOST_TEST(game->result().why == ended.why);
    BOOST_TEST(game->ply() == static_cast<int>(words(ended.moves).size()));
  }
}

BOOST_DATA_TEST_CASE(forfeits_by_name, data::make({Player::one, Player::two}), loser) {
  for (const char* before : {"", "@0+", "@0+ B1+"}) {
    const auto game = after(before);
    game->forfeit(loser, "no reply in 1 s");
    const Result result = game->result();
    BOOST_TEST(result.state == (loser == Player::one ? Result::State::two_won : Result::State::one_won));
    BOOST_TEST(result.why == "no reply in 1 s");
    BOOST_TEST(game->legal_moves().empty());
    BOOST_TEST(game->judge({"@0+"}).rule == "over");
    BOOST_TEST(game->judge({"x"}).rule == "syntax");
  }
}

BOOST_AUTO_TEST_CASE(knows_no_pass) {
  const auto game = after("@0+");
  BOOST_TEST(game->pass().text.empty());
  BOOST_TEST(!game->is_pass({""}));
  BOOST_TEST(game->judge({"0000"}).rule == "syntax");
}

/// All moves in the columns and rows up to two beyond the tiles.
std::vector<Move> all_moves(const trax::Position& position) {
  std::vector<Move> moves;
  for (int column = 0; column <= position.width() + 2; ++column) {
    for (int row = 0; row <= position.height() + 2; ++row) {
      for (const trax::Symbol symbol : trax::symbols)
        moves.push_back({trax::to_string(trax::Move{column, row, symbol})});
    }
  }
  return moves;
}

BOOST_AUTO_TEST_CASE(lists_what_it_judges_legal_sorted_and_once) {
  Random random(2015);
  for (const trax::Rules& rules : {trax::Rules{}, loops_only, on_8}) {
    for (const int plies : {0, 1, 2, 5, 9, 14, 20}) {
      const auto game = new_trax_game(rules);
      while (game->ply() < plies && game->result().state == Result::State::open) {
        const std::vector<Move> legal = game->legal_moves();
        game->play(legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
      }
      std::vector<Move> judged_legal;
      for (const Move& move : all_moves(game->position())) {
        if (game->judge(move).legal) judged_legal.push_back(move);
      }
      std::sort(judged_legal.begin(), judged_legal.end());
      BOOST_TEST((game->legal_moves() == judged_legal), game->draw({}));
    }
  }
}

struct Featured {
  std::string before;
  std::string move;
  std::vector<std::string> features;
};
std::ostream& operator<<(std::ostream& out, const Featured& featured) {
  return out << featured.move << " after \"" << featured.before << "\"";
}

const std::vector<Featured> features = {
    {"", "@0+", {}},
    {"@0+", "B1+", {}},
    {"@0+", "C1+", {}},  // illegal
    {"@0+", "@1+", {"grows-left"}},
    {"@0+", "A0+", {"grows-up"}},
    {"@0+ B1+", "A2\\", {"forced"}},
    {"@0+ B1+ A2\\", "B3+", {"beside-forced"}},  // B2 was forced
    {"@0+ B1+ A2\\", "A3+", {}},
    {"@0/ A2\\", "B1\\", {"forced", "ends-game"}},
    {"@0/ A0+ B2\\ C2\\ D2\\ A0+ A0/", "B1/", {"forced", "long-cascade"}},
    {"@0+ @1/ B0/ @2\\ C0\\", "A2/", {"forced", "ends-game", "both-win"}},
    {in_a_row(7) + " A2/ A0\\", "@2+", {"forced", "grows-left", "ends-game", "both-win"}},  // by a loop and …
    {in_a_column(7) + " @1\\ C1/", "B0+", {"forced", "grows-up", "ends-game", "both-win"}},  // … a line
    {in_a_row(7), "H1+", {"ends-game"}},
    {in_a_row(6), "G1+", {"seven-column-line"}},
    {in_a_row(6), "G1\\", {}},
    {in_a_row(7), "A2+", {"seven-column-line"}},  // still there
    {in_a_column(6), "A7+", {"seven-row-line"}},
    {in_a_row(5), "F1+", {}},
};

BOOST_DATA_TEST_CASE(tells_what_there_is_about_a_move, data::make(features), featured) {
  const std::vector<std::string> found = after(featured.before)->features({featured.move});
  BOOST_TEST(found == featured.features, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(lists_moves_by_their_text_where_rows_have_two_digits) {
  const std::vector<Move> legal = after(in_a_column(11), loops_only)->legal_moves();
  BOOST_TEST(std::is_sorted(legal.begin(), legal.end()));
}

BOOST_AUTO_TEST_CASE(tells_when_the_tiles_become_as_wide_or_as_high_as_the_board) {
  const auto reaches_the_limit = [](const std::string& before, const char* move, const trax::Rules& rules) {
    const std::vector<std::string> found = after(before, rules)->features({move});
    return std::find(found.begin(), found.end(), "limit") != found.end();
  };
  constexpr trax::Rules on_9 = {.lines = false, .board = 9};
  for (const auto& [rules, board] : {std::pair(on_8, 8), std::pair(on_9, 9)}) {
    const std::string wide = trax::column_name(board);
    BOOST_TEST(!reaches_the_limit(in_a_row(board - 2), "A2/", rules));
    BOOST_TEST(!reaches_the_limit(in_a_row(board - 1), "A2/", rules));
    BOOST_TEST(reaches_the_limit(in_a_row(board - 1), (wide + "1+").c_str(), rules));
    BOOST_TEST(reaches_the_limit(in_a_column(board - 1), ("A" + std::to_string(board) + "+").c_str(), rules));
    BOOST_TEST(!reaches_the_limit(in_a_row(board - 1), (wide + "1+").c_str(), loops_only));
  }
  BOOST_TEST(!reaches_the_limit("", "@0+", loops_only));
}

BOOST_AUTO_TEST_CASE(names_a_move_so_many_columns_and_rows_away) {
  const auto game = after("@0+");
  BOOST_TEST(game->shifted({"C4+"}, 2).text == "E6+");
  BOOST_TEST(game->shifted({"C4+"}, -1).text == "B3+");
  BOOST_TEST(game->shifted({"C4+"}, -3).text == "@1+");
  BOOST_TEST(game->shifted({"C4+"}, -4).text == "");
  BOOST_TEST(game->shifted({"D3+"}, -4).text == "");
  BOOST_TEST(game->shifted({"x"}, 1).text == "");
}

BOOST_AUTO_TEST_CASE(names_a_move_with_rows_and_columns_swapped) {
  const auto game = after("@0+");
  BOOST_TEST(game->with_rows_and_columns_swapped({"C4/"}).text == "D3/");
  BOOST_TEST(game->with_rows_and_columns_swapped({"@1+"}).text == "A0+");
  BOOST_TEST(game->with_rows_and_columns_swapped({"x"}).text == "");
}

BOOST_AUTO_TEST_CASE(tells_moves_far_out) {
  const auto has = [](const Ruling& game, const char* move, const char* feature) {
    const std::vector<std::string> found = game.features({move});
    return std::find(found.begin(), found.end(), feature) != found.end();
  };
  const auto wide = after(in_a_row(26), loops_only);
  BOOST_TEST(!has(*wide, "Z2+", "column-past-z"));
  BOOST_TEST(has(*wide, "AA1+", "column-past-z"));
  const auto past_z = after(in_a_row(52), loops_only);
  BOOST_TEST(!has(*past_z, "AZ2+", "column-past-az"));
  BOOST_TEST(has(*past_z, "AZ2+", "column-past-z"));
  BOOST_TEST(has(*past_z, "BA1+", "column-past-az"));
  BOOST_TEST(!has(*past_z, "BA1+", "column-past-z"));
  const auto wider = after(in_a_row(702), loops_only);
  BOOST_TEST(!has(*wider, "ZZ2+", "column-past-zz"));
  BOOST_TEST(has(*wider, "ZZ2+", "column-past-az"));
  BOOST_TEST(has(*wider, "AAA1+", "column-past-zz"));
  BOOST_TEST(!has(*wider, "AAA1+", "column-past-az"));
  const auto tall = after(in_a_column(99), loops_only);
  BOOST_TEST(!has(*tall, "B99+", "three-digit-row"));
  BOOST_TEST(has(*tall, "A100+", "three-digit-row"));
  wide->forfeit(Player::one, "");
  BOOST_TEST(wide->features({"AA1+"}).empty());
}

BOOST_AUTO_TEST_CASE(clones_go_their_own_ways) {
  const auto game = after("@0+ B1+");
  const auto copy = game->clone();
  copy->play({"A2\\"});
  BOOST_TEST(copy->ply() == 3);
  BOOST_TEST(game->ply() == 2);
  BOOST_TEST(game->judge({"A2\\"}).legal);
  copy->forfeit(Player::two, "");
  BOOST_TEST(game->result().state == Result::State::open);
  BOOST_TEST(copy->clone()->result().state == Result::State::one_won);
}

BOOST_AUTO_TEST_SUITE_END()

// pictures

BOOST_AUTO_TEST_SUITE(pictures)

/// The names of the marked cells.
std::vector<std::string> marked(const BoardPicture& picture) {
  std::vector<std::string> names;
  for (std::size_t row = 0; row < picture.rows.size(); ++row) {
    for (std::size_t column = 0; column < picture.columns.size(); ++column) {
      if (picture.marks[row][column] == BoardPicture::marked)
        names.push_back(picture.columns[column] + picture.rows[row]);
    }
  }
  return names;
}

BOOST_AUTO_TEST_CASE(show_the_tiles_and_the_empty_cells_around_them) {
  const BoardPicture picture = after("@0/ A2\\ B1\\")->picture({});
  BOOST_TEST((picture.kind == BoardPicture::Kind::paths));
  BOOST_TEST((picture.columns == std::vector<std::string>{"@", "A", "B", "C"}));
  BOOST_TEST((picture.rows == std::vector<std::string>{"0", "1", "2", "3"}));
  BOOST_TEST((picture.cells == std::vector<std::string>{"....", ".ac.", ".db.", "...."}));
  BOOST_TEST(marked(picture).empty());
  BOOST_TEST(picture.move.empty());
  BOOST_TEST(drawn(picture) ==
             "    @    A    B    C\n"
             "\n"
             "0   .    .    .    .\n"
             "\n"
             "         o    o\n"
             "1   .  oo/####\\oo  .\n"
             "         #    #\n"
             "         #    #\n"
             "2   .  oo\\####/oo  .\n"
             "         o    o\n"
             "\n"
             "3   .    .    .    .\n"
             "\n");
}

BOOST_AUTO_TEST_CASE(of_the_start_are_the_one_cell_that_there_is) {
  const BoardPicture picture = after("")->picture({"@0+"});
  BOOST_TEST((picture.columns == std::vector<std::string>{"@"}));
  BOOST_TEST((picture.rows == std::vector<std::string>{"0"}));
  BOOST_TEST((marked(picture) == std::vector<std::string>{"@0"}));
  BOOST_TEST((after("")->picture({"A1+"}).off_board == std::vector<std::string>{"A1"}));
}

BOOST_AUTO_TEST_CASE(mark_the_move_and_the_cell_that_makes_it_illegal) {
  const auto game = after(cascade);
  BOOST_TEST((marked(game->picture({"B3\\"})) == std::vector<std::string>{"C2", "B3"}));
  BOOST_TEST((marked(game->picture({"A1+"})) == std::vector<std::string>{"A1"}));
  BOOST_TEST(game->picture({"A1+"}).move == "A1+");
  BOOST_TEST(contains(game->draw({"A1+"}), "[o+o]"), game->draw({"A1+"}));
  BOOST_TEST(contains(game->draw({"@1+"}), "[ . ]"), game->draw({"@1+"}));
}

BOOST_AUTO_TEST_CASE(name_a_move_off_the_board_as_it_came) {
  const auto game = after("@0+");
  for (const char* move : {"Z9+", "A4/", "ZZZZZZZZZZ99999999999\\"}) {
    const BoardPicture picture = game->picture({move});
    const std::string text = move;
    BOOST_TEST((picture.off_board == std::vector<std::string>{text.substr(0, text.size() - 1)}), move);
    BOOST_TEST(marked(picture).empty());
  }
  const BoardPicture nonsense = game->picture({"nonsense"});
  BOOST_TEST(nonsense.move.empty());
  BOOST_TEST(nonsense.off_board.empty());
}

BOOST_AUTO_TEST_CASE(of_a_large_board_show_what_matters) {
  const auto wide = after(in_a_row(30), loops_only);
  const BoardPicture last = wide->picture({});
  BOOST_TEST(last.columns.size() == 13U);
  BOOST_TEST(last.rows.size() == 3U);
  BOOST_TEST(last.columns.back() == "AE");
  const BoardPicture left = wide->picture({"@1+"});
  BOOST_TEST(left.columns.front() == "@");
  BOOST_TEST((marked(left) == std::vector<std::string>{"@1"}));
  const BoardPicture middle = wide->picture({"O2+"});
  BOOST_TEST(middle.columns.front() == "I");
  BOOST_TEST(middle.columns.back() == "U");
  BOOST_TEST((marked(middle) == std::vector<std::string>{"O2"}));
  const auto tall = after(in_a_column(120), loops_only);
  const BoardPicture bottom = tall->picture({"A121+"});
  BOOST_TEST(bottom.rows.size() == 13U);
  BOOST_TEST(bottom.rows.back() == "121");
  BOOST_TEST((marked(bottom) == std::vector<std::string>{"A121"}));
}

BOOST_AUTO_TEST_CASE(fit_into_a_terminal) {
  const auto wide = after(in_a_row(800), loops_only);
  for (const char* move : {"", "@1+", "ADT2+", "A0/"}) {
    std::istringstream text(wide->draw({move}));
    for (std::string line; std::getline(text, line);) {
      BOOST_TEST(line.size() <= 72U, line);
      BOOST_TEST((line.empty() || line.back() != ' '));
    }
  }
}

BOOST_AUTO_TEST_CASE(know_the_colours_of_every_tile) {
  for (const trax::Tile tile : {trax::Tile::north_south, trax::Tile::east_west, trax::Tile::north_west,
                                trax::Tile::south_east, trax::Tile::north_east, trax::Tile::south_west}) {
    BOOST_TEST(colours_of_sides(trax::letter(tile)) == trax::edges(tile));
  }
  BOOST_TEST(colours_of_sides(BoardPicture::free).empty());
  BOOST_TEST(colours_of_sides('x').empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::protocol
