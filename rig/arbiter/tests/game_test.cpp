/// Whole games between boards with scripts: what each is sent, who loses by what, and the next game.

#include <boost/test/unit_test.hpp>

#include "rig/arbiter/tests/referee_tools.hpp"
#include "rig/tests/contains.hpp"

namespace rig::arbiter {
namespace {

using namespace std::chrono_literals;
using namespace testing;
using protocol::Player;
using State = protocol::Result::State;

const protocol::Contest& blokus() {
  return protocol::find_contest("icfpt2014");
}
const protocol::Contest& heart() {
  return protocol::find_contest("heart-trax");
}

BOOST_AUTO_TEST_SUITE(game)

BOOST_AUTO_TEST_CASE(both_are_sent_what_the_contest_of_2014_writes) {
  Scripted match(blokus());
  const GameReport game =
      match.play({says("53e0"), says("0000"), says("0000")}, {says("a8e0"), says("0000")});
  BOOST_TEST(joined(match.heard[0]) == "(on) 0 25 4a8e0 9");
  BOOST_TEST(joined(match.heard[1]) == "(on) 0 3A53e0 40000 9");
  BOOST_TEST(game.result.state == State::draw);
  BOOST_TEST(game.result.score[0] == -85);
  BOOST_TEST(ending_of(game) == "both passed");
  BOOST_TEST(game.teams[0] == "XY");
  BOOST_TEST(game.remarks.empty());
}

BOOST_AUTO_TEST_CASE(both_are_sent_what_the_trax_contests_write) {
  const std::vector<std::pair<std::string, std::array<std::string, 2>>> sent = {
      {"heart-trax", {"(on) ? -W A2\\", "(on) ? -B @0/"}},
      {"aut-trax", {"(on) 0 -W A2\\", "(on) 0 -B @0/"}},
      {"trax-jp", {"(on) -T -W A2\\", "(on) -T -B @0/"}},
  };
  for (const auto& [name, lines] : sent) {
    Scripted match(protocol::find_contest(name));
    const GameReport game = match.play({says("@0/\n"), says("B1\\\n")}, {says("A2\\\n")});
    BOOST_TEST(joined(match.heard[0]) == lines[0]);
    BOOST_TEST(joined(match.heard[1]) == lines[1]);
    BOOST_TEST(game.result.state == State::two_won);  // a red loop in White's turn
    BOOST_TEST(ending_of(game) == "loop");
  }
}

/// To the last bit, at 115200 baud: four bytes take 347,222 ns and two thirds of one.
BOOST_AUTO_TEST_CASE(a_reply_whose_last_bit_ends_at_the_limit_is_in_time) {
  constexpr Duration four_bytes{347'222};
  const auto play = [&](Duration after) {
    Scripted match(blokus());
    return match.play({says("53e0", after), says("0000"), says("0000")}, {says("a8e0"), says("0000")});
  };
  BOOST_TEST(!play(1s - four_bytes - 1us).loss.has_value());
  const GameReport late = play(1s - four_bytes + 1us);
  BOOST_REQUIRE(late.loss.has_value());
  BOOST_TEST(late.loss->player == Player::one);
  BOOST_TEST(late.loss->breach.kind == LossKind::time_out);
  BOOST_TEST(late.loss->breach.aspect == "first.deadline");
  BOOST_TEST(late.result.state == State::two_won);
}

BOOST_AUTO_TEST_CASE(the_limit_is_each_contests_own) {
  const auto play = [&](const protocol::Contest& contest, Duration after) {
    Scripted match(contest);
    return match.play({says("@0/\n", after), says("B1\\\n")}, {says("A2\\\n")});
  };
  const protocol::Contest& aut = protocol::find_contest("aut-trax");
  BOOST_TEST(!play(aut, 9990ms).loss.has_value());
  BOOST_TEST(play(aut, 10s).loss.has_value());
  BOOST_TEST(!play(heart(), 999ms).loss.has_value());
  BOOST_TEST(play(heart(), 1s).loss.has_value());
  const protocol::Contest& slow = protocol::find_contest("trax-jp", {.named = {{"time", "10"}}});
  BOOST_TEST(!play(slow, 9990ms).loss.has_value());
  BOOST_TEST(play(slow, 10s).loss.has_value());
}

BOOST_AUTO_TEST_CASE(silence_loses_and_both_are_told_the_end) {
  Scripted match(blokus());
  const GameReport game = match.play({says("53e0")}, {});
  BOOST_REQUIRE(game.loss.has_value());
  BOOST_TEST(game.loss->player == Player::two);
  BOOST_TEST(game.loss->breach.kind == LossKind::time_out);
  BOOST_TEST(game.loss->breach.aspect == "second.deadline");
  BOOST_TEST(game.loss->ply == 2);
  BOOST_TEST(joined(match.heard[0]) == "(on) 0 25 9");
  BOOST_TEST(joined(match.heard[1]) == "(on) 0 3A53e0 9");
}

BOOST_AUTO_TEST_CASE(the_losers_move_and_the_winning_one_are_not_passed_on) {
  Scripted match(blokus());
  const GameReport game = match.play({says("53e0"), says("21e0")}, {says("a8e0")});
  BOOST_TEST(game.loss->breach.aspect == "move.used");
  BOOST_TEST(joined(match.heard[1]) == "(on) 0 3A53e0 9");
}

BOOST_AUTO_TEST_CASE(each_rule_that_a_move_breaks_has_its_clause) {
  const std::vector<std::pair<std::string, std::string>> broken = {
      {"53E0", "move.malformed"}, {"21e0", "move.used"},     {"53k0", "move.occupied"},
      {"d3a0", "move.corner"},    {"1ek0", "move.occupied"},
  };
  for (const auto& [reply, aspect] : broken) {
    Scripted match(blokus());
    const GameReport game = match.play({says("53e0"), says(reply)}, {says("a8e0")});
    BOOST_REQUIRE(game.loss.has_value());
    BOOST_TEST(game.loss->breach.aspect == aspect, reply << ": " << game.loss->breach.aspect);
    BOOST_TEST(game.loss->refused.text == reply);
  }
  const std::vector<std::pair<std::string, std::string>> broken_first = {{"88a0", "move.start"},
                                                                         {"0000", "move.pass"}};
  for (const auto& [reply, aspect] : broken_first) {
    Scripted match(blokus());
    BOOST_TEST(match.play({says(reply)}, {}).loss->breach.aspect == aspect);
  }
  const std::vector<std::pair<std::string, std::string>> broken_in_trax = {{"@0+\n", "move.isolated"},
                                                                           {"C1+\n", "move.range"},
                                                                           {"A1+\n", "move.occupied"},
                                                                           {"A01+\n", "move.syntax"}};
  for (const auto& [reply, aspect] : broken_in_trax) {
    Scripted match(heart());
    const GameReport game = match.play({says("@0+\n")}, {says(reply)});
    BOOST_REQUIRE(game.loss.has_value());
    BOOST_TEST(game.loss->breach.aspect == aspect, reply << ": " << game.loss->breach.aspect);
    BOOST_TEST(game.result.state == State::one_won);
  }
}

BOOST_AUTO_TEST_CASE(a_board_that_hangs_up_loses_and_plays_the_next_game_anew) {
  std::vector<Action> half = says("a8");
  half.push_back({5ms, HangUp{}});
  Scripted match(blokus());
  const GameReport game = match.play({says("53e0"), says("53e0"), says("0000"), says("0000")},
                                     {half, says("a8e0"), says("0000")});
  BOOST_REQUIRE(game.loss.has_value());
  BOOST_TEST(game.loss->player == Player::two);
  BOOST_TEST(game.loss->breach.kind == LossKind::hang_up);
  const GameReport next = match.again();
  BOOST_TEST(!next.loss.has_value());
  BOOST_TEST(joined(match.heard[0]) == "(on) 0 25 9 0 25 4a8e0 9");             // stays as it is
  BOOST_TEST(joined(match.heard[1]) == "(on) 0 3A53e0 (on) 0 3A53e0 40000 9");  // is started anew
}

BOOST_AUTO_TEST_CASE(where_the_text_knows_one_game_both_are_started_anew_for_the_next) {
  Scripted match(protocol::find_contest("aut-trax"));
  match.play({says("@0/\n"), says("B1\\\n"), says("@0/\n"), says("B1\\\n")},
             {says("A2\\\n"), says("A2\\\n")});
  match.again();
  BOOST_TEST(joined(match.heard[0]) == "(on) 0 -W A2\\ (on) 0 -W A2\\");
}

BOOST_AUTO_TEST_CASE(who_is_late_can_play_the_next_game) {
  Scripted match(blokus());
  const GameReport late = match.play({says("53e0", 1500ms), says("53e0"), says("0000"), says("0000")},
                                     {says("a8e0"), says("0000")});
  BOOST_TEST(late.loss->breach.kind == LossKind::time_out);
  BOOST_TEST(contains(late.loss->breach.words, "answered after 1.50 s"), late.loss->breach.words);
  BOOST_TEST(!match.again().loss.has_value());
}

BOOST_AUTO_TEST_CASE(who_is_late_for_want_of_a_processor_does_not_lose) {
  for (const auto& [starved, has_result] : {std::pair{300ms, false}, std::pair{100ms, true}}) {
    Scripted match(blokus());
    match.starved = starved;
    const GameReport game = match.play({says("53e0"), says("53e0"), says("0000"), says("0000")},
                                       {says("a8e0", 1200ms), says("a8e0"), says("0000")});
    BOOST_TEST(game.loss.has_value() == has_result);
    BOOST_TEST(game.no_result.has_value() == !has_result);
    BOOST_TEST(game.plies.size() == 1U);
    BOOST_TEST(joined(match.heard[0]) == "(on) 0 25 9");  // both are told the end
    BOOST_TEST(joined(match.heard[1]) == "(on) 0 3A53e0 9");
    const GameReport next = match.again();  // what was starved before is of the game before
    BOOST_TEST(ending_of(next) == "both passed");
  }
}

BOOST_AUTO_TEST_CASE(a_wrong_handshake_loses) {
  for (const auto& [hello, aspect] : {std::pair{"2XY", "hello.format"}, std::pair{"1X", "hello.deadline"},
                                      std::pair{"", "hello.deadline"}}) {
    Scripted match(blokus());
    const GameReport game = match.play({says(hello)}, {says("1XY")}, 0, true);
    BOOST_REQUIRE(game.loss.has_value());
    BOOST_TEST(game.loss->player == Player::one);
    BOOST_TEST(game.loss->breach.aspect == aspect);
    BOOST_TEST(game.loss->ply == 0);
    BOOST_TEST(game.plies.empty());
    BOOST_TEST(joined(match.heard[1]) == "(on) 9");  // nobody plays against it
  }
}

BOOST_AUTO_TEST_CASE(who_names_itself_otherwise_in_a_later_game_is_told_of) {
  Scripted match(blokus());
  const GameReport first = match.play({says("1AB"), says("53e0"), says("1AC"), says("0000")},
                                      {says("1XY"), says("0000"), says("1XY")}, 0, true);
  BOOST_TEST(first.teams[0] == "AB");
  BOOST_TEST(first.remarks.empty());
  const GameReport second = match.again();
  BOOST_REQUIRE(!second.remarks.empty());
  BOOST_TEST(second.remarks[0].player == Player::one);
  BOOST_TEST(second.remarks[0].ply == 0);
  BOOST_TEST(second.remarks[0].note.aspect == "hello.same");
  BOOST_TEST(second.remarks[0].note.words == "named itself \"AC\", and \"AB\" before");
}

BOOST_AUTO_TEST_CASE(what_the_waiting_player_says_is_noticed_and_changes_nothing) {
  Scripted match(blokus());
  // 20 ms after its move, while player two thinks for 100 ms
  const GameReport game = match.play({says("53e0") + says("0", 20ms), says("0000"), says("0000")},
                                     {says("a8e0", 100ms), says("0000")});
  BOOST_TEST(!game.loss.has_value());
  BOOST_TEST(game.plies.size() == 4U);
  BOOST_REQUIRE(game.remarks.size() == 1U);
  BOOST_TEST(game.remarks[0].player == Player::one);
  BOOST_TEST(game.remarks[0].ply == 3);
  BOOST_TEST(game.remarks[0].note.aspect == "move.extra");
  BOOST_TEST(contains(game.remarks[0].note.words, "\"0\""), game.remarks[0].note.words);
}

BOOST_AUTO_TEST_CASE(a_move_out_of_turn_is_not_taken) {
  Scripted match(heart());
  // Black moves at once on -B; the organisers' own test of aut-trax
  const GameReport game =
      match.play({says("@0/\n", 50ms), says("B1\\\n")}, {says("A2\\\n") + says("A0+\n", 20ms)});
  BOOST_TEST(!game.loss.has_value());
  BOOST_TEST(game.plies.size() == 3U);
}

/// Player one is listened to after its `9`, player two meanwhile.
BOOST_AUTO_TEST_CASE(a_byte_after_the_end_is_noticed) {
  for (const Player talks : {Player::one, Player::two}) {
    const auto last = [&](Player player) {
      return player == talks ? says("0000") + says("!", 50ms) : says("0000");
    };
    Scripted match(blokus());
    const GameReport game = match.play({says("53e0"), last(Player::one)}, {says("a8e0"), last(Player::two)});
    BOOST_TEST(!game.loss.has_value());
    BOOST_REQUIRE(game.remarks.size() == 1U);
    BOOST_TEST(game.remarks[0].player == talks);
    BOOST_TEST(game.remarks[0].note.aspect == "end.silence");
  }
}

BOOST_AUTO_TEST_CASE(a_byte_after_a_game_that_no_request_ends_is_noticed_too) {
  Scripted match(heart());
  const GameReport game = match.play({says("@0/\n"), says("B1\\\n")}, {says("A2\\\n") + says("A0+\n", 50ms)});
  BOOST_TEST(ending_of(game) == "loop");
  BOOST_REQUIRE(game.remarks.size() == 1U);
  BOOST_TEST(game.remarks[0].player == Player::two);
  BOOST_TEST(game.remarks[0].note.aspect == "over.silence");
}

BOOST_AUTO_TEST_CASE(line_ends_around_a_reply_are_dropped) {
  Scripted match(blokus());
  const GameReport game =
      match.play({says("53e0\r\n"), says("0000\r\n"), says("0000")}, {says("\ra8e0"), says("0000\r")});
  BOOST_TEST(!game.loss.has_value());
  BOOST_TEST(game.remarks.empty());
}

BOOST_AUTO_TEST_CASE(in_every_seat_the_first_side_plays_its_own_colour) {
  for (std::size_t seat = 0; seat < 4; ++seat) {
    const bool five_begins = seat == 0 || seat == 3;
    Scripted match(blokus());
    const GameReport game = match.play({says("53e0"), says("0000")}, {says("a8e0"), says("0000")}, seat);
    BOOST_TEST(!game.loss.has_value());
    BOOST_TEST(joined(match.heard[0]) == (five_begins ? "(on) 0 25 4a8e0 9" : "(on) 0 35a8e0 40000 9"));
    BOOST_TEST(joined(match.heard[1]) == (five_begins ? "(on) 0 3A53e0 40000 9" : "(on) 0 2A 453e0 9"));
  }
}

class Counting final : public Watcher {
 public:
  void game_begins(const Table&) override { told += "b"; }
  void asked(const Table&) override { told += "a"; }
  void moved(const Table&) override { told += "m"; }
  void game_ended(const Table& table) override { told += table.over() ? "e" : "?"; }
  std::string told;
};

BOOST_AUTO_TEST_CASE(watchers_see_each_step) {
  Scripted match(blokus());
  match.sit({says("53e0"), says("21e0")}, {says("a8e0")}, 0);
  Counting counting;
  play_game(blokus(), blokus().seats[0], *match.sides[0], *match.sides[1], {&counting});
  BOOST_TEST(counting.told == "bamamae");
}

BOOST_AUTO_TEST_CASE(a_game_without_end_is_given_up) {
  Scripted match(heart());
  match.sit({says("@0+\n"), says("C1+\n")}, {says("B1+\n"), says("D1+\n")}, 0);
  const GameReport game =
      play_game(heart(), heart().seats[0], *match.sides[0], *match.sides[1], {}, {.most_plies = 4});
  BOOST_TEST(game.result.state == State::draw);
  BOOST_TEST(game.plies.size() == 4U);
  BOOST_TEST(ending_of(game) == "given up after 4 plies");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::arbiter
