#pragma once
/// A run that is judged again from its transcript. Nothing under test is run: the report is about what was
/// recorded, and the transcript stays the evidence.

#include "conformance/run/replay.hpp"
#include "conformance/run/subject/subject.hpp"

namespace conformance {

class Recording : public Subject {
 public:
  /// Takes the options of the run from the transcript. UsageError where the command line contradicts it.
  Recording(RunState& run, Replay recorded);

  /// A case that the recorded run did not come to is not run either.
  void plan_cases() override;
  std::string name() const override { return recorded_.transcript.header.dut; }
  void look(const Catalogue& catalogue, RunListener& listener) override;
  rig::TranscriptWriter begin_evidence(const std::string& path) override;
  void note_end() override {}  // it ended then

 private:
  /// How what was tested presents itself, and how many workers judge it.
  virtual void present(const Replay& recorded) = 0;
  void adopt_occasion();

  Replay recorded_;
};

class BoardRecording final : public Recording {
 public:
  using Recording::Recording;
  void judge(const Catalogue& catalogue) override;

 private:
  void present(const Replay& recorded) override;
};

class RefereeRecording final : public Recording {
 public:
  using Recording::Recording;

 private:
  void present(const Replay& recorded) override;
};

}  // namespace conformance
