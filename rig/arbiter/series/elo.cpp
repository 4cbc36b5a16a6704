#include "rig/arbiter/series/elo.hpp"

#include <cmath>

namespace rig::arbiter {

namespace {

/// The difference at which the stronger player makes this share of the points.
std::optional<double> difference_at(double share) {
  if (share <= 0 || share >= 1) return std::nullopt;
  return 400 * std::log10(share / (1 - share));
}

double squared(double value) {
  return value * value;
}

}  // namespace

Elo elo_of(const Tally& tally) {
  constexpr double sigmas_of_95_percent = 1.959964;
  if (tally.games() == 0) return {};
  const double games = tally.games();
  const double mean = tally.points() / games;
  const double variance =
      (tally.won * squared(1 - mean) + tally.drawn * squared(0.5 - mean) + tally.lost * squared(mean)) /
      games;
  const double margin = sigmas_of_95_percent * std::sqrt(variance / games);
  Elo elo;
  elo.difference = difference_at(mean);
  const std::optional<double> lowest = difference_at(mean - margin);
  const std::optional<double> highest = difference_at(mean + margin);
  if (lowest && highest) elo.error = (*highest - *lowest) / 2;
  return elo;
}

}  // namespace rig::arbiter
