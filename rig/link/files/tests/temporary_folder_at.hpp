#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

namespace rig::testing {

/// Temporary files lie elsewhere, until its end.
class WithTemporaryFolderAt {
 public:
  explicit WithTemporaryFolderAt(const std::filesystem::path& path) {
    if (const char* const before = std::getenv("TMPDIR")) before_ = before;
    setenv("TMPDIR", path.c_str(), 1);
  }
  ~WithTemporaryFolderAt() {
    if (before_) {
      setenv("TMPDIR", before_->c_str(), 1);
    } else {
      unsetenv("TMPDIR");
    }
  }
  WithTemporaryFolderAt(const WithTemporaryFolderAt&) = delete;
  WithTemporaryFolderAt& operator=(const WithTemporaryFolderAt&) = delete;

 private:
  std::optional<std::string> before_;
};

}  // namespace rig::testing
