/// The pages of heart-trax and aut-trax: their lines and their seats, held against both texts.

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <chrono>

#include "games/trax/contests/trax_ruling.hpp"
#include "rig/base/errors.hpp"
#include "rig/protocol/contest.hpp"
#include "rig/tests/asking.hpp"
#include "rig/tests/contains.hpp"
#include "rig/tests/printers.hpp"

namespace rig::protocol {

namespace {

namespace data = boost::unit_test::data;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr auto more = ParseState::more;
constexpr auto complete = ParseState::complete;
constexpr auto malformed = ParseState::malformed;
constexpr auto team = ReplyKind::team_code;
constexpr auto code = ReplyKind::move;
constexpr auto silence = ReplyKind::silence;

const Contest& heart() {
  return find_contest("heart-trax");
}
const Contest& aut() {
  return find_contest("aut-trax");
}

// requests

/// A row of a contest's table.
struct Row {
  std::string contest;
  Request request;
  std::string line;
  std::string label;
  ReplyKind answer;
  Duration deadline;
};
std::ostream& operator<<(std::ostream& out, const Row& row) {
  return out << row.contest << ' ' << row.line;
}

const std::vector<Row> tables = {
    {"heart-trax", {RequestKind::hello, "", {}}, "?", "?", team, seconds(1)},
    {"heart-trax", {RequestKind::first, "W", {}}, "-W", "-W", code, seconds(1)},
    {"heart-trax", {RequestKind::second, "B", {}}, "-B", "-B", silence, milliseconds(250)},
    {"heart-trax", {RequestKind::stand_by, "", {}}, "--", "--", silence, milliseconds(250)},
    {"heart-trax", {RequestKind::move, "", {{"@0+"}}}, "@0+", "move", code, seconds(1)},
    {"heart-trax", {RequestKind::move, "", {{"ABC1024\\"}}}, "ABC1024\\", "move", code, seconds(1)},
    {"aut-trax", {RequestKind::hello, "0", {}}, "0", "N", team, seconds(10)},
    {"aut-trax", {RequestKind::hello, "250", {}}, "250", "N", team, seconds(10)},
    {"aut-trax", {RequestKind::first, "W", {}}, "-W", "-W", code, seconds(10)},
    {"aut-trax", {RequestKind::second, "B", {}}, "-B", "-B", silence, milliseconds(250)},
    {"aut-trax", {RequestKind::move, "", {{"@1/"}}}, "@1/", "move", code, seconds(10)},
};

const ByteDialect& dialect_of(const Row& row) {
  return *find_contest(row.contest).dialect->bytes();
}

BOOST_AUTO_TEST_SUITE(requests)

BOOST_DATA_TEST_CASE(are_lines_as_in_the_text, data::make(tables), row) {
  BOOST_TEST(to_text(dialect_of(row).encode(row.request)) == row.line + "\n");
  BOOST_TEST(dialect_of(row).label(row.request) == row.label);
}

BOOST_DATA_TEST_CASE(call_for_an_answer_or_for_silence, data::make(tables), row) {
  const Expectation expected = dialect_of(row).expects(row.request);
  BOOST_TEST((expected.kind == row.answer));
  BOOST_TEST((expected.deadline == row.deadline));
}

BOOST_DATA_TEST_CASE(parse_back_and_every_beginning_wants_more, data::make(tables), row) {
  const Bytes bytes = to_bytes(row.line + "\n");
  const Parsed<Request> whole = dialect_of(row).parse_request(bytes);
  BOOST_TEST(whole.state == complete);
  BOOST_TEST(whole.length == bytes.size());
  BOOST_TEST((whole.value == row.request));
  BOOST_TEST(!whole.decorated);
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    BOOST_TEST(dialect_of(row).parse_request(ByteView(bytes).first(length)).state == more,
               "after " << length << " bytes");
  }
}

BOOST_DATA_TEST_CASE(are_told_apart_from_what_follows, data::make(tables), row) {
  const Parsed<Request> parsed = dialect_of(row).parse_request(to_bytes(row.line + "\n@0/\n"));
  BOOST_TEST(parsed.length == row.line.size() + 1);
  BOOST_TEST((parsed.value == row.request));
}

BOOST_DATA_TEST_CASE(may_end_in_cr_and_lf, data::make(tables), row) {
  const Parsed<Request> parsed = dialect_of(row).parse_request(to_bytes(row.line + "\r\n"));
  BOOST_TEST(parsed.state == complete);
  BOOST_TEST(parsed.length == row.line.size() + 2);
  BOOST_TEST((parsed.value == row.request));
  BOOST_TEST(parsed.decorated);
}

BOOST_AUTO_TEST_CASE(seats_and_stand_by_are_of_the_protocol) {
  for (const char* name : {"heart-trax", "trax-jp"}) {
    const Contest& contest = find_contest(name);
    BOOST_TEST(contest.seats.at(0).start == "W");
    BOOST_TEST(contest.seats.at(1).start == "B");
    BOOST_TEST(contest.stand_by == (contest.name == "heart-trax"));
  }
}

BOOST_AUTO_TEST_CASE(that_mean_nothing_are_malformed) {
  const std::vector<std::pair<const Contest*, std::string>> lines = {
      {&heart(), ""},   {&heart(), "-"}, {&heart(), "-w"},  {&heart(), "-W "},    {&heart(), "a1+"},
      {&heart(), "??"}, {&heart(), "0"}, {&heart(), "250"}, {&aut(), "--"},       {&aut(), "?"},
      {&aut(), "-8"},   {&aut(), "8 "},  {&aut(), "8x"},    {&aut(), "\xff\x01"}, {&heart(), "[1+"}};
  for (const auto& [contest, line] : lines) {
    const Parsed<Request> parsed = contest->dialect->bytes()->parse_request(to_bytes(line + "\n"));
    BOOST_TEST(parsed.state == malformed, contest->name << " \"" << line << '"');
    BOOST_TEST(parsed.length == line.size());
    BOOST_TEST(contains(parsed.why, "is no command"), parsed.why);
  }
}

BOOST_AUTO_TEST_CASE(that_a_contest_does_not_have_are_an_error) {
  BOOST_CHECK_THROW(aut().dialect->encode(Request{RequestKind::stand_by, {}, {}}), RigError);
  for (const Contest* contest : {&heart(), &aut()}) {
    BOOST_CHECK_THROW(contest->dialect->encode(Request{RequestKind::end, {}, {}}), RigError);
  }
}

BOOST_AUTO_TEST_SUITE_END()

// replies

struct Sample {
  std::string contest;
  ReplyKind kind;
  std::string bytes;
  ParseState state;
  std::size_t length;
  std::string text;
  bool decorated;
};
std::ostream& operator<<(std::ostream& out, const Sample& sample) {
  return out << sample.contest << ' ' << quoted(to_bytes(sample.bytes));
}

const std::string letters_16 = "a name of 16 (!)";
const std::string letters_24(24, 'A');

const std::vector<Sample> samples = {
    {"heart-trax", team, "", more, 0, "", false},
    {"heart-trax", team, "\n", malformed, 0, "", false},
    {"heart-trax", team, "\r\n", malformed, 0, "", false},
    {"heart-trax", team, "x", more, 0, "", false},
    {"heart-trax", team, "x\n", complete, 2, "x", false},
    {"heart-trax", team, "x\r", more, 0, "", false},
    {"heart-trax", team, "x\r\n", complete, 3, "x", true},
    {"heart-trax", team, letters_16, more, 0, "", false},
    {"heart-trax", team, letters_16 + "\n", complete, 17, letters_16, false},
    {"heart-trax", team, letters_16 + "\r", more, 0, "", false},
    {"heart-trax", team, letters_16 + "\r\n", complete, 18, letters_16, true},
    {"heart-trax", team, letters_16 + "7", malformed, 16, "", false},
    {"heart-trax", team, letters_16 + "7\n", malformed, 16, "", false},
    {"heart-trax", team, letters_16 + "\r\r\n", malformed, 16, "", false},
    {"heart-trax", team, "one\ntwo\n", complete, 4, "one", false},
    {"heart-trax", code, "@0+\n", complete, 4, "@0+", false},
    {"heart-trax", code, "@0+\r\n", complete, 5, "@0+", true},
    {"heart-trax", code, "@0+", more, 0, "", false},
    {"heart-trax", code, "\n", malformed, 0, "", false},
    {"heart-trax", code, "nonsense\n", complete, 9, "nonsense", false},
    {"heart-trax", code, letters_24 + "\n", complete, 25, letters_24, false},
    {"heart-trax", code, letters_24 + "A", malformed, 24, "", false},
    {"heart-trax", silence, "", complete, 0, "", false},
    {"heart-trax", silence, "x\n", complete, 0, "", false},
    {"aut-trax", team, "", more, 0, "", false},
    {"aut-trax", team, "R", more, 0, "", false},
    {"aut-trax", team, "R\n", complete, 2, "R", false},
    {"aut-trax", team, "R\r\n", complete, 3, "R", true},
    {"aut-trax", team, "r\n", malformed, 0, "", false},
    {"aut-trax", team, "\n", malformed, 0, "", false},
    {"aut-trax", team, "RR", malformed, 1, "", false},
    {"aut-trax", code, "AA12\\\n", complete, 6, "AA12\\", false},
};

BOOST_AUTO_TEST_SUITE(replies)

BOOST_DATA_TEST_CASE(are_lines, data::make(samples), sample) {
  const Parsed<Reply> parsed =
      find_contest(sample.contest).dialect->bytes()->parse_reply(asking(sample.kind), to_bytes(sample.bytes));
  BOOST_TEST(parsed.state == sample.state);
  BOOST_TEST(parsed.length == sample.length);
  BOOST_TEST(parsed.value.text == sample.text);
  BOOST_TEST(parsed.decorated == sample.decorated);
  BOOST_TEST(parsed.why.empty() == (sample.state != malformed));
}

BOOST_AUTO_TEST_CASE(that_are_malformed_say_what_was_expected) {
  const auto why = [](const Contest& contest, ReplyKind kind, const std::string& text) {
    return contest.dialect->bytes()->parse_reply(asking(kind), to_bytes(text)).why;
  };
  BOOST_TEST(why(heart(), team, letters_16 + "7") == "byte 17 is \"7\", expected LF: the line is too long");
  BOOST_TEST(why(heart(), code, "\n") == "byte 1 is \"\\n\", expected a line that is not empty");
  BOOST_TEST(why(aut(), team, "X\n") == "byte 1 is \"X\", expected \"R\"");
  const Contest& jp = find_contest("trax-jp");
  BOOST_TEST(why(jp, team, "X\n") == "byte 2 is \"\\n\", expected a character: the line is too short");
}

BOOST_AUTO_TEST_CASE(name_the_contest_and_what_a_team_may_be_called) {
  BOOST_TEST(heart().title == "HEART design competition: Trax over RS-232");
  BOOST_TEST(aut().title == "AUT FPGA challenge: Trax over RS-232");
  BOOST_TEST(heart().team.words == "the team's name");
  BOOST_TEST(heart().team.shortest == 1U);
  BOOST_TEST(heart().team.longest == 16U);
  BOOST_TEST(aut().team.words == "\"R\"");
  BOOST_TEST(aut().team.shortest == 0U);
  BOOST_TEST(aut().team.longest == 0U);
  BOOST_TEST(aut().team.exact == "R");
}

BOOST_AUTO_TEST_CASE(of_the_size_have_nine_digits_at_the_most) {
  const auto hello = [](const std::string& line) {
    const Parsed<Request> parsed = aut().dialect->bytes()->parse_request(to_bytes(line + "\n"));
    return parsed.state == ParseState::complete && parsed.value.kind == RequestKind::hello;
  };
  BOOST_TEST(hello("9"));
  BOOST_TEST(hello("123456789"));
  BOOST_TEST(!hello("1234567890"));
  BOOST_TEST(!hello("1:"));
}

BOOST_AUTO_TEST_CASE(that_are_written_parse_back) {
  for (const Contest* contest : {&heart(), &aut()}) {
    const Bytes move = contest->dialect->bytes()->encode(Reply{code, "B12/"});
    BOOST_TEST(to_text(move) == "B12/\n");
    BOOST_TEST((contest->dialect->bytes()->parse_reply(asking(code), move).value == Reply{code, "B12/"}));
    BOOST_TEST(contest->dialect->bytes()->encode(Reply{silence, ""}).empty());
    const Bytes greeting = contest->dialect->bytes()->encode(Reply{team, "R"});
    BOOST_TEST((contest->dialect->bytes()->parse_reply(asking(team), greeting).value == Reply{team, "R"}));
    for (std::size_t length = 0; length < move.size(); ++length) {
      BOOST_TEST(contest->dialect->bytes()->parse_reply(asking(code), ByteView(move).first(length)).state ==
                 more);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

// the pages

BOOST_AUTO_TEST_SUITE(pages)

BOOST_AUTO_TEST_CASE(say_how_fast_the_line_is_and_what_is_played) {
  BOOST_TEST(heart().baud == 460800U);
  BOOST_TEST(aut().baud == 9600U);
  for (const Contest* contest : {&heart(), &aut()}) {
    BOOST_TEST(contest->game == "trax");
    BOOST_TEST(!contest->title.empty());
  }
  BOOST_TEST((heart().next_match == NextMatch::specified));
  BOOST_TEST((aut().next_match == NextMatch::unspecified));
}

BOOST_AUTO_TEST_CASE(say_whether_the_board_grows_without_a_limit) {
  BOOST_TEST(heart().endless);
  BOOST_TEST(aut().endless);
  BOOST_TEST(!find_contest("aut-trax", {.board = 8}).endless);
}

BOOST_AUTO_TEST_CASE(have_one_seat_that_begins_and_one_that_follows) {
  for (const Contest* contest : {&heart(), &aut()}) {
    BOOST_REQUIRE_EQUAL(contest->seats.size(), 2U);
    const Seat& white = contest->seats[0];
    const Seat& black = contest->seats[1];
    BOOST_TEST(white.name == "White");
    BOOST_TEST(white.moves_first);
    BOOST_TEST(white.player == Player::one);
    BOOST_TEST(black.name == "Black");
    BOOST_TEST(!black.moves_first);
    BOOST_TEST(black.player == Player::two);
    BOOST_TEST(seat_opposite(*contest, white).name == "Black");
    BOOST_TEST(seat_opposite(*contest, black).name == "White");
    BOOST_TEST(contest->new_game(white)->to_move() == Player::one);
  }
}

BOOST_AUTO_TEST_CASE(open_a_game_by_a_role_and_whites_move) {
  for (const Contest* contest : {&heart(), &aut()}) {
    const auto texts = [&](const Seat& seat, const Turn& turn) {
      std::string all;
      for (const Request& request : contest->requests(seat, turn))
        all += to_text(contest->dialect->encode(request));
      return all;
    };
    BOOST_TEST(texts(contest->seats[0], {}) == "-W\n");
    BOOST_TEST(texts(contest->seats[1], {0, {{"@0/"}}}) == "-B\n@0/\n");
    BOOST_TEST(texts(contest->seats[1], {1, {{"@0/"}, {"A0+"}}}) == "A0+\n");
  }
}

BOOST_AUTO_TEST_CASE(greet_and_end_each_in_its_own_way) {
  BOOST_TEST(to_text(heart().dialect->encode(heart().hello)) == "?\n");
  BOOST_REQUIRE(heart().end.has_value());
  BOOST_TEST(to_text(heart().dialect->encode(*heart().end)) == "-B\n");
  BOOST_TEST((*heart().end == Request{RequestKind::second, heart().seats[1].start, {}}));
  BOOST_TEST(to_text(aut().dialect->encode(aut().hello)) == "0\n");
  BOOST_TEST(!aut().end.has_value());
}

BOOST_AUTO_TEST_CASE(take_the_boards_that_the_text_allows) {
  for (const int board : {0, 8, 9, 250}) {
    const Contest& page = find_contest("aut-trax", {.board = board});
    BOOST_TEST(page.board == board);
    BOOST_TEST(to_text(page.dialect->encode(page.hello)) == std::to_string(board) + "\n");
    BOOST_TEST(&page == &find_contest("aut-trax", {.board = board}));  // it lives as long as the program
  }
  for (const int board : {-8, -1, 1, 7})
    BOOST_CHECK_EXCEPTION(find_contest("aut-trax", {.board = board}), UsageError,
                          saying({"0 (no limit) and 8 or more"}));
  for (const char* name : {"heart-trax", "icfpt2014"})
    BOOST_CHECK_EXCEPTION(find_contest(name, {.board = 8}), UsageError, saying({"--board"}));
  BOOST_CHECK_THROW(new_trax_game({.lines = true, .board = 5}), UsageError);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::protocol
