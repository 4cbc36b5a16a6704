#pragma once
/// How a program was started and with which files, kept so that it can be started the same way again, under a
/// debugger too.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "rig/link/file_exchange.hpp"

namespace rig {

/// A folder as it was. Files and folders are copied, links as links; the rest is left out.
class Snapshot {
 public:
  /// More than this in one folder is not copied.
  static constexpr std::uintmax_t most_bytes = std::uintmax_t{4} * 1024 * 1024;
  static constexpr int most_entries = 500;

  /// Copies `folder` to a new place in `home`. Null when that is too much, or cannot be done.
  static std::shared_ptr<const Snapshot> of(const std::filesystem::path& folder,
                                            const std::filesystem::path& home);
  ~Snapshot();
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  explicit Snapshot(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

/// A program that was started for one move.
struct MoveStart {
  std::vector<std::string> words;        ///< the program and its arguments
  std::string directory;                 ///< where it ran, below the game folder
  std::shared_ptr<const Snapshot> game;  ///< the game folder before; null: none was kept
};
std::shared_ptr<const FileStart> kept_start(MoveStart start);

/// A program that lives for a whole game, and what it was told until now.
struct GameStart {
  /// Files that were put in place together.
  struct Message {
    Files files;
    std::string answer;  ///< the file that changed in answer; empty: none did
  };
  std::vector<std::string> words;
  std::shared_ptr<const Snapshot> game;  ///< the game folder when it was started, the first message in place
  std::vector<Message> messages;
};
std::shared_ptr<const FileStart> kept_start(GameStart start);

}  // namespace rig
