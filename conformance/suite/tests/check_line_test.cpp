/// The command that judges a game once more, and what illegal replies suggest about their cause.

#include "conformance/suite/check_line.hpp"

#include <boost/test/unit_test.hpp>

#include "rig/protocol/hints.hpp"

using namespace conformance;
using rig::protocol::Contest;
using rig::protocol::find_contest;
using rig::protocol::Heard;
using rig::protocol::hints_on;
using rig::protocol::IllegalReply;
using rig::protocol::Move;
using rig::protocol::RequestKind;
using rig::protocol::Seat;

namespace {

const Seat& seat(const Contest& contest, std::string_view name) {
  for (const Seat& one : contest.seats) {
    if (one.name == name) return one;
  }
  throw std::runtime_error("no such seat");
}

std::string line(const std::string& contest, const char* name, std::vector<Move> moves,
                 const Move& wrong = {}) {
  return check_line(find_contest(contest), seat(find_contest(contest), name), std::move(moves), wrong);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(check_lines)

BOOST_AUTO_TEST_CASE(name_who_begins_where_either_may) {
  BOOST_TEST(line("icfpt2014", "first on (a,a)", {{"a8e0"}}, {"zz"}) ==
             "scripts/rig check --contest icfpt2014 --first a a8e0 zz");
  BOOST_TEST(line("icfpt2014", "second on (a,a)", {{"53e0"}}) ==
             "scripts/rig check --contest icfpt2014 --first 5 53e0");
  BOOST_TEST(line("heart-trax", "Black", {{"@0+"}}, {"B1\\"}) ==
             "scripts/rig check --contest heart-trax @0+ 'B1\\'");
}

BOOST_AUTO_TEST_CASE(quote_what_a_shell_would_read) {
  BOOST_TEST(line("course", "Red, first", {{"pattern19() ^ 5-5"}}) ==
             "scripts/rig check --contest course 'pattern19() ^ 5-5'");
  BOOST_TEST(line("heart-trax", "White", {}, {"it's"}) ==
             "scripts/rig check --contest heart-trax 'it'\\''s'");
  BOOST_TEST(line("heart-trax", "White", {}, {"a\x01\xff"}) ==
             "scripts/rig check --contest heart-trax \"$(printf '\\141\\001\\377')\"");
}

BOOST_AUTO_TEST_CASE(part_moves_from_options) {
  BOOST_TEST(line("heart-trax", "White", {}, {"-W"}) == "scripts/rig check --contest heart-trax -- -W");
}

BOOST_AUTO_TEST_CASE(name_what_the_host_has_chosen) {
  const Contest& large = find_contest("ustc", {20, {{"corners", "any"}}});
  BOOST_TEST(check_line(large, large.seats.front(), {{"pass"}}) ==
             "scripts/rig check --contest ustc --board 20 --set corners=any pass");
  const Contest& drawn = find_contest("course", {{}, {{"tie", "draw"}}});
  BOOST_TEST(check_line(drawn, drawn.seats.front(), {{"PASS"}}) ==
             "scripts/rig check --contest course --set tie=draw PASS");
}

BOOST_AUTO_TEST_CASE(are_empty_without_a_move_that_can_be_passed_on) {
  BOOST_TEST(line("heart-trax", "White", {}).empty());
  BOOST_TEST(line("heart-trax", "White", {}, {std::string("a\0b", 3)}).empty());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(hints)

std::vector<std::string> hints_for(const std::string& contest, const char* name, std::vector<Move> moves,
                                   const Move& reply) {
  const Contest& page = find_contest(contest);
  return hints_on(page, std::vector<IllegalReply>{{seat(page, name), std::move(moves), reply}});
}

BOOST_AUTO_TEST_CASE(tell_rows_from_columns) {
  // Tile l, five in a line upright: on (5,7) it covers (5,5), on (7,5) it does not.
  const std::vector<std::string> hints = hints_for("icfpt2014", "first on (5,5)", {}, {"75j0"});
  BOOST_REQUIRE_EQUAL(hints.size(), 1U);
  BOOST_TEST(hints[0] == "this reply would be legal with rows and columns swapped");
}

BOOST_AUTO_TEST_CASE(tell_who_counts_from_another_number) {
  const std::vector<std::string> low = hints_for("heart-trax", "White", {}, {"A1+"});
  BOOST_REQUIRE_EQUAL(low.size(), 1U);
  BOOST_TEST(low[0].starts_with("this reply would be legal if counted one lower"), low[0]);
  const std::vector<std::string> high = hints_for("icfpt2014", "first on (a,a)", {}, {"99a0"});
  BOOST_REQUIRE_EQUAL(high.size(), 1U);
  BOOST_TEST(high[0].starts_with("this reply would be legal if counted one higher"), high[0]);
}

BOOST_AUTO_TEST_CASE(hold_for_all_that_went_wrong_or_are_not_given) {
  const Contest& page = find_contest("icfpt2014");
  const Seat& first = seat(page, "first on (a,a)");
  std::vector<IllegalReply> wrong = {{first, {}, {"99a0"}}, {first, {}, {"99b0"}}};
  BOOST_TEST(hints_on(page, wrong).size() == 1U);
  BOOST_TEST(hints_on(page, wrong).front().starts_with("each illegal reply of this case (2) would be legal"));
  wrong.push_back({first, {}, {"11a0"}});
  BOOST_TEST(hints_on(page, wrong).empty());
  BOOST_TEST(hints_on(page, {}).empty());
}

BOOST_AUTO_TEST_CASE(take_one_reply_in_mid_game_for_chance) {
  const Contest& page = find_contest("heart-trax");
  const IllegalReply one{seat(page, "Black"), {{"@0+"}}, {"B2+"}};  // A1+ would be legal, were A1 free
  const IllegalReply low{seat(page, "Black"), {{"@0+"}}, {"A2+"}};  // @1+ is legal
  BOOST_TEST(hints_on(page, std::vector{low}).empty());
  BOOST_TEST(!hints_on(page, std::vector{low, low}).empty());
  BOOST_TEST(hints_on(page, std::vector{low, one}).empty());
}

BOOST_AUTO_TEST_CASE(hold_for_the_whole_game_or_are_not_given) {
  // Its first move was right as it stands: it does not count from another number.
  const Contest& page = find_contest("heart-trax");
  const IllegalReply wrong{seat(page, "White"), {{"@0+"}, {"@1/"}}, {"B3+"}};
  BOOST_TEST(hints_on(page, std::vector{wrong, wrong}).empty());
}

BOOST_AUTO_TEST_CASE(know_the_protocol_of_2013_by_its_shapes) {
  const auto& hints = find_contest("icfpt2014").hints;
  const Heard begins{{RequestKind::first, "5", {}}, "55u0", {}};
  const Heard deaf{{RequestKind::move, {}, {{"a8e0"}}}, {}, {}};
  const Heard passes{{RequestKind::second, "5", {{"a8e0"}}}, "0000", {}};
  const Heard passes_and_names_itself{{RequestKind::second, "5", {{"a8e0"}}}, "0000", "1CL"};
  const auto given = [&](std::vector<Heard> heard) { return hints(heard).size(); };
  BOOST_TEST(given({passes_and_names_itself}) == 1U);
  BOOST_TEST(given({begins, deaf, passes}) == 1U);
  BOOST_TEST(given({begins, deaf}) == 0U);
  BOOST_TEST(given({passes}) == 0U);
  BOOST_TEST(given({begins, {{RequestKind::move, {}, {{"a8e0"}}}, "21k7", {}}, deaf, passes}) == 0U);
  BOOST_TEST(given({}) == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(kinds)

/// What kind of wrong a move is in a new game of a contest, after these.
std::string kind(const char* contest, const std::vector<Move>& moves, const Move& wrong) {
  const Contest& page = find_contest(contest);
  const auto ruling = page.new_game(page.seats.front());
  for (const Move& move : moves) ruling->play(move);
  return ruling->judge(wrong).kind;
}

BOOST_AUTO_TEST_CASE(are_the_same_words_in_every_contest) {
  BOOST_TEST(kind("icfpt2014", {}, {"zz"}) == "malformed move");
  BOOST_TEST(kind("course", {}, {"zz"}) == "malformed move");
  BOOST_TEST(kind("ustc", {}, {"zz"}) == "malformed move");
  BOOST_TEST(kind("heart-trax", {}, {"zz"}) == "malformed move");
  BOOST_TEST(kind("icfpt2014", {}, {"11a0"}) == "start square not covered");
  BOOST_TEST(kind("course", {}, {"pattern01() ^ 1-1"}) == "start square not covered");
  BOOST_TEST(kind("ustc", {}, {"1:0-0"}) == "start square not covered");
  BOOST_TEST(kind("heart-trax", {{"@0+"}}, {"A1+"}) == "occupied square");
  BOOST_TEST(kind("icfpt2014", {{"55a0"}, {"aaa0"}}, {"55b0"}) == "occupied square");
}

BOOST_AUTO_TEST_CASE(part_what_lies_off_the_board_from_what_is_occupied) {
  BOOST_TEST(kind("icfpt2014", {}, {"0aj0"}) == "square off the board");
  BOOST_TEST(kind("heart-trax", {{"@0+"}}, {"Z1+"}) == "square off the board");
}

BOOST_AUTO_TEST_CASE(are_empty_where_nothing_is_wrong) {
  BOOST_TEST(kind("icfpt2014", {}, {"55a0"}).empty());
}

BOOST_AUTO_TEST_SUITE_END()
