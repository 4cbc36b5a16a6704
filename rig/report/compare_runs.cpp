#include "rig/report/compare_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "rig/base/visible.hpp"
#include "rig/report/json.hpp"

namespace rig::report {

namespace {

using nlohmann::json;

constexpr const char* parts_of_a_report[] = {"contest",       "dut",          "seed",        "identity",
                                             "team_name",     "label",        "interrupted", "reservations",
                                             "faults_caught", "requirements", "latencies",   "coverage"};

constexpr const char* parts_of_a_case[] = {"id",       "title",   "verdict",      "reason", "requirements",
                                           "findings", "samples", "measurements", "shmoo",  "counts",
                                           "seed",     "team",    "more_samples"};

std::string shown(const json& value) {
  constexpr std::size_t enough = 120;
  const std::string text = visible(value.dump(-1, ' ', false, json::error_handler_t::replace));
  return text.size() > enough ? text.substr(0, enough) + " …" : text;
}

/// The first place at which two values differ, and both.
std::string first_difference(const std::string& where, const json& here, const json& there) {
  const std::string path = json::diff(here, there).at(0).at("path").get<std::string>();
  const json::json_pointer place(path);
  const auto in = [&](const json& all) { return all.contains(place) ? shown(all.at(place)) : "nothing"; };
  return fmt::format("{}{}: recorded is {}, the transcript gives {}", where, path, in(here), in(there));
}

json part_of(const json& whole, const char* name) {
  return whole.is_object() && whole.contains(name) ? whole.at(name) : json();
}

/// `rig check …`, whatever the path of `rig` is from where the run was made.
std::string without_path(const std::string& check) {
  const std::size_t end =
      check.find("rig' check ") != std::string::npos ? check.find("rig' check ") : check.find("rig check ");
  const bool has_path = end != std::string::npos && end > 0 && check[end - 1] == '/';
  if (!has_path) return check;
  return "rig" + check.substr(check.find(" check ", end));
}

/// How a program was started, where its files are kept, and where the rig is is a matter of the machine on
/// which it ran.
json without_places(json one) {
  if (!one.contains("findings") || !one.at("findings").is_array()) return one;
  for (json& finding : one.at("findings")) {
    if (!finding.is_object() || !finding.contains("scene") || !finding.at("scene").is_object()) continue;
    json& scene = finding.at("scene");
    scene["commands"] = scene["folder"] = nullptr;
    const json check = part_of(scene, "check");
    if (check.is_string()) scene["check"] = without_path(check.get<std::string>());
    const bool empty = scene.value("moves", json()) == json(json::array()) &&
                       scene.value("game", json()) == 0 && scene.value("seat", json()) == json("");
    if (empty) scene = nullptr;
  }
  return one;
}

/// Two accounts of one case; `where` it stands in the report.
std::vector<std::string> differences_of_case(const std::string& where, const json& recorded,
                                             const json& replayed) {
  const json here = without_places(recorded);
  const json there = without_places(replayed);
  // Why a case was not come to is known to who ran it.
  const bool left_out = part_of(here, "verdict") == "not run" && part_of(there, "verdict") == "not run";
  std::vector<std::string> found;
  for (const std::string_view part : parts_of_a_case) {
    if (left_out && part == "reason") continue;
    const json one = part_of(here, part.data());
    const json other = part_of(there, part.data());
    if (one != other) found.push_back(first_difference(fmt::format("{}/{}", where, part), one, other));
  }
  return found;
}

/// A replay finds the same reasons in another order.
json sorted(json list) {
  if (list.is_array()) std::sort(list.begin(), list.end());
  return list;
}

/// How soon a run was to stop, and how much time it had, is no setting of the cases, and a replay has none.
json settings_of(const json& report) {
  json kept = json::array();
  for (const json& one : part_of(report, "settings")) {
    const json name = part_of(one, "name");
    if (name != "max-failures" && name != "budget") kept.push_back(one);
  }
  return kept;
}

std::string without_replay(const json& headline) {
  std::string text = headline.is_string() ? headline.get<std::string>() : headline.dump();
  const std::string note = " (replay)";
  if (text.ends_with(note)) text.resize(text.size() - note.size());
  return text;
}

/// A segment's first line, without the place of a model's description.
json link_line(const std::string& line) {
  json whole = json::parse(line);
  const json::json_pointer place("/link/facts/description");
  if (whole.contains(place)) whole.at(place) = nullptr;
  return whole;
}

std::string difference_of_segments(const std::vector<std::string>& then,
                                   const std::vector<std::string>& now) {
  const json first = link_line(then.front());
  if (const json other = link_line(now.front()); other != first) {
    const std::string path = json::diff(first, other).at(0).at("path").get<std::string>();
    const json::json_pointer place(path);
    const auto in = [&](const json& all) { return all.contains(place) ? shown(all.at(place)) : "nothing"; };
    return fmt::format("{} was {}, and is {} now", path.substr(1), in(first), in(other));
  }
  const std::size_t common = std::min(then.size(), now.size());
  for (std::size_t i = 1; i < common; ++i) {
    if (then[i] != now[i])
      return fmt::format("operation {} was {}, and is {} now", i, visible(then[i]), visible(now[i]));
  }
  if (then.size() == now.size()) return {};
  return fmt::format("it had {} operations, and has {} now", then.size() - 1, now.size() - 1);
}

}  // namespace

std::vector<std::string> differences_of_reports(const json& recorded, const json& replayed) {
  std::vector<std::string> found;
  const auto compare = [&](const std::string& where, const json& here, const json& there) {
    if (here != there) found.push_back(first_difference(where, here, there));
  };
  for (const char* part : parts_of_a_report)
    compare(std::string("/") + part, part_of(recorded, part), part_of(replayed, part));
  compare("/partial", sorted(part_of(recorded, "partial")), sorted(part_of(replayed, "partial")));
  compare("/settings", settings_of(recorded), settings_of(replayed));
  const json replay = part_of(replayed, "replay");
  if (part_of(replay, "dated") == true)
    compare("/started", part_of(recorded, "started"), part_of(replayed, "started"));
  compare("/headline", without_replay(part_of(recorded, "headline")),
          without_replay(part_of(replayed, "headline")));
  // With --strict, which a replay is not told, reservations are no certificate.
  const bool strict = part_of(recorded, "strict") == true;
  const bool reserved = part_of(recorded, "reservations") != json::array();
  // Nor is it told what the run was held against beside the clauses.
  const json gate = part_of(recorded, "gate");
  compare("/exit_status",
          gate.is_object() ? part_of(gate, "exit_status_without") : part_of(recorded, "exit_status"),
          strict && reserved ? json(3) : part_of(replayed, "exit_status"));
  const json cases = part_of(recorded, "cases");
  const json judged = part_of(replayed, "cases");
  if (!cases.is_array()) {
    compare("/cases", cases, judged);
    return found;
  }
  for (std::size_t i = 0; i < std::max(cases.size(), judged.size()); ++i) {
    const std::vector<std::string> more =
        differences_of_case(fmt::format("/cases/{}", i), i < cases.size() ? cases[i] : json(),
                            i < judged.size() ? judged[i] : json());
    found.insert(found.end(), more.begin(), more.end());
  }
  return found;
}

std::vector<std::string> differences_of_records(const CaseRecord& recorded, const CaseRecord& replayed) {
  return differences_of_case({}, json::parse(to_json(recorded)), json::parse(to_json(replayed)));
}

std::vector<std::string> differences_of_cases(const Transcript& recorded, const Transcript& again) {
  std::vector<std::string> found;
  for (const std::string& id : recorded.header.plan) {
    const auto then = recorded.segments.find(id);
    if (then == recorded.segments.end()) continue;
    const auto now = again.segments.find(id);
    const std::string difference = now == again.segments.end()
                                       ? "it was not played now"
                                       : difference_of_segments(then->second, now->second);
    if (!difference.empty()) found.push_back(fmt::format("{}: {}", id, difference));
  }
  return found;
}

}  // namespace rig::report
