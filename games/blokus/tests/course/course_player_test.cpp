/// The rig's own player of course: it plays by the text, and each of its faults shows what it says.

#include "games/blokus/players/course/course_player.hpp"

#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <set>

#include "games/blokus/contests/blokus_ruling.hpp"
#include "games/blokus/contests/course/course.hpp"
#include "games/blokus/contests/course/course_files.hpp"
#include "rig/base/errors.hpp"
#include "rig/link/callback/callback_files.hpp"
#include "rig/player/opponent.hpp"
#include "rig/protocol/contest.hpp"
#include "rig/tests/contains.hpp"

namespace rig::player {
namespace {

namespace data = boost::unit_test::data;
using namespace std::chrono_literals;
using namespace protocol;

const Contest& page() {
  return find_contest("course");
}

/// What is to be seen of a player in a game, in words: aspects that void or not, `rule edge`, `pass with
/// moves`, `late`, `no end`, `placed after its pass`.
struct Seen {
  std::set<std::string> signs;
  std::string told;  ///< the sentences that go with them
  bool won_or_lost_by_itself = false;
  int placements = 0;
};

/// A host without a clock or a disk of its own, and as short as can be.
class Host {
 public:
  Host(const std::string& fault, std::size_t seat, const FileStyle& style)
      : seat_(page().seats[seat]),
        exchange_(make_callback_exchange({"test", "", true}, new_course_device({.fault = fault}))),
        files_(page().dialect->files()->new_game(seat_, style)),
        game_(page().new_game(seat_)) {}

  Seen play(const std::string& opponent, std::uint64_t seed) {
    const auto other = new_opponent("blokus", opponent, Random(seed));
    other->new_game();
    Move theirs;
    while (game_->result().state == Result::State::open) {
      if (game_->to_move() != seat_.player) {
        theirs = other->choose(*game_);
        game_->play(theirs);
        continue;
      }
      if (!take_turn(theirs)) return seen_;
      theirs = {};
    }
    seen_.won_or_lost_by_itself = true;
    return seen_;
  }

 private:
  Request request(const Move& theirs) const {
    const bool moved = !theirs.text.empty();
    return page().requests(seat_, {asked_ ? 1 : 0, moved ? std::vector{theirs} : std::vector<Move>{}}).back();
  }

  void see(const std::string& sign, const std::string& what = {}) {
    seen_.signs.insert(sign);
    seen_.told += what + "\n";
  }

  std::optional<FileAnswer> ask(const Move& theirs) {
    const Request wanted = request(theirs);
    asked_ = true;
    const FileOutcome outcome = exchange_->exchange(files_->ask(wanted), {}, 10s);
    if (outcome.timed_out) see("no end");
    if (between(outcome.asked, outcome.answered).shortest > page().dialect->expects(wanted).deadline) {
      see("late");
      files_->discard();
      return std::nullopt;
    }
    seen_.told += outcome.standard_error;
    return files_->read(outcome);
  }

  /// False: the game is lost, or cannot go on.
  bool take_turn(const Move& theirs) {
    const std::optional<FileAnswer> answer = ask(theirs);
    if (!answer) return false;
    for (const Irregularity& one : answer->irregularities) see(one.aspect, one.what);
    if (!answer->stands()) return false;
    const Judgement judgement = game_->judge(*answer->move);
    if (!judgement.legal) {
      see("rule " + judgement.rule, judgement.explanation);
      return false;
    }
    const bool passes = game_->is_pass(*answer->move);
    if (passes && !game_->must_pass()) see("pass with moves");
    game_->play(*answer->move);
    seen_.placements += passes ? 0 : 1;
    if (passes) ask_again();
    return true;
  }

  /// No real host does: whoever passed is out of the game.
  void ask_again() {
    const std::optional<FileAnswer> answer = ask({});
    if (answer && answer->move && !game_->is_pass(*answer->move)) see("placed after its pass");
  }

  const Seat& seat_;
  std::unique_ptr<FileExchange> exchange_;
  std::unique_ptr<GameFiles> files_;
  std::unique_ptr<Ruling> game_;
  bool asked_ = false;
  Seen seen_;
};

std::string words(const Seen& seen) {
  std::string text;
  for (const std::string& sign : seen.signs) text += sign + "; ";
  return text + "\n" + seen.told;
}

using protocol::course_text::Board;

struct Asked {
  Files files = {{"board", protocol::course_text::write_board({})},
                 {"left", protocol::course_text::write_left_pattern(
                              {"Player = E24980000", {protocol::course_text::all_pieces()}, false})},
                 {"log", ""}};
  std::vector<std::string> arguments = {"Red", "board", "left", "log"};

