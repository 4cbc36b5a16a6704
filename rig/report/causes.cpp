#include "rig/report/causes.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "rig/protocol/file_dialect.hpp"
#include "rig/protocol/ruling.hpp"

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

/// What the run as a whole says about one requirement.
struct Standing {
  Level level = Level::mandatory;
  std::set<std::string> cited_by;  // ids of cases
  std::uint64_t passes = 0;
  std::set<std::string> wrong_in;  // ids of cases
  std::set<std::string> right_in;  // ids of those that cite it, ran, and found it right
};

/// A cause while its findings are gathered.
struct Group {
  Cause cause;
  std::size_t first_seen = 0;
  bool shown = false;  // at least one finding has evidence
  bool told_in_lead = false;
  bool always_after_others = true;  // in each of its cases something was seen to fail before it
  std::set<const CaseRecord*> leads;
  std::vector<const CaseRecord*> cases;
};

bool is_shown(const Finding& finding) {
  return finding.evidence.has_value() || finding.board.has_value();
}

bool of_one_exchange(const Finding& a, const Finding& b) {
  return a.evidence && b.evidence && a.evidence->sent == b.evidence->sent &&
         a.evidence->received == b.evidence->received && a.evidence->ending == b.evidence->ending;
}

/// A byte before the request had ended is read as the first of the reply: the rest is malformed by it. A DUT
/// that has misread the other's move answers a game that is not played.
bool spoils_the_rest(const Finding& finding) {
  return finding.kind == early_byte || finding.kind == protocol::misread_move;
}

