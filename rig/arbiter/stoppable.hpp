#pragma once
/// A far end that can be stopped: whoever waits for it is told to wait no longer.

#include <exception>
#include <functional>
#include <memory>

#include "rig/link/far_end.hpp"

namespace rig::arbiter {

/// Whether games are to end now; it is asked often, and in any thread. Empty: never.
using Stop = std::function<bool()>;

/// Thrown in place of an answer.
class Stopped : public std::exception {
 public:
  const char* what() const noexcept override { return "the game was stopped"; }
};

/// How a far end is waited for.
enum class Waiting {
  in_steps,  ///< it is asked for in short steps: it stops within a tenth of a second of its own time
  at_once,   ///< each wait goes on to its end: so with a program, whose waits for a processor are counted
};

/// The same far end, whose members throw Stopped once `stop` says so. Over files an answer is always waited
/// for.
std::unique_ptr<FarEnd> stoppable(std::unique_ptr<FarEnd> far_end, Waiting waiting, Stop stop);

}  // namespace rig::arbiter
