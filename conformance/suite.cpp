#include "conformance/suite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "rig/base/errors.hpp"

namespace conformance {

using rig::RigError;

namespace {

std::vector<CaseEntry>& registered() {
  static std::vector<CaseEntry> entries;
  return entries;
}

/// GoogleTest prints nothing: the run record is the only voice.
void silence_googletest() {
  testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
  delete listeners.Release(listeners.default_result_printer());
}

/// By its id or by its aspect.
const Requirement* cited(const std::string& check, const Catalogue& catalogue) {
  const Requirement* requirement = catalogue.by_id(check);
  return requirement != nullptr ? requirement : catalogue.by_aspect(check);
}

const CaseEntry& entry_of(const std::string& id) {
  for (const CaseEntry& entry : all_cases()) {
    if (entry.id() == id) return entry;
  }
  throw RigError(fmt::format("There is no case \"{}\".", id));
}

}  // namespace

bool register_case(CaseEntry entry) {
  registered().push_back(std::move(entry));
  return true;
}

const std::vector<CaseEntry>& all_cases() {
  refuse_duplicates(registered());
  return registered();
}

void refuse_duplicates(const std::vector<CaseEntry>& entries) {
  std::set<std::string> ids;
  for (const CaseEntry& entry : entries) {
    if (!ids.insert(entry.id()).second)
      throw RigError(fmt::format("Two cases have the id \"{}\".", entry.id()));
  }
}

bool belongs_to(const CaseEntry& entry, const Catalogue& catalogue) {
  return !entry.checks.empty() && cited(entry.checks.front(), catalogue) != nullptr;
}

std::vector<std::string> cited_by(const CaseEntry& entry, const Catalogue& catalogue) {
  std::vector<std::string> ids;
  if (!belongs_to(entry, catalogue)) return ids;
  for (const std::string& check : entry.checks) {
    const Requirement* requirement = cited(check, catalogue);
    const bool is_new =
        requirement != nullptr && std::find(ids.begin(), ids.end(), requirement->id) == ids.end();
    if (is_new) ids.push_back(requirement->id);
  }
  return ids;
}

std::vector<const CaseEntry*> cases_citing(const Requirement& requirement, const Catalogue& catalogue) {
  std::vector<const CaseEntry*> cases;
  for (const CaseEntry& entry : all_cases()) {
    const std::vector<std::string> ids = cited_by(entry, catalogue);
    if (std::find(ids.begin(), ids.end(), requirement.id) != ids.end()) cases.push_back(&entry);
  }
  return cases;
}

std::string in_repository(std::string_view file) {
  const std::size_t folder = file.rfind("conformance/");
  return std::string(folder == std::string_view::npos ? file : file.substr(folder));
}

void run_cases(const std::vector<std::string>& ids, Environment& environment) {
  std::size_t executed = 0;
  const auto finish = environment.finish;
  environment.finish = [&](const rig::report::CaseRecord& record) {
    ++executed;
    finish(record);
  };
  for (const std::string& id : ids) {
    const CaseEntry& entry = entry_of(id);
    testing::RegisterTest(entry.suite.c_str(), entry.name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                          [&entry, &environment]() -> Case* {
                            std::unique_ptr<Case> one = entry.make();
                            one->attach(entry, environment);
                            return one.release();
                          });
  }
  silence_googletest();
  [[maybe_unused]] const int status = RUN_ALL_TESTS();  // the records say more
  environment.finish = finish;
  if (!environment.lost.empty()) throw RigError(environment.lost);
  if (executed != ids.size() && !environment.stopped) {
    throw RigError(fmt::format("{} cases were planned and {} were executed.", ids.size(), executed));
  }
}

}  // namespace conformance
