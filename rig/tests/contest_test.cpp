/// The page of icfpt2014: its bytes, its seats and its ruling, held against Table 1, Table 2 and the rules.

#include "rig/contest/contest.hpp"

#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "rig/base/errors.hpp"
#include "rig/base/random.hpp"
#include "rig/contest/blokus/blokus_ruling.hpp"
#include "rig/contest/blokus/icfpt2014.hpp"
#include "rig/contest/request_aspects.hpp"
#include "rig/tests/contains.hpp"
#include "rig/tests/printers.hpp"

namespace rig::contest {

namespace {

namespace data = boost::unit_test::data;
using std::chrono::seconds;

const Contest& page() {
  return find_contest("icfpt2014");
}
const ByteDialect& dialect() {
  return *page().dialect->bytes();
}

/// All that the form of a code allows, `0000` included: 37,801.
std::vector<Move> all_codes() {
  const std::string coordinates = "0123456789abcde";
  std::vector<Move> codes = {{"0000"}};
  for (const char x : coordinates) {
    for (const char y : coordinates) {
      for (char tile = 'a'; tile <= 'u'; ++tile) {
        for (char rotation = '0'; rotation <= '7'; ++rotation) codes.push_back({{x, y, tile, rotation}});
      }
    }
  }
  return codes;
}

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> list;
  for (std::string word; in >> word;) list.push_back(word);
  return list;
}

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
  const Parsed<Reply> parsed = dialect().parse_reply(sample.kind, to_bytes(sample.bytes));
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
    BOOST_TEST(dialect().parse_reply(code, move).value.text == to_text(move), "byte " << value);
    const Bytes hello = {'1', byte, byte};
    BOOST_TEST(dialect().parse_reply(team, hello).value.text == to_text(Bytes(2, byte)), "byte " << value);
    const Parsed<Reply> wrong = dialect().parse_reply(team, Bytes{byte, 'A', 'A'});
    BOOST_TEST((wrong.state == malformed) == (byte != '1'), "byte " << value);
    if (byte == '1') continue;
    BOOST_TEST(wrong.length == 0U);
    BOOST_TEST(wrong.why == "byte 1 is " + quoted(ByteView(&byte, 1)) + ", expected \"1\"");
  }
}

