#include "rig/link/files/game_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "rig/base/errors.hpp"
#include "rig/link/files/bounds.hpp"
#include "rig/link/files/run_folder.hpp"

namespace rig {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t least_size_of_an_entry = 4 * kibibyte;
constexpr int just_the_folder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
/// No contest names a file so, and no pattern for its files fits.
constexpr const char* temporary_name = ".rig-is-writing~";

[[noreturn]] void fail(const std::string& what, int error) {
  throw RigError(fmt::format("{}: {}.", what, std::strerror(error)));  // NOLINT(concurrency-mt-unsafe)
}

/// Removes whatever bears this name in the folder.
void clear_away(const Descriptor& folder, const std::string& name) {
  struct stat found {};
  if (fstatat(folder.number(), name.c_str(), &found, AT_SYMLINK_NOFOLLOW) < 0) return;
  if (!S_ISDIR(found.st_mode)) {
    unlinkat(folder.number(), name.c_str(), 0);
    return;
  }
  std::error_code ignored;
  fs::remove_all(fmt::format("/proc/self/fd/{}/{}", folder.number(), name), ignored);
}

std::string what_it_is(mode_t mode) {
  switch (mode & S_IFMT) {
    case S_IFDIR: return "a folder";
    case S_IFLNK: return "a symbolic link";
    case S_IFIFO: return "a pipe";
    case S_IFSOCK: return "a socket";
    default: return "a device";
  }
}

/// Up to one byte more than will be kept: that byte tells that there is more.
std::string read_bounded(const Descriptor& file, const std::string& key) {
  std::string content;
  std::array<char, 65536> buffer{};
  while (content.size() <= longest_file_read) {
    const ssize_t count = read(file.number(), buffer.data(), buffer.size());
    if (count == 0) break;
    if (count < 0 && errno != EINTR) fail("The file " + key + " cannot be read", errno);
    if (count > 0) content.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return content;
}

}  // namespace

void require_sensible(const FileBounds& bounds) {
  if (bounds.file >= 128 * kibibyte && (bounds.memory == 0 || bounds.memory >= 32 * mebibyte) &&
      bounds.folder >= 1)
    return;
  throw UsageError(fmt::format(
      "A program needs at least 32 MiB of memory, 128 KiB for a file and something for its folder; "
      "{}, {} and {} were given.",
      readable_size(bounds.memory), readable_size(bounds.file), readable_size(bounds.folder)));
}

std::string readable_size(std::uint64_t bytes) {
  if (bytes >= mebibyte && bytes % mebibyte == 0) return fmt::format("{} MiB", bytes / mebibyte);
  if (bytes >= kibibyte && bytes % kibibyte == 0) return fmt::format("{} KiB", bytes / kibibyte);
  return fmt::format("{} bytes", bytes);
}

FileKey file_key(const std::string& key) {
  const fs::path path(key);
  bool stays = !key.empty() && path.is_relative() && path.has_filename();
  for (const fs::path& step : path) stays = stays && !step.empty() && step != "." && step != "..";
  if (!stays || key.find('\0') != std::string::npos)
    throw RigError(fmt::format("\"{}\" is no name of a file below a game folder.", key));
  return {path.parent_path(), path.filename().string()};
}

GameFolder::GameFolder(const fs::path& parent) {
  std::string name = (parent / "game-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr)
    fail(fmt::format("No game folder can be made in {}", parent.string()), errno);
  path_ = name;
  root_ = Descriptor(open(path_.c_str(), just_the_folder));
  if (!root_.is_open()) fail("The game folder cannot be opened", errno);
}

GameFolder::~GameFolder() {
  root_.close();
  remove_whatever_is_in_it(path_);
}

/// A program may remove even the folder that it plays in.
void GameFolder::come_back_if_removed() {
  struct stat held {};
  if (fstat(root_.number(), &held) == 0 && held.st_nlink > 0) return;
  if (mkdir(path_.c_str(), 0700) < 0 && errno != EEXIST) fail("The game folder cannot be made again", errno);
  root_ = Descriptor(open(path_.c_str(), just_the_folder));
  if (!root_.is_open()) fail("The game folder cannot be opened again", errno);
}

Descriptor GameFolder::open_folder(const fs::path& folder) const {
  Descriptor at(openat(root_.number(), ".", just_the_folder));
  for (const fs::path& step : folder) {
    if (!at.is_open()) break;
    at = Descriptor(openat(at.number(), step.c_str(), just_the_folder));
  }
  return at;
}

Descriptor GameFolder::open_or_make_folder(const fs::path& folder) {
  come_back_if_removed();
  fchmod(root_.number(), 0700);
  Descriptor at(openat(root_.number(), ".", just_the_folder));
  for (const fs::path& step : folder) {
    if (mkdirat(at.number(), step.c_str(), 0755) < 0 && errno != EEXIST)
      fail("The folder " + folder.string() + " of a game cannot be made", errno);
    Descriptor next(openat(at.number(), step.c_str(), just_the_folder));
    if (!next.is_open()) {  // something of that name stands in the way
      clear_away(at, step.string());
      mkdirat(at.number(), step.c_str(), 0755);
      next = Descriptor(openat(at.number(), step.c_str(), just_the_folder));
    }
    if (!next.is_open()) fail("The folder " + folder.string() + " of a game cannot be opened", errno);
    fchmod(next.number(), 0755);
    at = std::move(next);
  }
  if (!at.is_open()) fail("The game folder cannot be opened", errno);
  return at;
}

void GameFolder::make_folder(const std::string& key) {
  const FileKey place = file_key(key);
  open_or_make_folder(place.folder / place.name);
}

void GameFolder::put(const std::string& key, const std::string& content, Access access) {
  const FileKey place = file_key(key);
  const Descriptor folder = open_or_make_folder(place.folder);
  clear_away(folder, temporary_name);
  Descriptor file(
      openat(folder.number(), temporary_name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file.is_open()) fail("The file " + key + " cannot be made", errno);
  const auto cannot_write = [&](int error) { fail("The file " + key + " cannot be written", error); };
  if (const int error = write_all(file, content)) cannot_write(error);
  if (fchmod(file.number(), access == Access::read_only ? 0444 : 0644) < 0)
    fail("The file " + key + " cannot be given its permissions", errno);
  if (!file.close()) cannot_write(errno);
  const auto in_place = [&] {
    return renameat(folder.number(), temporary_name, folder.number(), place.name.c_str()) == 0;
  };
  if (in_place()) return;
  clear_away(folder, place.name);
  if (!in_place()) fail("The file " + key + " cannot be put in place", errno);
}

GameFolder::Taken GameFolder::take(const std::string& key) const {
  const FileKey place = file_key(key);
  const Descriptor folder = open_folder(place.folder);
  struct stat found {};
  if (!folder.is_open() || fstatat(folder.number(), place.name.c_str(), &found, AT_SYMLINK_NOFOLLOW) < 0)
    return {};
  const auto absent = [&](const std::string& why) {
    return Taken{std::nullopt, fmt::format("{} {}: taken for absent.", key, why)};
  };
  const auto no_file = [&] { return absent("is " + what_it_is(found.st_mode) + ", no file"); };
  if (!S_ISREG(found.st_mode)) return no_file();
  const Descriptor file(
      openat(folder.number(), place.name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file.is_open()) {
    if (errno == ENOENT) return {};
    return absent(fmt::format("cannot be opened ({})",
                              std::strerror(errno)));  // NOLINT(concurrency-mt-unsafe)
  }
  if (fstat(file.number(), &found) < 0 || !S_ISREG(found.st_mode)) return no_file();
  Taken taken{read_bounded(file, key), {}};
  if (taken.content->size() <= longest_file_read) return taken;
  taken.content->resize(longest_file_read);
  taken.remark = fmt::format("{} is longer than {}: only its beginning was read.", key,
                             readable_size(longest_file_read));
  return taken;
}

std::uint64_t GameFolder::size() const {
  std::uint64_t total = 0;
  std::error_code error;
  fs::recursive_directory_iterator entry(path_, fs::directory_options::skip_permission_denied, error);
  for (const fs::recursive_directory_iterator end; !error && entry != end; entry.increment(error)) {
    std::error_code unknown;
    const bool regular = entry->symlink_status(unknown).type() == fs::file_type::regular;
    const std::uintmax_t bytes = regular ? entry->file_size(unknown) : 0;
    total += std::max<std::uint64_t>(unknown ? 0 : bytes, least_size_of_an_entry);
  }
  return total;
}

}  // namespace rig
