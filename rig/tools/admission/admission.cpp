#include "rig/tools/admission/admission.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "rig/base/bytes.hpp"
#include "rig/base/crypto/sha256.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/json_depth.hpp"
#include "rig/base/suggestion.hpp"
#include "rig/base/whole_file.hpp"

namespace rig::admission {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::pair<Status, std::string_view> words[] = {{Status::admitted, "admitted"},
                                                         {Status::not_admitted, "not admitted"},
                                                         {Status::cannot_tell, "cannot tell"}};

Status status_from(const std::string& word) {
  std::vector<std::string> known;
  for (const auto& [status, name] : words) {
    if (name == word) return status;
    known.emplace_back(name);
  }
  throw UsageError(unknown_value("status", word, known));
}

Json json_of(const Clause& one) {
  return {{"id", one.id},           {"text", one.text},     {"level", one.level},
          {"verdict", one.verdict}, {"reason", one.reason}, {"open", one.open}};
}

Json json_of(const CertifiedRun& run) {
  Json device = Json::array();
  for (const auto& [name, value] : run.device) device.push_back({{"name", name}, {"value", value}});
  Json clauses = Json::array();
  for (const Clause& one : run.clauses) clauses.push_back(json_of(one));
  return {{"contest", run.contest},
          {"title", run.title},
          {"team", run.team},
          {"code", run.code},
          {"dut", run.dut},
          {"far_end", run.far_end},
          {"headline", run.headline},
          {"exit_status", run.exit_status},
          {"partial", run.partial},
          {"interrupted", run.interrupted},
          {"names", run.names},
          {"device", device},
          {"bitstream", run.bitstream},
          {"version", run.version},
          {"commit", run.commit},
          {"seed", run.seed},
          {"started", run.started},
          {"signed_by", run.signed_by},
          {"transcript_sha256", run.transcript_sha256},
          {"clauses", clauses}};
}

Json json_of(const EntryTest& test) {
  Json games = Json::array();
  for (const EntryGame& one : test.games)
    games.push_back(
        {{"number", one.number}, {"seat", one.seat}, {"result", one.result}, {"ending", one.ending}});
  return {{"status", to_string(test.status)}, {"games", games}};
}

std::string text_in(const Json& json, const char* name) {
  return json.at(name).get<std::string>();
}

Clause clause_from(const Json& one) {
  return {.id = text_in(one, "id"),
          .text = text_in(one, "text"),
          .level = text_in(one, "level"),
          .verdict = text_in(one, "verdict"),
          .reason = text_in(one, "reason"),
          .open = one.at("open").get<bool>()};
}

CertifiedRun run_from(const Json& json) {
  CertifiedRun run;
  json.at("contest").get_to(run.contest);
  json.at("title").get_to(run.title);
  json.at("team").get_to(run.team);
  json.at("code").get_to(run.code);
  json.at("dut").get_to(run.dut);
  json.at("far_end").get_to(run.far_end);
  json.at("headline").get_to(run.headline);
  json.at("exit_status").get_to(run.exit_status);
  json.at("partial").get_to(run.partial);
  json.at("interrupted").get_to(run.interrupted);
  json.at("names").get_to(run.names);
  for (const Json& one : json.at("device"))
    run.device.emplace_back(text_in(one, "name"), text_in(one, "value"));
  json.at("bitstream").get_to(run.bitstream);
  json.at("version").get_to(run.version);
  json.at("commit").get_to(run.commit);
  json.at("seed").get_to(run.seed);
  json.at("started").get_to(run.started);
  json.at("signed_by").get_to(run.signed_by);
  json.at("transcript_sha256").get_to(run.transcript_sha256);
  for (const Json& one : json.at("clauses")) run.clauses.push_back(clause_from(one));
  return run;
}

EntryTest entry_test_from(const Json& json) {
  EntryTest test{.status = status_from(text_in(json, "status")), .games = {}};
  for (const Json& one : json.at("games"))
    test.games.push_back(
        {one.at("number").get<int>(), text_in(one, "seat"), text_in(one, "result"), text_in(one, "ending")});
  return test;
}

Admission admission_from(const Json& json) {
  Admission admission;
  json.at("team").get_to(admission.team);
  json.at("code").get_to(admission.code);
  json.at("contest").get_to(admission.contest);
  json.at("dut").get_to(admission.dut);
  admission.status = status_from(text_in(json, "status"));
  json.at("reasons").get_to(admission.reasons);
  json.at("certificate").get_to(admission.certificate);
  json.at("key").get_to(admission.key);
  if (!json.at("run").is_null()) admission.run = run_from(json.at("run"));
  if (!json.at("entry_test").is_null()) admission.entry_test = entry_test_from(json.at("entry_test"));
  json.at("version").get_to(admission.version);
  json.at("date").get_to(admission.date);
  json.at("report_sha256").get_to(admission.report_sha256);
  return admission;
}

}  // namespace

std::string_view to_string(Status status) {
  return std::find_if(std::begin(words), std::end(words),
                      [&](const auto& one) { return one.first == status; })
      ->second;
}

int exit_status(Status status) {
  switch (status) {
    case Status::admitted: return 0;
    case Status::not_admitted: return 1;
    case Status::cannot_tell: return 3;
  }
  return 3;
}

Status worse(Status one, Status other) {
  for (const Status status : {Status::not_admitted, Status::cannot_tell}) {
    if (one == status || other == status) return status;
  }
  return Status::admitted;
}

std::string folder_of_team(const std::string& team) {
  constexpr std::size_t longest = 60;
  constexpr std::size_t digits = 8;
  const auto is_plain = [](unsigned char c) {
    return c < 0x80 && (std::isalnum(c) != 0 || c == '_' || c == '-');
  };
  std::string name;
  bool is_gap = false;
  for (const char one : team.substr(0, longest)) {
    const bool fits = is_plain(static_cast<unsigned char>(one)) && (!name.empty() || one != '-');
    if (fits && is_gap && !name.empty()) name += '-';
    if (fits) name += one;
    is_gap = !fits;
  }
  if (name == team && !team.empty()) return name;
  return name + (name.empty() ? "" : "-") + sha256_hex(to_bytes(team)).substr(0, digits);
}

std::string to_json(const Admission& admission) {
  const Json json = {{"admission", 1},
                     {"team", admission.team},
                     {"code", admission.code},
                     {"contest", admission.contest},
                     {"dut", admission.dut},
                     {"status", to_string(admission.status)},
                     {"reasons", admission.reasons},
                     {"certificate", admission.certificate},
                     {"key", admission.key},
                     {"run", admission.run ? json_of(*admission.run) : Json()},
                     {"entry_test", admission.entry_test ? json_of(*admission.entry_test) : Json()},
                     {"version", admission.version},
                     {"date", admission.date},
                     {"report_sha256", admission.report_sha256}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Admission read_admission(const std::string& folder) {
  const std::string path = folder + "/" + admission_file;
  const std::string text = content_of_ordinary_file(path);
  if (const std::string why = why_too_deep(text); !why.empty())
    throw UsageError(fmt::format("{}: {}", path, why));
  try {
    const Json json = Json::parse(text);
    if (json.value("admission", 0) != 1)
      throw UsageError("it is no admission of this rig (\"admission\": 1).");
    return admission_from(json);
  } catch (const nlohmann::json::exception& error) {
    throw UsageError(fmt::format("{}: {}", path, error.what()));
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", path, error.what()));
  }
}

}  // namespace rig::admission
