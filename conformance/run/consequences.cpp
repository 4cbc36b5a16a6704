#include "conformance/run/consequences.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace conformance {

using rig::Verdict;
using rig::report::CaseRecord;
using rig::report::Finding;

namespace {

/// A clause and how it was broken.
using Defect = std::pair<std::string, std::string>;

bool has_evidence(const Finding& finding) {
  return finding.evidence.has_value() || finding.board.has_value();
}

/// By case, which clauses it found broken, with evidence, and which it looked at.
class Defects {
 public:
  explicit Defects(const std::vector<CaseRecord>& cases) {
    for (const CaseRecord& one : cases) {
      for (const auto& [id, tally] : one.requirements) {
        if (tally.worst == Verdict::pass || tally.worst == Verdict::fail) looked_at_[id].insert(&one);
      }
      for (const Finding& finding : one.findings) {
        if (finding.verdict != Verdict::fail || finding.kind.empty() || !has_evidence(finding)) continue;
        shown_[{finding.requirement, finding.kind}].insert(&one);
        looked_at_[finding.requirement].insert(&one);
      }
    }
  }

  /// Whether most of the other cases that looked at the clause found it broken so.
  bool shows_elsewhere_too(const Defect& defect, const CaseRecord& than_here) const {
    constexpr std::size_t chance = 2;  // so many others may have met it as their games went
    const auto others = [&](const std::set<const CaseRecord*>& cases) {
      return cases.size() - cases.count(&than_here);
    };
    const std::size_t broken = others(shown_.at(defect));
    return broken > chance && 2 * broken > others(looked_at_.at(defect.first));
  }

 private:
  std::map<Defect, std::set<const CaseRecord*>> shown_;
  std::map<std::string, std::set<const CaseRecord*>> looked_at_;
};

/// The clause that was broken where this was concluded; empty: it is no conclusion.
std::string broken_clause_behind(const Finding& conclusion, const CaseRecord& in) {
  if (conclusion.verdict != Verdict::fail || conclusion.kind.empty() || has_evidence(conclusion)) return {};
  const auto cause = std::find_if(in.findings.begin(), in.findings.end(), [&](const Finding& other) {
    return other.verdict == Verdict::fail && other.kind == conclusion.kind && has_evidence(other) &&
           other.requirement != conclusion.requirement;
  });
  return cause == in.findings.end() ? std::string() : cause->requirement;
}

void take_back(const std::string& requirement, const std::string& broken, CaseRecord& in) {
  rig::report::Tally& tally = in.requirements[requirement];
  const bool is_broken_otherwise =
      std::any_of(in.findings.begin(), in.findings.end(), [&](const Finding& other) {
        return other.requirement == requirement && other.verdict == Verdict::fail;
      });
  if (is_broken_otherwise) return;
  tally.worst = tally.passes > 0 ? Verdict::pass : Verdict::not_run;
  for (Finding& finding : in.findings) {
    if (finding.requirement != broken || !has_evidence(finding)) continue;
    finding.details.push_back("not counted against " + requirement +
                              ": most other cases failed in the same way, so one defect explains them");
    return;
  }
}

}  // namespace

void take_back_consequences(rig::report::RunRecord& record, const Catalogue& catalogue) {
  const Defects defects(record.cases);
  const Requirement* const whole_games = catalogue.by_aspect("game.whole");
  for (CaseRecord& one : record.cases) {
    std::vector<std::pair<std::string, std::string>> taken_back;
    const auto follows = [&](const Finding& finding) {
      if (whole_games != nullptr && finding.requirement == whole_games->id) return false;
      const std::string broken = broken_clause_behind(finding, one);
      if (broken.empty() || !defects.shows_elsewhere_too({broken, finding.kind}, one)) return false;
      taken_back.emplace_back(finding.requirement, broken);
      return true;
    };
    std::vector<Finding> kept;
    for (const Finding& finding : one.findings) {
      if (!follows(finding)) kept.push_back(finding);
    }
    one.findings = std::move(kept);
    for (const auto& [requirement, broken] : taken_back) take_back(requirement, broken, one);
  }
}

}  // namespace conformance
