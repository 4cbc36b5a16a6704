#include "conformance/run/same_team.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "rig/base/errors.hpp"

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

void check_team(const rig::protocol::TeamText& allowed, const std::string& contest, const std::string& team) {
  if (team.empty()) return;
  if (allowed.longest == 0) throw rig::UsageError(fmt::format("--team: {} assigns no team code.", contest));
  const char least = allowed.blanks ? ' ' : '!';
  const bool printable =
      std::all_of(team.begin(), team.end(), [&](char c) { return c >= least && c < 0x7f; });
  if (!printable)
    throw rig::UsageError(fmt::format("--team: {} is printable ASCII{}.", allowed.words,
                                      allowed.blanks ? "" : " without blanks"));
  if (team.size() >= allowed.shortest && team.size() <= allowed.longest) return;
  const std::string length = allowed.shortest == allowed.longest
                                 ? std::to_string(allowed.longest)
                                 : fmt::format("{} to {}", allowed.shortest, allowed.longest);
  throw rig::UsageError(
      fmt::format("--team \"{}\" has {} characters; {} has {}.", team, team.size(), allowed.words, length));
}

}  // namespace conformance
