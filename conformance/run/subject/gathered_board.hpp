#pragma once
/// A board whose cases have been run in parts: what the parts left is gathered.

#include "conformance/run/subject/board.hpp"

namespace conformance {

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
