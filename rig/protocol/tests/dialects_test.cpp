/// The dialects, whose hosts are the source of every clause: who is told what and when, held against what
/// those hosts send, and the reference players as boards that speak them.

#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <set>

#include "games/blokus/contests/blokus_ruling.hpp"
#include "games/blokus/players/blokus_player.hpp"
#include "games/trax/contests/trax_ruling.hpp"
#include "games/trax/players/trax_choice.hpp"
#include "games/trax/players/trax_player.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/random.hpp"
#include "rig/dut/game.hpp"
#include "rig/player/opponent.hpp"
#include "rig/tests/asking.hpp"
#include "rig/tests/contains.hpp"

namespace rig::player {
namespace {

namespace data = boost::unit_test::data;
using namespace std::chrono_literals;
using protocol::Contest;
using protocol::Move;
using protocol::Parsed;
using protocol::ParseState;
using protocol::Player;
using protocol::Reply;
using protocol::ReplyKind;
using protocol::Request;
using protocol::RequestKind;
using protocol::Result;
using protocol::Seat;
using protocol::Turn;

const Contest& blokus_of_2013() {
  return protocol::find_contest("icfpt2013");
}

const Contest& trax_of_japan() {
  return protocol::find_contest("trax-jp");
}

/// What the host sends in one turn of a board: each request ends in a blank here.
std::string sent(const Contest& contest, const Seat& seat, const Turn& turn) {
  std::string text;
  for (const Request& request : contest.requests(seat, turn))
    text += to_text(contest.dialect->encode(request)) + " ";
  return text;
}

std::vector<Move> moves(const std::vector<std::string>& texts) {
  std::vector<Move> all;
  all.reserve(texts.size());
  for (const std::string& text : texts) all.push_back({text});
  return all;
}

/// A turn of a board, as the facts of its contest tell it.
struct Told {
  std::size_t seat = 0;
  int turn = 0;
  std::vector<std::string> opponents;  ///< moves so far
  std::string sent;
};
std::ostream& operator<<(std::ostream& out, const Told& row) {
  return out << "seat " << row.seat << ", turn " << row.turn << ": " << row.sent;
}

/// Everything that a device answers to these bytes.
std::string answer(Device& device, const std::string& request) {
  std::string text;
  for (const std::uint8_t byte : to_bytes(request)) {
    for (const Action& action : device.receive(byte)) {
      if (const auto* said = std::get_if<SendByte>(&action.what)) text += static_cast<char>(said->value);
    }
  }
  return text;
}

/// A game of a device against an opponent, every reply judged; the device's replies to nothing but the last
/// request of a turn.
Result play_out(const Contest& contest, Device& device, const Seat& seat, Opponent& other) {
  dut::Game game(contest, seat);
  other.new_game();
  for (int ply = 0; !game.over() && ply < 400; ++ply) {
    if (!game.dut_to_move()) {
      game.play(other.choose(game.ruling()));
      continue;
    }
    Move move;
    for (const Request& request : game.requests())
      move.text = answer(device, to_text(contest.dialect->encode(request)));
    if (move.text.ends_with('\n')) move.text.pop_back();
    const protocol::Judgement judgement = game.ruling().judge(move);
    BOOST_REQUIRE_MESSAGE(judgement.legal, move.text << ": " << judgement.explanation << "\n"
                                                     << game.ruling().draw(move));
    game.play(move);
  }
  return game.ruling().result();
}

}  // namespace

// icfpt2013

BOOST_AUTO_TEST_SUITE(icfpt2013)

const std::vector<Told> told = {
    // the first mover
    {0, 0, {}, "25 "},
    {1, 0, {}, "2A "},
    {0, 1, {"aau0"}, "3aau0 "},
    {0, 2, {"aau0", "0000"}, "30000 "},
    // the second mover: blind, then two moves, then as the other
    {2, 0, {"aau0"}, "25 "},
    {3, 0, {"55u0"}, "2A "},
    {3, 1, {"55u0", "78a0"}, "455u078a0 "},
    {3, 1, {"55u0", "0000"}, "455u00000 "},
    {3, 2, {"55u0", "78a0", "21k7"}, "321k7 "},
};

BOOST_DATA_TEST_CASE(requests_tell_what_the_host_tells, data::make(told), row) {
  const Contest& contest = blokus_of_2013();
  const Turn turn{row.turn, moves(row.opponents)};
  BOOST_TEST(sent(contest, contest.seats.at(row.seat), turn) == row.sent);
}

BOOST_DATA_TEST_CASE(requests_parse_back_and_every_beginning_wants_more, data::make(told), row) {
  const Contest& contest = blokus_of_2013();
  const Request request =
      contest.requests(contest.seats.at(row.seat), {row.turn, moves(row.opponents)}).back();
  const Bytes bytes = contest.dialect->encode(request);
  const Parsed<Request> whole = contest.dialect->bytes()->parse_request(bytes);
  BOOST_TEST((whole.state == ParseState::complete));
  BOOST_TEST((whole.value == request));
  for (std::size_t length = 0; length < bytes.size(); ++length)
    BOOST_TEST(
        (contest.dialect->bytes()->parse_request(ByteView(bytes).first(length)).state == ParseState::more));
}

BOOST_AUTO_TEST_CASE(a_game_asks_as_the_host_does) {
  const Contest& contest = blokus_of_2013();
  dut::Game game(contest, contest.seats.at(3));  // second on (a,a)
  game.play({"55u0"});
  BOOST_TEST(game.opponents_last().text.empty());
  game.play({"aau0"});
  const std::vector<Move> legal = game.ruling().legal_moves();
  game.play(legal.front());
  BOOST_TEST(game.opponents_last().text == legal.front().text);
  BOOST_TEST(to_text(contest.dialect->encode(game.requests().back())) == "455u0" + legal.front().text);
}

BOOST_AUTO_TEST_CASE(the_exchanges_of_an_entry_are_understood) {
  const protocol::ByteDialect& dialect = *blokus_of_2013().dialect->bytes();
  const Parsed<Reply> code = dialect.parse_reply(asking(ReplyKind::team_code), to_bytes("1CL"));
  BOOST_TEST((code.state == ParseState::complete));
  BOOST_TEST(code.value.text == "CL");
  for (const auto& [seat, reply] : {std::pair{0, "55u0"}, std::pair{1, "aau0"}}) {
    const auto game = blokus_of_2013().new_game(blokus_of_2013().seats.at(static_cast<std::size_t>(seat)));
    const Parsed<Reply> move = dialect.parse_reply(asking(ReplyKind::move), to_bytes(reply));
    BOOST_TEST(game->judge({move.value.text}).legal, reply);
  }
}

BOOST_AUTO_TEST_CASE(the_page_says_whose_contest_it_is) {
  BOOST_TEST(protocol::find_contest("icfpt2013").title ==
             "ICFPT 2013 design contest: Blokus Duo as its host speaks it");
}

BOOST_AUTO_TEST_CASE(the_host_waits_30_s_for_a_hand_shake_whatever_the_limit_of_a_move) {
  const Contest& other = protocol::find_contest("icfpt2013", {{}, {{"time", "2.5"}}});
  for (const Contest* contest : {&blokus_of_2013(), &other}) {
    const protocol::ByteDialect& dialect = *contest->dialect->bytes();
    BOOST_TEST((dialect.expects(contest->hello).deadline == 30s));
    BOOST_TEST(
        (dialect.expects(protocol::asks_after({"21k7"})).deadline == (contest == &other ? 2500ms : 1000ms)));
  }
}

BOOST_AUTO_TEST_CASE(labels_are_those_of_the_requests) {
  const protocol::ByteDialect& dialect = *blokus_of_2013().dialect->bytes();
  BOOST_TEST(dialect.label({RequestKind::first, "A", {}}) == "2X");
  BOOST_TEST(dialect.label({RequestKind::move, {}, {{"21k7"}}}) == "3XXXX");
  BOOST_TEST(dialect.label({RequestKind::move, {}, {{"55u0"}, {"21k7"}}}) == "4XXXXYYYY");
  BOOST_TEST(dialect.label({RequestKind::move, {}, {}}) == "3XXXX");  // of as many moves there is none
}

BOOST_AUTO_TEST_CASE(there_is_no_3_with_a_square) {
  const Parsed<Request> parsed = blokus_of_2013().dialect->bytes()->parse_request(to_bytes("3553e0"));
  BOOST_TEST((parsed.value == Request{RequestKind::move, {}, {{"553e"}}}));
}

BOOST_AUTO_TEST_CASE(the_second_opens_without_having_seen_the_first_move) {
  for (const auto& [name, blind] : {std::pair("icfpt2013", true), std::pair("icfpt2014", false)}) {
    const Contest& contest = protocol::find_contest(name);
    const auto game = contest.new_game(contest.seats.front());
    const auto* ruling = dynamic_cast<const protocol::BlokusRuling*>(game.get());
    BOOST_TEST_REQUIRE(ruling != nullptr);
    BOOST_TEST(ruling->second_opens_blind() == blind, name);
  }
}

BOOST_AUTO_TEST_CASE(fewer_squares_left_win_and_no_bonus_counts) {
  Random random(5);
  bool laid_all = false;
  for (int tries = 0; tries < 500 && !laid_all; ++tries) {
    const auto game = blokus_of_2013().new_game(blokus_of_2013().seats.front());
    while (game->result().state == Result::State::open) {
      const std::vector<Move> legal = game->legal_moves();
      const bool passes = legal.empty() || (game->to_move() == Player::two && game->ply() > 2);
      game->play(passes ? game->pass() : legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
    }
    const Result result = game->result();
    BOOST_TEST(result.score[0] == -result.squares_left[0]);
    BOOST_TEST(result.score[1] == -result.squares_left[1]);
    laid_all = result.squares_left[0] == 0;
    if (laid_all) BOOST_TEST((result.state == Result::State::one_won));
  }
  BOOST_TEST(laid_all);
}

BOOST_AUTO_TEST_CASE(the_reference_board_plays_whole_games_in_every_seat) {
  BlokusDeviceOptions options;
  options.contest = "icfpt2013";
  const auto device = new_blokus_device(options);
  device->power_on();
  for (const char* name : {"random", "passes-once", "outlasts", "hugger"}) {
    const auto other = new_opponent("blokus", name, Random(11));
    for (const Seat& seat : blokus_of_2013().seats) {
      BOOST_TEST(answer(*device, "0") == "1RD");
      BOOST_TEST((play_out(blokus_of_2013(), *device, seat, *other).state != Result::State::open));
      BOOST_TEST(answer(*device, "9").empty());
    }
  }
}

BOOST_AUTO_TEST_CASE(no_fault_of_a_later_protocol_is_known) {
  std::set<std::string> names;
  for (const DeviceFault& fault : blokus_device_faults("icfpt2013")) names.insert(fault.name);
  BOOST_TEST(!names.contains("three-as-four"));
  BOOST_TEST(names.contains("one-move-of-two"));
  const auto made = [](const std::string& contest, const std::string& fault) {
    BlokusDeviceOptions options;
    options.contest = contest;
    options.fault = fault;
    return new_blokus_device(options);
  };
  BOOST_CHECK_THROW(made("icfpt2013", "three-as-four"), UsageError);
  BOOST_CHECK_THROW(made("icfpt2014", "one-move-of-two"), UsageError);
  BOOST_CHECK_THROW(made("course", ""), UsageError);
  BOOST_CHECK_THROW(made("trax-jp", ""), UsageError);
}

BOOST_AUTO_TEST_SUITE_END()

// trax-jp

BOOST_AUTO_TEST_SUITE(trax_jp)

const std::vector<Told> lines = {
    {0, 0, {}, "-W\n "},
    {0, 1, {"B1+"}, "B1+\n "},
    {1, 0, {"@0/"}, "-B\n @0/\n "},
    {1, 1, {"@0/", "A2\\"}, "A2\\\n "},
};

BOOST_DATA_TEST_CASE(requests_tell_what_the_hosts_tell, data::make(lines), row) {
  const Contest& contest = trax_of_japan();
  BOOST_TEST(sent(contest, contest.seats.at(row.seat), {row.turn, moves(row.opponents)}) == row.sent);
}

BOOST_AUTO_TEST_CASE(a_board_is_asked_for_its_code) {
  const Contest& contest = trax_of_japan();
  BOOST_TEST(to_text(contest.dialect->encode(contest.hello)) == "-T\n");
  BOOST_TEST((contest.dialect->expects(contest.hello).deadline == 1s));
  BOOST_TEST(!contest.end.has_value());
  for (const char* line : {"?\n", "--\n", "8\n"})
    BOOST_TEST((contest.dialect->bytes()->parse_request(to_bytes(line)).state == ParseState::malformed),
               line);
}

BOOST_AUTO_TEST_CASE(the_page_says_whose_contest_it_is) {
  BOOST_TEST(trax_of_japan().title == "Japanese design contests 2015 and 2016: Trax as their hosts speak it");
  BOOST_TEST(
      (trax_of_japan().next_match == protocol::NextMatch::unspecified));  // its hosts stop after a game
}

BOOST_AUTO_TEST_CASE(the_line_is_slower_than_in_the_other_contests) {
  BOOST_TEST(trax_of_japan().baud == 19200U);
}

BOOST_AUTO_TEST_CASE(the_board_grows_without_a_limit) {
  BOOST_TEST(trax_of_japan().endless);
}

BOOST_AUTO_TEST_CASE(a_line_of_eight_wins) {
  const auto game = trax_of_japan().new_game(trax_of_japan().seats.at(0));
  for (const char* move : {"@0+", "B1+", "C1+", "D1+", "E1+", "F1+", "G1+"}) game->play({move});
  BOOST_TEST((game->result().state == Result::State::open));
  game->play({"H1+"});
  BOOST_TEST((game->result().state == Result::State::two_won));
}

BOOST_AUTO_TEST_CASE(black_does_not_answer_its_role) {
  BOOST_TEST((trax_of_japan().dialect->expects({RequestKind::second, "B", {}}).kind == ReplyKind::silence));
}

struct Line {
  ReplyKind kind;
  std::string bytes;
  ParseState state;
  std::string text;  ///< complete: what was said
  bool decorated = false;
};
std::ostream& operator<<(std::ostream& out, const Line& line) {
  return out << quoted(to_bytes(line.bytes));
}

constexpr ReplyKind code = ReplyKind::team_code;
constexpr ReplyKind move = ReplyKind::move;

const std::vector<Line> replies = {
    {code, "TX\n", ParseState::complete, "TX"},
    {code, "T\n", ParseState::malformed, ""},
    {code, "TXX", ParseState::malformed, ""},
    {code, "TX", ParseState::more, ""},
    {move, "@0/\n", ParseState::complete, "@0/"},
    {move, "AA10+\n", ParseState::complete, "AA10+"},
    {move, "AA100+", ParseState::malformed, ""},
    {move, "A1+\r", ParseState::complete, "A1+", true},
    {move, "\r\nA1+\n", ParseState::complete, "A1+", true},
    {move, "\nA1+\n", ParseState::complete, "A1+", true},
    {move, "A\n", ParseState::complete, "A"},  // no move, but a line: a code alone is too short
    {move, "\n\n", ParseState::more, ""},
};

BOOST_DATA_TEST_CASE(replies_are_read_as_the_hosts_read_them, data::make(replies), row) {
  const Parsed<Reply> parsed =
      trax_of_japan().dialect->bytes()->parse_reply(asking(row.kind), to_bytes(row.bytes));
  BOOST_TEST((parsed.state == row.state), parsed.why);
  if (row.state != ParseState::complete) return;
  BOOST_TEST(parsed.value.text == row.text);
  BOOST_TEST(parsed.length == row.bytes.size());
  BOOST_TEST(parsed.decorated == row.decorated);
}

BOOST_AUTO_TEST_CASE(the_other_trax_contests_read_a_line_up_to_its_lf_alone) {
  const protocol::ByteDialect& heart = *protocol::find_contest("heart-trax").dialect->bytes();
  BOOST_TEST((heart.parse_reply(asking(move), to_bytes("A1+\r")).state == ParseState::more));
  BOOST_TEST((heart.parse_reply(asking(move), to_bytes("\nA1+\n")).state == ParseState::malformed));
  BOOST_TEST(!heart.host_drops('\n'));
  BOOST_TEST(trax_of_japan().dialect->bytes()->host_drops('\n'));
  BOOST_TEST(!trax_of_japan().dialect->bytes()->host_drops('A'));
}

BOOST_AUTO_TEST_CASE(the_time_for_each_reply_is_the_hosts_choice) {
  const Contest& slow = protocol::find_contest("trax-jp", {{}, {{"time", "10"}}});
  BOOST_TEST((slow.dialect->expects(slow.hello).deadline == 10s));
  BOOST_TEST((slow.dialect->expects(protocol::asks_after({"@0+"})).deadline == 10s));
}

/// A tower of nine rows: the row below it is the tenth.
std::unique_ptr<protocol::TraxRuling> tower(int name_length) {
  auto game = protocol::new_trax_game({.lines = false, .board = 0, .name_length = name_length});
  game->play({"@0+"});
  for (int row = 2; row <= 9; ++row) game->play({"A" + std::to_string(row) + "+"});
  return game;
}

BOOST_AUTO_TEST_CASE(a_move_whose_name_is_too_long_cannot_be_played) {
  BOOST_TEST(tower(0)->judge({"A10+"}).legal);
  const auto game = tower(3);
  const protocol::Judgement judgement = game->judge({"A10+"});
  BOOST_TEST(judgement.rule == "range");
  BOOST_TEST(judgement.explanation == "A10+ has more than the 3 characters of a move");
  const std::vector<Move> legal = game->legal_moves();
  BOOST_TEST(!legal.empty());
  BOOST_TEST(std::none_of(legal.begin(), legal.end(), [](const Move& one) { return one.text.size() > 3; }));
  const std::optional<trax::Move> chosen = choose_move(game->position());
  BOOST_REQUIRE(chosen.has_value());
  BOOST_TEST(trax::to_string(*chosen).size() <= 3U);
}

BOOST_AUTO_TEST_CASE(the_reference_board_plays_whole_games_in_every_seat) {
  TraxDeviceOptions options;
  options.contest = "trax-jp";
  const auto device = new_trax_device(options);
  device->power_on();
  for (const char* name : {"random", "winner", "cascader"}) {
    const auto other = new_opponent("trax", name, Random(11));
    for (const Seat& seat : trax_of_japan().seats) {
      BOOST_TEST(answer(*device, "-T\n") == "re\n");
      play_out(trax_of_japan(), *device, seat, *other);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_code_has_two_characters) {
  const auto with = [](const std::string& name) {
    TraxDeviceOptions options;
    options.contest = "trax-jp";
    options.team_name = name;
    return options;
  };
  BOOST_CHECK_NO_THROW(new_trax_device(with("TX")));
  BOOST_CHECK_THROW(new_trax_device(with("T")), UsageError);
  BOOST_CHECK_THROW(new_trax_device(with("TXX")), UsageError);
}

BOOST_AUTO_TEST_CASE(only_faults_that_can_show_are_known) {
  const auto names = [](const std::string& contest) {
    std::set<std::string> all;
    for (const DeviceFault& fault : trax_device_faults(contest)) all.insert(fault.name);
    return all;
  };
  BOOST_TEST(!names("trax-jp").contains("answers-stand-by"));
  BOOST_TEST(!names("trax-jp").contains("name-of-17"));
  BOOST_TEST(names("trax-jp").contains("code-of-three"));
  BOOST_TEST(!names("heart-trax").contains("reads-four"));
  BOOST_TEST(!names("aut-trax").contains("padded"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rig::player