/// Whether one shows that a move of the other's was overlooked, and the other is about the reply to it.
bool explains(const Finding& one, const Finding& other) {
  return is_shown(one) && one.kind.ends_with(protocol::overlooked_kind) &&
         !other.kind.ends_with(protocol::overlooked_kind) && of_one_exchange(one, other);
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
      standings_[one.id].level = one.level;
      standings_[one.id].cited_by.insert(one.cases.begin(), one.cases.end());
    }
    for (const CaseRecord& one : run.cases) {
      for (const auto& [id, tally] : one.requirements) {
        Standing& standing = standings_[id];
        standing.passes += tally.passes;
        const bool right = tally.worst == Verdict::pass && tally.passes > 0;
        if (right && standing.cited_by.contains(one.id)) standing.right_in.insert(one.id);
      }
    }
    for (const CaseRecord& one : run.cases) add(one);
  }

  std::vector<Cause> in_order() {
    std::sort(groups_.begin(), groups_.end(),
              [this](const Group& a, const Group& b) { return place_of(a) < place_of(b); });
    tell_the_subject_first();
    std::vector<Cause> causes;
    for (Group& group : groups_) causes.push_back(finished(std::move(group)));
    return causes;
  }

 private:
  Level level_of(const std::string& requirement) const {
    const auto known = standings_.find(requirement);
    return known == standings_.end() ? Level::mandatory : known->second.level;
  }

  Rank rank(const Finding& finding) const {
    return {level_of(finding.requirement), rank_of(finding.verdict)};
  }
  static Rank rank(const Cause& cause) { return {cause.level, rank_of(cause.verdict)}; }

  void add(const CaseRecord& one) {
    const std::vector<Finding> findings = findings_of(one);
    for (const Finding& finding : findings) {
      const auto first = std::find_if(findings.begin(), findings.end(),
                                      [&](const Finding& other) { return rank(other) <= rank(finding); });
      const bool explained = std::any_of(findings.begin(), findings.end(), [&](const Finding& other) {
        return rank(other) <= rank(finding) && explains(other, finding);
      });
      const bool leads = !explained && (&*first == &finding ||
                                        (of_one_exchange(*first, finding) && !spoils_the_rest(*first)));
      const bool after_others = std::any_of(findings.data(), &finding, [](const Finding& other) {
        return other.verdict == Verdict::fail && is_shown(other);
      });
      add(one, finding, leads, after_others);
    }
  }

  void add(const CaseRecord& one, const Finding& finding, bool leads, bool after_others) {
    Group& group = group_of(finding);
    ++group.cause.count;
    group.always_after_others = group.always_after_others && after_others;
    group.shown = group.shown || is_shown(finding);
    if (group.cases.empty() || group.cases.back() != &one) group.cases.push_back(&one);
    standings_[finding.requirement].wrong_in.insert(one.id);
    if (leads) group.leads.insert(&one);
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
      group.first_seen = groups_.size();
      groups_.push_back(std::move(group));
    }
    return groups_[place->second];
  }

  /// What was concluded in cases that are about other things.
  bool follows_from_anything(const Group& group) const {
    return !group.shown && !has_cases_of_its_own(group);
  }

  /// Whether at most two cases cite its requirement: they were made to show just that.
  bool has_cases_of_its_own(const Group& group) const {
    constexpr std::size_t of_its_own = 2;
    return standings_.at(group.cause.requirement).cited_by.size() <= of_its_own;
  }

  /// Whether it is wrong in few cases, none of which is about it. Where there are two, a case that is about
  /// it must have found it right: one that did not run says nothing.
  bool is_wrong_elsewhere_only(const Group& group) const {
    constexpr std::size_t few = 2;
    const Standing& standing = standings_.at(group.cause.requirement);
    const bool cited = std::any_of(group.cases.begin(), group.cases.end(), [&](const CaseRecord* one) {
      return standing.cited_by.contains(one->id);
    });
    if (cited || group.cases.size() > few) return false;
    return group.cases.size() == 1 || !standing.right_in.empty();
  }

  /// What a case is there for (it concludes it, or it is the one that shows it), where it was wrong in some
  /// of the cases of the other alone. Its level does not matter: this is about what is likely.
  bool is_subject_of(const Group& one, const Group& other) const {
    const std::set<std::string>& cited_by = standings_.at(one.cause.requirement).cited_by;
    const auto is_there_for_it = [&](const CaseRecord* in) {
      return !one.shown || cited_by.contains(in->id);
    };
    return has_cases_of_its_own(one) && one.cause.verdict == other.cause.verdict &&
           std::all_of(one.cases.begin(), one.cases.end(), [&](const CaseRecord* in) {
             return is_there_for_it(in) &&
                    std::find(other.cases.begin(), other.cases.end(), in) != other.cases.end();
           });
  }

  /// What goes wrong in one or two cases, and right in those that are about it, goes wrong by what only those
  /// do.
  void tell_the_subject_first() {
    if (groups_.empty() || !is_wrong_elsewhere_only(groups_.front())) return;
    auto subject = groups_.end();
    for (auto one = std::next(groups_.begin()); one != groups_.end(); ++one) {
      if (!is_subject_of(*one, groups_.front())) continue;
      if (subject == groups_.end() || one->first_seen < subject->first_seen) subject = one;
    }
    if (subject != groups_.end()) std::rotate(groups_.begin(), subject, std::next(subject));
  }

  double weight(const Group& group) const {
    if (follows_from_anything(group)) return 0;
    constexpr double of_a_conclusion = 0.05;
    const Standing& standing = standings_.at(group.cause.requirement);
    const double checks = static_cast<double>(standing.passes + standing.wrong_in.size());
    if (group.shown) return cubed(group.leads.size()) / checks;
    return of_a_conclusion * cubed(group.cases.size()) / checks;
  }

  /// The smallest stands first.
  std::tuple<bool, Rank, double, double, std::size_t> place_of(const Group& group) const {
    const bool last = follows_from_anything(group) && group.always_after_others;
    return {last, rank(group.cause), -weight(group), -static_cast<double>(group.cases.size()),
            group.first_seen};
  }

  static double cubed(std::size_t count) { return std::pow(static_cast<double>(count), 3); }

  static Cause finished(Group group) {
    for (const CaseRecord* one : group.cases) {
      if (one != group.cause.in_case) group.cause.also_in.push_back(one->id);
    }
    return std::move(group.cause);
  }

  std::map<std::string, Standing> standings_;
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
