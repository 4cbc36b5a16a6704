#include "rig/link/exec/supervised.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <map>
#include <thread>
#include <utility>

#include "rig/base/program/argv.hpp"
#include "rig/base/program/own_command.hpp"
#include "rig/link/exec/children.hpp"
#include "rig/link/exec/processor_times.hpp"
#include "rig/link/exec/supervision.hpp"
#include "rig/link/stream/monotonic.hpp"

namespace rig {

namespace {

using supervision::Report;

constexpr int first_free_descriptor = 10;  // above every number that the supervisor gives a meaning
constexpr Duration start_patience = std::chrono::seconds(20);
constexpr Duration kill_patience = std::chrono::seconds(5);

[[noreturn]] void fail(std::string_view what, int error) {
  throw RigError(fmt::format("{}: {}.", what, std::strerror(error)));  // NOLINT(concurrency-mt-unsafe)
}

[[noreturn]] void refuse_to_start(const std::string& name, int error) {
  const std::string what = fmt::format("The program {} cannot be started", name);
  for (const int lasting : {ENOENT, EACCES, ENOEXEC, ENOTDIR, EISDIR, ELOOP}) {
    if (error == lasting)
      throw NotStarted(fmt::format("{}: {}.", what, std::strerror(error)));  // NOLINT(concurrency-mt-unsafe)
  }
  fail(what, error);
}

std::filesystem::path find_supervisor() {
  std::error_code ignored;
  std::filesystem::path beside = beside_this_program("rig-supervisor");
  if (std::filesystem::exists(beside, ignored)) return beside;
  if (std::filesystem::exists(RIG_SUPERVISOR_AS_BUILT, ignored)) return RIG_SUPERVISOR_AS_BUILT;
  throw RigError(
      fmt::format("The program rig-supervisor was not found beside this one ({}).", beside.string()));
}

/// A copy with a number that no standard stream can have, closed in every program that is started.
Descriptor copy_out_of_the_way(int number) {
  Descriptor copy(fcntl(number, F_DUPFD_CLOEXEC, first_free_descriptor));
  if (!copy.is_open()) fail("A descriptor cannot be copied", errno);
  return copy;
}

struct FileActions {
  posix_spawn_file_actions_t actions{};
  FileActions() { posix_spawn_file_actions_init(&actions); }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;

  void place(const Descriptor& descriptor, int number) {
    posix_spawn_file_actions_adddup2(&actions, descriptor.number(), number);
  }
};

struct Attributes {
  posix_spawnattr_t attributes{};
  Attributes() {
    posix_spawnattr_init(&attributes);
    sigset_t signals;
    sigfillset(&signals);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    // A process group of its own: an interrupt from the terminal ends the rig first, then the supervisor
    // tidies up.
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  }
  ~Attributes() { posix_spawnattr_destroy(&attributes); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
};

/// Waits until the socket has something to tell (or has ended). False: not within `patience`.
bool wait_for_news(int socket, Duration patience) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  for (;;) {
    const Duration left = std::max(Duration(deadline - std::chrono::steady_clock::now()), Duration::zero());
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left);
    const timespec timeout{seconds.count(), (left - seconds).count()};
    pollfd watched{socket, POLLIN, 0};
    const int ready = ppoll(&watched, 1, &timeout, nullptr);
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) fail("The supervisor of a program cannot be watched", errno);
    if (left == Duration::zero()) return false;
  }
}

struct Received {
  Report report{};
  pid_t sender = -1;  ///< the supervisor as it is numbered here, and not in its sandbox
};

/// Empty: the supervisor is gone.
std::optional<Received> receive_report(int socket) {
  Received received;
  iovec text{&received.report, sizeof received.report};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(ucred))> beside{};
  for (;;) {
    msghdr message{};
    message.msg_iov = &text;
    message.msg_iovlen = 1;
    message.msg_control = beside.data();
    message.msg_controllen = beside.size();
    const ssize_t count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (count < 0 && errno == EINTR) continue;
    if (count != static_cast<ssize_t>(sizeof received.report)) return std::nullopt;
    const cmsghdr* const first = CMSG_FIRSTHDR(&message);
    if (first != nullptr && first->cmsg_type == SCM_CREDENTIALS) {
      ucred sender{};
      std::memcpy(&sender, CMSG_DATA(first), sizeof sender);
      received.sender = sender.pid;
    }
    return received;
  }
}

/// The first child of a process with one thread; -1: it has none any more, or the kernel does not list them.
pid_t child_of(pid_t process) {
  std::ifstream children(fmt::format("/proc/{0}/task/{0}/children", process));
  pid_t child = -1;
  return children >> child ? child : -1;
}

/// Not open: the kernel cannot, or it is gone.
Descriptor open_process(pid_t process) {
  return Descriptor(static_cast<int>(syscall(SYS_pidfd_open, process, 0)));
}

