#pragma once
/// What was seen of a scripted game, held against how it must go. Pure.

#include <string>
#include <vector>

#include "conformance/catalogue.hpp"
#include "conformance/referee/scenario.hpp"
#include "rig/host/played.hpp"

namespace conformance {

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

/// All of them, that of the outcome first. `subject` is what the scenario is about (`Scenario::about`); what
/// goes wrong about something else is a deviation of the clause on that.
std::vector<Deviation> deviations(const rig::contest::Contest& contest, const rig::host::Signs& signs,
                                  const Scenario& scenario, const Course& course,
                                  const rig::host::Played& played, Aspect subject);

/// The game as a person reads it: what went to and from each board with its time, then what was announced.
std::vector<std::string> account_of(const rig::host::Played& played);

}  // namespace conformance
