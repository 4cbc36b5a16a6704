#pragma once
/// `rig tournament --verify`: judges every game again from its evidence, and the standings from the games.

#include <string>

#include "rig/arbiter/tournament/plan.hpp"

namespace rig {

/// Prints what it finds. 0: the journal, the evidence and the standings agree. 1: something does not.
int verify_tournament(const arbiter::tournament::Plan& plan, const std::string& folder);

}  // namespace rig
