#include "rig/link/events.hpp"

namespace rig {

const Instant& instant_of(const Event& event) {
  struct Visitor {
    const Instant& operator()(const TimedOut& e) const { return e.until; }
    const Instant& operator()(const Byte& e) const { return e.last_bit; }
    const Instant& operator()(const LineError& e) const { return e.at; }
    const Instant& operator()(const HungUp& e) const { return e.at; }
  };
  return std::visit(Visitor{}, event);
}

}  // namespace rig
