#pragma once
/// What the parent of a run does for waveforms and coverage.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "conformance/run/command_line.hpp"
#include "conformance/run/waves/wave_options.hpp"
#include "rig/dut/dut.hpp"
#include "rig/link/files/run_folder.hpp"
#include "rig/report/record.hpp"

namespace conformance {

class WavesOfRun {
 public:
  /// What the workers are to do. Waveforms of the run before are removed. UsageError where the DUT is no RTL
  /// that is run, or where there is no folder to write to. `dut`: nothing where a referee is tested.
  WaveOptions prepare(const CommandLine& line, const std::optional<rig::dut::DutName>& dut);

  /// All cases have ended: writes the coverage, and tells in `record.errors` what cannot be relied upon.
  void finish(const CommandLine& line, rig::report::RunRecord& record) const;

 private:
  std::unique_ptr<rig::RunFolder> folder_;  // for coverage, until it is put together
  std::vector<std::string> reached_;        // the folders to put together
};

}  // namespace conformance
