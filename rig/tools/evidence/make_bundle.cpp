#include "rig/tools/evidence/bundle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>

#include "rig/base/crypto/sha256.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/program/password.hpp"
#include "rig/base/visible.hpp"
#include "rig/game/examples.hpp"
#include "rig/tools/evidence/verification.hpp"

namespace rig {

namespace {

namespace fs = std::filesystem;

/// All that lies in the folder, by its name from there.
std::map<std::string, fs::path> files_in(const std::string& folder) {
  std::map<std::string, fs::path> files;
  for (const fs::directory_entry& one : fs::recursive_directory_iterator(folder)) {
    if (fs::is_directory(one.symlink_status())) continue;
    const std::string name = one.path().lexically_relative(folder).string();
    const auto refuse = [&](const std::string& why) {
      throw UsageError(fmt::format("{} cannot be bundled: {}.", visible(one.path().string()), why));
    };
    if (!fs::is_regular_file(one.symlink_status())) refuse("it is no ordinary file");
    if (const std::string why = why_not_in_tar(name); !why.empty()) refuse("its name " + why);
    if (name == statement_name || name == envelope_name) refuse("the bundle has a file of this name");
    files[name] = one.path();
  }
  return files;
}

/// `2026-11-20T14:05:59Z` in seconds since 1970; 0 for anything else.
std::int64_t seconds_of(const std::string& date) {
  std::tm parts{};
  const char* const end = ::strptime(date.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return end == nullptr || *end != '\0' ? 0 : std::max<std::int64_t>(0, ::timegm(&parts));
}

void put_text(const PutPiece& put, const TarEntry& entry, const std::string& text) {
  put(tar_header(entry));
  put(text);
  put(tar_padding(text.size()));
}

void put_file(const PutPiece& put, const TarEntry& entry, const fs::path& path) {
  put(tar_header(entry));
  std::ifstream file(path, std::ios::binary);
  std::string piece(1U << 16U, '\0');
  std::uint64_t size = 0;
  while (file.read(piece.data(), static_cast<std::streamsize>(piece.size())) || file.gcount() > 0) {
    const auto count = static_cast<std::size_t>(file.gcount());
    put(std::string_view(piece).substr(0, count));
    size += count;
  }
  if (size != entry.size) throw RigError(fmt::format("{} changed while it was bundled.", path.string()));
  put(tar_padding(size));
}

void expect_place_outside(const std::string& out, const std::string& folder) {
  const fs::path from_folder =
      fs::weakly_canonical(fs::absolute(out)).lexically_relative(fs::canonical(folder));
  if (*from_folder.begin() != "..")
    throw UsageError(fmt::format("--out: {} lies in the folder that is bundled.", out));
}

}  // namespace

int make_bundle(const BundleRequest& request) {
  if (!fs::is_directory(request.folder))
    throw UsageError(fmt::format("{} is no folder of a run's reports.", request.folder));
  if (!is_bundle(request.out))
    throw UsageError(fmt::format("--out: found \"{}\", allowed is a name that ends in .tar.", request.out));
  expect_place_outside(request.out, request.folder);
  const std::map<std::string, fs::path> files = files_in(request.folder);
  const VerifyRequest evidence{request.folder, {}, true, false, {}};
  Verification verification(evidence);
  if (const int status = verification.perform(); status != 0) {
    std::cout << "not bundled\n";
    return status;
  }
  const RunFacts run = verification.facts();
  Statement statement{{}, predicate_of(run, verification.head())};
  BundleSize size;
  try {
    for (const auto& [name, path] : files) {
      size.add(name, fs::file_size(path));
      statement.subject[name] = sha256_file(path);
    }
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{} cannot be bundled: {}.", request.folder, error.what()));
  }
  const std::string text = to_text(statement);
  std::string envelope;
  if (!request.key.empty())  // nothing of a stranger is run any more
    envelope = envelope_of(PrivateKey::from_file(request.key, password_of_key(request.password_file)), text);
  const std::int64_t date = seconds_of(run.started);
  write_whole(request.out, [&](const PutPiece& put) {
    put_text(put, {statement_name, text.size(), date}, text);
    if (!envelope.empty()) put_text(put, {envelope_name, envelope.size(), date}, envelope);
    for (const auto& [name, path] : files) put_file(put, {name, fs::file_size(path), date}, path);
    put(tar_end());
  });
  std::cout << fmt::format("bundled: {}, {} files{}\n", request.out, files.size(),
                           envelope.empty() ? "" : ", and their statement is signed");
  return 0;
}

std::string bundle_help() {
  return game::with_examples(
      "Examples:\n"
      "  rig bundle reports/{contest}_rtl-{model} --out rook.tar                       all in one "
      "file\n"
      "  rig bundle reports/{contest}_rtl-{model} --out rook.tar --key organiser.key   and signed\n"
      "  rig verify rook.tar --key organiser.pub                                          looks at it\n\n"
      "Nothing is bundled in which something was changed. Exit status: as rig verify.");
}

}  // namespace rig
