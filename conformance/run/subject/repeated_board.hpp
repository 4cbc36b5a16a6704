#pragma once
/// A board that is run as in a recorded run: with its options, and its cases in their order (`--again`).

#include "conformance/run/replay.hpp"
#include "conformance/run/subject/board.hpp"

namespace conformance {

class RepeatedBoard final : public BoardUnderTest {
 public:
  /// Takes the options of the run from the transcript. UsageError as read_replay, and where a referee was
  /// tested.
  RepeatedBoard(RunState& run, const std::string& transcript);

  void plan_cases() override;

 private:
  Replay recorded_;
};

}  // namespace conformance
