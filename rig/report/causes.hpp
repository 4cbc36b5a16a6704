#pragma once
/// The findings of a run by their causes: what one defect has brought about is told once.

#include <cstddef>
#include <string>
#include <vector>

#include "rig/report/record.hpp"

namespace rig::report {

/// The kind of a byte that came before its request had ended: the reply after it is spoiled by it. So is what
/// follows from a move of the other's that was misread (`rig::protocol::misread_move`).
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
/// 3. By weight, the heaviest first. A cause *leads* in a case where nothing of its rank (1 and 2) came
///    before it; what was seen in the same exchange came at the same time, except after an early byte or a
///    misread move, which spoil the reply. Where the reply shows that a move of the other's was overlooked
///    (`the tile there was forced`), that leads, and what it explains does not. Its weight is
///    leads³ / (checks of its requirement in the run, passed and failed): it grows with the cases that begin
///    with it and with the share of the checks that failed, for a defect of passes breaks every pass and few
///    replies.
///    What a case concludes (a finding without evidence: `its reply was wrong: has it misread a code?`)
///    follows from what was seen before. It counts in the cases where it is found, a twentieth, and only if
///    no more than two cases cite its requirement: they were made to show just that. Others (`the game was
///    lost`) follow from anything and weigh nothing.
/// 4. By the number of its cases; then by where it was first seen.
/// 5. Where what stands first by now occurs in one case alone, or in two while a case about it found it
///    right, and none of them is about it, what such a case concludes about its own subject goes before it,
///    the first of these that was seen: a game goes wrong there alone by what only that case does (`a game in
///    which the other took its time went wrong`, `has it misread a code sent before?`).
///
/// What follows from anything, and did follow something that was seen to fail in each of its cases, stands
/// behind all others, whatever its level: that a game was lost is no cause of its own.
std::vector<Cause> causes_of(const RunRecord& run);

/// What a finding has in common with others of its cause: its `kind`, or its summary without quoted texts,
/// numbers, and words with digits (moves, squares, times).
std::string kind_of(const Finding& finding);

}  // namespace rig::report
