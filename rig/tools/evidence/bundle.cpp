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

namespace rig {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t most_bytes = 4ULL << 30U;
constexpr std::uint64_t most_of_statement = 16U << 20U;
constexpr std::size_t most_files = 20'000;

}  // namespace

void BundleSize::add(const std::string& name, std::uint64_t size) {
  const bool is_statement = name == statement_name || name == envelope_name;
  bytes_ += size;
  if (is_statement && size > most_of_statement)
    throw UsageError(fmt::format("{} has more than 16 MiB", name));
  if (bytes_ > most_bytes) throw UsageError("the files have more than 4 GiB in all");
  if (++files_ > most_files) throw UsageError(fmt::format("there are more than {} files", most_files));
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
  BundleSize size;
  while (const auto entry = archive.next()) {
    const std::string& name = entry->name;
    const auto refuse = [&](const std::string& why) { throw UsageError(fmt::format("{}: {}.", path, why)); };
    try {
      size.add(name, entry->size);
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
