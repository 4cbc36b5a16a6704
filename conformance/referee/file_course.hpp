#pragma once
/// A scripted game over files: what each program must be asked, with which files, and what it does then.

#include <memory>

#include "conformance/referee/scenario.hpp"
#include "rig/host/programs.hpp"

namespace conformance {

/// How a scenario of a contest over files must go.
Course file_course_of(const rig::contest::Contest& contest, const Scenario& scenario);

/// The two programs of a game that go by these steps. Who is asked out of turn, or when the steps are over,
/// passes. `contest` must outlive them. A host may wait for so long for an answer that does not come.
std::shared_ptr<rig::host::PlayersPrograms> programs_for(const rig::contest::Contest& contest,
                                                         std::vector<FileStep> steps, rig::Duration patience);

/// The seat of a player.
const rig::contest::Seat& seat_of(const rig::contest::Contest& contest, rig::contest::Player player);

}  // namespace conformance
