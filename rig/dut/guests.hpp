#pragma once
/// Players in virtual time that an executable brings along, each opened by a scheme of its own. The library
/// has none: an executable that wants some defines guests() in an object of its own, which the linker takes
/// in place of the empty one (guests.cpp).

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "rig/link/far_end.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::dut {

struct Guest {
  std::string scheme;  ///< what a DUT's name begins with
  std::string usage;   ///< `scheme:TARGET`, for help texts
  std::string what;    ///< one line, for help texts
  /// `name`: the DUT's whole name; `target`: what follows the scheme in it. UsageError when it means nothing.
  std::function<std::unique_ptr<FarEnd>(const protocol::Contest&, const std::string& name,
                                        const std::string& target)>
      open;
};

std::vector<Guest> guests();

}  // namespace rig::dut
