#pragma once
/// A program that plays over files, as the doctor looks at it: can it be started, and does it make a first
/// move?

#include "rig/doctor/probe.hpp"
#include "rig/link/exec/sandbox/sandbox.hpp"

namespace rig::doctor {

/// It plays one turn in a folder of its own. Throws as examine() does.
Examination examine_file_player(const dut::DutName& name, const protocol::Contest& contest,
                                const Sandbox& sandbox);

}  // namespace rig::doctor
