#pragma once
/// What carries a real-time link's bytes: a pair of pipes, a pseudo-terminal, a socket, a serial port. A
/// transport knows descriptors and what their end means; time is StreamLink's.

#include <poll.h>
#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rig/base/bytes.hpp"
#include "rig/link/far_end.hpp"
#include "rig/link/stream/starvation.hpp"

namespace rig {

/// How a transport was brought back to its beginning.
struct Restart {
  bool power_on = false;    ///< the DUT is in its power-on state
  std::string note;         ///< what was done, for the transcript
  bool new_stream = false;  ///< nothing on it is from before
  Duration settle{};        ///< still to be waited, until the DUT can be spoken to
};

/// Every member may throw RigError when the rig's own side fails.
class Transport {
 public:
  virtual ~Transport() = default;
  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;

  /// To read from, non-blocking. May change in restart().
  virtual int input() const = 0;
  /// To wait on for space to write; may change in restart().
  virtual int output() const = 0;
  /// Polls readable once the far end has ended although its stream has not. -1: there is no such thing.
  virtual int ended() const { return -1; }

  /// Writes what fits; -1 with errno like write(), and never a signal.
  virtual ssize_t write(ByteView bytes) = 0;

  /// Its stream has ended, with this errno (0: end of file), or ended() polls readable: how, for HungUp.
  /// Throws LinkLost when it is the rig's cable that is gone and not the DUT.
  virtual std::string how_it_ended(int error) = 0;

  /// What is to be added to an ending that the link itself has noticed: the last words of a program.
  virtual std::string last_words() { return {}; }

  /// Looks at what was read before anybody else does; throws RigError for what is no word of the DUT's (a
  /// port server that says it is busy).
  virtual void heard(ByteView bytes) { static_cast<void>(bytes); }

  /// Brings the DUT's power-on state, where it can. `lost`: the stream has ended; where there is a way to the
  /// DUT again without starting it anew, it is taken.
  virtual Restart restart(bool lost) = 0;

  /// The stream ended while the DUT settled after a restart: a program that is started anew closes its
  /// connection. Goes on with its next stream; false: it has none.
  virtual bool continue_after_restart() { return false; }

  /// See Link::rate_set_by_dut().
  virtual std::optional<std::uint32_t> rate_set_by_dut() const { return std::nullopt; }

  /// How long the far end's threads ran and waited to run. Nothing: it is no program of this machine's, or
  /// the kernel does not count.
  virtual std::optional<ProcessorSample> processor_times() { return std::nullopt; }

  /// See Link::hints().
  virtual std::vector<std::string> hints() { return {}; }

  /// Error counts of the line since it was last asked.
  virtual LineErrorCounts line_errors() { return {}; }
};

/// write() on a descriptor; a reader that is gone is EPIPE and no signal, whatever the process does about
/// SIGPIPE.
ssize_t write_without_signal(int descriptor, ByteView bytes);

/// Waits until one of the descriptors has news, whatever signals come. False: none had within `patience`.
bool wait_for_any(std::span<pollfd> watched, Duration patience);

/// Makes a descriptor non-blocking. RigError when it cannot.
void make_non_blocking(int descriptor);

}  // namespace rig
