#pragma once
/// The run record as JSON: a line for each case between worker and parent, and the `--json` report, whose
/// schema is report.schema.json beside this file.
///
/// Times are integers of nanoseconds and say so in their names (`_ns`). Seeds are decimal strings: they use
/// all 64 bits, and many JSON readers keep only 53.

#include <string>
#include <string_view>

#include "rig/report/record.hpp"

namespace rig::report {

/// One line without a newline; every field, and every string byte for byte, comes back from case_from_json.
/// A string that is no valid UTF-8 is written as `{"bytes": "0aff…"}`.
std::string to_json(const CaseRecord& record);

/// The inverse. Throws RigError that names the field when the line is no case record: cut short, a field
/// missing or of the wrong type, an unknown verdict.
CaseRecord case_from_json(std::string_view line);

/// The whole report, for people and programs: indented, valid UTF-8 (other bytes are shown as `\xff`), with
/// the headline and the exit status. Valid under report.schema.json.
std::string to_json(const RunRecord& run);

}  // namespace rig::report