BOOST_AUTO_TEST_CASE(that_are_written_parse_back) {
  const Bytes hello = dialect().encode(Reply{team, "AA"});
  BOOST_TEST(to_text(hello) == "1AA");
  BOOST_TEST((dialect().parse_reply(team, hello).value == Reply{team, "AA"}));
  const Bytes move = dialect().encode(Reply{code, "53e0"});
  BOOST_TEST(to_text(move) == "53e0");
  BOOST_TEST((dialect().parse_reply(code, move).value == Reply{code, "53e0"}));
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
  for (const std::string name : {"icfp2014", "icfpt2015", "ICFPT2014"}) {
    BOOST_CHECK_EXCEPTION(find_contest(name), UsageError, [&](const UsageError& error) {
      return contains(error.what(), '"' + name + '"') && contains(error.what(), "Known: icfpt2014");
    });
  }
  BOOST_CHECK_EXCEPTION(find_contest("icfp2014"), UsageError, [](const UsageError& e) {
    return contains(e.what(), "Did you mean \"icfpt2014\"?");
  });
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

// the ruling

std::unique_ptr<Ruling> after(const std::string& moves, Player first = Player::one) {
  auto ruling = new_blokus_duo(first);
  for (const std::string& word : words(moves)) {
    BOOST_REQUIRE_MESSAGE(ruling->judge({word}).legal, word << " after part of " << moves);
    ruling->play({word});
  }
  return ruling;
}

/// Random legal play for so many plies, or to the end; a forced pass is played.
std::unique_ptr<Ruling> wander(Random& random, int plies) {
  auto ruling = new_blokus_duo(random.below(2) == 0 ? Player::one : Player::two);
  while (ruling->ply() < plies && ruling->result().state == Result::State::open) {
    const std::vector<Move> legal = ruling->legal_moves();
    ruling->play(legal.empty() ? ruling->pass()
                               : legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
  }
  return ruling;
}

const std::string table_2 = "53e0 a8e0 21k7 94j0 61a0 71b3";

struct Judged {
  std::string before;
  std::string move;
  std::string rule;     ///< empty: legal
  std::string because;  ///< stands in the explanation
};
std::ostream& operator<<(std::ostream& out, const Judged& judged) {
  return out << judged.move << " after \"" << judged.before << "\"";
}

// "First matching test wins": each move breaks the rule named and, where it says so, later ones as well.
const std::vector<Judged> judgements = {
    {"", "53e0", "", ""},
    {"", "53E0", "malformed", "\"53E0\" is no four-letter code"},
    {"", "53e8", "malformed", "\"53e8\""},
    {"", "53v0", "malformed", "\"53v0\""},
    {"", "f3e0", "malformed", "\"f3e0\""},
    {"", "0001", "malformed", "\"0001\""},
    {"", "53e", "malformed", "\"53e\""},
    {"", "53e00", "malformed", "\"53e00\""},
    {"", "", "malformed", "\"\""},
    {"", "5\r3e", "malformed", "\"5\\r3e\""},
    {"", "00a0", "occupied", "lies off the board, at (0,0)"},
    {"", "00b4", "occupied", "lies off the board, at (0,<0)"},
    {"", "00b2", "occupied", "lies off the board, at (<0,0)"},
    {"", "05a0", "occupied", "lies off the board, at (0,5)"},
    {"", "50b0", "occupied", "lies off the board, at (5,0)"},
    {"", "e5b6", "occupied", "lies off the board, at (f,5)"},
    {"", "eeb0", "occupied", "lies off the board, at (e,f)"},  // its other cell is the last square
    {"", "5ej0", "occupied", "lies off the board"},            // and start
    {"", "88a0", "start", "start square (5,5)"},
    {"53e0", "55a0", "occupied", "(5,5)"},  // and start
    {"53e0", "55b0", "occupied", "(5,5) is occupied"},
    {"53e0", "66a0", "start", "start square (a,a)"},
    {"", "0000", "pass", "ply 1"},
    {"53e0", "0000", "pass", "ply 2"},
    {"53e0 a8e0", "0000", "", ""},
    {table_2, "00e0", "used", "tile e"},                 // and off the board
    {table_2, "53e0", "used", "tile e"},                 // and occupied
    {table_2, "64k0", "used", "tile k"},                 // and edge
    {table_2, "c1e0", "used", "tile e"},                 // and corner
    {table_2, "81b2", "occupied", "(7,1) is occupied"},  // its first such cell; and corner
    {table_2, "6eb0", "occupied", "off the board, at (6,f)"},
    {table_2, "11b0", "occupied", "(1,1) is occupied"},
    {table_2, "95b0", "occupied", "(9,5) is occupied"},
    {"55a0 aaa0", "53b0", "edge", "square (5,4) lies edge to edge with (5,5) of its own colour"},
    {"55a0 aaa0", "65b6", "edge", "square (6,5) lies edge to edge with (5,5) of its own colour"},
    {"55a0 aaa0", "56b0", "edge", "square (5,6) lies edge to edge with (5,5) of its own colour"},
    {"55a0 aaa0", "45b2", "edge", "square (4,5) lies edge to edge with (5,5) of its own colour"},
    // Of two neighbours the one above is named, or else the one to the right.
    {"55a0 aaa0 76d1 0000", "65b4", "edge", "square (6,5) lies edge to edge with (7,5) of its own colour"},
    {"55a0 aaa0 67d1 0000", "56b2", "edge", "square (5,6) lies edge to edge with (5,5) of its own colour"},
    {table_2, "64b0", "edge", "edge to edge"},  // though a corner touches as well
    {table_2, "c1b0", "corner", "tile b touches no corner"},
    {table_2, "66b0", "", ""},
    {table_2, "0000", "", ""},
};

BOOST_AUTO_TEST_SUITE(ruling)

BOOST_DATA_TEST_CASE(names_the_first_rule_broken, data::make(judgements), judged) {
  const auto game = after(judged.before);
  const Judgement judgement = game->judge({judged.move});
  BOOST_TEST(judgement.legal == judged.rule.empty());
  BOOST_TEST(judgement.rule == judged.rule, game->draw({judged.move}));
  BOOST_TEST(contains(judgement.explanation, judged.because), judgement.explanation);
  BOOST_TEST(judgement.explanation.empty() == judgement.legal);
}

BOOST_DATA_TEST_CASE(makes_the_other_player_win_when_a_rule_is_broken, data::make(judgements), judged) {
  const auto game = after(judged.before);
  const Player mover = game->to_move();
  const Result before = game->result();
  game->play({judged.move});
  if (judged.rule.empty()) {
    BOOST_TEST(game->result().state == Result::State::open);
    BOOST_TEST(game->to_move() == other(mover));
    return;
  }
  const Result result = game->result();
  BOOST_TEST(result.state == (mover == Player::one ? Result::State::two_won : Result::State::one_won));
  BOOST_TEST(contains(result.why, mover == Player::one ? "player 1" : "player 2"), result.why);
  BOOST_TEST(contains(result.why, judged.rule), result.why);
  BOOST_TEST((result.squares_left == before.squares_left));
  BOOST_TEST(game->legal_moves().empty());
  BOOST_TEST(!game->must_pass());
}

BOOST_DATA_TEST_CASE(forfeits_by_name, data::make({Player::one, Player::two}), loser) {
  for (const std::string& before : {std::string(), std::string("53e0"), table_2}) {
    const auto game = after(before);
    game->forfeit(loser, "no reply in 1 s");
    BOOST_TEST(game->result().state ==
               (loser == Player::one ? Result::State::two_won : Result::State::one_won));
    BOOST_TEST(game->result().why == "no reply in 1 s");
    BOOST_TEST(game->legal_moves().empty());
    BOOST_TEST(!game->must_pass());
  }
}

BOOST_AUTO_TEST_CASE(counts_squares_and_scores) {
  const auto game = after(table_2);
  BOOST_TEST(game->result().state == Result::State::open);
  BOOST_TEST((game->result().squares_left == std::array<int, 2>{79, 78}));
  BOOST_TEST((game->result().score == std::array<int, 2>{-79, -78}));
  BOOST_TEST(game->ply() == 6);
  BOOST_TEST(game->pass().text == "0000");
}

BOOST_AUTO_TEST_CASE(ends_after_two_passes_in_a_row_only) {
  const auto game = after(table_2);
  game->play(game->pass());
  BOOST_TEST(game->result().state == Result::State::open);
  game->play(game->legal_moves().front());
  game->play(game->pass());
  BOOST_TEST(game->result().state == Result::State::open);
  const std::array<int, 2> left = game->result().squares_left;
  game->play(game->pass());
  const Result result = game->result();
  BOOST_TEST(result.state != Result::State::open);
  BOOST_TEST(result.why == "both passed");
  BOOST_TEST((result.squares_left == left));
  BOOST_TEST((result.state == Result::State::one_won) == (left[0] < left[1]));
  BOOST_TEST(game->legal_moves().empty());
}

BOOST_AUTO_TEST_CASE(knows_a_draw) {
  const auto game = after("53e0 a8e0 0000 0000");
  BOOST_TEST(game->result().state == Result::State::draw);
}

BOOST_AUTO_TEST_CASE(gives_the_game_to_whoever_has_fewer_squares_left) {
  BOOST_TEST(after("53e0 a8e0 21k7 0000 0000")->result().state == Result::State::one_won);
  BOOST_TEST(after("53e0 a8e0 0000 94j0 0000 0000")->result().state == Result::State::two_won);
  BOOST_TEST(after("a8e0 53e0 94j0 0000 0000", Player::two)->result().state == Result::State::two_won);
}

BOOST_AUTO_TEST_CASE(ends_with_the_last_tile_though_the_other_had_just_passed) {
  Random random(1);
  std::unique_ptr<Ruling> game;
  for (int tries = 0; tries < 1000; ++tries) {
    game = after("53e0 a8e0");
    while (game->result().state == Result::State::open) {
      const std::vector<Move> legal = game->legal_moves();
      const bool idle = game->to_move() == Player::two || legal.empty();
      game->play(idle ? game->pass() : legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
    }
    if (game->result().squares_left[0] == 0) break;
  }
  const Result result = game->result();
  BOOST_REQUIRE(result.squares_left[0] == 0);
  BOOST_TEST(result.state == Result::State::one_won);
  BOOST_TEST(result.why == "all tiles placed");
}

BOOST_AUTO_TEST_CASE(gives_a_bonus_only_when_the_last_tile_is_placed) {
  const auto game = after(
      "53e0 a8e0 32k4 0000 66r2 0000 37s6 0000 88u0 0000 6bf3 0000 9dh4 0000 a6d6 0000 cej3 0000 c4i0 0000 "
      "3ct0 0000 5ec6 0000 e3m5 0000 d7p3 0000 1eb6 0000 c9n7 0000 82q5 0000 15g5 0000 49l7 0000 cco6 0000");
  BOOST_TEST(game->result().squares_left[0] == 1);
  BOOST_TEST(game->result().score[0] == -1);
  game->play({"61a5"});
  BOOST_TEST(game->result().score[0] == 20);
}

BOOST_AUTO_TEST_CASE(lists_what_it_judges_legal_sorted_and_once) {
  const std::vector<Move> codes = all_codes();
  Random random(2014);
  for (const int plies : {0, 1, 2, 5, 9, 14, 20, 26}) {
    const auto game = wander(random, plies);
    const std::vector<Move> legal = game->legal_moves();
    BOOST_TEST(std::is_sorted(legal.begin(), legal.end()));
    BOOST_TEST((std::adjacent_find(legal.begin(), legal.end()) == legal.end()));
    if (game->result().state != Result::State::open) continue;
    std::vector<Move> judged_legal;
    for (const Move& move : codes) {
      if (move != game->pass() && game->judge(move).legal) judged_legal.push_back(move);
    }
    std::sort(judged_legal.begin(), judged_legal.end());
    BOOST_TEST((legal == judged_legal), "after " << plies << " plies: " << legal.size() << " listed, "
                                                 << judged_legal.size() << " judged legal");
  }
  BOOST_TEST(new_blokus_duo(Player::one)->legal_moves().size() == 712U);  // the known perft
}

BOOST_AUTO_TEST_CASE(must_pass_exactly_when_nothing_is_legal) {
  Random random(7);
  int forced = 0;
  for (int game = 0; game < 30; ++game) {
    auto ruling = wander(random, 2);
    while (ruling->result().state == Result::State::open) {
      const std::vector<Move> legal = ruling->legal_moves();
      BOOST_TEST(ruling->must_pass() == legal.empty());
      forced += legal.empty() ? 1 : 0;
      ruling->play(legal.empty() ? ruling->pass()
                                 : legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
    }
    BOOST_TEST(!ruling->must_pass());  // the game is over
    BOOST_TEST(ruling->legal_moves().empty());
  }
  BOOST_TEST(forced > 0);
}

BOOST_AUTO_TEST_CASE(writes_a_placement_as_a_code_that_means_it) {
  Random random(3);
  const auto game = wander(random, 6);
  const auto& blokus = dynamic_cast<const BlokusRuling&>(*game);
  blokus.position().for_each_placement([&](const blokus::Placement& placement) {
    const Move move = blokus.write(placement);
    const auto read = blokus::parse_code(move.text);
    BOOST_TEST_REQUIRE(read.has_value(), move);
    BOOST_TEST((blokus::placement_of(*read) == placement), move);
  });
}

bool has(const std::vector<std::string>& features, const std::string& feature) {
  return std::find(features.begin(), features.end(), feature) != features.end();
}

BOOST_AUTO_TEST_CASE(sees_edge_contact_with_the_other_colour) {
  Random random(4);
  int with = 0;
  int without = 0;
  for (const int plies : {2, 5, 10, 17}) {
    const auto game = wander(random, plies);
    const blokus::Position& position = dynamic_cast<const BlokusRuling&>(*game).position();
    const int other = 1 - position.to_move();
    for (const Move& move : game->legal_moves()) {
      bool touches = false;
      for (const blokus::Square& cell :
           blokus::cells_of(blokus::placement_of(*blokus::parse_code(move.text)))) {
        touches = touches || position.owner_at(cell.x, cell.y - 1) == other ||
                  position.owner_at(cell.x, cell.y + 1) == other ||
                  position.owner_at(cell.x - 1, cell.y) == other ||
                  position.owner_at(cell.x + 1, cell.y) == other;
      }
      BOOST_TEST(has(game->features(move), "edge") == touches, move << " after " << plies << " plies");
      ++(touches ? with : without);
    }
  }
  BOOST_TEST(with > 100);
  BOOST_TEST(without > 100);
}

BOOST_AUTO_TEST_CASE(counts_each_side_against_the_other_colour) {
  const auto game = after("53e0");
  const blokus::Position& position = dynamic_cast<const BlokusRuling&>(*game).position();
  const auto contacts = [&](const char* code, int colour) {
    return position.contacts(blokus::cells_of(blokus::placement_of(*blokus::parse_code(code))), colour);
  };
  int squares = 0;
  int sides = 0;  // of what lies there: each is counted from the free square beside it
  for (int y = 1; y <= 14; ++y) {
    for (int x = 1; x <= 14; ++x) {
      squares += position.owner_at(x, y) == 0 ? 1 : 0;
      const std::string monomino = blokus::to_string(blokus::Code{x, y, blokus::Tile{0}, 0});
      BOOST_TEST(contacts(monomino.c_str(), 1) == 0);
      if (!position.owner_at(x, y)) sides += contacts(monomino.c_str(), 0);
    }
  }
  BOOST_TEST(squares == 4);
  BOOST_TEST(sides == 10);  // four in a row
}

BOOST_AUTO_TEST_CASE(tells_tile_and_rotation_of_a_move) {
  const auto game = after("53e0");
  BOOST_TEST(game->code_of({"a8c5"}) == "c5");
  BOOST_TEST(game->code_of({"0000"}).empty());
  BOOST_TEST(game->code_of({"a8c"}).empty());
  BOOST_TEST(game->code_of({"a8c55"}).empty());
}

using CellSet = std::set<std::pair<int, int>>;

CellSet cells_of(const std::string& code) {
  CellSet cells;
  for (const blokus::Square& cell : blokus::cells_of(blokus::placement_of(*blokus::parse_code(code))))
    cells.emplace(cell.x, cell.y);
  return cells;
}

/// The placements of the player to move that look legal to it if it takes the cells of `really` for free and
/// those of `read` for taken: each place is tried.
std::set<CellSet> look_legal(const blokus::Position& position, const CellSet& really, const CellSet& read) {
  const int own = position.to_move();
  const auto looks_free = [&](const blokus::Square& cell) {
    const bool on_board =
        cell.x >= 1 && cell.x <= position.size() && cell.y >= 1 && cell.y <= position.size();
    if (!on_board || read.contains({cell.x, cell.y})) return false;
    return !position.owner_at(cell.x, cell.y) || really.contains({cell.x, cell.y});
  };
  std::set<CellSet> found;
  for (int tile = 0; tile < blokus::tile_count; ++tile) {
    if (!position.tiles_left(own).contains(blokus::Tile(tile))) continue;
    for (int rotation = 0; rotation < blokus::rotation_count; ++rotation) {
      for (int x = 1; x <= position.size(); ++x) {
        for (int y = 1; y <= position.size(); ++y) {
          const blokus::Cells cells =
              blokus::cells_of(blokus::placement_of({x, y, blokus::Tile(tile), rotation}));
          if (!std::all_of(cells.begin(), cells.end(), looks_free)) continue;
          CellSet covered;
          const bool fits = position.contacts(cells, own) == 0;
          bool touches = false;
          for (const blokus::Square& cell : cells) {
            touches = touches || (position.first_tile_ahead(own) && position.starts(own).contains(cell));
            for (const int dx : {-1, 1}) {
              for (const int dy : {-1, 1})
                touches = touches || position.owner_at(cell.x + dx, cell.y + dy) == own;
            }
            covered.emplace(cell.x, cell.y);
          }
          if (fits && touches) found.insert(std::move(covered));
        }
      }
    }
  }
  return found;
}

/// What a tile can be taken for: nothing, and then itself in the seven other rotations, each other set once.
std::vector<CellSet> misreadings_of(const std::string& code) {
  std::vector<CellSet> found = {{}};
  for (const char rotation : {'0', '1', '2', '3', '4', '5', '6', '7'}) {
    const CellSet cells = cells_of(code.substr(0, 3) + rotation);
    if (cells != cells_of(code) && std::find(found.begin(), found.end(), cells) == found.end())
      found.push_back(cells);
  }
  return found;
}

// Random games to their ends, some of whose turns are looked at: also such in which the player must pass.
BOOST_AUTO_TEST_CASE(tells_how_much_a_move_will_show_of_how_each_earlier_one_was_read) {
  Random random(2026);
  double most_if_overlooked = 0;
  double most_if_turned = 0;
  bool shows_by_a_pass = false;
  for (const Seat& seat : page().seats) {
    const auto game = page().new_game(seat);
    const blokus::Position& position = dynamic_cast<const BlokusRuling&>(*game).position();
    std::map<Player, std::vector<std::string>> placed;
    while (game->result().state == Result::State::open) {
      const std::vector<Exposure> found = game->exposures();
      const std::vector<std::string>& theirs = placed[other(game->to_move())];
      BOOST_REQUIRE_EQUAL(found.size(), theirs.size());
      const bool looks = game->ply() % 9 == 0 || game->must_pass();
      const std::set<CellSet> legal = looks ? look_legal(position, {}, {}) : std::set<CellSet>();
      for (std::size_t i = 0; looks && i < found.size(); ++i) {
        BOOST_TEST(found[i].code == theirs[i].substr(2));
        const std::vector<CellSet> misreadings = misreadings_of(theirs[i]);
        BOOST_REQUIRE_EQUAL(found[i].shares.size(), misreadings.size());
        for (std::size_t j = 0; j < misreadings.size(); ++j) {
          const std::set<CellSet> looking_legal = look_legal(position, cells_of(theirs[i]), misreadings[j]);
          const auto wrong = std::count_if(looking_legal.begin(), looking_legal.end(),
                                           [&](const CellSet& one) { return !legal.contains(one); });
          const double share = found[i].shares[j];
          BOOST_TEST(share >= 0.0);
          BOOST_TEST(std::abs(share * static_cast<double>(looking_legal.size()) -
                              static_cast<double>(wrong)) < 1e-6);
          double& most = j == 0 ? most_if_overlooked : most_if_turned;
          most = std::max(most, share);
          shows_by_a_pass = shows_by_a_pass || (game->must_pass() && share == 1.0);
        }
      }
      const std::vector<Move> list = game->legal_moves();
      if (list.empty()) {
        game->play(game->pass());
        continue;
      }
      const Move move = list[random.below(static_cast<std::uint32_t>(list.size()))];
      placed[game->to_move()].push_back(move.text);
      game->play(move);
    }
    BOOST_TEST(game->exposures().empty());
  }
  BOOST_TEST(most_if_overlooked > 0.1);
  BOOST_TEST(most_if_turned > 0.1);
  BOOST_TEST(shows_by_a_pass);
}

BOOST_AUTO_TEST_CASE(counts_no_pass_among_what_a_move_will_show_and_nothing_once_the_game_is_lost) {
  const auto game = page().new_game(page().seats.front());
  for (const char* move : {"55u0", "aau0", "0000"}) game->play({move});
  BOOST_TEST(game->exposures().size() == 1U);
  game->forfeit(Player::one, "");
  BOOST_TEST(game->exposures().empty());
}

BOOST_AUTO_TEST_CASE(leaves_an_opening_out_of_what_a_move_will_show_where_it_was_told_late) {
  const auto exposures_of_the_second = [](DuoTerms::SecondOpens opens) {
    const auto game = new_blokus_duo(Player::one, {.second_opens = opens});
    game->play({"55u0"});
    game->play({"aau0"});
    game->play(game->legal_moves().front());
    return game->exposures().size();
  };
  BOOST_TEST(exposures_of_the_second(DuoTerms::SecondOpens::told) == 2U);
  BOOST_TEST(exposures_of_the_second(DuoTerms::SecondOpens::blind) == 1U);
}

BOOST_DATA_TEST_CASE(counts_a_broken_rule_wherever_it_names_one, data::make(judgements), judged) {
  const auto game = after(judged.before);
  const bool is_tile = judged.rule != "malformed" && judged.rule != "pass" && judged.move != "0000";
  if (is_tile) BOOST_TEST((game->rules_broken({judged.move}) == 0) == judged.rule.empty());
}

BOOST_AUTO_TEST_CASE(counts_the_rules_that_a_move_breaks) {
  const std::vector<std::pair<std::string, int>> moves = {
      {"64b0", 1},  // beside its own, a corner of its own touched as well
      {"c1b0", 1},  // far from its own
      {"95b0", 2},  // on the other's, far from its own
      {"6eb0", 2},  // off the board, far from its own
      {"61a0", 2},  // on its own, used before
  };
  for (const auto& [move, broken] : moves) BOOST_TEST(after(table_2)->rules_broken({move}) == broken, move);
  BOOST_TEST(after("")->rules_broken({"11a0"}) == 1);  // not on the start square
  BOOST_TEST(after("")->rules_broken({"01a0"}) == 2);  // … nor on the board
}

BOOST_AUTO_TEST_CASE(reads_a_move_otherwise_for_hints) {
  const auto game = after("");
  BOOST_TEST(game->with_rows_and_columns_swapped({"53e0"}).text == "35e0");
  BOOST_TEST(game->with_rows_and_columns_swapped({"zzzz"}).text.empty());
  BOOST_TEST(game->shifted({"53e0"}, 1).text == "64e0");
  BOOST_TEST(game->shifted({"53e0"}, -1).text == "42e0");
  for (const std::string corner : {"11e0", "18e0", "81e0"})
    BOOST_TEST(game->shifted({corner}, -1).text.empty(), corner);
  for (const std::string corner : {"eee0", "e8e0", "8ee0"})
    BOOST_TEST(game->shifted({corner}, 1).text.empty(), corner);
}

BOOST_AUTO_TEST_CASE(names_the_rules_that_a_first_and_a_later_tile_keep) {
  using Names = std::vector<std::string>;
  BOOST_TEST((after("")->rules() == Names{"malformed", "used", "occupied", "edge", "pass", "start"}));
  BOOST_TEST(
      (after("53e0 a8e0")->rules() == Names{"malformed", "used", "occupied", "edge", "pass", "corner"}));
}

BOOST_AUTO_TEST_CASE(sees_nothing_in_a_move_that_is_not_legal) {
  const auto game = after("53e0 a8e0");
  BOOST_TEST(game->features({"zzzz"}).empty());
  BOOST_TEST(game->features({"0000"}).empty());
  BOOST_TEST(game->features({"a8a0"}).empty());  // on a square of the other's
  BOOST_TEST(game->features({"a7b0"}).empty());  // beside the other's, and at no corner of its own
}

BOOST_AUTO_TEST_CASE(sees_the_last_tile_and_the_bonus) {
  Random random(3);
  int last_tiles = 0;
  int bonuses = 0;
  for (int tries = 0; tries < 2000 && (bonuses == 0 || last_tiles == bonuses); ++tries) {
    auto game = after("53e0 a8e0");
    int placed = 1;
    while (game->result().state == Result::State::open) {
      std::vector<Move> legal = game->legal_moves();
      if (game->to_move() == Player::two || legal.empty()) {
        game->play(game->pass());
        continue;
      }
      const bool keeps_the_monomino = tries % 2 == 0;
      std::stable_partition(legal.begin(), legal.end(),
                            [&](const Move& move) { return (move.text[2] != 'a') == keeps_the_monomino; });
      const auto wanted = std::partition_point(legal.begin(), legal.end(), [&](const Move& move) {
        return (move.text[2] != 'a') == keeps_the_monomino;
      });
      const auto choices = static_cast<std::uint32_t>(wanted == legal.begin() ? legal.end() - legal.begin()
                                                                              : wanted - legal.begin());
      const Move move = legal[random.below(choices)];
      const std::vector<std::string> features = game->features(move);
      BOOST_TEST(has(features, "last-tile") == (placed == 20), move << " as tile " << placed + 1);
      BOOST_TEST(has(features, "bonus") == (placed == 20 && move.text[2] == 'a'), move);
      if (placed == 20 && move.text[2] == 'a') BOOST_TEST(game->result().score[0] == -1);  // no bonus yet
      last_tiles += placed == 20 ? 1 : 0;
      bonuses += placed == 20 && move.text[2] == 'a' ? 1 : 0;
      game->play(move);
      ++placed;
    }
  }
  BOOST_TEST(bonuses > 0);
  BOOST_TEST(last_tiles > bonuses);
}

std::size_t stars(const std::string& board) {
  return static_cast<std::size_t>(std::count(board.begin(), board.end(), '*'));
}

BOOST_AUTO_TEST_CASE(draws_the_board_and_marks_the_offending_move) {
  const auto game = after(table_2);
  const std::string plain = game->draw({});
  BOOST_TEST(stars(plain) == 0U);
  BOOST_TEST(std::count(plain.begin(), plain.end(), '1') - 2 == 89 - 79);  // two more name column and row 1
  BOOST_TEST(stars(game->draw({"64b0"})) == 2U);
  BOOST_TEST(stars(game->draw({"c5e0"})) == 4U);  // a tile used before is drawn all the same
  BOOST_TEST(stars(game->draw({"6eb0"})) == 1U);  // its other cell lies off the board
  BOOST_TEST(stars(game->draw({"00a0"})) == 0U);
  BOOST_TEST(game->draw({"zzzz"}) == plain);
  BOOST_TEST(game->draw({"0000"}) == plain);
  const std::vector<std::string> rows = [&] {
    std::istringstream in(game->draw({"64b0"}));
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
  }();
  BOOST_TEST(rows.at(4).at(12) == '*', game->draw({"64b0"}));  // row 4, column 6
}

BOOST_AUTO_TEST_CASE(pictures_the_board_as_the_oracle_draws_it) {
  Random random(14);
  for (const int plies : {0, 1, 2, 9, 22}) {
    const auto game = wander(random, plies);
    BOOST_TEST(drawn(game->picture({})) == blokus::draw(dynamic_cast<const BlokusRuling&>(*game).position()));
  }
}

BOOST_AUTO_TEST_CASE(pictures_what_lies_under_a_marked_move_and_what_of_it_is_off_the_board) {
  const auto game = after("53e0");
  const BoardPicture over = game->picture({"53e0"});
  BOOST_TEST(over.move == "53e0");
  std::size_t marked = 0;
  for (std::size_t row = 0; row < over.marks.size(); ++row) {
    for (std::size_t column = 0; column < over.marks[row].size(); ++column) {
      if (over.marks[row][column] != BoardPicture::marked) continue;
      ++marked;
      BOOST_TEST(over.cells[row][column] == BoardPicture::one);
    }
  }
  BOOST_TEST(marked == 4U);
  const auto off_board_of = [&](const char* code) { return game->picture({code}).off_board; };
  BOOST_TEST((off_board_of("11a0").empty() && off_board_of("eea0").empty()));  // corners of the board
  BOOST_TEST((off_board_of("1ea0").empty() && off_board_of("e1a0").empty()));
  const auto all_off = [&](const std::string& where) {
    std::set<std::string> squares;
    for (char rotation = '0'; rotation <= '7'; ++rotation) {
      for (const std::string& square : off_board_of((where + 'b' + rotation).c_str())) squares.insert(square);
    }
    return squares;
  };
  BOOST_TEST((all_off("ec") == std::set<std::string>{"(f,c)"}));
  BOOST_TEST((all_off("1c") == std::set<std::string>{"(0,c)"}));
  BOOST_TEST((all_off("ce") == std::set<std::string>{"(c,f)"}));
  BOOST_TEST((all_off("c1") == std::set<std::string>{"(c,0)"}));
  BOOST_TEST(off_board_of("0ea0") == std::vector<std::string>{"(0,e)"});
  BOOST_TEST(game->picture({"e1c1"}).off_board.size() + stars(game->draw({"e1c1"})) == 3U);
  const BoardPicture beyond = game->picture({"6eb0"});
  BOOST_REQUIRE(beyond.off_board.size() == 1U);
  BOOST_TEST(beyond.off_board[0] == "(6,f)");
}

BOOST_AUTO_TEST_CASE(clones_go_their_own_ways) {
  const auto game = after(table_2);
  const std::string board = game->draw({});
  const auto copy = game->clone();
  BOOST_TEST(copy->draw({}) == board);
  BOOST_TEST((copy->legal_moves() == game->legal_moves()));
  copy->play({"66b0"});
  BOOST_TEST(copy->ply() == 7);
  BOOST_TEST(game->ply() == 6);
  BOOST_TEST(game->draw({}) == board);
  copy->forfeit(Player::two, "");
  BOOST_TEST(game->result().state == Result::State::open);
  const auto lost = copy->clone();
  BOOST_TEST(lost->result().state == Result::State::one_won);
}

// Games that the contest's own host refereed, through the dialect and the ruling: the same end, the same
// score.
BOOST_AUTO_TEST_CASE(ends_recorded_games_as_the_contests_host_did) {
  std::ifstream file(RIG_SOURCE_DIR "/fixtures/blokus/host_games.json");
  const nlohmann::json games = nlohmann::json::parse(file).at("games");
  int all_placed = 0;
  for (const nlohmann::json& recorded : games) {
    BOOST_TEST_CONTEXT(recorded.at("what").get<std::string>()) {
      const auto game = new_blokus_duo(recorded.at("first") == 1 ? Player::one : Player::two);
      std::array<Bytes, 2> waiting;
      for (const nlohmann::json& reply : recorded.at("replies")) {
        if (game->result().state != Result::State::open) break;
        Bytes& sent = waiting.at(game->to_move() == Player::one ? 0 : 1);
        if (reply.is_string()) {
          const Bytes more_bytes = to_bytes(reply.get<std::string>());
          sent.insert(sent.end(), more_bytes.begin(), more_bytes.end());
        }
        const Parsed<Reply> parsed = dialect().parse_reply(ReplyKind::move, sent);
        if (parsed.state != ParseState::complete) {
          game->forfeit(game->to_move(), "timeout");
          break;
        }
        sent.erase(sent.begin(), sent.begin() + static_cast<std::ptrdiff_t>(parsed.length));
        game->play({parsed.value.text});
      }
      const auto ends = recorded.at("ends").get<std::string>();
      if (ends == "timeout" && game->result().state == Result::State::open)
        game->forfeit(game->to_move(), ends);
      const Result result = game->result();
      BOOST_TEST(result.state != Result::State::open);
      BOOST_TEST((result.squares_left == recorded.at("left").get<std::array<int, 2>>()));
      BOOST_TEST((result.score == recorded.at("score").get<std::array<int, 2>>()));
      if (ends == "none") {
        const bool placed_all = std::min(result.squares_left[0], result.squares_left[1]) == 0;
        all_placed += placed_all ? 1 : 0;
        BOOST_TEST(result.why == (placed_all ? "all tiles placed" : "both passed"));
        BOOST_TEST((result.state == Result::State::one_won) ==
                   (result.squares_left[0] < result.squares_left[1]));
      } else {
        BOOST_TEST(contains(result.why, ends), result.why);
        BOOST_TEST(result.state ==
                   (game->to_move() == Player::one ? Result::State::two_won : Result::State::one_won));
      }
    }
  }
  BOOST_TEST(games.size() >= 50U);
  BOOST_TEST(all_placed >= 4);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::contest
