#include "rig/base/whole_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
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

constexpr std::string_view temporary_prefix = ".rig-report.";

/// Whoever writes a temporary file holds its lock, so that one without a writer can be told. 0, or the errno
/// of what went wrong.
int lock(const Descriptor& file) {
  return ::flock(file.number(), LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
}

/// Removes what writers that were killed have left in the folder: temporary files that nobody holds.
void remove_abandoned(const std::filesystem::path& folder) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    if (!entry.path().filename().string().starts_with(temporary_prefix)) continue;
    const Descriptor file(::open(entry.path().c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (file.is_open() && entry.is_regular_file(ignored) && lock(file) == 0) ::unlink(entry.path().c_str());
  }
}

/// A file in the folder that has no name until it is whole: a process that is killed leaves nothing of it,
/// or, where it replaces another file, at worst a whole file that the next write removes. On a file system
/// without nameless files it has its name from the beginning.
class Temporary {
 public:
  explicit Temporary(const std::filesystem::path& folder)
      : folder_(folder), file_(::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666)) {
    while (!file_.is_open()) {
      file_ = Descriptor(take_name(
          [](const char* name) { return ::open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666); }));
      if (!file_.is_open()) return;
      if (lock(file_) == EWOULDBLOCK || is_removed()) file_ = Descriptor();  // it was taken for abandoned
    }
    lock(file_);
  }
  ~Temporary() {
    if (!name_.empty()) ::unlink(name_.c_str());
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  const Descriptor& file() const { return file_; }

  /// It is whole: it takes the place of `path`, or gets that name where there is nothing yet. Throws the
  /// system's reason.
  void replace(const std::filesystem::path& path) {
    if (::fsync(file_.number()) != 0) fail();
    if (name_.empty() && link_to(path.c_str()) == 0) return close();
    if (name_.empty() && (errno != EEXIST || take_name([&](const char* name) { return link_to(name); }) < 0))
      fail();
    if (std::rename(name_.c_str(), path.c_str()) != 0) fail();
    name_.clear();
    close();
  }

 private:
  /// Gives the nameless file a name.
  int link_to(const char* name) const {
    const std::string open_file = fmt::format("/proc/self/fd/{}", file_.number());
    return ::linkat(AT_FDCWD, open_file.c_str(), AT_FDCWD, name, AT_SYMLINK_FOLLOW);
  }
  /// A name beside the report that nobody else uses, given by `give`. It is short: the report's own may be as
  /// long as the file system allows.
  template <typename Give>
  int take_name(Give&& give) {
    for (unsigned attempt = 0;; ++attempt) {
      const std::string name =
          (folder_ / fmt::format("{}{}.{}", temporary_prefix, ::getpid(), attempt)).string();
      const int done = give(name.c_str());
      if (done < 0 && errno == EEXIST) continue;
      if (done >= 0) name_ = name;
      return done;
    }
  }
  bool is_removed() const {
    struct stat status {};
    return ::fstat(file_.number(), &status) == 0 && status.st_nlink == 0;
  }
  void close() {
    if (!file_.close()) fail();
  }
  [[noreturn]] static void fail() { throw std::system_error(errno, std::generic_category()); }

  std::filesystem::path folder_;
  std::string name_;  // to be removed; empty: it has none
  Descriptor file_;
};

void replace_whole(const std::filesystem::path& path, const Pieces& pieces) {
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem) cannot_write(path, problem.value());
  remove_abandoned(folder);
  Temporary temporary(folder);
  if (!temporary.file().is_open()) cannot_write(path, errno);
  try {
    put_pieces(temporary.file(), pieces);
    temporary.replace(path);
  } catch (const std::system_error& error) {
    cannot_write(path, error.code().value());
  }
  flush_folder(folder);
}

const char* kind_of(std::filesystem::file_type type) {
  switch (type) {
    case std::filesystem::file_type::not_found: return "nothing";
    case std::filesystem::file_type::directory: return "a folder";
    case std::filesystem::file_type::fifo: return "a pipe";
    case std::filesystem::file_type::socket: return "a socket";
    case std::filesystem::file_type::character:
    case std::filesystem::file_type::block: return "a device";
    default: return "what cannot be looked at";
  }
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

void expect_ordinary_file(const std::filesystem::path& path, std::uintmax_t most) {
  std::error_code problem;
  const std::filesystem::file_status status = std::filesystem::status(path, problem);
  if (!std::filesystem::is_regular_file(status))
    throw UsageError(
        fmt::format("{}: found {}; allowed: an ordinary file.", path.string(), kind_of(status.type())));
  const std::uintmax_t size = std::filesystem::file_size(path, problem);
  if (!problem && size > most)
    throw UsageError(fmt::format("{}: found {} bytes; allowed: at most {}.", path.string(), size, most));
}

std::string content_of_ordinary_file(const std::filesystem::path& path, std::uintmax_t most) {
  expect_ordinary_file(path, most);
  std::ifstream file(path, std::ios::binary);
  std::string content{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open() || file.bad()) throw UsageError(fmt::format("{} cannot be read.", path.string()));
  return content;
}

std::optional<std::string> content_of_file(const std::filesystem::path& path, std::uintmax_t most) {
  try {
    return content_of_ordinary_file(path, most);
  } catch (const UsageError&) {
    return std::nullopt;
  }
}

}  // namespace rig
