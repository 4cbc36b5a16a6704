#pragma once
/// The evidence of a run in one file: a tar archive with the files of its folder and a statement of what they
/// are. `statement.json` names the SHA-256 of each file, `statement.dsse.json` is its signature.

#include <map>
#include <optional>
#include <string>

#include "rig/base/tar.hpp"
#include "rig/link/files/run_folder.hpp"
#include "rig/tools/evidence/statement.hpp"

namespace rig {

/// Whether what is to be verified is a bundle, by its name.
bool is_bundle(const std::string& path);

/// A bundle, unpacked as long as this lives.
class Bundle {
 public:
  /// UsageError, with the place, for what is no bundle.
  explicit Bundle(const std::string& path);

  std::string folder() const { return place_.path().string(); }
  const std::map<std::string, std::string>& files() const { return files_; }
  const Statement& statement() const { return statement_; }
  /// The key that signs the statement. Nothing: it is not signed.
  const std::optional<std::string>& signer() const { return signer_; }

 private:
  void unpack(TarReader& archive, const std::string& path);
  std::string unpack_file(TarReader& archive, const std::string& name) const;

  RunFolder place_;
  std::map<std::string, std::string> files_;  // the SHA-256 of each that was unpacked, by its name
  std::string statement_text_;
  std::string envelope_;  // empty: there is none
  Statement statement_;
  std::optional<std::string> signer_;
};

/// What does not fit between a statement and the files of its bundle, a line each.
std::vector<std::string> differences_of_files(const Bundle& bundle);

}  // namespace rig
