#pragma once
/// What a host did wrong in a game, as cases for referees report it.

#include <string>

#include "rig/protocol/aspect.hpp"

namespace conformance {

using rig::protocol::Aspect;

/// What of a game was right all the same.
enum class Rest {
  unknown,
  up_to_the_end,  ///< what the boards were sent before its end
  all,
};

/// One way in which a referee went another way than it must.
struct Deviation {
  Aspect aspect;
  std::string summary;
  std::string kind;           ///< findings of one aspect and one kind have one cause
  Rest rest = Rest::unknown;  ///< as far as this deviation tells
};

}  // namespace conformance
