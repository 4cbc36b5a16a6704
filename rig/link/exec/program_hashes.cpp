#include "rig/link/exec/program_hashes.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <system_error>

#include "rig/base/crypto/sha256.hpp"
#include "rig/base/errors.hpp"

namespace rig {

namespace fs = std::filesystem;

namespace {

/// The file that a word of a command names; empty: none.
fs::path file_of(const std::string& word, bool first, const fs::path& folder) {
  std::error_code problem;
  const auto is_file = [&](const fs::path& path) { return fs::is_regular_file(path, problem); };
  if (!first || word.find('/') != std::string::npos)
    return is_file(folder / word) ? folder / word : fs::path();
  const char* const variable = std::getenv("PATH");
  std::string_view path = variable == nullptr ? std::string_view() : variable;
  while (!path.empty()) {
    const std::string_view one = path.substr(0, path.find(':'));
    fs::path place = fs::path(one.empty() ? "." : one) / word;
    if (is_file(place)) return place;
    path.remove_prefix(std::min(one.size() + 1, path.size()));
  }
  return {};
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
