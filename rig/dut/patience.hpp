#pragma once
/// How long a host waits for a reply. Beyond the deadline at first, so that a late reply is measured and not
/// only missed. A DUT that says nothing at all costs no more than its deadlines after a while.

#include <algorithm>

#include "rig/base/time.hpp"

namespace rig::dut {

/// Kept through a run, by everyone who asks the same DUT.
class Patience {
 public:
  /// After so many requests in a row without a sign of life the deadline alone is waited for …
  static constexpr int unanswered_at_most = 3;
  /// … or once so much was waited beyond deadlines in a row.
  static constexpr Duration beyond_deadlines_at_most = std::chrono::seconds(20);

  Patience() = default;
  /// Waits no longer than so beyond a deadline.
  explicit Patience(Duration beyond_a_deadline) : beyond_a_deadline_(beyond_a_deadline) {}

  /// How long to wait from the end of a request: twice the deadline, but no more than 20 s beyond it (or what
  /// was chosen), or the deadline alone.
  Duration of(Duration deadline) const {
    return lost() ? deadline : deadline + std::min(deadline, beyond_a_deadline_);
  }
  bool lost() const {
    return unanswered_ >= unanswered_at_most || beyond_deadlines_ >= beyond_deadlines_at_most;
  }

  /// The DUT has said something: patience is back.
  void heard() { *this = Patience(beyond_a_deadline_); }
  /// A request with this deadline was waited for as `of` says, and nothing came.
  void not_heard(Duration deadline) {
    beyond_deadlines_ += of(deadline) - deadline;
    ++unanswered_;
  }

  int unanswered() const { return unanswered_; }
  Duration beyond_deadlines() const { return beyond_deadlines_; }
  /// The state that these tell.
  static Patience after(int unanswered, Duration beyond_deadlines) {
    Patience patience;
    patience.unanswered_ = unanswered;
    patience.beyond_deadlines_ = beyond_deadlines;
    return patience;
  }
  friend bool operator==(const Patience&, const Patience&) = default;

 private:
  Duration beyond_a_deadline_ = beyond_deadlines_at_most;
  int unanswered_ = 0;  // in a row
  Duration beyond_deadlines_{};
};

}  // namespace rig::dut
