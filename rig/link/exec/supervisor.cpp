// rig-supervisor: see supervision.hpp. Only the C library is used, so that it starts quickly.

#include <dirent.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <poll.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "rig/link/exec/supervision.hpp"

using namespace rig::supervision;

namespace {

constexpr unsigned long usual_timer_slack_ns = 50'000;

/// What the kernel counts for a process until it is reaped.
struct Times {
  std::int64_t ran = 0;
  std::int64_t waited = 0;
};

void report(Report::Kind kind, int value, int outlived = 0, const Times& times = {}) {
  const Report message{kind, value, outlived, times.ran, times.waited};
  send(control_descriptor, &message, sizeof message, MSG_NOSIGNAL);
}

/// Keeps the end of what the program writes to one of its streams.
class Log {
 public:
  explicit Log(int file) : file_(file) {}

  /// Takes what is there now, at most one buffer of it. False when there was nothing.
  bool take_from(int pipe) {
    char buffer[log_capacity];
    const ssize_t count = read(pipe, buffer, sizeof buffer);
    if (count <= 0) return false;
    append(buffer, static_cast<std::size_t>(count));
    return true;
  }

 private:
  void append(const char* bytes, std::size_t count) {
    while (count > 0) {
      const std::size_t at = total_ % log_capacity;
      const std::size_t part = std::min(count, log_capacity - at);
      if (pwrite(file_, bytes, part, static_cast<off_t>(sizeof(LogHeader) + at)) < 0) return;
      bytes += part;
      count -= part;
      total_ += part;
    }
    if (pwrite(file_, &total_, sizeof total_, 0) < 0) return;
  }

  int file_;
  LogHeader total_ = 0;
};

/// Calls `use` with each child of this process. The kernel's list of children costs microseconds however
/// many processes the machine has: fast enough to catch one that keeps replacing itself.
template <typename Use>
bool for_each_listed_child(const Use& use) {
  const int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
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

pid_t parent_of(const char* pid) {
  char path[64];
  static_cast<void>(snprintf(path, sizeof path, "/proc/%.20s/stat", pid));
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[512];
  const ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return 0;
  text[count] = '\0';
  const char* after_name = strrchr(text, ')');  // pid (name) state parent
  if (after_name == nullptr || strlen(after_name) < 4) return 0;
  return static_cast<pid_t>(strtol(after_name + 4, nullptr, 10));
}

/// For kernels without that list.
template <typename Use>
void for_each_found_child(const Use& use) {
  DIR* all = opendir("/proc");
  if (all == nullptr) return;
  while (const dirent* entry = readdir(all)) {
    if (entry->d_name[0] < '1' || entry->d_name[0] > '9') continue;
    if (parent_of(entry->d_name) == getpid()) use(static_cast<pid_t>(strtol(entry->d_name, nullptr, 10)));
  }
  closedir(all);
}

/// Kills every descendant and returns when none is left. Only children are ever killed, for the number of
/// a child cannot pass to a stranger before it is reaped here; what a dead child leaves behind becomes a
/// child (PR_SET_CHILD_SUBREAPER), even when it has a session of its own, and is next. Returns how many died
/// of it.
int kill_everything() {
  for (int killed = 0;;) {
    const auto kill_one = [](pid_t child) { kill(child, SIGKILL); };
    if (!for_each_listed_child(kill_one)) for_each_found_child(kill_one);
    int status = 0;
    if (waitpid(-1, &status, 0) > 0) {
      if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) ++killed;
    } else if (errno == ECHILD) {
      return killed;
    }
  }
}

/// A bound for this process, and for all that it starts from now on. `-`: none.
bool bound(int resource, const char* bytes) {
  if (strcmp(bytes, "-") == 0) return true;
  rlimit before{};
  getrlimit(static_cast<__rlimit_resource_t>(resource), &before);
  const rlim_t wanted = strtoull(bytes, nullptr, 10);
  const rlim_t least = before.rlim_max < wanted ? before.rlim_max : wanted;
  const rlimit limit{least, least};
  return setrlimit(static_cast<__rlimit_resource_t>(resource), &limit) == 0;
}

/// From the next program on, root obeys the permissions of files like everybody else. Without the right to
/// give up rights this does nothing; then there is rarely one to give up.
void give_up_rights_over_files() {
  constexpr unsigned rights[] = {CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, CAP_FOWNER};
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct sets[2]{};
  const bool known = syscall(SYS_capget, &header, sets) == 0;
  for (const unsigned right : rights) {
    prctl(PR_CAPBSET_DROP, right, 0, 0, 0);
    sets[0].inheritable &= ~(1U << right);
  }
  if (known) syscall(SYS_capset, &header, sets);
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
}

/// What the program writes on its own account, and where the rig finds the end of it.
struct Streams {
  Log error{log_descriptor};
  Log output{output_log_descriptor};
  int error_pipe[2] = {-1, -1};
  int output_pipe[2] = {-1, -1};  ///< open: the output is kept apart

  bool open(bool apart) { return open(error_pipe) && (!apart || open(output_pipe)); }
  void let_go_of_far_ends() const {
    close(error_pipe[1]);
    if (output_pipe[1] >= 0) close(output_pipe[1]);
  }
  void take_the_rest() {
    while (error.take_from(error_pipe[0])) {
    }
    while (output_pipe[0] >= 0 && output.take_from(output_pipe[0])) {
    }
  }

