#include "rig/referee/series/series.hpp"

#include <set>

namespace rig::referee {

using contest::Player;
using contest::Result;

namespace {

void count(Tally& tally, SeriesGame::Outcome outcome) {
  switch (outcome) {
    case SeriesGame::Outcome::first_won: ++tally.won; break;
    case SeriesGame::Outcome::drawn: ++tally.drawn; break;
    case SeriesGame::Outcome::second_won: ++tally.lost; break;
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
  if (game.result.state == Result::State::draw) return Outcome::drawn;
  const Player winner = game.result.state == Result::State::one_won ? Player::one : Player::two;
  return winner == first ? Outcome::first_won : Outcome::second_won;
}

std::string_view to_string(SeriesGame::Outcome outcome) {
  switch (outcome) {
    case SeriesGame::Outcome::first_won: return "first";
    case SeriesGame::Outcome::drawn: return "draw";
    case SeriesGame::Outcome::second_won: return "second";
  }
  return "?";
}

const contest::Seat& seat_in_game(const contest::Contest& contest, int number) {
  return contest.seats[static_cast<std::size_t>(number - 1) % contest.seats.size()];
}

Standings standings_of(const std::vector<SeriesGame>& games) {
  Standings standings;
  std::set<std::string> traces;
  double plies = 0;
  for (const SeriesGame& one : games) {
    count(standings.tally, one.outcome());
    count(standings.by_ending[ending_of(one.game)], one.outcome());
    plies += static_cast<double>(one.game.plies.size());
    traces.insert(trace_of(one));
  }
  if (!games.empty()) standings.mean_plies = plies / static_cast<double>(games.size());
  standings.different = static_cast<int>(traces.size());
  return standings;
}

}  // namespace rig::referee
