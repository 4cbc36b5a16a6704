#include "conformance/run/subject/choosing.hpp"

#include <utility>

#include "conformance/run/divided/part.hpp"
#include "conformance/run/subject/board.hpp"
#include "conformance/run/subject/gathered_board.hpp"
#include "conformance/run/subject/recording.hpp"
#include "conformance/run/subject/referee.hpp"
#include "conformance/run/subject/repeated_board.hpp"
#include "rig/base/errors.hpp"
#include "rig/dut/dut.hpp"

namespace conformance {

namespace {

std::unique_ptr<Subject> new_recording(RunState& run, const std::string& transcript) {
  Replay recorded = read_replay(transcript);
  if (recorded.referee) return std::make_unique<RefereeRecording>(run, std::move(recorded));
  return std::make_unique<BoardRecording>(run, std::move(recorded));
}

}  // namespace

std::unique_ptr<Subject> choose_subject(RunState& run) {
  const CommandLine& line = run.line;
  const std::optional<rig::dut::DutName> dut = dut_of(line.options);
  const bool is_recorded = dut && rig::dut::is_recorded(*dut);
  if (line.again && !is_recorded)
    throw rig::UsageError("--again: --dut names no transcript, as in --dut transcript:FILE.");
  if (line.again) return std::make_unique<RepeatedBoard>(run, dut->target);
  if (is_recorded) return new_recording(run, dut->target);
  if (!line.options.referee.empty()) return std::make_unique<RefereeUnderTest>(run);
  if (gathers_parts(line)) return std::make_unique<GatheredBoard>(run);
  return std::make_unique<BoardUnderTest>(run);
}

}  // namespace conformance
