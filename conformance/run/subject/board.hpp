#pragma once
/// A board, or several equal ones, and whatever plays like one: a program, a design.

#include "conformance/run/replay.hpp"
#include "conformance/run/subject/subject.hpp"

namespace conformance {

class BoardUnderTest : public Subject {
 public:
  using Subject::Subject;

  std::string name() const override { return run_.line.options.dut; }
  void look(const Catalogue& catalogue, RunListener& listener) override;
  void begin(const std::string& kept, RunListener& listener) override;
  void judge(const Catalogue& catalogue) override;
  void explain(RunListener& listener) override;

 private:
  /// Opens it once.
  virtual void open(RunListener& listener);
};

/// One that is run as in a recorded run: with its options, and its cases in their order (`--again`).
class RepeatedBoard final : public BoardUnderTest {
 public:
  /// Takes the options of the run from the transcript. UsageError as read_replay, where the command line
  /// contradicts it, and where a referee was tested.
  RepeatedBoard(RunState& run, const std::string& transcript);

  void plan_cases() override;

 private:
  Replay recorded_;
};

/// One whose cases have been run in parts: what the parts left is gathered.
class GatheredBoard final : public BoardUnderTest {
 public:
  using BoardUnderTest::BoardUnderTest;

  void begin(const std::string& /*kept*/, RunListener& /*listener*/) override { run_.record.gathered = true; }
  /// RigError that names every part that is missing.
  rig::TranscriptWriter begin_evidence(const std::string& path) override;
  RunResult run_cases(RunListener& listener) override;
  void explain(RunListener& /*listener*/) override {}

 private:
  void open(RunListener& /*listener*/) override {}  // the parts have opened it
};

}  // namespace conformance
