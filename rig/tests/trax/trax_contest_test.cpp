/// The pages of heart-trax and aut-trax: their lines, their seats and their ruling, held against both texts.

#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <map>
#include <sstream>

#include "rig/base/errors.hpp"
#include "rig/base/random.hpp"
#include "rig/contest/contest.hpp"
#include "rig/contest/trax/trax_lines.hpp"
#include "rig/contest/trax/trax_ruling.hpp"
#include "rig/tests/contains.hpp"
#include "rig/tests/printers.hpp"

namespace rig::contest {

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

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> list;
  for (std::string word; in >> word;) list.push_back(word);
  return list;
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
      find_contest(sample.contest).dialect->bytes()->parse_reply(sample.kind, to_bytes(sample.bytes));
  BOOST_TEST(parsed.state == sample.state);
  BOOST_TEST(parsed.length == sample.length);
  BOOST_TEST(parsed.value.text == sample.text);
  BOOST_TEST(parsed.decorated == sample.decorated);
  BOOST_TEST(parsed.why.empty() == (sample.state != malformed));
}

BOOST_AUTO_TEST_CASE(that_are_malformed_say_what_was_expected) {
  const auto why = [](const Contest& contest, ReplyKind kind, const std::string& text) {
    return contest.dialect->bytes()->parse_reply(kind, to_bytes(text)).why;
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
    BOOST_TEST((contest->dialect->bytes()->parse_reply(code, move).value == Reply{code, "B12/"}));
    BOOST_TEST(contest->dialect->bytes()->encode(Reply{silence, ""}).empty());
    const Bytes greeting = contest->dialect->bytes()->encode(Reply{team, "R"});
    BOOST_TEST((contest->dialect->bytes()->parse_reply(team, greeting).value == Reply{team, "R"}));
    for (std::size_t length = 0; length < move.size(); ++length) {
      BOOST_TEST(contest->dialect->bytes()->parse_reply(code, ByteView(move).first(length)).state == more);
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
  for (const int board : {-8, -1, 1, 7}) {
    BOOST_CHECK_EXCEPTION(
        find_contest("aut-trax", {.board = board}), UsageError,
        [](const UsageError& error) { return contains(error.what(), "0 (no limit) and 8 or more"); });
  }
  for (const char* name : {"heart-trax", "icfpt2014"}) {
    BOOST_CHECK_EXCEPTION(find_contest(name, {.board = 8}), UsageError,
                          [](const UsageError& error) { return contains(error.what(), "--board"); });
  }
  BOOST_CHECK_THROW(new_trax_game({.lines = true, .board = 5}), UsageError);
}

BOOST_AUTO_TEST_SUITE_END()

// the ruling

std::unique_ptr<Ruling> after(const std::string& moves, trax::Rules rules = {}) {
  std::unique_ptr<Ruling> ruling = new_trax_game(rules);
  for (const std::string& move : words(moves)) {
    BOOST_REQUIRE_MESSAGE(ruling->judge({move}).legal, move << " after part of " << moves);
    ruling->play({move});
  }
  return ruling;
}

/// So many tiles from left to right, all `+`: red runs through them.
std::string in_a_row(int tiles) {
  std::string moves = "@0+";
  for (int column = 2; column <= tiles; ++column) moves += " " + trax::column_name(column) + "1+";
  return moves;
}

/// The same from top to bottom: white runs through them.
std::string in_a_column(int tiles) {
  std::string moves = "@0+";
  for (int row = 2; row <= tiles; ++row) moves += " A" + std::to_string(row) + "+";
  return moves;
}

constexpr trax::Rules loops_only = {.lines = false, .board = 0};
constexpr trax::Rules on_8 = {.lines = false, .board = 8};

const std::string cascade = "@0/ B1+ C1/ C2\\ @1+ A2/ A3/ D3\\";  // then B3\ is illegal

struct Judged {
  std::string before;
  std::string move;
  std::string rule;
  std::string because;
  trax::Rules rules = {};
};
std::ostream& operator<<(std::ostream& out, const Judged& judged) {
  return out << judged.move << " after \"" << judged.before << "\"";
}

const std::vector<Judged> judgements = {
    {"", "@0+", "", ""},
    {"", "@0/", "", ""},
    {"", "@0\\", "first", "the first move of a game is @0+ or @0/"},
    {"", "A1+", "first", "@0+ or @0/"},
    {"", "@1+", "first", "@0+ or @0/"},
    {"", "", "syntax", "\"\" is no move"},
    {"", "@00+", "syntax", "leading zeros"},
    {"@0+", "a1+", "syntax", "\"a1+\""},
    {"@0+", "A01+", "syntax", "\"A01+\""},
    {"@0+", "@A1+", "syntax", "\"@A1+\""},
    {"@0+", "A2", "syntax", "\"A2\""},
    {"@0+", "A2+\r", "syntax", "\"A2+\\r\""},
    {"@0+", "C1+", "range", "C1 lies beyond the tiles, which are 1 wide and 1 high"},
    {"@0+", "A3+", "range", "A3 lies beyond"},
    {"@0+", "ZZZZZZZZZZ1+", "range", "ZZZZZZZZZZ1 lies beyond"},
    {"@0+", "A99999999999+", "range", "A99999999999 lies beyond"},
    {in_a_row(8), "I1+", "range", "which are 8 wide and 1 high, and the board has room for 8", on_8},
    {in_a_row(8), "@1+", "range", "@1 lies outside the tiles", on_8},
    {in_a_row(8), "J1+", "range", "J1 lies beyond the tiles", on_8},
    {in_a_row(8), "H2+", "", "", on_8},
    {in_a_column(8), "A9+", "range", "A9 lies outside the tiles", on_8},
    {in_a_column(8), "A10+", "range", "A10 lies beyond the tiles", on_8},
    {in_a_row(8), "I1+", "", "", loops_only},
    {"@0+", "A1+", "occupied", "a tile lies on A1"},
    {"@0+", "@0+", "isolated", "no tile lies beside @0"},
    {"@0+ B1+", "C2/", "isolated", "no tile lies beside C2"},
    {"@0/ A2/ @1/", "A2\\", "colour", "no colouring of this tile fits its neighbours at A2"},
    {cascade, "B3\\", "cascade", "ends enter one empty cell, C2"},
    {"@0/ A2/ A3\\ B1\\ C1\\ D1\\ D2/ D3\\", "C3/", "cascade", "until three"},
    {"@0+ B1/ C1/ A2/ A3+ A4/ B4+ C4/", "C3/", "cascade", "until three"},
    {"@0+ B1/ C1/ A2/ A3+ A4/ B4+ C4/", "C3+", "", ""},
    {"@0/ A2\\ B1\\", "@1+", "over", "the game has ended"},
    {"@0/ A2\\ B1\\", "A1+", "over", "the game has ended"},
    {"@0/ A2\\ B1\\", "x", "syntax", "\"x\""},
};

BOOST_AUTO_TEST_SUITE(ruling)

/// The kinds that findings are put together by.
const std::map<std::string, std::string> kinds = {
    {"syntax", "malformed move"},         {"over", "move after the end"},
    {"first", "no first move"},           {"range", "square off the board"},
    {"occupied", "occupied square"},      {"isolated", "no tile beside it"},
    {"colour", "paths that do not meet"}, {"cascade", "forced tiles that do not fit"},
};

BOOST_DATA_TEST_CASE(names_the_first_rule_broken, data::make(judgements), judged) {
  const auto game = after(judged.before, judged.rules);
  const Judgement judgement = game->judge({judged.move});
  BOOST_TEST(judgement.kind == (judgement.legal ? "" : kinds.at(judgement.rule)));
  BOOST_TEST(judgement.legal == judged.rule.empty());
  BOOST_TEST(judgement.rule == judged.rule, game->draw({}));
  BOOST_TEST(contains(judgement.explanation, judged.because), judgement.explanation);
  BOOST_TEST(judgement.explanation.empty() == judgement.legal);
}

/// The cell that a move takes, occupied by a tile of the last turn: by which of them.
/// After `@0+ B1+ A2\\` B2 is forced on White's second turn; `@1+` shifts its name to C2.
BOOST_AUTO_TEST_CASE(tells_when_and_by_what_a_tile_was_forced_that_was_overlooked_later) {
  const std::string forced = "@0+ B1+ A2\\";
  const auto of_white = after(forced + " @1/")->judge({"C2+"});
  BOOST_TEST(of_white.explanation == "a tile lies on C2, forced by its own A2\\ on ply 3");
  BOOST_TEST(!of_white.overlooked);
  const auto at_once = after(forced)->judge({"B2+"});
  BOOST_TEST_REQUIRE(at_once.overlooked.has_value());
  BOOST_TEST(at_once.overlooked->explanation == "the tile there was forced by the opponent's A2\\");
  auto game = after(forced + " @1/");
  game->play(game->legal_moves().back());  // to the right of all: no name shifts
  const auto later = game->judge({"C2+"});
  BOOST_TEST_REQUIRE(later.overlooked.has_value(), later.explanation);
  BOOST_TEST(later.overlooked->feature == "forced");
  BOOST_TEST(later.overlooked->explanation == "the tile there was forced by the opponent's A2\\ on ply 3");
}

BOOST_AUTO_TEST_CASE(tells_when_a_forced_tile_of_the_last_turn_was_overlooked) {
  const std::string many = "@0/ A0+ B2\\ C2\\ D2\\ A0+ A0/";
  trax::Position position;
  for (const std::string& move : words(many + " B1/")) position.play(*trax::parse_move(move));
  const std::vector<trax::Laid> last = position.last_turn();
  BOOST_TEST_REQUIRE(last.size() == 9U);
  const auto overlooked = [&](const trax::Cell& cell) {
    const auto found = after(many + " B1/")->judge({to_string(cell) + "+"}).overlooked;
    if (found) BOOST_TEST(found->explanation == "the tile there was forced by the opponent's B1/");
    return found ? found->feature : "";
  };
  BOOST_TEST(overlooked(last[0].cell) == "");
  BOOST_TEST(overlooked(last[1].cell) == "forced");
  BOOST_TEST(overlooked(last[7].cell) == "forced");
  BOOST_TEST(overlooked(last[8].cell) == "long-cascade");
  BOOST_TEST(!after("@0+")->judge({"A1+"}).overlooked);
  BOOST_TEST(!after("@0+")->judge({"@0+"}).overlooked);
  // B10 is forced; where names have three characters no move can be meant for it.
  const std::string tenth_row = in_a_column(9) + " A0+ B9\\";
  BOOST_TEST(after(tenth_row, loops_only)->judge({"B10+"}).overlooked.has_value());
  const Judgement no_name = after(tenth_row, {.lines = false, .board = 0, .name_length = 3})->judge({"B10+"});
  BOOST_TEST(no_name.rule == "range");
  BOOST_TEST(!no_name.overlooked);
}

BOOST_DATA_TEST_CASE(makes_the_other_player_win_when_a_rule_is_broken, data::make(judgements), judged) {
  const auto game = after(judged.before, judged.rules);
  if (game->result().state != Result::State::open) return;
  const Player mover = game->to_move();
  game->play({judged.move});
  const Result result = game->result();
  if (judged.rule.empty()) {
    BOOST_TEST(result.state == Result::State::open);
    BOOST_TEST(game->to_move() == other(mover));
    return;
  }
  const bool white = mover == Player::one;
  BOOST_TEST(result.state == (white ? Result::State::two_won : Result::State::one_won));
  BOOST_TEST(result.why == (white ? "White" : "Black") + (" broke a rule: " + judged.rule));
  BOOST_TEST(game->legal_moves().empty());
  BOOST_TEST(!game->must_pass());
}

BOOST_AUTO_TEST_CASE(knows_every_word_that_it_judges_by) {
  for (const Judged& judged : judgements) {
    if (judged.rule.empty() || judged.rule == "over") continue;
    const std::vector<std::string> rules = after(judged.before, judged.rules)->rules();
    BOOST_TEST((std::find(rules.begin(), rules.end(), judged.rule) != rules.end()), judged);
  }
}

BOOST_AUTO_TEST_CASE(names_the_colour_whose_ends_are_too_many) {
  const auto why = [](const std::string& before, const char* move) {
    return after(before)->judge({move}).explanation;
  };
  BOOST_TEST(contains(why(cascade, "B3\\"), "three red ends"), why(cascade, "B3\\"));
  const std::string second = "@0/ A2/ A3\\ B1\\ C1\\ D1\\ D2/ D3\\";
  BOOST_TEST(contains(why(second, "C3/"), "three red ends"), why(second, "C3/"));
  const std::string third = "@0+ B1/ C1/ A2/ A3+ A4/ B4+ C4/";
  BOOST_TEST(contains(why(third, "C3/"), "three white ends"), why(third, "C3/"));
}

struct Ended {
  std::string moves;
  Result::State state;
  std::string why;
  std::array<int, 2> score = {};
  trax::Rules rules = {};
};
std::ostream& operator<<(std::ostream& out, const Ended& ended) {
  return out << ended.moves;
}

const std::vector<Ended> ends = {
    {"", Result::State::open, ""},
    {in_a_row(7), Result::State::open, ""},
    {in_a_row(8), Result::State::two_won, "line"},
    {in_a_row(8), Result::State::open, "", {}, loops_only},
    {in_a_row(7) + " H1\\", Result::State::open, ""},
    {in_a_row(7) + " H1\\ H2\\", Result::State::two_won, "line"},  // in White's own turn
    {in_a_column(7), Result::State::open, ""},
    {in_a_column(8), Result::State::one_won, "line"},               // in Black's own turn
    {"@0/ A2\\ B1\\", Result::State::two_won, "loop"},              // in White's own turn
    {"@0+ @1/ B0/ @2\\ C0\\ A2/", Result::State::two_won, "loop"},  // both have one; Black moved
    {"@0/ B1/ B0/ C1/ A0+ D2/ E3/ D4+ B5+ B6/ @5+ E0/ B1\\ C0\\", Result::State::one_won, "loop and line"},
    {"@0/ @1/ A0/ A0/ A0/ @4/ @2/ E4+ B0+ @3/ F6\\ E1\\ @1/ @1\\ G0/ H1+ B1+ H8\\ C5/ D7/ B6\\ A6+ C8+ A1+",
     Result::State::one_won,
     "path",
     {26, 23},
     on_8},
    {"@0/ A0/ @2\\ A1\\ B3+ C3\\ C0\\ @3+ E4\\ A1\\ @1\\ D0/ G4\\ D0/ B6+ B0+ C8+ H2+ F1\\ A6+ A7/ A8/ G8+ "
     "H8\\",
     Result::State::two_won,
     "path",
     {18, 22},
     on_8},
    {"@0+ @1\\ B0+ @1+ B0/ C0\\ B0/ @3+ E1+ D6\\ @1+ G1+ F6+ F7\\ D0/ G4\\ G7\\ D7/ @3\\ D7/ C7/ A4/ H5\\ "
     "C8/ "
     "A1+ H8\\ H1/",
     Result::State::draw,
     "path",
     {24, 24},
     on_8},
};

BOOST_DATA_TEST_CASE(ends_a_game_as_the_texts_say, data::make(ends), ended) {
  const auto game = after(ended.moves, ended.rules);
  const Result result = game->result();
  BOOST_TEST(result.state == ended.state, game->draw({}));
  BOOST_TEST(result.why == ended.why);
  BOOST_TEST((result.score == ended.score));
  BOOST_TEST(game->ply() == static_cast<int>(words(ended.moves).size()));
  BOOST_TEST(game->legal_moves().empty() == (ended.state != Result::State::open));
  BOOST_TEST(!game->must_pass());
}

BOOST_DATA_TEST_CASE(keeps_the_result_of_a_game_that_has_ended, data::make(ends), ended) {
  const auto game = after(ended.moves, ended.rules);
  if (ended.state == Result::State::open) return;
  for (const char* late : {"@1+", "x"}) {
    game->play({late});
    BOOST_TEST(game->result().state == ended.state);
    BOOST_TEST(game->result().why == ended.why);
    BOOST_TEST(game->ply() == static_cast<int>(words(ended.moves).size()));
  }
}

BOOST_DATA_TEST_CASE(forfeits_by_name, data::make({Player::one, Player::two}), loser) {
  for (const char* before : {"", "@0+", "@0+ B1+"}) {
    const auto game = after(before);
    game->forfeit(loser, "no reply in 1 s");
    const Result result = game->result();
    BOOST_TEST(result.state == (loser == Player::one ? Result::State::two_won : Result::State::one_won));
    BOOST_TEST(result.why == "no reply in 1 s");
    BOOST_TEST(game->legal_moves().empty());
    BOOST_TEST(game->judge({"@0+"}).rule == "over");
    BOOST_TEST(game->judge({"x"}).rule == "syntax");
  }
}

BOOST_AUTO_TEST_CASE(knows_no_pass) {
  const auto game = after("@0+");
  BOOST_TEST(game->pass().text.empty());
  BOOST_TEST(!game->is_pass({""}));
  BOOST_TEST(game->judge({"0000"}).rule == "syntax");
}

/// All moves in the columns and rows up to two beyond the tiles.
std::vector<Move> all_moves(const trax::Position& position) {
  std::vector<Move> moves;
  for (int column = 0; column <= position.width() + 2; ++column) {
    for (int row = 0; row <= position.height() + 2; ++row) {
      for (const trax::Symbol symbol : trax::symbols)
        moves.push_back({trax::to_string(trax::Move{column, row, symbol})});
    }
  }
  return moves;
}

BOOST_AUTO_TEST_CASE(lists_what_it_judges_legal_sorted_and_once) {
  Random random(2015);
  for (const trax::Rules& rules : {trax::Rules{}, loops_only, on_8}) {
    for (const int plies : {0, 1, 2, 5, 9, 14, 20}) {
      const auto game = new_trax_game(rules);
      while (game->ply() < plies && game->result().state == Result::State::open) {
        const std::vector<Move> legal = game->legal_moves();
        game->play(legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
      }
      std::vector<Move> judged_legal;
      for (const Move& move : all_moves(game->position())) {
        if (game->judge(move).legal) judged_legal.push_back(move);
      }
      std::sort(judged_legal.begin(), judged_legal.end());
      BOOST_TEST((game->legal_moves() == judged_legal), game->draw({}));
    }
  }
}

struct Featured {
  std::string before;
  std::string move;
  std::vector<std::string> features;
};
std::ostream& operator<<(std::ostream& out, const Featured& featured) {
  return out << featured.move << " after \"" << featured.before << "\"";
}

const std::vector<Featured> features = {
    {"", "@0+", {}},
    {"@0+", "B1+", {}},
    {"@0+", "C1+", {}},  // illegal
    {"@0+", "@1+", {"grows-left"}},
    {"@0+", "A0+", {"grows-up"}},
    {"@0+ B1+", "A2\\", {"forced"}},
    {"@0+ B1+ A2\\", "B3+", {"beside-forced"}},  // B2 was forced
    {"@0+ B1+ A2\\", "A3+", {}},
    {"@0/ A2\\", "B1\\", {"forced", "ends-game"}},
    {"@0/ A0+ B2\\ C2\\ D2\\ A0+ A0/", "B1/", {"forced", "long-cascade"}},
    {"@0+ @1/ B0/ @2\\ C0\\", "A2/", {"forced", "ends-game", "both-win"}},
    {in_a_row(7) + " A2/ A0\\", "@2+", {"forced", "grows-left", "ends-game", "both-win"}},  // by a loop and …
    {in_a_column(7) + " @1\\ C1/", "B0+", {"forced", "grows-up", "ends-game", "both-win"}},  // … a line
    {in_a_row(7), "H1+", {"ends-game"}},
    {in_a_row(6), "G1+", {"seven-column-line"}},
    {in_a_row(6), "G1\\", {}},
    {in_a_row(7), "A2+", {"seven-column-line"}},  // still there
    {in_a_column(6), "A7+", {"seven-row-line"}},
    {in_a_row(5), "F1+", {}},
};

BOOST_DATA_TEST_CASE(tells_what_there_is_about_a_move, data::make(features), featured) {
  const std::vector<std::string> found = after(featured.before)->features({featured.move});
  BOOST_TEST(found == featured.features, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(lists_moves_by_their_text_where_rows_have_two_digits) {
  const std::vector<Move> legal = after(in_a_column(11), loops_only)->legal_moves();
  BOOST_TEST(std::is_sorted(legal.begin(), legal.end()));
}

BOOST_AUTO_TEST_CASE(tells_when_the_tiles_become_as_wide_or_as_high_as_the_board) {
  const auto reaches_the_limit = [](const std::string& before, const char* move, const trax::Rules& rules) {
    const std::vector<std::string> found = after(before, rules)->features({move});
    return std::find(found.begin(), found.end(), "limit") != found.end();
  };
  constexpr trax::Rules on_9 = {.lines = false, .board = 9};
  for (const auto& [rules, board] : {std::pair(on_8, 8), std::pair(on_9, 9)}) {
    const std::string wide = trax::column_name(board);
    BOOST_TEST(!reaches_the_limit(in_a_row(board - 2), "A2/", rules));
    BOOST_TEST(!reaches_the_limit(in_a_row(board - 1), "A2/", rules));
    BOOST_TEST(reaches_the_limit(in_a_row(board - 1), (wide + "1+").c_str(), rules));
    BOOST_TEST(reaches_the_limit(in_a_column(board - 1), ("A" + std::to_string(board) + "+").c_str(), rules));
    BOOST_TEST(!reaches_the_limit(in_a_row(board - 1), (wide + "1+").c_str(), loops_only));
  }
  BOOST_TEST(!reaches_the_limit("", "@0+", loops_only));
}

BOOST_AUTO_TEST_CASE(names_a_move_so_many_columns_and_rows_away) {
  const auto game = after("@0+");
  BOOST_TEST(game->shifted({"C4+"}, 2).text == "E6+");
  BOOST_TEST(game->shifted({"C4+"}, -1).text == "B3+");
  BOOST_TEST(game->shifted({"C4+"}, -3).text == "@1+");
  BOOST_TEST(game->shifted({"C4+"}, -4).text == "");
  BOOST_TEST(game->shifted({"D3+"}, -4).text == "");
  BOOST_TEST(game->shifted({"x"}, 1).text == "");
}

BOOST_AUTO_TEST_CASE(names_a_move_with_rows_and_columns_swapped) {
  const auto game = after("@0+");
  BOOST_TEST(game->with_rows_and_columns_swapped({"C4/"}).text == "D3/");
  BOOST_TEST(game->with_rows_and_columns_swapped({"@1+"}).text == "A0+");
  BOOST_TEST(game->with_rows_and_columns_swapped({"x"}).text == "");
}

BOOST_AUTO_TEST_CASE(tells_moves_far_out) {
  const auto has = [](const Ruling& game, const char* move, const char* feature) {
    const std::vector<std::string> found = game.features({move});
    return std::find(found.begin(), found.end(), feature) != found.end();
  };
  const auto wide = after(in_a_row(26), loops_only);
  BOOST_TEST(!has(*wide, "Z2+", "column-past-z"));
  BOOST_TEST(has(*wide, "AA1+", "column-past-z"));
  const auto past_z = after(in_a_row(52), loops_only);
  BOOST_TEST(!has(*past_z, "AZ2+", "column-past-az"));
  BOOST_TEST(has(*past_z, "AZ2+", "column-past-z"));
  BOOST_TEST(has(*past_z, "BA1+", "column-past-az"));
  BOOST_TEST(!has(*past_z, "BA1+", "column-past-z"));
  const auto wider = after(in_a_row(702), loops_only);
  BOOST_TEST(!has(*wider, "ZZ2+", "column-past-zz"));
  BOOST_TEST(has(*wider, "ZZ2+", "column-past-az"));
  BOOST_TEST(has(*wider, "AAA1+", "column-past-zz"));
  BOOST_TEST(!has(*wider, "AAA1+", "column-past-az"));
  const auto tall = after(in_a_column(99), loops_only);
  BOOST_TEST(!has(*tall, "B99+", "three-digit-row"));
  BOOST_TEST(has(*tall, "A100+", "three-digit-row"));
  wide->forfeit(Player::one, "");
  BOOST_TEST(wide->features({"AA1+"}).empty());
}

BOOST_AUTO_TEST_CASE(clones_go_their_own_ways) {
  const auto game = after("@0+ B1+");
  const auto copy = game->clone();
  copy->play({"A2\\"});
  BOOST_TEST(copy->ply() == 3);
  BOOST_TEST(game->ply() == 2);
  BOOST_TEST(game->judge({"A2\\"}).legal);
  copy->forfeit(Player::two, "");
  BOOST_TEST(game->result().state == Result::State::open);
  BOOST_TEST(copy->clone()->result().state == Result::State::one_won);
}

BOOST_AUTO_TEST_SUITE_END()

// pictures

BOOST_AUTO_TEST_SUITE(pictures)

/// The names of the marked cells.
std::vector<std::string> marked(const BoardPicture& picture) {
  std::vector<std::string> names;
  for (std::size_t row = 0; row < picture.rows.size(); ++row) {
    for (std::size_t column = 0; column < picture.columns.size(); ++column) {
      if (picture.marks[row][column] == BoardPicture::marked)
        names.push_back(picture.columns[column] + picture.rows[row]);
    }
  }
  return names;
}

BOOST_AUTO_TEST_CASE(show_the_tiles_and_the_empty_cells_around_them) {
  const BoardPicture picture = after("@0/ A2\\ B1\\")->picture({});
  BOOST_TEST((picture.kind == BoardPicture::Kind::paths));
  BOOST_TEST((picture.columns == std::vector<std::string>{"@", "A", "B", "C"}));
  BOOST_TEST((picture.rows == std::vector<std::string>{"0", "1", "2", "3"}));
  BOOST_TEST((picture.cells == std::vector<std::string>{"....", ".ac.", ".db.", "...."}));
  BOOST_TEST(marked(picture).empty());
  BOOST_TEST(picture.move.empty());
  BOOST_TEST(drawn(picture) ==
             "    @    A    B    C\n"
             "\n"
             "0   .    .    .    .\n"
             "\n"
             "         o    o\n"
             "1   .  oo/####\\oo  .\n"
             "         #    #\n"
             "         #    #\n"
             "2   .  oo\\####/oo  .\n"
             "         o    o\n"
             "\n"
             "3   .    .    .    .\n"
             "\n");
}

BOOST_AUTO_TEST_CASE(of_the_start_are_the_one_cell_that_there_is) {
  const BoardPicture picture = after("")->picture({"@0+"});
  BOOST_TEST((picture.columns == std::vector<std::string>{"@"}));
  BOOST_TEST((picture.rows == std::vector<std::string>{"0"}));
  BOOST_TEST((marked(picture) == std::vector<std::string>{"@0"}));
  BOOST_TEST((after("")->picture({"A1+"}).off_board == std::vector<std::string>{"A1"}));
}

BOOST_AUTO_TEST_CASE(mark_the_move_and_the_cell_that_makes_it_illegal) {
  const auto game = after(cascade);
  BOOST_TEST((marked(game->picture({"B3\\"})) == std::vector<std::string>{"C2", "B3"}));
  BOOST_TEST((marked(game->picture({"A1+"})) == std::vector<std::string>{"A1"}));
  BOOST_TEST(game->picture({"A1+"}).move == "A1+");
  BOOST_TEST(contains(game->draw({"A1+"}), "[o+o]"), game->draw({"A1+"}));
  BOOST_TEST(contains(game->draw({"@1+"}), "[ . ]"), game->draw({"@1+"}));
}

BOOST_AUTO_TEST_CASE(name_a_move_off_the_board_as_it_came) {
  const auto game = after("@0+");
  for (const char* move : {"Z9+", "A4/", "ZZZZZZZZZZ99999999999\\"}) {
    const BoardPicture picture = game->picture({move});
    const std::string text = move;
    BOOST_TEST((picture.off_board == std::vector<std::string>{text.substr(0, text.size() - 1)}), move);
    BOOST_TEST(marked(picture).empty());
  }
  const BoardPicture nonsense = game->picture({"nonsense"});
  BOOST_TEST(nonsense.move.empty());
  BOOST_TEST(nonsense.off_board.empty());
}

BOOST_AUTO_TEST_CASE(of_a_large_board_show_what_matters) {
  const auto wide = after(in_a_row(30), loops_only);
  const BoardPicture last = wide->picture({});
  BOOST_TEST(last.columns.size() == 13U);
  BOOST_TEST(last.rows.size() == 3U);
  BOOST_TEST(last.columns.back() == "AE");
  const BoardPicture left = wide->picture({"@1+"});
  BOOST_TEST(left.columns.front() == "@");
  BOOST_TEST((marked(left) == std::vector<std::string>{"@1"}));
  const BoardPicture middle = wide->picture({"O2+"});
  BOOST_TEST(middle.columns.front() == "I");
  BOOST_TEST(middle.columns.back() == "U");
  BOOST_TEST((marked(middle) == std::vector<std::string>{"O2"}));
  const auto tall = after(in_a_column(120), loops_only);
  const BoardPicture bottom = tall->picture({"A121+"});
  BOOST_TEST(bottom.rows.size() == 13U);
  BOOST_TEST(bottom.rows.back() == "121");
  BOOST_TEST((marked(bottom) == std::vector<std::string>{"A121"}));
}

BOOST_AUTO_TEST_CASE(fit_into_a_terminal) {
  const auto wide = after(in_a_row(800), loops_only);
  for (const char* move : {"", "@1+", "ADT2+", "A0/"}) {
    std::istringstream text(wide->draw({move}));
    for (std::string line; std::getline(text, line);) {
      BOOST_TEST(line.size() <= 72U, line);
      BOOST_TEST((line.empty() || line.back() != ' '));
    }
  }
}

BOOST_AUTO_TEST_CASE(know_the_colours_of_every_tile) {
  for (const trax::Tile tile : {trax::Tile::north_south, trax::Tile::east_west, trax::Tile::north_west,
                                trax::Tile::south_east, trax::Tile::north_east, trax::Tile::south_west}) {
    BOOST_TEST(colours_of_sides(trax::letter(tile)) == trax::edges(tile));
  }
  BOOST_TEST(colours_of_sides(BoardPicture::free).empty());
  BOOST_TEST(colours_of_sides('x').empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::contest
