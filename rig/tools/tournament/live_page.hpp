#pragma once
/// A tournament on a live page: what is on at each bench, the standings, the next games, how the last ones
/// ended.

#include <deque>
#include <map>
#include <set>
#include <string>

#include "rig/arbiter/tournament/runner.hpp"
#include "rig/live/hub.hpp"

namespace rig::tournament {

class LivePage final : public arbiter::tournament::Spectator {
 public:
  /// `hub` and `plan` outlive it.
  LivePage(live::Hub& hub, const arbiter::tournament::Plan& plan);

  void said(const std::string& sentence) override;
  void noted(const arbiter::tournament::Entry& entry, const arbiter::tournament::State& state) override;
  void stands(const arbiter::tournament::Step& step, const arbiter::tournament::State& state) override;

 private:
  /// A game that is on.
  struct On {
    std::string teams;
    std::set<std::string> benches;
  };

  void show_benches(const arbiter::tournament::State& state);
  void show_next(const arbiter::tournament::State& state);
  void tell(const std::string& line);

  live::Hub& hub_;
  const arbiter::tournament::Plan& plan_;
  std::set<std::string> benches_;
  std::map<std::string, On> on_;  // by game
  std::vector<arbiter::tournament::Fixture> next_;
  std::deque<std::string> lines_;  // the newest first
};

}  // namespace rig::tournament
