/// Games with a referee under test: what is seen of it, and how one that goes wrong is told.

#include <boost/test/unit_test.hpp>

#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "conformance/referee/host/play.hpp"
#include "conformance/referee/host/tests/short_game.hpp"
#include "rig/link/exec/processor_times.hpp"
#include "rig/link/stream/monotonic.hpp"
#include "rig/protocol/contest.hpp"
#include "rig/tests/contains.hpp"

using namespace rig::host;
using rig::contains;
using namespace std::chrono_literals;

namespace {

/// The stand-in for the contest's host, with words more.
Description stand_in(const std::vector<std::string>& more = {}) {
  Description host = read_description(RIG_SOURCE_DIR "/fixtures/referees/blokus-host.toml");
  host.command = {STAND_IN, "-3", "-T", "-o", "{seconds}", "{begins}"};
  host.command.insert(host.command.end(), more.begin(), more.end());
  return host;
}

Played played(const Description& host, const GameOrder& order = short_game()) {
  const Host under_test{host, rig::protocol::find_contest("icfpt2014")};
  return play(under_test, {order}, 4).front();
}

/// Threads that leave little of one processor to others.
class BusyProcessor {
 public:
  explicit BusyProcessor(int threads) {
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    sched_getaffinity(0, sizeof allowed, &allowed);
    while (!CPU_ISSET(number_, &allowed)) ++number_;
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { compute(); });
  }
  ~BusyProcessor() {
    stop_ = true;
    for (std::thread& thread : threads_) thread.join();
  }
  BusyProcessor(const BusyProcessor&) = delete;
  BusyProcessor& operator=(const BusyProcessor&) = delete;

  std::string number() const { return std::to_string(number_); }

 private:
  void compute() {
    cpu_set_t mine;
    CPU_ZERO(&mine);
    CPU_SET(number_, &mine);
    sched_setaffinity(0, sizeof mine, &mine);
    while (!stop_) {
    }
  }

  int number_ = 0;
  std::atomic<bool> stop_ = false;
  std::vector<std::thread> threads_;
};

/// Plays a game in a process of its own, which its referee can stop: it finds its number in $RIG. Whether it
/// went as `is_right` says.
template <typename IsRight>
bool goes_right_in_a_process_of_its_own(const Description& host, const IsRight& is_right) {
  const pid_t process = fork();
  if (process == 0) {
    setenv("RIG", std::to_string(getpid()).c_str(), 1);  // NOLINT(concurrency-mt-unsafe): the only thread
    bool right = false;
    try {
      right = is_right(played(host));
    } catch (...) {  // is no right one
    }
    _exit(right ? 0 : 1);
  }
  int status = 0;
  BOOST_TEST_REQUIRE(waitpid(process, &status, 0) == process);
  return status == 0;
}

std::string sent_to(const BoardLog& board) {
  std::string text;
  for (const Happening& one : board.happenings) {
    if (one.kind == Happening::Kind::request) text += rig::to_text(one.bytes) + " ";
  }
  return text;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_game_is_seen_message_by_message_with_the_announcement) {
  const Played game = played(stand_in());
  BOOST_TEST((game.ending == Ending::exited), game.how);
  BOOST_TEST(sent_to(game.boards[0]) == "0 25 4a8e0 9 ");
  BOOST_TEST(sent_to(game.boards[1]) == "0 3A53e0 9 ");
  BOOST_TEST((game.announced.loss == Outcome::violation_1), game.output);
  BOOST_TEST((game.announced.score == std::array<int, 2>{-85, -85}), game.output);
}

/// The stand-in, whose lines go into a file.
BOOST_AUTO_TEST_CASE(a_result_in_a_file_is_read_and_that_of_an_earlier_game_is_not) {
  Description host = stand_in();
  host.command.insert(host.command.begin(), {"sh", "-c", "exec \"$0\" \"$@\" >result.txt 2>&1"});
  host.directory = std::filesystem::temp_directory_path() / ("result-" + std::to_string(getpid()));
  std::filesystem::create_directory(host.directory);
  host.signs.file = "result.txt";
  const Played game = played(host);
  BOOST_TEST((game.announced.loss == Outcome::violation_1), game.output);
  BOOST_TEST((game.announced.score == std::array<int, 2>{-85, -85}), game.output);
  BOOST_TEST(!host.plays_side_by_side());
  host.command[2] = "exec \"$0\" \"$@\" >/dev/null 2>&1";
  BOOST_TEST(!played(host).announced.made());
  std::filesystem::remove_all(host.directory);
}

