#pragma once
/// A run to be judged again from its transcript. The file is what counts, not its header: whatever the header
/// says of the run must agree with the rest of the file and with itself.

#include <string>

#include "conformance/options.hpp"
#include "rig/report/transcript.hpp"

namespace conformance {

struct Replay {
  std::string path;
  rig::report::Transcript transcript;
  RunOptions options;  ///< as recorded; `dut` is the one that was tested
};

/// Reads a transcript for a replay. UsageError, with file, line and both values, when it is no transcript or
/// contradicts itself: options that are unknown or are not written as a run writes them, a plan with cases
/// that the contest does not have, a DUT of another kind than its link.
Replay read_replay(const std::string& path);

}  // namespace conformance
