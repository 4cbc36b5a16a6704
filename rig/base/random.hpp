#pragma once
/// Randomness that is the same on every machine and library: our own hash, generator and bounded draw.
/// (The standard's distributions, std::shuffle and std::hash differ between libraries.)

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace rig {

/// A seed for one purpose, from the run's seed and the purpose's name (a case id, say).
/// Stable for ever: recorded seeds must mean the same in every later version.
std::uint64_t derive_seed(std::uint64_t run_seed, std::string_view purpose);

/// SplitMix64: 64 bits of state, good enough for games and small enough to copy.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next();

  /// Uniform in [0, bound), without bias. bound >= 1.
  std::uint32_t below(std::uint32_t bound);

  /// Fisher-Yates.
  template <typename T>
  void shuffle(std::span<T> items) {
    for (std::size_t left = items.size(); left > 1; --left) {
      std::swap(items[left - 1], items[below(static_cast<std::uint32_t>(left))]);
    }
  }

 private:
  std::uint64_t state_;
};

}  // namespace rig