void reap(pid_t process) {
  while (waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
  }
}

/// Descendants that still run, of a process that adopts what its descendants leave behind.
std::vector<pid_t> descendants_of(pid_t ancestor) {
  std::map<pid_t, std::vector<pid_t>> children;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    const ProcessState process = state_of(name.c_str());
    const bool is_one = name.find_first_not_of("0123456789") == std::string::npos;
    if (is_one && process.state != 'Z') children[process.parent].push_back(std::stoi(name));
  }
  std::vector<pid_t> all = children[ancestor];
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::vector<pid_t> next = children[all[i]];
    all.insert(all.end(), next.begin(), next.end());
  }
  return all;
}

/// Kills a supervisor's keeper that does not do its work, the descendants first: they are known as long as it
/// lives.
void kill_tree(pid_t keeper) {
  constexpr int most_rounds =
      1000;  // of one that replaces itself faster than it is killed, something is left
  for (int round = 0; round < most_rounds; ++round) {
    const std::vector<pid_t> descendants = descendants_of(keeper);
    if (descendants.empty()) break;
    for (const pid_t one : descendants) ::kill(one, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ::kill(keeper, SIGKILL);
}

/// A file in memory for the end of a stream.
Descriptor make_log(const char* name) {
  Descriptor log(memfd_create(name, MFD_CLOEXEC));
  if (!log.is_open()) fail("No memory file can be made", errno);
  return log;
}

/// The kept part of a stream that came after its first `told` bytes; `told` then counts it too.
std::string read_log(const Descriptor& log, std::uint64_t& told) {
  supervision::LogHeader total = 0;
  if (pread(log.number(), &total, sizeof total, 0) != static_cast<ssize_t>(sizeof total)) return {};
  std::string ring(std::min<std::size_t>(total, supervision::log_capacity), '\0');
  if (pread(log.number(), ring.data(), ring.size(), sizeof total) < 0) return {};
  if (total > ring.size()) {
    const auto oldest = static_cast<std::ptrdiff_t>(total % supervision::log_capacity);
    std::rotate(ring.begin(), ring.begin() + oldest, ring.end());
  }
  const std::uint64_t fresh = std::min<std::uint64_t>(total - told, ring.size());
  told = total;
  return ring.substr(ring.size() - fresh);
}

/// What a launcher that failed wrote.
std::string first_line_of(const Descriptor& log) {
  std::array<char, 512> text{};
  const ssize_t count = pread(log.number(), text.data(), text.size(), 0);
  const std::string all(text.data(), count < 0 ? 0 : static_cast<std::size_t>(count));
  return all.substr(0, all.find('\n'));
}

/// A bound as the supervisor reads it.
std::string bound_word(std::uint64_t bytes) {
  return bytes == 0 ? "-" : std::to_string(bytes);
}

}  // namespace

std::string describe_ending(int wait_status) {
  if (WIFEXITED(wait_status)) return fmt::format("exited with status {}", WEXITSTATUS(wait_status));
  const int number = WTERMSIG(wait_status);
  const char* name = sigabbrev_np(number);
  if (name == nullptr) return fmt::format("killed by signal {}", number);
  return fmt::format("killed by signal {} (SIG{})", number, name);
}

Supervised::Supervised(const Options& options) : Supervised(options, is_sandboxed(options.sandbox)) {
  const bool told = wait_for_news(control_.number(), start_patience);
  const std::optional<Received> received = told ? receive_report(control_.number()) : std::nullopt;
  if (!received && launcher_log_.is_open()) {
    const std::string said = first_line_of(launcher_log_);
    throw RigError(fmt::format("The program {} cannot be put into a sandbox{}{}.", name_,
                               said.empty() ? "" : ": ", said));
  }
  if (!received)
    throw RigError(fmt::format("The program {} cannot be started: its supervisor does not work.", name_));
  const Report& report = received->report;
  if (report.kind != Report::Kind::started) refuse_to_start(name_, report.value);
  supervisor_ = received->sender;
  pid_ = launcher_log_.is_open() ? child_of(supervisor_) : report.value;
  supervisor_process_ = open_process(supervisor_);
  if (pid_ > 0) process_ = open_process(pid_);
}

Supervised::Supervised(const Options& options, bool sandboxed) {
  if (options.words.empty() || options.words[0].empty()) {
    throw RigError("A program without a name cannot be started.");
  }
  name_ = options.words[0];

  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) < 0)
    fail("No socket can be made", errno);
  control_ = Descriptor(ends[0]);
  const int wanted = 1;
  if (setsockopt(control_.number(), SOL_SOCKET, SO_PASSCRED, &wanted, sizeof wanted) < 0)
    fail("A socket cannot be set up", errno);
  const Descriptor far_end_as_made(ends[1]);
  const Descriptor far_end = copy_out_of_the_way(ends[1]);
  log_ = make_log("standard error");
  output_log_ = make_log("standard output");
  const Descriptor log = copy_out_of_the_way(log_.number());
  const Descriptor output_log = copy_out_of_the_way(output_log_.number());
  const Descriptor nothing(open("/dev/null", O_RDWR | O_CLOEXEC));
  const Descriptor input = copy_out_of_the_way(options.input >= 0 ? options.input : nothing.number());
  const Descriptor output = copy_out_of_the_way(options.output >= 0 ? options.output : nothing.number());

  FileActions files;
  files.place(input, STDIN_FILENO);
  files.place(output, STDOUT_FILENO);
  files.place(far_end, supervision::control_descriptor);
  files.place(log, supervision::log_descriptor);
  if (options.keeps_output_apart) files.place(output_log, supervision::output_log_descriptor);
  if (!options.directory.empty() && !sandboxed) {
    posix_spawn_file_actions_addchdir_np(&files.actions, options.directory.c_str());
  }
  const std::filesystem::path supervisor = find_supervisor();
  const ProcessBounds bounds = options.bounds.value_or(ProcessBounds{});
  const char* const streams = options.keeps_output_apart ? "apart"
                              : options.output >= 0      ? "streams"
                                                         : "merged";
  std::vector<std::string> words{supervisor};
  if (sandboxed) {
    words = sandbox_words(options.sandbox,
                          {options.words, options.directory, supervisor, options.obeys_permissions});
    launcher_log_ = make_log("bubblewrap");
    files.place(launcher_log_, STDERR_FILENO);
  }
  words.insert(words.end(), {sandboxed ? supervision::first_process : std::to_string(getpid()), streams,
                             bound_word(bounds.memory), bound_word(bounds.file),
                             options.obeys_permissions ? supervision::obeys_permissions : "all"});
  words.insert(words.end(), options.words.begin(), options.words.end());
  const Attributes attributes;
  const int error = posix_spawnp(&keeper_, words.front().c_str(), &files.actions, &attributes.attributes,
                                 argv_of(words).data(), environ);
  if (error != 0) {
    const std::string where = options.directory.empty() ? "" : " in " + options.directory.string();
    fail(fmt::format("The program {} cannot be started{}", name_, where), error);
  }
}

