#pragma once
/// What cases concluded from a defect that shows whatever a case is about. A board that lays tiles edge to
/// edge with its own loses nearly every game: that a game with gaps between its bytes went wrong too says
/// nothing about gaps.

#include "conformance/suite/catalogue.hpp"
#include "rig/report/record.hpp"

namespace conformance {

/// Takes back what a case concluded about its own clause from a reply that broke another one, if that clause
/// is broken in the same way in most of the other cases that looked at it, and in three at least. A
/// conclusion is a finding without evidence of its own, of the kind of the one that has it. What was broken
/// stays told, and so does that a whole game was not played to its end. The clause that was concluded about
/// is as the case found it otherwise. To be called before the verdicts of requirements are put together.
void take_back_consequences(rig::report::RunRecord& record, const Catalogue& catalogue);

}  // namespace conformance
