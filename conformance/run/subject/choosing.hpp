#pragma once
/// Which subject a run has.

#include <memory>

#include "conformance/run/subject/subject.hpp"

namespace conformance {

/// The one that the command line names. A recorded run gives the command line its options. UsageError for a
/// transcript that is none or that the command line contradicts.
std::unique_ptr<Subject> choose_subject(RunState& run);

}  // namespace conformance
