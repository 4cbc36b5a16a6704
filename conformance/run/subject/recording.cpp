#include "conformance/run/subject/recording.hpp"

#include <fmt/format.h>

#include <utility>

#include "conformance/run/boards.hpp"
#include "conformance/run/identity.hpp"
#include "conformance/run/subject/referee.hpp"
#include "rig/base/crypto/sha256.hpp"
#include "rig/base/errors.hpp"
#include "rig/link/transcript/occasion.hpp"

namespace conformance {

namespace {

/// What was printed on the report of the recorded run, if the command line does not say otherwise now.
std::string as_recorded(const std::string& option, const std::string& then, const std::string& now) {
  if (!now.empty() && now != then)
    throw rig::UsageError(
        fmt::format("--{}: found \"{}\", and the run was recorded with \"{}\"; a replay cannot change it.",
                    option, now, then));
  return then;
}

}  // namespace

Recording::Recording(RunState& run, Replay recorded) : Subject(run), recorded_(std::move(recorded)) {
  CommandLine& line = run.line;
  line.options = options_of_replay(recorded_, line.options, line.given);
  line.given.insert("seed");
}

void Recording::plan_cases() {
  run_.plan.cases = narrow_to_recorded(recorded_, run_.chosen, run_.record.partial);
  std::erase_if(run_.plan.cases, [&](const std::string& id) { return !recorded_.came_to(id); });
}

void Recording::look(const Catalogue& /*catalogue*/, RunListener& /*listener*/) {
  const rig::Transcript& transcript = recorded_.transcript;
  rig::report::RunRecord& record = run_.record;
  record.transcript_path = recorded_.path;
  record.transcript_sha256 = rig::sha256_file(recorded_.path);
  record.chain_head = transcript.head;
  adopt_occasion();
  present(recorded_);
}

/// Whose the DUT was, and what it was called, is reported as it was recorded.
void Recording::adopt_occasion() {
  const rig::TranscriptHeader& header = recorded_.transcript.header;
  rig::report::RunRecord& record = run_.record;
  const std::optional<rig::Occasion> occasion =
      rig::read_occasion(recorded_.path, recorded_.transcript.head_of_occasion());
  record.replay = {
      {recorded_.path, header.program_version, !record.chain_head.empty(), occasion.has_value()}};
  std::map<std::string, std::string> facts;
  if (occasion) {
    facts = occasion->facts;
    const auto fact = [&](const std::string& name) {
      const auto found = facts.find(name);
      return found == facts.end() ? std::string() : found->second;
    };
    record.team_name = as_recorded("team-name", fact("team-name"), run_.line.team_name);
    record.label = as_recorded("label", fact("label"), run_.line.label);
    record.started = fact("started");
    record.signed_by = fact("signed-by");
    record.occasion_sha256 = rig::sha256_file(rig::occasion_path(recorded_.path));
  }
  record.identity = listed(header.program_version, header.identity, facts);
}

/// None that is new.
rig::TranscriptWriter Recording::begin_evidence(const std::string& /*path*/) {
  return Subject::begin_evidence({});
}

void BoardRecording::present(const Replay& recorded) {
  run_.plan.jobs = workers_for(run_.line, *run_.plan.dut);
  if (const std::optional<rig::LinkInfo> link = recorded.link()) note_link(*link, run_.record);
}

void BoardRecording::judge(const Catalogue& catalogue) {
  judge_boards(run_.plan.transcript->first_lines(), catalogue, run_.record);
}

void RefereeRecording::present(const Replay& recorded) {
  note_referee(*recorded.referee, run_.record);
}

}  // namespace conformance
