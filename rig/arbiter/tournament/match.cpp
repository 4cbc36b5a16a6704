#include "rig/arbiter/tournament/match.hpp"

#include <fmt/format.h>

namespace rig::arbiter::tournament {

std::optional<double> Wins::mean() const {
  if (counted == 0) return std::nullopt;
  return static_cast<double>(moves) / counted;
}

Wins& Wins::operator+=(const Wins& other) {
  games += other.games;
  counted += other.counted;
  moves += other.moves;
  return *this;
}

std::string Match::score(Entrant side) const {
  const int own = wins[side == first ? 0 : 1].games;
  const int other = wins[side == first ? 1 : 0].games;
  return drawn == 0 ? fmt::format("{}:{}", own, other) : fmt::format("{}:{}, {} drawn", own, other, drawn);
}

std::string match_id(const std::string& stage_id, Entrant first, Entrant second) {
  return stage_id + '/' + std::to_string(first + 1) + '-' + std::to_string(second + 1);
}

int seat_of_game(const Field& field, int start, int game) {
  return (start + game - 2) % field.seats + 1;
}

void play_game(Progress& progress, const MatchPlan& plan, int game, int seat, Match& match) {
  const Result* result = progress.play(
      {plan.round, game}, {plan.id + '/' + std::to_string(game), plan.first, plan.second, seat, plan.stage});
  if (result == nullptr) {
    match.over = false;
  } else if (result->outcome == Result::Outcome::drawn) {
    ++match.drawn;
  } else {
    const bool counts = !result->forfeited || plan.forfeits == Forfeits::counted;
    match.wins[result->outcome == Result::Outcome::first_won ? 0 : 1] +=
        Wins{1, counts ? 1 : 0, counts ? result->moves : 0};
  }
}

void play_games(Progress& progress, const MatchPlan& plan, int from, int to, Match& match) {
  for (int game = from; game <= to; ++game)
    play_game(progress, plan, game, seat_of_game(progress.field(), 1, game), match);
}

Match play_match(Progress& progress, const MatchPlan& plan, int games) {
  Match match;
  match.first = plan.first;
  match.second = plan.second;
  play_games(progress, plan, 1, games, match);
  return match;
}

}  // namespace rig::arbiter::tournament
