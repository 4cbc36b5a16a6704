#pragma once
/// A far end that is spoken to over files. A set of files in, a set of files and an exit status out. A
/// program is started for each move, or lives for a whole game.

#include <functional>
#include <memory>

#include "rig/base/exchanged_files.hpp"
#include "rig/link/far_end.hpp"

namespace rig {

/// Tells whether these files hold a whole answer: for a program that lives on after it has answered.
using WholeAnswer = std::function<bool(const Files&)>;

/// A directory in, a directory out.
class FileExchange : public FarEnd {
 public:
  FileExchange* files() final { return this; }

  /// Puts the files of `request` in place, has the program act, and collects what came within `patience` of
  /// its being told. A program per move answers by ending; one that lives on by files for which `whole`
  /// holds. Throws RigError when the program cannot be started and for what fails on the rig's own side.
  virtual FileOutcome exchange(const FileRequest& request, const WholeAnswer& whole, Duration patience) = 0;
  /// A new game folder, nothing left of the one before; what ran is gone. A program that lives for a whole
  /// game is started at the first exchange.
  Outcome reset() override = 0;
};

/// The exchange that a far end is. RigError where it is a link.
std::unique_ptr<FileExchange> exchange_of(std::unique_ptr<FarEnd> far_end);

}  // namespace rig
