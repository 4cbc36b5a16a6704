#pragma once
/// What formats are written with: the field, the results so far, and the step that they come to.

#include <compare>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rig/arbiter/tournament/format.hpp"

namespace rig::arbiter::tournament {

/// When a fixture is due among those that are asked for: by rounds, and in a round by games of each match.
struct Due {
  int round = 1;
  int game = 1;
  auto operator<=>(const Due&) const = default;  // NOLINT(modernize-use-nullptr): there is no pointer
};

/// Entrants that share a place, and why they have it.
struct Ranked {
  std::vector<Entrant> entrants;
  std::string reason;  ///< `4 points, fewest moves on average`
};

/// One call of Format::next. The field and the results must outlive it.
class Progress {
 public:
  Progress(const Field& field, const Results& results) : field_(field), results_(results) {}

  const Field& field() const { return field_; }
  const std::string& name(Entrant entrant) const { return field_.names[entrant]; }
  /// `A, B and C`
  std::string names(std::span<const Entrant> entrants) const;
  /// All entrants, in the order of the list.
  std::vector<Entrant> everybody() const;
  /// The entrants in an order that the seed and `purpose` draw, whatever order they came in.
  std::vector<Entrant> drawn(std::vector<Entrant> entrants, std::string_view purpose) const;

  /// The result of a game that the format asks for; null: there is none yet, and now it is asked for.
  const Result* play(Due due, Fixture fixture);
  /// Whether any game is asked for.
  bool waits() const { return !asked_.empty(); }

  void say(std::string sentence) { step_.said.push_back(std::move(sentence)); }
  void show(Table table) { step_.tables.push_back(std::move(table)); }
  /// The next places of the final order, best first.
  void place(const std::vector<Ranked>& ranked);
  /// Of everybody, where nobody is there to play against.
  void place_only_entrant();

  /// What it has come to; the last call.
  Step finish();

 private:
  const Field& field_;
  const Results& results_;
  std::vector<std::pair<Due, Fixture>> asked_;
  Step step_;
};

}  // namespace rig::arbiter::tournament
