#pragma once
/// The other transport: a contest played over files. A set of files in, a set of files and an exit status
/// out. `course` starts a program for each move; `ustc` keeps one for a whole game. A Session owns either
/// a Link or a FileExchange.

#include <map>
#include <optional>
#include <string>

#include "rig/link/link.hpp"

namespace rig {

/// Relative path -> content, byte for byte.
using Files = std::map<std::string, std::string>;

/// What one exchange over files gave.
struct FileOutcome {
  Files files;                     ///< the contest's files as they are afterwards
  std::optional<int> exit_status;  ///< of the program, where it is one per move
  std::optional<HungUp> hung_up;   ///< the program died or ended when it should not have
  bool timed_out = false;          ///< nothing complete came by the deadline
  Instant asked;                   ///< the files were in place and the program told
  Instant answered;                ///< its answer was whole
  std::string standard_output;     ///< bounded; evidence
  std::string standard_error;      ///< bounded; evidence
};

/// A directory in, a directory out.
class FileExchange {
 public:
  virtual ~FileExchange() = default;
  FileExchange() = default;
  FileExchange(const FileExchange&) = delete;
  FileExchange& operator=(const FileExchange&) = delete;

  virtual const LinkInfo& info() const = 0;
  /// Puts `in` in place, has the program act with `arguments` (`Red`, say), and collects what came within
  /// `deadline` of its start. Throws RigError when the program cannot be started.
  virtual FileOutcome exchange(const Files& in, std::span<const std::string> arguments,
                               Duration deadline) = 0;
  /// A new game folder, nothing left of the one before.
  virtual Outcome reset() = 0;
};

}  // namespace rig
