#pragma once
/// The evidence of a run in one file: a tar archive with the files of its folder and a statement of what they
/// are. `statement.json` names the SHA-256 of each file, `statement.dsse.json` is its signature.

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "rig/base/tar.hpp"
#include "rig/link/files/run_folder.hpp"
#include "rig/tools/evidence/statement.hpp"

namespace rig {

/// The files of a bundle that say what the others are.
inline constexpr const char* statement_name = "statement.json";
inline constexpr const char* envelope_name = "statement.dsse.json";

/// Holds a bundle to what a machine can take: 4 GiB in all, 20,000 files, 16 MiB for what says what they are.
class BundleSize {
 public:
  /// UsageError for one file too many, or too large.
  void add(const std::string& name, std::uint64_t size);

 private:
  std::uint64_t bytes_ = 0;
  std::size_t files_ = 0;
};

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
