#pragma once
/// One part of a run: its evidence and the records of its cases, under the identity of the whole run.

#include "conformance/run/divided/part.hpp"
#include "conformance/run/listener.hpp"
#include "conformance/run/outcome/outcome.hpp"
#include "conformance/run/run_state.hpp"

namespace conformance {

class Shard final : public Outcome {
 public:
  Shard(RunState& run, RunListener& listener)
      : run_(run), listener_(listener), part_{run.line.part, run.line.jobs} {}

  std::string transcript_path() const override { return part_.transcript_in(run_.line.parts); }
  std::string folder(const std::string& name) const override;
  void narrow() override;
  int conclude(const RunResult& result, rig::TranscriptWriter& transcript) override;

 private:
  RunState& run_;
  RunListener& listener_;
  Part part_;
};

}  // namespace conformance
