#include "conformance/referee/lines.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "rig/base/errors.hpp"
#include "rig/game/game.hpp"

namespace conformance {

using rig::Random;
using rig::protocol::Contest;
using rig::protocol::Move;
using rig::protocol::Ruling;
using rig::protocol::Seat;

namespace {

constexpr int tries = 40;

const rig::game::MoveWriter& writer_of(const Contest& contest) {
  const auto& writer = rig::game::game_of(contest).writer;
  if (writer == nullptr) throw rig::RigError("Nobody writes wrong moves of " + contest.game + ".");
  return *writer;
}

}  // namespace

std::vector<Move> moves_by_chance(const Contest& contest, const Ruling& ruling, Random& random) {
  return writer_of(contest).by_chance(contest, ruling, random);
}

std::vector<Move> misspellings(const Contest& contest, const Ruling& ruling, const Move& move) {
  std::vector<Move> moves;
  for (const std::string& one : writer_of(contest).misspellings(contest, move)) {
    if (ruling.judge({one}).kind == "malformed move") moves.push_back({one});
  }
  return moves;
}

std::string player_at(const Seat& first, int ply) {
  const bool is_one = (first.player == rig::protocol::Player::one) == (ply % 2 == 1);
  return is_one ? "player 1" : "player 2";
}

std::optional<Scenario> breaking(const Contest& contest, const Seat& first, const std::string& kind, int ply,
                                 Random& random) {
  std::optional<Scenario> with_others;  // where it breaks other rules, too
  for (int i = 0; i < tries; ++i) {
    const Line line = open_line(contest, first, random, ply - 1);
    if (line.ruling->must_pass()) continue;
    std::vector<Move> candidates = {line.ruling->pass()};
    if (candidates.front().text.empty()) candidates.clear();
    const std::vector<Move> more = moves_by_chance(contest, *line.ruling, random);
    candidates.insert(candidates.end(), more.begin(), more.end());
    for (const Move& move : candidates) {
      const rig::protocol::Judgement judgement = line.ruling->judge(move);
      if (judgement.legal || judgement.kind != kind) continue;
      if (line.files && !writer_of(contest).shows_in_files(*line.ruling, move, kind)) continue;
      const std::string what = fmt::format("{} says {} on ply {}: {}", player_at(first, ply), move.text, ply,
                                           judgement.explanation);
      Scenario scenario{what, first, line.turns()};
      scenario.turns.push_back({move});
      if (line.ruling->rules_broken(move) == 1) return scenario;
      with_others = scenario;
    }
  }
  return with_others;
}

std::optional<Scenario> featuring(const Contest& contest, const Seat& first, const std::string& feature,
                                  Random& random) {
  constexpr int longest = 60;
  for (int i = 0; i < tries; ++i) {
    Line line(contest, first);
    for (int ply = 1; ply <= longest && !line.over() && !line.ruling->must_pass(); ++ply) {
      std::vector<Move> legal = line.ruling->legal_moves();
      random.shuffle(std::span(legal));
      legal.resize(std::min<std::size_t>(legal.size(), 200));
      const auto found = std::find_if(legal.begin(), legal.end(), [&](const Move& move) {
        const std::vector<std::string> features = line.ruling->features(move);
        return std::find(features.begin(), features.end(), feature) != features.end();
      });
      if (found == legal.end()) {
        line.play(legal.front());
        continue;
      }
      line.play(*found);
      return ended(
          fmt::format("{} says {} on ply {}, which is legal", player_at(first, ply), found->text, ply), first,
          line);
    }
  }
  return std::nullopt;
}

}  // namespace conformance
