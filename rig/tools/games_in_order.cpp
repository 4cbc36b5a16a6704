#include "rig/tools/games_in_order.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace rig {

namespace {

using arbiter::GameOutcome;

/// How far a worker may be ahead of what was handed on: outcomes take memory.
constexpr std::size_t most_kept = 16;

/// The games of one worker, played in a thread of its own.
class Lane {
 public:
  Lane(const GamesInOrder& plan, std::size_t worker)
      : plan_(plan), worker_(worker), thread_([this] { play(); }) {}
  ~Lane() { thread_.join(); }
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;

  /// The outcome of its next game; nothing: it plays no more.
  std::optional<GameOutcome> next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return ended_ || !finished_.empty(); });
    if (finished_.empty()) {
      if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
      return std::nullopt;
    }
    GameOutcome outcome = std::move(finished_.front());
    finished_.pop_front();
    changed_.notify_all();
    return outcome;
  }

 private:
  void play() {
    std::exception_ptr error;
    try {
      const int step = static_cast<int>(plan_.workers.size());
      for (int number = static_cast<int>(worker_) + 1; number <= plan_.games && !plan_.stop(); number += step)
        keep(plan_.workers[worker_](number));
    } catch (...) {
      error = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    error_ = error;
    ended_ = true;
    changed_.notify_all();
  }

  void keep(GameOutcome outcome) {
    constexpr std::chrono::milliseconds look{100};
    std::unique_lock lock(mutex_);
    while (finished_.size() >= most_kept && !plan_.stop()) changed_.wait_for(lock, look);
    finished_.push_back(std::move(outcome));
    changed_.notify_all();
  }

  const GamesInOrder& plan_;
  std::size_t worker_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<GameOutcome> finished_;
  std::exception_ptr error_;
  bool ended_ = false;
  std::thread thread_;  // last: it uses the others
};

/// Ends the workers before their lanes go.
class Finisher {
 public:
  explicit Finisher(const GamesInOrder& plan) : plan_(plan) {}
  ~Finisher() { plan_.finish(); }
  Finisher(const Finisher&) = delete;
  Finisher& operator=(const Finisher&) = delete;

 private:
  const GamesInOrder& plan_;
};

}  // namespace

void play_in_order(const GamesInOrder& plan, const std::function<bool(int, GameOutcome)>& take) {
  if (plan.workers.size() == 1) {
    for (int number = 1; number <= plan.games && !plan.stop(); ++number) {
      if (!take(number, plan.workers[0](number))) return;
    }
    return;
  }
  std::vector<std::unique_ptr<Lane>> lanes;
  const Finisher finisher(plan);
  for (std::size_t worker = 0; worker < plan.workers.size(); ++worker)
    lanes.push_back(std::make_unique<Lane>(plan, worker));
  for (int number = 1; number <= plan.games; ++number) {
    std::optional<GameOutcome> outcome = lanes[static_cast<std::size_t>(number - 1) % lanes.size()]->next();
    if (outcome && !take(number, std::move(*outcome))) return;
  }
}

}  // namespace rig
