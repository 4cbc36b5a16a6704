#pragma once
/// What a machine that was busy can excuse in a referee: that it took a reply for late, or for one in time.
/// It excuses nothing that was said wrongly. Pure.

#include <string>

#include "conformance/referee/deviations.hpp"

namespace conformance {

/// The times that boards have.
struct ReplyLimits {
  rig::Duration hello{};
  rig::Duration move{};
};

/// A game, and all that its judgement looks at.
struct Judged {
  const rig::protocol::Contest& contest;
  const rig::host::Signs& signs;
  const Scenario& scenario;
  const ExpectedGame& expected;
  const rig::host::Played& played;
  ReplyLimits limits;
};

/// Why this deviation may not be the referee's doing, as words after it; empty: it is. The rig's board was
/// later than its script by as much as a reply was before its limit, or the referee was kept from running for
/// as long as a reply was from its limit, between the request and its decision.
std::string excuse_for(const Deviation& deviation, const Judged& game);

}  // namespace conformance
