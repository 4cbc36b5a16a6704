#include "conformance/run/divided/part.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "conformance/run/plan.hpp"
#include "conformance/run/replay.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/json_depth.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/report/compare_runs.hpp"
#include "rig/report/json.hpp"

namespace conformance {

using nlohmann::json;
using rig::UsageError;
using rig::report::CaseRecord;

namespace {

std::string records_in(const std::string& parts, const Part& part) {
  return part.folder_in(parts) + "/part.json";
}

/// A part as it lies on the disk.
struct PartOnDisk {
  std::string head;
  std::vector<std::string> errors;
  std::map<std::string, CaseRecord> records;
};

PartOnDisk read_records(const std::string& path, const std::string& text, const Part& part) {
  PartOnDisk found;
  try {
    if (const std::string why = rig::why_too_deep(text); !why.empty()) throw rig::RigError(why + ".");
    const json all = json::parse(text);
    const Part said{all.at("part").get<int>(), all.at("of").get<int>()};
    if (said.number != part.number || said.of != part.of)
      throw UsageError(fmt::format("{}: found {}, allowed is {}.", path, said.name(), part.name()));
    found.head = all.at("head").get<std::string>();
    found.errors = all.at("errors").get<std::vector<std::string>>();
    for (const json& line : all.at("records")) {
      CaseRecord record = rig::report::case_from_json(line.dump());
      const std::string id = record.id;
      found.records[id] = std::move(record);
    }
  } catch (const json::exception& error) {
    throw UsageError(fmt::format("{} is no record of a part: {}.", path, error.what()));
  } catch (const rig::RigError& error) {
    throw UsageError(fmt::format("{} is no record of a part: {}", path, error.what()));
  }
  return found;
}

/// What the header of a part says of the run, held against the run that gathers it.
class SameRun {
 public:
  SameRun(std::string path, const rig::TranscriptHeader& part, const rig::TranscriptHeader& whole)
      : path_(std::move(path)), part_(part), whole_(whole) {}

  void expect(const std::vector<std::string>& cases) const {
    expect("program", part_.program_version, whole_.program_version);
    expect("options", part_.options, whole_.options);
    expect("identity", part_.identity, whole_.identity);
    if (part_.plan != cases)
      refuse("plan", fmt::format("{}", fmt::join(part_.plan, " ")), fmt::format("{}", fmt::join(cases, " ")));
  }

 private:
  void expect(const std::string& what, const std::string& found, const std::string& allowed) const {
    if (found != allowed) refuse(what, found, allowed);
  }

  using Words = std::map<std::string, std::string>;
  void expect(const std::string& what, const Words& found, const Words& allowed) const {
    const auto value = [](const Words& words, const std::string& name) {
      const auto at = words.find(name);
      return at == words.end() ? std::string() : at->second;
    };
    std::set<std::string> names;
    for (const auto& [name, text] : found) names.insert(name);
    for (const auto& [name, text] : allowed) names.insert(name);
    for (const std::string& name : names)
      expect(fmt::format("{}/{}", what, name), value(found, name), value(allowed, name));
  }

  [[noreturn]] void refuse(const std::string& what, const std::string& found,
                           const std::string& allowed) const {
    throw UsageError(fmt::format("{} is of another run: {} is \"{}\", and this run has \"{}\".", path_, what,
                                 found, allowed));
  }

