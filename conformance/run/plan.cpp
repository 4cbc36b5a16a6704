#include "conformance/run/plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "rig/base/errors.hpp"
#include "rig/base/suggestion.hpp"
#include "rig/base/text.hpp"

namespace conformance {

using rig::report::Level;

namespace {

bool matches(const CaseEntry& entry, const Catalogue& catalogue, const std::string& pattern) {
  const std::vector<std::string> ids = cited_by(entry, catalogue);
  return rig::matches_glob(entry.id(), pattern) ||
         std::any_of(ids.begin(), ids.end(), [&](const auto& id) { return rig::matches_glob(id, pattern); });
}

bool matches_any(const CaseEntry& entry, const Catalogue& catalogue,
                 const std::vector<std::string>& patterns) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const auto& pattern) { return matches(entry, catalogue, pattern); });
}

bool binds_at_least(const CaseEntry& entry, const Catalogue& catalogue, Level level, ResetPolicy policy) {
  const std::vector<std::string> ids = cited_by(entry, catalogue);
  return std::any_of(ids.begin(), ids.end(),
                     [&](const std::string& id) { return level_of(*catalogue.by_id(id), policy) <= level; });
}

/// The first id that a pattern would match if upper and lower case were the same; empty: none.
std::string meant_by(const std::string& pattern, const std::vector<std::string>& ids) {
  const auto meant = std::find_if(ids.begin(), ids.end(), [&](const std::string& id) {
    return rig::matches_glob(rig::lower_case(id), rig::lower_case(pattern));
  });
  return meant == ids.end() ? std::string() : *meant;
}

/// A pattern that matches nothing is a typing error, not an empty run.
void refuse_unknown(const std::vector<std::string>& patterns, const std::vector<const CaseEntry*>& entries,
                    const Catalogue& catalogue) {
  std::vector<std::string> known;
  known.reserve(entries.size() + catalogue.all().size());
  for (const CaseEntry* entry : entries) known.push_back(entry->id());
  for (const Requirement& requirement : catalogue.all()) {
    if (requirement.untestable.empty()) known.push_back(requirement.id);
  }
  for (const std::string& pattern : patterns) {
    if (std::any_of(entries.begin(), entries.end(),
                    [&](const auto* entry) { return matches(*entry, catalogue, pattern); }))
      continue;
    std::string word = pattern;
    std::erase(word, '*');
    std::string guess = meant_by(pattern, known);
    if (guess.empty()) guess = rig::nearest(word, known);
    throw rig::UsageError(fmt::format("No case or requirement matches \"{}\".{} See --list.", pattern,
                                      guess.empty() ? "" : fmt::format(" Did you mean \"{}\"?", guess)));
  }
}

/// Of the case with this id; of one that is none, what most have.
int exchanges_of(const std::string& id, const rig::protocol::Contest& contest) {
  const auto& all = all_cases();
  const auto entry =
      std::find_if(all.begin(), all.end(), [&](const CaseEntry& one) { return one.id() == id; });
  return entry == all.end() ? Checks().exchanges : exchanges_of(*entry, contest);
}

}  // namespace

int exchanges_of(const CaseEntry& entry, const rig::protocol::Contest& contest) {
  const Checks& checks = entry.checks;
  return contest.codes > 0 && checks.with_codes > 0 ? checks.with_codes : checks.exchanges;
}

std::vector<const CaseEntry*> select_cases(const Catalogue& catalogue, const Selection& selection,
                                           ResetPolicy policy, When most) {
  refuse_unknown_ids(all_cases(), catalogue);
  std::vector<const CaseEntry*> of_contest;
  const bool of_files = catalogue.by_aspect("referee.scenario") != nullptr;  // then there are no others
  for (const CaseEntry& entry : all_cases()) {
    const bool is_of_a_file = entry.checks.subject.name() == "referee.scenario";
    if (entry.when <= most && belongs_to(entry, catalogue) && is_of_a_file == of_files)
      of_contest.push_back(&entry);
  }
  refuse_unknown(selection.only, of_contest, catalogue);
  refuse_unknown(selection.without, of_contest, catalogue);
  std::vector<const CaseEntry*> chosen;
  for (const CaseEntry* entry : of_contest) {
    if (!selection.only.empty() && !matches_any(*entry, catalogue, selection.only)) continue;
    if (matches_any(*entry, catalogue, selection.without)) continue;
    if (selection.level && !binds_at_least(*entry, catalogue, *selection.level, policy)) continue;
    chosen.push_back(entry);
  }
  if (chosen.empty()) throw rig::UsageError("No case is left to run after --filter, --exclude and --level.");
  return chosen;
}

When asked_by(const RunOptions& options) {
  return options.soak > rig::Duration::zero() ? When::on_request : When::in_every_run;
}

std::vector<std::string> reasons_for_partial(const Selection& selection, const RunOptions& options) {
  std::vector<std::string> reasons;
  if (!selection.only.empty()) reasons.push_back(fmt::format("--filter {}", fmt::join(selection.only, ",")));
  if (!selection.without.empty())
    reasons.push_back(fmt::format("--exclude {}", fmt::join(selection.without, ",")));
  if (options.timeout_scale != 1.0)
    reasons.push_back(fmt::format("--timeout-scale {}", options.timeout_scale));
  return reasons;
}

std::vector<std::vector<std::string>> shares(const std::vector<std::string>& cases, int workers,
                                             const rig::protocol::Contest& contest) {
  struct Case {
    std::size_t place = 0;  // in the suite
    int exchanges = 0;
  };
  struct Worker {
    int exchanges = 0;
    std::vector<std::size_t> places{};
  };
  std::vector<Case> longest_first;
  longest_first.reserve(cases.size());
  for (const std::string& id : cases)
    longest_first.push_back({longest_first.size(), exchanges_of(id, contest)});
  std::stable_sort(longest_first.begin(), longest_first.end(),
                   [](const Case& a, const Case& b) { return a.exchanges > b.exchanges; });
  std::vector<Worker> busy(std::min(static_cast<std::size_t>(workers), cases.size()));
  for (const Case& next : longest_first) {
    Worker& least = *std::min_element(
        busy.begin(), busy.end(), [](const Worker& a, const Worker& b) { return a.exchanges < b.exchanges; });
    least.exchanges += next.exchanges;
    least.places.push_back(next.place);
  }
  std::vector<std::vector<std::string>> lists;
  for (Worker& worker : busy) {
    std::sort(worker.places.begin(), worker.places.end());
    std::vector<std::string>& list = lists.emplace_back();
    for (const std::size_t place : worker.places) list.push_back(cases[place]);
  }
  return lists;
}

rig::report::CaseRecord blank_record(const CaseEntry& entry, const Catalogue& catalogue) {
  rig::report::CaseRecord record;
  record.id = entry.id();
  record.title = entry.title;
  for (const std::string& id : cited_by(entry, catalogue)) record.requirements[id];
  return record;
}

std::vector<rig::report::RequirementRecord> blank_requirements(const Catalogue& catalogue,
                                                               ResetPolicy policy) {
  std::vector<rig::report::RequirementRecord> records;
  for (const Requirement& requirement : catalogue.all()) {
    rig::report::RequirementRecord record;
    record.id = requirement.id;
    record.text = requirement.text;
    record.source = requirement.source;
    record.level = level_of(requirement, policy);
    record.testable = requirement.untestable.empty();
    record.why_not_testable = requirement.untestable;
    for (const CaseEntry* entry : cases_citing(requirement, catalogue)) record.cases.push_back(entry->id());
    records.push_back(std::move(record));
  }
  return records;
}

}  // namespace conformance
