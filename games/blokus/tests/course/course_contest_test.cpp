/// The page of `course`: its seats and requests, its settings and its rules.

#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "games/blokus/contests/blokus_game.hpp"
#include "games/blokus/contests/course/course.hpp"
#include "games/blokus/contests/course/course_files.hpp"
#include "games/blokus/tests/course/course_fixtures.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/random.hpp"
#include "rig/protocol/settings.hpp"
#include "rig/tests/contains.hpp"
#include "rig/tests/printers.hpp"

namespace rig::protocol {

namespace {

namespace data = boost::unit_test::data;
using namespace std::chrono_literals;
using State = Result::State;

template <typename Call>
void refuses(Call&& call, const std::vector<std::string>& words) {
  BOOST_CHECK_EXCEPTION(call(), UsageError, [&](const UsageError& error) {
    return std::all_of(words.begin(), words.end(), [&](const std::string& word) {
      BOOST_TEST(contains(error.what(), word), error.what() << " does not say " << word);
      return contains(error.what(), word);
    });
  });
}

// the page

BOOST_AUTO_TEST_SUITE(course_page)

BOOST_AUTO_TEST_CASE(moves_can_be_read_otherwise_for_hints) {
  const auto game = page().new_game(page().seats.front());
  const Move monomino{"pattern01() ^ 10-5"};
  BOOST_TEST(game->with_rows_and_columns_swapped(monomino).text == "pattern01() ^ 5-10");
  BOOST_TEST(game->shifted(monomino, 1).text == "pattern01() ^ 11-6");
  BOOST_TEST(game->shifted(monomino, -1).text == "pattern01() ^ 9-4");
  BOOST_TEST(game->shifted({"pattern01() ^ 14-5"}, 1).text.empty());
}

BOOST_AUTO_TEST_CASE(has_red_first_and_blue_second) {
  BOOST_REQUIRE_EQUAL(page().seats.size(), 2U);
  BOOST_TEST(page().seats[0].name == "Red, first");
  BOOST_TEST(page().seats[0].moves_first);
  BOOST_TEST(page().seats[0].player == Player::one);
  BOOST_TEST(page().seats[1].name == "Blue, second");
  BOOST_TEST(!page().seats[1].moves_first);
  BOOST_TEST(page().seats[1].player == Player::two);
  BOOST_TEST(seat_opposite(page(), page().seats[0]).name == "Blue, second");
  BOOST_TEST(page().new_game(page().seats[0])->to_move() == Player::one);
}

BOOST_AUTO_TEST_CASE(is_played_over_files_by_a_program_for_each_move) {
  BOOST_TEST(page().title == "Course project: Blokus Duo by programs, over text files");
  BOOST_TEST(page().game == "blokus");
  BOOST_TEST(page().baud == 0U);
  BOOST_TEST((page().medium() == Medium::files));
  BOOST_TEST((page().dialect->files() == page().dialect.get()));
  BOOST_TEST((page().dialect->bytes() == nullptr));
  BOOST_TEST(page().per_move);
  BOOST_TEST(page().late_is_pass);
  BOOST_TEST(page().two_spellings);
  BOOST_TEST(!page().greets);
  BOOST_TEST(!page().end.has_value());
  BOOST_TEST(page().team.words == "nothing");
  BOOST_TEST(page().team.shortest == 0U);
  BOOST_TEST(page().team.longest == 0U);
  BOOST_TEST(page().codes == 168U);
}

BOOST_AUTO_TEST_CASE(asks_for_a_first_move_and_then_for_others) {
  const Move told{opening};
  const auto first = page().requests(page().seats[0], {});
  BOOST_REQUIRE_EQUAL(first.size(), 1U);
  BOOST_TEST((first[0] == Request{RequestKind::first, "Red", {}}));
  const auto second = page().requests(page().seats[1], {0, {told}});
  BOOST_REQUIRE_EQUAL(second.size(), 1U);
  BOOST_TEST((second[0] == Request{RequestKind::second, "Blue", {told}}));
  BOOST_TEST(
      (page().requests(page().seats[0], {1, {told}}) == std::vector{Request{RequestKind::move, "", {told}}}));
}

BOOST_AUTO_TEST_CASE(shows_requests_in_words) {
  const auto text = [](const Request& request) { return to_text(page().dialect->encode(request)); };
  BOOST_TEST(text({RequestKind::first, "Red", {}}) == "Red BlokusBoard.txt LeftPattern_Red.txt StepLog.txt");
  BOOST_TEST(text({RequestKind::second, "Blue", {{"PASS"}}}) ==
             "Blue BlokusBoard.txt LeftPattern_Blue.txt StepLog.txt after PASS");
  BOOST_TEST(text({RequestKind::move, "", {{"pattern01() ^ 5-5"}}}) == "after pattern01() ^ 5-5");
  BOOST_TEST(text({RequestKind::move, "", {}}) == "again");
  BOOST_CHECK_THROW(text({RequestKind::hello, "", {}}), RigError);
  BOOST_TEST(page().dialect->label({RequestKind::first, "Red", {}}) == "Red's first move");
  BOOST_TEST(page().dialect->label({RequestKind::second, "Blue", {}}) == "Blue's first move");
  BOOST_TEST(page().dialect->label({RequestKind::move, "", {}}) == "move");
}

BOOST_AUTO_TEST_SUITE_END()

// settings

BOOST_AUTO_TEST_SUITE(course_settings_by_name)

Duration time_of(const Contest& contest) {
  const Expectation expected = contest.dialect->expects({RequestKind::move, "", {}});
  BOOST_TEST((expected.kind == ReplyKind::move));
  return expected.deadline;
}

BOOST_AUTO_TEST_CASE(are_listed_with_what_is_allowed) {
  BOOST_REQUIRE_EQUAL(page().settings.size(), 3U);
  const auto& all = page().settings;
  BOOST_TEST(all[0].name == "tie");
  BOOST_TEST((all[0].allowed == std::vector<std::string>{"second", "draw"}));
  BOOST_TEST(all[0].value == "second");
  BOOST_TEST(all[1].name == "unchanged");
  BOOST_TEST((all[1].allowed == std::vector<std::string>{"loss", "pass"}));
  BOOST_TEST(all[1].value == "loss");
  BOOST_TEST(all[2].name == "time");
  BOOST_TEST(all[2].allowed.empty());
  BOOST_TEST(all[2].value == "5");
  BOOST_TEST(contains(all[2].what, "usual: 5"), all[2].what);
}

BOOST_AUTO_TEST_CASE(change_the_contest_and_are_told_by_it) {
  const Contest& other =
      find_contest("course", {.named = {{"tie", "draw"}, {"unchanged", "pass"}, {"time", "0.25"}}});
  BOOST_TEST(other.settings[0].value == "draw");
  BOOST_TEST(other.settings[1].value == "pass");
  BOOST_TEST(other.settings[2].value == "0.25");
  BOOST_TEST((time_of(page()) == 5s));
  BOOST_TEST((time_of(other) == 250ms));
}

BOOST_AUTO_TEST_CASE(are_kept_as_one_contest_for_each_choice) {
  const Contest& draw = find_contest("course", {.named = {{"tie", "draw"}}});
  BOOST_TEST(&draw == &find_contest("course", {.named = {{"tie", "draw"}}}));
  BOOST_TEST(&draw == &find_contest("course", {.named = {{"tie", "draw"}, {"time", "5"}}}));
  BOOST_TEST(&draw != &page());
  BOOST_TEST(&page() == &find_contest("course", {.named = {{"tie", "second"}}}));
}

BOOST_AUTO_TEST_CASE(that_do_not_exist_are_refused) {
  const auto set = [](const std::string& name, const std::string& value, const char* contest = "course") {
    return [=] { find_contest(contest, {.named = {{name, value}}}); };
  };
  refuses(set("tied", "draw"), {"\"tied\"", "\"tie\"", "unchanged"});
  refuses(set("tie", "drawn"), {"tie", "\"drawn\"", "\"draw\"", "second"});
  refuses(set("unchanged", ""), {"unchanged", "loss", "pass"});
  refuses(set("tie", "draw", "icfpt2014"), {"icfpt2014", "tie=draw"});
  refuses([] { course_settings({{"tied", "draw"}}); }, {"\"tied\"", "\"tie\""});
  refuses([] { find_contest("course", {.board = 14}); }, {"course", "--board"});
}

const std::vector<std::string> no_times = {"",      "0",      "0.0", "-1", "5s",  "1e3", "five",
                                           " 5",    ".5",     "5.",  "+5", "1,5", "nan", "0.0000000001",
                                           "86401", "9999999"};
BOOST_DATA_TEST_CASE(of_time_are_seconds_above_zero, data::make(no_times), text) {
  refuses(
      [&] {
        find_contest("course", {.named = {{"time", text}}});
      },
      {"time", quoted(to_bytes(text)), "above 0"});
}

BOOST_AUTO_TEST_CASE(of_time_may_be_whole_or_decimal) {
  const std::vector<std::pair<std::string, Duration>> times = {
      {"1", 1s}, {"30", 30s}, {"0.5", 500ms}, {"2.25", 2250ms}, {"0.000000001", 1ns}, {"86400", 86400s}};
  for (const auto& [text, time] : times) BOOST_TEST((seconds_of("time", text) == time), text);
}

BOOST_AUTO_TEST_CASE(come_as_words) {
  BOOST_TEST((named_settings({"tie=draw", "time=2"}) == NamedSettings{{"tie", "draw"}, {"time", "2"}}));
  BOOST_TEST((named_settings({"a=b=c", "d="}) == NamedSettings{{"a", "b=c"}, {"d", ""}}));
  refuses([] { named_settings({"tie"}); }, {"\"tie\"", "NAME=VALUE"});
  refuses([] { named_settings({"=draw"}); }, {"\"=draw\"", "NAME=VALUE"});
  refuses([] { named_settings({"tie=draw", "tie=second"}); }, {"tie is set twice"});
}

BOOST_AUTO_TEST_SUITE_END()

// the rules

std::unique_ptr<Ruling> after(const std::vector<std::string>& moves) {
  auto game = new_course_game();
  for (const std::string& move : moves) {
    const Judgement judgement = game->judge({move});
    BOOST_REQUIRE_MESSAGE(judgement.legal, move << ": " << judgement.explanation);
    game->play({move});
  }
  return game;
}

const std::vector<std::string> of_the_text = {"pattern19() ^ 5-5", "pattern11(R,R,R) ^ 9-10",
                                              "pattern10(H) ^ 3-2"};

BOOST_AUTO_TEST_SUITE(course_rules)

BOOST_AUTO_TEST_CASE(let_either_colour_cover_either_start_square) {
  for (const char* first : {"pattern01() ^ 5-5", "pattern01() ^ 10-10"}) {
    const std::string second =
        first == std::string("pattern01() ^ 5-5") ? "pattern01() ^ 10-10" : "pattern01() ^ 5-5";
    const auto game = after({first});
    BOOST_TEST(game->judge({first}).rule == "occupied");
    BOOST_TEST(game->judge({second}).legal);
    BOOST_TEST(game->judge({"pattern01() ^ 1-1"}).rule == "start");
    BOOST_TEST(contains(game->judge({"pattern01() ^ 1-1"}).explanation, second.substr(14)));
    BOOST_TEST(!contains(game->judge({"pattern01() ^ 1-1"}).explanation, std::string(first).substr(14)));
  }
  const Judgement neither = new_course_game()->judge({"pattern01() ^ 1-1"});
  BOOST_TEST(neither.explanation == "the first tile does not cover a free start square, 5-5 or 10-10");
}

BOOST_AUTO_TEST_CASE(judge_in_the_words_of_all_contests) {
  const auto game = after(of_the_text);  // Blue to move
  const std::vector<std::tuple<std::string, std::string, std::string>> samples = {
      {"pattern06(H,R,R) ^ 12-12", "", ""},
      {"pattern11() ^ 1-1", "used", "pattern11 was placed before"},
      {"pattern01() ^ 5-5", "occupied", "square 5-5 is occupied"},
      {"pattern21() ^ 14-12", "occupied", "a cell of pattern21 lies off the board, at 14-15"},
      {"pattern01() ^ 9-9", "edge", "square 9-9 lies edge to edge with 9-10"},
      {"pattern01() ^ 1-1", "corner", "pattern01 touches no corner of its own colour"},
      {"pattern6() ^ 1-1", "malformed", "\"pattern6() ^ 1-1\" is no step"},
      {"53e0", "malformed", "patternNN"},
      {"PASS", "", ""},
      {"Pass", "", ""},
  };
  for (const auto& [move, rule, because] : samples) {
    const Judgement judgement = game->judge({move});
    BOOST_TEST(judgement.rule == rule, move << ": " << judgement.rule);
    BOOST_TEST(judgement.legal == rule.empty(), move);
    BOOST_TEST(contains(judgement.explanation, because), judgement.explanation);
  }
  BOOST_TEST((game->rules() == std::vector<std::string>{"malformed", "used", "occupied", "edge", "corner"}));
  BOOST_TEST((new_course_game()->rules().back() == "start"));
}

BOOST_AUTO_TEST_CASE(list_every_name_of_every_placement) {
  const auto game = new_course_game();
  const std::vector<Move> moves = game->legal_moves();
  BOOST_TEST(std::is_sorted(moves.begin(), moves.end()));
  const auto& position = dynamic_cast<const BlokusRuling&>(*game).position();
  BOOST_TEST(moves.size() == position.count_codes());
  BOOST_TEST(moves.size() == 1424U);  // icfpt2014's 712, on either start square
  for (const Move& move : moves) BOOST_TEST(game->judge(move).legal, move);
  BOOST_TEST((std::find(moves.begin(), moves.end(), Move{"pattern01(H,R,R,R) ^ 10-10"}) != moves.end()));
}

BOOST_AUTO_TEST_CASE(make_a_pass_final) {
  auto game = after(of_the_text);
  game->play({"PASS"});  // Blue
  BOOST_TEST(game->ply() == 4);
  for (int turn = 0; turn < 3; ++turn) {
    BOOST_TEST(game->to_move() == Player::one);
    BOOST_TEST(game->result().state == State::open);
    game->play(game->legal_moves().front());
  }
  BOOST_TEST(game->ply() == 7);
  BOOST_TEST(game->to_move() == Player::one);
  game->play({"PASS"});
  BOOST_TEST(game->ply() == 8);
  BOOST_TEST(game->result().state == State::one_won);
  BOOST_TEST(game->result().why == "both passed");
  BOOST_TEST(game->legal_moves().empty());
  BOOST_TEST(!game->must_pass());
}

BOOST_AUTO_TEST_CASE(let_the_first_to_pass_be_red_too) {
  auto game = after({"PASS"});
  for (int turn = 0; turn < 4; ++turn) {
    BOOST_TEST(game->to_move() == Player::two);
    game->play(game->legal_moves().front());
  }
  game->play({"Pass"});
  BOOST_TEST(game->result().state == State::two_won);
}

BOOST_AUTO_TEST_CASE(give_a_tie_to_the_second_player_or_to_nobody) {
  for (const auto tie : {CourseSettings::Tie::second_wins, CourseSettings::Tie::draw}) {
    for (const bool placed : {false, true}) {
      const auto game = new_course_game(tie);
      if (placed) game->play({"pattern21() ^ 5-5"}), game->play({"pattern14() ^ 10-10"});
      game->play({"PASS"});
      game->play({"PASS"});
      BOOST_TEST(game->result().state == (tie == CourseSettings::Tie::draw ? State::draw : State::two_won));
      BOOST_TEST(game->result().score[0] == (placed ? 5 : 0));
      BOOST_TEST(game->result().score[1] == (placed ? 5 : 0));
    }
  }
  const Contest& drawn = find_contest("course", {.named = {{"tie", "draw"}}});
  const auto game = drawn.new_game(drawn.seats[0]);
  game->play({"PASS"});
  game->play({"PASS"});
  BOOST_TEST(game->result().state == State::draw);
}

BOOST_AUTO_TEST_CASE(count_cells_without_a_bonus) {
  const auto game = after(of_the_text);
  BOOST_TEST(game->result().score[0] == 10);
  BOOST_TEST(game->result().score[1] == 5);
  BOOST_TEST(game->result().squares_left[0] == 79);
  BOOST_TEST(game->result().squares_left[1] == 84);
}

BOOST_AUTO_TEST_CASE(lose_at_once_for_a_broken_rule) {
  const auto game = after(of_the_text);
  game->play({"pattern01() ^ 1-1"});
  BOOST_TEST(game->result().state == State::one_won);
  BOOST_TEST(game->result().why == "player 2 broke a rule: corner");
}

/// A move of a largest tile; Blue alone on the board places all of them in some of such games.
Move one_of_the_largest(const Ruling& game, Random& random) {
  std::vector<Move> largest;
  int most = 0;
  for (const Move& move : game.legal_moves()) {
    const auto step = course_text::parse_step(move.text);
    const int cells = blokus::tile_size(course_text::tile_of(step->pattern.number));
    if (cells > most) {
      most = cells;
      largest.clear();
    }
    if (cells == most) largest.push_back(move);
  }
  return largest[random.below(static_cast<std::uint32_t>(largest.size()))];
}

BOOST_AUTO_TEST_CASE(ask_a_player_who_has_placed_all_tiles_to_pass) {
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    Random random(seed);
    const auto game = after({"PASS"});
    while (!game->must_pass()) game->play(one_of_the_largest(*game, random));
    if (game->result().squares_left[1] > 0) continue;
    BOOST_TEST(game->result().state == State::open);
    BOOST_TEST(game->to_move() == Player::two);
    BOOST_TEST(game->legal_moves().empty());
    BOOST_TEST(!dynamic_cast<const BlokusRuling&>(*game).position().over());
    game->play({"PASS"});
    BOOST_TEST(game->result().state == State::two_won);
    BOOST_TEST(game->result().score[1] == 89);
    return;
  }
  BOOST_ERROR("no game placed all tiles");
}

BOOST_AUTO_TEST_CASE(see_turns_of_those_who_passed_as_passes_of_the_oracle) {
  auto game = after({"pattern19() ^ 5-5", "PASS", "pattern10(H) ^ 3-2"});
  const auto& position = dynamic_cast<const BlokusRuling&>(*game).position();
  BOOST_TEST(position.to_move() == 0);
  BOOST_TEST(position.ply() == 4);
  BOOST_TEST(game->ply() == 3);
}

BOOST_AUTO_TEST_CASE(know_the_features_of_a_move_and_its_name) {
  const auto game = after(of_the_text);
  BOOST_TEST(game->code_of({"pattern06(H,R,R) ^ 12-12"}) == "6/HRR");
  BOOST_TEST(game->code_of({"PASS"}).empty());
  BOOST_TEST(game->features({"pattern06(H,R,R) ^ 12-12"}).empty());
  const auto close = after({"pattern21(R) ^ 5-5", "pattern21() ^ 10-7"});
  BOOST_TEST((close->features({"pattern02(R) ^ 10-6"}) == std::vector<std::string>{"edge"}));
  BOOST_TEST(close->features({"pattern02(R) ^ 10-4"}).empty());
}

BOOST_AUTO_TEST_CASE(draw_the_board_by_numbers) {
  const BoardPicture picture = after({"pattern19() ^ 5-5"})->picture({"pattern21() ^ 10-12"});
  BOOST_TEST(picture.columns.back() == "14");
  BOOST_TEST(picture.cells[4] == "....111.......");
  BOOST_TEST(picture.cells[5] == "......11......");
  BOOST_TEST(picture.cells[9] == ".........S....");
  BOOST_TEST(picture.marks[9] == "...........***");
  BOOST_TEST((picture.off_board == std::vector<std::string>{"10-15", "10-16"}));
  BOOST_TEST(picture.move == "pattern21() ^ 10-12");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::protocol
