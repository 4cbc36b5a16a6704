#pragma once
/// What two accounts of one run have to have in common.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "rig/link/transcript/transcript.hpp"
#include "rig/report/record.hpp"

namespace rig::report {

/// Where the JSON report of a run says otherwise than the one of its replay, a line each: the verdicts, what
/// was found and measured, what was tested. Not what a replay cannot know: how long it took on the rig's
/// clock, and how a program was started.
std::vector<std::string> differences_of_reports(const nlohmann::json& recorded,
                                                const nlohmann::json& replayed);

/// The same of the record of one case.
std::vector<std::string> differences_of_records(const CaseRecord& recorded, const CaseRecord& replayed);

/// How the cases of a run differ from those of the same run made anew, a line for each that does. The place
/// of a model's description is not compared: another checkout lies elsewhere.
std::vector<std::string> differences_of_cases(const Transcript& recorded, const Transcript& again);

}  // namespace rig::report
