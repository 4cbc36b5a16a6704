#pragma once
/// Inside the room: what a user may have meant by a name of a DUT that leads to none.

#include <string>

namespace rig::dut {

/// A sentence or two with what to type in place of `name`; empty: nothing comes to mind. Asks the file system
/// what is there, and opens nothing.
std::string guess_at(const std::string& name);

}  // namespace rig::dut
