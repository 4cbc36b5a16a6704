#include "rig/tools/admission/event.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <system_error>

#include "rig/base/descriptor.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/tools/tournament/site/csv.hpp"

namespace rig::admission {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

Json json_of(const Entrant& entrant) {
  const Admission& admission = entrant.admission;
  Json clauses = Json::object();
  std::string headline;
  if (admission.run) {
    headline = admission.run->headline;
    for (const Clause& one : admission.run->clauses) clauses[one.id] = one.verdict;
  }
  return {{"team", admission.team},
          {"folder", entrant.folder},
          {"contest", admission.contest},
          {"dut", admission.dut},
          {"status", to_string(admission.status)},
          {"reasons", admission.reasons},
          {"certificate", headline},
          {"entry_test", admission.entry_test ? Json(to_string(admission.entry_test->status)) : Json()},
          {"date", admission.date},
          {"clauses", clauses}};
}

}  // namespace

Event read_event(const std::string& folder) {
  std::error_code problem;
  fs::directory_iterator all(folder, problem);
  if (problem) throw UsageError(fmt::format("--event: {} cannot be read: {}.", folder, problem.message()));
  Event event;
  for (const fs::directory_entry& one : all) {
    const std::string place = one.path().string();
    const bool is_replaced_now = one.path().extension() == replaced;
    if (is_replaced_now || !fs::exists(fs::symlink_status(one.path() / admission_file))) continue;
    try {
      event.entrants.push_back({one.path().filename().string(), read_admission(place),
                                fs::is_regular_file(one.path() / reports_folder / "report.html")});
    } catch (const UsageError& error) {
      event.missing.emplace_back(error.what());
    }
  }
  std::sort(event.entrants.begin(), event.entrants.end(), [](const Entrant& one, const Entrant& other) {
    return std::pair(one.admission.team, one.folder) < std::pair(other.admission.team, other.folder);
  });
  std::sort(event.missing.begin(), event.missing.end());
  return event;
}

/// A line a clause and a team: a spreadsheet turns that into any table.
std::string event_csv(const Event& event) {
  std::string text = tournament::csv_row({"team", "contest", "dut", "status", "certificate", "entry test",
                                          "date", "clause", "level", "verdict", "text"});
  for (const Entrant& entrant : event.entrants) {
    const Admission& one = entrant.admission;
    const std::string test = one.entry_test ? std::string(to_string(one.entry_test->status)) : "";
    const auto row = [&](const std::string& headline, const Clause& clause) {
      return tournament::csv_row({one.team, one.contest, one.dut, std::string(to_string(one.status)),
                                  headline, test, one.date, clause.id, clause.level, clause.verdict,
                                  clause.text});
    };
    if (!one.run || one.run->clauses.empty()) {
      text += row(one.run ? one.run->headline : "", {});
      continue;
    }
    for (const Clause& clause : one.run->clauses) text += row(one.run->headline, clause);
  }
  return text;
}

std::string event_json(const Event& event) {
  Json teams = Json::array();
  for (const Entrant& one : event.entrants) teams.push_back(json_of(one));
  return Json{{"event", 1}, {"teams", teams}, {"missing", event.missing}}.dump(
             1, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

void write_event(const std::string& folder) {
  const Descriptor turn(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (turn.is_open()) static_cast<void>(::flock(turn.number(), LOCK_EX));  // who writes last has read all
  const Event event = read_event(folder);
  write_whole(folder + "/style.css", event_style());
  write_whole(folder + "/site.js", event_script());
  write_whole(folder + "/event.csv", event_csv(event));
  write_whole(folder + "/event.json", event_json(event));
  write_whole(folder + "/index.html", event_page(event));
}

}  // namespace rig::admission