Supervised::~Supervised() {
  kill();
}

void Supervised::kill() {
  const pid_t keeper = std::exchange(keeper_, -1);
  if (keeper < 0) return;
  shutdown(control_.number(), SHUT_WR);  // reaches the supervisor even if a forked process still holds a copy
  ::kill(keeper, SIGCONT);               // the program may have stopped them
  syscall(SYS_pidfd_send_signal, supervisor_process_.number(), SIGCONT, nullptr, 0);
  try {
    while (wait_for_news(control_.number(), kill_patience)) {
      if (receive_report(control_.number())) continue;
      reap(keeper);
      return;
    }
  } catch (const RigError&) {
    // The supervisor cannot be watched any more; it goes the hard way.
  }
  kill_tree(keeper);
  reap(keeper);
}

/// A program may have stopped both processes that watch it: this one lets the other go on.
void Supervised::continue_keeper() const {
  siginfo_t stopped{};
  if (waitid(P_PID, static_cast<id_t>(keeper_), &stopped, WSTOPPED | WNOHANG) == 0 &&
      stopped.si_pid == keeper_)
    ::kill(keeper_, SIGCONT);
}

bool Supervised::has_just_ended() const {
  pollfd watched{process_.number(), POLLIN, 0};
  return poll(&watched, 1, 0) > 0;
}

std::optional<int> Supervised::ended(Duration patience) {
  if (!status_ && keeper_ >= 0) continue_keeper();
  if (status_ || keeper_ < 0 || !wait_for_news(control_.number(), patience)) return status_;
  const std::optional<Received> received = receive_report(control_.number());
  if (!received) {
    if (pid_ > 0)
      ::kill(-pid_, SIGKILL);  // the program leads a group of its own; what escaped from that is out of reach
    throw RigError(fmt::format(
        "The supervisor of the program {} was killed (a program that kills its parent does that).", name_));
  }
  const Report& report = received->report;
  status_ = report.value;
  outlived_by_ = report.outlived;
  last_times_ = {Duration(report.ran), Duration(report.waited)};
  return status_;
}

ProcessorSample Supervised::processor_times() const {
  if (!status_ && keeper_ >= 0) continue_keeper();
  if (!status_) return read_processor_times(supervisor_, pid_);
  return {monotonic_now(), 1, {{pid_, last_times_}}};
}

std::string Supervised::standard_error() const {
  std::uint64_t all = 0;
  return read_log(log_, all);
}

Supervised::Said Supervised::newly_said() {
  return {read_log(output_log_, output_told_), read_log(log_, error_told_)};
}

}  // namespace rig
