/// Several games in one run of a referee under test.

#include <unistd.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "conformance/referee/host/play.hpp"
#include "conformance/referee/host/recorded.hpp"
#include "conformance/referee/host/series.hpp"
#include "conformance/referee/host/tests/short_game.hpp"
#include "rig/protocol/contest.hpp"
#include "rig/tests/contains.hpp"

using namespace rig::host;
using rig::contains;
using namespace std::chrono_literals;

namespace {

const rig::protocol::Contest& contest() {
  return rig::protocol::find_contest("icfpt2014");
}

/// The stand-in that plays game after game, with both boards on its standard streams.
Description series_host(const std::vector<std::string>& more = {}) {
  Description host = read_description(RIG_SOURCE_DIR "/fixtures/referees/series-host.toml");
  host.command = {SERIES_HOST};
  host.command.insert(host.command.end(), more.begin(), more.end());
  return host;
}

/// The same on two serial devices, as its configuration names them; it stays when its games are over.
class WithConfiguration {
 public:
  explicit WithConfiguration(Configuration::Place place) {
    std::filesystem::create_directory(folder_);
    std::filesystem::copy_file(RIG_SOURCE_DIR "/fixtures/referees/series-host.conf",
                               folder_ / "series-host.conf");
    host.command.front() = SERIES_HOST;
    host.command[2] = place == Configuration::Place::copy ? "{configuration}" : "series-host.conf";
    host.directory = folder_;
    host.configuration.file = folder_ / "series-host.conf";
    host.configuration.place = place;
  }
  ~WithConfiguration() { std::filesystem::remove_all(folder_); }
  WithConfiguration(const WithConfiguration&) = delete;
  WithConfiguration& operator=(const WithConfiguration&) = delete;

  Description host = read_description(RIG_SOURCE_DIR "/fixtures/referees/series-host-config.toml");

 private:
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("series-" + std::to_string(getpid()));
};

/// Player 2 begins and is silent.
GameOrder silent_game() {
  GameOrder order;
  order.beginner = 1;
  order.scripts[0] = {says("1P1"), {}};
  order.scripts[1] = {says("1P2"), {Answer::silence()}};
  order.patience = 3s;
  return order;
}

std::vector<Played> played(const Description& host, const std::vector<GameOrder>& games) {
  return play({host, contest()}, games, 1);
}

std::vector<std::size_t> numbers_of(const std::vector<Played>& games) {
  std::vector<std::size_t> numbers;
  numbers.reserve(games.size());
  for (const Played& game : games) numbers.push_back(game.number);
  return numbers;
}

std::string sent_to(const BoardLog& board) {
  std::string text;
  for (const Happening& one : board.happenings) {
    if (one.kind == Happening::Kind::request) text += rig::to_text(one.bytes) + " ";
  }
  return text;
}

using Numbers = std::vector<std::size_t>;

}  // namespace

BOOST_AUTO_TEST_CASE(seats_are_the_same_or_swapped_or_taken_in_turn) {
  Description host;
  const auto seated = [&](std::size_t beginner, std::size_t number) {
    const Seating seating = seating_in_run(host, contest(), beginner, number);
    return std::to_string(seating.beginner + 1) + (seating.boards_changed ? " changed" : "");
  };
  BOOST_TEST(seated(1, 3) == "2");
  host.seats = Seats::swapped;
  BOOST_TEST(seated(1, 2) == "2");
  BOOST_TEST(seated(1, 3) == "2 changed");
  host.seats = Seats::in_turn;  // first on (5,5), first on (a,a), second on (5,5), second on (a,a)
  for (const auto& [number, wanted] : std::vector<std::pair<std::size_t, std::string>>{
           {0, "1"}, {1, "2 changed"}, {2, "2"}, {3, "1 changed"}, {4, "1"}})
    BOOST_TEST(seated(0, number) == wanted, number);
  BOOST_TEST(seated(1, 0) == "2");
  BOOST_TEST(seated(1, 1) == "1 changed");
}

BOOST_AUTO_TEST_CASE(games_of_one_run_are_told_apart_and_each_has_its_verdict) {
  GameOrder passes = short_game();
  passes.scripts[0].moves = {says("53e0"), says("0000")};
  passes.scripts[1].moves = {says("a8e0"), says("0000")};
  const std::vector<Played> games = played(series_host(), {short_game(), passes, short_game()});
  BOOST_TEST(numbers_of(games) == (Numbers{0, 1, 2}), boost::test_tools::per_element());
  for (const std::size_t game : {0U, 2U}) {
    BOOST_TEST(sent_to(games[game].boards[0]) == "0 25 4a8e0 9 ", games[game].how);
    BOOST_TEST(sent_to(games[game].boards[1]) == "0 3A53e0 9 ");
    BOOST_TEST((games[game].announced.loss == Outcome::violation_1), games[game].output);
  }
  BOOST_TEST(*games[1].announced.winner == 0, games[1].output);
  BOOST_TEST((games[1].announced.score == std::array<int, 2>{-85, -85}), games[1].output);
  BOOST_TEST((games[0].ending == Ending::went_on));
  BOOST_TEST((games[2].ending == Ending::was_ended), games[2].how);
  BOOST_TEST(contains(games[2].how, "another game"), games[2].how);
}

