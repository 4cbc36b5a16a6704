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
#include "rig/tools/evidence/verification.hpp"

namespace rig {

namespace {

namespace fs = std::filesystem;

constexpr const char* statement_name = "statement.json";
constexpr const char* envelope_name = "statement.dsse.json";
constexpr std::uint64_t most_bytes = 4ULL << 30U;
constexpr std::uint64_t most_of_statement = 16U << 20U;
constexpr std::size_t most_files = 20'000;

/// Holds a bundle to what a machine can take.
class Room {
 public:
  void take(const std::string& name, std::uint64_t size) {
    const bool is_statement = name == statement_name || name == envelope_name;
    bytes_ += size;
    if (is_statement && size > most_of_statement)
      throw UsageError(fmt::format("{} has more than 16 MiB", name));
    if (bytes_ > most_bytes) throw UsageError("the files have more than 4 GiB in all");
    if (++files_ > most_files) throw UsageError(fmt::format("there are more than {} files", most_files));
  }

 private:
  std::uint64_t bytes_ = 0;
  std::size_t files_ = 0;
};

// making one

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
  Room room;
  try {
    for (const auto& [name, path] : files) {
      room.take(name, fs::file_size(path));
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
  return "Examples:\n"
         "  rig bundle reports/icfpt2014_rtl-blokus_duo --out rook.tar                       all in one "
         "file\n"
         "  rig bundle reports/icfpt2014_rtl-blokus_duo --out rook.tar --key organiser.key   and signed\n"
         "  rig verify rook.tar --key organiser.pub                                          looks at it\n\n"
         "Nothing is bundled in which something was changed. Exit status: as rig verify.";
}

// reading one

bool is_bundle(const std::string& path) {
  return path.ends_with(".tar");
}

Bundle::Bundle(const std::string& path) {
  TarReader archive(path);
  unpack(archive, path);
  const auto refuse = [&](const std::string& why) { throw UsageError(fmt::format("{}: {}.", path, why)); };
  if (statement_text_.empty()) refuse(fmt::format("there is no {} in it", statement_name));
  if (!files_.contains("transcript.jsonl")) refuse("there is no transcript.jsonl in it");
  const char* part = statement_name;
  try {
    statement_ = statement_from(statement_text_);
    part = envelope_name;
    if (!envelope_.empty()) signer_ = signer_in(envelope_, statement_text_);
  } catch (const UsageError& error) {
    refuse(fmt::format("{}: {}", part, error.what()));
  }
}

void Bundle::unpack(TarReader& archive, const std::string& path) {
  std::set<std::string> names;
  Room room;
  while (const auto entry = archive.next()) {
    const std::string& name = entry->name;
    const auto refuse = [&](const std::string& why) { throw UsageError(fmt::format("{}: {}.", path, why)); };
    try {
      room.take(name, entry->size);
    } catch (const UsageError& error) {
      refuse(error.what());
    }
    if (!names.insert(name).second) refuse(fmt::format("{} comes twice", name));
    const auto keep = [&](std::string& text) {
      archive.content([&](std::string_view piece) { text += piece; });
    };
    if (name == statement_name) {
      keep(statement_text_);
    } else if (name == envelope_name) {
      keep(envelope_);
    } else {
      files_[name] = unpack_file(archive, name);
    }
  }
}

/// Its SHA-256.
std::string Bundle::unpack_file(TarReader& archive, const std::string& name) const {
  const fs::path path = fs::path(folder()) / name;
  std::error_code problem;
  fs::create_directories(path.parent_path(), problem);
  if (problem || fs::exists(path))
    throw UsageError(fmt::format("{} is a file in the archive, and a folder as well.", name));
  std::ofstream file(path, std::ios::binary);
  Sha256 hash;
  archive.content([&](std::string_view piece) {
    file << piece;
    hash.add(piece);
  });
  if (!file.flush()) throw RigError(fmt::format("{} cannot be written.", path.string()));
  return hex_of(hash.finish());
}

std::vector<std::string> differences_of_files(const Bundle& bundle) {
  std::vector<std::string> lines;
  const std::map<std::string, std::string>& subject = bundle.statement().subject;
  for (const auto& [name, hash] : subject) {
    const auto file = bundle.files().find(name);
    if (file == bundle.files().end()) {
      lines.push_back(fmt::format("the statement names {}, and it is not in the bundle", name));
    } else if (file->second != hash) {
      lines.push_back(
          fmt::format("{}: its SHA-256 is {}, and that of the statement is {}", name, file->second, hash));
    }
  }
  for (const auto& [name, hash] : bundle.files()) {
    if (!subject.contains(name))
      lines.push_back(fmt::format("{} is in the bundle, and the statement does not name it", name));
  }
  return lines;
}

}  // namespace rig
