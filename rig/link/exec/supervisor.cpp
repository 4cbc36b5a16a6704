// rig-supervisor: see supervision.hpp. Only the C library is used, so that it starts quickly.

#include <fcntl.h>
#include <linux/capability.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "rig/base/program/plain_version.hpp"
#include "rig/link/exec/children.hpp"
#include "rig/link/exec/supervision.hpp"

using namespace rig::supervision;
using rig::kill_children;

namespace {

/// More at a time than a player has.
constexpr rlim_t most_processes = 4096;

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

/// Becomes the program; one without a slash is looked for in PATH. Returns errno: what cannot be executed is
/// no script for a shell.
int execute(char** words) {
  if (strchr(words[0], '/') != nullptr) {
    execve(words[0], words, environ);
    return errno;
  }
  const char* at = getenv("PATH");  // NOLINT(concurrency-mt-unsafe): the only thread
  if (at == nullptr) at = "/bin:/usr/bin";
  for (int error = ENOENT;;) {
    const char* end = strchrnul(at, ':');
    char file[PATH_MAX];
    const char* const slash = end == at ? "" : "/";
    const int length =
        snprintf(file, sizeof file, "%.*s%s%s", static_cast<int>(end - at), at, slash, words[0]);
    errno = ENOENT;
    if (length < PATH_MAX) execve(file, words, environ);
    if (errno == EACCES) {
      error = EACCES;
    } else if (errno != ENOENT && errno != ENOTDIR) {
      return errno;
    }
    if (*end == '\0') return error;
    at = end + 1;
  }
}

/// What the command line asks for; see supervision.hpp.
struct Job {
  bool apart;
  bool merged;
  const char* memory;
  const char* file;
  bool obeys;
  char** program;
};

/// What root may do beside his own files.
void give_up_rights() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  const __user_cap_data_struct none[2] = {};
  syscall(SYS_capset, &header, &none);
}

/// In the new process. The program dies with its supervisor, and has a process group of its own, so that what
/// it does to its process group does not reach the supervisor. Returns errno.
int become_program(const Job& job, const Streams& streams, pid_t supervisor) {
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (job.obeys) give_up_rights();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != supervisor) _exit(0);
  const int output = job.merged ? streams.error_pipe[1] : streams.output_pipe[1];
  if (setpgid(0, 0) < 0 || dup2(streams.error_pipe[1], STDERR_FILENO) < 0) return errno;
  if (output >= 0 && dup2(output, STDOUT_FILENO) < 0) return errno;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);  // their actions are default: the rig starts it so
  return execute(job.program);
}

/// Starts the program under test. Returns 0 or errno.
int start(const Job& job, const Streams& streams, pid_t* program) {
  const pid_t supervisor = getpid();
  int news[2];  // errno; closed by its start
  if (pipe2(news, O_CLOEXEC) < 0) return errno;
  *program = fork();
  if (*program == 0) {
    const int error = become_program(job, streams, supervisor);
    if (write(news[1], &error, sizeof error) < 0) _exit(126);
    _exit(127);
  }
  int error = *program < 0 ? errno : 0;
  close(news[1]);
  while (*program > 0 && read(news[0], &error, sizeof error) < 0 && errno == EINTR) {
  }
  close(news[0]);
  if (error != 0 && *program > 0) waitpid(*program, nullptr, 0);
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

/// Whose end is the program's end. Descriptors that poll readable then; -1 on old kernels: poll skips them.
struct Above {
  int rig;
  int keeper;
};

void watch(pid_t program, const Above& above, int signals, Streams& streams) {
  pollfd watched[] = {{control_descriptor, POLLIN, 0},
                      {above.rig, POLLIN, 0},
                      {signals, POLLIN, 0},
                      {streams.error_pipe[0], POLLIN, 0},
                      {streams.output_pipe[0], POLLIN, 0},
                      {above.keeper, POLLIN, 0}};
  for (;;) {
    if (poll(watched, 6, -1) < 0) continue;
    if (watched[0].revents != 0 || watched[1].revents != 0 || watched[5].revents != 0) return;
    if (watched[3].revents != 0 && !streams.error.take_from(watched[3].fd)) watched[3].fd = -1;
    if (watched[4].revents != 0 && !streams.output.take_from(watched[4].fd)) watched[4].fd = -1;
    if (watched[2].revents != 0) {
      signalfd_siginfo ignored;
      if (read(signals, &ignored, sizeof ignored) < 0) continue;
      int status = 0;
      Times times;
      if (!reap(program, &status, &times)) continue;
      const int outlived = kill_children();
      streams.take_the_rest();
      report(Report::Kind::ended, status, outlived, times);
    }
  }
}

/// A program may stop both processes that watch it at the moment at which the rig is killed. Then nobody else
/// lets them go on.
void go_on_every_second() {
  signal(SIGCONT, [](int) {});  // a timer whose signal is ignored or blocked is not set again
  sigset_t go_on;
  sigemptyset(&go_on);
  sigaddset(&go_on, SIGCONT);
  sigprocmask(SIG_UNBLOCK, &go_on, nullptr);
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGCONT;
  timer_t timer{};
  const itimerspec every_second{{1, 0}, {1, 0}};
  if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0) timer_settime(timer, 0, &every_second, nullptr);
}