  FileDevice::Run run(const CourseDeviceOptions& options = {}) const {
    return new_course_device(options)->act(files, arguments);
  }
};

// the good one

BOOST_AUTO_TEST_SUITE(course_reference)

BOOST_DATA_TEST_CASE(plays_whole_games_without_a_fault,
                     data::make({0, 1}) *
                         data::make({"random", "largest", "smallest", "blocker", "passes-early", "outlasts",
                                     "absent", "hugger", "generous", "opener", "coverage"}),
                     seat, opponent) {
  Host host("", static_cast<std::size_t>(seat), {});
  const Seen seen = host.play(opponent, 7);
  BOOST_TEST(seen.signs.empty(), words(seen));
  BOOST_TEST(seen.won_or_lost_by_itself);
  BOOST_TEST(seen.placements > 5);
}

const std::vector<FileStyle> styles = {
    {.final_newline = true},
    {.folder =
         "a folder with blanks/and another one whose name is much longer than sixty-four bytes, all told"},
    {.read_only_records = true},
};
BOOST_DATA_TEST_CASE(takes_files_as_hosts_lay_them, data::make({0, 1}) * data::xrange(styles.size()), seat,
                     style) {
  Host host("", static_cast<std::size_t>(seat), styles[style]);
  const Seen seen = host.play("random", 11);
  BOOST_TEST(seen.signs.empty(), words(seen));
  BOOST_TEST(seen.won_or_lost_by_itself);
}

BOOST_AUTO_TEST_CASE(writes_the_board_and_one_row_after_it_has_thought) {
  const FileDevice::Run run = Asked().run({.fault = "", .think = 30ms});
  BOOST_REQUIRE_EQUAL(run.writes.size(), 2U);
  BOOST_TEST((run.writes[0].after == 30ms));
  BOOST_TEST((run.ends == Duration(30ms)));
  BOOST_TEST(run.exit_status == 0);
  BOOST_TEST(run.writes[0].path == "board");
  BOOST_TEST(run.writes[0].content->size() == 392U);
  BOOST_TEST(run.writes[1].path == "left");
  BOOST_TEST(run.writes[1].content->starts_with("Player = E24980000\n[1,"));
  BOOST_TEST(run.writes[1].content->ends_with("]"));
}

BOOST_AUTO_TEST_CASE(needs_no_log) {
  Asked with_wrong_log;
  with_wrong_log.files.at("log") = "7 = B ^ pattern01() ^ 3-3\nrubbish";
  Asked without;
  without.files.erase("log");
  const FileDevice::Run usual = Asked().run();
  for (const Asked& asked : {with_wrong_log, without}) {
    const FileDevice::Run run = asked.run();
    BOOST_REQUIRE_EQUAL(run.writes.size(), 2U);
    BOOST_TEST((run.writes[0].content == usual.writes[0].content));
  }
}

BOOST_AUTO_TEST_CASE(passes_again_when_the_log_says_that_it_has) {
  Asked asked;
  asked.files.at("log") = "1 = R ^ PASS\n2 = B ^ pattern01() ^ 10-10";
  const FileDevice::Run run = asked.run();
  BOOST_TEST(run.exit_status == 1);
  BOOST_TEST(run.writes.empty());
  asked.files.at("log") = "1 = B ^ PASS";
  BOOST_TEST(asked.run().exit_status == 0);
}

BOOST_AUTO_TEST_CASE(places_only_what_its_file_says_is_left) {
  Asked asked;
  protocol::course_text::PiecesLeft only{};
  only[6] = true;  // number 7
  asked.files.at("left") = protocol::course_text::write_left_pattern({"player = R1", {only}, false});
  const FileDevice::Run run = asked.run();
  BOOST_REQUIRE_EQUAL(run.writes.size(), 2U);
  const Board board = protocol::course_text::read_board(*run.writes[0].content).value.value();
  BOOST_TEST(protocol::course_text::cells_with('R', board).size() == 4U);
  BOOST_TEST(run.writes[1].content->ends_with("\n[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]"));
}

BOOST_AUTO_TEST_CASE(passes_and_says_why_when_it_cannot_read) {
  const auto check = [](const Asked& asked, const std::string& why) {
    const FileDevice::Run run = asked.run();
    BOOST_TEST(run.exit_status == 1);
    BOOST_TEST(run.writes.empty());
    BOOST_TEST(contains(run.standard_error, why), run.standard_error);
  };
  Asked no_board;
  no_board.files.erase("board");
  check(no_board, "board: the file is empty");
  Asked bad_left;
  bad_left.files.at("left") = "player = R1\n[1]";
  check(bad_left, "left: line 2 is");
  Asked six_cells;
  Board board;
  for (int column = 1; column <= 6; ++column) board.set(3, column, 'B');
  six_cells.files.at("board") = protocol::course_text::write_board(board);
  check(six_cells, "board: holds what is no piece");
  Asked colour;
  colour.arguments[0] = "Green";
  check(colour, "usage: Red|Blue");
}

BOOST_AUTO_TEST_SUITE_END()

// the faults

/// How a fault shows.
struct Shows {
  std::string fault;
  std::string sign;       ///< what is seen begins so
  std::string told = {};  ///< a part of what is told about it
  FileStyle style = {};
  std::string opponent = "coverage";
  std::vector<std::size_t> seats = {0, 1};
};
std::ostream& operator<<(std::ostream& out, const Shows& shows) {
  return out << shows.fault;
}

const FileStyle newline = {.final_newline = true};
const FileStyle read_only = {.read_only_records = true};
const FileStyle blanks = {.folder = "two words"};
const FileStyle as_the_text = {};
const FileStyle as_the_platform = {.header = Spelling::platform, .pass = Spelling::platform};
const FileStyle platforms_pass = {.pass = Spelling::platform};
const FileStyle long_names = {.folder = std::string(70, 'x')};

const std::vector<Shows> all_faults = {
    {"status-inverted", "exit.status", "The exit status is 1 although a placement was written"},
    {"ignores-paths", "exit.status", "nothing was written"},
    {"row-without-board", "board.difference", "no cell was added"},
    {"board-without-row", "left.difference", "no rows were appended"},
    {"two-pieces", "board.difference", "2 pieces, allowed is one"},
    {"same-piece-twice", "left.difference", "no entries became 0"},
    {"entry-18-as-17", "left.agrees", "entry 17 was turned 0, but the piece that was placed is number 18"},
    {"flips-after-rotation", "board.difference", "now; only free cells may become"},
    {"turns-the-wrong-way", "board.difference", "now; only free cells may become"},
    {"first-cell-as-corner", "board.difference", "now; only free cells may become"},
    {"wraps-around", "board.difference", "goes on at the opposite edge"},
    {"overwrites", "board.difference", "only free cells may become"},
    {"own-edge", "rule edge"},
    {"no-corner", "rule corner"},
    {"off-start", "rule start"},
    {"loses-header", "left.format", "line 1 is"},
    {"truncates-left-pattern", "left.format", "line 1 is \"\""},
    {"twenty-entries", "left.format", "found 20 entries"},
    {"left-newline", "left.newline", "ends with a line feed"},
    {"crlf-board", "board.format", "a carriage return at column 28"},
    {"rewrites-log", "log.untouched", "StepLog.txt was changed"},
    {"late", "late"},
    {"slows-down", "late"},
    {"removes-board", "file.exists"},
    {"opens-log-to-write", "exit.ended", "SIGSEGV", read_only},
    {"trips-over-pass", "exit.ended", "SIGSEGV", {}, "passes-early"},
    {"never-ends", "no end"},
    {"leaves-child", "process.left", "1 of the program's processes"},
    {"fills-disk", "exit.ended", "SIGXFSZ"},
    {"crashes-after-writing", "exit.ended", "SIGSEGV"},
    {"passes-early", "pass with moves"},
    {"places-after-passing", "placed after its pass"},
    {"places-when-stuck", "rule ", "", {}, "blocker"},
    {"forges-others-left", "left.others", "it belongs to the other player"},
    {"text-spelling-only", "exit.ended", "SIGSEGV", as_the_platform},
    {"text-spelling-only", "exit.ended", "SIGSEGV", platforms_pass, "passes-early"},
    {"platform-spelling-only", "exit.ended", "SIGSEGV", as_the_text},
    {"text-pass-only", "exit.ended", "SIGSEGV", platforms_pass, "passes-early"},
    {"pass-rewrites", "pass.bytes", "was rewritten"},
    {"pass-writes", "pass.untouched", "says pass"},
    {"last-step-misread", "board.difference", "was free and is"},
    {"needs-newline", "pass with moves"},
    {"fails-with-newline", "pass with moves", "", newline},
    {"splits-paths", "exit.ended", "SIGSEGV", blanks},
    {"short-paths", "exit.ended", "SIGSEGV", long_names},
};

BOOST_AUTO_TEST_SUITE(course_faults)

BOOST_DATA_TEST_CASE(show_what_they_say, data::make(all_faults), shows) {
  for (const std::size_t seat : shows.seats) {
    Host host(shows.fault, seat, shows.style);
    const Seen seen = host.play(shows.opponent, 3);
    const bool shown = std::any_of(seen.signs.begin(), seen.signs.end(),
                                   [&](const std::string& sign) { return sign.starts_with(shows.sign); });
    BOOST_TEST(shown, "as " << page().seats[seat].name << ": " << words(seen));
    BOOST_TEST(contains(seen.told, shows.told), words(seen));
    Host good("", seat, shows.style);
    const Seen nothing = good.play(shows.opponent, 3);
    BOOST_TEST(nothing.signs.empty(), words(nothing));
  }
}

BOOST_AUTO_TEST_CASE(that_are_only_close_to_one_are_none) {
  Host host("just-in-time", 0, {});
  BOOST_TEST(host.play("random", 3).signs.empty());
  BOOST_TEST((Asked().run({.fault = "just-in-time"}).ends == Duration(4900ms)));
  BOOST_TEST((Asked().run({.fault = "late"}).ends == Duration(5200ms)));
}

BOOST_AUTO_TEST_CASE(of_paths_and_newlines_show_only_where_these_are) {
  for (const char* fault : {"splits-paths", "short-paths", "opens-log-to-write", "fails-with-newline"}) {
    Host host(fault, 0, {});
    const Seen first = host.play("passes-early", 3);
    const bool newline_of_its_own = std::string(fault) == "fails-with-newline";  // its own board, given back
    BOOST_TEST(first.signs.empty() == !newline_of_its_own, fault << ": " << words(first));
    BOOST_TEST(first.placements >= 3, fault);
  }
  Host host("needs-newline", 0, newline);
  BOOST_TEST(host.play("random", 3).signs.empty());
}

BOOST_AUTO_TEST_CASE(of_spelling_show_only_in_the_other_one) {
  for (const std::size_t seat : {0U, 1U}) {
    for (const char* fault : {"text-spelling-only", "text-pass-only"}) {
      Host host(fault, seat, as_the_text);
      const Seen seen = host.play("passes-early", 3);
      BOOST_TEST(seen.signs.empty(), fault << ": " << words(seen));
    }
    Host host("platform-spelling-only", seat, as_the_platform);
    const Seen seen = host.play("passes-early", 3);
    BOOST_TEST(seen.signs.empty(), words(seen));
    Host good("", seat, as_the_platform);
    BOOST_TEST(good.play("passes-early", 3).signs.empty());
  }
}

BOOST_AUTO_TEST_CASE(of_a_line_feed_too_many_go_on_through_the_game) {
  Host host("left-newline", 1, {});
  const Seen seen = host.play("coverage", 3);
  BOOST_TEST((seen.signs == std::set<std::string>{"left.newline"}), words(seen));
  BOOST_TEST(seen.won_or_lost_by_itself);
}

BOOST_AUTO_TEST_CASE(that_ignore_paths_write_beside_the_program) {
  const FileDevice::Run run = Asked().run({.fault = "ignores-paths"});
  BOOST_REQUIRE_EQUAL(run.writes.size(), 2U);
  BOOST_TEST(run.writes[0].path == "BlokusBoard.txt");
  BOOST_TEST(run.writes[1].path == "LeftPattern_Red.txt");
  BOOST_TEST(run.exit_status == 0);
}

BOOST_AUTO_TEST_CASE(are_all_in_the_table_and_each_has_a_line) {
  std::set<std::string> listed;
  for (const DeviceFault& fault : course_device_faults()) {
    BOOST_TEST(listed.insert(fault.name).second, fault.name << " twice");
    BOOST_TEST(fault.what.size() > 10U, fault.name);
  }
  std::set<std::string> shown = {"just-in-time"};
  for (const Shows& shows : all_faults) shown.insert(shows.fault);
  BOOST_TEST((listed == shown));
  BOOST_TEST(listed.size() >= 25U);
}

BOOST_AUTO_TEST_CASE(that_do_not_exist_are_refused) {
  BOOST_CHECK_EXCEPTION(new_course_device({.fault = "own-edges"}), UsageError, [](const UsageError& error) {
    return contains(error.what(), "\"own-edges\"") && contains(error.what(), "\"own-edge\"");
  });
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::player
