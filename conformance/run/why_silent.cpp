#include "conformance/run/why_silent.hpp"

#include <fmt/format.h>

#include <chrono>
#include <exception>

#include "rig/doctor/examination.hpp"
#include "rig/dut/dut.hpp"
#include "rig/protocol/contest.hpp"
#include "rig/report/digest.hpp"

namespace conformance {

using rig::report::SilenceRecord;

namespace {

constexpr std::chrono::seconds longest(30);

}  // namespace

std::optional<SilenceRecord> why_silent(const RunPlan& plan, const rig::report::RunRecord& record,
                                        RunListener& listener) {
  const rig::protocol::Contest& contest = rig::protocol::find_contest(plan.options.contest);
  const bool can_be_asked_again = rig::dut::starts_a_program(*plan.dut) || rig::dut::has_bit_rate(*plan.dut);
  const bool is_looked_at = can_be_asked_again && rig::report::never_answered(record) &&
                            rig::doctor::can_be_examined(*plan.dut, contest) &&
                            rig::dut::boards_named(plan.options.dut).size() == 1;
  if (!is_looked_at) return std::nullopt;
  listener.doing("looking for the cause: nothing was answered");
  try {
    const rig::doctor::Examination done =
        rig::doctor::examine(*plan.dut, contest,
                             {.sandbox = plan.sandbox,
                              .settle = plan.options.board_reset.settle.value_or(rig::Duration::zero()),
                              .longest = longest});
    if (done.answers) return std::nullopt;
    SilenceRecord silence;
    if (done.diagnosis) silence = {.cause = done.diagnosis->cause, .mend = done.diagnosis->mend, .tried = {}};
    for (const auto& [probe, seen] : done.seen) silence.tried.push_back(fmt::format("{}: {}", probe, seen));
    return silence;
  } catch (const std::exception&) {
    return std::nullopt;  // the verdict stands without a hint
  }
}

}  // namespace conformance