BOOST_AUTO_TEST_CASE(a_game_that_may_leave_something_is_the_last_of_its_run) {
  GameOrder left_open = short_game();
  left_open.ends_its_run = true;
  const std::vector<Played> games = played(series_host(), {short_game(), left_open, short_game()});
  BOOST_TEST(numbers_of(games) == (Numbers{0, 1, 0}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_a_host_does_not_come_to_is_played_in_another_run) {
  const std::vector<Played> games =
      played(series_host({"--odd", "stops-early"}), {short_game(), short_game()});
  BOOST_TEST(numbers_of(games) == (Numbers{0, 0}), boost::test_tools::per_element());
  BOOST_TEST(games[0].is_cut_short);
  BOOST_TEST(!games[1].is_cut_short);
  for (const Played& game : games) BOOST_TEST((game.announced.loss == Outcome::violation_1), game.output);
}

/// The rig stands still while a host waits for the name of board 1: that game is lost before board 2 is
/// greeted.
BOOST_AUTO_TEST_CASE(what_comes_after_a_game_that_the_rig_has_upset_is_played_in_another_run) {
  GameOrder late = short_game();
  late.scripts[0].hello.pieces.front().after = 350ms;
  GameOrder passes = short_game();
  passes.scripts[0].moves = {says("53e0"), says("0000")};
  passes.scripts[1].moves = {says("a8e0"), says("0000")};
  Description host = series_host();
  const std::string rig = std::to_string(getpid());
  const std::vector<std::string> stops_the_rig = {
      "/bin/sh", "-c", "(sleep 0.3; kill -STOP " + rig + "; sleep 2; kill -CONT " + rig + ") & exec \"$@\"",
      "sh"};
  host.command.insert(host.command.begin(), stops_the_rig.begin(), stops_the_rig.end());
  const std::vector<Played> games = played(host, {late, passes, short_game()});
  BOOST_TEST((games[0].announced.loss == Outcome::time_out_1), games[0].output);
  BOOST_TEST(games[1].number == 0U);
  BOOST_TEST(sent_to(games[1].boards[1]) == "0 3A53e0 40000 9 ", games[1].how);
  BOOST_TEST(sent_to(games[2].boards[1]) == "0 3A53e0 9 ", games[2].how);
}

BOOST_AUTO_TEST_CASE(a_host_that_keeps_its_board_shows_it_in_the_second_game) {
  const std::vector<Played> games =
      played(series_host({"--odd", "same-board"}), {short_game(), short_game()});
  BOOST_TEST(sent_to(games[0].boards[1]) == "0 3A53e0 9 ");
  BOOST_TEST(sent_to(games[1].boards[1]) == "0 9 ");
}

/// In place and in a copy; the host is a process that stays and has to be ended.
BOOST_AUTO_TEST_CASE(a_host_that_stays_is_ended_and_finds_its_boards_in_its_configuration) {
  for (const auto place : {Configuration::Place::in_place, Configuration::Place::copy}) {
    const WithConfiguration stays(place);
    const std::vector<Played> games = played(stays.host, {short_game(), silent_game(), short_game()});
    BOOST_TEST(numbers_of(games) == (Numbers{0, 0, 1}), boost::test_tools::per_element());
    BOOST_TEST((games[1].ending == Ending::was_ended), games[1].how);
    BOOST_TEST((games[2].ending == Ending::was_ended), games[2].how);
    BOOST_TEST(contains(games[2].how, "after its verdict"), games[2].how);
    BOOST_TEST((games[1].announced.loss == Outcome::time_out_2), games[1].output);
    BOOST_TEST(sent_to(games[1].boards[1]) == "0 2A 9 ");
    BOOST_TEST((games[2].announced.loss == Outcome::violation_1), games[2].output);
  }
}

/// The silence before a verdict is none after it.
BOOST_AUTO_TEST_CASE(a_host_that_stays_is_heard_after_its_verdict_however_long_all_was_silent_before) {
  WithConfiguration stays(Configuration::Place::in_place);
  stays.host.command.insert(stays.host.command.end(), {"--odd", "slow-end"});
  const std::vector<Played> games = played(stays.host, {silent_game()});
  BOOST_TEST((games[0].announced.loss == Outcome::time_out_2), games[0].output);
  for (const std::size_t board : {0U, 1U}) BOOST_TEST(sent_to(games[0].boards[board]).ends_with(" 9 "));
}

/// One game a run: the same process, which has one verdict to give and stays.
BOOST_AUTO_TEST_CASE(a_host_of_one_game_that_stays_is_ended_once_it_has_told_its_verdict) {
  WithConfiguration stays(Configuration::Place::in_place);
  stays.host.games = Games::one;
  stays.host.signs.bound.clear();
  stays.host.command[4] = "1";
  const std::vector<Played> games = played(stays.host, {short_game(), short_game()});
  for (const Played& game : games) {
    BOOST_TEST((game.ending == Ending::was_ended), game.how);
    BOOST_TEST((game.announced.loss == Outcome::violation_1), game.output);
    BOOST_TEST(contains(game.how, "after its verdict"), game.how);
  }
}

BOOST_AUTO_TEST_CASE(a_recorded_game_knows_where_it_stood_in_its_run) {
  const Description host = series_host({"--odd", "stops-early"});
  const std::vector<GameOrder> orders = {short_game(), short_game()};
  std::vector<Played> games = played(host, orders);
  games[1].number = 1;
  games[1].names_changed = true;
  std::vector<std::string> lines;
  for (const std::size_t game : {0U, 1U}) {
    for (const std::string& line : lines_of("a game", orders[game], games[game])) lines.push_back(line);
  }
  const std::vector<RecordedGame> read = read_games({"it", 1, lines}, contest(), host.signs);
  BOOST_TEST(read[0].played.is_cut_short);
  BOOST_TEST(read[1].played.number == 1U);
  BOOST_TEST((read[1].played.announced.loss == Outcome::violation_2));
}