BOOST_AUTO_TEST_CASE(a_result_that_never_ends_is_none) {
  Description host = stand_in();
  host.command.insert(host.command.begin(),
                      {"sh", "-c", "ln -s /dev/zero result.txt; exec \"$0\" \"$@\" >/dev/null 2>&1"});
  host.directory = std::filesystem::temp_directory_path() / ("endless-" + std::to_string(getpid()));
  std::filesystem::create_directory(host.directory);
  host.signs.file = "result.txt";
  const Played game = played(host);
  std::filesystem::remove_all(host.directory);
  BOOST_TEST((game.ending == Ending::exited), game.how);
  BOOST_TEST(!game.announced.made());
}

BOOST_AUTO_TEST_CASE(the_other_player_begins_where_it_is_asked_to) {
  GameOrder order;
  order.beginner = 1;
  order.scripts[0] = {says("1P1"), {says("zzzz")}};
  order.scripts[1] = {says("1P2"), {says("a8e0")}};
  const Played game = played(stand_in(), order);
  BOOST_TEST(sent_to(game.boards[1]) == "0 2A 9 ");
  BOOST_TEST(sent_to(game.boards[0]) == "0 35a8e0 9 ");
}

BOOST_AUTO_TEST_CASE(a_reply_is_said_no_earlier_than_its_delay_and_drips_byte_by_byte) {
  GameOrder order = short_game();
  order.scripts[0].moves[0] = Answer::dripping(50ms, rig::to_bytes("53e0"));
  const Played game = played(stand_in(), order);
  std::vector<Happening> said;
  std::vector<Happening> asked;
  for (const Happening& one : game.boards[0].happenings)
    (one.kind == Happening::Kind::said ? said : asked).push_back(one);
  BOOST_TEST_REQUIRE(said.size() == 6U);  // the team code, four letters, the last move
  // Each is due so long after the request, however late the one before it was.
  for (int letter = 1; letter <= 4; ++letter)
    BOOST_TEST((said[static_cast<std::size_t>(letter)].at.latest - asked[1].at.earliest >= letter * 50ms));
}

BOOST_AUTO_TEST_CASE(a_board_that_hangs_up_is_seen_to) {
  GameOrder order = short_game();
  order.scripts[0].moves[0] = Answer::hang_up();
  const Played game = played(stand_in(), order);
  const auto& log = game.boards[0].happenings;
  BOOST_TEST(std::any_of(log.begin(), log.end(),
                         [](const Happening& one) { return one.kind == Happening::Kind::hung_up; }));
  BOOST_TEST((game.announced.loss == Outcome::time_out_1), game.output);
}

BOOST_AUTO_TEST_CASE(a_referee_that_goes_wrong_as_a_whole_is_told_by_how_it_does) {
  const std::vector<std::tuple<std::string, Ending, std::string>> odd = {
      {"hangs", Ending::hung, "neither sent anything nor ended for 3.00 s"},
      {"dies", Ending::died, "SIGABRT"},
      {"floods", Ending::flooded, "without end"},
      {"never-opens", Ending::never_came, "opened no port"},
      {"talks", Ending::never_came, "opened no port"},
  };
  for (const auto& [how, ending, words] : odd) {
    const Played game = played(stand_in({"--odd", how}));
    BOOST_TEST((game.ending == ending), how << ": " << game.how);
    BOOST_TEST(contains(game.how, words), how << ": " << game.how);
    BOOST_TEST(!game.came_off());
    BOOST_TEST((game.took < 30s), how);
  }
}

