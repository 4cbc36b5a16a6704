/// The files of `course` as its host puts them in place, and what it keeps of what a program leaves in them.

#include <boost/test/unit_test.hpp>
#include <set>

#include "games/blokus/contests/course/course_files.hpp"
#include "games/blokus/tests/course/course_fixtures.hpp"
#include "rig/base/errors.hpp"
#include "rig/protocol/contest.hpp"
#include "rig/tests/contains.hpp"

namespace rig::protocol {

namespace {

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

}  // namespace
}  // namespace rig::protocol
