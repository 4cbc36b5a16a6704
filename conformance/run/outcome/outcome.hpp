#pragma once
/// What comes of a run: its reports, or a part that others gather.

#include <string>

#include "conformance/run/run.hpp"
#include "rig/link/transcript/writer.hpp"

namespace conformance {

class Outcome {
 public:
  Outcome() = default;
  Outcome(const Outcome&) = delete;
  Outcome& operator=(const Outcome&) = delete;
  virtual ~Outcome() = default;

  /// Where the transcript goes; empty: nowhere.
  virtual std::string transcript_path() const = 0;
  /// The folder of this name for what else the run leaves; empty: it leaves nothing.
  virtual std::string folder(const std::string& name) const = 0;
  /// Leaves those cases in the plan that are to be run here.
  virtual void narrow() {}
  /// The run has ended: writes what comes of it. Returns the exit status.
  virtual int conclude(const RunResult& result, rig::TranscriptWriter& transcript) = 0;
};

}  // namespace conformance
