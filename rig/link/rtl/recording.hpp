#pragma once
/// What was done to a design on its lines, clock by clock, so that it can be simulated again.

#include <cstdint>
#include <optional>
#include <vector>

#include "rig/base/time.hpp"

namespace rig {

/// A change of a line: the DUT's tx in period `cycle`, the host's rx before it.
struct TxEdge {
  std::uint64_t cycle = 0;
  bool level = false;
  friend bool operator==(const TxEdge&, const TxEdge&) = default;
};

/// One instance from its power-on; cycles count from there.
struct RtlLife {
  std::uint64_t seed = 0;  ///< of its power-on
  Duration begin{};        ///< when that was, on the link's clock
  std::uint32_t hz = 0;    ///< of its clock
  std::vector<TxEdge> rx;  ///< high before the first
  std::vector<TxEdge> tx;  ///< what the design made of it
  std::uint64_t end = 0;   ///< how far it was simulated
};

/// What a link does with its design while a case runs, and where in it something went wrong.
class RtlRecording {
 public:
  /// A moment: which of the lives, and when in it.
  struct Mark {
    std::size_t life = 0;
    std::uint64_t cycle = 0;
  };

  /// A case begins: what was before is dropped, but for the instance that is powered on.
  void begin();
  /// Something went wrong, at this time of the link's clock; the first call counts. Where the time is not
  /// known: at the end of the last reply until now, or of the last request where none came.
  void mark(std::optional<Duration> at = {});
  const std::optional<Mark>& marked() const { return mark_; }
  const std::vector<RtlLife>& lives() const { return lives_; }

  // for the link
  void power_on(std::uint64_t seed, Duration at, std::uint32_t hz) {
    lives_.push_back({seed, at, hz, {}, {}, 0});
  }
  void rx_changed(TxEdge edge) { lives_.back().rx.push_back(edge); }
  void tx_changed(TxEdge edge) { lives_.back().tx.push_back(edge); }
  void simulated(std::uint64_t cycle) { lives_.back().end = cycle; }

 private:
  std::vector<RtlLife> lives_;
  std::optional<Mark> mark_;
};

}  // namespace rig
