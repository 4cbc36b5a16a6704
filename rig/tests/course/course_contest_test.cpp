// The page of `course`: seats and requests, settings, rules, and how a host reads what a program left.
#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <functional>

#include "rig/base/errors.hpp"
#include "rig/base/random.hpp"
#include "rig/contest/blokus/blokus_game.hpp"
#include "rig/contest/course/course.hpp"
#include "rig/contest/course/course_files.hpp"
#include "rig/contest/settings.hpp"
#include "rig/tests/contains.hpp"
#include "rig/tests/printers.hpp"

namespace rig::contest {

namespace {

namespace data = boost::unit_test::data;
using namespace std::chrono_literals;
using State = Result::State;

const Contest& page() {
  return find_contest("course");
}

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
  const Move opening{"pattern19() ^ 5-5"};
  const auto first = page().requests(page().seats[0], {});
  BOOST_REQUIRE_EQUAL(first.size(), 1U);
  BOOST_TEST((first[0] == Request{RequestKind::first, "Red", {}}));
  const auto second = page().requests(page().seats[1], {0, {opening}});
  BOOST_REQUIRE_EQUAL(second.size(), 1U);
  BOOST_TEST((second[0] == Request{RequestKind::second, "Blue", {opening}}));
  BOOST_TEST((page().requests(page().seats[0], {1, {opening}}) ==
              std::vector{Request{RequestKind::move, "", {opening}}}));
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

// what a host puts in place, and how it reads the answer

const std::string opening = "pattern19() ^ 5-5";
const std::string first_row = "[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]";

struct Table {
  explicit Table(const FileStyle& style = {}, std::size_t seat = 0, const Contest& contest = page())
      : files(contest.dialect->files()->new_game(contest.seats[seat], style)) {}

  FileRequest begin() { return files->ask({RequestKind::first, "Red", {}}); }
  FileRequest answer(const std::string& opponents) {
    return files->ask({RequestKind::move, "", {{opponents}}});
  }

