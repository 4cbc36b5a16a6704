#pragma once
/// `guifiles:COMMAND`: a program that lives for a whole game, in the game's folder, and is spoken to by
/// files.
///
/// It is started by the first exchange after reset(), once the files of that request are in place, with the
/// game folder as its working directory; arguments of a request are not for it. Files are put in place by
/// renaming finished ones, so it never sees half a message.
///
/// An answer is whole when `whole` holds for the files and nobody is in the middle of writing one of them: it
/// was closed or renamed after its last change (inotify). Where changes cannot be watched so (or shall not:
/// `Watching::polling`; or a file lies in a folder below the game's), the files are read every 50 ms and must
/// have stayed the same for 250 ms. `whole` is asked before the first change too, and must tell an old answer
/// from a new one. `answered` is the last change of these files: from the last look at which it had not
/// happened to the one that saw it. A program that writes an answer and does not close the file has answered
/// once nothing has changed for a second; until then a line `rig: …` in standard_error says that it is open.
///
/// A program that ends is HungUp, now and ever after, unless what it wrote last is a whole answer; what it
/// had started is killed with it. One that does not answer within the patience goes on; so does what it
/// writes. Bounds, read-only files and distrust are those of `files:` (program_files.hpp); the size of the
/// folder is watched while an exchange goes on. What it printed is told with the exchange after which it was
/// found.

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "rig/link/file_exchange.hpp"
#include "rig/link/files/bounds.hpp"

namespace rig {

struct GuiFilesOptions {
  std::string command;  ///< cut into words by split_command(); `{player}` stands for the player's number
  std::string name;     ///< as the user wrote it; empty: `guifiles:` and the command
  FileBounds bounds;
  std::filesystem::path folder = {};  ///< where game folders are made; empty: in a RunFolder of its own
  Starts starts = Starts::forgotten;  ///< whether what a program is started with is kept, too
  enum class Watching { inotify, polling } watching = Watching::inotify;
  /// Tells what `{player}` is, from the first request of a game.
  std::function<std::string(const FileRequest&)> player;
};

/// Makes the game folder; the program is first started by exchange(). Throws UsageError for a command that
/// cannot be cut into words, for `{player}` where nobody tells what it is, and for bounds that are too small.
std::unique_ptr<FileExchange> open_gui_files(GuiFilesOptions options);

/// The number in the name of the one file of `request` that is named PREFIX, digits, SUFFIX: `2` for
/// `GUI2Data.txt`. RigError when there is none, or two.
std::string number_in_name(const FileRequest& request, std::string_view prefix, std::string_view suffix);

}  // namespace rig
