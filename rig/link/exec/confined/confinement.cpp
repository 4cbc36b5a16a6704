#include "rig/link/exec/confined/confinement.hpp"

#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstring>

namespace rig {

namespace {

/// More processes at a time than a player has; counted for each program, in its own user namespace.
constexpr rlim_t most_processes = 4096;

constexpr unsigned over_files[] = {CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, CAP_FOWNER};
/// Harmless to the rig, and needed where root runs everything, as in many containers.
constexpr unsigned left_to_root[] = {CAP_CHOWN,  CAP_FSETID, CAP_SETUID,
                                     CAP_SETGID, CAP_KILL,   CAP_NET_BIND_SERVICE};

template <std::size_t Count>
bool is_among(unsigned right, const unsigned (&rights)[Count]) {
  for (const unsigned one : rights) {
    if (one == right) return true;
  }
  return false;
}

/// From the next program on. Without the right to give up rights this does nothing; then there is rarely one
/// to give up.
bool give_up_capabilities(bool obeys_permissions) {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct sets[2]{};
  const bool known = syscall(SYS_capget, &header, sets) == 0;
  bool given_up = known;
  for (unsigned right = 0; prctl(PR_CAPBSET_READ, right, 0, 0, 0) >= 0; ++right) {
    const bool kept = is_among(right, left_to_root) || (!obeys_permissions && is_among(right, over_files));
    if (kept) continue;
    given_up = prctl(PR_CAPBSET_DROP, right, 0, 0, 0) == 0 && given_up;
    sets[right / 32].inheritable &= ~(1U << (right % 32));
  }
  if (known) syscall(SYS_capset, &header, sets);
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  return given_up || (known && sets[0].permitted == 0 && sets[1].permitted == 0);
}

bool put(const char* path, const char* text) {
  const int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  const auto length = static_cast<ssize_t>(strlen(text));
  const bool done = write(file, text, static_cast<std::size_t>(length)) == length;
  close(file);
  return done;
}

/// A user namespace in which this user and group are who they are.
bool enter_user_namespace() {
  char user[64];
  char group[64];
  static_cast<void>(snprintf(user, sizeof user, "%u %u 1", geteuid(), geteuid()));
  static_cast<void>(snprintf(group, sizeof group, "%u %u 1", getegid(), getegid()));
  return unshare(CLONE_NEWUSER) == 0 && put("/proc/self/setgroups", "deny") &&
         put("/proc/self/uid_map", user) && put("/proc/self/gid_map", group);
}

/// Half a user namespace would be worse than none: another process tries it first.
bool user_namespace_can_be_had() {
  const pid_t trial = fork();
  if (trial == 0) _exit(enter_user_namespace() ? 0 : 1);
  int status = 0;
  return trial > 0 && waitpid(trial, &status, 0) == trial && status == 0;
}

/// What is mounted over it is the program's alone, and vanishes with it.
bool hide(const char* path) {
  struct stat found {};
  if (stat(path, &found) != 0) return true;  // there is nothing to be seen
  if (S_ISDIR(found.st_mode))
    return mount("none", path, "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV, "size=4k,nr_inodes=1,mode=555") ==
           0;
  return mount("/dev/null", path, nullptr, MS_BIND, nullptr) == 0;
}

bool hide_all(const ConfinementOrder& order) {
  if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
    return false;
  char here[PATH_MAX];
  const bool known = getcwd(here, sizeof here) != nullptr;
  bool all = true;
  for (int i = 0; i < order.hidden_count; ++i) all = hide(order.hidden[i]) && all;
  return all && (!known || chdir(here) == 0);
}

}  // namespace

std::uint32_t confine(const ConfinementOrder& order) {
  std::uint32_t had = 0;
  // Root has the rights over mounts without one, and would lose sight of who owns other people's files.
  if (geteuid() != 0 && user_namespace_can_be_had() && enter_user_namespace()) {
    had |= confinement::own_user_namespace;
    const rlimit limit{most_processes, most_processes};
    setrlimit(RLIMIT_NPROC, &limit);
  }
  if (order.hidden_count > 0 && hide_all(order)) had |= confinement::files_hidden;
  if (give_up_capabilities(order.obeys_permissions)) had |= confinement::few_capabilities;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) had |= confinement::no_new_privileges;
  return had;
}

}  // namespace rig
