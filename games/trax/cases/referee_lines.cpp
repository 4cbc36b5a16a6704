#include "games/trax/cases/referee_lines.hpp"

#include <algorithm>

#include "conformance/referee/lines.hpp"
#include "rig/base/errors.hpp"
#include "rig/player/opponent.hpp"

namespace conformance {

using rig::Random;
using rig::protocol::Contest;
using rig::protocol::Judgement;
using rig::protocol::Move;
using rig::protocol::Seat;

namespace {

bool holds(const std::vector<std::string>& features, std::string_view feature) {
  return std::find(features.begin(), features.end(), feature) != features.end();
}

bool is_wanted(const Line& line, const Move& move, const std::vector<std::string>& wanted) {
  const std::vector<std::string> features = line.ruling->features(move);
  return std::any_of(wanted.begin(), wanted.end(),
                     [&](const std::string& one) { return holds(features, one); });
}

/// The same game where the board has no limit.
Line without_limit(const Contest& contest, const Seat& first, const Line& line) {
  Line other(contest.with({.board = 0, .named = {}}), first);
  for (const Move& move : line.moves) other.play(move);
  return other;
}

}  // namespace

bool Step::has(std::string_view feature) const {
  return holds(features, feature);
}

std::optional<Line> game_with(const Contest& contest, const Seat& first, Random& random, const Search& search,
                              const std::function<bool(const Step&)>& found) {
  for (int game = 0; game < search.games; ++game) {
    const auto player = rig::player::new_opponent(contest.game, search.players, Random(random.next()));
    const auto other = rig::player::new_opponent(contest.game, search.players, Random(random.next()));
    player->new_game();
    other->new_game();
    Line line(contest, first);
    while (!line.over() && line.ruling->ply() < search.longest) {
      const Move move = (line.ruling->ply() % 2 == 0 ? player : other)->choose(*line.ruling);
      const std::vector<std::string> features = line.ruling->features(move);
      line.play(move);
      if (found({line, features})) return line;
    }
  }
  return std::nullopt;
}

Line played_on(const Contest& contest, const Line& line, Random& random, int plies,
               const std::vector<std::string>& wanted) {
  Line longer(line);
  for (int ply = 0; ply < plies; ++ply) {
    std::vector<Move> moves = longer.ruling->legal_moves();
    random.shuffle(std::span(moves));
    if (!wanted.empty() && ply % 2 == 0)
      std::stable_partition(moves.begin(), moves.end(),
                            [&](const Move& move) { return is_wanted(longer, move, wanted); });
    const auto goes_on = std::find_if(moves.begin(), moves.end(), [&](const Move& move) {
      Line tried(longer);
      tried.play(move);
      return !tried.over();
    });
    if (goes_on == moves.end()) throw rig::RigError("A game of " + contest.name + " could not be played on.");
    longer.play(*goes_on);
  }
  return longer;
}

std::optional<Move> move_judged(const Contest& contest, const Line& line, Random& random,
                                const std::function<bool(const Judgement&)>& is_it) {
  for (const Move& move : moves_by_chance(contest, *line.ruling, random)) {
    if (is_it(line.ruling->judge(move))) return move;
  }
  return std::nullopt;
}

std::optional<Move> move_beyond_the_limit(const Contest& contest, const Seat& first, const Line& line,
                                          Random& random) {
  const Line unlimited = without_limit(contest, first, line);
  for (const Move& move : moves_by_chance(contest, *line.ruling, random)) {
    if (!line.ruling->judge(move).legal && unlimited.ruling->judge(move).legal) return move;
  }
  return std::nullopt;
}

}  // namespace conformance
