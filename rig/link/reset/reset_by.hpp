#pragma once
/// How a board is brought to its power-on state when the link cannot start it anew: `--reset`.

#include <functional>
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
    ask,        ///< a person does it, and is asked to only where a case cannot do without
    reconnect,  ///< the connection is made anew: a player that plays one game for each (TCP only)
  };
  Method method = Method::none;
  std::string command;  ///< cut into words by split_command()
  /// Puts a request to the person at the rig and returns once it is met; RigError when nobody is there.
  std::function<void(const std::string& what)> ask;
  std::optional<Duration> settle;  ///< until the board can be spoken to; nothing: as long as is usual

  /// The same for a board on a wire, which is usually ready after 100 ms.
  Duration settle_time() const { return settle.value_or(std::chrono::milliseconds(100)); }
};

/// Reads `dtr`, `rts`, `command:…`, `ask`, `reconnect` or `none`; UsageError otherwise.
ResetBy parse_reset(const std::string& word);
std::string to_string(const ResetBy& reset);

/// Performs `command` and `ask` (a pulse and a connection are the link's business); until the board has
/// settled is for the link to wait. RigError when the command fails, with its last words.
Restart perform_reset(const ResetBy& reset);

}  // namespace rig
