/// The page of icfpt2014: its bytes, its seats and its names, held against Table 1, Table 2 and the rules.

#include "rig/protocol/contest.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <set>

#include "rig/base/errors.hpp"
#include "rig/protocol/request_aspects.hpp"
#include "rig/protocol/tests/contest_fixtures.hpp"
#include "rig/tests/asking.hpp"
#include "rig/tests/contains.hpp"
#include "rig/tests/printers.hpp"

namespace rig::protocol {

namespace {

namespace data = boost::unit_test::data;
using std::chrono::seconds;

// the dialect

/// A row of Table 1.
struct Row {
  Request request;
  std::string bytes;
  std::string label;
  ReplyKind answer;
};
std::ostream& operator<<(std::ostream& out, const Row& row) {
  return out << row.bytes;
}

const std::vector<Row> table_1 = {
    {{RequestKind::hello, "", {}}, "0", "0", ReplyKind::team_code},
    {{RequestKind::first, "5", {}}, "25", "2X", ReplyKind::move},
    {{RequestKind::first, "A", {}}, "2A", "2X", ReplyKind::move},
    {{RequestKind::second, "5", {{"a8e0"}}}, "35a8e0", "3XYYYY", ReplyKind::move},
    {{RequestKind::second, "A", {{"53e0"}}}, "3A53e0", "3XYYYY", ReplyKind::move},
    {{RequestKind::move, "", {{"21k7"}}}, "421k7", "4XXXX", ReplyKind::move},
    {{RequestKind::move, "", {{"0000"}}}, "40000", "4XXXX", ReplyKind::move},
    {{RequestKind::end, "", {}}, "9", "9", ReplyKind::silence},
};

BOOST_AUTO_TEST_SUITE(requests)

BOOST_DATA_TEST_CASE(are_written_as_in_table_1, data::make(table_1), row) {
  BOOST_TEST(to_text(dialect().encode(row.request)) == row.bytes);
  BOOST_TEST(dialect().label(row.request) == row.label);
}

BOOST_DATA_TEST_CASE(call_for_the_answer_in_table_1, data::make(table_1), row) {
  const Expectation expected = dialect().expects(row.request);
  BOOST_TEST((expected.kind == row.answer));
  if (row.answer != ReplyKind::silence) BOOST_TEST((expected.deadline == seconds(1)));
  BOOST_TEST((expected.deadline >= std::chrono::milliseconds(250)));
}

BOOST_DATA_TEST_CASE(parse_back_and_every_beginning_wants_more, data::make(table_1), row) {
  const Bytes bytes = to_bytes(row.bytes);
  const Parsed<Request> whole = dialect().parse_request(bytes);
  BOOST_TEST(whole.state == ParseState::complete);
  BOOST_TEST(whole.length == bytes.size());
  BOOST_TEST((whole.value == row.request));
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    BOOST_TEST(dialect().parse_request(ByteView(bytes).first(length)).state == ParseState::more,
               "after " << length << " bytes");
  }
}

BOOST_DATA_TEST_CASE(take_exactly_their_own_bytes_when_glued, data::make(table_1) * data::make(table_1),
                     first, second) {
  const Bytes glued = to_bytes(first.bytes + second.bytes);
  const Parsed<Request> head = dialect().parse_request(glued);
  BOOST_TEST(head.state == ParseState::complete);
  BOOST_REQUIRE_EQUAL(head.length, first.bytes.size());
  BOOST_TEST((head.value == first.request));
  const Parsed<Request> tail = dialect().parse_request(ByteView(glued).subspan(head.length));
  BOOST_TEST(tail.state == ParseState::complete);
  BOOST_TEST((tail.value == second.request));
}

BOOST_AUTO_TEST_CASE(the_page_knows_what_a_strange_conversation_may_mean) {
  BOOST_TEST((page().hints != nullptr));
}

BOOST_AUTO_TEST_CASE(of_every_code_parse_back) {
  for (const Move& move : all_codes()) {
    for (const Request& request : {Request{RequestKind::second, "5", {move}},
                                   {RequestKind::second, "A", {move}},
                                   {RequestKind::move, "", {move}}}) {
      const Bytes bytes = dialect().encode(request);
      const Parsed<Request> parsed = dialect().parse_request(bytes);
      if (parsed.state == ParseState::complete && parsed.length == bytes.size() && parsed.value == request)
        continue;
      BOOST_ERROR("not parsed back: " << to_text(bytes));
    }
  }
}

BOOST_AUTO_TEST_CASE(glued_in_the_texts_own_orders_come_apart) {
  for (const auto& [glued, parts] :
       std::vector<std::pair<std::string, std::vector<std::string>>>{{"90", {"9", "0"}},
                                                                     {"025", {"0", "25"}},
                                                                     {"4a8e0421k7", {"4a8e0", "421k7"}},
                                                                     {"03A53e0", {"0", "3A53e0"}}}) {
    Bytes rest = to_bytes(glued);
    for (const std::string& part : parts) {
      const Parsed<Request> parsed = dialect().parse_request(rest);
      BOOST_TEST(parsed.state == ParseState::complete);
      BOOST_TEST(to_text(dialect().encode(parsed.value)) == part);
      rest.erase(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(parsed.length));
    }
    BOOST_TEST(rest.empty(), glued);
  }
}

BOOST_AUTO_TEST_CASE(with_a_wrong_first_byte_are_malformed_there) {
  for (int byte = 0; byte < 256; ++byte) {
    const Bytes bytes = {static_cast<std::uint8_t>(byte), '5'};
    const bool known = std::string("02349").find(static_cast<char>(byte)) != std::string::npos;
    const Parsed<Request> parsed = dialect().parse_request(bytes);
    BOOST_TEST((parsed.state == ParseState::malformed) == !known, "byte " << byte);
    if (known) continue;
    BOOST_TEST(parsed.length == 0U);
    BOOST_TEST(parsed.why == "byte 1 is " + quoted(ByteView(bytes).first(1)) + ", expected one of 0 2 3 4 9");
  }
}

BOOST_AUTO_TEST_CASE(with_a_wrong_start_square_are_malformed_at_byte_2) {
  for (const char kind : {'2', '3'}) {
    for (int byte = 0; byte < 256; ++byte) {
      const Bytes bytes = {static_cast<std::uint8_t>(kind), static_cast<std::uint8_t>(byte)};
      const bool square = byte == '5' || byte == 'A';
      const Parsed<Request> parsed = dialect().parse_request(bytes);
      BOOST_TEST((parsed.state == ParseState::malformed) == !square, kind << " and byte " << byte);
      if (square) continue;
      BOOST_TEST(parsed.length == 1U);
      BOOST_TEST(parsed.why == "byte 2 is " + quoted(ByteView(bytes).last(1)) + ", expected \"5\" or \"A\"");
    }
  }
}

BOOST_AUTO_TEST_CASE(for_a_board_that_does_not_play_do_not_exist) {
  BOOST_CHECK_THROW(dialect().encode(Request{RequestKind::stand_by, {}, {}}), RigError);
  BOOST_TEST(dialect().label(Request{RequestKind::stand_by, {}, {}}) == "?");
}

BOOST_AUTO_TEST_CASE(of_a_game_follow_table_2) {
  const Seat& board_1 = page().seats[0];  // first on (5,5)
  const Seat& board_2 = seat_opposite(page(), board_1);
  const auto text = [](const Request& request) { return to_text(dialect().encode(request)); };
  BOOST_TEST(text(page().hello) == "0");
  BOOST_REQUIRE_EQUAL(page().requests(board_1, {}).size(), 1U);
  BOOST_REQUIRE_EQUAL(page().requests(board_2, {0, {{"53e0"}}}).size(), 1U);
  BOOST_TEST(text(page().requests(board_1, {})[0]) == "25");
  BOOST_TEST(text(page().requests(board_2, {0, {{"53e0"}}})[0]) == "3A53e0");
  BOOST_TEST(text(page().requests(board_2, {1, {{"53e0"}, {"a8e0"}}}).front()) == "4a8e0");
  BOOST_TEST(text(page().end.value()) == "9");
}

/// By the kind of a request: its deadline, that it is answered, bytes too many after an answer and in
/// silence.
BOOST_AUTO_TEST_CASE(stand_under_the_clauses_of_their_kind) {
  struct Clauses {
    RequestKind kind;
    Aspect deadline;
    std::optional<Aspect> answered;
    Aspect extra;
    Aspect silence;
  };
  for (const Clauses& row : std::vector<Clauses>{
           {RequestKind::hello, "hello.deadline", Aspect("hello.answered"), "hello.format", "hello.format"},
           {RequestKind::first, "first.deadline", Aspect("first.answered"), "move.extra", "move.extra"},
           {RequestKind::second, "second.deadline", std::nullopt, "move.extra", "second.silence"},
           {RequestKind::move, "move.deadline", std::nullopt, "move.extra", "move.extra"},
           {RequestKind::end, "move.deadline", std::nullopt, "end.silence", "end.silence"},
           {RequestKind::stand_by, "move.deadline", std::nullopt, "stand-by.silence", "stand-by.silence"}}) {
    const Request request{row.kind, {}, {}};
    BOOST_TEST_CONTEXT(row.deadline.name() << ", " << row.silence.name()) {
      BOOST_TEST((deadline_aspect(request) == row.deadline));
      BOOST_TEST((answer_aspect(request) == row.answered));
      BOOST_TEST((extra_aspect(request, {ReplyKind::move, {}}) == row.extra));
      BOOST_TEST((extra_aspect(request, {ReplyKind::silence, {}}) == row.silence));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(replies)

struct Sample {
  ReplyKind kind;
  std::string bytes;
  ParseState state;
  std::size_t length;
  std::string text;
  bool decorated;
};
std::ostream& operator<<(std::ostream& out, const Sample& sample) {
  return out << quoted(to_bytes(sample.bytes));
}

constexpr auto team = ReplyKind::team_code;
constexpr auto code = ReplyKind::move;
constexpr auto more = ParseState::more;
constexpr auto complete = ParseState::complete;
constexpr auto malformed = ParseState::malformed;

const std::vector<Sample> samples = {
    {team, "", more, 0, "", false},
    {team, "1", more, 0, "", false},
    {team, "1A", more, 0, "", false},
    {team, "1AA", complete, 3, "AA", false},
    {team, "1AAx", complete, 3, "AA", false},
    {team, "111", complete, 3, "11", false},
    {team, "2AA", malformed, 0, "", false},
    {team, "A1A", malformed, 0, "", false},
    {team, "\r\n2AA", malformed, 2, "", false},
    {team, "1AA\r\n", complete, 3, "AA", false},
    {team, "\r\n1AA", complete, 5, "AA", true},
    {team, "1\rA\nA", complete, 5, "AA", true},
    {team, "\r", more, 0, "", true},
    {team, "1A\n", more, 0, "", true},
    {code, "", more, 0, "", false},
    {code, "53e", more, 0, "", false},
    {code, "53e0", complete, 4, "53e0", false},
    {code, "53e0a8e0", complete, 4, "53e0", false},
    {code, "zzzz", complete, 4, "zzzz", false},
    {code, "    ", complete, 4, "    ", false},
    {code, "53e0\r\n", complete, 4, "53e0", false},
    {code, "\n53e0", complete, 5, "53e0", true},
    {code, "53\r\ne0", complete, 6, "53e0", true},
    {code, "53e\r", more, 0, "", true},
    {ReplyKind::silence, "", complete, 0, "", false},
    {ReplyKind::silence, "x", complete, 0, "", false},
};

BOOST_DATA_TEST_CASE(of_fixed_length_are_read_without_line_ends, data::make(samples), sample) {
  const Parsed<Reply> parsed = dialect().parse_reply(asking(sample.kind), to_bytes(sample.bytes));
  BOOST_TEST(parsed.state == sample.state);
  BOOST_TEST(parsed.length == sample.length);
  BOOST_TEST(parsed.value.text == sample.text);
  BOOST_TEST(parsed.decorated == sample.decorated);
  if (sample.state == complete) BOOST_TEST((parsed.value.kind == sample.kind));
}

BOOST_AUTO_TEST_CASE(may_hold_any_bytes_but_the_team_codes_first) {
  for (int value = 0; value < 256; ++value) {
    const auto byte = static_cast<std::uint8_t>(value);
    if (byte == '\r' || byte == '\n') continue;
    const Bytes move(4, byte);
    BOOST_TEST(dialect().parse_reply(asking(code), move).value.text == to_text(move), "byte " << value);
    const Bytes hello = {'1', byte, byte};
    BOOST_TEST(dialect().parse_reply(asking(team), hello).value.text == to_text(Bytes(2, byte)),
               "byte " << value);
    const Parsed<Reply> wrong = dialect().parse_reply(asking(team), Bytes{byte, 'A', 'A'});
    BOOST_TEST((wrong.state == malformed) == (byte != '1'), "byte " << value);
    if (byte == '1') continue;
    BOOST_TEST(wrong.length == 0U);
    BOOST_TEST(wrong.why == "byte 1 is " + quoted(ByteView(&byte, 1)) + ", expected \"1\"");
  }
}

BOOST_AUTO_TEST_CASE(that_are_written_parse_back) {
  const Bytes hello = dialect().encode(Reply{team, "AA"});
  BOOST_TEST(to_text(hello) == "1AA");
  BOOST_TEST((dialect().parse_reply(asking(team), hello).value == Reply{team, "AA"}));
  const Bytes move = dialect().encode(Reply{code, "53e0"});
  BOOST_TEST(to_text(move) == "53e0");
  BOOST_TEST((dialect().parse_reply(asking(code), move).value == Reply{code, "53e0"}));
  BOOST_TEST(dialect().encode(Reply{ReplyKind::silence, ""}).empty());
}

BOOST_AUTO_TEST_SUITE_END()

// seats and names

BOOST_AUTO_TEST_SUITE(seats)

BOOST_AUTO_TEST_CASE(are_all_four_that_the_text_has) {
  std::set<std::tuple<bool, Player, std::string>> found;
  std::set<std::string> names;
  for (const Seat& seat : page().seats) {
    found.emplace(seat.moves_first, seat.player, seat.start);
    names.insert(seat.name);
    BOOST_TEST((seat.player == Player::one) == (seat.start == "5"), seat.name);  // player 1 owns (5,5)
    BOOST_TEST(contains(seat.name, seat.moves_first ? "first" : "second"));
    BOOST_TEST(contains(seat.name, seat.start == "5" ? "(5,5)" : "(a,a)"));
  }
  BOOST_TEST(page().seats.size() == 4U);
  BOOST_TEST(found.size() == 4U);
  BOOST_TEST(names.size() == 4U);
}

BOOST_AUTO_TEST_CASE(have_one_opposite_each) {
  for (const Seat& seat : page().seats) {
    const Seat& across = seat_opposite(page(), seat);
    BOOST_TEST(across.moves_first != seat.moves_first);
    BOOST_TEST(across.player == other(seat.player));
    BOOST_TEST(seat_opposite(page(), across).name == seat.name);
  }
}

BOOST_AUTO_TEST_CASE(without_an_opposite_are_an_error) {
  Contest alone = page();
  alone.seats.resize(1);
  BOOST_CHECK_THROW(seat_opposite(alone, alone.seats[0]), RigError);
}

BOOST_AUTO_TEST_CASE(say_who_begins) {
  for (const Seat& seat : page().seats) {
    if (!seat.moves_first) continue;
    const auto game = page().new_game(seat);
    BOOST_TEST(game->to_move() == seat.player);
    BOOST_TEST(game->judge({seat.start == "5" ? "55a0" : "aaa0"}).legal, seat.name);
    BOOST_TEST(game->judge({seat.start == "5" ? "aaa0" : "55a0"}).rule == "start", seat.name);
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(names)

BOOST_AUTO_TEST_CASE(have_a_code_for_each_way_of_each_tile) {
  for (const char* name : {"icfpt2014", "icfpt2013"}) BOOST_TEST(find_contest(name).codes == 168U, name);
}

BOOST_AUTO_TEST_CASE(find_their_contest) {
  for (const Contest& contest : contests()) BOOST_TEST(&find_contest(contest.name) == &contest);
  BOOST_TEST(page().baud == 115200U);
  BOOST_TEST(page().game == "blokus");
  BOOST_TEST(page().title == "ICFPT 2014 design contest: Blokus Duo over RS-232");
  BOOST_TEST(page().admits_by_games);
}

BOOST_AUTO_TEST_CASE(mistyped_suggest_the_nearest) {
  for (const std::string name : {"icfp2014", "icfpt2015", "ICFPT2014"})
    BOOST_CHECK_EXCEPTION(find_contest(name), UsageError, saying({'"' + name + '"', "Known: icfpt2014"}));
  BOOST_CHECK_EXCEPTION(find_contest("icfp2014"), UsageError, saying({"Did you mean \"icfpt2014\"?"}));
  BOOST_CHECK_THROW(find_contest(""), UsageError);
}

BOOST_AUTO_TEST_CASE(have_the_board_that_the_host_chooses_where_it_chooses_one) {
  const Contest& small = find_contest("aut-trax", {.board = 8});
  BOOST_TEST(small.board == 8);
  BOOST_TEST(&find_contest("aut-trax", {.board = 8}) == &small);
  BOOST_TEST(find_contest("aut-trax", {.board = 20}).board == 20);
  BOOST_TEST(find_contest("aut-trax").board == 0);
  BOOST_CHECK_THROW(find_contest("icfpt2014", {.board = 8}), UsageError);
  BOOST_CHECK_THROW(find_contest("heart-trax", {.board = 0}), UsageError);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::protocol
