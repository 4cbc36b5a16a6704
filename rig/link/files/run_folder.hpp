#pragma once
/// The folder of a run below $TMPDIR (or /tmp): everything that the rig puts there lies in it. Its owner
/// holds a lock on it while it lives: a folder without a lock was left behind by a run that was killed.

#include <filesystem>
#include <memory>

#include "rig/base/descriptor.hpp"

namespace rig {

class RunFolder {
 public:
  /// Removes the folders of dead runs and makes a folder `rig-run-XXXXXX`. Throws RigError when it cannot be
  /// made.
  RunFolder();
  /// Removes it with all that is in it.
  ~RunFolder();
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  /// Absolute, without links.
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  Descriptor lock_;
};

/// Where game folders are made: in the folder of the run, or where there is none in one of their own.
class Home {
 public:
  /// `given`: empty where there is none.
  explicit Home(std::filesystem::path given);
  const std::filesystem::path& path() const { return own_ ? own_->path() : given_; }

 private:
  std::filesystem::path given_;
  std::unique_ptr<RunFolder> own_;
};

/// Removes the folders of dead runs below `parent`: those of our form and our user that nobody holds a lock
/// on. No link is followed; what cannot be removed stays.
void remove_folders_of_dead_runs(const std::filesystem::path& parent);

/// Removes a folder and all that is in it, also where its owner may not look into it or change it.
void remove_whatever_is_in_it(const std::filesystem::path& folder);

}  // namespace rig
