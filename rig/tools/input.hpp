#pragma once
/// Files that a tool reads.

#include <string>

namespace rig {

/// A text and what it is called in messages.
struct Input {
  std::string name;
  std::string text;
};

/// The whole file; `-`: standard input. UsageError when it cannot be read.
Input read_input(const std::string& file);

}  // namespace rig
