#pragma once
/// A board has one name: what it said of itself in the cases of a run, compared; and the one assigned to it.

#include <string>
#include <vector>

#include "conformance/suite/catalogue.hpp"
#include "rig/protocol/contest.hpp"
#include "rig/report/record.hpp"

namespace conformance {

/// Compares the team codes or names that the DUT told in these cases, in their order. A case in which it
/// differs from that of the first case that has one gets a finding under `clause`.
void compare_teams(std::vector<rig::report::CaseRecord>& cases, const Requirement& clause);

/// The code of `--team` is one that the contest can assign; empty: none was given. UsageError otherwise.
void check_team(const rig::protocol::TeamText& allowed, const std::string& contest, const std::string& team);

}  // namespace conformance
