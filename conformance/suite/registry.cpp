#include "conformance/suite/registry.hpp"

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

const Requirement* find(const Cited& cited, const Catalogue& catalogue) {
  return cited.is_id() ? catalogue.by_id(cited.name()) : catalogue.by_aspect(cited.name());
}

const CaseEntry& entry_of(const std::string& id) {
  for (const CaseEntry& entry : all_cases()) {
    if (entry.id() == id) return entry;
  }
  throw RigError(fmt::format("There is no case \"{}\".", id));
}

}  // namespace

std::vector<Cited> all_of(const Checks& checks) {
  std::vector<Cited> all = {checks.subject};
  all.insert(all.end(), checks.also.begin(), checks.also.end());
  return all;
}

const rig::protocol::Contest& contest_on(BoardWish board, const Environment& environment,
                                         rig::Random random) {
  constexpr int largest_drawn = 16;  // its games come to their ends in tens of moves
  const rig::protocol::Contest& usual = environment.contest;
  const bool open = !environment.options.board && usual.smallest_limit != 0;
  if (!open || board == BoardWish::as_usual) return usual;
  int size = usual.smallest_limit;
  if (board == BoardWish::drawn)
    size += 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(largest_drawn - size)));
  return rig::protocol::find_contest(usual.name, {size, environment.options.set});
}

std::string prefix_of(const Catalogue& catalogue) {
  const std::string& first = catalogue.all().front().id;
  std::size_t common = first.size();
  for (const Requirement& one : catalogue.all()) {
    const auto differs = std::mismatch(first.begin(), first.end(), one.id.begin(), one.id.end()).first;
    common = std::min(common, static_cast<std::size_t>(differs - first.begin()));
  }
  return first.substr(0, first.substr(0, common).rfind('-') + 1);
}

bool register_case(CaseEntry entry) {
  registered().push_back(std::move(entry));
  return true;
}

const std::vector<CaseEntry>& all_cases() {
  refuse_unsound(registered());
  return registered();
}

void refuse_unsound(const std::vector<CaseEntry>& entries) {
  std::set<std::string> ids;
  for (const CaseEntry& entry : entries) {
    if (!ids.insert(entry.id()).second)
      throw RigError(fmt::format("Two cases have the id \"{}\".", entry.id()));
    if (entry.checks.subject.name().empty())
      throw RigError(fmt::format("The case \"{}\" has no subject.", entry.id()));
  }
}

void refuse_unknown_ids(const std::vector<CaseEntry>& entries, const Catalogue& catalogue) {
  const std::string prefix = prefix_of(catalogue);
  for (const CaseEntry& entry : entries) {
    for (const Cited& cited : all_of(entry.checks)) {
      const bool of_this_contest = cited.is_id() && cited.name().starts_with(prefix);
      if (of_this_contest && find(cited, catalogue) == nullptr)
        throw RigError(
            fmt::format("The case \"{}\" cites {}, which is no requirement.", entry.id(), cited.name()));
    }
  }
}

bool belongs_to(const CaseEntry& entry, const Catalogue& catalogue) {
  const bool another_looks_at_it = find(entry.checks.unless, catalogue) != nullptr;
  return find(entry.checks.subject, catalogue) != nullptr && !another_looks_at_it;
}

std::vector<std::string> cited_by(const CaseEntry& entry, const Catalogue& catalogue) {
  std::vector<std::string> ids;
  if (!belongs_to(entry, catalogue)) return ids;
  for (const Cited& cited : all_of(entry.checks)) {
    const Requirement* requirement = find(cited, catalogue);
    const bool is_new =
        requirement != nullptr && std::find(ids.begin(), ids.end(), requirement->id) == ids.end();
    if (is_new) ids.push_back(requirement->id);
  }
  return ids;
}

std::vector<const CaseEntry*> cases_citing(const Requirement& requirement, const Catalogue& catalogue) {
  std::vector<const CaseEntry*> cases;
  for (const CaseEntry& entry : all_cases()) {
    if (entry.when == When::on_request) continue;
    const std::vector<std::string> ids = cited_by(entry, catalogue);
    if (std::find(ids.begin(), ids.end(), requirement.id) != ids.end()) cases.push_back(&entry);
  }
  return cases;
}

std::string in_repository(std::string_view file) {
  std::size_t begin = 0;
  for (const std::string_view room : {"conformance/", "games/"}) {
    const std::size_t at = file.rfind(room);
    if (at != std::string_view::npos) begin = std::max(begin, at);
  }
  return std::string(file.substr(begin));
}

void run_cases(const std::vector<std::string>& ids, Environment& environment) {
  for (const std::string& id : ids) {
    const CaseEntry& entry = entry_of(id);
    // Each is a suite of its own: GoogleTest runs all tests of a suite before the next, whatever the order
    // here.
    testing::RegisterTest(entry.id().c_str(), entry.name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                          [&entry, &environment]() -> Frame* {
                            std::unique_ptr<Frame> one = entry.make();
                            one->attach(entry, environment);
                            return one.release();
                          });
  }
  silence_googletest();
  [[maybe_unused]] const int status = RUN_ALL_TESTS();  // the records say more
  if (!environment.lost.empty()) throw RigError(environment.lost);
  const std::size_t wanted = ids.size() - environment.left_out.size();
  if (environment.ended != wanted && !environment.stopped) {
    throw RigError(fmt::format("{} cases were planned and {} were executed.", wanted, environment.ended));
  }
}

}  // namespace conformance
