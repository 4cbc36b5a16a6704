#pragma once
/// What the tests of the console share: what it shows of a run, and a case to be shown.

#include <chrono>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "rig/report/console/console.hpp"
#include "rig/report/record.hpp"

namespace rig::report {

inline std::string shown(const RunRecord& run, ConsoleOptions options = {}) {
  std::ostringstream out;
  Console console(out, std::move(options));
  console.begin(run, run.cases.size());
  for (const CaseRecord& one : run.cases) console.case_ended(one);
  console.summary(run);
  return out.str();
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

inline CaseRecord a_handshake(Verdict verdict) {
  CaseRecord one;
  one.id = "Handshake.AnswersWithTeamCode";
  one.title = "answers \"0\" with its team code";
  one.verdict = verdict;
  one.reason = "the reason";
  one.requirements = {{"INIT-1", {1, verdict}}};
  one.samples = {{"0", std::chrono::seconds(1), {Duration(3620000), Duration(3700000)}}};
  return one;
}

}  // namespace rig::report
