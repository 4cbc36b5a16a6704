#pragma once
/// A program that plays over files, written in C++, behind a virtual clock: no disk, no process, no waiting.
///
/// The clock starts at 0 and moves only through exchange() and reset(); every instant is exact. Files are
/// kept for a game as a folder would keep them. A program per move runs in a folder of its own below the
/// game's, so its arguments name the contest's files as `../Board.txt`; the device is given the files
/// that its arguments name, under these words, `../StepLog.txt`, and whatever it has written beside them.
/// What it writes comes back under the same words or under names of its own, and stays until reset(). A path
/// out of the game folder is a RigError: such a device is wrong.
///
/// A write to a file of FileRequest::read_only fails, and a line of standard_error says so; removing one
/// works, as it does on disk. A program per move that has not ended within the patience (ending at its very
/// end is in time) is killed; writes that were still to come are lost. One that lives on stays: they are done
/// in later exchanges, when they are due. Its answer is whole at the first instant at which none of the
/// request's files is still being written and `whole` holds. `whole` is asked before its first write too, and
/// must tell an old answer from a new one.

#include <memory>
#include <string>

#include "rig/link/callback/file_device.hpp"
#include "rig/link/file_exchange.hpp"

namespace rig {

struct CallbackFilesOptions {
  std::string name;         ///< as the user wrote it: `builtin:chess`
  std::string description;  ///< for the report; empty: `device in C++, virtual time, over files`
  bool per_move = true;     ///< it is started for each move; false: it lives for a whole game
};

/// reset() takes 1 ms of virtual time.
std::unique_ptr<FileExchange> make_callback_exchange(CallbackFilesOptions options,
                                                     std::unique_ptr<FileDevice> device);

}  // namespace rig
