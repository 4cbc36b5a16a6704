#pragma once
/// A program that runs in a game folder, within its bounds, and is watched: what the two exchanges over files
/// on disk share.

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rig/link/exec/supervised.hpp"
#include "rig/link/file_exchange.hpp"
#include "rig/link/files/bounds.hpp"
#include "rig/link/files/game_folder.hpp"
#include "rig/link/stream/starvation.hpp"

namespace rig {

/// No look at a program lasts longer: so narrow is the instant of what it does.
inline constexpr Duration longest_look_at_files = std::chrono::milliseconds(1);

/// How it ended, or had to be ended.
struct ProgramEnd {
  Instant at;
  std::optional<int> exit_status;  ///< it ended by itself
  std::string how;  ///< `exited with status 3`, `killed by signal 6 (SIGABRT)`, `wrote more than …`
  bool out_of_bounds = false;  ///< it was killed for using up too much
  int outlived_by = 0;         ///< processes of its own that it left behind
};

class GuardedProgram {
 public:
  /// Starts it in `directory`. RigError when it cannot be started. `folder` outlives it.
  GuardedProgram(std::vector<std::string> words, const std::filesystem::path& directory,
                 const GameFolder& folder, const FileBounds& bounds);

  /// From just before it was started until it surely ran.
  const Instant& started() const { return started_; }

  /// Waits until it ends, until `also` (a descriptor; -1: none) polls readable, or until `until` of the
  /// monotonic clock, yet never longer than longest_look_at_files. A program beyond its bounds is killed.
  /// Returns its end, now and ever after.
  const std::optional<ProgramEnd>& look(Duration until, int also = -1);

  /// From now on counts for how long others keep it from running; `since_its_start`: from started() on.
  enum class Counts { from_now_on, since_its_start };
  void count_starvation(Counts counts);
  /// For how long that was, until this moment or its end.
  Duration starved();

  /// Kills it with all its descendants, and returns when they are gone.
  void kill() { program_.kill(); }

  /// What it has printed since this was last asked, and what that and its end suggest.
  void tell(FileOutcome& outcome);

 private:
  void end();
  void require_bounds();
  void sample_processor_times();

  const GameFolder& folder_;
  FileBounds bounds_;
  Instant started_;
  Supervised program_;
  Duration last_running_;        ///< it ran at this moment or later
  Duration next_measurement_{};  ///< of the folder's size
  std::optional<ProgramEnd> end_;
  bool times_are_counted_;
  Starvation starvation_;
};

/// An answer that was seen `at` may have been there earlier by as long as others kept the program from
/// running, yet not before `asked`.
Instant widened(const Instant& at, Duration starved, const Instant& asked);

/// Throws RigError for a program that got no processor for so long that nothing can be told.
void require_processor(const LinkInfo& info, Duration starved);

/// A command cut into words. A program that is named by a path is meant from where the rig is, not from where
/// it will run. UsageError as split_command().
std::vector<std::string> program_words(const std::string& command);

/// The moment between two looks at the clock.
Instant since(Duration earliest);

/// Puts the files of a request in place.
void put_files(GameFolder& folder, const FileRequest& request);

/// Adds a line `rig: …` to what a program has printed.
void add_remark(std::string& printed, const std::string& remark);

/// The files of a request and those watched, as they are now. What is odd about them is added to `remarks`.
Files take_files(const GameFolder& folder, const FileRequest& request, std::string& remarks);

}  // namespace rig
