#pragma once
/// Traffic that makes every fixture talk, and what a design does with it.

#include <chrono>
#include <cstdint>
#include <ostream>
#include <string_view>
#include <vector>

#include "rig/base/bytes.hpp"
#include "rig/base/random.hpp"
#include "rtl_test_tools.hpp"

namespace rig {
inline std::ostream& operator<<(std::ostream& out, const TxEdge& edge) {
  return out << edge.cycle << (edge.level ? " up" : " down");
}
}  // namespace rig

namespace rig::test {

/// Bytes with pauses of all lengths, resets and disturbances: what a design does with it shows in its edges.
inline std::vector<TxEdge> edges_of(RtlOptions options, SkipPolicy policy, std::uint64_t seed) {
  options.skip = policy;
  options.seed = seed;
  const auto link = open_rtl(options);
  link->record_edges();
  Random random(seed);
  Duration now{};
  using namespace std::chrono_literals;
  const std::string_view contest = "0025453e09";  // a Blokus player has something to do, too
  for (int step = 0; step < 30; ++step) {
    const std::uint32_t kind = random.below(16);
    if (kind == 0) {
      now = link->reset().ready.latest;
    } else if (kind == 1) {
      now =
          link->wire()->glitch(Duration(random.below(8'000)), Duration(random.below(20'000))).last_bit.latest;
    } else if (kind < 8) {
      const std::uint8_t byte[] = {static_cast<std::uint8_t>(random.below(256) & 0xbf)};  // not F, S, X
      now = link->send(byte, at(*link, now)).last_bit.latest;
    } else {
      const auto begin = random.below(static_cast<std::uint32_t>(contest.size()));
      now = link->send(to_bytes(contest.substr(begin, 1 + random.below(5))), at(*link, now)).last_bit.latest;
    }
    now += Duration(random.below(1U << random.below(20)));  // up to 1 ms, mostly much shorter
    events_until(*link, now);
  }
  events_until(*link, now + 5ms);
  return link->edges();
}

}  // namespace rig::test
