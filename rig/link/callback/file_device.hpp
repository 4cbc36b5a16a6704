#pragma once
/// A program that plays over files, written in C++: told what lies in its files, it answers with what it
/// writes and when. It never looks at a clock or a disk, so the same device runs behind a virtual clock
/// (`builtin:`) and as a program of its own (`files:`, `guifiles:`).

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rig/link/file_exchange.hpp"

namespace rig {

class FileDevice {
 public:
  /// One write: the file then holds this. Times count from when it was told and do not fall.
  struct Write {
    Duration after{};
    std::string path;                    ///< as it was named to the device
    std::optional<std::string> content;  ///< nothing: the file is removed
    bool closed = true;                  ///< false: it goes on writing, and the file is not whole yet
  };
  /// What it does because of one request.
  struct Run {
    std::vector<Write> writes = {};
    std::optional<Duration> ends =
        {};  ///< a program per move: exits; nothing: it never does (or it lives on)
    int exit_status = 0;
    std::string killed_by = {};  ///< `signal 11 (SIGSEGV)`: it ends by this, not by itself
    int leaves_running = 0;      ///< processes that it leaves behind
    std::string standard_error = {};
  };

  virtual ~FileDevice() = default;
  /// A new game folder. Called before its first run, too.
  virtual void new_game() = 0;
  /// Of the files of the next act() those that it may not write, by the names that they have there.
  virtual void write_protected(const std::set<std::string>& names) { static_cast<void>(names); }
  /// It was started with these arguments (a program per move), or `files` have changed (one that lives on).
  /// `files`: what it can read, by the names that the arguments use, or by the names in its own folder.
  virtual Run act(const Files& files, const std::vector<std::string>& arguments) = 0;
};

}  // namespace rig
