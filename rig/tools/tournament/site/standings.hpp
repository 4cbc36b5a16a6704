#pragma once
/// Who stands where in a tournament, as tables of HTML for its pages.

#include <string>

#include "rig/arbiter/tournament/format.hpp"
#include "rig/arbiter/tournament/plan.hpp"

namespace rig::tournament {

/// The final order; empty: there is none yet.
std::string order_of(const arbiter::tournament::Plan& plan, const arbiter::tournament::Step& step);

/// The tables of all stages, the latest first.
std::string standings_of(const arbiter::tournament::Plan& plan, const arbiter::tournament::Step& step);

}  // namespace rig::tournament
