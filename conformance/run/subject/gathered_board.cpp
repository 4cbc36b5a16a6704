#include "conformance/run/subject/gathered_board.hpp"

#include "conformance/run/divided/part.hpp"

namespace conformance {

rig::TranscriptWriter GatheredBoard::begin_evidence(const std::string& path) {
  expect_all_parts(run_.line.parts, run_.plan.jobs);
  return BoardUnderTest::begin_evidence(path);
}

RunResult GatheredBoard::run_cases(RunListener& listener) {
  return gather_parts(run_.line.parts, run_.plan, run_.header(), listener);
}

}  // namespace conformance
