#pragma once
/// The one simulated time of a match, shared by its RTL links.

#include <algorithm>

#include "rig/base/time.hpp"

namespace rig {

/// A clock domain, and how far anyone has been told that it has come. Links simulate lazily, each as far as
/// it is asked; one that has lagged behind is switched off and on at this moment, not in the others' past.
class SimulatedTime {
 public:
  ClockDomain clock() const { return clock_; }
  /// The latest moment that a link has told of, after the domain's zero.
  Duration now() const { return now_; }
  void told(Duration at) { now_ = std::max(now_, at); }

 private:
  ClockDomain clock_ = new_clock_domain();
  Duration now_{};
};

}  // namespace rig
