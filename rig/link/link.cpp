#include "rig/link/link.hpp"

#include <algorithm>

#include "rig/base/errors.hpp"

namespace rig {

std::unique_ptr<Link> link_of(std::unique_ptr<FarEnd> far_end) {
  Link* const link = far_end->bytes();
  if (link == nullptr) throw RigError(far_end->info().name + " exchanges files, not bytes.");
  static_cast<void>(far_end.release());  // the link is the far end itself
  return std::unique_ptr<Link>(link);
}

Event Link::receive(Instant until) {
  if (!put_back_) return do_receive(until);
  if (instant_of(*put_back_).earliest > until.latest && !std::holds_alternative<HungUp>(*put_back_)) {
    return TimedOut{until};
  }
  Event event = std::move(*put_back_);
  put_back_.reset();
  return event;
}

void Link::put_back(Event event) {
  if (put_back_) throw RigError("An event was put back on a link that already held one.");
  put_back_ = std::move(event);
}

LinkEvent wait_any(std::span<Link* const> links, Instant from, Instant until, Duration slice) {
  if (links.empty()) throw RigError("wait_any was called without a link.");
  for (const Link* link : links) {
    if (!(link->info().clock == until.clock)) {
      throw RigError("wait_any was given links of two clock domains, or an instant of a third.");
    }
  }
  for (Instant step = from;;) {
    step = step + slice;
    if (step.latest > until.latest) step = until;
    std::optional<LinkEvent> first;
    for (std::size_t i = 0; i < links.size(); ++i) {
      Event event = links[i]->receive(step);
      if (std::holds_alternative<TimedOut>(event)) continue;
      if (!first) {
        first = LinkEvent{i, std::move(event)};
      } else if (instant_of(event).earliest < instant_of(first->event).earliest) {
        links[first->link]->put_back(std::move(first->event));
        first = LinkEvent{i, std::move(event)};
      } else {
        links[i]->put_back(std::move(event));
      }
    }
    if (first) return std::move(*first);
    if (step.latest >= until.latest) return {0, TimedOut{until}};
  }
}

}  // namespace rig
