#pragma once
/// Hosts with one deliberate defect each, and what the suite has to find of them.

#include <string>
#include <vector>

namespace conformance::testing_programs {

/// Each wrong referee of the contest's table of faults is caught by the case that its row names, under the
/// clause that it names, in its words. `more` are further options of certify.
void expect_wrong_referees_caught(const std::string& contest, const std::vector<std::string>& more = {});

}  // namespace conformance::testing_programs
