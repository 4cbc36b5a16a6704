#pragma once
/// Playing tournaments in tests: fields, results from a table or drawn, and what holds for every format.

#include <fmt/format.h>

#include <boost/test/unit_test.hpp>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "rig/arbiter/tournament/formats.hpp"
#include "rig/base/random.hpp"

namespace rig::arbiter::tournament {

using Outcome = Result::Outcome;

/// Entrants A, B, C, …; after Z come A1, B1, ….
inline Field field_of(std::size_t entrants, int seats = 2, std::uint64_t seed = 1) {
  Field field{{}, seats, seed};
  for (std::size_t i = 0; i < entrants; ++i)
    field.names.push_back(std::string(1, static_cast<char>('A' + i % 26)) +
                          (i < 26 ? "" : std::to_string(i / 26)));
  return field;
}

/// Who wins a game, from its fixture alone.
using Decide = std::function<Result(const Fixture&)>;

/// The result of a game that `winner` won in so many moves.
inline Result won_by(const Fixture& fixture, Entrant winner, int moves = 10) {
  return {winner == fixture.first ? Outcome::first_won : Outcome::second_won, moves};
}

/// Who stands before the other in the list wins.
inline Result list_wins(const Fixture& fixture) {
  return won_by(fixture, std::min(fixture.first, fixture.second));
}

/// Games by their match, as `{"AB", "A10 = B12"}`: A won game 1 in 10 moves, game 2 was drawn. For other
/// matches, and for games after those, the list decides.
inline Decide by_table(const Field& field, const std::map<std::string, std::string>& matches) {
  return [=](const Fixture& fixture) -> Result {
    const Entrant before = std::min(fixture.first, fixture.second);
    const Entrant after = std::max(fixture.first, fixture.second);
    const auto found = matches.find(field.names[before] + field.names[after]);
    if (found == matches.end()) return list_wins(fixture);
    std::istringstream games(found->second);
    std::string game;
    for (int left = std::stoi(fixture.id.substr(fixture.id.rfind('/') + 1)); left > 0; --left)
      if (!(games >> game)) return list_wins(fixture);
    if (game == "=") return {Outcome::drawn, 0};
    const Entrant winner = game.substr(0, 1) == field.names[before] ? before : after;
    return won_by(fixture, winner, std::stoi(game.substr(1)));
  };
}

/// … where a stage has other games: by the beginning of the fixtures' ids.
inline Decide by_stage(const std::string& stage, const Decide& there, const Decide& elsewhere) {
  return [=](const Fixture& fixture) {
    return fixture.id.rfind(stage, 0) == 0 ? there(fixture) : elsewhere(fixture);
  };
}

inline Result all_drawn(const Fixture&) {
  return {Outcome::drawn, 0};
}

/// Chance decides, by the seed and the fixture's id alone: `draws` of 100 games are drawn, and few different
/// numbers of moves make many ties.
inline Decide by_chance(std::uint64_t seed, std::uint32_t draws, std::uint32_t moves = 3) {
  return [=](const Fixture& fixture) -> Result {
    Random random(derive_seed(seed, fixture.id));
    if (random.below(100) < draws) return {Outcome::drawn, 0};
    Result result{random.below(2) == 0 ? Outcome::first_won : Outcome::second_won,
                  10 + static_cast<int>(random.below(moves))};
    if (random.below(20) == 0) result = {result.outcome, 0, true};
    return result;
  };
}

/// A tournament that has been played.
struct Played {
  Results results;
  std::vector<Fixture> fixtures;  ///< in the order in which they were played
  Step step;                      ///< the last one

  bool said(const std::string& part) const {
    for (const std::string& sentence : step.said)
      if (sentence.find(part) != std::string::npos) return true;
    return false;
  }
  /// The final order: `A B=C D`.
  std::string order(const Field& field) const {
    std::string text;
    for (std::size_t i = 0; i < step.places.size(); ++i) {
      const bool shares = i > 0 && step.places[i].rank == step.places[i - 1].rank;
      text += (i == 0 ? "" : shares ? "=" : " ") + field.names[step.places[i].entrant];
    }
    return text;
  }
};

/// Fails with a sentence; thousands of checks cost nothing.
inline void require(bool holds, const std::string& what) {
  if (!holds) BOOST_FAIL(what);
}

inline void check_step(const Step& step, const Field& field, const Results& results,
                       const std::set<std::string>& open) {
  std::set<std::string> asked;
  for (const Fixture& fixture : step.to_play) {
    require(asked.insert(fixture.id).second, fixture.id + " is asked for twice");
    require(results.count(fixture.id) == 0, fixture.id + " is asked for though it has a result");
    require(fixture.first != fixture.second && fixture.first < field.names.size() &&
                fixture.second < field.names.size(),
            fixture.id + " is between whom?");
    require(fixture.seat >= 1 && fixture.seat <= field.seats, fixture.id + " has a seat that there is not");
  }
  for (const std::string& id : open) require(asked.count(id) == 1, id + " is no longer asked for");
  require(step.to_play.empty() || step.places.empty(), "there is a final order before the end");
  if (!step.to_play.empty()) return;
  std::set<Entrant> placed;
  for (std::size_t i = 0; i < step.places.size(); ++i) {
    const Place& place = step.places[i];
    require(placed.insert(place.entrant).second, "an entrant has two places");
    const bool shares = i > 0 && place.rank == step.places[i - 1].rank;
    require(shares || place.rank == static_cast<int>(i) + 1, "a rank is left out");
    require(!place.reason.empty(), "a place has no reason");
  }
  require(placed.size() == field.names.size(), "somebody has no place");
}

/// Plays a tournament to its end. Of the games that are asked for, `random` chooses which end next; without
/// it all do.
inline Played play_out(const Format& format, const Field& field, const Decide& decide,
                       Random* random = nullptr) {
  Played played;
  std::set<std::string> open;
  for (int calls = 0;; ++calls) {
    require(calls < 3000, "it does not end");
    played.step = format.next(played.results);
    check_step(played.step, field, played.results, open);
    if (played.step.to_play.empty()) return played;
    open.clear();
    bool any = false;
    for (const Fixture& fixture : played.step.to_play) {
      const bool last = &fixture == &played.step.to_play.back();
      if (random != nullptr && random->below(2) == 0 && (any || !last)) {
        open.insert(fixture.id);
        continue;
      }
      any = true;
      played.results[fixture.id] = decide(fixture);
      played.fixtures.push_back(fixture);
    }
  }
}

/// A tournament of this format and these settings.
inline Played play(const std::string& format, const GivenSettings& settings, const Field& field,
                   const Decide& decide) {
  return play_out(*make_format(format, settings, field), field, decide);
}

/// The lines of a table, best first: `A 4, B 2`.
inline std::string points_of(const Step& step, const std::string& stage, const Field& field) {
  for (const Table& table : step.tables) {
    if (table.stage != stage) continue;
    std::string text;
    for (const Standing& line : table.lines)
      text += fmt::format("{}{} {:g}", text.empty() ? "" : ", ", field.names[line.entrant], line.points);
    return text;
  }
  return "no such table";
}

}  // namespace rig::arbiter::tournament
