/// A game as its host keeps it: answers in, requests and results out. Nobody is spoken to.

#include "rig/arbiter/table.hpp"

#include <boost/test/unit_test.hpp>

#include "rig/arbiter/tests/referee_tools.hpp"
#include "rig/tests/contains.hpp"

namespace rig::arbiter {
namespace {

using namespace std::chrono_literals;
using protocol::Player;
using State = protocol::Result::State;

Answer says(const std::string& text) {
  Answer answer;
  answer.text = text;
  answer.took = Latency{1ms, 1ms};
  return answer;
}

Answer breaks(LossKind kind, const std::string& aspect) {
  Answer answer;
  answer.breach = Breach{kind, aspect, "it did"};
  return answer;
}

/// A game of this contest, both greeted where that is the custom.
Table begun(const protocol::Contest& contest, std::size_t seat = 0) {
  Table table(contest, contest.seats.at(seat));
  if (contest.greets) {
    for (const Player player : {Player::one, Player::two}) table.greeted(player, says("XY"));
  }
  return table;
}

/// What the player to move is asked with, as the contest writes it.
std::string asks(const protocol::Contest& contest, const Table& table) {
  std::string text = to_text(contest.dialect->encode(table.request()));
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

void play(Table& table, const std::vector<std::string>& moves) {
  for (const std::string& move : moves) {
    BOOST_REQUIRE(!table.over());
    table.answered(says(move));
  }
}

BOOST_AUTO_TEST_SUITE(table)

BOOST_AUTO_TEST_CASE(the_worked_example_of_the_contest_of_2014) {
  const protocol::Contest& contest = protocol::find_contest("icfpt2014");
  Table table = begun(contest);
  std::vector<std::string> asked;
  for (const char* move : {"53e0", "a8e0", "21k7", "94j0", "61a0", "71b3"}) {
    asked.push_back(asks(contest, table));
    table.answered(says(move));
  }
  asked.push_back(asks(contest, table));
  BOOST_TEST(testing::joined(asked) == "25 3A53e0 4a8e0 421k7 494j0 461a0 471b3");
  BOOST_TEST(table.opening(Player::one).empty());
  BOOST_TEST(table.opening(Player::two).empty());
}

BOOST_AUTO_TEST_CASE(every_seat_begins_as_its_request_says) {
  const protocol::Contest& contest = protocol::find_contest("icfpt2014");
  const std::vector<std::pair<std::string, Player>> begins = {
      {"25", Player::one}, {"2A", Player::two}, {"2A", Player::two}, {"25", Player::one}};
  for (std::size_t seat = 0; seat < begins.size(); ++seat) {
    const Table table = begun(contest, seat);
    BOOST_TEST(asks(contest, table) == begins[seat].first);
    BOOST_TEST(table.to_move() == begins[seat].second);
    BOOST_TEST(table.report().seats[index_of(contest.seats[seat].player)].name == contest.seats[seat].name);
  }
}

BOOST_AUTO_TEST_CASE(in_2013_the_second_opens_blind_and_is_told_two_moves) {
  const protocol::Contest& contest = protocol::find_contest("icfpt2013");
  Table table = begun(contest);
  std::vector<std::string> asked;
  for (const char* move : {"53e0", "a8e0", "21k7", "94j0", "61a0"}) {
    asked.push_back(asks(contest, table));
    table.answered(says(move));
  }
  BOOST_TEST(testing::joined(asked) == "25 2A 3a8e0 453e021k7 394j0");
}

BOOST_AUTO_TEST_CASE(black_is_told_its_role_before_white_is_asked) {
  const protocol::Contest& contest = protocol::find_contest("heart-trax");
  Table table = begun(contest);
  BOOST_TEST(table.opening(Player::one).empty());
  BOOST_REQUIRE(table.opening(Player::two).size() == 1U);
  BOOST_TEST(to_text(contest.dialect->encode(table.opening(Player::two)[0])) == "-B\n");
  BOOST_TEST(asks(contest, table) == "-W");
  table.answered(says("@0+"));
  BOOST_TEST(asks(contest, table) == "@0+");
  table.answered(says("B1+"));
  BOOST_TEST(asks(contest, table) == "B1+");
}

BOOST_AUTO_TEST_CASE(both_pass) {
  Table table = begun(protocol::find_contest("icfpt2014"));
  play(table, {"53e0", "a8e0", "0000"});
  BOOST_TEST(!table.over());
  play(table, {"94j0", "0000", "0000"});
  BOOST_TEST(table.over());
  BOOST_TEST(ending_of(table.report()) == "both passed");
  BOOST_TEST(table.report().result.state == State::two_won);
  BOOST_TEST(table.report().result.score[0] == -85);
  BOOST_TEST(table.report().result.score[1] == -80);
}

BOOST_AUTO_TEST_CASE(an_illegal_move_loses_by_the_clause_of_its_rule_and_is_kept_apart) {
  Table table = begun(protocol::find_contest("icfpt2014"));
  play(table, {"53e0", "a8e0", "21e0"});
  BOOST_TEST(table.over());
  BOOST_TEST(table.report().result.state == State::two_won);
  BOOST_REQUIRE(table.report().loss.has_value());
  const Loss& loss = *table.report().loss;
  BOOST_TEST(loss.player == Player::one);
  BOOST_TEST(loss.breach.kind == LossKind::illegal_move);
  BOOST_TEST(loss.breach.aspect == "move.used");
  BOOST_TEST(loss.ply == 3);
  BOOST_TEST(loss.refused.text == "21e0");
  BOOST_TEST(table.report().plies.size() == 2U);
  BOOST_TEST(ending_of(table.report()) == "illegal move");
}

BOOST_AUTO_TEST_CASE(an_excused_answer_ends_the_game_without_a_result) {
  Answer excused = says("a8e0");
  excused.excuse = Note{"second.deadline", "late, and starved"};
  Table table = begun(protocol::find_contest("icfpt2014"));
  play(table, {"53e0"});
  table.answered(excused);
  const GameReport& game = table.report();
  BOOST_TEST(table.over());
  BOOST_TEST(game.result.state == State::open);
  BOOST_TEST(!game.loss.has_value());
  BOOST_REQUIRE(game.no_result.has_value());
  BOOST_TEST(game.no_result->player == Player::two);
  BOOST_TEST(game.no_result->ply == 2);
  BOOST_TEST(game.no_result->note.aspect == "second.deadline");
  BOOST_TEST(game.plies.size() == 1U);
  BOOST_TEST(ending_of(game) == "busy machine");

  Table greeting(protocol::find_contest("icfpt2014"), protocol::find_contest("icfpt2014").seats[0]);
  greeting.greeted(Player::one, excused);
  BOOST_TEST(greeting.over());
  BOOST_REQUIRE(greeting.report().no_result.has_value());
  BOOST_TEST(greeting.report().no_result->ply == 0);
}

BOOST_AUTO_TEST_CASE(a_breach_loses_whoever_leads) {
  Table table = begun(protocol::find_contest("icfpt2014"));
  play(table, {"53e0"});
  table.answered(breaks(LossKind::time_out, "second.deadline"));
  BOOST_TEST(table.report().result.state == State::one_won);
  BOOST_TEST(table.report().loss->ply == 2);
  BOOST_TEST(ending_of(table.report()) == "time-out");
}

BOOST_AUTO_TEST_CASE(who_fails_the_handshake_has_lost_and_what_comes_after_changes_nothing) {
  const protocol::Contest& contest = protocol::find_contest("icfpt2014");
  Table table(contest, contest.seats[0]);
  table.greeted(Player::one, breaks(LossKind::time_out, "hello.deadline"));
  table.greeted(Player::two, breaks(LossKind::time_out, "hello.deadline"));
  BOOST_TEST(table.report().result.state == State::two_won);
  BOOST_TEST(table.report().loss->player == Player::one);
  BOOST_TEST(table.report().loss->ply == 0);
}

BOOST_AUTO_TEST_CASE(the_mover_wins_when_a_turn_closes_loops_of_both) {
  for (const char* name : {"heart-trax", "aut-trax", "trax-jp"}) {
    Table table = begun(protocol::find_contest(name));
    play(table, {"@0+", "B1\\", "B2/", "A2+", "A3/", "A0\\", "@3+", "@3\\", "B2+"});
    BOOST_TEST(table.over());
    BOOST_TEST(table.report().result.state == State::one_won);
  }
}

BOOST_AUTO_TEST_CASE(one_can_lose_in_ones_own_turn) {
  Table table = begun(protocol::find_contest("heart-trax"));
  play(table, {"@0/", "A2\\", "B1\\"});
  BOOST_TEST(table.over());
  BOOST_TEST(table.report().result.state == State::two_won);  // a red loop, closed in White's turn
  BOOST_TEST(!table.report().loss.has_value());
  BOOST_TEST(ending_of(table.report()) == "loop");
}

BOOST_AUTO_TEST_CASE(a_line_wins_where_lines_do) {
  const std::vector<std::string> line = {"@0+", "B1+", "C1+", "D1+", "E1+", "F1+", "G1+", "H1+"};
  Table heart = begun(protocol::find_contest("heart-trax"));
  play(heart, line);
  BOOST_TEST(heart.report().result.state == State::two_won);
  BOOST_TEST(ending_of(heart.report()) == "line");
  Table aut = begun(protocol::find_contest("aut-trax"));
  play(aut, line);
  BOOST_TEST(!aut.over());
}

/// Each lays its tiles while the other passes; `a` is the last one in one game and not in the other.
BOOST_AUTO_TEST_CASE(the_last_tile_ends_a_game_at_once_with_its_bonus) {
  const std::vector<std::string> with_a_last = {"45t3", "15l1", "21o3", "19q0", "62k4", "92s1", "67u1",
                                                "99n2", "bbm3", "7cj4", "ddp1", "86r7", "e9e0", "9df1",
                                                "e6i2", "b4h6", "e2g4", "4bc5", "3ed6", "1db5", "c1a3"};
  for (const auto& [name, score] : {std::pair{"icfpt2014", 20}, std::pair{"icfpt2013", 0}}) {
    Table table = begun(protocol::find_contest(name));
    for (std::size_t turn = 0; turn < with_a_last.size(); ++turn) {
      BOOST_REQUIRE(!table.over());
      table.answered(says(with_a_last[turn]));
      if (!table.over()) table.answered(says(turn == 0 ? "aaa0" : "0000"));
    }
    BOOST_TEST(table.over());
    BOOST_TEST(table.report().plies.size() == 41U);
    BOOST_TEST(table.report().result.state == State::one_won);
    BOOST_TEST(table.report().result.score[0] == score);
    BOOST_TEST(ending_of(table.report()) == "all tiles placed");
  }
}

BOOST_AUTO_TEST_CASE(a_late_answer_counts_as_a_pass_where_the_contest_says_so) {
  const protocol::Contest& contest = protocol::find_contest("course");
  Table table = begun(contest);
  play(table, {"pattern19() ^ 5-5"});
  Answer late;
  late.kind = Answer::Kind::late_pass;
  late.notes = {{"move.deadline", "late"}};
  table.answered(late);
  BOOST_TEST(!table.over());
  BOOST_TEST(table.report().plies.back().move.text == "PASS");
  BOOST_TEST(!table.report().plies.back().took.has_value());
  BOOST_TEST(table.to_move() == Player::one);  // who has passed is not asked again
  BOOST_REQUIRE(table.report().remarks.size() == 1U);
  BOOST_TEST(table.report().remarks[0].ply == 2);
  BOOST_TEST(table.report().remarks[0].player == Player::two);
  play(table, {"PASS"});
  BOOST_TEST(table.over());
  BOOST_TEST(table.report().result.state == State::one_won);
}

BOOST_AUTO_TEST_CASE(who_plays_on_alone_is_told_the_others_pass_once) {
  const protocol::Contest& contest = protocol::find_contest("course");
  Table table = begun(contest);
  play(table, {"pattern19() ^ 5-5", "PASS"});
  BOOST_TEST(asks(contest, table) == "after PASS");
  const std::string next = table.ruling().legal_moves().front().text;
  play(table, {next});
  BOOST_TEST(asks(contest, table) == "again");
}

BOOST_AUTO_TEST_CASE(a_tie_is_the_second_players_or_a_draw_by_setting) {
  for (const auto& [tie, state] : {std::pair{"second", State::two_won}, std::pair{"draw", State::draw}}) {
    Table table = begun(protocol::find_contest("course", {.named = {{"tie", tie}}}));
    play(table, {"PASS", "PASS"});
    BOOST_TEST(table.report().result.state == state);
  }
}

BOOST_AUTO_TEST_CASE(a_game_that_is_given_up_is_a_draw) {
  Table table = begun(protocol::find_contest("heart-trax"));
  play(table, {"@0+"});
  table.break_off("given up after 1 plies");
  BOOST_TEST(table.over());
  BOOST_TEST(table.report().result.state == State::draw);
  BOOST_TEST(ending_of(table.report()) == "given up after 1 plies");
}

BOOST_AUTO_TEST_CASE(time_is_added_up_for_each_player) {
  Table table = begun(protocol::find_contest("heart-trax"));
  play(table, {"@0+", "B1+", "C1+"});
  BOOST_TEST((time_used(table.report(), Player::one) == 2ms));
  BOOST_TEST((time_used(table.report(), Player::two) == 1ms));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::arbiter
