#include "rig/link/stream/real_time.hpp"

#include <fmt/format.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

#include "rig/base/errors.hpp"
#include "rig/base/text.hpp"

namespace rig {

namespace {

constexpr const char* variable = "CONTEST_RIG_REAL_TIME";
constexpr int fifo_priority = 10;  // above every ordinary program, below the kernel's own threads
constexpr int nice_value = -10;
constexpr std::size_t stack_locked = std::size_t{64} * 1024;

std::string reason_of(int error) {
  return std::strerror(error);  // NOLINT(concurrency-mt-unsafe)
}

pid_t this_thread() {
  return static_cast<pid_t>(syscall(SYS_gettid));
}

/// 0, or errno. What this thread starts gets the usual policy.
int set_policy(int policy, int priority) {
  sched_param parameters{};
  parameters.sched_priority = priority;
  return sched_setscheduler(this_thread(), policy | SCHED_RESET_ON_FORK, &parameters) == 0 ? 0 : errno;
}

/// 0, or errno.
int set_nice() {
  const int plain = set_policy(SCHED_OTHER, 0);
  if (plain != 0) return plain;  // what it started would inherit the nice value
  return setpriority(PRIO_PROCESS, static_cast<id_t>(this_thread()), nice_value) == 0 ? 0 : errno;
}

/// Whether this process may lock more than its limit says: one with a right to that. Where it may not, a
/// process with all its memory locked would be refused more memory once the limit is reached.
bool limit_does_not_hold(rlim_t limit) {
  if (limit == RLIM_INFINITY) return true;
  const std::size_t beyond = static_cast<std::size_t>(limit) + (std::size_t{1} << 20);
  void* const probe =
      mmap(nullptr, beyond, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (probe == MAP_FAILED) return false;
  munmap(probe, beyond);
  return true;
}

/// What the kernel says; a sanitizer that keeps locks from it says otherwise.
bool some_memory_is_locked() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::uint64_t kib = 0;
    if (word == "VmLck:" && status >> kib) return kib > 0;
  }
  return false;
}

/// The part of the stack that is in use or will be next.
bool lock_stack() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return false;
  void* lowest = nullptr;
  std::size_t size = 0;
  const bool known = pthread_attr_getstack(&attributes, &lowest, &size) == 0;
  pthread_attr_destroy(&attributes);
  if (!known || size < stack_locked) return false;
  return mlock(static_cast<char*>(lowest) + (size - stack_locked), stack_locked) == 0 &&
         some_memory_is_locked();
}

/// Pages are locked as they come into use (MCL_ONFAULT): nothing is read in that nobody needs.
std::string lock_memory() {
  rlimit limit{};
  getrlimit(RLIMIT_MEMLOCK, &limit);
  if (mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) == 0) {
    if (limit_does_not_hold(limit.rlim_cur) && some_memory_is_locked()) return "memory locked";
    munlockall();
  }
  const std::string why = fmt::format("(the limit is {} KiB: ulimit -l)", limit.rlim_cur / 1024);
  return lock_stack() ? "memory not locked, but for its stack " + why : "memory not locked " + why;
}

long long nanoseconds_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
}

}  // namespace

RealTime real_time_wanted() {
  const char* const value = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe)
  if (value == nullptr || std::strcmp(value, "best") == 0) return RealTime::best;
  if (std::strcmp(value, "nice") == 0) return RealTime::nice;
  if (std::strcmp(value, "off") == 0) return RealTime::off;
  const std::vector<std::string> known = {"best", "nice", "off"};
  throw UsageError(fmt::format("{}: {}", variable, unknown_value("value", value, known)));
}

Priority become_real_time(RealTime wanted) {
  Priority got;
  if (wanted == RealTime::off) return got;
  int refused = EPERM;
  if (wanted == RealTime::best) {
    refused = set_policy(SCHED_FIFO, fifo_priority);
    got.fifo = refused == 0;
  }
  const std::string without_fifo = wanted == RealTime::best
                                       ? fmt::format("no SCHED_FIFO ({})", reason_of(refused))
                                       : "no SCHED_FIFO asked";
  if (got.fifo) {
    got.text = fmt::format("SCHED_FIFO {}", fifo_priority);
  } else if (const int error = set_nice(); error == 0) {
    got.nice = true;
    got.text = fmt::format("nice {}, {}", nice_value, without_fifo);
  } else {
    got.text = fmt::format("usual priority, {}, no nice {} ({})", without_fifo, nice_value, reason_of(error));
  }
  got.text += ", " + lock_memory();
  got.text +=
      prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL) == 0 ? ", timer slack 1 ns" : ", usual timer slack";
  return got;
}

FairShare::FairShare(const Priority& priority) : guards_(priority.fifo), thread_(this_thread()) {}

void FairShare::check() {
  constexpr long long window = 100'000'000;
  constexpr long long time_out = 1'000'000'000;
  if (!guards_ || this_thread() != thread_) return;
  const long long now = nanoseconds_of(CLOCK_MONOTONIC);
  if (now - window_began_ < (is_back_ ? time_out : window)) return;
  const long long used = nanoseconds_of(CLOCK_THREAD_CPUTIME_ID);
  const bool was_busy = window_began_ != 0 && used - used_before_ > (now - window_began_) / 2;
  if (was_busy && !is_back_) {
    is_back_ = set_policy(SCHED_OTHER, 0) == 0;
    ++times_put_back_;
  } else if (is_back_ && !was_busy) {
    is_back_ = set_policy(SCHED_FIFO, fifo_priority) != 0;
  }
  window_began_ = now;
  used_before_ = used;
}

}  // namespace rig
