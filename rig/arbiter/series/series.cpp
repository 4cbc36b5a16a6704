#include "rig/arbiter/series/series.hpp"

#include "rig/base/random.hpp"

namespace rig::arbiter {

using protocol::Player;
using protocol::Result;

namespace {

void count(Tally& tally, SeriesGame::Outcome outcome) {
  switch (outcome) {
    case SeriesGame::Outcome::first_won: ++tally.won; break;
    case SeriesGame::Outcome::drawn: ++tally.drawn; break;
    case SeriesGame::Outcome::second_won: ++tally.lost; break;
    case SeriesGame::Outcome::none: break;
  }
}

/// What makes a game another one: seats, moves, and how it ended.
std::string trace_of(const SeriesGame& one) {
  std::string trace = one.game.seats[index_of(one.first)].name + "\n" + ending_of(one.game);
  for (const Ply& ply : one.game.plies) trace += "\n" + ply.move.text;
  return trace;
}

}  // namespace

SeriesGame::Outcome SeriesGame::outcome() const {
  if (game.no_result) return Outcome::none;
  if (game.result.state == Result::State::draw) return Outcome::drawn;
  const Player winner = game.result.state == Result::State::one_won ? Player::one : Player::two;
  return winner == first ? Outcome::first_won : Outcome::second_won;
}

std::string_view to_string(SeriesGame::Outcome outcome) {
  switch (outcome) {
    case SeriesGame::Outcome::first_won: return "first";
    case SeriesGame::Outcome::drawn: return "draw";
    case SeriesGame::Outcome::second_won: return "second";
    case SeriesGame::Outcome::none: return "none";
  }
  return "?";
}

const protocol::Seat& seat_in_game(const protocol::Contest& contest, int number) {
  return contest.seats[static_cast<std::size_t>(number - 1) % contest.seats.size()];
}

void Series::add(const SeriesGame& game) {
  if (game.outcome() == SeriesGame::Outcome::none) {
    ++standings_.without_result;
    return;
  }
  count(standings_.tally, game.outcome());
  count(standings_.by_ending[ending_of(game.game)], game.outcome());
  plies_ += static_cast<double>(game.game.plies.size());
  traces_.insert(derive_seed(0, trace_of(game)));
}

Standings Series::standings() const {
  Standings standings = standings_;
  const int games = standings.tally.games();
  if (games > 0) standings.mean_plies = plies_ / games;
  standings.different = static_cast<int>(traces_.size());
  return standings;
}

Standings standings_of(const std::vector<SeriesGame>& games) {
  Series series;
  for (const SeriesGame& one : games) series.add(one);
  return series.standings();
}

}  // namespace rig::arbiter
