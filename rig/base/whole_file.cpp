#include "rig/base/whole_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "rig/base/descriptor.hpp"
#include "rig/base/errors.hpp"

namespace rig {

namespace {

std::string reason(int error) {
  return std::generic_category().message(error);
}

[[noreturn]] void cannot_write(const std::filesystem::path& path, int error) {
  throw RigError(fmt::format("Cannot write {}: {}.", path.string(), reason(error)));
}

/// Puts the pieces into an open file, one by one. Throws the system's reason.
void put_pieces(const Descriptor& file, const Pieces& pieces) {
  pieces([&](std::string_view piece) {
    if (const int error = write_all(file, piece)) throw std::system_error(error, std::generic_category());
  });
}

void write_in_place(const std::filesystem::path& path, const Pieces& pieces) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
  if (!file.is_open()) cannot_write(path, errno);
  try {
    put_pieces(file, pieces);
  } catch (const std::system_error& error) {
    cannot_write(path, error.code().value());
  }
  if (!file.close()) cannot_write(path, errno);
}

/// The folder's entry for the new name reaches the disk too. A file system that cannot do that is no reason
/// to fail.
void flush_folder(const std::filesystem::path& folder) {
  const Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.is_open()) ::fsync(directory.number());
}

void write_and_flush(Descriptor& file, const Pieces& pieces) {
  put_pieces(file, pieces);
  if (::fsync(file.number()) != 0 || !file.close()) throw std::system_error(errno, std::generic_category());
}

/// A name beside the report that nobody else uses, opened. The name is short: the report's own may be as long
/// as the file system allows.
int open_temporary(const std::filesystem::path& folder, std::string& name) {
  for (unsigned attempt = 0;; ++attempt) {
    name = (folder / fmt::format(".rig-report.{}.{}", ::getpid(), attempt)).string();
    const int fd = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0 || errno != EEXIST) return fd;
  }
}

void replace_whole(const std::filesystem::path& path, const Pieces& pieces) {
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem) cannot_write(path, problem.value());
  std::string temporary;
  Descriptor file(open_temporary(folder, temporary));
  if (!file.is_open()) cannot_write(path, errno);
  try {
    write_and_flush(file, pieces);
    if (std::rename(temporary.c_str(), path.c_str()) != 0)
      throw std::system_error(errno, std::generic_category());
  } catch (const std::system_error& error) {
    ::unlink(temporary.c_str());
    cannot_write(path, error.code().value());
  } catch (...) {
    ::unlink(temporary.c_str());
    throw;
  }
  flush_folder(folder);
}

}  // namespace

void write_whole(const std::string& path, std::string_view content) {
  write_whole(path, [&](const PutPiece& put) { put(content); });
}

void write_whole(const std::string& path, const Pieces& pieces) {
  std::filesystem::path place(path);
  std::error_code problem;
  const std::filesystem::file_status status = std::filesystem::status(place, problem);
  if (path.empty()) cannot_write(place, ENOENT);
  if (std::filesystem::is_directory(status) || !place.has_filename()) cannot_write(place, EISDIR);
  const bool exists = std::filesystem::exists(status);
  if (path.starts_with("/dev/") || (exists && !std::filesystem::is_regular_file(status))) {
    write_in_place(place, pieces);
    return;
  }
  if (exists) place = std::filesystem::canonical(place, problem);  // a symbolic link stays one
  if (problem && exists) cannot_write(path, problem.value());
  replace_whole(place, pieces);
}

}  // namespace rig
