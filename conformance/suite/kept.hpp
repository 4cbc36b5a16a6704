#pragma once
/// How the DUT was started for the move that went wrong, and the files as they were then: its team can start
/// it the same way again, under a debugger.

#include <memory>
#include <string>
#include <vector>

#include "rig/link/file_exchange.hpp"

namespace conformance {

struct KeptStart {
  std::vector<std::string> commands;  ///< as a shell takes them; none: it was not started by a command
  std::string folder;                 ///< where its files are kept; empty: nowhere
};

/// Keeps the files of a few starts in each case, in folders named after it: `WholeGame.AgainstRandom-1`.
class KeptStarts {
 public:
  static constexpr int most_in_a_case = 3;

  /// In `folder`, which may not be there yet; empty: no files are kept.
  explicit KeptStarts(std::string folder = {}) : folder_(std::move(folder)) {}

  /// The same start is kept once. `start` may be null.
  KeptStart keep(const std::string& case_id, const std::shared_ptr<const rig::FileStart>& start);

 private:
  std::string folder_;
  std::string case_;
  int in_case_ = 0;
  std::shared_ptr<const rig::FileStart> last_;
  KeptStart last_kept_;
};

/// How the program at the far end of a link was started.
KeptStart start_of(const rig::LinkInfo& info);

}  // namespace conformance
