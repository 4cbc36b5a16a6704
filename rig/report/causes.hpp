#pragma once
/// The findings of a run by their causes: what one defect has brought about is told once.

#include <cstddef>
#include <string>
#include <vector>

#include "rig/report/record.hpp"

namespace rig::report {

/// The kind of a byte that came before its request had ended.
inline constexpr const char* early_byte = "early byte";

/// Findings of one requirement and one kind.
struct Cause {
  std::string requirement;  ///< its id; empty: an error that concerns none
  Level level = Level::mandatory;
  Verdict verdict = Verdict::fail;      ///< the worst of its findings
  const CaseRecord* in_case = nullptr;  ///< in the run that was given: where it shows first
  Finding finding;                      ///< as it was seen there: the one to tell in full
  std::vector<std::string> also_in;     ///< ids of the other cases, in the order of the run
  std::size_t count = 0;                ///< findings in all
};

/// The causes of a run, the likely one first. A case that ended badly and left no finding is a cause of its
/// own. The order is a pure function of the record:
///
/// 1. By level: mandatory, recommended, informational. An error that concerns no requirement is mandatory.
/// 2. By verdict: fail, error, inconclusive, remark.
/// 3. What was seen stands before what cases conclude (a finding without evidence).
/// 4. By the cases in which it leads, the most first: nothing of its rank (1 and 2) came there before it, but
///    in the same exchange.
/// 5. By the cases that cite its requirement, the fewest first: that is the narrower clause.
/// 6. By where it was first seen.
std::vector<Cause> causes_of(const RunRecord& run);

/// What a finding has in common with others of its cause: its `kind`, or its summary without quoted texts,
/// numbers, and words with digits (moves, squares, times).
std::string kind_of(const Finding& finding);

}  // namespace rig::report
