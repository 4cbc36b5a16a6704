#pragma once
/// A paced link behind a device or a socket, so that any host program can talk to it: the whole of `rig
/// serve`, and of reference players with `--pty` and `--tcp`.

#include <cstdint>
#include <functional>
#include <string>

#include "rig/base/descriptor.hpp"
#include "rig/link/paced/far_side.hpp"
#include "rig/link/paced/paced.hpp"

namespace rig {

struct ServeReport {
  std::uint64_t bytes_in = 0;   ///< from programs to the board
  std::uint64_t bytes_out = 0;  ///< from the board
  Duration longest_lag{};       ///< of the board's clock behind the real one
  std::string ending;           ///< `interrupted`, `the program closed its side`, how the board hung up
  bool board_hung_up = false;
};

/// SIGINT, SIGTERM and SIGHUP as something to poll. To be made before any thread is.
class StopSignals {
 public:
  StopSignals();
  int descriptor() const { return signals_.number(); }

 private:
  Descriptor signals_;
};

/// What another program that comes to a socket means for the board.
enum class NewProgram {
  goes_on,      ///< nothing: it is a cable that was pulled and plugged in
  starts_anew,  ///< it is started anew: it plays one game after each start
};

/// Serves until a signal, the board's hang-up, or the far side's end. `say` is told when the board cannot
/// keep up with real time: at a lag of 100 ms, and each time it has doubled.
ServeReport serve(PacedLink& board, FarSide& far_side, const StopSignals& stop,
                  const std::function<void(const std::string&)>& say,
                  NewProgram new_program = NewProgram::goes_on);

}  // namespace rig
