/// How the host of `course` reads an answer: every way in which one can be wrong, by the clause that it
/// breaks.

#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <functional>

#include "games/blokus/contests/course/course_files.hpp"
#include "games/blokus/tests/course/course_fixtures.hpp"
#include "rig/protocol/contest.hpp"
#include "rig/tests/contains.hpp"

namespace rig::protocol {

namespace {

namespace data = boost::unit_test::data;
using Places = std::vector<std::pair<int, int>>;  // row, column
using Spoil = std::function<void(FileOutcome&)>;

/// What an answer is accused of, and whether a move is read out of it all the same.
struct Accusation {
  std::string aspect;
  std::string platforms_name;
  bool tells_a_move = true;
};

const Accusation board_format = {"board.format", "BlokusBoardFormatError", false};
const Accusation board_difference = {"board.difference", "BlokusBoardDifferenceError", false};
const Accusation left_format = {"left.format", "LeftPatternFormatError"};
const Accusation left_difference = {"left.difference", "LeftPatternDifferenceError"};
const Accusation left_agrees = {"left.agrees", "LeftPatternDifferenceError"};
const Accusation left_others = {"left.others", "LeftPatternDifferenceError"};
const Accusation log_untouched = {"log.untouched", ""};
const Accusation wrong_status = {"exit.status", ""};
const Accusation no_ending = {"exit.ended", ""};

struct Wrong {
  std::string name;
  Spoil spoil;  ///< of a good placement of pattern10 by Red, its second move
  Accusation of;
  std::string what;    ///< a part of the sentence
  std::string kind{};  ///< that findings are put together by; empty: whatever it is
  bool voids = true;
};
std::ostream& operator<<(std::ostream& out, const Wrong& wrong) {
  return out << wrong.name;
}

const std::string board_file = "BlokusBoard.txt";
const std::string left_file = "LeftPattern_Red.txt";
const std::string others_file = "LeftPattern_Blue.txt";
const std::string log_file = "StepLog.txt";

const std::string good_step = "pattern10(H) ^ 3-2";
const Places the_piece = {{3, 2}, {3, 3}, {4, 2}, {4, 3}, {4, 4}};
const std::string last_row = "[1,1,1,1,1,1,1,1,1,0,1,1,1,1,1,1,1,1,0,1,1]";

void paint(FileOutcome& outcome, char letter, const Places& places) {
  std::string& text = outcome.files.at(board_file);
  auto board = course_text::read_board(text).value.value();
  for (const auto& [row, column] : places) board.set(row, column, letter);
  text = course_text::write_board(board);
}

Spoil painted(char letter, const Places& places) {
  return [=](FileOutcome& outcome) { paint(outcome, letter, places); };
}

Spoil painted_instead(const Places& places) {
  return [=](FileOutcome& outcome) {
    paint(outcome, 'N', the_piece);
    paint(outcome, 'R', places);
  };
}

Spoil left_replaced(const std::string& from, const std::string& to) {
  return [=](FileOutcome& outcome) {
    std::string& text = outcome.files.at(left_file);
    const std::size_t at = text.rfind(from);
    BOOST_REQUIRE_MESSAGE(at != std::string::npos, "no " << from << " in " << text);
    text.replace(at, from.size(), to);
  };
}

Spoil extended(const std::string& file, const std::string& by) {
  return [=](FileOutcome& outcome) { outcome.files.at(file) += by; };
}

Spoil emptied(const std::string& file) {
  return [=](FileOutcome& outcome) { outcome.files.at(file).clear(); };
}

Spoil removed(const std::string& file) {
  return [=](FileOutcome& outcome) { outcome.files.erase(file); };
}

const std::vector<Wrong> wrongs = {
    {"board_gone", removed(board_file), Accusation{"file.exists", "BlokusFileNotExistedError", false},
     "BlokusBoard.txt is gone", "file gone"},
    {"left_gone", removed(left_file), Accusation{"file.exists", "LeftPatternFileNotExistedError", false},
     "LeftPattern_Red.txt is gone"},
    {"board_crlf", [](FileOutcome& o) { o.files.at(board_file).insert(27, "\r"); }, board_format,
     "BlokusBoard.txt: line 1 is", "malformed board"},
    {"board_symbol", [](FileOutcome& o) { o.files.at(board_file)[0] = 'G'; }, board_format,
     "found \"G\" at column 1"},
    {"board_short", [](FileOutcome& o) { o.files.at(board_file).resize(360); }, board_format, "13"},
    {"board_empty", emptied(board_file), board_format,
     "the file is empty, allowed are 14 lines of 14 cells."},
    {"board_blank", [](FileOutcome& o) { o.files.at(board_file).insert(2, " "); }, board_format,
     "a blank at column 3"},
    {"own_cell_vanished", painted('N', {{5, 5}}), board_difference,
     "line 5, column 5 was Red and is free now", "square overwritten"},
    {"their_cell_vanished", painted('N', {{9, 10}}), board_difference,
     "line 9, column 10 was Blue and is free now"},
    {"their_cell_taken", painted('R', {{9, 10}}), board_difference,
     "line 9, column 10 was Blue and is Red now"},
    {"their_cell_added", painted('B', {{1, 1}}), board_difference,
     "line 1, column 1 was free and is Blue now"},
    {"their_cell_added_in_the_last_line", painted('B', {{14, 14}}), board_difference,
     "line 14, column 14 was free and is Blue now"},
    {"a_piece_and_a_shape", painted_instead({{1, 1}, {14, 3}, {14, 4}, {14, 5}, {14, 6}, {14, 7}, {14, 8}}),
     board_difference, "are a shape that is no piece"},
    {"no_piece", painted('R', {{2, 2}}), board_difference,
     "a shape that is no piece, allowed is one of the 21.", "cells of no piece"},
    {"a_shape_of_eight_cells",
     painted_instead({{14, 3}, {14, 4}, {14, 5}, {14, 6}, {14, 7}, {14, 8}, {14, 9}, {14, 10}}),
     board_difference, "14-9, 14-10) are a shape that is no piece"},
    {"two_cells_apart", painted_instead({{1, 1}, {14, 3}, {14, 4}, {14, 5}, {14, 6}, {13, 6}}),
     board_difference, "2 pieces, allowed is one"},
    {"two_squares_in_the_middle", painted_instead({{7, 6}, {7, 9}}), board_difference,
     "2 pieces, allowed is one"},
    {"two_pieces", painted('R', {{1, 1}}), board_difference, "2 pieces, allowed is one"},
    {"wrapped_in_line", painted_instead({{7, 13}, {7, 14}, {7, 1}, {7, 2}, {7, 3}}), board_difference,
     "are a piece that goes on at the opposite edge of the board, allowed is one that fits on it."},
    {"wrapped_by_four_columns", painted_instead({{7, 14}, {7, 1}, {7, 2}, {7, 3}, {7, 4}}), board_difference,
     "goes on at the opposite edge"},
    {"wrapped_by_four_rows", painted_instead({{14, 13}, {1, 13}, {2, 13}, {3, 13}, {4, 13}}),
     board_difference, "goes on at the opposite edge"},
    {"wrapped_to_next_line", painted_instead({{7, 13}, {7, 14}, {8, 1}}), board_difference,
     "goes on at the opposite edge"},
    {"wrapped_in_column", painted_instead({{13, 13}, {14, 13}, {1, 13}}), board_difference,
     "goes on at the opposite edge"},
    {"row_without_board", painted('N', the_piece), board_difference,
     "no cell was added, allowed are those of one piece.", "nothing added to the board"},
    {"header_lost",
     [](FileOutcome& o) { o.files.at(left_file).erase(0, o.files.at(left_file).find('\n') + 1); },
     left_format, "line 1 is", "malformed left patterns"},
    {"header_changed", left_replaced("Player", "player"), left_format, "line 1 was \"Player"},
    {"twenty_entries", left_replaced(",1]", "]"), left_format, "line 4 is"},
    {"other_symbol", left_replaced(",1]", ",2]"), left_format, "found \"2\""},
    {"blank_in_row", left_replaced(",1]", ", 1]"), left_format, "a blank"},
    {"left_emptied", emptied(left_file), left_format, "the file is empty"},
    {"earlier_row_changed", left_replaced(first_row, last_row), left_format, "line 2 was [1,1"},
    {"earlier_row_lost", left_replaced(first_row + "\n", ""), left_format, "line 2 was"},
    {"rows_lost",
     [](FileOutcome& o) {
       o.files.at(left_file).resize(o.files.at(left_file).find('\n') + 1 + first_row.size());
     },
     left_format, "and is gone now"},
    {"left_newline", extended(left_file, "\n"), Accusation{"left.newline", "LeftPatternFormatError"},
     "line 4 ends with a line feed", "newline at the end of a file", false},
    {"board_without_row", left_replaced("\n" + last_row, ""), left_difference, "no rows were appended"},
    {"two_rows", extended(left_file, "\n" + last_row), left_difference, "2 rows were appended"},
    {"two_turned", left_replaced("[1,1,", "[1,0,"), left_difference, "line 4: 2 entries became 0 (2, 10)",
     "wrong change of the left patterns"},
    {"none_turned", left_replaced("1,0,1,1,1,1", "1,1,1,1,1,1"), left_difference,
     "line 4: no entries became 0"},
    {"turned_back", left_replaced("0,1,1]", "1,1,1]"), left_difference,
     "line 4: entry 19 was 0 and is 1 now"},
    {"another_entry", left_replaced("1,0,1,1,1,1", "0,1,1,1,1,1"), left_agrees,
     "line 4: entry 9 was turned 0, but the piece that was placed is number 10",
     "another piece than the one placed"},
    {"a_later_entry", left_replaced("1,0,1,1,1,1", "1,1,0,1,1,1"), left_agrees,
     "line 4: entry 11 was turned 0, but the piece that was placed is number 10"},
    {"others_row_added", extended(others_file, "\n" + first_row), left_others,
     "LeftPattern_Blue.txt was changed in line 3"},
    {"others_row_changed", [](FileOutcome& o) { o.files.at(others_file).replace(24, 1, "0"); }, left_others,
     "LeftPattern_Blue.txt was changed in line 2"},
    {"others_row_lost",
     [](FileOutcome& o) { o.files.at(others_file).resize(o.files.at(others_file).rfind('\n')); }, left_others,
     "LeftPattern_Blue.txt was changed in line 2"},
    {"others_emptied", emptied(others_file), Accusation{"left.others", "LeftPatternFormatError"},
     "LeftPattern_Blue.txt was changed in line 1"},
    {"others_gone", removed(others_file), Accusation{"left.others", "LeftPatternFileNotExistedError"},
     "LeftPattern_Blue.txt is gone; it belongs to the other player", "other player's file changed"},
    {"log_extended", extended(log_file, "\n3 = R ^ pattern10(H) ^ 3-2"), log_untouched,
     "StepLog.txt was changed in line 2"},
    {"log_rewritten", [](FileOutcome& o) { o.files.at(log_file)[0] = '2'; }, log_untouched,
     "StepLog.txt was changed in line 1"},
    {"log_gone", removed(log_file), log_untouched,
     "StepLog.txt is gone; it belongs to the host, and a program must not write to it.",
     "host's record changed"},
    {"status_1", [](FileOutcome& o) { o.exit_status = 1; }, wrong_status,
     "The exit status is 1 although a placement was written", "", false},
    {"status_3", [](FileOutcome& o) { o.exit_status = 3; }, wrong_status, "The exit status is 3",
     "wrong exit status", false},
    {"crash",
     [](FileOutcome& o) {
       o.exit_status.reset();
       o.hung_up = HungUp{"killed by signal 11 (SIGSEGV)", {}};
     },
     no_ending, "The program did not end by itself with status 0 or 1: killed by signal 11 (SIGSEGV)",
     "no ending by itself"},
    {"never_ended", [](FileOutcome& o) { o.exit_status.reset(); }, no_ending,
     "The program did not end; allowed is to end by itself with status 0 or 1."},
    {"process_left", [](FileOutcome& o) { o.left_running = 2; }, Accusation{"process.left", ""},
     "2 of the program's processes", "processes left behind", false},
};

/// Red's second move, of pattern10, in a game in which Blue has placed pattern11.
struct Middle {
  Middle() {
    table.files->read(placed(table.begin(), opening));
    request = table.answer("pattern11(R,R,R) ^ 9-10");
  }

