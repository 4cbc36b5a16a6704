#include "conformance/run/subject/board.hpp"

#include <fmt/format.h>

#include "conformance/run/boards.hpp"
#include "conformance/run/power_on.hpp"
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
    throw UsageError(
        fmt::format("--settle: a DUT of kind {} {}.", dut.scheme,
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
  if (!run_.record.interrupted) run_.record.power_on = try_other_power_on(run_.plan, run_.record, listener);
}

}  // namespace conformance
