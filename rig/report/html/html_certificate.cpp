#include "rig/report/html/html_certificate.hpp"

#include <fmt/format.h>

#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "rig/link/transcript/occasion.hpp"
#include "rig/report/gate/judging.hpp"
#include "rig/report/html/html_parts.hpp"
#include "rig/report/html/markup.hpp"

namespace rig::report::html {

namespace {

/// Facts of a link that tell one device from another, as links name them.
constexpr std::pair<std::string_view, std::string_view> identifying[] = {
    {"name", "design"},
    {"source_hash", "hash of its sources"},
    {"fault", "deliberate fault"},
    {"command", "command"},
    {"device", "device"},
    {"usb", "USB"},
    {"adapter", "adapter"},
    {"driver", "driver"},
};

std::string identity(const RunRecord& run) {
  std::string text;
  if (!run.link_description.empty()) text += pair("link", run.link_description);
  for (const auto& [fact, words] : identifying) {
    const auto found = run.link_facts.find(std::string(fact));
    if (found != run.link_facts.end() && !found->second.empty()) text += pair(words, found->second);
  }
  return text;
}

std::string fact_of(const RunRecord& run, std::string_view name) {
  for (const Setting& fact : run.identity) {
    if (fact.name == name) return fact.value;
  }
  return {};
}

/// Who chose the seed.
std::string seed_chosen(const RunRecord& run) {
  const std::string how = fact_of(run, "seed-chosen");
  const std::string text = fact_of(run, "seed-from");
  if (how.empty()) return {};
  return " (" + content(how) + (text.empty() ? "" : " from " + code(text)) + ")";
}

/// Those of the identity that `known` names, without those that stand elsewhere.
std::string facts_of(const RunRecord& run, const std::vector<IdentityFact>& known,
                     const std::set<std::string_view>& elsewhere) {
  std::string text;
  for (const Setting& one : run.identity) {
    const std::optional<IdentityFact> fact = find_fact(known, one.name);
    if (!fact || elsewhere.contains(fact->name)) continue;
    text += pair(std::string(fact->title) + one.name.substr(fact->name.size()), one.value);
  }
  return text;
}

/// Every way in which the DUT named itself; one that differs between cases is shown as it does.
std::string own_names(const RunRecord& run) {
  std::set<std::string> names;
  for (const CaseRecord& one : run.cases) {
    if (one.team) names.insert(*one.team);
  }
  constexpr std::size_t most = 4;
  std::string text;
  std::size_t shown = 0;
  for (const std::string& name : names) {
    if (shown++ == most) return text + fmt::format(" and {} more", names.size() - most);
    text += (text.empty() ? "" : ", ") + code(name);
  }
  return text;
}

}  // namespace

bool is_certificate(const RunRecord& run) {
  return exit_status_without_gate(run) == 0 && run.partial.empty();
}

std::string certificate(const RunRecord& run) {
  std::vector<std::pair<std::string, std::string>> rows;
  const auto add = [&](const char* name, std::string html) {
    if (!html.empty()) rows.emplace_back(name, std::move(html));
  };
  if (!run.team_name.empty()) add("Team", "<strong>" + content(run.team_name) + "</strong>");
  if (!run.label.empty()) add("Label", "<strong>" + content(run.label) + "</strong>");
  add(run.role == "dut" ? "Device under test" : "Referee under test",
      code(run.dut) + (run.far_end.empty() ? "" : " (" + content(run.far_end) + ")"));
  add("Names itself", own_names(run));
  add("Identified by", identity(run));
  if (!run.contest.empty()) add("Contest", code(run.contest));
  add("Date", content(run.started));
  add("Seed", code(std::to_string(run.seed)) + seed_chosen(run));
  add("Tested by", facts_of(run, identity_facts(), {}));
  add("Provenance",
      facts_of(run, occasion_facts(), {"team-name", "label", "started", "seed-chosen", "seed-from"}));
  if (!run.transcript_sha256.empty()) add("SHA-256 of the evidence", code(run.transcript_sha256));
  if (!run.chain_head.empty()) add("Head of its chain", code(run.chain_head));
  return "<div class=\"certificate\">\n" + facts("What was tested", rows) + "</div>\n";
}

}  // namespace rig::report::html
