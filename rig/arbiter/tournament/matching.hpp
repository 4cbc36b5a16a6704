#pragma once
/// Pairs among those who may meet.

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace rig::arbiter::tournament {

/// Players 0 to n - 1, best first, in pairs of whom may meet.
struct Pairing {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;  ///< the better of the two first, by that one
  std::vector<std::size_t> left;                           ///< who could not be paired, best first
};

/// Who may meet whom; symmetric.
using MayMeet = std::function<bool(std::size_t, std::size_t)>;

/// If all can be paired (their number is even): from the best down, each meets the nearest below with whom
/// all others can be paired as well. Else as many pairs as there can be, found by Edmonds' algorithm.
Pairing pair_neighbours(std::size_t players, const MayMeet& may_meet);

}  // namespace rig::arbiter::tournament
