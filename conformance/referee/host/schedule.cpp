#include "conformance/referee/host/play.hpp"

#include <poll.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <memory>
#include <utility>

#include "conformance/referee/host/run.hpp"
#include "conformance/referee/host/series.hpp"
#include "rig/link/stream/monotonic.hpp"
#include "rig/link/stream/transport.hpp"

namespace rig::host {

namespace {

using namespace std::chrono_literals;

/// How often the boards are looked at while nothing comes: what comes is known to have come since.
constexpr Duration look_for_bytes = 2ms;
/// A run of a referee that plays many games has no more than so many.
constexpr std::size_t most_games_of_a_run = 8;

/// Plays games in runs of their referee.
class Schedule {
 public:
  Schedule(const Host& host, const std::vector<GameOrder>& games, std::size_t side_by_side)
      : host_(host),
        games_(games),
        most_runs_(host.description.plays_side_by_side() ? side_by_side : 1),
        played_(games.size()) {
    for (std::size_t i = 0; i < games.size(); ++i) left_.push_back(i);
    constexpr std::size_t fewest = 2;
    const std::size_t share = (games.size() + most_runs_ - 1) / most_runs_;
    if (host.description.games == Games::many) longest_run_ = std::clamp(share, fewest, most_games_of_a_run);
  }

  std::vector<Played> play() {
    while (!left_.empty() || !running_.empty()) {
      if (!left_.empty() && running_.size() < most_runs_) {
        begin_run();
      } else {
        wait();
      }
      for (const auto& one : running_) one.run->step();
      for (Running& one : running_) {
        if (one.run->over()) end(one);
      }
      std::erase_if(running_, [](const Running& one) { return one.run->over(); });
    }
    return std::move(played_);
  }

 private:
  struct Running {
    std::unique_ptr<Run> run;
    std::vector<std::size_t> games;
  };

  void begin_run() {
    Running next{nullptr, {left_.front()}};
    left_.pop_front();
    const GameOrder& first = games_[next.games.front()];
    while (next.games.size() < longest_run_ && !games_[next.games.back()].ends_its_run) {
      const Seating seating =
          seating_in_run(host_.description, host_.contest, first.beginner, next.games.size());
      const auto fits = std::find_if(left_.begin(), left_.end(), [&](std::size_t game) {
        return games_[game].beginner == seating.beginner;
      });
      if (fits == left_.end()) break;
      next.games.push_back(*fits);
      left_.erase(fits);
    }
    std::vector<const GameOrder*> orders;
    for (const std::size_t game : next.games) orders.push_back(&games_[game]);
    next.run = std::make_unique<Run>(host_, std::move(orders));
    running_.push_back(std::move(next));
  }

  /// What the referee did not come to is played in another run, and so is what came after a game that the rig
  /// may have upset.
  void end(Running& one) {
    std::vector<Played> seen = one.run->take();
    const auto upset =
        std::find_if(seen.begin(), seen.end(), [&](const Played& game) { return is_upset(game); });
    if (upset != seen.end()) seen.erase(std::next(upset), seen.end());
    for (std::size_t i = 0; i < seen.size(); ++i) played_[one.games[i]] = std::move(seen[i]);
    left_.insert(left_.begin(), one.games.begin() + static_cast<std::ptrdiff_t>(seen.size()),
                 one.games.end());
  }

  /// Whether a board of the rig's own was so late that its game may have been over before it had answered. A
  /// board that was not greeted then takes the next game for this one.
  bool is_upset(const Played& game) const {
    const protocol::Contest& contest = host_.contest;
    Duration limit = contest.dialect->expects(protocol::asks_after({})).deadline;
    if (contest.greets) limit = std::min(limit, contest.dialect->expects(contest.hello).deadline);
    return std::any_of(game.boards.begin(), game.boards.end(),
                       [&](const BoardLog& board) { return board.behind > limit / 2; });
  }

  void wait() const {
    std::vector<pollfd> watched;
    Duration next = monotonic_now() + look_for_bytes;
    for (const Running& one : running_) {
      one.run->add_descriptors(watched);
      next = std::min(next, one.run->next_look());
    }
    const Duration patience = std::max(Duration::zero(), next - monotonic_now());
    static_cast<void>(wait_for_any(watched, patience));
  }

  const Host& host_;
  const std::vector<GameOrder>& games_;
  std::size_t most_runs_;
  std::size_t longest_run_ = 1;
  std::vector<Played> played_;
  std::deque<std::size_t> left_;
  std::vector<Running> running_;
};

}  // namespace

std::vector<Played> play(const Host& host, const std::vector<GameOrder>& games, std::size_t side_by_side) {
  return Schedule(host, games, side_by_side).play();
}

}  // namespace rig::host