  FileAnswer placing(const Spoil& spoil, int status = 0) {
    return spoilt(placed(request, good_step, status), spoil);
  }
  FileAnswer passing(const Spoil& spoil) { return spoilt(left_as_asked(request, 1), spoil); }
  FileAnswer spoilt(FileOutcome outcome, const Spoil& spoil) {
    spoil(outcome);
    return table.files->read(outcome);
  }

  Table table;
  FileRequest request;
};

/// The one thing that is wrong with an answer.
const Irregularity& only(const FileAnswer& answer) {
  BOOST_REQUIRE_EQUAL(answer.irregularities.size(), 1U);
  return answer.irregularities[0];
}

bool accused(const FileAnswer& answer, const std::string& aspect) {
  return std::any_of(answer.irregularities.begin(), answer.irregularities.end(),
                     [&](const Irregularity& one) { return one.aspect == aspect; });
}

bool keeps(const FileAnswer& answer, const std::string& aspect) {
  return std::find(answer.kept.begin(), answer.kept.end(), aspect) != answer.kept.end();
}

BOOST_AUTO_TEST_SUITE(course_answer)

/// What a program does that lays the log's steps anew and misreads one of the other's.
BOOST_AUTO_TEST_CASE(that_moves_a_piece_of_the_other_has_misread_it) {
  const auto answer_with = [](const Places& gone, const Places& added) {
    return Middle().placing([&](FileOutcome& outcome) {
      paint(outcome, 'N', gone);
      paint(outcome, 'B', added);
    });
  };
  const FileAnswer answer = answer_with({{9, 10}}, {{1, 2}});
  BOOST_TEST_REQUIRE(!answer.irregularities.empty());
  const Irregularity& first = answer.irregularities.front();
  BOOST_TEST(first.on_the_board);
  BOOST_TEST_REQUIRE(first.squares.size() == 1U);
  BOOST_TEST(first.what.ends_with("to 1-2."));
  const FileAnswer moved = answer_with({{9, 10}}, {{1, 1}});
  BOOST_TEST_REQUIRE(moved.irregularities.size() == 2U);
  BOOST_TEST(moved.irregularities[0].aspect == "opponent.codes");
  BOOST_TEST(moved.irregularities[0].what ==
             "BlokusBoard.txt: a piece of the other was moved, from 9-10 to 1-1.");
  BOOST_TEST(answer_with({{9, 10}}, {}).irregularities.size() == 1U);
  BOOST_TEST(answer_with({}, {{1, 1}}).irregularities.size() == 1U);
}

/// Status 1 makes a pass of an answer only where nothing was placed.
BOOST_AUTO_TEST_CASE(that_places_a_piece_and_crosses_out_none_is_no_pass) {
  const FileAnswer answer = Middle().placing(left_replaced("\n" + last_row, ""), 1);
  BOOST_TEST(accused(answer, "left.difference"));
  BOOST_TEST(!accused(answer, "pass.untouched"));
}

BOOST_AUTO_TEST_CASE(that_changes_the_players_line_alone_has_changed_its_pieces_left) {
  Middle middle;
  const FileAnswer answer =
      middle.spoilt(left_as_asked(middle.request, 0), left_replaced("Player", "player"));
  BOOST_TEST(accused(answer, "left.format"));
}

BOOST_DATA_TEST_CASE(that_is_wrong_is_named_by_its_clause_and_has_a_kind, data::make(wrongs), wrong) {
  const FileAnswer answer = Middle().placing(wrong.spoil);
  const Irregularity& found = only(answer);
  BOOST_TEST(found.aspect == wrong.of.aspect);
  BOOST_TEST(found.name == wrong.of.platforms_name);
  BOOST_TEST(contains(found.what, wrong.what), found.what);
  BOOST_TEST(found.what.ends_with("."), found.what);
  BOOST_TEST(!found.kind.empty());
  if (!wrong.kind.empty()) BOOST_TEST(found.kind == wrong.kind);
  if (wrong.of.aspect == "board.difference" || wrong.of.aspect == "left.agrees") {
    BOOST_TEST(found.squares.empty() == (wrong.name == "row_without_board"));
    BOOST_TEST(found.on_the_board);
  }
  BOOST_TEST(found.voids == wrong.voids);
  BOOST_TEST(answer.stands() == !wrong.voids);
  BOOST_TEST((answer.move.value_or(Move{}) == Move{wrong.of.tells_a_move ? good_step : ""}));
  BOOST_TEST(!keeps(answer, wrong.of.aspect));
  if (wrong.of.aspect == "left.format") BOOST_TEST(!keeps(answer, "left.difference"));  // nobody reads on
  BOOST_TEST(answer.kept.size() >= 2U);
}

BOOST_AUTO_TEST_CASE(without_fault_is_the_one_that_is_spoilt_above) {
  const FileAnswer answer = Middle().placing([](FileOutcome&) {});
  BOOST_TEST(answer.stands());
  BOOST_TEST(answer.irregularities.empty());
  BOOST_TEST(answer.kept.size() == 12U);
}

BOOST_AUTO_TEST_CASE(with_several_faults_has_them_all) {
  Middle middle;
  FileOutcome outcome = placed(middle.request, good_step, 1);
  outcome.files.at(board_file)[0] = '?';
  const FileAnswer answer = middle.spoilt(outcome, emptied(left_file));
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
    BOOST_TEST(only(lost).aspect == "exit.status");
    BOOST_TEST(only(lost).name == "BlokusBoardDifferenceError");
    Table kind({}, 0, lenient);
    const FileAnswer passed = kind.files->read(left_as_asked(kind.begin(), status));
    BOOST_TEST(passed.stands());
    BOOST_TEST((passed.move == Move{"PASS"}));
    BOOST_TEST(only(passed).aspect == "exit.status");
    BOOST_TEST(only(passed).kind == "nothing placed and no pass said");
    BOOST_TEST(only(passed).name.empty());  // that of the loss would be wrong
    BOOST_TEST(!only(passed).voids);
  }
}

BOOST_AUTO_TEST_CASE(that_passes_and_writes_is_found_out) {
  const auto accused_as = [](const Spoil& spoil) {
    const FileAnswer answer = Middle().passing(spoil);
    BOOST_TEST((answer.move == Move{"PASS"}));
    BOOST_TEST(!answer.stands());
    BOOST_TEST(only(answer).aspect == "pass.untouched");
    BOOST_TEST(only(answer).kind == "file changed by a pass");
    BOOST_TEST(contains(only(answer).what, left_file));
    return only(answer).name;
  };
  BOOST_TEST(accused_as(extended(left_file, "\n" + last_row)) == "LeftPatternDifferenceError");
  BOOST_TEST(accused_as(emptied(left_file)) == "LeftPatternFormatError");
}

// The platform logged such passes as what they are.
BOOST_AUTO_TEST_CASE(that_passes_and_writes_the_same_again_is_a_pass) {
  for (const std::string& file : {board_file, left_file}) {
    Middle middle;
    const FileAnswer answer = middle.passing(extended(file, "\n"));
    BOOST_TEST((answer.move == Move{"PASS"}));
    BOOST_TEST(answer.stands());
    BOOST_TEST(keeps(answer, "pass.untouched"));
    BOOST_TEST(only(answer).aspect == "pass.bytes");
    BOOST_TEST(only(answer).kind == "file written anew by a pass");
    BOOST_TEST(contains(only(answer).what, file + " was rewritten"));
    BOOST_TEST(middle.table.answer("").files.at(file) == middle.request.files.at(file) + "\n");
  }
}

// The row is gone that says which tiles are left: it is no pass on the files as they were.
BOOST_AUTO_TEST_CASE(that_passes_and_changes_the_header_of_its_file_is_accused_of_that) {
  const FileAnswer answer = Middle().passing([](FileOutcome& outcome) {
    outcome.files.at(board_file).insert(27, "\r");
    outcome.files.at(left_file).insert(0, "x");
  });
  BOOST_TEST(!answer.stands());
  BOOST_TEST(!answer.move.has_value());
}

BOOST_AUTO_TEST_CASE(that_passes_and_spoils_the_board_is_accused_of_that_alone) {
  const FileAnswer answer =
      Middle().passing([](FileOutcome& outcome) { outcome.files.at(board_file).insert(27, "\r"); });
  BOOST_TEST(!answer.stands());
  BOOST_TEST(only(answer).aspect == "board.format");
}

BOOST_AUTO_TEST_CASE(with_a_newline_more_in_the_others_file_changes_nothing_in_it) {
  const FileAnswer answer = Middle().placing(extended(others_file, "\n"));
  BOOST_TEST(answer.stands());
  BOOST_TEST(keeps(answer, "left.others"));
  BOOST_TEST(only(answer).aspect == "left.newline");
  BOOST_TEST(only(answer).name.empty());  // the platform has none for it
  BOOST_TEST(contains(only(answer).what, others_file));
}

BOOST_AUTO_TEST_CASE(in_which_the_others_file_is_forged_is_found_in_a_pass_too) {
  const FileAnswer answer = Middle().passing(extended(others_file, "\n" + first_row));
  BOOST_TEST(!answer.stands());
  BOOST_TEST(only(answer).aspect == "left.others");
}

BOOST_AUTO_TEST_CASE(of_a_crash_without_a_move_is_no_move) {
  const FileAnswer answer = Middle().passing([](FileOutcome& outcome) {
    outcome.exit_status.reset();
    outcome.hung_up = HungUp{"killed by signal 6 (SIGABRT)", {}};
  });
  BOOST_TEST(!answer.move.has_value());
  BOOST_TEST(only(answer).aspect == "exit.ended");
}

BOOST_AUTO_TEST_CASE(with_a_newline_in_the_left_pattern_goes_on_as_it_was_written) {
  Middle middle;
  FileOutcome outcome = placed(middle.request, good_step);
  outcome.files.at(left_file) += "\n";
  BOOST_TEST(middle.table.files->read(outcome).stands());
  const FileRequest next = middle.table.answer("PASS");
  BOOST_TEST(next.files.at(left_file) == outcome.files.at(left_file));
  // An empty line comes in between.
  const FileAnswer answer = middle.table.files->read(placed(next, "pattern01() ^ 5-4"));
  BOOST_TEST(only(answer).aspect == "left.format");
}

BOOST_AUTO_TEST_CASE(in_a_folder_names_its_files_with_it) {
  Table table({.folder = "deep/in here"});
  FileOutcome outcome = placed(table.begin(), opening);
  outcome.files.at("deep/in here/BlokusBoard.txt").clear();
  const FileAnswer answer = table.files->read(outcome);
  BOOST_TEST(only(answer).what.starts_with("deep/in here/BlokusBoard.txt: "));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::protocol
