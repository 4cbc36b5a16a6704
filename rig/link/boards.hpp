#pragma once
/// Several equal boards under one name: `serial:/dev/ttyUSB0 + serial:/dev/ttyUSB1`.

#include <string_view>

namespace rig {

/// What stands between the boards' names in that of the DUT.
inline constexpr std::string_view between_boards = " + ";

}  // namespace rig
