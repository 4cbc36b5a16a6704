#include "rig/link/files/run_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>

#include "rig/base/errors.hpp"

namespace rig {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view beginning = "rig-run-";
constexpr std::string_view to_be_chosen = "XXXXXX";

fs::path folder_for_temporary_files() {
  const char* chosen = std::getenv("TMPDIR");  // NOLINT(concurrency-mt-unsafe)
  const fs::path parent = chosen != nullptr && *chosen != '\0' ? chosen : "/tmp";
  std::error_code error;
  fs::path real = fs::canonical(parent, error);
  if (error)
    throw RigError(
        fmt::format("No folder for this run can be made in {}: {}.", parent.string(), error.message()));
  return real;
}

bool has_our_form(const std::string& name) {
  return name.size() == beginning.size() + to_be_chosen.size() && name.starts_with(beginning) &&
         std::all_of(name.begin() + beginning.size(), name.end(),
                     [](unsigned char c) { return std::isalnum(c) != 0; });
}

/// The folder itself, our own, locked. Not open: somebody else holds it, or it is no such folder.
Descriptor lock(const fs::path& folder) {
  Descriptor held(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat found {};
  const bool ours = held.is_open() && fstat(held.number(), &found) == 0 && found.st_uid == geteuid() &&
                    flock(held.number(), LOCK_EX | LOCK_NB) == 0;
  return ours ? std::move(held) : Descriptor();
}

/// Whether it was removed between being made and being locked.
bool is_removed(const Descriptor& folder) {
  struct stat found {};
  return fstat(folder.number(), &found) < 0 || found.st_nlink == 0;
}

/// A folder that forbids its owner to look into it or to change it can still be removed.
void make_accessible(const fs::path& folder) {
  std::error_code ignored;
  fs::permissions(folder, fs::perms::owner_all, fs::perm_options::add | fs::perm_options::nofollow, ignored);
  for (fs::directory_iterator entry(folder, ignored), end; !ignored && entry != end;
       entry.increment(ignored)) {
    std::error_code unknown;
    if (entry->symlink_status(unknown).type() == fs::file_type::directory) make_accessible(entry->path());
  }
}

}  // namespace

RunFolder::RunFolder() {
  const fs::path parent = folder_for_temporary_files();
  remove_folders_of_dead_runs(parent);
  constexpr int enough_tries = 100;  // against another run that takes a new folder for a dead one's
  for (int i = 0; i < enough_tries; ++i) {
    std::string name = (parent / fmt::format("{}{}", beginning, to_be_chosen)).string();
    if (mkdtemp(name.data()) == nullptr) break;
    path_ = name;
    lock_ = lock(path_);
    // A file system without locks is used all the same; nobody can take its folders for a dead run's.
    const bool lost = lock_.is_open() ? is_removed(lock_) : !fs::exists(path_) || errno == EWOULDBLOCK;
    if (!lost) return;
  }
  throw RigError(fmt::format("No folder for this run can be made in {}: {}.", parent.string(),
                             std::strerror(errno)));  // NOLINT(concurrency-mt-unsafe)
}

RunFolder::~RunFolder() {
  remove_whatever_is_in_it(path_);
}

Home::Home(fs::path given) : given_(std::move(given)) {
  if (given_.empty()) own_ = std::make_unique<RunFolder>();
}

void remove_folders_of_dead_runs(const fs::path& parent) {
  std::error_code error;
  for (fs::directory_iterator entry(parent, error), end; !error && entry != end; entry.increment(error)) {
    if (!has_our_form(entry->path().filename().string())) continue;
    const Descriptor held = lock(entry->path());
    if (held.is_open()) remove_whatever_is_in_it(entry->path());
  }
}

void remove_whatever_is_in_it(const fs::path& folder) {
  std::error_code error;
  fs::remove_all(folder, error);
  if (!error) return;
  make_accessible(folder);
  fs::remove_all(folder, error);
}

}  // namespace rig
