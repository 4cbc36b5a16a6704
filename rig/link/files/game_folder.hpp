#pragma once
/// The folder of a game on disk: files are put into it whole and taken from it without trust. Whatever the
/// program has made of its folder (a link elsewhere, a pipe, a folder where a file was), the rig neither
/// hangs on it nor reads or writes anything outside.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "rig/base/descriptor.hpp"

namespace rig {

/// Of one file no more is read than this.
inline constexpr std::size_t longest_file_read = std::size_t{1} << 20;

/// Where a file lies: `GUI1Data.txt` or `some folder/Board.txt`. A key that is empty, absolute, or
/// leads out of the folder is a RigError.
struct FileKey {
  std::filesystem::path folder;  ///< empty: the game folder itself
  std::string name;
};
FileKey file_key(const std::string& key);

class GameFolder {
 public:
  /// Makes one with a new name in `parent`, an absolute path without links. RigError when it cannot.
  explicit GameFolder(const std::filesystem::path& parent);
  /// Removes it with all that is in it.
  ~GameFolder();
  GameFolder(const GameFolder&) = delete;
  GameFolder& operator=(const GameFolder&) = delete;

  /// Absolute, without links.
  const std::filesystem::path& path() const { return path_; }

  enum class Access { read_write, read_only };

  /// Makes it exactly `content`, in one step: whoever opens it sees the file before or this one, whole. What
  /// stood in its way is gone; folders above it are made. RigError when the disk is full or the like.
  void put(const std::string& key, const std::string& content, Access access);

  /// Makes the folder, where it is not there.
  void make_folder(const std::string& key);

  /// What is there now.
  struct Taken {
    std::optional<std::string> content;  ///< nothing: no file, or nothing that can be read as one
    std::string remark;                  ///< one sentence on what is odd about it; empty: nothing is
  };
  Taken take(const std::string& key) const;

  /// Bytes in it; each entry counts as 4 KiB at least. What changes meanwhile is counted or not.
  std::uint64_t size() const;

 private:
  /// The folder, opened step by step without following links. Not open: there is none.
  Descriptor open_folder(const std::filesystem::path& folder) const;
  Descriptor open_or_make_folder(const std::filesystem::path& folder);
  void come_back_if_removed();

  std::filesystem::path path_;
  Descriptor root_;
};

}  // namespace rig
