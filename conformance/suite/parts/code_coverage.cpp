#include "conformance/suite/parts/code_coverage.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <type_traits>

namespace conformance {

using rig::player::Opponent;
using rig::protocol::Seat;

namespace {

/// A code is hardly tested while a board that misread it would more likely than not have gone unseen.
constexpr double as_likely_as_not = 0.5;

/// A DUT that makes it impossible to send a code in so many games, and in each of them, always does.
constexpr int games_to_tell = 3;

}  // namespace

std::size_t CodeCoverage::answered(const Seat& seat) const {
  const SeenInGames& seen = matches_.seen();
  const auto of_seat = [&](const auto& by_seat) {
    const auto found = by_seat.find(seat.name);
    return found == by_seat.end() ? typename std::decay_t<decltype(by_seat)>::mapped_type() : found->second;
  };
  const std::set<std::string> answered = of_seat(seen.codes_answered);
  const int games = of_seat(seen.games);
  std::size_t never_open = 0;
  for (const auto& [code, times] : of_seat(seen.codes_closed))
    never_open += games >= games_to_tell && times == games && !answered.contains(code) ? 1 : 0;
  return answered.size() + never_open;
}

CodeCoverage::HardlyTested CodeCoverage::hardly_tested(const Seat& seat) const {
  const auto& by_seat = matches_.seen().unseen;
  HardlyTested hardly{contest_.codes, contest_.codes};
  if (!by_seat.contains(seat.name)) return hardly;
  const auto is_tested = [](double unseen) { return unseen <= as_likely_as_not; };
  for (const auto& [code, unseen] : by_seat.at(seat.name)) {
    const std::vector<double>& chances = unseen.chances;
    if (is_tested(chances.front())) --hardly.if_overlooked;
    if (std::all_of(chances.begin() + 1, chances.end(), is_tested)) --hardly.if_turned;
  }
  return hardly;
}

/// The opponent passes when nothing is to be learnt from its tiles, and the DUT plays on alone for a while:
/// what it has misread may show only then.
GameReport CodeCoverage::play(const Seat& seat, Opponent& coverage) {
  constexpr int alone = 2;
  return matches_.play(seat, coverage,
                       {.enough = [](const GameReport& game) { return game.opponents_passes == alone; }});
}

void CodeCoverage::play_until_every_code_was_met(Opponent& coverage, const std::vector<Seat>& seats,
                                                 int before) {
  constexpr int most_rounds = 28;     // for a code that two moves have not answered yet
  constexpr int rounds_to_test = 22;  // for those that are hardly tested
  bool every_code_was_met = false;
  bool go_on = true;
  int games = 0;
  for (int round = before; round < most_rounds && go_on; ++round) {
    every_code_was_met = true;
    go_on = false;
    for (const Seat& seat : seats) {
      const auto all_answered = [&] { return answered(seat) == contest_.codes; };
      const auto [if_overlooked, if_turned] = hardly_tested(seat);
      if (all_answered() && (round >= rounds_to_test || if_overlooked + if_turned == 0)) continue;
      if (!matches_.greet()) return;
      ++games;
      const GameReport game = play(seat, coverage);
      conclude(game);
      if (!game.sound) return;
      matches_.end_match();
      go_on = true;
      every_code_was_met = every_code_was_met && all_answered();
    }
  }
  for (const Seat& seat : seats) {
    const auto [if_overlooked, if_turned] = hardly_tested(seat);
    findings_.count("codes-hardly-tested", if_overlooked);
    findings_.count("codes-hardly-tested-if-turned", if_turned);
  }
  if (every_code_was_met) return findings_.passed("opponent.codes");
  findings_.not_reached("opponent.codes", games);
}

void CodeCoverage::conclude(const GameReport& game) {
  if (!game.sound)
    findings_.conclude("opponent.codes", game,
                       "its reply was wrong: it may have misread an earlier move of the opponent");
}

}  // namespace conformance