  std::unique_ptr<GameFiles> files;
};

FileOutcome left_as_asked(const FileRequest& request, int status) {
  FileOutcome outcome;
  outcome.files = request.files;
  outcome.exit_status = status;
  return outcome;
}

std::string board_path(const FileRequest& request) {
  return request.arguments[1].substr(3);
}
std::string left_path(const FileRequest& request) {
  return request.arguments[2].substr(3);
}

/// What a good program leaves that places `step`.
FileOutcome placed(const FileRequest& request, const std::string& step, int status = 0) {
  const course_text::Step wanted = course_text::parse_step(step).value();
  FileOutcome outcome = left_as_asked(request, status);
  std::string& board = outcome.files[board_path(request)];
  auto cells = course_text::read_board(board).value.value();
  for (const auto& cell : blokus::cells_of(blokus::placement_of(course_text::code_of(wanted))))
    cells.set(cell.y, cell.x, request.arguments[0][0]);
  board = course_text::write_board(cells, true);
  std::string& left = outcome.files[left_path(request)];
  course_text::PiecesLeft row = course_text::read_left_pattern(left).value->rows.back();
  row[static_cast<std::size_t>(wanted.pattern.number) - 1] = false;
  left += "\n" + course_text::write_row(row);
  return outcome;
}

BOOST_AUTO_TEST_SUITE(course_host)

BOOST_AUTO_TEST_CASE(puts_its_files_beside_the_programs_folder) {
  Table table;
  const FileRequest request = table.begin();
  BOOST_TEST((request.arguments == std::vector<std::string>{"Red", "../BlokusBoard.txt",
                                                            "../LeftPattern_Red.txt", "../StepLog.txt"}));
  BOOST_REQUIRE_EQUAL(request.files.size(), 4U);
  BOOST_TEST(request.files.at("BlokusBoard.txt") == course_text::write_board({}));
  BOOST_TEST(request.files.at("LeftPattern_Red.txt").ends_with("\n" + first_row));
  BOOST_TEST(request.files.at("LeftPattern_Red.txt").starts_with("Player = E2498000"));
  BOOST_TEST(request.files.at("LeftPattern_Blue.txt").starts_with("Player = E2498000"));
  BOOST_TEST(request.files.at("LeftPattern_Blue.txt").ends_with("\n" + first_row));
  BOOST_TEST(request.files.at("StepLog.txt").empty());
  BOOST_TEST(request.read_only.empty());
  BOOST_TEST(!table.files->whole(request.files));
}

BOOST_AUTO_TEST_CASE(enters_the_opponents_first_move_for_blue) {
  Table table({}, 1);
  const FileRequest request = table.files->ask({RequestKind::second, "Blue", {{opening}}});
  BOOST_TEST(request.arguments[0] == "Blue");
  BOOST_TEST(request.arguments[2] == "../LeftPattern_Blue.txt");
  BOOST_TEST(request.files.at("StepLog.txt") == "1 = R ^ pattern19() ^ 5-5");
  BOOST_TEST(
      contains(request.files.at("BlokusBoard.txt"), "\nN,N,N,N,R,R,R,N,N,N,N,N,N,N\nN,N,N,N,N,N,R,R,N,"));
  BOOST_TEST(request.files.at("LeftPattern_Blue.txt").ends_with("\n" + first_row));
  BOOST_TEST(request.files.at("LeftPattern_Red.txt")
                 .ends_with("\n" + first_row + "\n[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,0,1,1]"));
}

BOOST_AUTO_TEST_CASE(appends_a_row_to_the_opponents_file_for_each_of_its_pieces) {
  Table table;
  table.files->read(placed(table.begin(), opening));
  const FileRequest second = table.answer("pattern11(R,R,R) ^ 9-10");
  const std::string one_row = second.files.at("LeftPattern_Blue.txt");
  BOOST_TEST(one_row.ends_with("\n" + first_row + "\n[1,1,1,1,1,1,1,1,1,1,0,1,1,1,1,1,1,1,1,1,1]"));
  table.files->read(placed(second, "pattern10(H) ^ 3-2"));
  const FileRequest third = table.answer("pattern06(H,R,R) ^ 12-12");
  BOOST_TEST(third.files.at("LeftPattern_Blue.txt") ==
             one_row + "\n[1,1,1,1,1,0,1,1,1,1,0,1,1,1,1,1,1,1,1,1,1]");
  table.files->read(placed(third, "pattern07(H) ^ 3-8"));
  BOOST_TEST(table.answer("PASS").files.at("LeftPattern_Blue.txt") == third.files.at("LeftPattern_Blue.txt"));
}

BOOST_AUTO_TEST_CASE(spells_as_the_text_or_as_the_platform) {
  for (const Spelling spelling : {Spelling::text, Spelling::platform}) {
    const bool text = spelling == Spelling::text;
    Table table({.header = spelling, .pass = spelling});
    const FileRequest first = table.begin();
    for (const char* file : {"LeftPattern_Red.txt", "LeftPattern_Blue.txt"})
      BOOST_TEST(first.files.at(file).starts_with(text ? "Player = " : "player = "));
    table.files->read(placed(first, opening));
    const FileRequest second = table.answer("PASS");
    BOOST_TEST(second.files.at("StepLog.txt").ends_with(text ? "2 = B ^ PASS" : "2 = B ^ Pass"));
    const FileAnswer passed = table.files->read(left_as_asked(second, 1));
    BOOST_TEST((passed.move == Move{"PASS"}));
    BOOST_TEST(table.answer("").files.at("StepLog.txt").ends_with(text ? "3 = R ^ PASS" : "3 = R ^ Pass"));
  }
  Table mixed({.header = Spelling::platform});
  BOOST_TEST(mixed.begin().files.at("LeftPattern_Red.txt").starts_with("player = "));
  BOOST_TEST(mixed.answer("PASS").files.at("StepLog.txt") == "1 = B ^ PASS");
}

BOOST_AUTO_TEST_CASE(lays_files_as_the_style_asks) {
  Table table({.final_newline = true, .folder = "a b/c", .read_only_records = true});
  const FileRequest request = table.begin();
  BOOST_TEST(
      (request.arguments == std::vector<std::string>{"Red", "../a b/c/BlokusBoard.txt",
                                                     "../a b/c/LeftPattern_Red.txt", "../StepLog.txt"}));
  BOOST_TEST(request.files.at("a b/c/BlokusBoard.txt") == course_text::write_board({}, true));
  BOOST_TEST(request.files.at("a b/c/LeftPattern_Red.txt").ends_with("]"));
  BOOST_TEST(request.files.contains("StepLog.txt"));
  BOOST_TEST((request.read_only == std::set<std::string>{"StepLog.txt"}));
  const FileAnswer answer = table.files->read(placed(request, opening));
  BOOST_TEST(answer.stands());
  BOOST_TEST(table.answer("pattern01() ^ 10-10").files.at("a b/c/BlokusBoard.txt").ends_with("N\n"));
}

BOOST_AUTO_TEST_CASE(keeps_what_the_program_wrote_and_logs_its_step) {
  Table table;
  const FileRequest first = table.begin();
  const FileOutcome outcome = placed(first, opening);
  const FileAnswer answer = table.files->read(outcome);
  BOOST_TEST(answer.stands());
  BOOST_TEST((answer.move == Move{opening}));
  BOOST_TEST(answer.irregularities.empty());
  BOOST_TEST((answer.kept == std::vector<std::string>{"exit.ended", "process.left", "log.untouched",
                                                      "left.others", "file.exists", "exit.status",
                                                      "board.format", "board.difference", "left.format",
                                                      "left.newline", "left.difference", "left.agrees"}));
  const FileRequest after_pass = table.answer("PASS");
  BOOST_TEST(after_pass.files.at("BlokusBoard.txt") == outcome.files.at("BlokusBoard.txt"));  // 392 bytes
  BOOST_TEST(after_pass.files.at("LeftPattern_Red.txt") == outcome.files.at("LeftPattern_Red.txt"));
  BOOST_TEST(after_pass.files.at("StepLog.txt") == "1 = R ^ pattern19() ^ 5-5\n2 = B ^ PASS");
}

BOOST_AUTO_TEST_CASE(goes_on_alone_when_the_opponent_has_passed) {
  Table table;
  table.files->read(placed(table.begin(), opening));
  const FileRequest second = table.answer("PASS");
  table.files->read(placed(second, "pattern10(H) ^ 3-2"));
  const std::string three = "1 = R ^ pattern19() ^ 5-5\n2 = B ^ PASS\n3 = R ^ pattern10(H) ^ 3-2";
  BOOST_TEST(table.answer("").files.at("StepLog.txt") == three);
  BOOST_TEST(table.answer("PASS").files.at("StepLog.txt") == three);  // it was told before
}

BOOST_AUTO_TEST_CASE(writes_the_board_itself_when_the_opponent_has_moved) {
  Table table;
  table.files->read(placed(table.begin(), opening));
  const FileRequest second = table.answer("pattern06(H,R,R) ^ 9-9");
  BOOST_TEST(second.files.at("BlokusBoard.txt").size() == 391U);
  BOOST_TEST(second.files.at("StepLog.txt") == "1 = R ^ pattern19() ^ 5-5\n2 = B ^ pattern06(H,R,R) ^ 9-9");
}

BOOST_AUTO_TEST_CASE(names_a_placement_as_the_platform_does) {
  Table table;
  const FileAnswer answer = table.files->read(placed(table.begin(), "pattern01(H,R,R) ^ 5-5"));
  BOOST_TEST((answer.move == Move{"pattern01() ^ 5-5"}));
}

BOOST_AUTO_TEST_CASE(logs_a_pass_that_stands) {
  Table table;
  table.files->read(placed(table.begin(), opening));
  const FileRequest second = table.answer("pattern01() ^ 10-10");
  const FileAnswer answer = table.files->read(left_as_asked(second, 1));
  BOOST_TEST(answer.stands());
  BOOST_TEST((answer.move == Move{"PASS"}));
  BOOST_TEST((answer.kept == std::vector<std::string>{"exit.ended", "process.left", "log.untouched",
                                                      "left.others", "file.exists", "exit.status",
                                                      "pass.untouched", "pass.bytes"}));
  const FileRequest third = table.answer("pattern02() ^ 11-11");
  BOOST_TEST(third.files.at("StepLog.txt").ends_with("\n3 = R ^ PASS\n4 = B ^ pattern02() ^ 11-11"));
  BOOST_TEST(table.answer("PASS").files.at("StepLog.txt").ends_with("11-11\n5 = B ^ PASS"));  // one each
}

BOOST_AUTO_TEST_CASE(forgets_an_answer_that_came_too_late) {
  Table table;
  const FileRequest first = table.begin();
  BOOST_TEST(table.files->read(placed(first, opening)).stands());
  table.files->discard();
  BOOST_TEST((table.answer("").files == first.files));
}

BOOST_AUTO_TEST_CASE(forgets_an_answer_that_does_not_stand) {
  Table table;
  const FileRequest first = table.begin();
  FileOutcome outcome = placed(first, opening);
  outcome.files.at("LeftPattern_Red.txt") = first.files.at("LeftPattern_Red.txt");
  BOOST_TEST(!table.files->read(outcome).stands());
  BOOST_TEST((table.answer("").files == first.files));
}

BOOST_AUTO_TEST_CASE(finds_no_move_where_none_came_in_time) {
  Table table;
  FileOutcome outcome = placed(table.begin(), opening);
  outcome.exit_status.reset();
  outcome.timed_out = true;
  const FileAnswer answer = table.files->read(outcome);
  BOOST_TEST(!answer.move.has_value());
  BOOST_TEST(answer.irregularities.empty());
  BOOST_TEST(answer.kept.empty());
  BOOST_TEST(!answer.stands());
}

BOOST_AUTO_TEST_CASE(cannot_write_a_move_that_is_none) {
  Table table;
  table.files->read(placed(table.begin(), opening));
  for (const char* move : {"pattern01() ^ 5-5", "pattern21() ^ 1-12", "53e0", "pattern1() ^ 1-1"})
    BOOST_CHECK_THROW(table.answer(move), RigError);
}

BOOST_AUTO_TEST_SUITE_END()

// every way in which an answer can be wrong

struct Wrong {
  std::string name;
  std::function<void(FileOutcome&)> spoil;  ///< of a good placement of pattern19 by Red, its second move
  std::string aspect;
  std::string platforms_name;
  std::string what;  ///< a part of the sentence
  bool voids = true;
  std::string move = "pattern10(H) ^ 3-2";  ///< the move that is read all the same; empty: none
};
std::ostream& operator<<(std::ostream& out, const Wrong& wrong) {
  return out << wrong.name;
}

const std::string board_file = "BlokusBoard.txt";
const std::string left_file = "LeftPattern_Red.txt";
const std::string others_file = "LeftPattern_Blue.txt";

/// Sets cells, each `row-column`, on a board.
void paint(FileOutcome& outcome, char letter, const std::vector<std::pair<int, int>>& cells) {
  std::string& text = outcome.files.at(board_file);
  auto board = course_text::read_board(text).value.value();
  for (const auto& [row, column] : cells) board.set(row, column, letter);
  text = course_text::write_board(board);
}

const std::vector<std::pair<int, int>> the_piece = {{3, 2}, {3, 3}, {4, 2}, {4, 3}, {4, 4}};

void paint_instead(FileOutcome& outcome, const std::vector<std::pair<int, int>>& cells) {
  paint(outcome, 'N', the_piece);
  paint(outcome, 'R', cells);
}

void replace_left(FileOutcome& outcome, const std::string& from, const std::string& to) {
  std::string& text = outcome.files.at(left_file);
  const std::size_t at = text.rfind(from);
  BOOST_REQUIRE_MESSAGE(at != std::string::npos, "no " << from << " in " << text);
  text.replace(at, from.size(), to);
}

const std::string last_row = "[1,1,1,1,1,1,1,1,1,0,1,1,1,1,1,1,1,1,0,1,1]";

const std::vector<Wrong> wrongs = {
    {"board_gone", [](FileOutcome& o) { o.files.erase(board_file); }, "file.exists",
     "BlokusFileNotExistedError", "BlokusBoard.txt is gone", true, ""},
    {"left_gone", [](FileOutcome& o) { o.files.erase(left_file); }, "file.exists",
     "LeftPatternFileNotExistedError", "LeftPattern_Red.txt is gone", true, ""},
    {"board_crlf", [](FileOutcome& o) { o.files.at(board_file).insert(27, "\r"); }, "board.format",
     "BlokusBoardFormatError", "BlokusBoard.txt: line 1 is", true, ""},
    {"board_symbol", [](FileOutcome& o) { o.files.at(board_file)[0] = 'G'; }, "board.format",
     "BlokusBoardFormatError", "found \"G\" at column 1", true, ""},
    {"board_short", [](FileOutcome& o) { o.files.at(board_file).resize(360); }, "board.format",
     "BlokusBoardFormatError", "13", true, ""},
    {"board_empty", [](FileOutcome& o) { o.files.at(board_file).clear(); }, "board.format",
     "BlokusBoardFormatError", "the file is empty, allowed are 14 lines of 14 cells.", true, ""},
    {"board_blank", [](FileOutcome& o) { o.files.at(board_file).insert(2, " "); }, "board.format",
     "BlokusBoardFormatError", "a blank at column 3", true, ""},
    {"own_cell_vanished",
     [](FileOutcome& o) {
       paint(o, 'N', {{5, 5}});
     },
     "board.difference", "BlokusBoardDifferenceError", "line 5, column 5 was Red and is free now", true, ""},
    {"their_cell_vanished",
     [](FileOutcome& o) {
       paint(o, 'N', {{9, 10}});
     },
     "board.difference", "BlokusBoardDifferenceError", "line 9, column 10 was Blue and is free now", true,
     ""},
    {"their_cell_taken",
     [](FileOutcome& o) {
       paint(o, 'R', {{9, 10}});
     },
     "board.difference", "BlokusBoardDifferenceError", "line 9, column 10 was Blue and is Red now", true, ""},
    {"their_cell_added",
     [](FileOutcome& o) {
       paint(o, 'B', {{1, 1}});
     },
     "board.difference", "BlokusBoardDifferenceError", "line 1, column 1 was free and is Blue now", true, ""},
    {"their_cell_added_in_the_last_line",
     [](FileOutcome& o) {
       paint(o, 'B', {{14, 14}});
     },
     "board.difference", "BlokusBoardDifferenceError", "line 14, column 14 was free and is Blue now", true,
     ""},
    {"a_piece_and_a_shape",
     [](FileOutcome& o) {
       paint_instead(o, {{1, 1}, {14, 3}, {14, 4}, {14, 5}, {14, 6}, {14, 7}, {14, 8}});
     },
     "board.difference", "BlokusBoardDifferenceError", "are a shape that is no piece", true, ""},
    {"no_piece",
     [](FileOutcome& o) {
       paint(o, 'R', {{2, 2}});
     },
     "board.difference", "BlokusBoardDifferenceError", "a shape that is no piece, allowed is one of the 21.",
     true, ""},
    {"a_shape_of_eight_cells",
     [](FileOutcome& o) {
       paint_instead(o, {{14, 3}, {14, 4}, {14, 5}, {14, 6}, {14, 7}, {14, 8}, {14, 9}, {14, 10}});
     },
     "board.difference", "BlokusBoardDifferenceError", "14-9, 14-10) are a shape that is no piece", true, ""},
    {"two_cells_apart",
     [](FileOutcome& o) {
       paint_instead(o, {{1, 1}, {14, 3}, {14, 4}, {14, 5}, {14, 6}, {13, 6}});
     },
     "board.difference", "BlokusBoardDifferenceError", "2 pieces, allowed is one", true, ""},
    {"two_squares_in_the_middle",
     [](FileOutcome& o) {
       paint_instead(o, {{7, 6}, {7, 9}});
     },
     "board.difference", "BlokusBoardDifferenceError", "2 pieces, allowed is one", true, ""},
    {"two_pieces",
     [](FileOutcome& o) {
       paint(o, 'R', {{1, 1}});
     },
     "board.difference", "BlokusBoardDifferenceError", "2 pieces, allowed is one", true, ""},
    {"wrapped_in_line",
     [](FileOutcome& o) {
       paint_instead(o, {{7, 13}, {7, 14}, {7, 1}, {7, 2}, {7, 3}});
     },
     "board.difference", "BlokusBoardDifferenceError",
     "are a piece that goes on at the opposite edge of the board, allowed is one that fits on it.", true, ""},
    {"wrapped_by_four_columns",
     [](FileOutcome& o) {
       paint_instead(o, {{7, 14}, {7, 1}, {7, 2}, {7, 3}, {7, 4}});
     },
     "board.difference", "BlokusBoardDifferenceError", "goes on at the opposite edge", true, ""},
    {"wrapped_by_four_rows",
     [](FileOutcome& o) {
       paint_instead(o, {{14, 13}, {1, 13}, {2, 13}, {3, 13}, {4, 13}});
     },
     "board.difference", "BlokusBoardDifferenceError", "goes on at the opposite edge", true, ""},
    {"wrapped_to_next_line",
     [](FileOutcome& o) {
       paint_instead(o, {{7, 13}, {7, 14}, {8, 1}});
     },
     "board.difference", "BlokusBoardDifferenceError", "goes on at the opposite edge", true, ""},
    {"wrapped_in_column",
     [](FileOutcome& o) {
       paint_instead(o, {{13, 13}, {14, 13}, {1, 13}});
     },
     "board.difference", "BlokusBoardDifferenceError", "goes on at the opposite edge", true, ""},
    {"row_without_board", [](FileOutcome& o) { paint(o, 'N', the_piece); }, "board.difference",
     "BlokusBoardDifferenceError", "no cell was added, allowed are those of one piece.", true, ""},
    {"header_lost",
     [](FileOutcome& o) { o.files.at(left_file).erase(0, o.files.at(left_file).find('\n') + 1); },
     "left.format", "LeftPatternFormatError", "line 1 is"},
    {"header_changed", [](FileOutcome& o) { replace_left(o, "Player", "player"); }, "left.format",
     "LeftPatternFormatError", "line 1 was \"Player"},
    {"twenty_entries", [](FileOutcome& o) { replace_left(o, ",1]", "]"); }, "left.format",
     "LeftPatternFormatError", "line 4 is"},
    {"other_symbol", [](FileOutcome& o) { replace_left(o, ",1]", ",2]"); }, "left.format",
     "LeftPatternFormatError", "found \"2\""},
    {"blank_in_row", [](FileOutcome& o) { replace_left(o, ",1]", ", 1]"); }, "left.format",
     "LeftPatternFormatError", "a blank"},
    {"left_emptied", [](FileOutcome& o) { o.files.at(left_file).clear(); }, "left.format",
     "LeftPatternFormatError", "the file is empty"},
    {"earlier_row_changed", [](FileOutcome& o) { replace_left(o, first_row, last_row); }, "left.format",
     "LeftPatternFormatError", "line 2 was [1,1"},
    {"earlier_row_lost", [](FileOutcome& o) { replace_left(o, first_row + "\n", ""); }, "left.format",
     "LeftPatternFormatError", "line 2 was"},
    {"rows_lost",
     [](FileOutcome& o) {
       o.files.at(left_file).resize(o.files.at(left_file).find('\n') + 1 + first_row.size());
     },
     "left.format", "LeftPatternFormatError", "and is gone now"},
    {"left_newline", [](FileOutcome& o) { o.files.at(left_file) += "\n"; }, "left.newline",
     "LeftPatternFormatError", "line 4 ends with a line feed", false},
    {"board_without_row", [](FileOutcome& o) { replace_left(o, "\n" + last_row, ""); }, "left.difference",
     "LeftPatternDifferenceError", "no rows were appended"},
    {"two_rows", [](FileOutcome& o) { o.files.at(left_file) += "\n" + last_row; }, "left.difference",
     "LeftPatternDifferenceError", "2 rows were appended"},
    {"two_turned", [](FileOutcome& o) { replace_left(o, "[1,1,", "[1,0,"); }, "left.difference",
     "LeftPatternDifferenceError", "line 4: 2 entries were turned 0 (2, 10)"},
    {"none_turned", [](FileOutcome& o) { replace_left(o, "1,0,1,1,1,1", "1,1,1,1,1,1"); }, "left.difference",
     "LeftPatternDifferenceError", "line 4: no entries were turned 0"},
    {"turned_back", [](FileOutcome& o) { replace_left(o, "0,1,1]", "1,1,1]"); }, "left.difference",
     "LeftPatternDifferenceError", "line 4: entry 19 was 0 and is 1 now"},
    {"another_entry", [](FileOutcome& o) { replace_left(o, "1,0,1,1,1,1", "0,1,1,1,1,1"); }, "left.agrees",
     "LeftPatternDifferenceError",
     "line 4: entry 9 was turned 0, but the piece that was placed is number 10"},
    {"a_later_entry", [](FileOutcome& o) { replace_left(o, "1,0,1,1,1,1", "1,1,0,1,1,1"); }, "left.agrees",
     "LeftPatternDifferenceError",
     "line 4: entry 11 was turned 0, but the piece that was placed is number 10"},
    {"others_row_added", [](FileOutcome& o) { o.files.at(others_file) += "\n" + first_row; }, "left.others",
     "LeftPatternDifferenceError", "LeftPattern_Blue.txt was changed in line 3"},
    {"others_row_changed", [](FileOutcome& o) { o.files.at(others_file).replace(24, 1, "0"); }, "left.others",
     "LeftPatternDifferenceError", "LeftPattern_Blue.txt was changed in line 2"},
    {"others_row_lost",
     [](FileOutcome& o) { o.files.at(others_file).resize(o.files.at(others_file).rfind('\n')); },
     "left.others", "LeftPatternDifferenceError", "LeftPattern_Blue.txt was changed in line 2"},
    {"others_emptied", [](FileOutcome& o) { o.files.at(others_file).clear(); }, "left.others",
     "LeftPatternFormatError", "LeftPattern_Blue.txt was changed in line 1"},
    {"others_gone", [](FileOutcome& o) { o.files.erase(others_file); }, "left.others",
     "LeftPatternFileNotExistedError", "LeftPattern_Blue.txt is gone; it is the other player's"},
    {"log_extended", [](FileOutcome& o) { o.files.at("StepLog.txt") += "\n3 = R ^ pattern10(H) ^ 3-2"; },
     "log.untouched", "", "StepLog.txt was changed in line 2"},
    {"log_rewritten", [](FileOutcome& o) { o.files.at("StepLog.txt")[0] = '2'; }, "log.untouched", "",
     "StepLog.txt was changed in line 1"},
    {"log_gone", [](FileOutcome& o) { o.files.erase("StepLog.txt"); }, "log.untouched", "",
     "StepLog.txt is gone; it is the host's, and a program writes nothing to it."},
    {"status_1", [](FileOutcome& o) { o.exit_status = 1; }, "exit.status", "",
     "The exit status is 1 although a placement was written", false},
    {"status_3", [](FileOutcome& o) { o.exit_status = 3; }, "exit.status", "", "The exit status is 3", false},
    {"crash",
     [](FileOutcome& o) {
       o.exit_status.reset();
       o.hung_up = HungUp{"killed by signal 11 (SIGSEGV)", {}};
     },
     "exit.ended", "", "The program did not end by itself with status 0 or 1: killed by signal 11 (SIGSEGV)"},
    {"never_ended", [](FileOutcome& o) { o.exit_status.reset(); }, "exit.ended", "",
     "The program did not end; allowed is to end by itself with status 0 or 1."},
    {"process_left", [](FileOutcome& o) { o.left_running = 2; }, "process.left", "",
     "2 of the program's processes", false},
};

/// Red's second move, of pattern10, in a game in which Blue has placed pattern11.
struct Middle {
  Middle() {
    table.files->read(placed(table.begin(), opening));
    request = table.answer("pattern11(R,R,R) ^ 9-10");
  }
  Table table;
  FileRequest request;
};

BOOST_AUTO_TEST_SUITE(course_answer)

/// What a program does that lays the log's steps anew and misreads one of the other's.
BOOST_AUTO_TEST_CASE(that_moves_a_piece_of_the_other_has_misread_it) {
  const auto objections = [](const std::vector<std::pair<int, int>>& gone,
                             const std::vector<std::pair<int, int>>& added) {
    Middle middle;
    FileOutcome outcome = placed(middle.request, "pattern10(H) ^ 3-2");
    paint(outcome, 'N', gone);
    paint(outcome, 'B', added);
    std::vector<std::string> found;
    for (const Irregularity& one : middle.table.files->read(outcome).irregularities)
      found.push_back(one.aspect + ": " + one.what);
    return found;
  };
  Middle middle;
  FileOutcome outcome = placed(middle.request, "pattern10(H) ^ 3-2");
  paint(outcome, 'N', {{9, 10}});
  paint(outcome, 'B', {{1, 2}});
  const FileAnswer answer = middle.table.files->read(outcome);
  BOOST_TEST_REQUIRE(!answer.irregularities.empty());
  const Irregularity& first = answer.irregularities.front();
  BOOST_TEST(first.on_the_board);
  BOOST_TEST_REQUIRE(first.squares.size() == 1U);
  BOOST_TEST(first.what.ends_with("to " + std::string("1-2") + "."));
  const std::vector<std::string> moved = objections({{9, 10}}, {{1, 1}});
  BOOST_TEST_REQUIRE(moved.size() == 2U);
  BOOST_TEST(moved[0] ==
             "opponent.codes: BlokusBoard.txt: a piece of the other was moved, from 9-10 to 1-1.");
  BOOST_TEST(objections({{9, 10}}, {}).size() == 1U);
  BOOST_TEST(objections({}, {{1, 1}}).size() == 1U);
}

/// Status 1 makes a pass of an answer only where nothing was placed.
BOOST_AUTO_TEST_CASE(that_places_a_piece_and_crosses_out_none_is_no_pass) {
  Middle middle;
  FileOutcome outcome = placed(middle.request, "pattern10(H) ^ 3-2", 1);
  replace_left(outcome, "\n" + last_row, "");
  const FileAnswer answer = middle.table.files->read(outcome);
  const auto about = [&](const std::string& aspect) {
    return std::any_of(answer.irregularities.begin(), answer.irregularities.end(),
                       [&](const Irregularity& one) { return one.aspect == aspect; });
  };
  BOOST_TEST(about("left.difference"));
  BOOST_TEST(!about("pass.untouched"));
}

BOOST_AUTO_TEST_CASE(that_changes_the_players_line_alone_has_changed_its_pieces_left) {
  Middle middle;
  FileOutcome outcome = placed(middle.request, "pattern10(H) ^ 3-2");
  outcome.files = middle.request.files;
  replace_left(outcome, "Player", "player");
  const FileAnswer answer = middle.table.files->read(outcome);
  BOOST_TEST_REQUIRE(!answer.irregularities.empty());
  BOOST_TEST(std::any_of(answer.irregularities.begin(), answer.irregularities.end(),
                         [](const Irregularity& one) { return one.aspect == "left.format"; }));
}

/// The kinds that findings are put together by.
BOOST_AUTO_TEST_CASE(that_is_wrong_has_a_kind) {
  const std::map<std::string, std::string> kinds = {
      {"own_cell_vanished", "square overwritten"},
      {"board_gone", "file gone"},
      {"board_crlf", "malformed board"},
      {"no_piece", "cells of no piece"},
      {"row_without_board", "nothing added to the board"},
      {"header_lost", "malformed left patterns"},
      {"status_3", "wrong exit status"},
      {"process_left", "processes left behind"},
      {"others_gone", "other player's file changed"},
      {"log_gone", "host's record changed"},
      {"crash", "no ending by itself"},
      {"two_turned", "wrong change of the left patterns"},
      {"another_entry", "another piece than the one placed"},
  };
  std::size_t seen = 0;
  for (const Wrong& wrong : wrongs) {
    Middle middle;
    FileOutcome outcome = placed(middle.request, "pattern10(H) ^ 3-2");
    wrong.spoil(outcome);
    const FileAnswer answer = middle.table.files->read(outcome);
    BOOST_TEST_REQUIRE(answer.irregularities.size() == 1U);
    const Irregularity& found = answer.irregularities[0];
    BOOST_TEST(!found.kind.empty());
    if (wrong.aspect == "left.newline") BOOST_TEST(found.kind == "newline at the end of a file");
    if (wrong.aspect == "board.difference" || wrong.aspect == "left.agrees") {
      BOOST_TEST(found.squares.empty() == (wrong.name == "row_without_board"), wrong.name);
      BOOST_TEST(found.on_the_board, wrong.name);
    }
    const auto kind = kinds.find(wrong.name);
    if (kind == kinds.end()) continue;
    BOOST_TEST(found.kind == kind->second);
    ++seen;
  }
  BOOST_TEST(seen == kinds.size());
}

BOOST_DATA_TEST_CASE(that_is_wrong_is_named_by_its_clause, data::make(wrongs), wrong) {
  Middle middle;
  FileOutcome outcome = placed(middle.request, "pattern10(H) ^ 3-2");
  wrong.spoil(outcome);
  const FileAnswer answer = middle.table.files->read(outcome);
  BOOST_REQUIRE_EQUAL(answer.irregularities.size(), 1U);
  const Irregularity& found = answer.irregularities[0];
  BOOST_TEST(found.aspect == wrong.aspect);
  BOOST_TEST(found.name == wrong.platforms_name);
  BOOST_TEST(contains(found.what, wrong.what), found.what);
  BOOST_TEST(found.what.ends_with("."), found.what);
  BOOST_TEST(found.voids == wrong.voids);
  BOOST_TEST(answer.stands() == !wrong.voids);
  BOOST_TEST((answer.move.value_or(Move{}) == Move{wrong.move}));
  const auto keeps = [&](const std::string& aspect) {
    return std::find(answer.kept.begin(), answer.kept.end(), aspect) != answer.kept.end();
  };
  BOOST_TEST(!keeps(wrong.aspect));
  if (wrong.aspect == "left.format") BOOST_TEST(!keeps("left.difference"));  // nobody reads on
  BOOST_TEST(answer.kept.size() >= 2U);
}

BOOST_AUTO_TEST_CASE(without_fault_is_the_one_that_is_spoilt_above) {
  Middle middle;
  const FileAnswer answer = middle.table.files->read(placed(middle.request, "pattern10(H) ^ 3-2"));
  BOOST_TEST(answer.stands());
  BOOST_TEST(answer.irregularities.empty());
  BOOST_TEST(answer.kept.size() == 12U);
}

BOOST_AUTO_TEST_CASE(with_several_faults_has_them_all) {
  Middle middle;
  FileOutcome outcome = placed(middle.request, "pattern10(H) ^ 3-2", 1);
  outcome.files.at(board_file)[0] = '?';
  outcome.files.at(left_file).clear();
  const FileAnswer answer = middle.table.files->read(outcome);
  std::vector<std::string> aspects;
  for (const Irregularity& one : answer.irregularities) aspects.push_back(one.aspect);
  BOOST_TEST((aspects == std::vector<std::string>{"exit.status", "board.format", "left.format"}));
}

BOOST_AUTO_TEST_CASE(of_status_0_with_unchanged_files_is_a_loss_or_a_pass) {
  const Contest& lenient = find_contest("course", {.named = {{"unchanged", "pass"}}});
  for (const int status : {0, 2}) {
    Table strict;
    const FileAnswer lost = strict.files->read(left_as_asked(strict.begin(), status));
    BOOST_TEST(!lost.stands());
    BOOST_TEST(!lost.move.has_value());
    BOOST_REQUIRE_EQUAL(lost.irregularities.size(), 1U);
    BOOST_TEST(lost.irregularities[0].aspect == "exit.status");
    BOOST_TEST(lost.irregularities[0].name == "BlokusBoardDifferenceError");
    Table kind({}, 0, lenient);
    const FileAnswer passed = kind.files->read(left_as_asked(kind.begin(), status));
    BOOST_TEST(passed.stands());
    BOOST_TEST((passed.move == Move{"PASS"}));
    BOOST_REQUIRE_EQUAL(passed.irregularities.size(), 1U);
    BOOST_TEST(passed.irregularities[0].aspect == "exit.status");
    BOOST_TEST(passed.irregularities[0].kind == "nothing placed and no pass said");
    BOOST_TEST(passed.irregularities[0].name.empty());  // that of the loss would be wrong
    BOOST_TEST(!passed.irregularities[0].voids);
  }
}

BOOST_AUTO_TEST_CASE(that_passes_and_writes_is_found_out) {
  const auto read = [](const std::string& content) {
    Middle middle;
    FileOutcome outcome = left_as_asked(middle.request, 1);
    outcome.files.at(left_file) = content;
    const FileAnswer answer = middle.table.files->read(outcome);
    BOOST_TEST((answer.move == Move{"PASS"}));
    BOOST_TEST(!answer.stands());
    BOOST_REQUIRE_EQUAL(answer.irregularities.size(), 1U);
    BOOST_TEST(answer.irregularities[0].aspect == "pass.untouched");
    BOOST_TEST(answer.irregularities[0].kind == "file changed by a pass");
    BOOST_TEST(contains(answer.irregularities[0].what, left_file));
    return answer.irregularities[0].name;
  };
  const FileRequest before = Middle().request;
  BOOST_TEST(read(before.files.at(left_file) + "\n" + last_row) == "LeftPatternDifferenceError");
  BOOST_TEST(read("") == "LeftPatternFormatError");
}

// The platform logged such passes as what they are.
BOOST_AUTO_TEST_CASE(that_passes_and_writes_the_same_again_is_a_pass) {
  for (const std::string& file : {board_file, left_file}) {
    Middle middle;
    FileOutcome outcome = left_as_asked(middle.request, 1);
    outcome.files.at(file) += "\n";
    const FileAnswer answer = middle.table.files->read(outcome);
    BOOST_TEST((answer.move == Move{"PASS"}));
    BOOST_TEST(answer.stands());
    BOOST_TEST((std::find(answer.kept.begin(), answer.kept.end(), "pass.untouched") != answer.kept.end()));
    BOOST_REQUIRE_EQUAL(answer.irregularities.size(), 1U);
    BOOST_TEST(answer.irregularities[0].aspect == "pass.bytes");
    BOOST_TEST(answer.irregularities[0].kind == "file written anew by a pass");
    BOOST_TEST(contains(answer.irregularities[0].what, file + " was written anew"));
    const FileRequest next = middle.table.answer("");
    BOOST_TEST(next.files.at(file) == outcome.files.at(file));  // as it was written
  }
}

// The row is gone that says which tiles are left: it is no pass on the files as they were.
BOOST_AUTO_TEST_CASE(that_passes_and_changes_the_header_of_its_file_is_accused_of_that) {
  Middle middle;
  FileOutcome outcome = left_as_asked(middle.request, 1);
  outcome.files.at(board_file).insert(27, "\r");
  outcome.files.at(left_file).insert(0, "x");
  const FileAnswer answer = middle.table.files->read(outcome);
  BOOST_TEST(!answer.stands());
  BOOST_TEST(!answer.move.has_value());
}

BOOST_AUTO_TEST_CASE(that_passes_and_spoils_the_board_is_accused_of_that_alone) {
  Middle middle;
  FileOutcome outcome = left_as_asked(middle.request, 1);
  outcome.files.at(board_file).insert(27, "\r");
  const FileAnswer answer = middle.table.files->read(outcome);
  BOOST_TEST(!answer.stands());
  BOOST_REQUIRE_EQUAL(answer.irregularities.size(), 1U);
  BOOST_TEST(answer.irregularities[0].aspect == "board.format");
}

BOOST_AUTO_TEST_CASE(with_a_newline_more_in_the_others_file_changes_nothing_in_it) {
  Middle middle;
  FileOutcome outcome = placed(middle.request, "pattern10(H) ^ 3-2");
  outcome.files.at(others_file) += "\n";
  const FileAnswer answer = middle.table.files->read(outcome);
  BOOST_TEST(answer.stands());
  BOOST_TEST((std::find(answer.kept.begin(), answer.kept.end(), "left.others") != answer.kept.end()));
  BOOST_REQUIRE_EQUAL(answer.irregularities.size(), 1U);
  BOOST_TEST(answer.irregularities[0].aspect == "left.newline");
  BOOST_TEST(answer.irregularities[0].name.empty());  // the platform has none for it
  BOOST_TEST(contains(answer.irregularities[0].what, others_file));
}

BOOST_AUTO_TEST_CASE(in_which_the_others_file_is_forged_is_found_in_a_pass_too) {
  Middle middle;
  FileOutcome outcome = left_as_asked(middle.request, 1);
  outcome.files.at(others_file) += "\n" + first_row;
  const FileAnswer answer = middle.table.files->read(outcome);
  BOOST_TEST(!answer.stands());
  BOOST_REQUIRE_EQUAL(answer.irregularities.size(), 1U);
  BOOST_TEST(answer.irregularities[0].aspect == "left.others");
}

BOOST_AUTO_TEST_CASE(of_a_crash_without_a_move_is_no_move) {
  Middle middle;
  FileOutcome outcome = left_as_asked(middle.request, 0);
  outcome.exit_status.reset();
  outcome.hung_up = HungUp{"killed by signal 6 (SIGABRT)", {}};
  const FileAnswer answer = middle.table.files->read(outcome);
  BOOST_TEST(!answer.move.has_value());
  BOOST_REQUIRE_EQUAL(answer.irregularities.size(), 1U);
  BOOST_TEST(answer.irregularities[0].aspect == "exit.ended");
}

BOOST_AUTO_TEST_CASE(with_a_newline_in_the_left_pattern_goes_on_as_it_was_written) {
  Middle middle;
  FileOutcome outcome = placed(middle.request, "pattern10(H) ^ 3-2");
  outcome.files.at(left_file) += "\n";
  BOOST_TEST(middle.table.files->read(outcome).stands());
  const FileRequest next = middle.table.answer("PASS");
  BOOST_TEST(next.files.at(left_file) == outcome.files.at(left_file));
  FileOutcome later = placed(next, "pattern01() ^ 5-4", 0);  // an empty line comes in between
  const FileAnswer answer = middle.table.files->read(later);
  BOOST_REQUIRE_EQUAL(answer.irregularities.size(), 1U);
  BOOST_TEST(answer.irregularities[0].aspect == "left.format");
}

BOOST_AUTO_TEST_CASE(in_a_folder_names_its_files_with_it) {
  Table table({.folder = "deep/in here"});
  FileOutcome outcome = placed(table.begin(), opening);
  outcome.files.at("deep/in here/BlokusBoard.txt").clear();
  const FileAnswer answer = table.files->read(outcome);
  BOOST_REQUIRE_EQUAL(answer.irregularities.size(), 1U);
  BOOST_TEST(answer.irregularities[0].what.starts_with("deep/in here/BlokusBoard.txt: "));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::contest
