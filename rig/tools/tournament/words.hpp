#pragma once
/// What a terminal and the pages say of a journal's entries.

#include <string>
#include <string_view>

#include "rig/arbiter/tournament/journal.hpp"

namespace rig::tournament {

/// What the organiser decided, with the reason: `void pools-1/A/1-2/1: the clock was wrong`.
std::string words_of_decision(const arbiter::tournament::Entry& entry);

/// `1:0`, `½:½`, `0:1`; empty: there is no such outcome.
std::string_view score_of(std::string_view outcome);

}  // namespace rig::tournament
