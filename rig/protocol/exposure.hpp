#pragma once
/// What the moves of a player show of how it has read those of its opponent.

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace rig::protocol {

/// What the next move of a player will show of how it has read an earlier one of the opponent's.
struct Exposure {
  std::string code;  ///< `Ruling::code_of` the earlier one
  /// For each way to misread it, the first of which is not to see it at all, and always in the same order for
  /// the same code: of the moves that would look legal to such a player, the share that are not, 0..1. So
  /// likely is a player to show it that takes any of them.
  std::vector<double> shares;
};

/// For each way to misread a code, the chance, 0..1, that a player that did so has not shown it by now; empty
/// before anything could show.
struct Unseen {
  std::vector<double> chances;

  /// A move that shows `shares` of an exposure; so many of them, one after the other.
  void add(const std::vector<double>& shares, double times = 1) {
    chances.resize(shares.size(), 1.0);
    for (std::size_t i = 0; i < shares.size(); ++i) chances[i] *= std::pow(1 - shares[i], times);
  }
};

}  // namespace rig::protocol
