#include "conformance/run/run_state.hpp"

#include <filesystem>

#include "conformance/run/boards.hpp"
#include "conformance/run/identity.hpp"
#include "rig/base/crypto/sha256.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/dut/dut.hpp"

namespace conformance {

using rig::report::CaseRecord;

namespace {

void list_facts(RunState& run) {
  run.record.identity = listed(run.record.program_version, run.identity, run.occasion);
}

}  // namespace

CaseRecord RunState::completed(CaseRecord one) const {
  const CaseRecord& blank = blanks.at(one.id);
  one.title = blank.title;
  for (const auto& [id, tally] : blank.requirements) {
    rig::report::Tally& own = one.requirements[id];
    if (one.verdict == rig::Verdict::error) own.worst = rig::Verdict::error;
  }
  if (are_several(record.dut)) one.board = board_of_case(one.id, plan.transcript->first_lines());
  one.again = command_of_case(line.options, one);
  return one;
}

void RunState::note_identity(const Catalogue& catalogue) {
  identity = identity_of(plan, catalogue);
  occasion = occasion_of(line, record.started);
  if (!plan.dut || rig::dut::runs_code_of_others(*plan.dut)) occasion["sandbox"] = describe(plan.sandbox);
  list_facts(*this);
}

void RunState::note_occasion(const std::string& fact, const std::string& value) {
  occasion[fact] = value;
  list_facts(*this);
}

rig::TranscriptHeader RunState::header() const {
  return {{record.program_version, record.contest, record.dut, record.seed},
          to_words(line.options),
          plan.cases,
          record.partial,
          identity};
}

void RunState::finish(rig::TranscriptWriter& transcript) {
  const std::string& path = transcript.path();
  if (path.empty()) return;
  for (const std::string& id : spending.left_out()) transcript.leave_out(id);
  transcript.finish(record.partial);
  record.transcript_path = path;
  record.transcript_sha256 = rig::sha256_file(path);
  record.chain_head = transcript.head();
  if (!std::filesystem::is_regular_file(path)) return;
  const std::string beside = rig::occasion_path(path);
  rig::write_whole(beside, rig::to_text(rig::Occasion{transcript.head(), occasion}));
  record.occasion_sha256 = rig::sha256_file(beside);
}

}  // namespace conformance
