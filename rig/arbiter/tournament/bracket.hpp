#pragma once
/// A knock-out: who loses a match is out.

#include <optional>
#include <string>
#include <vector>

#include "rig/arbiter/tournament/match.hpp"

namespace rig::arbiter::tournament {

enum class ThirdPlace { shared, played };

struct Bracket {
  std::string id;     ///< `knock-out`
  std::string stage;  ///< for people
  int games = 2;      ///< of each match
  int replays = 1;    ///< how often a drawn match is played again
  ThirdPlace third = ThirdPlace::shared;
  Forfeits forfeits = Forfeits::left_out;
};

/// How many places, a power of two, the first round for so many entrants has.
std::size_t bracket_size(std::size_t entrants);

/// The seeds, counted from 0, in the order of the first round: neighbours meet, and the best two can meet
/// only in the final. `size` is a power of two.
std::vector<std::size_t> bracket_order(std::size_t size);

/// Plays it, the best seed first; the best seeds have byes. The order at its end, or nothing yet.
std::optional<std::vector<Ranked>> play_bracket(Progress& progress, const Bracket& plan,
                                                const std::vector<Entrant>& seeds);

}  // namespace rig::arbiter::tournament
