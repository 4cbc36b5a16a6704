#pragma once
/// How long a transport takes, measured against an echo at its far end before the run.

#include <string>

#include "rig/base/time.hpp"

namespace rig {

/// Measured with one byte at a time.
struct EchoFigures {
  int trips = 0;
  Duration shortest{};  ///< round trip
  Duration median{};
  Duration longest{};
  /// The longest time, in either direction, for which a byte had been written and could not be read yet: what
  /// the transport itself may hold back. Zero for pipes.
  Duration hold_back{};
};

/// The two ends of one stream in this process; the same descriptor may stand for both directions.
struct StreamEnds {
  int near_input = -1;   ///< what the far end has written
  int near_output = -1;  ///< to the far end
  int far_input = -1;
  int far_output = -1;
};

/// Sends `trips` bytes one after the other, a pause between, to a thread that echoes each; and as many each
/// way without one. RigError when a byte does not come within a second. The descriptors may block or not.
EchoFigures measure_echo(const StreamEnds& ends, int trips = 40);

/// The figures of two pipes, of a raw pseudo-terminal, of a TCP connection to this machine.
EchoFigures measure_pipes();
EchoFigures measure_pseudo_terminal();
EchoFigures measure_loopback();

/// `at most 12.0 us; 40 round trips of one byte took 12.0 us to 95.0 us, median 18.0 us`
std::string describe(const EchoFigures& figures);

}  // namespace rig
