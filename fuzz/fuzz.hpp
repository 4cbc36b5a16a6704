#pragma once
/// What the fuzzers share. Each is a source with LLVMFuzzerTestOneInput: it gives any bytes to what reads the
/// texts of others. A refusal in the rig's own words is right; anything else that is thrown, what a sanitizer
/// finds, and what `expect` finds ends the program.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "rig/base/errors.hpp"

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it so
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace fuzz {

inline std::string text_of(const std::uint8_t* data, std::size_t size) {
  return {data, data + size};
}

inline void expect(bool holds, const char* what) {
  if (holds) return;
  static_cast<void>(std::fprintf(stderr, "does not hold: %s\n", what));
  std::abort();
}

/// Whether it was read. A refusal has words.
template <typename Read>
bool is_read(Read&& read) {
  try {
    read();
    return true;
  } catch (const rig::UsageError& refusal) {
    expect(*refusal.what() != '\0', "a refusal has words");
  } catch (const rig::RigError& refusal) {
    expect(*refusal.what() != '\0', "a refusal has words");
  }
  return false;
}

/// A file in memory with this content, by a path that can be opened.
class FileInMemory {
 public:
  explicit FileInMemory(const std::string& content);
  ~FileInMemory();
  FileInMemory(const FileInMemory&) = delete;
  FileInMemory& operator=(const FileInMemory&) = delete;
  const std::string& path() const { return path_; }

 private:
  int file_;
  std::string path_;
};

}  // namespace fuzz
