#include "rig/link/exec/program_hashes.hpp"

#include <system_error>

#include "rig/base/crypto/sha256.hpp"
#include "rig/base/errors.hpp"
#include "rig/link/exec/command_line.hpp"

namespace rig {

namespace fs = std::filesystem;

namespace {

/// The file that a word of a command names; empty: none.
fs::path file_of(const std::string& word, bool first, const fs::path& folder) {
  std::error_code problem;
  const auto is_file = [&](const fs::path& path) { return fs::is_regular_file(path, problem); };
  if (!first || word.find('/') != std::string::npos)
    return is_file(folder / word) ? folder / word : fs::path();
  return program_in_path(word);
}

}  // namespace

std::map<std::string, std::string> hashes_of_program(const std::vector<std::string>& words,
                                                     const fs::path& folder) {
  std::map<std::string, std::string> hashes;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const fs::path file = file_of(words[i], i == 0, folder);
    if (file.empty()) continue;
    try {
      hashes[words[i]] = sha256_file(file);
    } catch (const RigError&) {
      hashes[words[i]] = "cannot be read";
    }
  }
  return hashes;
}

}  // namespace rig
