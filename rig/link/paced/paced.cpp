#include "rig/link/paced/paced.hpp"

#include <algorithm>
#include <utility>

#include "rig/base/errors.hpp"
#include "rig/link/stream/monotonic.hpp"

namespace rig {

namespace {

void require_monotonic(const Instant& at) {
  if (at.clock == monotonic_domain()) return;
  throw RigError("A paced link was given an instant of another clock than the monotonic one.");
}

}  // namespace

PacedLink::PacedLink(std::unique_ptr<Link> inner) : inner_(std::move(inner)), info_(inner_->info()) {
  if (info_.clock_kind == ClockKind::monotonic) throw RigError(info_.name + " is in real time already.");
  info_.description += ", paced to real time";
  info_.clock_kind = ClockKind::monotonic;
  info_.clock = monotonic_domain();
  info_.has_wire = false;
  info_.uncertainty = slice;
  reset();
}

Instant PacedLink::own(Duration real_time) const {
  return Instant::exactly(inner_->info().clock, real_time - real_begin_ + own_begin_);
}

/// When something that the far end dates `at` happened: not before that, and not after now.
Instant PacedLink::seen(const Instant& at) {
  const Duration now = monotonic_now();
  return monotonic_interval(std::min(real(at.earliest), now), std::max(real(at.latest), now));
}

Sent PacedLink::send(ByteView bytes, Instant not_before) {
  require_monotonic(not_before);
  if (monotonic_now() < not_before.latest) sleep_until(not_before.latest);
  const Duration asked = monotonic_now();
  const Sent sent = inner_->send(bytes, own(asked));
  shows_ = std::max(shows_, asked);
  longest_lag_ = std::max(longest_lag_, monotonic_now() - asked);
  return {monotonic_interval(real(sent.first_bit.earliest), real(sent.first_bit.latest)),
          monotonic_interval(real(sent.last_bit.earliest), real(sent.last_bit.latest))};
}

Outcome PacedLink::reset() {
  drop_put_back();
  const Outcome outcome = inner_->reset();
  own_begin_ = outcome.ready.latest;
  real_begin_ = shows_ = monotonic_now();
  return {outcome.done, Instant::exactly(info_.clock, real_begin_), outcome.note};
}

Event PacedLink::do_receive(Instant until) {
  require_monotonic(until);
  for (;;) {
    const Duration step =
        std::min(until.latest, std::max(shows_, std::min(monotonic_now(), shows_ + stride)));
    Event event = inner_->receive(own(step));
    const Duration now = monotonic_now();
    longest_lag_ = std::max(longest_lag_, now - std::max(step, shows_));
    if (auto* byte = std::get_if<Byte>(&event)) {
      return Byte{byte->value, seen(byte->first_bit), seen(byte->last_bit)};
    }
    if (auto* error = std::get_if<LineError>(&event)) {
      return LineError{error->kind, error->value, seen(error->at)};
    }
    if (auto* gone = std::get_if<HungUp>(&event)) return HungUp{gone->how, seen(gone->at)};
    shows_ = std::max(shows_, step);
    if (step >= until.latest) return TimedOut{until};
    if (now - step < slice) sleep_until(std::min(now + slice, until.latest));
  }
}

Duration PacedLink::longest_lag() {
  return std::exchange(longest_lag_, Duration::zero());
}

}  // namespace rig
