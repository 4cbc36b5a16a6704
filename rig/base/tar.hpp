#pragma once
/// Archives of ordinary files in the format `ustar` (POSIX.1-1988), in one form alone: owner 0, mode 0644, no
/// folders and no links, two empty blocks at the end. Whatever is written otherwise is refused, so that every
/// program that unpacks an archive finds the same files in it.

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>

#include "rig/base/whole_file.hpp"

namespace rig {

struct TarEntry {
  std::string name;  ///< from the folder in which it is unpacked: `kept/game-1.txt`
  std::uint64_t size = 0;
  std::int64_t changed = 0;  ///< seconds since 1970, not before
};

/// Why a file of this name can lie in no archive; empty: it can. Allowed are paths that stay below a folder,
/// without characters that a terminal obeys, as long as the format has room.
std::string why_not_in_tar(const std::string& name);

/// What stands before the content of a file, and what fills its last block. UsageError for a name or a size
/// that cannot be.
std::string tar_header(const TarEntry& entry);
std::string tar_padding(std::uint64_t size);
/// What stands after the last file.
std::string tar_end();

/// Reads an archive from its beginning to its end. UsageError, with the byte, for what is not written like
/// that.
class TarReader {
 public:
  explicit TarReader(const std::string& path);

  /// The next file. Nothing: the archive has ended, and so has its file.
  std::optional<TarEntry> next();
  /// Puts the content of that file, which has to be called once for each.
  void content(const PutPiece& put);

 private:
  std::string take(std::size_t count);
  void expect_end();
  [[noreturn]] void refuse(const std::string& why) const;

  std::string path_;
  std::ifstream file_;
  std::uint64_t at_ = 0;
  TarEntry entry_;
};

}  // namespace rig
