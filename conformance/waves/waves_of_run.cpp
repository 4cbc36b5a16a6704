#include "conformance/waves/waves_of_run.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "conformance/report_path.hpp"
#include "conformance/waves/coverage.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/match/dut.hpp"

namespace conformance {

using rig::UsageError;

WaveOptions WavesOfRun::prepare(const CommandLine& line, bool replays) {
  WaveOptions waves = line.waves;
  const bool is_rtl = line.options.referee.empty() && line.options.dut.starts_with("rtl:");
  if (is_rtl && rig::match::parse_dut_name(line.options.dut).settings.contains("trace"))
    throw UsageError(fmt::format(
        "DUT \"{}\": trace: the workers of a run would share this file. Waveforms of a run: --wave fail.",
        line.options.dut));
  const bool wants_waves = waves.when != WaveWhen::never;
  if (!wants_waves && !line.coverage) return waves;
  const std::string option = wants_waves ? "--wave" : "--coverage";
  if (replays)
    throw UsageError(option + ": a replay simulates nothing; --again runs the transcript's cases anew.");
  if (!is_rtl) throw UsageError(option + ": only RTL has signals to look at, as in --dut rtl:my_board.toml.");
  waves.folder = report_path(line, {}, "waves");
  if (waves.folder.empty())
    throw UsageError(option + ": there is no folder to write to; give --reports a name.");
  if (wants_waves) rig::remove_whatever_is_in_it(waves.folder);
  if (line.coverage) {
    folder_ = std::make_unique<rig::RunFolder>();
    waves.coverage = folder_->path().string();
  }
  return waves;
}

void WavesOfRun::finish(const CommandLine& line, rig::report::RunRecord& record) const {
  for (const rig::report::CaseRecord& one : record.cases) {
    if (one.waveform && !one.waveform->error.empty())
      record.errors.push_back(fmt::format("Waveform of {}: {}", one.id, one.waveform->error));
  }
  if (!folder_) return;
  try {
    const Coverage coverage = coverage_in(folder_->path());
    const std::string file = report_path(line, {}, "coverage.info");
    rig::write_whole(file, coverage.to_lcov());
    record.rtl_coverage = coverage.summary(file);
  } catch (const rig::RigError& error) {
    record.errors.push_back(error.what());
  }
}

}  // namespace conformance