 private:
  static bool open(int* ends) {
    return pipe2(ends, O_CLOEXEC) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0;
  }
};

/// The program under test: started with its streams, default signals, and a process group of its own, so that
/// what it does to its process group does not reach the supervisor. Returns 0 or errno.
int start(char** words, bool merged, const Streams& streams, pid_t* program) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  const int output = merged ? streams.error_pipe[1] : streams.output_pipe[1];
  posix_spawn_file_actions_adddup2(&files, streams.error_pipe[1], STDERR_FILENO);
  if (output >= 0) posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);  // their actions are default: the rig starts it so
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  const int error = posix_spawnp(program, words[0], &files, &attributes, words, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return error;
}

void let_go_of(int stream) {
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nothing >= 0) dup2(nothing, stream);
  close(nothing);
}

/// Zeros where the kernel does not tell.
Times times_of(pid_t process) {
  char path[64];
  static_cast<void>(snprintf(path, sizeof path, "/proc/%d/schedstat", process));
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  char text[128];
  const ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return {};
  text[count] = '\0';
  char* rest = nullptr;
  const std::int64_t ran = strtoll(text, &rest, 10);
  return {ran, strtoll(rest, nullptr, 10)};
}

/// Reaps whatever has died. True when the program itself was among it.
bool reap(pid_t program, int* status, Times* times) {
  bool ended = false;
  for (;;) {
    siginfo_t dead{};
    if (waitid(P_ALL, 0, &dead, WEXITED | WNOHANG | WNOWAIT) != 0 || dead.si_pid == 0) return ended;
    if (dead.si_pid == program) *times = times_of(program);
    int one = 0;
    if (waitpid(dead.si_pid, &one, WNOHANG) == program) {
      ended = true;
      *status = one;
    }
  }
}

void watch(pid_t program, int rig, int signals, Streams& streams) {
  pollfd watched[] = {{control_descriptor, POLLIN, 0},
                      {rig, POLLIN, 0},
                      {signals, POLLIN, 0},
                      {streams.error_pipe[0], POLLIN, 0},
                      {streams.output_pipe[0], POLLIN, 0}};
  for (;;) {
    if (poll(watched, 5, -1) < 0) continue;
    if (watched[0].revents != 0 || watched[1].revents != 0) return;
    if (watched[3].revents != 0 && !streams.error.take_from(watched[3].fd)) watched[3].fd = -1;
    if (watched[4].revents != 0 && !streams.output.take_from(watched[4].fd)) watched[4].fd = -1;
    if (watched[2].revents != 0) {
      signalfd_siginfo ignored;
      if (read(signals, &ignored, sizeof ignored) < 0) continue;
      int status = 0;
      Times times;
      if (!reap(program, &status, &times)) continue;
      const int outlived = kill_everything();
      streams.take_the_rest();
      report(Report::Kind::ended, status, outlived, times);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  sigset_t signals;
  sigfillset(&signals);
  sigprocmask(SIG_BLOCK, &signals, nullptr);  // nothing but the end of the rig ends the supervisor
  if (argc < 7 || fcntl(control_descriptor, F_SETFD, FD_CLOEXEC) < 0 ||
      fcntl(log_descriptor, F_SETFD, FD_CLOEXEC) < 0) {
    static_cast<void>(
        fputs("rig-supervisor is started by the rig, to guard a program under test.\n", stderr));
    return 2;
  }
  const bool apart = strcmp(argv[2], "apart") == 0;
  if (apart) fcntl(output_log_descriptor, F_SETFD, FD_CLOEXEC);
  syscall(SYS_close_range, apart ? output_log_descriptor + 1 : log_descriptor + 1, ~0U, 0);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_TIMERSLACK, usual_timer_slack_ns);  // the rig's own choice is not for the program

  const auto rig_pid = static_cast<pid_t>(strtol(argv[1], nullptr, 10));
  const auto rig = static_cast<int>(syscall(SYS_pidfd_open, rig_pid, 0));  // -1 on old kernels: poll skips it
  if (getppid() != rig_pid) return 0;
  sigset_t child_died;
  sigemptyset(&child_died);
  sigaddset(&child_died, SIGCHLD);
  const int deaths = signalfd(-1, &child_died, SFD_CLOEXEC | SFD_NONBLOCK);
  Streams streams;
  const bool bounded = strcmp(argv[3], "-") != 0 || strcmp(argv[4], "-") != 0;
  if (deaths < 0 || !streams.open(apart) || !bound(RLIMIT_AS, argv[3]) || !bound(RLIMIT_FSIZE, argv[4]) ||
      !bound(RLIMIT_CORE, bounded ? "0" : "-")) {
    report(Report::Kind::not_started, errno);
    return 0;
  }
  if (strcmp(argv[5], "own") == 0) give_up_rights_over_files();

  pid_t program = -1;
  const int error = start(argv + 6, strcmp(argv[2], "merged") == 0, streams, &program);
  streams.let_go_of_far_ends();
  let_go_of(STDIN_FILENO);
  let_go_of(STDOUT_FILENO);
  if (error != 0) {
    report(Report::Kind::not_started, error);
    return 0;
  }
  report(Report::Kind::started, program);
  watch(program, rig, deaths, streams);
  kill_everything();
  streams.take_the_rest();
  return 0;
}
