#pragma once
/// `files:COMMAND`: a program that is started for each move and answers by ending.
///
/// A game has a folder of its own, laid out as the platform's: the program runs in `<game>/<id>/`, the
/// contest's files lie one level up (`../StepLog.txt`). Each exchange puts the files of the request in place,
/// byte for byte, and starts `COMMAND… arguments…` there under a supervisor: no shell, nothing on its
/// standard input. Files of the program's own stay where they are until reset().
///
/// It is watched to its end or to the end of the patience, counted from its start; then it is killed with
/// everything that it has started, a process with a session of its own too. `answered` reaches from the last
/// look at which it ran to the one that saw its end. `left_running` counts what outlived a program that ended
/// by itself (or by a signal). Root has no privilege over files there, so a read-only
/// file is read-only.
///
/// What it may use up stands in FileBounds; beyond, it is HungUp (`wrote more than 256 MiB`). Of a file the
/// first 1 MiB is read; what is no file any more (a folder, a link, a pipe) counts as absent. Either is told
/// by a line `rig: …` at the end of `standard_error`. Of its two outputs the last 64 KiB are kept.
///
/// A program that cannot be started is a RigError that names it. One that starts and exits with status 127
/// has done so itself.

#include <filesystem>
#include <memory>
#include <string>

#include "rig/link/file_exchange.hpp"
#include "rig/link/files/bounds.hpp"

namespace rig {

struct FilesOptions {
  std::string
      command;       ///< cut into words by split_command(). A path to the program is resolved from where the
                     ///< rig is; other words that are paths are the program's to resolve from its folder
  std::string name;  ///< as the user wrote it; empty: `files:` and the command
  std::string id = "E24980000";  ///< the program's own folder, below the game's; as in the contest's text
  FileBounds bounds;
  std::filesystem::path folder = {};  ///< where game folders are made; empty: in a RunFolder of its own
  Starts starts = Starts::forgotten;  ///< whether what a program is started with is kept, too
};

/// Makes the game folder; the program is first started by exchange(). Throws UsageError for a command that
/// cannot be cut into words, for an id that is no name of a folder, and for bounds that are too small.
std::unique_ptr<FileExchange> open_files(FilesOptions options);

}  // namespace rig
