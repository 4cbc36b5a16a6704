/// Games that are played at the same time, handed on in their order.

#include "rig/tools/games_in_order.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <chrono>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace rig {
namespace {

using arbiter::GameOutcome;

GameOutcome outcome_of(int number) {
  GameOutcome outcome;
  outcome.error = std::to_string(number);
  return outcome;
}

/// Workers that note who played what; the games of the first take longer.
struct Players {
  explicit Players(int workers, int games) {
    plan.games = games;
    plan.stop = [this] { return over.load(); };
    plan.finish = [this] { over = true; };
    for (int worker = 0; worker < workers; ++worker) {
      plan.workers.emplace_back([this, worker](int number) {
        if (worker == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
        const std::lock_guard lock(mutex);
        played.resize(std::max(played.size(), static_cast<std::size_t>(number) + 1), -1);
        played[static_cast<std::size_t>(number)] = worker;
        return outcome_of(number);
      });
    }
  }

  GamesInOrder plan;
  std::atomic<bool> over = false;
  std::mutex mutex;
  std::vector<int> played;  // by whom, by number
};

BOOST_AUTO_TEST_SUITE(games_in_order)

BOOST_AUTO_TEST_CASE(outcomes_come_in_the_order_of_the_games_however_many_play) {
  for (const int workers : {1, 2, 3, 7}) {
    Players players(workers, 50);
    int next = 1;
    play_in_order(players.plan, [&](int number, const GameOutcome& outcome) {
      BOOST_TEST(number == next++);
      BOOST_TEST(outcome.error == std::to_string(number));
      return true;
    });
    BOOST_TEST(next == 51);
    for (int number = 1; number <= 50; ++number)
      BOOST_TEST(players.played[static_cast<std::size_t>(number)] == (number - 1) % workers);
  }
}

BOOST_AUTO_TEST_CASE(nothing_is_handed_on_once_no_more_is_wanted) {
  for (const int workers : {1, 3}) {
    Players players(workers, 1'000'000);
    int taken = 0;
    play_in_order(players.plan, [&](int, const GameOutcome&) { return ++taken < 10; });
    BOOST_TEST(taken == 10);
  }
}

BOOST_AUTO_TEST_CASE(games_that_had_ended_when_all_are_to_end_are_handed_on) {
  for (const int workers : {1, 3}) {
    Players players(workers, 1'000'000);
    std::vector<int> taken;
    play_in_order(players.plan, [&](int number, const GameOutcome&) {
      taken.push_back(number);
      if (number == 9) players.over = true;
      return true;
    });
    BOOST_TEST(std::is_sorted(taken.begin(), taken.end()));
    BOOST_TEST(taken.size() >= 9U);
    BOOST_TEST(taken.size() < 200U);
  }
}

BOOST_AUTO_TEST_CASE(nobody_plays_far_ahead_of_what_was_handed_on) {
  Players players(2, 10'000);
  std::size_t played = 0;
  play_in_order(players.plan, [&](int number, const GameOutcome&) {
    if (number > 1) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    const std::lock_guard lock(players.mutex);
    played = players.played.size();
    return true;
  });
  BOOST_TEST(played > 2U);
  BOOST_TEST(played < 50U);
}

BOOST_AUTO_TEST_CASE(what_a_worker_throws_comes_after_the_games_before_it) {
  for (const int workers : {1, 2}) {
    Players players(workers, 20);
    players.plan.workers.back() = [&](int number) {
      if (number >= 6) throw std::runtime_error("broken");
      return outcome_of(number);
    };
    int taken = 0;
    const auto play = [&] {
      play_in_order(players.plan, [&](int, const GameOutcome&) { return ++taken > 0; });
    };
    BOOST_CHECK_THROW(play(), std::runtime_error);
    BOOST_TEST(taken == 5);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig
