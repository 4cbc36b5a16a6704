#include "rig/link/serial/holders.hpp"

#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <algorithm>

#include "rig/link/serial/system_files.hpp"

namespace rig {

namespace fs = std::filesystem;

namespace {

/// Whether two names lead to one device. A terminal is told by its number (a container may have a node of
/// its own for it), a pty by its number within its file system, since each of those counts anew.
bool same_device(const struct stat& a, const struct stat& b) {
  constexpr unsigned pty_first = 136;
  constexpr unsigned pty_last = 143;
  if (S_ISCHR(a.st_mode) != S_ISCHR(b.st_mode)) return false;
  if (!S_ISCHR(a.st_mode)) return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
  const bool pty = major(a.st_rdev) >= pty_first && major(a.st_rdev) <= pty_last;
  return a.st_rdev == b.st_rdev && (!pty || a.st_dev == b.st_dev);
}

/// The kernel keeps 15 characters of a program's name; its command line often has the rest.
std::string program_of(const fs::path& process) {
  constexpr std::size_t kept = 15;
  std::string name = system_files::text_of(process / "comm").value_or("?");
  if (name.size() < kept) return name;
  const std::string command = system_files::text_of(process / "cmdline").value_or("");
  std::string whole = fs::path(command).filename().string();
  return whole.starts_with(name) ? whole : name;
}

/// Calls `use(pid, folder)` for each process.
template <typename Use>
void for_each_process(const SystemRoots& roots, Use use) {
  std::error_code error;
  for (fs::directory_iterator entry(roots.proc, error), end; !error && entry != end; entry.increment(error)) {
    const auto pid = system_files::number_of<pid_t>(entry->path().filename().string());
    if (pid) use(*pid, entry->path());
  }
}

/// Calls `use(status)` for each file that a process has open by a name. Pipes, sockets and the like have
/// none; asking for the status of every one of them is most of the work.
template <typename Use>
void for_each_open_file(const fs::path& process, Use use) {
  std::error_code error;
  for (fs::directory_iterator entry(process / "fd", error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code gone;
    const fs::path target = fs::read_symlink(entry->path(), gone);
    struct stat status {};
    if (!gone && target.is_absolute() && stat(entry->path().c_str(), &status) == 0) use(status);
  }
}

}  // namespace

std::vector<std::vector<Holder>> holders_of_each(const std::vector<fs::path>& devices,
                                                 const SystemRoots& roots) {
  std::vector<std::optional<struct stat>> wanted;
  for (const fs::path& device : devices) {
    struct stat status {};
    const bool found = stat(device.c_str(), &status) == 0;
    wanted.push_back(found ? std::optional(status) : std::nullopt);
  }
  std::vector<std::vector<Holder>> holders(devices.size());
  for_each_process(roots, [&](pid_t pid, const fs::path& process) {
    for_each_open_file(process, [&](const struct stat& open) {
      for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (!wanted[i] || !same_device(open, *wanted[i])) continue;
        const bool known = !holders[i].empty() && holders[i].back().pid == pid;
        if (!known) holders[i].push_back({pid, program_of(process)});
      }
    });
  });
  for (std::vector<Holder>& list : holders) {
    std::sort(list.begin(), list.end(), [](const Holder& a, const Holder& b) { return a.pid < b.pid; });
  }
  return holders;
}

std::vector<Holder> holders_of(const fs::path& device, const SystemRoots& roots) {
  return holders_of_each({device}, roots).front();
}

std::optional<pid_t> find_process(std::string_view program, const SystemRoots& roots) {
  std::optional<pid_t> found;
  for_each_process(roots, [&](pid_t pid, const fs::path& process) {
    if (!found && program_of(process) == program) found = pid;
  });
  return found;
}

}  // namespace rig
