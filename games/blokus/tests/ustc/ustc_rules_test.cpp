/// The pieces of ustc and its rules on both boards.

#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <set>

#include "games/blokus/contests/ustc/ustc.hpp"
#include "games/blokus/contests/ustc/ustc_notation.hpp"
#include "rig/base/errors.hpp"
#include "rig/tests/contains.hpp"
#include "rig/tests/printers.hpp"

namespace rig::protocol {

namespace {

namespace data = boost::unit_test::data;

const Move giving_up{"pass"};

std::string broken(const Ruling& game, const std::string& move) {
  return game.judge({move}).rule;
}

void play_all(Ruling& game, const std::vector<std::string>& moves) {
  for (const std::string& move : moves) {
    const Judgement judgement = game.judge({move});
    BOOST_REQUIRE_MESSAGE(judgement.legal, move << ": " << judgement.explanation << "\n" << game.draw({}));
    game.play({move});
  }
}

using rig::contains;
bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

BOOST_AUTO_TEST_SUITE(notation)

/// The judge's ids, each with the piece that its name stands for.
struct Piece {
  int id;
  const char* name;
  const char* cells;
};
std::ostream& operator<<(std::ostream& out, const Piece& piece) {
  return out << piece.id << " " << piece.name;
}
const std::vector<Piece> pieces = {
    {1, "I1", "3-3"},
    {2, "I2", "3-3,3-4"},
    {3, "I3", "3-3,3-4,3-5"},
    {4, "V3", "3-3,4-3,4-4"},
    {5, "I4", "3-3,3-4,3-5,3-6"},
    {6, "L4", "3-3,4-3,5-3,5-4"},
    {7, "T4", "3-3,3-4,3-5,4-4"},
    {8, "O4", "3-3,3-4,4-3,4-4"},
    {9, "Z4", "3-3,3-4,4-4,4-5"},
    {10, "I5", "3-3,4-3,5-3,6-3,7-3"},
    {11, "L5", "3-3,4-3,5-3,6-3,6-4"},
    {12, "N5", "3-3,3-4,3-5,4-5,4-6"},
    {13, "P5", "3-3,3-4,4-3,4-4,5-3"},
    {14, "U5", "3-3,3-5,4-3,4-4,4-5"},
    {15, "Y5", "3-3,3-4,3-5,3-6,4-4"},
    {16, "T5", "3-3,3-4,3-5,4-4,5-4"},
    {17, "V5", "3-3,4-3,5-3,5-4,5-5"},
    {18, "W5", "3-3,3-4,4-4,4-5,5-5"},
    {19, "Z5", "3-3,4-3,4-4,4-5,5-5"},
    {20, "F5", "3-4,3-5,4-3,4-4,5-4"},
    {21, "X5", "3-4,4-3,4-4,4-5,5-4"},
};

BOOST_DATA_TEST_CASE(each_id_is_the_piece_of_its_name_and_no_other, data::make(pieces), piece) {
  const auto game = new_ustc_game(14);
  for (int id = 1; id <= 21; ++id) {
    const std::string rule = broken(*game, std::to_string(id) + ":" + piece.cells);
    BOOST_TEST((rule == "shape") == (id != piece.id), "as " << id << ": " << rule);
    const Judgement judgement = game->judge({std::to_string(id) + ":" + piece.cells});
    BOOST_TEST((judgement.kind == "cells of no such piece") == (rule == "shape"), judgement.kind);
  }
  BOOST_TEST(ustc_piece_name(*ustc_piece(piece.id)) == piece.name);
  BOOST_TEST(ustc_id(*ustc_piece(piece.id)) == piece.id);
}

BOOST_AUTO_TEST_CASE(assigns_no_names_to_teams) {
  BOOST_TEST(protocol::find_contest("ustc").team.words == "nothing");
  BOOST_TEST(protocol::find_contest("ustc").team.shortest == 0U);
  BOOST_TEST(protocol::find_contest("ustc").team.longest == 0U);
}

BOOST_AUTO_TEST_CASE(who_has_given_up_is_not_asked_again) {
  for (const int board : {14, 20}) BOOST_TEST(find_contest("ustc", {board, {}}).pass_is_for_good);
}

BOOST_AUTO_TEST_CASE(hosts_choose_where_games_begin) {
  const auto chosen = [](int board) {
    const auto& settings = find_contest("ustc", {board, {}}).settings;
    const auto starts = std::find_if(settings.begin(), settings.end(), [](const Setting& setting) {
      return setting.name == "starts" || setting.name == "corners";
    });
    BOOST_REQUIRE(starts != settings.end());
    BOOST_TEST(starts->value == starts->allowed.front());
    return starts->allowed;
  };
  BOOST_TEST((chosen(14) == std::vector<std::string>{"judge", "figure"}));
  BOOST_TEST((chosen(20) == std::vector<std::string>{"figure", "any"}));
}

BOOST_AUTO_TEST_CASE(cells_may_come_in_any_order) {
  const auto game = new_ustc_game(14);
  std::vector<std::string> cells = {"4-4", "4-5", "5-5", "5-6", "6-6"};
  int orders = 0;
  do {
    std::string move = "18:" + cells[0];
    for (std::size_t i = 1; i < cells.size(); ++i) move += "," + cells[i];
    BOOST_TEST(game->judge({move}).legal, move);
    BOOST_TEST(game->code_of({move}) == game->code_of({"18:4-4,4-5,5-5,5-6,6-6"}));
    ++orders;
  } while (std::next_permutation(cells.begin(), cells.end()));
  BOOST_TEST(orders == 120);
}

BOOST_AUTO_TEST_CASE(every_code_is_written_as_its_own_placement_and_the_first_in_reading_order) {
  const auto game = new_ustc_game(14);
  std::set<std::string> codes;
  for (int orientation = 0; orientation < blokus::orientation_count; ++orientation) {
    const blokus::Placement placement{static_cast<blokus::Orientation>(orientation), 6, 6};
    std::set<std::string> texts;
    for (const blokus::Code& code : blokus::codes_of(placement)) {
      const Move move = game->write(code);
      const UstcReading reading = parse_ustc_move(move.text);
      BOOST_REQUIRE_MESSAGE(reading.move, reading.why);
      BOOST_TEST((placement_of(*reading.move) == placement), move.text);
      codes.insert(game->code_of(move));
      texts.insert(move.text);
    }
    const auto cells = static_cast<std::size_t>(blokus::tile_size(blokus::tile_of(placement.orientation)));
    BOOST_TEST(texts.size() == std::min(cells, blokus::codes_of(placement).size()));
    std::vector<blokus::Square> in_order = ustc_move(blokus::first_code(placement)).cells;
    BOOST_TEST(std::is_sorted(in_order.begin(), in_order.end(), [](const auto& a, const auto& b) {
      return a.y != b.y ? a.y < b.y : a.x < b.x;
    }));
  }
  BOOST_TEST(codes.size() == 91U);
  BOOST_TEST(game->code_of(giving_up).empty());
}

const std::vector<std::string> no_moves = {"",          "18",     "18:",    ":4-4",  "1:4",      "1:4-",
                                           "1:4-4,",    "1:4-4 ", " 1:4-4", "1:4,4", "1:1000-4", "a:4-4",
                                           "1:4-4;5-5", "1:+4-4", "0000",   "PASS",  "1:4--",    "0:4-4",
                                           "22:4-4",    "-1:4-4", "1:4-4\n"};

BOOST_DATA_TEST_CASE(any_other_text_is_malformed_and_the_reason_says_where, data::make(no_moves), text) {
  const auto game = new_ustc_game(14);
  const Judgement judgement = game->judge({text});
  BOOST_TEST(judgement.rule == "malformed");
  BOOST_TEST((contains(judgement.explanation, "character ") ||
              contains(judgement.explanation, "allowed are 1 to 21")),
             judgement.explanation);
}

/// A text and what was expected at its fault.
const std::vector<std::pair<std::string, std::string>> expectations = {
    {"a:4-4", "character 1 is \"a\", expected the piece's id;"},
    {"18", "character 3 is the end, expected ':';"},
    {"1:a", "character 3 is \"a\", expected a row;"},
    {"1:4,4", "character 4 is \",\", expected '-';"},
    {"1:4-", "character 5 is the end, expected a column;"},
    {"1:4-4;", "character 6 is \";\", expected ',' or the end;"},
    {"18:", "character 4 is the end, expected a row;"},
    {"18:4", "character 5 is the end, expected '-';"},
    {"18:4-", "character 6 is the end, expected a column;"},
    {"18:4-4;", "character 7 is \";\", expected ',' or the end;"},
};

BOOST_AUTO_TEST_CASE(the_reason_of_what_is_malformed_says_what_was_expected) {
  for (const auto& [text, expected] : expectations)
    BOOST_TEST(parse_ustc_move(text).why.starts_with(expected), parse_ustc_move(text).why);
}

BOOST_AUTO_TEST_CASE(cells_that_form_no_piece_are_a_wrong_shape) {
  const auto game = new_ustc_game(14);
  for (const char* move : {"2:4-4,5-5", "2:4-4,4-4", "21:4-4,4-5,4-6,4-7,4-8,4-9", "3:4-4,4-5"}) {
    BOOST_TEST(broken(*game, move) == "shape", move);
  }
  BOOST_TEST(contains(game->judge({"3:4-4,4-5"}).explanation, "piece 3 (I3) but piece 2 (I2)"));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(rules)

/// The example of the platform's own first move, and an answer to it.
const std::vector<std::string> opening = {"18:4-4,4-5,5-5,5-6,6-6", "8:8-8,8-9,9-8,9-9"};

struct Breach {
  const char* move;
  const char* rule;
  const char* says;
};
std::ostream& operator<<(std::ostream& out, const Breach& breach) {
  return out << breach.move;
}
/// Each move breaks the rules after its own, too, where it can: the first counts.
const std::vector<Breach> breaches = {
    {"22:4-4", "malformed", "22"},
    {"17:4-4,4-5,5-5,5-6,6-6", "shape", "piece 18 (W5)"},
    {"18:4-4,4-5,5-5,5-6,6-6", "used", "piece 18 (W5) was placed before"},
    {"5:13-12,13-13,13-14,13-15", "occupied", "off the board, at 13-14"},
    {"5:-1-3,0-3,1-3,2-3", "occupied", "off the board, at -1-3"},
    {"5:0--1,0-0,0-1,0-2", "occupied", "off the board, at 0--1"},
    {"1:999-999", "occupied", "off the board"},
    {"1:9-9", "occupied", "9-9 is occupied"},
    {"1:6-5", "edge", "6-5 lies edge to edge with"},
    {"1:0-0", "corner", "piece 1 (I1)"},
};

BOOST_DATA_TEST_CASE(are_judged_in_the_order_of_the_judge, data::make(breaches), breach) {
  const auto game = new_ustc_game(14);
  play_all(*game, opening);
  const Judgement judgement = game->judge({breach.move});
  BOOST_TEST(!judgement.legal);
  BOOST_TEST(judgement.rule == breach.rule);
  BOOST_TEST(contains(judgement.explanation, breach.says), judgement.explanation);
  BOOST_TEST((contains(game->rules(), breach.rule)));
}

BOOST_AUTO_TEST_CASE(a_colour_that_has_passed_shows_nothing_any_more) {
  const Contest contest = find_contest("ustc", {20, {}});
  const auto game = contest.new_game(contest.seats.front());
  for (int ply = 0; ply < 4; ++ply) game->play(game->legal_moves().front());
  BOOST_TEST(!game->exposures().empty());
  game->play(game->pass());
  for (int ply = 5; ply < 8; ++ply) game->play(game->legal_moves().front());
  BOOST_TEST_REQUIRE(game->must_pass());
  BOOST_TEST(game->exposures().empty());
  game->play(game->pass());
  BOOST_TEST(!game->exposures().empty());
}

BOOST_AUTO_TEST_CASE(a_breach_loses_at_once) {
  const auto game = new_ustc_game(14);
  play_all(*game, opening);
  game->play({"1:0-0"});
  BOOST_TEST(game->result().state == Result::State::two_won);
  BOOST_TEST(game->result().why == "player 1 broke a rule: corner");
}

BOOST_AUTO_TEST_CASE(are_listed_in_the_order_of_the_judge) {
  BOOST_TEST((new_ustc_game(14)->rules() ==
              std::vector<std::string>{"malformed", "shape", "used", "occupied", "edge", "start"}));
}

BOOST_AUTO_TEST_CASE(let_play_go_on_when_one_player_has_placed_everything) {
  for (const char* starts : {"judge", "figure"})
    BOOST_TEST((ustc_variant(14, {starts, "figure"}).last_tile == blokus::LastTile::play_goes_on));
}

BOOST_AUTO_TEST_CASE(are_for_no_other_board_or_start_squares_than_those_named) {
  const auto refused = [](int board, const UstcSquares& squares, const std::vector<std::string>& words) {
    BOOST_CHECK_EXCEPTION(new_ustc_game(board, squares), UsageError, saying(words));
  };
  refused(14, {"corner", "figure"}, {"starts \"corner\"", "judge", "figure"});
  refused(20, {"judge", "corner"}, {"corners \"corner\"", "figure", "any"});
  refused(15, {}, {"no board of 15"});
}

struct Start {
  int board;
  UstcSquares squares;
  std::vector<std::string> first;  ///< the monomino on the start square of each colour, in turn
};
std::ostream& operator<<(std::ostream& out, const Start& start) {
  return out << start.board << " " << start.squares.starts << " " << start.squares.corners;
}
const std::vector<Start> starts = {
    {14, {"judge", "figure"}, {"1:4-4", "1:9-9"}},
    {14, {"figure", "figure"}, {"1:9-4", "1:4-9"}},
    {20, {"judge", "figure"}, {"1:19-0", "1:19-19", "1:0-19", "1:0-0"}},
};

BOOST_DATA_TEST_CASE(the_first_piece_covers_the_start_square_of_its_colour_alone, data::make(starts), start) {
  const auto game = new_ustc_game(start.board, start.squares);
  const int size = start.board;
  for (const std::string& move : start.first) {
    BOOST_TEST((contains(game->rules(), "start")));
    for (int row = 0; row < size; ++row) {
      for (int column = 0; column < size; ++column) {
        const std::string other = "1:" + std::to_string(row) + "-" + std::to_string(column);
        if (other == move) continue;
        const std::string rule = broken(*game, other);
        BOOST_TEST((rule == "start" || rule == "occupied"), other << " " << rule);
      }
    }
    play_all(*game, {move});
  }
  BOOST_TEST((contains(game->rules(), "corner")));
}

BOOST_AUTO_TEST_CASE(any_free_corner_will_do_where_the_setting_says_so) {
  const auto game = new_ustc_game(20, {"judge", "any"});
  play_all(*game, {"1:0-0", "1:19-0"});
  BOOST_TEST(broken(*game, "1:0-0") == "occupied");
  BOOST_TEST(broken(*game, "1:10-10") == "start");
  play_all(*game, {"1:19-19", "1:0-19"});
}

BOOST_AUTO_TEST_CASE(the_players_alternate_and_each_colour_has_its_own_pieces) {
  const auto game = new_ustc_game(20);
  const std::vector<std::string> corners = {"1:19-0", "1:19-19", "1:0-19", "1:0-0"};
  for (std::size_t turn = 0; turn < 4; ++turn) {
    BOOST_TEST(game->to_move() == (turn % 2 == 0 ? Player::one : Player::two));
    play_all(*game, {corners[turn]});
  }
  BOOST_TEST(broken(*game, "1:18-1") == "used");
  // A corner of red, the other colour of player one, is none of blue's; nor is its edge forbidden.
  BOOST_TEST(broken(*game, "2:1-18,2-18") == "corner");
  play_all(*game, {"2:18-1,17-1"});
}

BOOST_AUTO_TEST_CASE(on_the_small_board_who_gave_up_is_never_asked_again) {
  const auto game = new_ustc_game(14);
  play_all(*game, {"1:4-4", "pass"});
  BOOST_TEST(game->to_move() == Player::one);
  play_all(*game, {"2:5-5,5-6", "3:6-7,6-8,6-9"});
  BOOST_TEST(game->to_move() == Player::one);
  BOOST_TEST(game->result().state == Result::State::open);
  play_all(*game, {"pass"});
  BOOST_TEST(game->result().state == Result::State::one_won);
  BOOST_TEST(game->result().why == "both passed");
  BOOST_TEST((game->result().score == std::array<int, 2>{6, 0}));
}

BOOST_AUTO_TEST_CASE(on_the_large_board_a_colour_that_gave_up_is_asked_again_and_gives_up_again) {
  const auto game = new_ustc_game(20);
  play_all(*game, {"1:19-0", "1:19-19", "1:0-19", "1:0-0", "pass", "2:18-18,18-17"});
  BOOST_TEST(!game->must_pass());  // red
  play_all(*game, {"2:1-18,1-17", "2:1-1,1-2"});
  BOOST_TEST(game->to_move() == Player::one);  // blue
  BOOST_TEST(game->must_pass());
  BOOST_TEST(game->legal_moves().empty());
  const Judgement judgement = game->judge({"2:18-1,17-1"});
  BOOST_TEST(!judgement.legal);
  BOOST_TEST(judgement.rule == "passed");
  BOOST_TEST(judgement.kind == "placement after its pass");
  BOOST_TEST((contains(game->rules(), "passed")));
  play_all(*game, {"pass", "pass", "pass"});
  BOOST_TEST(game->result().state == Result::State::open);
  BOOST_TEST(!game->must_pass());  // green goes on
  play_all(*game, {"3:2-3,2-4,2-5", "pass", "pass", "pass", "pass"});
  BOOST_TEST(game->result().state == Result::State::two_won);
  BOOST_TEST(game->result().why == "all passed");
  BOOST_TEST((game->result().score == std::array<int, 2>{4, 9 - 0}));
}

BOOST_AUTO_TEST_CASE(giving_up_with_moves_at_hand_is_legal_from_the_first_turn_on) {
  for (const int board : {14, 20}) {
    const auto game = new_ustc_game(board);
    BOOST_TEST(game->judge(giving_up).legal);
    BOOST_TEST(!game->must_pass());
    BOOST_TEST((!contains(game->rules(), "pass")));
  }
}

BOOST_AUTO_TEST_CASE(equal_scores_are_a_draw) {
  const auto game = new_ustc_game(14);
  play_all(*game, {"1:4-4", "1:9-9", "pass", "pass"});
  BOOST_TEST(game->result().state == Result::State::draw);
  BOOST_TEST((game->result().score == std::array<int, 2>{1, 1}));
}

BOOST_AUTO_TEST_CASE(the_board_is_drawn_with_the_coordinates_of_the_moves) {
  const auto game = new_ustc_game(14);
  play_all(*game, {"1:4-4"});
  const BoardPicture picture = game->picture({"2:9-9,9-10"});
  BOOST_TEST(picture.rows.front() == "0");
  BOOST_TEST(picture.columns.back() == "13");
  BOOST_TEST(picture.cells[4][4] == BoardPicture::one);
  BOOST_TEST(picture.cells[9][9] == BoardPicture::start);
  BOOST_TEST(picture.marks[9][10] == BoardPicture::marked);
  BOOST_TEST(picture.marks[10][9] == BoardPicture::plain);
  BOOST_TEST((game->picture({"2:13-13,13-14"}).off_board == std::vector<std::string>{"13-14"}));
}

BOOST_AUTO_TEST_CASE(legal_moves_list_each_placement_once_in_reading_order) {
  for (const int board : {14, 20}) {
    const auto game = new_ustc_game(board);
    const std::vector<Move> moves = game->legal_moves();
    BOOST_TEST(std::is_sorted(moves.begin(), moves.end()));
    BOOST_TEST(moves.size() == game->position().count_placements());
    BOOST_TEST(std::set<Move>(moves.begin(), moves.end()).size() == moves.size());
    for (const Move& move : moves) {
      BOOST_TEST(game->judge(move).legal, move);
      const blokus::Placement placement = *placement_of(*parse_ustc_move(move.text).move);
      BOOST_TEST(move.text == to_string(ustc_move(placement)));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::protocol
