#pragma once
/// A link whose time is its own, made to keep step with the monotonic clock: simulated designs and players in
/// C++ that real programs, or other links in real time, are to talk to.
///
/// It never runs ahead: the far end is advanced to this moment and no further. When it cannot keep up, its
/// instants get as wide as the lag: what it did lies between the moment that its own clock says and the
/// moment at which the rig saw it, so a deadline becomes inconclusive, and never a fail.

#include <memory>

#include "rig/link/link.hpp"
#include "rig/link/stream/heartbeat.hpp"

namespace rig {

class PacedLink final : public Link {
 public:
  /// How often a far end at rest is looked at.
  static constexpr Duration slice = std::chrono::microseconds(200);
  /// How much of its own time a far end that lags behind is advanced at once.
  static constexpr Duration stride = std::chrono::milliseconds(2);

  /// RigError when `inner` is in real time already.
  explicit PacedLink(std::unique_ptr<Link> inner);

  const LinkInfo& info() const override { return info_; }
  Sent send(ByteView bytes, Instant not_before) override;
  Outcome reset() override;
  void reseed(std::uint64_t seed) override { inner_->reseed(seed); }
  WireControl* wire() override { return nullptr; }  ///< its instants are of another clock
  Health health() override { return {heartbeat_.longest_stall(), {}, {}, heartbeat_.suspended()}; }

  /// How far the far end's clock was behind the monotonic clock at worst, since this was last asked.
  Duration longest_lag();
  /// The moment of the monotonic clock that the far end's clock shows now.
  Duration shows() const { return shows_; }

 protected:
  Event do_receive(Instant until) override;

 private:
  Duration real(Duration own) const { return own - own_begin_ + real_begin_; }
  Instant own(Duration real_time) const;
  Instant seen(const Instant& at);

  std::unique_ptr<Link> inner_;
  LinkInfo info_;
  Duration real_begin_{};  ///< this moment of the monotonic clock …
  Duration own_begin_{};   ///< … is this one of the far end's
  Duration shows_{};
  Duration longest_lag_{};
  Heartbeat heartbeat_;
};

}  // namespace rig
