#pragma once
/// The configuration file of a referee under test, edited so that it finds the rig's boards: in a copy, or
/// in place.
///
/// A file that is edited in place is moved aside (`FILE.before-the-rig`) and moved back: by the rig when the
/// game is over, by a small process that outlives the rig when that is killed, and by the next run where the
/// machine itself went down.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "conformance/referee/host/start/filling.hpp"
#include "rig/base/descriptor.hpp"
#include "rig/link/files/run_folder.hpp"

namespace rig::host {

/// The text with another value behind this key, on each line that begins with it: `port = 1`, `port: 1`,
/// `port 1`. Nothing: no line does.
std::optional<std::string> with_key_set(const std::string& text, const std::string& key,
                                        const std::string& value);

/// The file as one start of the referee finds it, until the object is gone.
class EditedConfiguration {
 public:
  /// Edits it. UsageError where it cannot be read or written, where another run has it, or where there is
  /// nothing to edit in it.
  EditedConfiguration(const Description& description, const Filling& filling);
  /// Restores it.
  ~EditedConfiguration();
  EditedConfiguration(const EditedConfiguration&) = delete;
  EditedConfiguration& operator=(const EditedConfiguration&) = delete;

  /// Of what was edited: `{configuration}` in the command.
  const std::string& path() const { return path_; }

 private:
  void write_copy(const std::string& text, const std::filesystem::path& name);
  void write_in_place(const std::string& text);
  void watch_for_the_end();
  void dismiss_the_watcher();

  std::string path_;
  std::optional<RunFolder> folder_;  // of a copy
  // in place
  std::filesystem::path aside_;  // where the original is
  Descriptor lock_;              // on the original: who finds it aside and locked, leaves it there
  Descriptor life_;              // closed with the rig, however that ends
  int watcher_ = -1;
};

}  // namespace rig::host
