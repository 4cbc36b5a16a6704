#pragma once
/// What is shown of RTL alone: the waveform of a case, and which lines of the design no case reached.

#include <string>
#include <utility>
#include <vector>

#include "rig/report/record.hpp"

namespace rig::report {

/// What there is to say of a case's waveform, by names: `waveform`, `failure`, `note`. Where there is none
/// and one would help, how to get it.
std::vector<std::pair<std::string, std::string>> waveform_in_words(const CaseRecord& one,
                                                                   const RunRecord& run);

/// `412 of 420 blocks, 2013 of 2625 toggles`.
std::string coverage_in_words(const RtlCoverage& coverage);

namespace html {

/// The waveform of a case; empty where there is nothing to say.
std::string waveform(const CaseRecord& one, const RunRecord& run);

/// The section on the design's lines; empty without coverage.
std::string rtl_coverage(const RunRecord& run);

}  // namespace html

}  // namespace rig::report
