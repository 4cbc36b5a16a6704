// rig-supervisor: see supervision.hpp. Only the C library is used, so that it starts quickly.

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/prctl.h>
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

void report(Report::Kind kind, int value) {
  const Report message{kind, value};
  send(control_descriptor, &message, sizeof message, MSG_NOSIGNAL);
}

/// Keeps the end of what the program writes to its standard error.
class Log {
 public:
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
      if (pwrite(log_descriptor, bytes, part, static_cast<off_t>(sizeof(LogHeader) + at)) < 0) return;
      bytes += part;
      count -= part;
      total_ += part;
    }
    if (pwrite(log_descriptor, &total_, sizeof total_, 0) < 0) return;
  }

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
/// child (PR_SET_CHILD_SUBREAPER), even when it has a session of its own, and is next.
void kill_everything() {
  for (;;) {
    const auto kill_one = [](pid_t child) { kill(child, SIGKILL); };
    if (!for_each_listed_child(kill_one)) for_each_found_child(kill_one);
    if (waitpid(-1, nullptr, 0) < 0 && errno == ECHILD) return;
  }
}

/// The program under test: started with its streams, default signals, and a process group of its own, so that
/// what it does to its process group does not reach the supervisor. Returns 0 or errno.
int start(char** words, bool merged, int log_pipe, pid_t* program) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, log_pipe, STDERR_FILENO);
  if (merged) posix_spawn_file_actions_adddup2(&files, log_pipe, STDOUT_FILENO);
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

/// Reaps whatever has died. True when the program itself was among it.
bool reap(pid_t program, int* status) {
  bool ended = false;
  for (;;) {
    int one = 0;
    const pid_t child = waitpid(-1, &one, WNOHANG);
    if (child <= 0) return ended;
    if (child == program) {
      ended = true;
      *status = one;
    }
  }
}

void watch(pid_t program, int rig, int signals, int log_pipe) {
  Log log;
  pollfd watched[] = {
      {control_descriptor, POLLIN, 0}, {rig, POLLIN, 0}, {signals, POLLIN, 0}, {log_pipe, POLLIN, 0}};
  for (;;) {
    if (poll(watched, 4, -1) < 0) continue;
    if (watched[0].revents != 0 || watched[1].revents != 0) return;
    if (watched[3].revents != 0 && !log.take_from(log_pipe)) watched[3].fd = -1;
    if (watched[2].revents != 0) {
      signalfd_siginfo ignored;
      if (read(signals, &ignored, sizeof ignored) < 0) continue;
      int status = 0;
      if (!reap(program, &status)) continue;
      kill_everything();
      while (log.take_from(log_pipe)) {
      }
      report(Report::Kind::ended, status);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  sigset_t signals;
  sigfillset(&signals);
  sigprocmask(SIG_BLOCK, &signals, nullptr);  // nothing but the end of the rig ends the supervisor
  if (argc < 4 || fcntl(control_descriptor, F_SETFD, FD_CLOEXEC) < 0 ||
      fcntl(log_descriptor, F_SETFD, FD_CLOEXEC) < 0) {
    static_cast<void>(
        fputs("rig-supervisor is started by the rig, to guard a program under test.\n", stderr));
    return 2;
  }
  syscall(SYS_close_range, log_descriptor + 1, ~0U, 0);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_TIMERSLACK, usual_timer_slack_ns);  // the rig's own choice is not for the program

  const auto rig_pid = static_cast<pid_t>(strtol(argv[1], nullptr, 10));
  const auto rig = static_cast<int>(syscall(SYS_pidfd_open, rig_pid, 0));  // -1 on old kernels: poll skips it
  if (getppid() != rig_pid) return 0;
  sigset_t child_died;
  sigemptyset(&child_died);
  sigaddset(&child_died, SIGCHLD);
  const int deaths = signalfd(-1, &child_died, SFD_CLOEXEC | SFD_NONBLOCK);
  int log_pipe[2];
  if (deaths < 0 || pipe2(log_pipe, O_CLOEXEC) < 0) {
    report(Report::Kind::not_started, errno);
    return 0;
  }
  fcntl(log_pipe[0], F_SETFL, O_NONBLOCK);

  pid_t program = -1;
  const int error = start(argv + 3, strcmp(argv[2], "merged") == 0, log_pipe[1], &program);
  close(log_pipe[1]);
  let_go_of(STDIN_FILENO);
  let_go_of(STDOUT_FILENO);
  if (error != 0) {
    report(Report::Kind::not_started, error);
    return 0;
  }
  report(Report::Kind::started, program);
  watch(program, rig, deaths, log_pipe[0]);
  kill_everything();
  return 0;
}
