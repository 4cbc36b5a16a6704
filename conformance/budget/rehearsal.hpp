#pragma once
/// What each case of a run will ask for: the run is played beforehand with the rig's own player, with the
/// same seed and options, in virtual time.

#include <string>
#include <vector>

#include "conformance/budget/choice.hpp"
#include "conformance/options.hpp"

namespace conformance {

/// Of these cases, in this order; those on request left out. A case that needs what that player's link does
/// not have (a wire to disturb) counts as one without exchanges. RigError when the player could not be run.
std::vector<CaseCost> rehearse(const RunOptions& options, const std::vector<std::string>& cases);

/// The kind of a handshake, as samples have it; empty where the contest has none.
std::string label_of_hello(const rig::contest::Contest& contest);

}  // namespace conformance
