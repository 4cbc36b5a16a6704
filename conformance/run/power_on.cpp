#include "conformance/run/power_on.hpp"

#include <algorithm>
#include <exception>

#include "rig/dut/dut.hpp"
#include "rig/report/digest.hpp"

namespace conformance {

using rig::report::CaseRecord;
using rig::report::PowerOnTrial;
using rig::report::RunRecord;

namespace {

constexpr std::size_t most_cases = 3;

bool starts_at_random(const RunPlan& plan, const RunRecord& record) {
  return rig::dut::is_simulated(*plan.dut) && !plan.dut->settings.contains("power_on") &&
         !rig::report::starts_at_zero(record);
}

/// Of a design that is not skipped, nothing is known of its registers.
bool knows_registers(const RunRecord& record) {
  const auto skip = record.link_facts.find("skip");
  return skip != record.link_facts.end() && !skip->second.starts_with("off: ");
}

std::vector<std::string> first_failed(const RunRecord& record) {
  std::vector<std::string> ids;
  for (const CaseRecord& one : record.cases) {
    const bool failed = one.verdict == rig::Verdict::fail &&
                        rig::report::weight(one, record) == rig::report::Level::mandatory;
    if (failed && ids.size() < most_cases) ids.push_back(one.id);
  }
  return ids;
}

/// Of what is run again only what it waits for is reported.
class Waiting final : public RunListener {
 public:
  explicit Waiting(RunListener& listener) : listener_(listener) {}
  void doing(const std::string& what) override { listener_.doing(what); }

 private:
  RunListener& listener_;
};

/// Those of the cases that pass with this at power-on.
std::vector<std::string> passing(const RunPlan& plan, const std::vector<std::string>& cases,
                                 const std::string& power_on, RunListener& listener) {
  RunPlan again;
  again.options = plan.options;
  again.dut = rig::dut::with_power_on(*plan.dut, power_on);
  again.options.dut = again.dut->text;
  again.cases = cases;
  again.jobs = plan.jobs;
  again.sandbox = plan.sandbox;
  Waiting waiting(listener);
  const RunResult result = run_plan(again, waiting);
  std::vector<std::string> ids = cases;
  std::erase_if(ids, [&](const std::string& id) {
    const auto found = result.records.find(id);
    return found == result.records.end() || found->second.verdict != rig::Verdict::pass;
  });
  return ids;
}

}  // namespace

std::optional<PowerOnTrial> try_other_power_on(const RunPlan& plan, const RunRecord& record,
                                               RunListener& listener) {
  if (rig::report::standing_of(record) != rig::report::Standing::not_conformant) return std::nullopt;
  if (!starts_at_random(plan, record)) return std::nullopt;
  PowerOnTrial trial;
  trial.tried = first_failed(record);
  if (trial.tried.empty()) return std::nullopt;
  try {
    trial.registers = registers_left_open(plan);
    if (trial.registers.empty() && knows_registers(record)) return std::nullopt;
    trial.pass_from_zero = passing(plan, trial.tried, "zero", listener);
    trial.pass_otherwise = passing(plan, trial.tried, "1", listener);
  } catch (const std::exception&) {
    return std::nullopt;  // the verdict stands without a hint
  }
  if (trial.pass_from_zero.empty() && trial.pass_otherwise.empty()) return std::nullopt;
  return trial;
}

}  // namespace conformance
