#pragma once
/// What goes to a program that is spoken to over files, and what comes back from it: the data that links and
/// contests share.

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rig/base/time.hpp"

namespace rig {

/// What carries a conversation.
enum class Medium { bytes, files };

/// The far end is gone: the process ended, the socket closed, the model called $finish. Events that it
/// sent before are delivered first. Every later receive() returns HungUp again.
struct HungUp {
  std::string how;  ///< `exited with status 3`, `killed by signal 11 (SIGSEGV)`, `$finish at …`
  Instant at;
  friend bool operator==(const HungUp&, const HungUp&) = default;
};

/// Path, relative to the game folder -> content, byte for byte.
using Files = std::map<std::string, std::string>;

/// What a program is asked with.
struct FileRequest {
  Files files;                         ///< put in place before it is told; nothing else is touched
  std::vector<std::string> arguments;  ///< words after the program's name, for one that is started per move
  std::set<std::string> watched;       ///< files to collect afterwards, beside those put in place
  std::set<std::string> read_only;     ///< those of `files` that the program may not write
  friend bool operator==(const FileRequest&, const FileRequest&) = default;
};

/// With what a program was started, for its user to start it so again.
class FileStart {
 public:
  virtual ~FileStart() = default;
  FileStart() = default;
  FileStart(const FileStart&) = delete;
  FileStart& operator=(const FileStart&) = delete;

  /// The command lines, as a shell takes them.
  virtual std::vector<std::string> commands() const = 0;
  /// Puts the files of the start into `folder`, a new one. The commands then are those that start the program
  /// there, as often as is wished. Nothing: there are no files, or they cannot be put there.
  virtual std::optional<std::vector<std::string>> keep_in(const std::filesystem::path& folder) const = 0;
};

/// Whether an exchange copies the files that a program is started with.
enum class Starts { forgotten, kept };

/// What one exchange over files gave.
struct FileOutcome {
  Files files;                     ///< the files of the request, and those watched, as they are afterwards
  std::optional<int> exit_status;  ///< of the program, where it is one per move and ended by itself
  std::optional<HungUp>
      hung_up;                  ///< it was killed, or ended when it should have lived on, or left its bounds
  bool timed_out = false;       ///< nothing complete came in time; a program per move has been killed
  Instant asked;                ///< the files were in place and the program was told
  Instant answered;             ///< its answer was whole (it exited; its file was whole and closed)
  Duration half_written{};      ///< its answer lay there for at least so long before it was whole
  int left_running = 0;         ///< processes of its own that outlived it, and were killed
  std::string standard_output;  ///< bounded; evidence
  std::string standard_error;   ///< bounded; evidence
  std::vector<std::string> hints = {};  ///< what is seen of it suggests why it went wrong; no evidence
  std::shared_ptr<const FileStart> start = {};  ///< of the program that acted; null: there is none to start
  friend bool operator==(const FileOutcome&, const FileOutcome&) = default;
};

}  // namespace rig
