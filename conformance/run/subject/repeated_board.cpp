#include "conformance/run/subject/repeated_board.hpp"

#include "conformance/run/identity.hpp"
#include "rig/base/errors.hpp"

namespace conformance {

RepeatedBoard::RepeatedBoard(RunState& run, const std::string& transcript)
    : BoardUnderTest(run), recorded_(read_replay(transcript)) {
  if (recorded_.referee)
    throw rig::UsageError(
        "--again: games under a referee are played in real time; no two runs of them are alike.");
  CommandLine& line = run.line;
  line.options = recorded_.options;
  line.given.insert("seed");
  line.seed_chosen = "given";
  if (line.jobs == 0) line.jobs = workers_in(recorded_.transcript.header.identity);
}

void RepeatedBoard::plan_cases() {
  run_.plan.cases = narrow_to_recorded(recorded_, run_.chosen, run_.record.partial);
}

}  // namespace conformance
