#pragma once
/// How a board is brought to its power-on state when the link cannot start it anew: `--reset`.

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "rig/link/stream/transport.hpp"

namespace rig {

struct ResetBy {
  enum class Method {
    none,       ///< it is not
    dtr,        ///< a pulse on DTR (serial ports only)
    rts,        ///< a pulse on RTS (serial ports only)
    command,    ///< a program that does it and exits with status 0
    power,      ///< a program that takes its power away and gives it again; what stands on it vanishes
    ask,        ///< a person does it, and is asked to only where a case cannot do without
    reconnect,  ///< the connection is made anew: a player that plays one game for each (TCP only)
  };
  Method method = Method::none;
  std::string command;  ///< of `command` and `power`; cut into words by split_command()
  std::string program;  ///< a command that configures the board, at first and after its power; empty: none
  /// Puts a request to the person at the rig and returns once it is met; RigError when nobody is there.
  std::function<void(const std::string& what)> ask;
  std::optional<Duration> settle;  ///< until the board can be spoken to; nothing: as long as is usual

  /// The same for a board on a wire, which is usually ready after 100 ms.
  Duration settle_time() const { return settle.value_or(std::chrono::milliseconds(100)); }
};

/// Reads `dtr`, `rts`, `command:…`, `power:…`, `ask`, `reconnect` or `none`; UsageError otherwise. `program`
/// is left empty.
ResetBy parse_reset(const std::string& word);
std::string to_string(const ResetBy& reset);

/// Performs `command`, `power` and `ask` (a pulse and a connection are the link's business); until the board
/// has settled is for the link to wait. RigError when the command fails, with its last words.
Restart perform_reset(const ResetBy& reset);

/// Has `program` configure the board. Facts for the record: what ran, how long, what it printed; none where
/// there is no program. RigError when it fails, with its last words.
std::map<std::string, std::string> load_bitstream(const ResetBy& reset);
/// The same after a power cycle, which is told in the note; nothing after another reset.
void load_bitstream_again(const ResetBy& reset, Restart& done);

}  // namespace rig
