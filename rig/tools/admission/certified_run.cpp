#include "rig/tools/admission/certified_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "rig/base/errors.hpp"
#include "rig/base/json_depth.hpp"
#include "rig/base/whole_file.hpp"

namespace rig::admission {

using nlohmann::json;

namespace {

std::string text_of(const json& value) {
  return value.is_string() ? value.get<std::string>() : std::string();
}

/// Null where there is no such part.
const json& part_of(const json& whole, const char* name) {
  static const json nothing;
  return whole.is_object() && whole.contains(name) ? whole.at(name) : nothing;
}

std::string text_in(const json& whole, const char* name) {
  return text_of(part_of(whole, name));
}

/// Of a list of names with values; empty: there is no such name.
std::string setting(const json& list, const std::string& name) {
  for (const json& one : list) {
    if (text_in(one, "name") == name) return text_in(one, "value");
  }
  return {};
}

std::vector<std::string> texts(const json& list) {
  std::vector<std::string> all;
  for (const json& one : list) all.push_back(text_of(one));
  return all;
}

Clause clause_from(const json& one) {
  return {.id = text_in(one, "id"),
          .text = text_in(one, "text"),
          .level = text_in(one, "level"),
          .verdict = text_in(one, "verdict"),
          .reason = text_in(one, "reason"),
          .open = part_of(one, "reservation") == true};
}

/// A design by its sources, a program by its files, an adapter by what it says of itself.
std::vector<std::pair<std::string, std::string>> device_of(const json& report) {
  std::vector<std::pair<std::string, std::string>> device;
  for (const json& one : part_of(report, "identity")) {
    if (const std::string name = text_in(one, "name"); name.starts_with("program "))
      device.emplace_back(name, text_in(one, "value"));
  }
  const json& facts = part_of(part_of(report, "dut"), "link_facts");
  for (const auto& [fact, name] : {std::pair("source_hash", "sources"), std::pair("usb", "usb")}) {
    if (const std::string value = setting(facts, fact); !value.empty()) device.emplace_back(name, value);
  }
  return device;
}

CertifiedRun run_from(const json& report) {
  CertifiedRun run;
  const json& gate = part_of(report, "gate");
  const json& status =
      gate.is_object() ? part_of(gate, "exit_status_without") : part_of(report, "exit_status");
  const json& identity = part_of(report, "identity");
  const json& evidence = part_of(report, "evidence");
  for (const int known : {0, 1, 2}) {
    if (status == known) run.exit_status = known;
  }
  run.contest = text_in(part_of(report, "contest"), "name");
  run.title = text_in(part_of(report, "contest"), "title");
  run.team = text_in(report, "team_name");
  run.code = setting(part_of(report, "settings"), "team");
  run.dut = text_in(part_of(report, "dut"), "name");
  run.far_end = text_in(part_of(report, "dut"), "far_end");
  run.headline = text_in(report, "headline");
  run.partial = texts(part_of(report, "partial"));
  run.interrupted = part_of(report, "interrupted") == true;
  run.device = device_of(report);
  run.bitstream = setting(identity, "bitstream");
  run.version = text_in(report, "program_version");
  run.commit = setting(identity, "commit");
  run.seed = text_in(report, "seed");
  run.started = text_in(report, "started");
  run.signed_by = text_in(evidence, "signed_by");
  run.transcript_sha256 = text_in(evidence, "sha256");
  std::set<std::string> names;
  for (const json& one : part_of(report, "cases")) names.insert(text_in(one, "team"));
  names.erase("");
  run.names.assign(names.begin(), names.end());
  for (const json& one : part_of(report, "requirements")) {
    if (part_of(one, "testable") == true) run.clauses.push_back(clause_from(one));
  }
  return run;
}

}  // namespace

bool is_unmet(const Clause& clause) {
  return clause.verdict == "fail" || clause.verdict == "error" || clause.verdict == "inconclusive" ||
         clause.open;
}

bool is_certificate(const CertifiedRun& run) {
  return run.exit_status == 0 && run.partial.empty() && !run.interrupted;
}

std::optional<bool> has_code(const CertifiedRun& run, const std::string& code) {
  if (!run.code.empty()) return run.code == code;
  if (run.names.empty()) return std::nullopt;
  const std::string shown = "\"" + code + "\"";  // as a report has it
  return std::all_of(run.names.begin(), run.names.end(),
                     [&](const std::string& name) { return name == shown; });
}

CertifiedRun read_run(const std::string& folder) {
  const std::string path = folder + "/report.json";
  const std::string text = content_of_ordinary_file(path);
  if (const std::string why = why_too_deep(text); !why.empty())
    throw UsageError(fmt::format("{}: {}", path, why));
  json report;
  try {
    report = json::parse(text);
  } catch (const json::exception& error) {
    throw UsageError(fmt::format("{} is no JSON: {}", path, error.what()));
  }
  if (text_in(report, "program") != "contest-rig")
    throw UsageError(
        fmt::format("{}: \"program\" is \"{}\", allowed is \"contest-rig\": it is no report of certify.",
                    path, text_in(report, "program")));
  return run_from(report);
}

}  // namespace rig::admission
