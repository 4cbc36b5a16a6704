#pragma once
/// A run in an organiser's log: a line before anything under test is started, and one when all of it is gone.

#include <string>

#include "conformance/run/command_line.hpp"
#include "rig/base/crypto/ed25519.hpp"
#include "rig/report/record.hpp"

namespace conformance {

class LoggedRun {
 public:
  /// Adds the line of a run that begins, if the command line names a log. The key is closed again when this
  /// returns. UsageError for a key or a log that cannot be used.
  void begin(const CommandLine& line, const rig::report::RunRecord& record);

  /// Whether it has begun there, and not ended.
  bool is_open() const { return !run_.empty(); }

  /// Adds the line of its end. RigError when it cannot.
  void end(const rig::PrivateKey& key, const rig::report::RunRecord& record);
  /// The same of a run that came to no verdict.
  void stop(const rig::PrivateKey& key, const std::string& why);

 private:
  void append_end(const rig::PrivateKey& key, const std::string& verdict, const std::string& head);

  std::string path_;
  std::string run_;  // its name there; empty: it is not in a log
};

}  // namespace conformance
