#pragma once
/// What the kernel gives a thread that only waits and takes times, so that it runs the moment it can.
///
/// Three things are asked for, and each may be refused: the policy SCHED_FIFO, or else a nice value of -10;
/// memory that stays where it is (mlockall); timers that are not put off (timer slack 1 ns). A thread that
/// has them must never compute: SCHED_FIFO goes before everything else on its processor. Threads and
/// processes that such a thread starts have none of it (SCHED_RESET_ON_FORK; locks on memory are not
/// inherited).

#include <sys/types.h>

#include <string>

namespace rig {

/// How much is asked for. In the environment: CONTEST_RIG_REAL_TIME.
enum class RealTime {
  best,  ///< a thread of its own for each link: SCHED_FIFO, else nice, else the usual priority
  nice,  ///< the same without SCHED_FIFO
  off,   ///< no thread of its own: whoever asks the link looks at it himself
};

/// What CONTEST_RIG_REAL_TIME says: `best` (also when it is not set), `nice` or `off`. UsageError for
/// anything else.
RealTime real_time_wanted();

/// What a thread got.
struct Priority {
  bool fifo = false;
  bool nice = false;
  std::string text;  ///< `SCHED_FIFO 10, memory locked, timer slack 1 ns`; what was refused, and why
};

/// Asks for this thread, and for the memory of the whole process. Never throws; where memory cannot be locked
/// whole, nothing of it is, but for the thread's own stack. RealTime::off: leaves all as it is.
Priority become_real_time(RealTime wanted);

/// A guard for SCHED_FIFO: a thread that has used more than half of a processor for a tenth of a second is no
/// longer only waiting, and goes back to the usual priority for a second.
class FairShare {
 public:
  /// Of the thread that makes it.
  explicit FairShare(const Priority& priority);

  /// To be called often. Does nothing in another thread.
  void check();
  /// How often the thread was put back.
  int times_put_back() const { return times_put_back_; }

 private:
  bool guards_;
  pid_t thread_;
  bool is_back_ = false;
  int times_put_back_ = 0;
  long long window_began_ = 0;
  long long used_before_ = 0;
};

}  // namespace rig
