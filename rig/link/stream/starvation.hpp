#pragma once
/// How long other programs kept a DUT's programs from running. Pure: samples in, a duration out.
///
/// A thread that wants to run and gets no processor is *waiting*; the kernel counts that for each thread. Not
/// all of it excuses a DUT: one that starts more threads than there are processors makes its own threads
/// wait. So in each span between two samples
///
///   starved = min(longest wait of any one thread, span - processor time of all threads / processors)
///
/// The first bound keeps many threads from adding up their waits: a program is not delayed by more than the
/// time for which one thread was kept from running. The second is what the DUT could have gained with all
/// processors to itself: a DUT that uses all the time of all the processors that it may run on was starved by
/// nobody but itself. Time that a thread sleeps, waits for a lock or a disk, or computes, never counts.
///
/// A thread that wakes up waits for some microseconds, on an idle machine too: that is no wait, and a program
/// that looks at something ten thousand times a second would otherwise seem to be starved for a tenth of it.
/// So of each thread's wait the usual one for each time that it slept is taken off. A thread that others
/// interrupt does not sleep: all that it waits counts.
///
/// The kernel counts a wait when it is over. A wait that began in earlier spans is spread over these, into
/// what of each the thread did not run and is not known to have waited. A wait that lasts is seen by a thread
/// that could run, but neither ran nor waited by the kernel's count since the last sample (some 20 ms
/// earlier; a thread that runs is counted every 10 ms).
///
/// A rig that has no processor either looks late, and does not know all: what a thread waited that has ended
/// since, and what was waited between a request and the first sample after it. So in a span longer than
/// `longest_usual_span` that counts as waited. When a virtual machine stands still, the kernel counts
/// nothing. So whoever looks reports for how long it could not, and all of that time counts.

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "rig/base/time.hpp"

namespace rig {

/// What a thread waits each time it wakes up, though nobody keeps it from a processor.
inline constexpr Duration usual_wait = std::chrono::microseconds(50);

/// Samples are taken some 20 ms apart.
inline constexpr Duration longest_usual_span = std::chrono::milliseconds(50);

/// Of one thread, since it began.
struct ThreadTimes {
  Duration ran{};
  Duration waited{};        ///< it could have run and had no processor
  bool runnable = false;    ///< at this moment it runs or waits
  std::int64_t sleeps = 0;  ///< how many times it gave up its processor by itself; 0: not known
  friend bool operator==(const ThreadTimes&, const ThreadTimes&) = default;
};

/// All threads of all processes of a DUT, at one moment.
struct ProcessorSample {
  Duration at{};                         ///< of the monotonic clock
  int processors = 1;                    ///< on how many any of the threads may run
  std::map<pid_t, ThreadTimes> threads;  ///< a thread that is missing has ended
};

/// The sum since a request.
class Starvation {
 public:
  /// Counts from this moment on; what the threads waited before does not count. An empty sample: of a program
  /// that has only just been started, all that its threads have waited counts (at most from this moment on).
  void begin(ProcessorSample sample);
  /// The same, where the request was sent earlier, at `asked`.
  void begin_late(ProcessorSample sample, Duration asked);
  /// Nothing is known, until begin().
  void forget();
  bool has_begun() const { return begun_; }

  /// A later sample. A thread that ended since the last one keeps what it had waited by then; in a span
  /// longer than usual, it may have waited all the time.
  void add(ProcessorSample sample);

  /// Nobody looked in this time, and the program stood still too, perhaps.
  void stood_still(Duration from, Duration until);

  /// When the last sample was taken.
  Duration last() const { return last_.at; }

  Duration total() const { return since(Duration::min()); }
  /// Only spans that end after `moment`.
  Duration since(Duration moment) const;
  /// Only spans of which some part lies between these moments.
  Duration between(Duration from, Duration until) const;

 private:
  /// What a thread did in a span.
  struct Share {
    Duration room;  ///< neither ran nor is known to have waited
    Duration waited;
  };
  struct Span {
    Duration begun;
    Duration end;
    Duration bound;                  ///< what the DUT could have gained without others
    Duration starved;                ///< at most `bound`
    std::map<pid_t, Share> threads;  ///< empty in a span that is long over
  };
  Duration newly_waited(pid_t thread, const ThreadTimes& before, const ThreadTimes& now, Duration length);
  void spread(pid_t thread, Duration waited);
  void count_the_stall_in(Span& span) const;
  void forget_shares_of_long_ago();

  bool begun_ = false;
  Duration excess_{};  ///< time run beyond what fits into the spans: the kernel tells it up to a tick late
  std::map<pid_t, Duration>
      ahead_;  ///< of a wait that lasts: what is counted, and not told by the kernel yet
  Duration stall_begun_{};
  Duration stall_ended_{};
  ProcessorSample last_;
  std::vector<Span> spans_;
  std::size_t first_with_shares_ = 0;
};

}  // namespace rig
