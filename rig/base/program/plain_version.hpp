#pragma once
/// `--version` for programs that load nothing but the C library, so that they start quickly.

#include <cstdio>
#include <cstring>

#include "rig/base/program/build_commit.hpp"

namespace rig {

/// Whether that is what the program was asked.
inline bool asks_for_version(int argc, char** argv) {
  return argc == 2 && std::strcmp(argv[1], "--version") == 0;
}

/// Prints the same words as version_text() has for the other programs; the exit status.
inline int tell_version(const char* program, const char* version) {
  const char* const commit = build_commit();
  const char* const dirty = std::strstr(commit, "-dirty");
  if (*commit == '\0') {
    std::printf("%s %s (not built in a checkout)\n", program, version);
  } else if (dirty != nullptr) {
    std::printf("%s %s (commit %.*s, with changes that were not committed)\n", program, version,
                static_cast<int>(dirty - commit), commit);
  } else {
    std::printf("%s %s (commit %s)\n", program, version, commit);
  }
  return 0;
}

}  // namespace rig
