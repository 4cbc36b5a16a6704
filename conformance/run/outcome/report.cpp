#include "conformance/run/outcome/report.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "conformance/run/outcome/replayed_game.hpp"
#include "conformance/run/report_path.hpp"
#include "conformance/run/same_team.hpp"
#include "conformance/run/signing.hpp"
#include "conformance/run/whole_run.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/report/gate/judging.hpp"
#include "rig/report/html/html.hpp"
#include "rig/report/json.hpp"
#include "rig/report/junit.hpp"
#include "rig/report/signature.hpp"

namespace conformance {

using rig::RigError;
using rig::report::RunRecord;

namespace {

void write(const std::string& path, const std::string& content) {
  if (!path.empty()) rig::write_whole(path, content);
}

}  // namespace

std::string Report::transcript_path() const {
  return report_path(run_.line, run_.line.transcript, "transcript.jsonl");
}

std::string Report::folder(const std::string& name) const {
  return report_path(run_.line, {}, name);
}

int Report::conclude(const RunResult& result, rig::TranscriptWriter& transcript) {
  gather(result);
  judge();
  write_all(transcript);
  console_.summary(run_.record, written_);
  annotate(run_.line, run_.record);
  return rig::report::exit_status(run_.record);
}

void Report::gather(const RunResult& result) {
  RunRecord& record = run_.record;
  record.interrupted = result.interrupted;
  record.errors = result.errors;
  const std::string stopped = note_stop(result);
  for (const CaseEntry* entry : run_.chosen) {
    const std::string id = entry->id();
    if (run_.spending.left_out().contains(id)) continue;
    const auto found = result.records.find(id);
    const bool is_blank = found == result.records.end();
    record.cases.push_back(is_blank ? run_.blanks.at(id) : run_.completed(found->second));
    if (is_blank) record.cases.back().reason = stopped;
  }
  run_.spending.conclude(record);
}

/// Why cases were left out; empty: they were not. A run without them is no whole one.
std::string Report::note_stop(const RunResult& result) {
  if (!result.stopped) return {};
  const int most = run_.line.max_failures;
  std::string why = fmt::format("stopped after {} failure{}", most, most == 1 ? "" : "s");
  run_.record.partial.push_back(fmt::format("--max-failures {}: {}", most, why));
  return why;
}

void Report::judge() {
  RunRecord& record = run_.record;
  const Catalogue catalogue = load_catalogue(catalogue_of(run_.line.options));
  const Requirement* same_team = catalogue.by_aspect("hello.same");
  if (same_team != nullptr) compare_teams(record.cases, *same_team);
  subject_.judge(catalogue);
  if (!record.interrupted && record.errors.empty()) judge_whole_run(record);
  compare_clocks(record);
  run_.waves.finish(run_.line, record);
  rig::report::conclude(record);
  subject_.explain(listener_);
  run_.gate.judge(run_.line, record);
}

void Report::write_all(rig::TranscriptWriter& transcript) {
  const CommandLine& line = run_.line;
  if (line.sign || run_.log.is_open()) attempt([&] { open_key(); });
  attempt([&] { run_.finish(transcript); });
  attempt([&] { write(report_path(line, line.json, "report.json"), rig::report::to_json(run_.record)); });
  attempt([&] { write(report_path(line, line.junit, "junit.xml"), rig::report::to_junit(run_.record)); });
  attempt([&] { write_page(report_path(line, line.html, "report.html")); });
  if (transcript.path().empty()) return;
  // Those of an earlier run, whose files are gone.
  for (const std::string& old : rig::report::signature_paths(transcript.path())) std::filesystem::remove(old);
  if (key_ && line.sign) attempt([&] { sign_run(*key_, run_.record.chain_head, line); });
  if (key_ && run_.log.is_open()) attempt([&] { run_.log.end(*key_, run_.record); });
}

/// When all that was under test is gone.
void Report::open_key() {
  const CommandLine& line = run_.line;
  try {
    key_ = key_of(line);
  } catch (const rig::UsageError& error) {
    throw RigError(
        line.sign ? fmt::format("The run is not signed: {} Sign it afterwards with rig sign.", error.what())
                  : fmt::format("The end of the run is not in the log. {}", error.what()));
  }
  if (!line.sign) return;
  run_.record.signed_by = key_->public_key().hex();
  run_.note_occasion("signed-by", run_.record.signed_by);
}

/// The report for people: its path is printed.
void Report::write_page(const std::string& path) {
  write(path, rig::report::to_html(run_.record, [&](const rig::report::Finding& finding) {
          return replayed_game(run_.line.options, finding);
        }));
  if (!path.empty()) written_.push_back(path);
}

/// A report that cannot be written is an error of the run; the others are written all the same.
template <typename F>
void Report::attempt(F&& write_one) {
  try {
    write_one();
  } catch (const RigError& error) {
    run_.record.errors.push_back(error.what());
  }
}

}  // namespace conformance
