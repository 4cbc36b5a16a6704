#include "conformance/run/matrix_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <thread>
#include <vector>

#include "conformance/run/run.hpp"
#include "conformance/suite/faults.hpp"
#include "conformance/suite/matrix.hpp"
#include "conformance/suite/suite.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/text.hpp"
#include "rig/base/whole_file.hpp"

namespace conformance {

using rig::RigError;
using rig::UsageError;

namespace {

/// Whether a row of the table names this case.
bool names(const std::vector<std::string>& patterns, const std::string& id) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return rig::matches_glob(id, pattern); });
}

/// Every fault on every board that has it. A builtin player takes the whole suite each time. A design in
/// which a fault keeps a counter running is simulated clock by clock: it takes the fault's killer, and what
/// its row names beside it.
class MatrixRun {
 public:
  explicit MatrixRun(const CommandLine& line)
      : line_(line), name_(catalogue_of(line.options)), catalogue_(load_catalogue(name_)) {
    static_cast<void>(contest_of(line.options));  // one that there is
    for (const CaseEntry* entry : select_cases(catalogue_, {}, ResetPolicy::none_needed))
      cases_.push_back(entry->id());
  }

  int perform() {
    std::vector<MatrixRow> rows;
    for (const Fault& fault : faults_that_show(name_)) {
      for (const std::string& dut : fault.duts) {
        if (asked().empty() || asked() == dut) rows.push_back(measure(dut, fault));
      }
    }
    if (rows.empty())
      throw UsageError(fmt::format("--{} {}: no fault of the table lives there.",
                                   of_referees() ? "referee" : "dut", asked()));
    const std::string left_out = lines_of_not_applicable(fault_table(name_));
    std::cout << draw(rows, cases_) << (left_out.empty() ? "" : "\n") << left_out;
    if (line_.matrix != "-") rig::write_whole(line_.matrix, to_text(rows) + left_out);
    std::vector<std::string> wrong =
        gaps(rows, fault_table(name_), asked().empty() ? cases_ : std::vector<std::string>());
    wrong.insert(wrong.end(), errors_.begin(), errors_.end());
    for (const std::string& sentence : wrong) std::cout << "\n" << sentence;
    std::cout << fmt::format("\n{} faults, {} cases\n", rows.size(), cases_.size());
    return wrong.empty() ? 0 : errors_.empty() ? 1 : 3;
  }

 private:
  bool of_referees() const { return !line_.options.referee.empty(); }
  const std::string& asked() const { return of_referees() ? line_.options.referee : line_.options.dut; }

  MatrixRow measure(const std::string& dut, const Fault& fault) {
    MatrixRow row{dut, fault.name, {}, {}};
    RunPlan plan;
    plan.options = line_.options;
    if (fault.board) plan.options.board = fault.board;
    (of_referees() ? plan.options.referee : plan.options.dut) = fmt::format("{}?fault={}", dut, fault.name);
    plan.dut = dut_of(plan.options);
    const bool is_quick = plan.dut && rig::dut::clock_of(*plan.dut) == rig::ClockKind::virtual_time;
    plan.cases = is_quick ? cases_ : cases_named_by(fault);
    plan.jobs = of_referees()    ? 1
                : line_.jobs > 0 ? line_.jobs
                                 : static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 16U));
    run(plan, row);
    if (!is_quick) return row;
    plan.options.resets = ResetPolicy::declared;
    std::erase_if(plan.cases, [&](const std::string& id) { return !names(fault.declared_reset, id); });
    if (!plan.cases.empty()) run(plan, row);
    return row;
  }

  std::vector<std::string> cases_named_by(const Fault& fault) const {
    std::vector<std::string> cases;
    for (const std::string& id : cases_) {
      if (id == fault.killer || names(fault.also, id)) cases.push_back(id);
    }
    return cases;
  }

  void run(const RunPlan& plan, MatrixRow& row) {
    RunListener nobody;
    const RunResult result = run_plan(plan, nobody);
    if (result.interrupted) throw RigError("The fault matrix was interrupted; nothing was written.");
    for (const std::string& error : result.errors)
      errors_.push_back(row.dut + "?fault=" + row.fault + ": " + error);
    for (const auto& [id, record] : result.records) {
      for (const rig::report::Finding& finding : record.findings) {
        if (finding.verdict == rig::Verdict::error)
          errors_.push_back(row.dut + "?fault=" + row.fault + ", " + id + ": " + finding.summary);
        if (finding.verdict != rig::Verdict::fail) continue;
        row.caught.insert(id);
        row.requirements.insert(finding.requirement);
      }
    }
  }

  const CommandLine& line_;
  std::string name_;  // of the catalogue: the contest's, or its referee's
  Catalogue catalogue_;
  std::vector<std::string> cases_;
  std::vector<std::string> errors_;
};

}  // namespace

int measure_matrix(const CommandLine& line) {
  return MatrixRun(line).perform();
}

}  // namespace conformance
