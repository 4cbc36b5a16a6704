#pragma once
/// How much a benchmark does. By itself: as much as its numbers need to be stable. With `--brief`: each part
/// once and for a moment. Its numbers mean nothing then, but it has run: that is the benchmarks' own test.

#include <algorithm>
#include <ctime>
#include <limits>
#include <string>
#include <vector>

#include "rig/base/errors.hpp"

namespace bench {

enum class Effort { whole, brief };

/// What the command line asks for, and the words of it that are none of ours.
struct Words {
  Effort effort = Effort::whole;
  std::vector<std::string> others;
};

inline Words words_from(int count, char** arguments) {
  Words words;
  for (int i = 1; i < count; ++i) {
    const std::string word = arguments[i];
    if (word == "--brief") {
      words.effort = Effort::brief;
    } else {
      words.others.push_back(word);
    }
  }
  return words;
}

/// For a benchmark that takes nothing but `--brief`.
inline Effort effort_from(int count, char** arguments) {
  const Words words = words_from(count, arguments);
  if (!words.others.empty()) throw rig::UsageError("\"" + words.others.front() + "\" is not --brief.");
  return words.effort;
}

/// `whole` times, or `brief` ones.
constexpr int times(Effort effort, int whole, int brief) {
  return effort == Effort::whole ? whole : brief;
}

/// Measures processor time of this process.
class Stopwatch {
 public:
  explicit Stopwatch(Effort effort) : effort_(effort) {}

  Effort effort() const { return effort_; }

  /// The best of so many rounds of the work, in seconds.
  template <class F>
  double best_seconds(int rounds, F&& work) const {
    double best = std::numeric_limits<double>::infinity();
    for (int round = 0; round < times(effort_, rounds, 1); ++round) {
      const double begin = now();
      work();
      best = std::min(best, now() - begin);
    }
    return best;
  }

 private:
  static double now() {
    constexpr double nano = 1e-9;
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + nano * static_cast<double>(time.tv_nsec);
  }

  Effort effort_;
};

}  // namespace bench
