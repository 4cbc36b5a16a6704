#pragma once
/// The sheet of a team: one page for its admission, also on paper.

#include <string>

#include "rig/measure/verdict.hpp"
#include "rig/tools/admission/admission.hpp"

namespace rig::admission {

/// `pass`, `unsure` or `fail`: the style of a status.
std::string_view style_of(Status status);

/// A verdict's word of a report as a verdict, for its colour and its mark; `not run` for `not assessed`.
Verdict verdict_of(const Clause& clause);

/// The page. `folder`: that of the admission; what is not in it is not linked.
std::string sheet(const Admission& admission, const std::string& folder);

}  // namespace rig::admission
