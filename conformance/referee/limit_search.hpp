#pragma once
/// How long a host gives a board for one kind of reply: found by replies that come ever closer to where it
/// begins to refuse them. Pure: it says when the next replies should come, and judges what became of them.
///
/// A reply that was refused, though it came before the limit by more than the uncertainty of its measurement,
/// tells of a host that gives less; one that was accepted, though it came after it by more, of one that gives
/// more. What is seen once may have been the machine: it is tried again, and counts when it was seen twice.

#include <chrono>
#include <cstddef>
#include <optional>
#include <vector>

#include "rig/base/time.hpp"
#include "rig/measure/verdict.hpp"

namespace conformance {

/// A reply near the limit.
struct LimitProbe {
  rig::Duration due{};    ///< when it was to come, after its request
  rig::Latency took{};    ///< … and when it came, as it was measured
  rig::Duration doubt{};  ///< by how much the host may have seen it later, or asked earlier, beside that
  bool accepted = false;
};

class LimitSearch {
 public:
  /// How near to the limit a right host is expected to judge rightly.
  static constexpr rig::Duration near = std::chrono::milliseconds(25);
  /// A host and the rig need no more than this to wake up on a machine that is idle.
  static constexpr rig::Duration usual_doubt = std::chrono::milliseconds(10);

  /// What a host does with replies `far` from the limit is known from elsewhere. After the first two replies
  /// there are up to `refinements` more that halve what is left between accepted and refused.
  LimitSearch(rig::Duration limit, rig::Duration far, int refinements);

  /// When the next replies should come; none: it is over.
  std::vector<rig::Duration> next() const;
  void add(const LimitProbe& probe);

  /// Whether replies are accepted that come in time.
  rig::Verdict in_time() const;
  /// Whether replies are refused that come late.
  rig::Verdict late() const;

  /// What it gives lies between these: the latest reply that it accepted and the earliest that it refused, as
  /// far as there were such.
  std::optional<rig::Duration> latest_accepted() const;
  std::optional<rig::Duration> earliest_refused() const;
  /// The greatest of a reply.
  rig::Duration uncertainty() const;

 private:
  bool is_surely_wrong(const LimitProbe& probe) const;
  bool was_right_beside_the_limit(bool accepted) const;
  rig::Verdict verdict_on(bool accepted) const;
  std::size_t count_wrong(bool accepted) const;
  std::optional<rig::Duration> to_repeat() const;

  rig::Duration limit_;
  rig::Duration far_;
  int refinements_;
  std::vector<LimitProbe> probes_;
};

}  // namespace conformance
