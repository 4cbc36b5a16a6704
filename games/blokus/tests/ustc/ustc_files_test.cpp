/// The two files of ustc: what the host writes to the byte, and what is read out of an answer.

#include "games/blokus/contests/ustc/ustc_files.hpp"

#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <map>

#include "games/blokus/contests/ustc/ustc.hpp"
#include "rig/base/errors.hpp"
#include "rig/protocol/contest.hpp"
#include "rig/protocol/player_files.hpp"

namespace rig::protocol {
namespace {

namespace data = boost::unit_test::data;

const Move giving_up{"pass"};
const Move w5{"18:4-4,4-5,5-5,5-6,6-6"};
const Request begin{RequestKind::first, "1", {}};

Request after(const Move& move) {
  return {RequestKind::move, "", {move}};
}

/// A game's files, and what an answer in them comes to.
struct Host {
  int player;
  std::unique_ptr<GameFiles> files;

  Host(int board, int player_, const FileStyle& style = {})
      : player(player_), files(new_ustc_files(board, player_, style)) {}

  std::string tell(const Request& request) {
    const FileRequest asked = files->ask(request);
    BOOST_TEST(asked.files.size() == 1U);
    BOOST_TEST(asked.arguments.empty());
    BOOST_TEST((asked.watched == std::set<std::string>{ustc_player_file(player)}));
    told = asked.files.at(ustc_host_file(player));
    return told;
  }

  FileOutcome outcome(const std::string& text) const {
    FileOutcome outcome;
    outcome.files = {{ustc_host_file(player), told}, {ustc_player_file(player), text}};
    return outcome;
  }
  bool whole(const std::string& text) const { return files->whole(outcome(text).files); }
  FileAnswer read(const std::string& text) const { return files->read(outcome(text)); }

