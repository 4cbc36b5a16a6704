#pragma once
/// A scripted game over files: what each program must be asked, with which files, and what it does then.

#include <memory>

#include "conformance/referee/host/programs.hpp"
#include "conformance/referee/scenario.hpp"

namespace conformance {

/// How a scenario of a contest over files must go.
ExpectedGame expected_file_game(const rig::protocol::Contest& contest, const Scenario& scenario);

/// The two programs of a game that go by these steps. Who is asked out of turn, or when the steps are over,
/// passes. `contest` must outlive them. A host may wait for so long for an answer that does not come.
std::shared_ptr<rig::host::PlayersPrograms> programs_for(const rig::protocol::Contest& contest,
                                                         std::vector<FileStep> steps, rig::Duration patience);

/// The seat of a player.
const rig::protocol::Seat& seat_of(const rig::protocol::Contest& contest, rig::protocol::Player player);

}  // namespace conformance
