#include "rig/arbiter/series/sprt.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace rig::arbiter {

namespace {

constexpr std::array<double, 3> points_of_a_game = {0, 0.5, 1};

/// In place of a result that has not come yet, so that every share has a logarithm.
constexpr double less_than_a_game = 1e-3;

/// Lost, drawn and won.
using Shares = std::array<double, 3>;

/// The share of the points at this difference.
double score_at(double elo) {
  return 1 / (1 + std::pow(10, -elo / 400));
}

/// The multiplier with which the likeliest shares that have this score are `shares[i] / (1 + multiplier *
/// (points[i] - score))`.
double multiplier_for(const Shares& shares, double score) {
  double lowest = -1 / (1 - score);
  double highest = 1 / score;
  for (int halved = 0; halved < 100; ++halved) {
    const double middle = (lowest + highest) / 2;
    double slope = 0;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      const double away = points_of_a_game[i] - score;
      slope += shares[i] * away / (1 + middle * away);
    }
    (slope > 0 ? lowest : highest) = middle;
  }
  return (lowest + highest) / 2;
}

}  // namespace

Sprt::Decision Sprt::decision() const {
  if (llr >= upper) return Decision::elo1;
  return llr <= lower ? Decision::elo0 : Decision::none;
}

std::string_view to_string(Sprt::Decision decision) {
  switch (decision) {
    case Sprt::Decision::none: return "none";
    case Sprt::Decision::elo0: return "elo0";
    case Sprt::Decision::elo1: return "elo1";
  }
  return "?";
}

Sprt sprt_of(const Tally& tally, const Hypotheses& between) {
  Sprt sprt{between, 0, std::log(sprt_error / (1 - sprt_error)), std::log((1 - sprt_error) / sprt_error)};
  if (tally.games() == 0) return sprt;
  Shares counts = {static_cast<double>(tally.lost), static_cast<double>(tally.drawn),
                   static_cast<double>(tally.won)};
  double games = 0;
  for (double& count : counts) games += count = std::max(count, less_than_a_game);
  Shares shares = counts;
  for (double& share : shares) share /= games;
  const double score0 = score_at(between.elo0);
  const double score1 = score_at(between.elo1);
  const double multiplier0 = multiplier_for(shares, score0);
  const double multiplier1 = multiplier_for(shares, score1);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    sprt.llr += counts[i] * (std::log1p(multiplier0 * (points_of_a_game[i] - score0)) -
                             std::log1p(multiplier1 * (points_of_a_game[i] - score1)));
  }
  return sprt;
}

}  // namespace rig::arbiter
