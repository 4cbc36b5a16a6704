#include "conformance/run/subject/referee.hpp"

#include "conformance/referee/scenario_file.hpp"
#include "conformance/run/identity.hpp"
#include "conformance/run/referee_subject.hpp"
#include "conformance/run/sandbox_of_run.hpp"

namespace conformance {

void RefereeUnderTest::check() {
  check_referee(run_.line);
  register_scenarios(run_.line.options);
}

void RefereeUnderTest::look(const Catalogue& catalogue, RunListener& /*listener*/) {
  const rig::host::Description referee = describe_referee(run_.line.options, run_.contest());
  note_referee(referee, run_.record);
  run_.plan.sandbox = sandbox_of(referee, run_.plan.sandbox);
  run_.note_identity(catalogue);
}

void note_referee(const rig::host::Description& referee, rig::report::RunRecord& record) {
  record.role = "referee";
  record.far_end = "a referee";
  record.link_description = referee.name + (referee.note.empty() ? "" : ": " + referee.note);
  record.clock = clock_name(rig::ClockKind::monotonic);
}

}  // namespace conformance