BOOST_AUTO_TEST_CASE(a_referee_that_had_no_processor_is_seen_to_have_had_none,
                     *boost::unit_test::precondition([](auto) {
                       return boost::test_tools::assertion_result(rig::processor_times_are_counted());
                     })) {
  const BusyProcessor busy(6);
  Description host = stand_in();
  host.command.insert(host.command.begin(), {"taskset", "-c", busy.number(), "nice", "-n", "19"});
  const Played game = played(host);
  BOOST_TEST((game.starved > 5ms), game.starved.count() << " ns; " << game.how);
  BOOST_TEST((game.starved <= game.took), game.starved.count());
}

/// Each program exits so long after it was started.
class ExitsAfter final : public PlayersPrograms {
 public:
  explicit ExitsAfter(rig::Duration after) : after_(after) {}
  std::vector<Deed> answer(std::size_t, const Sight& sight) override {
    if (!sight.first) return {};
    return {{.kind = DeedKind::exit, .after = after_, .path = {}, .content = {}, .number = 0}};
  }
  rig::Duration awaited() const override { return {}; }
  std::vector<std::string> plan() const override { return {}; }

 private:
  rig::Duration after_;
};

// The rig wakes when the program's time has come, and is told a moment later that it is done.
BOOST_AUTO_TEST_CASE(a_referee_is_waited_for_while_a_program_does_what_it_was_told) {
  Description host = read_description(RIG_SOURCE_DIR "/fixtures/referees/rig-match.toml", "ustc");
  host.command = {"sh", "-c", "for i in 1 2 3 4; do {board1}; done; exit 0"};
  GameOrder order;
  order.programs = std::make_shared<ExitsAfter>(800ms);
  order.patience = 500ms;
  order.longest = 20s;
  const Host under_test{host, rig::protocol::find_contest("ustc")};
  const Played game = play(under_test, {order}, 1).front();
  BOOST_TEST((game.ending == Ending::exited), game.how);
}

/// Four seconds, of which the rig's patience is three.
BOOST_AUTO_TEST_CASE(while_the_rig_stood_still_nobody_waited_for_the_referee) {
  Description host = stand_in();
  host.command.insert(
      host.command.begin(),
      {"sh", "-c", "sleep 0.3; kill -STOP $RIG; sleep 4; kill -CONT $RIG; sleep 0.2; exec \"$0\" \"$@\""});
  BOOST_TEST(goes_right_in_a_process_of_its_own(
      host, [](const Played& game) { return game.ending == Ending::exited && game.took > 4s; }));
}

BOOST_AUTO_TEST_CASE(a_board_that_read_its_request_late_was_late) {
  Description host = read_description(RIG_SOURCE_DIR "/fixtures/referees/rig-match-games.toml");
  host.command = {
      "bash", "-c",
      "exec 3<>/dev/tcp/127.0.0.1/{board1} 4<>/dev/tcp/127.0.0.1/{board2}; kill -STOP $RIG; sleep 0.1; "
      "printf 0 >&3; sleep 1; kill -CONT $RIG; head -c 3 <&3"};
  BOOST_TEST(goes_right_in_a_process_of_its_own(
      host, [](const Played& game) { return game.boards[0].behind >= 1s && game.boards[1].behind < 1s; }));
}

BOOST_AUTO_TEST_CASE(of_a_referee_that_does_not_end_it_is_told_what_it_was_doing) {
  Description host = read_description(RIG_SOURCE_DIR "/fixtures/referees/rig-match-games.toml");
  GameOrder order = short_game();
  order.patience = 1s;
  const std::vector<std::pair<std::string, std::string>> doings = {
      {"while :; do :; done", "and was computing"},
      {"kill -STOP $$", "and was stopped by a signal"},
  };
  for (const auto& [doing, words] : doings) {
    host.command = {"bash", "-c",
                    "exec 3<>/dev/tcp/127.0.0.1/{board1} 4<>/dev/tcp/127.0.0.1/{board2}; " + doing};
    const Played game = played(host, order);
    BOOST_TEST((game.ending == Ending::hung), game.how);
    BOOST_TEST(contains(game.how, words), game.how);
  }
}
