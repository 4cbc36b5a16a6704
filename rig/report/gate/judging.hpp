#pragma once
/// What a run's gate says: which failures were expected, and whether the change may pass.

#include <string>
#include <vector>

#include "rig/report/digest.hpp"
#include "rig/report/record.hpp"

namespace rig::report {

/// Decides what became of each failure that was expected. `today`: `2031-05-04`. To be called when the
/// requirements have their verdicts.
void settle_known_failures(RunRecord& run, const std::string& today);

/// Whether a failure of this requirement in this case was expected, and still counts as such on `today`.
bool is_expected(const Gate& gate, const std::string& case_id, const std::string& requirement,
                 const std::string& today);

/// Whether the case failed, and all that it failed was expected.
bool fails_as_expected(const RunRecord& run, const CaseRecord& one);

/// Whether the mandatory clauses that failed are all expected to, and there is one.
bool only_expected_failures(const RunRecord& run);

/// Something that the gate objects to.
struct Objection {
  bool is_error = false;  ///< the gate cannot tell; else it is red
  std::string name;       ///< for JUnit: `Expected Pass.WhenItMust`
  std::string what;       ///< a sentence
  std::string file;       ///< where it stands, if in a file
  std::uint32_t line = 0;
};

/// All objections: expected failures that passed or were not assessed, and for each case its first reply that
/// took longer than is allowed, or one for all of them where all replies share that rise. None where there is
/// no gate.
std::vector<Objection> objections(const RunRecord& run);

/// What became of latencies, in one line: `all 2090 replies: +3 cycles; allowed is a rise of 0%` where all
/// replies share it.
std::string latency_line(const Comparison& comparison);

/// `gate passed: 2 failures were expected`, `gate failed: …`; empty where there is no gate.
std::string gate_line(const RunRecord& run);

/// 0 certified, with reservations or without (with them and `strict`: 3); 1 not conformant; 3 the rig could
/// not tell. With a gate: 0 also where every failure was expected; 1 also where the gate is red; 3 also where
/// it cannot tell; 1 beats 3.
int exit_status(const RunRecord& run);

}  // namespace rig::report
