#include "conformance/same_team.hpp"

#include <fmt/format.h>

namespace conformance {

using rig::Verdict;
using rig::report::CaseRecord;

namespace {

void accuse(CaseRecord& one, const CaseRecord& first, const Requirement& clause) {
  rig::report::Tally& tally = one.requirements[clause.id];
  tally.worst = rig::worse(tally.worst, Verdict::fail);
  one.verdict = rig::worse(one.verdict, Verdict::fail);
  one.findings.push_back(
      {Verdict::fail,
       clause.id,
       fmt::format("it named itself {} in this case, and {} in {}", *one.team, *first.team, first.id),
       {},
       {},
       {},
       "name that changes"});
}

}  // namespace

void compare_teams(std::vector<CaseRecord>& cases, const Requirement& clause) {
  const CaseRecord* first = nullptr;
  for (CaseRecord& one : cases) {
    if (!one.team) continue;
    if (first == nullptr) first = &one;
    if (*one.team != *first->team) accuse(one, *first, clause);
  }
}

}  // namespace conformance
