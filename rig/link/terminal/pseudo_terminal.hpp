#pragma once
/// A pseudo-terminal: two ends of a line that programs take for a serial device.

#include <cstdint>
#include <filesystem>
#include <string>

#include "rig/base/descriptor.hpp"

namespace rig {

struct PseudoTerminal {
  Descriptor master;  ///< non-blocking
  Descriptor slave;   ///< raw: every byte goes through unchanged, nothing is echoed
  std::string path;   ///< of the slave: `/dev/pts/3`
};

/// A new one. RigError when the system has none left.
PseudoTerminal open_pseudo_terminal();

/// Makes a terminal raw, 8N1, without hang-up on close. RigError when it is none.
void make_raw(int terminal);

/// Sets the bit rate that programs read from a terminal; nothing else comes of it. RigError when it is none,
/// or the rate is not one of those that have a name (`B9600`).
void set_rate(int terminal, std::uint32_t baud);

/// Whether this path leads to the slave of a pseudo-terminal.
bool is_pseudo_terminal(const std::filesystem::path& path);

}  // namespace rig
