#include "rig/arbiter/pairing.hpp"

#include <utility>

#include "rig/base/errors.hpp"
#include "rig/dut/dut.hpp"

namespace rig::arbiter {

SideOptions side_options(const Policy& policy, const std::string& dut) {
  SideOptions options;
  options.restart = policy.restart;
  options.settle = policy.settle;
  options.time_margin = policy.time_margin;
  if (dut::starts_a_program(dut::parse_dut_name(dut))) options.grace = policy.grace;
  return options;
}

Pairing::Pairing(const protocol::Contest& contest, std::function<Sides()> open, const Policy& policy)
    : contest_(contest), open_(std::move(open)), policy_(policy) {}

void Pairing::open() {
  if (sides_.players[0] != nullptr) return;
  sides_ = open_();
  for (const std::size_t side : {0U, 1U}) descriptions_[side] = sides_.players[side]->description();
}

GameOutcome Pairing::play(const protocol::Seat& seat, const std::vector<Watcher*>& watchers,
                          const std::vector<protocol::Move>& opening) {
  const GameTerms terms{policy_.most_plies, opening};
  GameOutcome outcome;
  for (int left = policy_.replays;; --left) {
    const std::string why = attempt(outcome, seat, watchers, terms);
    if (why.empty() || left <= 0) return outcome;
    outcome.replayed.push_back(why);
  }
}

/// Why the game is to be played again; empty: it is not.
std::string Pairing::attempt(GameOutcome& outcome, const protocol::Seat& seat,
                             const std::vector<Watcher*>& watchers, const GameTerms& terms) {
  outcome.report.reset();
  outcome.error.clear();
  try {
    open();
    std::vector<Side*> idle;
    for (const auto& side : sides_.idle) idle.push_back(side.get());
    outcome.report = play_game(contest_, seat, *sides_.players[0], *sides_.players[1], watchers, terms, idle);
  } catch (const RigError& error) {
    close();
    outcome.error = error.what();
    return outcome.error;
  }
  const bool is_undecided = outcome.report->no_result && !outcome.report->interrupted;
  return is_undecided ? outcome.report->no_result->note.words : std::string();
}

}  // namespace rig::arbiter
