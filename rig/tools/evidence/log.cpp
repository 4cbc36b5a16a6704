#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <map>

#include "rig/base/errors.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/report/run_log.hpp"
#include "rig/tools/evidence/verification.hpp"

namespace rig {

namespace {

using report::LogEntry;
using report::LogFacts;

/// A run, and its end where the log has it.
struct Logged {
  const LogFacts& begin;
  const LogFacts* end = nullptr;
};

std::vector<Logged> runs_in(const std::vector<LogEntry>& entries) {
  std::vector<Logged> runs;
  std::map<std::string, std::size_t> places;
  for (const LogEntry& entry : entries) {
    const std::string& run = entry.facts.at("run");
    if (entry.facts.at("event") == "begin") {
      places[run] = runs.size();
      runs.push_back({entry.facts});
    } else {
      runs[places.at(run)].end = &entry.facts;
    }
  }
  return runs;
}

std::string named(const std::string& value) {
  return value.empty() ? "not given" : value;
}

void tell_run(const Logged& run) {
  const auto fact = [&](const char* name) { return run.begin.at(name); };
  const std::string label = fact("label");
  tell("began", fmt::format("{}  {}{}, {}, {}, seed {}, rig {}", fact("date"), named(fact("team")),
                            label.empty() ? "" : ", " + label, fact("contest"), fact("dut"), fact("seed"),
                            named(fact("commit"))));
  if (run.end == nullptr) return tell("NO END", "the log does not say how this run ended");
  const std::string& head = run.end->at("head");
  tell("ended", fmt::format("{}  {}{}", run.end->at("date"), run.end->at("verdict"),
                            head.empty() ? "" : ", head " + head));
}

/// How many runs each team made in each contest: who handed in one of ten is seen.
void tell_tally(const std::vector<Logged>& runs) {
  struct Tally {
    int runs = 0;
    int without_end = 0;
  };
  std::map<std::pair<std::string, std::string>, Tally> tallies;
  for (const Logged& run : runs) {
    Tally& tally = tallies[{run.begin.at("contest"), run.begin.at("team")}];
    ++tally.runs;
    if (run.end == nullptr) ++tally.without_end;
  }
  for (const auto& [whose, tally] : tallies)
    tell("runs",
         fmt::format("{} of the team {} in {}{}", tally.runs, named(whose.second), whose.first,
                     tally.without_end > 0 ? fmt::format(", {} without an end", tally.without_end) : ""));
}

bool has_hash(const std::vector<LogEntry>& entries, const std::string& hash) {
  return std::any_of(entries.begin(), entries.end(), [&](const LogEntry& one) { return one.hash == hash; });
}

}  // namespace

int show_log(const LogRequest& request) {
  const std::string wanted = request.key.empty() ? std::string() : PublicKey::from_file(request.key).hex();
  const auto text = content_of_file(request.what);
  if (!text) throw UsageError(fmt::format("The log {} cannot be read.", request.what));
  const report::LogReading log = report::read_log(*text, request.what);
  const std::vector<Logged> runs = runs_in(log.entries);
  for (const Logged& run : runs) tell_run(run);
  tell_tally(runs);
  std::string refused = log.fault;
  const std::string key = log.entries.empty() ? std::string() : log.entries.front().facts.at("key");
  if (!log.entries.empty()) {
    tell("signed", fmt::format("with the key {}{}", key, key == wanted ? ", which is " + request.key : ""));
    tell("head", fmt::format("{}, of {} lines", log.entries.back().hash, log.entries.size()));
  }
  if (refused.empty() && log.entries.empty()) refused = fmt::format("{} has no line.", request.what);
  if (refused.empty() && !request.head.empty() && !has_hash(log.entries, request.head))
    refused = fmt::format("no line of {} has the hash {}: lines are missing at its end.", request.what,
                          request.head);
  if (refused.empty() && !wanted.empty() && key != wanted)
    refused = fmt::format("{} is the key {}, and the log is not signed with it.", request.key, wanted);
  if (!refused.empty()) {
    tell("CHANGED", refused);
    std::cout << "\nrefused: this is not the log as it was kept\n";
    return 1;
  }
  if (wanted.empty()) {
    std::cout << "\nnot verified: signed by a key that you did not name (--key FILE)\n";
    return 1;
  }
  std::cout << fmt::format(
      "\nverified: signed, and nothing was changed{}\n",
      request.head.empty() ? "; only --head can show whether lines are missing at the end" : "");
  return 0;
}

std::string log_help() {
  return "Examples:\n"
         "  RIG_SIGNING_KEY=organiser.key certify --log runs.log …    records the begin of the run, and "
         "its end\n"
         "  rig log runs.log --key organiser.pub                      all runs, and those without an end\n"
         "  rig log runs.log --key organiser.pub --head HASH          and that it still holds that line\n\n"
         "Exit status: 0 unchanged; 1 changed, or signed by another key or by one that was\n"
         "not named; 2 usage. Only --head finds lines that are missing at the end.";
}

}  // namespace rig