  std::string path_;
  const rig::TranscriptHeader& part_;
  const rig::TranscriptHeader& whole_;
};

/// Every case of a part has a record; one without is left out only where the part could not begin.
void expect_all(const std::string& path, const PartOnDisk& found, const std::vector<std::string>& cases) {
  for (const auto& [id, record] : found.records) {
    if (std::find(cases.begin(), cases.end(), id) == cases.end())
      throw UsageError(
          fmt::format("{}: found the case {}, allowed are {}.", path, id, fmt::join(cases, ", ")));
  }
  if (!found.errors.empty()) return;
  for (const std::string& id : cases) {
    if (!found.records.contains(id))
      throw UsageError(fmt::format("{}: the case {} has no record, and the part names no error.", path, id));
  }
}

/// What the cases of a part come to when they are judged from its transcript.
RunResult judge_again(const RunPlan& plan, const Replay& recorded) {
  RunPlan replay;
  replay.options = plan.options;
  replay.options.dut = "transcript:" + recorded.path;
  replay.dut = dut_of(replay.options);
  replay.jobs = plan.jobs;
  for (const std::string& id : recorded.transcript.header.plan) {
    if (recorded.came_to(id)) replay.cases.push_back(id);
  }
  RunListener nobody;
  RunResult judged = run_plan(replay, nobody);
  if (!judged.refused.empty())
    throw UsageError(fmt::format("{} cannot be judged again: {}.", recorded.path, judged.refused));
  if (!judged.errors.empty())
    throw rig::RigError(fmt::format("{} could not be judged again: {}", recorded.path, judged.errors[0]));
  return judged;
}

/// Records are what the transcript gives. That the rig had an error is known only to who ran the case; a run
/// with one is never certified.
void expect_as_judged(const std::string& path, const PartOnDisk& found, const RunResult& judged) {
  for (const auto& [id, record] : found.records) {
    if (record.verdict == rig::Verdict::error) continue;
    const auto again = judged.records.find(id);
    if (again == judged.records.end())
      throw UsageError(fmt::format(
          "{}: the record of {} says \"{}\", and the transcript beside it has no operations of that case.",
          path, id, rig::to_string(record.verdict)));
    const std::vector<std::string> differences = rig::report::differences_of_records(record, again->second);
    if (!differences.empty())
      throw UsageError(fmt::format("{}: the record of {} contradicts the transcript beside it, at {}.", path,
                                   id, differences.front()));
  }
}

}  // namespace

std::string Part::folder_in(const std::string& parts) const {
  return (std::filesystem::path(parts) / fmt::format("part-{}-of-{}", number, of)).string();
}

std::string Part::transcript_in(const std::string& parts) const {
  return folder_in(parts) + "/transcript.jsonl";
}

std::string Part::name() const {
  return fmt::format("part {} of {}", number, of);
}

bool runs_a_part(const CommandLine& line) {
  return line.part > 0;
}

bool gathers_parts(const CommandLine& line) {
  return !line.parts.empty() && line.part == 0;
}

std::vector<std::string> cases_of(const Part& part, const RunPlan& plan) {
  const std::vector<std::string>& cases = plan.cases;
  if (static_cast<std::size_t>(part.of) > cases.size())
    throw UsageError(fmt::format("--jobs: found {}, allowed is at most {}: a part has at least one case.",
                                 part.of, cases.size()));
  return shares(cases, part.of, contest_of(plan.options))[static_cast<std::size_t>(part.number - 1)];
}

bool failed_by_surroundings(const RunResult& result) {
  return !result.errors.empty() ||
         std::any_of(result.records.begin(), result.records.end(),
                     [](const auto& record) { return record.second.verdict == rig::Verdict::error; });
}

void begin_part(const std::string& parts, const Part& part) {
  std::error_code problem;
  std::filesystem::remove(records_in(parts, part), problem);
  if (problem)
    throw rig::RigError(fmt::format("{} cannot be removed: {}.", records_in(parts, part), problem.message()));
}

void write_part(const std::string& parts, const Part& part, const std::string& head,
                const RunResult& result) {
  json records = json::array();
  for (const auto& [id, record] : result.records)
    records.push_back(json::parse(rig::report::to_json(record)));
  const json all = {{"part", part.number},
                    {"of", part.of},
                    {"head", head},
                    {"errors", result.errors},
                    {"records", std::move(records)}};
  rig::write_whole(records_in(parts, part), all.dump(1) + '\n');
}

void expect_all_parts(const std::string& parts, int of) {
  std::vector<int> missing;
  for (int number = 1; number <= of; ++number) {
    if (!std::filesystem::exists(records_in(parts, {number, of}))) missing.push_back(number);
  }
  if (missing.empty()) return;
  throw rig::RigError(fmt::format("{}: {} of {} parts {} missing ({}); no report is written.", parts,
                                  missing.size(), of, missing.size() == 1 ? "is" : "are",
                                  fmt::join(missing, ", ")));
}

RunResult gather_parts(const std::string& parts, const RunPlan& plan, const rig::TranscriptHeader& whole,
                       RunListener& listener) {
  RunResult result;
  for (int number = 1; number <= plan.jobs; ++number) {
    const Part part{number, plan.jobs};
    const std::string records = records_in(parts, part);
    const std::string evidence = part.transcript_in(parts);
    const std::vector<std::string> cases = cases_of(part, plan);
    PartOnDisk found = read_records(records, rig::content_of_ordinary_file(records), part);
    const Replay recorded = read_replay(evidence);
    const rig::Transcript& transcript = recorded.transcript;
    SameRun(evidence, transcript.header, whole).expect(cases);
    if (transcript.head != found.head)
      throw UsageError(fmt::format("{}: \"head\" is \"{}\", and the transcript beside it comes to \"{}\".",
                                   records, found.head, transcript.head));
    expect_all(records, found, cases);
    const RunResult judged = judge_again(plan, recorded);
    if (judged.interrupted) {
      result.interrupted = true;
      return result;
    }
    expect_as_judged(records, found, judged);
    for (const std::string& error : found.errors)
      result.errors.push_back(fmt::format("{}: {}", part.name(), error));
    for (auto& [id, record] : found.records) {
      if (const auto segment = transcript.segments.find(id); segment != transcript.segments.end()) {
        for (const std::string& line : segment->second) plan.transcript->add(id, line);
        plan.transcript->case_ended(id);
      }
      listener.ended(record);
      result.records[id] = std::move(record);
    }
  }
  return result;
}

}  // namespace conformance
