#include "rig/link/exec/children.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace rig {

namespace {

/// Calls `use` with each child that one thread of this process has started or adopted. The kernel's list of
/// children costs microseconds however many processes the machine has: fast enough to catch one that keeps
/// replacing itself.
template <typename Use>
bool for_each_child_of_thread(const char* thread, const Use& use) {
  char path[64];
  static_cast<void>(snprintf(path, sizeof path, "/proc/self/task/%.20s/children", thread));
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  char buffer[4096];
  pid_t pid = 0;
  for (ssize_t count = 0; (count = read(file, buffer, sizeof buffer)) > 0;) {
    for (const char* c = buffer; c != buffer + count; ++c) {
      if (*c >= '0' && *c <= '9') {
        pid = pid * 10 + (*c - '0');
      } else if (pid != 0) {
        use(pid);
        pid = 0;
      }
    }
  }
  if (pid != 0) use(pid);
  close(file);
  return true;
}

/// Calls `use` with the name of each entry of a folder that is a number.
template <typename Use>
void for_each_number_in(const char* folder, const Use& use) {
  DIR* all = opendir(folder);
  if (all == nullptr) return;
  while (const dirent* entry = readdir(all)) {  // NOLINT(concurrency-mt-unsafe): a stream of its own
    if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9') use(entry->d_name);
  }
  closedir(all);
}

template <typename Use>
void for_each_child(const Use& use) {
  bool listed = true;
  for_each_number_in("/proc/self/task",
                     [&](const char* thread) { listed = for_each_child_of_thread(thread, use) && listed; });
  if (listed) return;
  for_each_number_in("/proc", [&](const char* process) {  // a kernel without that list
    if (state_of(process).parent == getpid()) use(static_cast<pid_t>(strtol(process, nullptr, 10)));
  });
}

bool is_named(pid_t process, const char* name) {
  char path[64];
  static_cast<void>(snprintf(path, sizeof path, "/proc/%d/comm", static_cast<int>(process)));
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  char text[32];
  const ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  const size_t length = strlen(name);
  return count == static_cast<ssize_t>(length) + 1 && memcmp(text, name, length) == 0;
}

}  // namespace

ProcessState state_of(const char* process) {
  char path[64];
  static_cast<void>(snprintf(path, sizeof path, "/proc/%.20s/stat", process));
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  char text[512];
  const ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return {};
  text[count] = '\0';
  const char* after_name = strrchr(text, ')');  // pid (name) state parent
  if (after_name == nullptr || strlen(after_name) < 4) return {};
  return {after_name[2], static_cast<pid_t>(strtol(after_name + 4, nullptr, 10))};
}

/// Only children are ever killed: the number of a child cannot pass to a stranger before it is reaped here.
int kill_children(const char* spared) {
  constexpr int longest = 10'000;  // milliseconds; what restores may wait long for a processor
  int killed = 0;
  for (int waited = 0;;) {
    bool spares = false;
    for_each_child([&](pid_t child) {
      const bool waits = spared != nullptr && waited < longest && is_named(child, spared);
      spares = spares || waits;
      if (!waits) kill(child, SIGKILL);
    });
    int status = 0;
    const pid_t ended = waitpid(-1, &status, spares ? WNOHANG : 0);
    if (ended > 0) {
      if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) ++killed;
    } else if (ended == 0) {
      usleep(1000);
      ++waited;
    } else if (errno == ECHILD) {
      return killed;
    }
  }
}

}  // namespace rig
