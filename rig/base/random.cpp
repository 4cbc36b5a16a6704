#include "rig/base/random.hpp"

namespace rig {

namespace {

std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

}  // namespace

std::uint64_t derive_seed(std::uint64_t run_seed, std::string_view purpose) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;  // FNV-1a over the name, then mixed with the seed
  for (const char c : purpose) {
    hash = (hash ^ static_cast<std::uint8_t>(c)) * 0x100000001b3ULL;
  }
  return mix(hash ^ mix(run_seed + 0x9e3779b97f4a7c15ULL));
}

std::uint64_t Random::next() {
  state_ += 0x9e3779b97f4a7c15ULL;
  return mix(state_);
}

std::uint32_t Random::below(std::uint32_t bound) {
  const std::uint32_t reject_under = (0U - bound) % bound;  // 2^32 mod bound
  for (;;) {
    const std::uint64_t product = (next() >> 32) * bound;
    if (static_cast<std::uint32_t>(product) >= reject_under) return static_cast<std::uint32_t>(product >> 32);
  }
}

}  // namespace rig
