#include "conformance/referee/violation_case.hpp"

#include "conformance/referee/clauses.hpp"
#include "conformance/referee/lines.hpp"

namespace conformance {

using rig::host::Duty;
using rig::protocol::Seat;

void ViolationCase::expect_loss(Aspect aspect, const std::vector<int>& plies) {
  needs(Duty::moves);
  std::vector<Scenario> scenarios;
  for (const Seat& seat : beginners()) {
    for (const int ply : plies) {
      if (const auto scenario = breaking(contest(), seat, std::string(breach_of(aspect)), ply, random()))
        scenarios.push_back(*scenario);
    }
  }
  if (scenarios.empty()) throw NotApplicable{"no such move was found", rig::report::Unassessed::reservation};
  play(aspect, scenarios);
}

}  // namespace conformance
