#include "rig/report/causes.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <tuple>
#include <utility>

namespace rig::report {

namespace {

/// Level and verdict: what outweighs everything else. The smaller comes first.
using Rank = std::pair<Level, int>;

int rank_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::fail: return 0;
    case Verdict::error: return 1;
    case Verdict::inconclusive: return 2;
    default: return 3;
  }
}

/// A cause while its findings are gathered.
struct Group {
  Cause cause;
  bool shown = false;  // at least one finding has evidence
  bool told_in_lead = false;
  std::size_t leads = 0;  // cases
  std::vector<const CaseRecord*> cases;
};

bool is_shown(const Finding& finding) {
  return finding.evidence.has_value() || finding.board.has_value();
}

bool of_one_exchange(const Finding& a, const Finding& b) {
  return a.evidence && b.evidence && a.evidence->sent == b.evidence->sent &&
         a.evidence->received == b.evidence->received && a.evidence->ending == b.evidence->ending;
}

/// The findings of a case; where it ended badly without one, what it says itself.
std::vector<Finding> findings_of(const CaseRecord& one) {
  std::vector<Finding> findings = one.findings;
  const bool told = std::any_of(findings.begin(), findings.end(),
                                [&](const Finding& finding) { return finding.verdict >= one.verdict; });
  if (told || one.verdict < Verdict::inconclusive) return findings;
  Finding own;
  own.verdict = one.verdict;
  own.summary = one.reason;
  for (const auto& [id, tally] : one.requirements) {
    if (tally.worst == one.verdict && one.verdict != Verdict::error && own.requirement.empty())
      own.requirement = id;
  }
  findings.push_back(std::move(own));
  return findings;
}

/// Groups the findings of one run.
class Causes {
 public:
  explicit Causes(const RunRecord& run) {
    for (const RequirementRecord& one : run.requirements) {
      levels_[one.id] = one.level;
      citing_[one.id] = one.cases.size();
    }
    for (const CaseRecord& one : run.cases) add(one);
  }

  std::vector<Cause> in_order() {
    std::stable_sort(groups_.begin(), groups_.end(), [this](const Group& a, const Group& b) {
      return std::tuple(rank(a.cause), b.shown, b.leads, citing_[a.cause.requirement]) <
             std::tuple(rank(b.cause), a.shown, a.leads, citing_[b.cause.requirement]);
    });
    std::vector<Cause> causes;
    for (Group& group : groups_) causes.push_back(finished(std::move(group)));
    return causes;
  }

 private:
  Level level_of(const std::string& requirement) const {
    const auto known = levels_.find(requirement);
    return known == levels_.end() ? Level::mandatory : known->second;
  }

  Rank rank(const Finding& finding) const {
    return {level_of(finding.requirement), rank_of(finding.verdict)};
  }
  static Rank rank(const Cause& cause) { return {cause.level, rank_of(cause.verdict)}; }

  void add(const CaseRecord& one) {
    const std::vector<Finding> findings = findings_of(one);
    for (const Finding& finding : findings) {
      const bool leads = std::none_of(findings.data(), &finding, [&](const Finding& before) {
        return rank(before) <= rank(finding) && !of_one_exchange(before, finding);
      });
      add(one, finding, leads);
    }
  }

  void add(const CaseRecord& one, const Finding& finding, bool leads) {
    Group& group = group_of(finding);
    ++group.cause.count;
    if (group.cases.empty() || group.cases.back() != &one) group.cases.push_back(&one);
    group.shown = group.shown || is_shown(finding);
    group.leads += leads ? 1 : 0;
    const bool better = rank_of(finding.verdict) < rank_of(group.cause.verdict) ||
                        (finding.verdict == group.cause.verdict && leads && !group.told_in_lead);
    if (group.cause.in_case != nullptr && !better) return;
    group.cause.in_case = &one;
    group.cause.finding = finding;
    group.cause.verdict = finding.verdict;
    group.told_in_lead = leads;
  }

  Group& group_of(const Finding& finding) {
    const auto [place, is_new] = index_.try_emplace({finding.requirement, kind_of(finding)}, groups_.size());
    if (is_new) {
      Group group;
      group.cause.requirement = finding.requirement;
      group.cause.level = level_of(finding.requirement);
      groups_.push_back(std::move(group));
    }
    return groups_[place->second];
  }

  static Cause finished(Group group) {
    for (const CaseRecord* one : group.cases) {
      if (one != group.cause.in_case) group.cause.also_in.push_back(one->id);
    }
    return std::move(group.cause);
  }

  std::map<std::string, Level> levels_;
  std::map<std::string, std::size_t> citing_;  // cases, by requirement
  std::map<std::pair<std::string, std::string>, std::size_t> index_;
  std::vector<Group> groups_;
};

/// Whether a word is a number, a move, a square or a time.
bool has_digit(std::string_view word) {
  return std::any_of(word.begin(), word.end(), [](unsigned char one) { return std::isdigit(one) != 0; });
}

/// Each quoted text as `""`.
std::string without_quotations(std::string_view text) {
  std::string rest;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = text.find('"', at);
    const std::size_t close = open == std::string_view::npos ? open : text.find('"', open + 1);
    if (close == std::string_view::npos) return rest.append(text.substr(at));
    rest.append(text.substr(at, open - at)).append("\"\"");
    at = close + 1;
  }
  return rest;
}

}  // namespace

std::string kind_of(const Finding& finding) {
  if (!finding.kind.empty()) return finding.kind;
  const std::string text = without_quotations(finding.summary);
  std::string kind;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string_view word(text.data() + at, end - at);
    kind.append(kind.empty() ? "" : " ").append(has_digit(word) ? "#" : word);
    at = end + 1;
  }
  return kind;
}

std::vector<Cause> causes_of(const RunRecord& run) {
  return Causes(run).in_order();
}

}  // namespace rig::report
