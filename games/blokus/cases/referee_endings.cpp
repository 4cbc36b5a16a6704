/// How games end that nobody loses by a breach: passes, scores, the bonus, draws.

#include <fmt/format.h>

#include <algorithm>

#include "conformance/referee/referee_case.hpp"
#include "conformance/suite/suite.hpp"
#include "games/blokus/contests/blokus_game.hpp"

namespace conformance {

using rig::host::Duty;
using rig::protocol::Move;
using rig::protocol::Result;
using rig::protocol::Seat;

namespace {

/// Of the legal moves by chance one of the largest tiles; `kept` is a tile's letter that is kept back while
/// there is another.
Move large_move(const Line& line, char kept, rig::Random& random) {
  std::vector<Move> legal = line.ruling->legal_moves();
  random.shuffle(std::span(legal));
  const auto* game = dynamic_cast<const rig::protocol::BlokusGame*>(line.ruling.get());
  const auto rank = [&](const Move& move) {  // the tiles are named by their size
    const auto code = game == nullptr ? std::nullopt : game->read(move);
    if (!code) return 0;
    const int tile = static_cast<int>(code->tile);
    return tile == kept - 'a' ? 0 : tile + 1;
  };
  return *std::max_element(legal.begin(), legal.end(),
                           [&](const Move& a, const Move& b) { return rank(a) < rank(b); });
}

/// A game in which the player that begins lays all its tiles while the other passes; the last is `last`, or
/// another where that is not allowed. Nothing: not found.
std::optional<Line> all_tiles(const rig::protocol::Contest& contest, const Seat& first, char kept,
                              std::string_view feature, rig::Random& random) {
  constexpr int tries = 400;
  for (int i = 0; i < tries; ++i) {
    Line line(contest, first);
    line.play(large_move(line, kept, random));
    line.play(large_move(line, kept, random));
    std::vector<std::string> features;
    while (!line.over() && !line.ruling->must_pass()) {
      const Move move = large_move(line, kept, random);
      features = line.ruling->features(move);
      line.play(move);
      if (!line.over() && line.ruling->to_move() != first.player) line.play(line.ruling->pass());
    }
    if (features.empty() || features.back() != feature) continue;
    line.pass_to_the_end();
    return line;
  }
  return std::nullopt;
}

bool is_a_draw(const Line& line) {
  return line.ruling->result().state == Result::State::draw;
}

}  // namespace

CONFORMANCE_CASE_OF(RefereeCase, RefereePass, IsForwarded, "forwards a pass and goes on",
                    Checks{.subject = "referee.pass"}) {
  std::vector<Scenario> scenarios;
  for (const Seat& seat : beginners()) {
    for (const int before : {2, 3}) {
      Line line = random_line(contest(), seat, random(), before);
      line.play(line.ruling->pass());
      for (int ply = 0; ply < 2; ++ply) line.play(line.ruling->legal_moves().front());
      if (contest().pass_is_for_good) {
        scenarios.push_back(lost(fmt::format("passes on ply {}", before + 1), seat, line));
        continue;
      }
      line.play(line.ruling->pass());
      line.play(line.ruling->legal_moves().front());
      scenarios.push_back(lost(fmt::format("passes on plies {} and {}", before + 1, before + 4), seat, line));
    }
  }
  play("referee.pass", scenarios);
}

CONFORMANCE_CASE_OF(RefereeCase, RefereePass, BothEndTheGame, "ends the game when both have passed",
                    Checks{.subject = "referee.both-pass", .also = {"referee.result"}}) {
  needs(Duty::rules);
  std::vector<Scenario> scenarios;
  for (const Seat& seat : beginners()) {
    for (const int before : {3, 6}) {
      Line line = random_line(contest(), seat, random(), before);
      line.pass_to_the_end();
      scenarios.push_back({fmt::format("both pass after {} plies", before), seat, line.turns()});
    }
  }
  play("referee.both-pass", scenarios);
}

CONFORMANCE_CASE_OF(RefereeCase, RefereeResult, Draw, "announces a draw as a draw",
                    Checks{.subject = "referee.draw"}) {
  needs(Duty::rules);
  constexpr int tries = 200;
  std::vector<Scenario> scenarios;
  for (const Seat& seat : beginners()) {
    for (int i = 0; i < tries; ++i) {
      Line line = random_line(contest(), seat, random(), 4);
      line.pass_to_the_end();
      if (!is_a_draw(line)) continue;
      scenarios.push_back({"both pass with as many squares left", seat, line.turns()});
      break;
    }
  }
  if (scenarios.empty()) throw NotApplicable{"no draw was found", rig::report::Unassessed::reservation};
  play("referee.draw", scenarios);
}

CONFORMANCE_CASE_OF(RefereeCase, RefereeScore, OfPlayedGames, "counts the squares that are left",
                    Checks{.subject = "referee.score"}) {
  needs(Duty::rules);
  if (!referee().signs.counts())
    throw NotApplicable{fmt::format("{} does not say how a score is read", referee().file),
                        rig::report::Unassessed::reservation};
  std::vector<Scenario> scenarios;
  for (const Seat& seat : beginners()) {
    for (const int before : {2, 7, 12}) {
      Line line = random_line(contest(), seat, random(), before);
      line.pass_to_the_end();
      scenarios.push_back({fmt::format("both pass after {} plies", before), seat, line.turns()});
    }
  }
  play("referee.score", scenarios);
}

CONFORMANCE_CASE_OF(RefereeCase, RefereeScore, AllTiles,
                    "ends the game with the last tile, and counts what it is worth",
                    Checks{.subject = "referee.bonus"}) {
  needs(Duty::rules);
  constexpr char monomino = 'a';
  constexpr char domino = 'b';  // of the other tiles the one for which there is room most often
  if (contest().colours > 1)
    throw NotApplicable{
        "each player has two colours, and the rig has no script in which one of them places all its tiles",
        rig::report::Unassessed::reservation};
  std::vector<Scenario> scenarios;
  std::size_t others = 0;
  for (const Seat& seat : beginners()) {
    if (const auto line = all_tiles(contest(), seat, monomino, "bonus", random()))
      scenarios.push_back({"a player lays all its tiles, the monomino last", seat, line->turns()});
    if (const auto line = all_tiles(contest(), seat, domino, "last-tile", random())) {
      scenarios.push_back(
          {"a player lays all its tiles, another than the monomino last", seat, line->turns()});
      ++others;
    }
  }
  if (others == 0 || others == scenarios.size())  // they count differently
    throw NotApplicable{"no game was found that ends with the monomino, or none that ends with another tile",
                        rig::report::Unassessed::reservation};
  play("referee.bonus", scenarios);
}

}  // namespace conformance
