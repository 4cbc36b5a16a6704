// The text files of `course`: what is written to the byte, and what is refused with its line.
#include "games/blokus/contests/course/course_files.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "rig/base/errors.hpp"
#include "rig/tests/contains.hpp"

namespace rig::protocol::course_text {
namespace {

namespace data = boost::unit_test::data;

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

const std::string free_row = repeated("N,", 13) + "N";
const std::string free_board = repeated(free_row + "\n", 13) + free_row;
const std::string full_row = "[" + repeated("1,", 20) + "1]";

/// The free board with one line in the place of another.
std::string board_with(int line, const std::string& text) {
  std::string board;
  for (int row = 1; row <= 14; ++row) board += (row == line ? text : free_row) + (row < 14 ? "\n" : "");
  return board;
}

/// A text and what its reader says about it; empty: nothing.
struct Sample {
  std::string text;
  std::string why;
};
std::ostream& operator<<(std::ostream& out, const Sample& sample) {
  return out << quoted(to_bytes(sample.text));
}

template <typename T>
void check(const ReadAs<T>& read, const Sample& sample) {
  BOOST_TEST(read.value.has_value() == sample.why.empty());
  BOOST_TEST(read.why.empty() == sample.why.empty(), read.why);
  BOOST_TEST(contains(read.why, sample.why), read.why << " does not say " << sample.why);
}

BOOST_AUTO_TEST_SUITE(course_board)

BOOST_AUTO_TEST_CASE(has_391_bytes_and_392_with_a_final_line_feed) {
  BOOST_TEST(write_board({}) == free_board);
  BOOST_TEST(write_board({}).size() == 391U);
  BOOST_TEST(write_board({}, true) == free_board + "\n");
}

BOOST_AUTO_TEST_CASE(has_row_1_at_the_top_and_column_1_at_the_left) {
  Board board;
  board.set(1, 14, red);
  board.set(14, 1, blue);
  const std::string text = write_board(board);
  BOOST_TEST(text.substr(0, 28) == repeated("N,", 13) + "R\n");
  BOOST_TEST(text.substr(text.size() - 27) == "B," + repeated("N,", 12) + "N");
  BOOST_TEST((read_board(text).value == board));
  BOOST_TEST((read_board(text + "\n").value == board));
  BOOST_CHECK_THROW(static_cast<void>(board.at(0, 5)), std::out_of_range);
  BOOST_CHECK_THROW(board.set(5, 15, red), std::out_of_range);
}

BOOST_AUTO_TEST_CASE(tells_where_a_colour_lies_line_by_line) {
  Board board;
  for (const auto& [row, column] : {std::pair{1, 1}, {1, 14}, {2, 7}, {14, 1}, {14, 14}})
    board.set(row, column, red);
  board.set(3, 3, blue);
  const std::vector<blokus::Square> expected = {{1, 1}, {14, 1}, {7, 2}, {1, 14}, {14, 14}};
  BOOST_TEST((cells_with(red, board) == expected));
  BOOST_TEST(cells_with(nobody, board).size() == 14U * 14U - 6U);
}

const std::vector<Sample> boards = {
    {free_board, ""},
    {free_board + "\n", ""},
    {"", "the file is empty"},
    {free_board + "\n\n", "found 15 lines, allowed are 14"},
    {"\n" + free_board, "line 1 is \"\""},
    {free_board + "\n" + free_row, "found 15 lines, allowed are 14"},
    {free_board.substr(0, 363), "found 13 lines, allowed are 14"},
    {board_with(3, free_row + ",N"), "line 3 is"},
    {board_with(3, free_row + ",N"), "found 15 cells, allowed are 14"},
    {board_with(14, "N,R"), "line 14 is \"N,R\": found 2 cells, allowed are 14"},
    {board_with(2, free_row + "\r"), "line 2 is"},
    {board_with(2, free_row + "\r"), "found a carriage return at column 28"},
    {board_with(5, "N, " + free_row.substr(2)), "found a blank at column 3"},
    {board_with(7, "X" + free_row.substr(1)), "found \"X\" at column 1, allowed are NRB and commas"},
    {board_with(7, "n" + free_row.substr(1)), "found \"n\" at column 1"},
    {board_with(9, free_row + ","), "found \"\" between commas"},
    {board_with(9, "NN" + free_row.substr(1)), "found \"NN\" between commas"},
};

BOOST_DATA_TEST_CASE(is_read_strictly, data::make(boards), sample) {
  check(read_board(sample.text), sample);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(course_left_pattern)

BOOST_AUTO_TEST_CASE(has_a_header_rows_of_21_and_no_line_feed_at_its_end) {
  LeftPattern left{"player = R1", {all_pieces()}, false};
  BOOST_TEST(write_left_pattern(left) == "player = R1\n" + full_row);
  left.rows.push_back(all_pieces());
  left.rows.back()[18] = false;
  const std::string text = write_left_pattern(left);
  BOOST_TEST(text == "player = R1\n" + full_row + "\n[" + repeated("1,", 18) + "0,1,1]");
  BOOST_TEST((read_left_pattern(text).value == left));
  left.final_newline = true;
  BOOST_TEST(write_left_pattern(left) == text + "\n");
  BOOST_TEST((read_left_pattern(text + "\n").value == left));
}

const std::vector<Sample> left_patterns = {
    {"player = N26091869\n" + full_row, ""},
    {"Player = E24980000\n" + full_row, ""},
    {"player = N26091869\n" + full_row + "\n", ""},
    {"player = !\n" + full_row, ""},
    {"player = N~\n" + full_row, ""},
    {"player = N\x7f\n" + full_row, "found no header"},
    {"Xlayer = N26091869\n" + full_row, "found no header"},
    {"player = N26091869\nx" + full_row.substr(1), "found \"x\" at column 1"},
    {"player = N26091869\n[", "found no row"},
    {"player = N26091869\n[]", "found \"\" between commas"},
    {"", "the file is empty"},
    {"player = N26091869", "found the header alone"},
    {full_row, "line 1 is"},
    {full_row, "found no header"},
    {"player= N26091869\n" + full_row, "found no header"},
    {"PLAYER = N26091869\n" + full_row, "found no header"},
    {"player = \n" + full_row, "found no header"},
    {"player = N26 1869\n" + full_row, "found no header"},
    {"player = N26091869\r\n" + full_row, "found no header"},
    {"player = N26091869\n" + full_row + "\n\n", "line 3 is \"\": found no row"},
    {"player = N26091869\n" + full_row + "\r\n" + full_row, "line 2 is"},
    {"player = N26091869\n" + full_row + "\r\n" + full_row, "found a carriage return at column 44"},
    {"player = N26091869\n[" + repeated("1,", 19) + "1]", "found 20 entries, allowed are 21"},
    {"player = N26091869\n[" + repeated("1,", 21) + "1]", "found 22 entries, allowed are 21"},
    {"player = N26091869\n[" + repeated("1,", 20) + "2]", "found \"2\" at column 41"},
    {"player = N26091869\n[" + repeated("1,", 20) + " 1]", "found a blank at column 41"},
    {"player = N26091869\n[" + repeated("1,", 20) + "11]", "found \"11\" between commas"},
    {"player = N26091869\n" + full_row.substr(1), "found no row, allowed is [ and ] around 21 entries"},
    {"player = N26091869\n" + full_row + full_row, "line 2"},
    {"player = N26091869\n" + full_row + "\nplayer = N26091869", "line 3"},
};

BOOST_DATA_TEST_CASE(is_read_strictly, data::make(left_patterns), sample) {
  check(read_left_pattern(sample.text), sample);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(course_step_log)

const std::string log_of_the_text =
    "1 = R ^ pattern19() ^ 5-5\n"
    "2 = B ^ pattern11(R,R,R) ^ 9-10\n"
    "3 = R ^ pattern10(H) ^ 3-2\n"
    "4 = B ^ pattern06(H,R,R) ^ 12-12\n"
    "5 = R ^ pattern07(H) ^ 3-8\n"
    "6 = B ^ PASS";

BOOST_AUTO_TEST_CASE(reads_and_writes_the_example_of_the_text) {
  const auto read = read_step_log(log_of_the_text);
  BOOST_REQUIRE_MESSAGE(read.value, read.why);
  BOOST_REQUIRE_EQUAL(read.value->size(), 6U);
  BOOST_TEST(((*read.value)[3] == LoggedStep{blue, {"pattern06(H,R,R) ^ 12-12"}}));
  BOOST_TEST(((*read.value)[5] == LoggedStep{blue, {"PASS"}}));
  BOOST_TEST(write_step_log(*read.value) == log_of_the_text);
}

BOOST_AUTO_TEST_CASE(is_empty_at_the_start) {
  BOOST_TEST(write_step_log({}).empty());
  BOOST_REQUIRE(read_step_log("").value);
  BOOST_TEST(read_step_log("").value->empty());
}

BOOST_AUTO_TEST_CASE(keeps_the_platforms_own_spelling_of_a_pass) {
  const auto read = read_step_log("1 = R ^ Pass");
  BOOST_REQUIRE(read.value);
  BOOST_TEST(write_step_log(*read.value) == "1 = R ^ Pass");
}

BOOST_AUTO_TEST_CASE(counts_beyond_nine) {
  std::vector<LoggedStep> steps(12, {red, {"PASS"}});
  const std::string text = write_step_log(steps);
  BOOST_TEST(contains(text, "\n10 = R ^ PASS\n"));
  BOOST_TEST((read_step_log(text).value == steps));
}

const std::vector<Sample> logs = {
    {log_of_the_text + "\n", "line 6 ends with a line feed"},
    {log_of_the_text + "\n\n", "line 7 is \"\""},
    {"\n", "line 1 is \"\""},
    {"2 = R ^ PASS", "line 1 is \"2 = R ^ PASS\""},
    {"2 = R ^ PASS", "allowed is \"1 = \""},
    {"1 = R ^ PASS\n3 = B ^ PASS", "line 2 is \"3 = B ^ PASS\""},
    {"2 = R ^ PASS", "found \"2 = \" at its beginning"},
    {"2 = B ^ PASS", "found \"2 = \" at its beginning"},
    {"01 = R ^ PASS", "allowed is \"1 = \""},
    {"1= R ^ PASS", "allowed is \"1 = \""},
    {"1 = G ^ PASS", "found \"G ^ \" after the number, allowed is \"R ^ \" or \"B ^ \""},
    {"1 = ", "found \"\" after the number"},
    {"1 = R", "found \"R\" after the number"},
    {"1 = R^ PASS", "after the number"},
    {"1 = R ^ pass", "found \"pass\" after the colour"},
    {"1 = R ^ PASS\r", "found \"PASS\\r\" after the colour"},
    {"1 = R ^ pattern7() ^ 5-5", "found \"pattern7() ^ 5-5\" after the colour"},
    {"1 = R ^ pattern07()^ 5-5", "after the colour"},
    {"1 = R ^ pattern07() ^  5-5", "after the colour"},
    {"1 = R ^ pattern07() ^ 5-15", "after the colour"},
    {"1 = R ^ pattern07(R,H) ^ 5-5", "after the colour"},
};

BOOST_DATA_TEST_CASE(is_read_strictly, data::make(logs), sample) {
  check(read_step_log(sample.text), sample);
}

BOOST_AUTO_TEST_CASE(has_two_colours) {
  BOOST_TEST(name_of(red) == "Red");
  BOOST_TEST(name_of(blue) == "Blue");
  BOOST_TEST(other_colour(red) == blue);
  BOOST_TEST(other_colour(blue) == red);
  BOOST_CHECK_EXCEPTION(name_of('N'), RigError, [](const RigError& error) {
    return std::string(error.what()) == "course has no colour \"N\".";
  });
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::protocol::course_text