/// A program may stop or kill its parent, the supervisor. Its keeper lets it go on at once, and kills what a
/// dead one leaves behind. Descriptors are kept that tell the rig of the supervisor's end, and no others.
int keep(pid_t supervisor, bool apart) {
  let_go_of(STDIN_FILENO);
  let_go_of(STDOUT_FILENO);
  close(log_descriptor);
  if (apart) close(output_log_descriptor);
  go_on_every_second();
  for (;;) {
    int status = 0;
    const pid_t child = waitpid(-1, &status, WUNTRACED);
    if (child == supervisor && WIFSTOPPED(status)) {
      kill(supervisor, SIGCONT);
    } else if (child == supervisor || (child < 0 && errno != EINTR)) {
      break;
    }
  }
  kill_children();
  return 0;
}

int supervise(const Job& job, const Above& above) {
  sigset_t child_died;
  sigemptyset(&child_died);
  sigaddset(&child_died, SIGCHLD);
  const int deaths = signalfd(-1, &child_died, SFD_CLOEXEC | SFD_NONBLOCK);
  Streams streams;
  const bool bounded = strcmp(job.memory, "-") != 0 || strcmp(job.file, "-") != 0;
  if (deaths < 0 || !streams.open(job.apart) || !bound(RLIMIT_AS, job.memory) ||
      !bound(RLIMIT_FSIZE, job.file) || !bound(RLIMIT_CORE, bounded ? "0" : "-")) {
    report(Report::Kind::not_started, errno);
    return 0;
  }

  pid_t program = -1;
  const int error = start(job, streams, &program);
  streams.let_go_of_far_ends();
  let_go_of(STDIN_FILENO);
  let_go_of(STDOUT_FILENO);
  if (error != 0) {
    report(Report::Kind::not_started, error);
    return 0;
  }
  report(Report::Kind::started, program);
  watch(program, above, deaths, streams);
  kill_children();
  streams.take_the_rest();
  return 0;
}

/// -1 on old kernels.
int watch_process(pid_t process) {
  return static_cast<int>(syscall(SYS_pidfd_open, process, 0));
}

/// Starts and guards the program that the command line names; returns the exit status.
int guard(int argc, char** argv) {
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

  const Job job{apart,   strcmp(argv[2], "merged") == 0,          argv[3],
                argv[4], strcmp(argv[5], obeys_permissions) == 0, argv + 6};
  if (strcmp(argv[1], first_process) == 0) {
    const rlimit processes{most_processes, most_processes};
    setrlimit(RLIMIT_NPROC, &processes);  // counted for this sandbox alone
    return supervise(job, {-1, -1});
  }
  const auto rig_pid = static_cast<pid_t>(strtol(argv[1], nullptr, 10));
  const int rig = watch_process(rig_pid);
  if (getppid() != rig_pid) return 0;
  const pid_t keeper = getpid();
  const pid_t supervisor = fork();
  if (supervisor < 0) report(Report::Kind::not_started, errno);
  if (supervisor != 0) return keep(supervisor, apart);

  const Above above{rig, watch_process(keeper)};
  if (getppid() != keeper) return 0;
  setpgid(0, 0);  // what is sent to the supervisor's group does not reach its keeper
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  go_on_every_second();
  const int status = supervise(job, above);
  if (getppid() == keeper) kill(keeper, SIGCONT);  // a program may have stopped that, too
  return status;
}

}  // namespace

/// Ends by _exit: the leak check of a sanitizer stops the process for a moment, and a SIGCONT that comes just
/// then makes it wait for ever.
int main(int argc, char** argv) {
  if (rig::asks_for_version(argc, argv)) return rig::tell_version("rig-supervisor", CONTEST_RIG_VERSION);
  _exit(guard(argc, argv));
}
