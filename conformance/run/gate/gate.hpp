#pragma once
/// The gate of a run: what `--baseline` and `--expect` hold it against.

#include <optional>
#include <string>
#include <vector>

#include "conformance/run/command_line.hpp"
#include "conformance/run/gate/baseline.hpp"
#include "conformance/suite/catalogue.hpp"
#include "rig/dut/dut.hpp"
#include "rig/report/record.hpp"

namespace conformance {

class GateOfRun {
 public:
  /// Reads the baseline. A run that is held against one has its contest, its seed and its number of workers,
  /// where the user has not said otherwise. UsageError for another contest, and for another seed where
  /// latencies are compared. `dut`: nothing where a referee is tested.
  void read_baseline_of(CommandLine& line, const std::optional<rig::dut::DutName>& dut);

  /// Reads what is expected to fail, and puts it into the record.
  void read_known_failures_of(const CommandLine& line, const Catalogue& catalogue,
                              rig::report::RunRecord& record);

  /// Whether a failure of this requirement in this case is expected today.
  static bool expects(const std::string& case_id, const std::string& requirement,
                      const rig::report::RunRecord& record);

  /// To be called when the requirements have their verdicts.
  void judge(const CommandLine& line, rig::report::RunRecord& record) const;

 private:
  std::optional<Baseline> baseline_;
};

/// What the user asked for beside the reports (`--annotate`), on standard output.
void annotate(const CommandLine& line, const rig::report::RunRecord& record);

}  // namespace conformance
