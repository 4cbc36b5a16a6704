#pragma once
/// Watches the files of a folder change, by inotify: when each last changed, and whether somebody is in the
/// middle of writing it.

#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "rig/base/descriptor.hpp"
#include "rig/base/time.hpp"

namespace rig {

class FolderWatch {
 public:
  /// Not working where the kernel has no watch left to give.
  explicit FolderWatch(const std::filesystem::path& folder);

  /// False: changes may have been missed (more of them than the kernel keeps, or the folder is gone). Stays
  /// so.
  bool works() const { return works_; }

  /// Polls readable when something has happened.
  int descriptor() const { return events_.number(); }

  /// From now on changes of these files count; earlier ones are forgotten.
  void begin(const std::set<std::string>& names);

  /// Takes note of what has happened. True: at least one of the files has changed since the last call, or has
  /// come to rest.
  bool look();

  /// Whether none of the files is being written: each was closed, renamed or removed after its last change.
  /// One that was made and then left alone for 250 ms is at rest too (a link of a finished file is never
  /// closed).
  bool at_rest() const;

  /// The files that are being written.
  std::set<std::string> being_written() const;

  /// Between which two looks the last change of any of the files fell; `otherwise` when there was none.
  Instant last_change(const Instant& otherwise) const;

 private:
  struct Writing {
    bool modified = false;  ///< false: only made, so far
    Duration seen{};
  };
  void take(const std::string& name, unsigned what, Duration now);

  Descriptor events_;
  bool works_ = false;
  std::set<std::string> names_;
  std::map<std::string, Writing> writing_;  ///< any file of the folder: it may be asked for later
  std::map<std::string, Instant> changes_;  ///< of `names_`
  Duration last_look_{};
};

}  // namespace rig
