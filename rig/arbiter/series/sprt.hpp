#pragma once
/// The sequential probability ratio test of engine testers: games are played until they show which of two Elo
/// differences is the likelier. Pure.

#include <string_view>

#include "rig/arbiter/series/elo.hpp"

namespace rig::arbiter {

/// The two differences, of the first player over the second; `elo0` is the smaller one.
struct Hypotheses {
  double elo0 = 0;
  double elo1 = 5;
};

/// The share of wrong decisions, of either kind.
inline constexpr double sprt_error = 0.05;

struct Sprt {
  enum class Decision { none, elo0, elo1 };

  Hypotheses between;
  double llr = 0;    ///< the logarithm of how much likelier the games are under elo1
  double lower = 0;  ///< at which elo0 is accepted
  double upper = 0;  ///< at which elo1 is accepted

  Decision decision() const;
};

/// `none`, `elo0`, `elo1`.
std::string_view to_string(Sprt::Decision decision);

/// The generalized test over games won, drawn and lost: of all shares of these three with the score of a
/// hypothesis, the likeliest are taken. Games that repeat each other prove nothing: it takes them for
/// independent.
Sprt sprt_of(const Tally& tally, const Hypotheses& between);

}  // namespace rig::arbiter
