#pragma once
/// A run to be judged again from its transcript. The file is what counts, not its header: whatever the header
/// says of the run must agree with the rest of the file and with itself.

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conformance/referee/host/description.hpp"
#include "conformance/suite/options.hpp"
#include "conformance/suite/suite.hpp"
#include "rig/link/far_end.hpp"
#include "rig/link/transcript/transcript.hpp"

namespace conformance {

/// A recorded run.
struct Replay {
  std::string path;
  rig::Transcript transcript;
  RunOptions options;                             ///< as recorded; `dut` is the one that was tested
  std::optional<rig::host::Description> referee;  ///< as it stood then, where one was tested

  /// Whether the recorded run came to this case; one that it did not come to is not run in the replay either.
  bool came_to(const std::string& case_id) const;
  /// The link to the DUT as it was recorded; nothing where no case was.
  std::optional<rig::LinkInfo> link() const;
};

/// Reads a transcript for a replay. UsageError, with file, line and both values, when it is no transcript or
/// contradicts itself: options that are unknown or are not written as a run writes them, a plan with cases
/// that the contest does not have, a DUT of another kind than its link.
Replay read_replay(const std::string& path);

/// The options of a replay: those that were recorded, with the DUT's name of `asked`. UsageError when what
/// the user named (`given`) contradicts the record.
RunOptions options_of_replay(const Replay& replay, const RunOptions& asked,
                             const std::set<std::string>& given);

/// Leaves those of the `chosen` cases that were to run in the recorded run, and adds to `partial` why the
/// replay is no certificate. Returns them in the order in which they were to run then: of a run with a budget
/// it is another than the suite's, and what comes before a case is seen in the times of its evidence.
/// UsageError when none is left.
std::vector<std::string> narrow_to_recorded(const Replay& replay, std::vector<const CaseEntry*>& chosen,
                                            std::vector<std::string>& partial);

/// What stands in for the DUT in the process that runs the cases of a replay.
class RecordedDut {
 public:
  RecordedDut(const std::string& path, const rig::protocol::Contest& contest)
      : transcript_(rig::read_transcript(path)), contest_(contest) {}

  /// The line that describes the link in this case. RigError when none was recorded.
  const std::string& first_line(const std::string& case_id) const { return segment(case_id).front(); }
  /// The far end as it was recorded for this case, until the next one is opened. RigError as above.
  WayToDut open(const std::string& case_id);

 private:
  const std::vector<std::string>& segment(const std::string& case_id) const;

  rig::Transcript transcript_;
  const rig::protocol::Contest& contest_;
  std::unique_ptr<rig::FarEnd> far_end_;  // once a case is open
};

}  // namespace conformance
