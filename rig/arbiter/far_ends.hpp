#pragma once
/// Opening the two sides of a match by name, in one time: the one place that knows how far ends are opened.

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "rig/arbiter/side.hpp"
#include "rig/arbiter/stoppable.hpp"
#include "rig/base/errors.hpp"
#include "rig/link/exec/sandbox/sandbox.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::arbiter {

struct FarEnds {
  const protocol::Contest& contest;  ///< must outlive the sides
  std::array<std::string, 2> names;  ///< DUTs, or `opponent:NAME`
  std::vector<std::string> idle{};   ///< DUTs that are connected and do not play
  std::uint64_t seed = 1;            ///< of power-on states and of opponents
  Sandbox sandbox = {};              ///< of programs
  /// Told every operation on a side (0 or 1, from 2 on those that do not play) and its result, as a line of a
  /// transcript; may be empty.
  std::function<void(std::size_t side, const std::string& operation)> record = {};
  std::function<void(const std::string&)> say = {};  ///< tells the user what is being waited for
  Stop stop = {};                                    ///< ends the games at these far ends: stoppable.hpp
  /// Makes a side of a far end; empty: `side_over`.
  std::function<std::unique_ptr<Side>(std::unique_ptr<FarEnd> far_end)> side_of = {};
};

/// A far end that could not be opened, and which of the two it is.
class SideError : public RigError {
 public:
  SideError(std::size_t side, const std::string& what) : RigError(what), side_(side) {}
  std::size_t side() const { return side_; }

 private:
  std::size_t side_;
};

/// Those who play, and those who stand by.
struct Sides {
  std::array<std::unique_ptr<Side>, 2> players;
  std::vector<std::unique_ptr<Side>> idle;
};

/// Sides that keep a time of their own (RTL, players of the rig's own) share one. Where the other side is in
/// real time, they are paced to it. UsageError for a name that means nothing, SideError when a far end cannot
/// be reached.
std::array<std::unique_ptr<Side>, 2> open_sides(const FarEnds& ends);

/// The sides that do not play, each in a time of its own.
std::vector<std::unique_ptr<Side>> open_idle_sides(const FarEnds& ends);

/// Refuses a name that means nothing: UsageError.
void check_side(const protocol::Contest& contest, const std::string& name);

/// Both.
Sides open_all(const FarEnds& ends);

/// Refuses names that mean nothing, and twice the same far end where there is only one: UsageError.
void check_sides(const protocol::Contest& contest, const std::array<std::string, 2>& names,
                 const std::vector<std::string>& idle = {});

}  // namespace rig::arbiter