  std::string told;
};

/// The kinds that findings are put together by.
const std::map<std::string, std::string> kinds = {
    {"message.format", "malformed message"},
    {"message.flag", "wrong flag"},
    {"message.colour", "wrong colour"},
    {"message.id", "id of another piece"},
    {"message.lines", "lines too many"},
    {"message.line-ends", "line ends with CR LF"},
    {"message.host-file", "host's file changed"},
    {"process.ended", "program ended in the game"},
    {"message.whole", "message seen half written"},
};

bool blames(const FileAnswer& answer, const std::string& aspect) {
  const auto found = std::find_if(answer.irregularities.begin(), answer.irregularities.end(),
                                  [&](const Irregularity& one) { return one.aspect == aspect; });
  if (found == answer.irregularities.end()) return false;
  BOOST_TEST(found->kind == kinds.at(aspect));
  return true;
}

bool keeps(const FileAnswer& answer, const std::string& aspect) {
  return std::find(answer.kept.begin(), answer.kept.end(), aspect) != answer.kept.end();
}

std::string told_of(const FileAnswer& answer) {
  std::string text;
  for (const Irregularity& one : answer.irregularities) text += one.aspect + ": " + one.what + "\n";
  return text;
}

BOOST_AUTO_TEST_SUITE(messages)

BOOST_AUTO_TEST_CASE(to_the_first_player_on_the_small_board) {
  Host host(14, 1);
  BOOST_TEST(host.tell(begin) == "-1 -1\n0\n0");
  BOOST_TEST(host.tell(after(w5)) == "4 4 4 5 5 5 5 6 6 6 \n18\n1");  // a real message of the platform
  BOOST_TEST(host.tell(after({"2:9-9,8-9"})) == "9 9 8 9 \n2\n1");    // cells in the order of the move
}

BOOST_AUTO_TEST_CASE(to_the_second_player_on_the_small_board) {
  Host host(14, 2);
  BOOST_TEST(host.tell({RequestKind::second, "2", {w5}}) == "4 4 4 5 5 5 5 6 6 6 \n18\n1");
}

BOOST_AUTO_TEST_CASE(of_an_opponent_that_gave_up_grow_in_their_second_line) {
  for (const int player : {1, 2}) {
    Host host(14, player);
    int last = -1;
    if (player == 1) {
      host.tell(begin);
      last = 0;
    }
    for (int turn = 0; turn < 20; ++turn) {
      const std::string text = host.tell(after(giving_up));
      const UstcFileReading reading = read_ustc_message(text, UstcColourLine::none);
      BOOST_REQUIRE(reading.message);
      BOOST_TEST((reading.message->flag == UstcFlag::not_moved));
      BOOST_TEST(reading.message->number > last);
      last = reading.message->number;
      BOOST_TEST(text == "-1 -1\n" + std::to_string(last) + "\n0");
    }
  }
}

BOOST_AUTO_TEST_CASE(on_the_large_board_name_the_colour_whose_turn_they_tell) {
  Host one(20, 1);
  BOOST_TEST(one.tell(begin) == "-1 -1\n0\n0\nblue");
  BOOST_TEST(one.tell(after({"1:19-19"})) == "19 19 \n1\n1\nyellow");
  BOOST_TEST(one.tell(after({"1:0-0"})) == "0 0 \n1\n1\ngreen");
  BOOST_TEST(one.tell(after(giving_up)) == "-1 -1\n4\n0\nyellow");
  Host two(20, 2);
  BOOST_TEST(two.tell({RequestKind::second, "2", {{"1:19-0"}}}) == "19 0 \n1\n1\nblue");
  BOOST_TEST(two.tell(after({"1:0-19"})) == "0 19 \n1\n1\nred");
  BOOST_TEST(two.tell(after(giving_up)) == "-1 -1\n3\n0\nblue");
}

BOOST_AUTO_TEST_CASE(may_end_with_a_newline_where_the_style_says_so) {
  FileStyle style;
  style.final_newline = true;
  Host host(14, 1, style);
  BOOST_TEST(host.tell(begin) == "-1 -1\n0\n0\n");
  const FileAnswer answer = host.read("4 4 \n1\n1");
  BOOST_TEST((answer.stands() && keeps(answer, "message.host-file")));
}

BOOST_AUTO_TEST_CASE(are_not_written_for_what_is_no_move) {
  Host host(14, 1);
  BOOST_CHECK_THROW(host.files->ask(after({"53e0"})), RigError);
  BOOST_CHECK_THROW(host.files->ask({RequestKind::end, "", {}}), RigError);
}

BOOST_AUTO_TEST_CASE(are_read_back_as_they_were_written) {
  const std::vector<UstcMessage> all = {{{}, 0, UstcFlag::not_moved, {}},
                                        {{}, 17, UstcFlag::not_moved, "green"},
                                        {{{5, 5}, {14, 14}}, 2, UstcFlag::placed, {}},
                                        {{{0, 1}}, 1, UstcFlag::placed, "blue"},
                                        {{}, 0, UstcFlag::gives_up, "red"}};
  for (const UstcMessage& message : all) {
    const auto line = message.colour.empty() ? UstcColourLine::none : UstcColourLine::fourth;
    const UstcFileReading reading = read_ustc_message(to_string(message), line);
    BOOST_REQUIRE_MESSAGE(reading.message, to_string(message));
    BOOST_TEST((*reading.message == message));
    BOOST_TEST(reading.lines == (message.colour.empty() ? 3 : 4));
  }
}

BOOST_AUTO_TEST_CASE(that_are_beginnings_are_never_whole) {
  const std::string small = "4 4 4 5 5 5 5 6 6 6 \n18\n1";
  for (std::size_t length = 0; length < small.size(); ++length) {
    BOOST_TEST(!read_ustc_message(small.substr(0, length), UstcColourLine::none).message, length);
  }
  const std::string large = small + "\nyellow";
  for (std::size_t length = 0; length < large.size(); ++length) {
    BOOST_TEST(!read_ustc_message(large.substr(0, length), UstcColourLine::fourth).message, length);
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(answers)

/// An answer to the first message on the small board.
struct Row {
  std::string text;
  bool whole;          ///< or wrong whatever may still be added
  std::string move;    ///< that can be judged; empty: none
  std::string blamed;  ///< aspect; empty: in order
  std::string says;
};
std::ostream& operator<<(std::ostream& out, const Row& row) {
  return out << row.text;
}

const std::vector<Row> rows = {
    {"4 4 4 5 5 5 5 6 6 6 \n18\n1", true, w5.text, "", ""},
    {"4 4 4 5 5 5 5 6 6 6\n18\n1\n", true, w5.text, "", ""},
    {"4 4 4 5 5 5 5 6 6 6   \n18 \n1 ", true, w5.text, "", ""},
    {"4  4 4 5 5 5 5 6 6 6 \n18\n1", true, "", "message.format", "with single blanks between them"},
    {"4 4  4 5 5 5 5 6 6 6\n18\n1", true, "", "message.format", "line 1 is \"4 4  4 5"},
    {"4 4 \r\n1\r\n1", true, "1:4-4", "message.line-ends", "lines end with CR LF"},
    {"4 4\r\n1\r\n1\r\n", true, "1:4-4", "message.line-ends", "its judge accepts both"},
    {"-1 -1\r\n0\r\n2", true, "pass", "message.line-ends", "lines end with CR LF"},
    {"4 4 \r\r\n1\n1", true, "", "message.format", "line 1 is \"4 4 \\r\""},
    {"6 6 4 4 4 5 5 5 5 6 \n18\n1", true, "18:6-6,4-4,4-5,5-5,5-6", "", ""},
    {"-1 -1\n0\n2", true, "pass", "", ""},
    {"-1 -1 \n0\n2\n", true, "pass", "", ""},
    {"-1 -1\n0\n2\n3\n4", true, "pass", "message.lines", "there are 5 lines; a message has 3"},
    {"4 4 \n1\n1\n0", true, "1:4-4", "message.lines", "there are 4 lines"},
    {"4 4 \n1\n2", true, "pass", "message.format", "a player that gives up"},
    {"4 4 \n0\n2", true, "pass", "message.format", "a player that gives up"},
    {"14 4 \n1\n1", true, "1:14-4", "", ""},
    {"4 -1 4 0 \n2\n1", true, "2:4--1,4-0", "", ""},
    {"4 4 \n22\n1", true, "22:4-4", "message.id", "line 2 is 22, allowed are 1 to 21"},
    {"4 4 \n0\n1", true, "0:4-4", "message.id", "line 2 is 0"},
    {"4 4 4 5 \n3\n1", true, "3:4-4,4-5", "message.id", "line 2 is 3 (I3), and the cells form piece 2 (I2)"},
    {"4 4 6 6 \n2\n1", true, "2:4-4,6-6", "", ""},  // no piece at all: the ruling's matter
    {"-1 -1\n0\n1", true, "", "message.flag", "names no cell"},
    {"4 4 \n1\n0", false, "", "message.flag", "line 3 is 0 (not moved)"},
    {"4 4 \n1\n3", false, "", "message.flag", "line 3 is \"3\", allowed are 0 (not moved)"},
    {"4 4 \n1\n-1", false, "", "message.flag", "line 3 is \"-1\""},
    {"4,4,4,5 \n2\n1", true, "", "message.format", "line 1 is \"4,4,4,5 \""},
    {"4 4 4 \n2\n1", true, "", "message.format", "line 1"},
    {"\n2\n1", true, "", "message.format", "line 1 is \"\""},
    {"(4 4)\n1\n1", true, "", "message.format", "line 1"},
    {"4 4\t\n1\n1", true, "", "message.format", "line 1"},
    {" 4 4\n1\n1", true, "", "message.format", "line 1 is \" 4 4\""},
    {"4 4444\n1\n1", true, "", "message.format", "line 1"},
    {"4 4 \nI1\n1", true, "", "message.format", "line 2 is \"I1\", allowed is one number"},
    {"4 4 \n1 1\n1", true, "", "message.format", "line 2"},
    {"4 4 \n1\none", false, "", "message.format", "line 3 is \"one\""},
    {"4 4 \n1\n1 1", false, "", "message.format", "line 3 is \"1 1\", allowed is one number"},
    {"4 4 \n1", false, "", "message.format", "line 3 (the flag) is missing: there are only 2 lines"},
    {"4 4 ", false, "", "message.format", "line 2 (the piece's id) is missing: there is only one line"},
    {"", false, "", "", ""},  // nothing was written
};

BOOST_AUTO_TEST_CASE(that_lack_a_line_name_it) {
  const auto why = [](std::string_view text, UstcColourLine colour_line) {
    return read_ustc_message(text, colour_line).fault.value().what;
  };
  BOOST_TEST(why("", UstcColourLine::none) == "line 1 (the cells) is missing: there are none");
  BOOST_TEST(why("4 4 \n1\n1", UstcColourLine::fourth) ==
             "line 4 (the colour) is missing: there are only 3 lines");
}

BOOST_DATA_TEST_CASE(are_read_strictly, data::make(rows), row) {
  Host host(14, 1);
  host.tell(begin);
  BOOST_TEST(host.whole(row.text) == row.whole);
  const UstcFileReading reading = read_ustc_message(row.text, UstcColourLine::none);
  BOOST_TEST(reading.message.has_value() != reading.fault.has_value());
  FileOutcome outcome = host.outcome(row.text);
  outcome.timed_out = !row.whole;
  const FileAnswer answer = host.files->read(outcome);
  BOOST_TEST((answer.move ? answer.move->text : "") == row.move);
  BOOST_TEST(answer.stands() == !row.move.empty());
  const bool returns = row.text.find("\r\n") != std::string::npos;
  if (!returns && !row.text.empty()) BOOST_TEST(keeps(answer, "message.line-ends"));
  if (row.text.empty()) BOOST_TEST(answer.kept.empty());
  const std::size_t findings = (row.blamed.empty() ? 0U : 1U) + (returns && row.move.empty() ? 1U : 0U);
  BOOST_TEST_REQUIRE(answer.irregularities.size() == findings, told_of(answer));
  if (!row.blamed.empty()) {
    BOOST_TEST(blames(answer, row.blamed), told_of(answer));
    BOOST_TEST(!keeps(answer, row.blamed));
    BOOST_TEST(answer.irregularities.front().what.starts_with("Player1Data.txt: "));
    BOOST_TEST(told_of(answer).find(row.says) != std::string::npos, told_of(answer));
  } else if (!row.text.empty()) {
    for (const char* aspect : {"message.format", "message.flag", "message.host-file", "process.ended"}) {
      BOOST_TEST(keeps(answer, aspect), aspect);
    }
  }
  if (row.whole && row.move != "pass" && !row.move.empty() && row.blamed.empty())
    BOOST_TEST(keeps(answer, "message.id"));
}

BOOST_AUTO_TEST_CASE(that_give_up_with_the_number_of_a_piece_are_told) {
  Host host(14, 1);
  host.tell(begin);
  const FileAnswer answer = host.read("-1 -1 \n7\n2");
  BOOST_TEST((answer.move == Move{"pass"}));
  BOOST_TEST(blames(answer, "message.format"), told_of(answer));
}

// Player 1's program reads one file, player 2's the other.
BOOST_AUTO_TEST_CASE(of_a_program_lie_in_the_file_of_its_seat) {
  const Contest& contest = find_contest("ustc");
  for (const std::size_t seat : {0U, 1U}) {
    const auto player = contest.dialect->files()->new_player(contest.seats.at(seat));
    const std::string message = seat == 0 ? "-1 -1\n0\n0" : "4 4 \n1\n1";
    const auto asked = [&](int number) {
      return player->is_asked({{}, "/game", {{"/game/" + ustc_host_file(number), message}}});
    };
    BOOST_TEST(asked(1) == (seat == 0));
    BOOST_TEST(asked(2) == (seat == 1));
    const FileReply reply = player->answer({{}, "/game", {}}, giving_up);
    BOOST_TEST_REQUIRE(reply.writes.size() == 1U);
    BOOST_TEST(reply.writes.front().first == "/game/" + ustc_player_file(static_cast<int>(seat) + 1));
  }
}

// A clause is kept by an answer, not by silence.
BOOST_AUTO_TEST_CASE(that_never_came_keep_nothing) {
  Host host(14, 1);
  host.tell(begin);
  FileOutcome silence;
  silence.files = {{"GUI1Data.txt", host.told}};
  silence.timed_out = true;
  const FileAnswer answer = host.files->read(silence);
  BOOST_TEST(answer.kept.empty());
  BOOST_TEST(answer.irregularities.empty());
  host.tell(after(w5));
  BOOST_TEST(keeps(host.read("5 5 \n1\n1"), "message.host-file"));
}

BOOST_AUTO_TEST_CASE(that_came_too_late_are_no_moves_and_are_not_taken_for_the_next_one) {
  Host host(14, 1);
  host.tell(begin);
  FileOutcome late = host.outcome("4 4 \n1\n1");
  late.timed_out = true;
  const FileAnswer answer = host.files->read(late);
  BOOST_TEST(!answer.move.has_value());
  host.files->discard();
  host.tell(after({"1:9-9"}));
  BOOST_TEST(!host.whole("4 4 \n1\n1"));
  BOOST_TEST(host.whole("5 5 \n1\n1"));
}

BOOST_AUTO_TEST_CASE(are_whole_only_when_they_differ_from_the_one_before) {
  Host host(14, 1);
  host.tell(begin);
  BOOST_TEST(!host.files->whole({{"GUI1Data.txt", "-1 -1\n0\n0"}}));
  BOOST_TEST(host.read("4 4 \n1\n1").stands());
  host.tell(after({"1:9-9"}));
  BOOST_TEST(!host.whole("4 4 \n1\n1"));
  BOOST_TEST(host.whole("5 5 5 6 \n2\n1"));
  BOOST_TEST(host.whole("5 5 \n1\n1"));  // the piece again: a matter of the rules
  const FileAnswer stale = host.read("4 4 \n1\n1");
  BOOST_TEST(!stale.move.has_value());
  BOOST_TEST(stale.irregularities.empty());
}

BOOST_AUTO_TEST_CASE(that_touch_the_file_of_the_host_are_told) {
  for (const std::optional<std::string>& now :
       {std::optional<std::string>("4 4 \n1\n1"), std::optional<std::string>()}) {
    Host host(14, 1);
    host.tell(begin);
    FileOutcome outcome = host.outcome("4 4 \n1\n1");
    outcome.files.erase("GUI1Data.txt");
    if (now) outcome.files["GUI1Data.txt"] = *now;
    const FileAnswer answer = host.files->read(outcome);
    BOOST_TEST_REQUIRE(blames(answer, "message.host-file"));
    BOOST_TEST(answer.irregularities.front().what.find(now ? "is now \"4 4" : "is gone") !=
               std::string::npos);
    BOOST_TEST(answer.stands());  // the placement counts all the same
  }
}

BOOST_AUTO_TEST_CASE(of_a_program_that_ended_are_told) {
  Host host(14, 1);
  host.tell(begin);
  FileOutcome outcome;
  outcome.files = {{"GUI1Data.txt", host.told}};
  outcome.hung_up = HungUp{"killed by signal 11 (SIGSEGV)", {}};
  const FileAnswer answer = host.files->read(outcome);
  BOOST_TEST_REQUIRE(blames(answer, "process.ended"));
  BOOST_TEST(answer.irregularities.front().what.find("SIGSEGV") != std::string::npos);
  BOOST_TEST(!answer.stands());
}

BOOST_AUTO_TEST_CASE(of_a_program_that_ended_after_its_move_count) {
  Host host(14, 1);
  host.tell(begin);
  FileOutcome outcome = host.outcome("4 4 \n1\n1");
  outcome.hung_up = HungUp{"exit status 0", {}};
  const FileAnswer answer = host.files->read(outcome);
  BOOST_TEST(blames(answer, "process.ended"));
  BOOST_TEST(answer.stands());
}

BOOST_AUTO_TEST_CASE(of_a_program_that_was_late_are_told_as_late_alone) {
  Host host(14, 1);
  host.tell(begin);
  FileOutcome outcome = host.outcome("4 4 \n1\n1");
  outcome.hung_up = HungUp{"killed by signal 9 (SIGKILL)", {}};
  outcome.timed_out = true;
  BOOST_TEST(!blames(host.files->read(outcome), "process.ended"));
}

BOOST_AUTO_TEST_CASE(seen_half_written_for_as_long_as_hosts_look_away_are_told) {
  for (const auto& [seen, told] : {std::pair(99, false), std::pair(100, true)}) {
    Host host(14, 1);
    host.tell(begin);
    FileOutcome outcome = host.outcome("4 4 \n1\n1");
    outcome.half_written = std::chrono::milliseconds(seen);
    const FileAnswer answer = host.files->read(outcome);
    BOOST_TEST(blames(answer, "message.whole") == told);
    BOOST_TEST(answer.stands());
  }
}

BOOST_AUTO_TEST_CASE(on_the_large_board_have_four_lines) {
  for (const auto& [more, too_many] : {std::pair("", false), std::pair("\n1", true)}) {
    Host host(20, 1);
    host.tell(begin);
    BOOST_TEST(blames(host.read(std::string("19 0 \n1\n1\nblue") + more), "message.lines") == too_many);
  }
}

BOOST_AUTO_TEST_CASE(on_the_large_board_are_of_the_colours_in_turn) {
  Host host(20, 2);
  const std::vector<std::string> colours = {"yellow", "green", "yellow", "green"};
  int cell = 0;
  for (const std::string& colour : colours) {
    host.tell(after({"1:5-5"}));
    const std::string text = std::to_string(++cell) + " 0 \n1\n1\n" + colour;
    BOOST_TEST(host.whole(text));
    BOOST_TEST(!host.whole(text.substr(0, text.size() - 1)));  // of the word a part
    const FileAnswer answer = host.read(text);
    BOOST_TEST(answer.stands(), told_of(answer));
    BOOST_TEST(keeps(answer, "message.colour"));
  }
}

BOOST_AUTO_TEST_CASE(on_the_large_board_without_the_right_colour_do_not_stand) {
  for (const char* line : {"", "\nred", "\nyellow", "\nBlue", "\npurple", "\n"}) {
    Host host(20, 1);
    host.tell(begin);
    const FileAnswer answer = host.read(std::string("19 0 \n1\n1") + line);
    BOOST_TEST(!answer.stands(), line);
    BOOST_TEST((blames(answer, "message.colour") || blames(answer, "message.format")), told_of(answer));
  }
}

BOOST_AUTO_TEST_CASE(of_two_colours_that_give_up_differ) {
  Host host(20, 1);
  host.tell(begin);
  BOOST_TEST((host.read("-1 -1\n0\n2\nblue").move == giving_up));
  host.tell(after(giving_up));
  BOOST_TEST(!host.whole("-1 -1\n0\n2\nblue"));
  BOOST_TEST(host.whole("-1 -1\n0\n2\nred"));
  BOOST_TEST((host.read("-1 -1\n0\n2\nred").move == giving_up));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::protocol
