#pragma once
/// A deliberate defect of one of the rig's own devices: what proves that cases can fail.

#include <string>

namespace rig::player {

struct DeviceFault {
  std::string name;
  std::string what;  ///< one line: what a board with this defect does
};

}  // namespace rig::player
