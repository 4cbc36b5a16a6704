#pragma once
/// What is seen of a program from outside suggests why it does not do what it should. A hint never decides
/// anything.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rig/base/time.hpp"

namespace rig {

/// What a program may use; 0: as much as there is.
struct Limits {
  std::uint64_t memory = 0;   ///< bytes of address space
  std::uint64_t file = 0;     ///< bytes in one file
  std::uint64_t seconds = 0;  ///< of processor time
};

/// Those of this process, which the programs that it starts inherit.
Limits own_limits();

/// A limit that a program may have hit. `ending`: how it ended (describe_ending); empty: it has not.
std::vector<std::string> hints_on_limits(std::string_view ending, std::string_view standard_error,
                                         const Limits& limits);

/// That a program which did not find something may not have been shown it. `ending` and `standard_error` as
/// above. Nothing: it does not look so.
std::optional<std::string> hint_on_sandbox(std::string_view ending, std::string_view standard_error);

/// What is known of a program on two pipes.
struct PipeSigns {
  bool asked = false;      ///< something was sent to it since it was started
  std::size_t unread = 0;  ///< bytes of that which it has not read
  /// From the first request to the first byte that came; nothing: none has.
  std::optional<Duration> first_byte_after = {};
  std::optional<Duration> end_after = {};  ///< from that byte to the program's end; nothing: it has not ended
  std::optional<Duration> asked_after = {};  ///< from the program's start to the first request
  std::optional<Duration> waited = {};       ///< from that request until now
};

/// Output that waits in a buffer. Nothing: it does not look so.
std::optional<std::string> hint_on_buffering(const PipeSigns& signs);

/// A program that was asked while it was still starting. Nothing: it does not look so.
std::optional<std::string> hint_on_start(const PipeSigns& signs);

}  // namespace rig
