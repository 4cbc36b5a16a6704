#include "conformance/run/waves/waves_of_run.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "conformance/run/divided/part.hpp"
#include "conformance/run/report_path.hpp"
#include "conformance/run/waves/coverage.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/dut/dut.hpp"

namespace conformance {

using rig::UsageError;

namespace {

std::string coverage_of(const Part& part, const std::string& parts) {
  return part.folder_in(parts) + "/coverage";
}

}  // namespace

WaveOptions WavesOfRun::prepare(const CommandLine& line, const std::optional<rig::dut::DutName>& dut) {
  WaveOptions waves = line.waves;
  const bool is_rtl = dut && rig::dut::is_simulated(*dut);
  if (is_rtl && dut->settings.contains("trace"))
    throw UsageError(fmt::format(
        "DUT \"{}\": trace: the workers of a run would share this file. Waveforms of a run: --wave fail.",
        dut->text));
  const bool wants_waves = waves.when != WaveWhen::never;
  if (!wants_waves && !line.coverage) return waves;
  const std::string option = wants_waves ? "--wave" : "--coverage";
  if (!is_rtl) throw UsageError(option + ": only RTL has signals to look at, as in --dut rtl:my_board.toml.");
  if (gathers_parts(line)) {  // the parts have done it
    for (int number = 1; number <= line.jobs; ++number)
      reached_.push_back(coverage_of({number, line.jobs}, line.parts));
    return waves;
  }
  if (runs_a_part(line)) {
    const Part part{line.part, line.jobs};
    waves.folder = part.folder_in(line.parts) + "/waves";
    if (line.coverage) waves.coverage = coverage_of(part, line.parts);
    rig::remove_whatever_is_in_it(coverage_of(part, line.parts));
  } else {
    waves.folder = report_path(line, {}, "waves");
    if (waves.folder.empty())
      throw UsageError(option + ": there is no folder to write to; give --reports a name.");
    if (line.coverage) {
      folder_ = std::make_unique<rig::RunFolder>();
      waves.coverage = folder_->path().string();
      reached_.push_back(waves.coverage);
    }
  }
  if (wants_waves) rig::remove_whatever_is_in_it(waves.folder);
  if (line.coverage) std::filesystem::create_directories(waves.coverage);
  return waves;
}

void WavesOfRun::finish(const CommandLine& line, rig::report::RunRecord& record) const {
  for (const rig::report::CaseRecord& one : record.cases) {
    if (one.waveform && !one.waveform->error.empty())
      record.errors.push_back(fmt::format("Waveform of {}: {}", one.id, one.waveform->error));
  }
  if (!line.coverage || reached_.empty()) return;
  try {
    const Coverage coverage = coverage_in(reached_);
    const std::string file = report_path(line, {}, "coverage.info");
    rig::write_whole(file, coverage.to_lcov());
    record.rtl_coverage = coverage.summary(file);
  } catch (const rig::RigError& error) {
    record.errors.push_back(error.what());
  }
}

}  // namespace conformance
