#include "conformance/run/subject/board.hpp"

#include <fmt/format.h>

#include <set>

#include "conformance/run/boards.hpp"
#include "conformance/run/divided/part.hpp"
#include "conformance/run/identity.hpp"
#include "conformance/run/power_on.hpp"
#include "conformance/run/why_silent.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/dut/dut.hpp"

namespace conformance {

using rig::UsageError;

void BoardUnderTest::look(const Catalogue& catalogue, RunListener& listener) {
  const CommandLine& line = run_.line;
  const rig::dut::DutName& dut = *run_.plan.dut;
  check_boards(line);
  if (line.options.board_reset.settle && !rig::dut::settles(dut))
    throw UsageError(fmt::format("--settle: a DUT of kind {} {}.", dut.scheme,
                                 rig::dut::plays_on_disk(dut)
                                     ? "is started by a request: its start is part of its answer's time"
                                     : "has no port to open and no board to reset"));
  if (!rig::dut::opens_once(dut)) {
    open(listener);
  } else if (line.jobs > 1 && !are_several(line.options.dut)) {
    throw UsageError(fmt::format("--jobs {}: there is one board, and it talks to one at a time.", line.jobs));
  }
  run_.plan.jobs = workers_for(line, dut);
  run_.note_identity(catalogue);
}

void BoardUnderTest::open(RunListener& listener) {
  const rig::dut::DutName& dut = *run_.plan.dut;
  const RunOptions& options = run_.line.options;
  listener.doing(rig::dut::opening_text(dut));
  if (rig::dut::is_simulated(dut)) return note_link(look_in_a_worker(run_.plan), run_.record);
  rig::dut::OpenOptions how{run_.contest(), options.seed, options.board_reset, {}};
  how.sandbox = run_.plan.sandbox;
  note_link(rig::dut::open_dut(dut, how)->info(), run_.record);
}

void BoardUnderTest::begin(const std::string& kept, RunListener& listener) {
  if (rig::dut::plays_on_disk(*run_.plan.dut)) run_.plan.kept = kept;
  if (!run_.plan.kept.empty()) rig::remove_whatever_is_in_it(kept);  // of the run before
  run_.spending.take_part(run_.line, run_.plan, run_.record, listener);
}

void BoardUnderTest::judge(const Catalogue& catalogue) {
  judge_boards(run_.plan.transcript->first_lines(), catalogue, run_.record);
}

void BoardUnderTest::explain(RunListener& listener) {
  if (run_.record.interrupted) return;
  run_.record.power_on = try_other_power_on(run_.plan, run_.record, listener);
  if (!run_.line.no_doctor) run_.record.silence = why_silent(run_.plan, run_.record, listener);
}

RepeatedBoard::RepeatedBoard(RunState& run, const std::string& transcript)
    : BoardUnderTest(run), recorded_(read_replay(transcript)) {
  if (recorded_.referee)
    throw UsageError(
        "--again: games under a referee are played in real time; no two runs of them are alike.");
  CommandLine& line = run.line;
  std::set<std::string> given = line.given;
  given.erase("dut");  // that names the transcript
  line.options = options_of_replay(recorded_, line.options, given);
  line.given.insert("seed");
  line.seed_chosen = "given";
  if (line.jobs == 0) line.jobs = workers_in(recorded_.transcript.header.identity);
}

void RepeatedBoard::plan_cases() {
  run_.plan.cases = narrow_to_recorded(recorded_, run_.chosen, run_.record.partial);
}

rig::TranscriptWriter GatheredBoard::begin_evidence(const std::string& path) {
  expect_all_parts(run_.line.parts, run_.plan.jobs);
  return BoardUnderTest::begin_evidence(path);
}

RunResult GatheredBoard::run_cases(RunListener& listener) {
  return gather_parts(run_.line.parts, run_.plan, run_.header(), listener);
}

}  // namespace conformance
