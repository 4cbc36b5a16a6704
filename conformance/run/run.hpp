#pragma once
/// The parent of a run: gives cases to worker processes, gathers their records, and never runs one itself.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "conformance/run/listener.hpp"
#include "conformance/run/waves/wave_options.hpp"
#include "conformance/suite/options.hpp"
#include "rig/dut/dut.hpp"
#include "rig/link/exec/sandbox/sandbox.hpp"
#include "rig/link/far_end.hpp"
#include "rig/link/transcript/writer.hpp"
#include "rig/report/record.hpp"

namespace conformance {

struct RunPlan {
  RunOptions options;
  std::optional<rig::dut::DutName> dut{};  ///< the one of the options; nothing: a referee is tested
  std::vector<std::string> cases;          ///< ids, in the suite's order
  int jobs = 1;
  int max_failures = 0;  ///< no case is begun after so many that fail; 0: whatever fails
  bool asks = false;     ///< whether the listener is asked before each case
  bool live = false;     ///< whether somebody looks on: workers report what they do as soon as they do it
  rig::TranscriptWriter* transcript = nullptr;  ///< where the operations go; null: they are dropped
  std::string kept;  ///< a folder for the files with which a failing move runs again; empty: none are kept
  WaveOptions waves{};
  rig::Sandbox sandbox{};  ///< of a program under test, and of the workers that evaluate RTL
};

/// The DUT that these options name, parsed; nothing: they name none. UsageError as parse_dut_name.
std::optional<rig::dut::DutName> dut_of(const RunOptions& options);

/// What the workers sent back.
struct RunResult {
  std::map<std::string, rig::report::CaseRecord> records;  ///< by case id; a case not run is missing
  std::vector<std::string> errors;                         ///< of the run as a whole
  std::string refused;       ///< why what the user gave does not fit; empty: it does
  bool interrupted = false;  ///< by SIGINT or SIGTERM
  bool stopped = false;      ///< cases were left out because enough had failed
};

/// Runs the plan, and reports to the listener what happens. A worker
/// that dies is an error of the case it had open; its other cases go to a new worker. On SIGINT, SIGTERM or
/// SIGHUP the workers are ended and what is there is returned.
RunResult run_plan(const RunPlan& plan, RunListener& listener);

/// Opens the DUT once, in a worker, and tells how it presents itself. Of `plan` the options and the sandbox
/// count. UsageError where what the user gave does not fit, RigError where the
/// DUT cannot be opened.
rig::LinkInfo look_in_a_worker(const RunPlan& plan);

/// The registers of an RTL DUT that nobody resets; see rig::registers_left_open. RigError where they cannot
/// be told.
std::vector<std::string> registers_left_open(const RunPlan& plan);

}  // namespace conformance
