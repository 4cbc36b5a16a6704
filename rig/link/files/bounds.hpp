#pragma once
/// What a program that plays over files may use up before it is stopped.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "rig/link/exec/sandbox/sandbox.hpp"

namespace rig {

inline constexpr std::uint64_t kibibyte = 1024;
inline constexpr std::uint64_t mebibyte = 1024 * kibibyte;

/// In bytes. What the contest's own computer would offer; a program in good health stays far below.
struct FileBounds {
  std::uint64_t memory = 2048 * mebibyte;  ///< address space of each process; 0: unbounded, as it always
                                           ///< is where AddressSanitizer is built in
  std::uint64_t file = 64 * mebibyte;      ///< one file; more is SIGXFSZ. At least 128 KiB
  std::uint64_t folder = 256 * mebibyte;   ///< the game folder, looked at every 50 ms; each entry counts as
                                           ///< 4 KiB at least. More: the program is killed
  Sandbox sandbox = {};
};

/// Throws UsageError for bounds below what a program needs at all.
void require_sensible(const FileBounds& bounds);

/// `256 MiB`, `96 KiB`, `77 bytes`.
std::string readable_size(std::uint64_t bytes);

}  // namespace rig
