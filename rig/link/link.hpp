#pragma once
/// A link: a far end that is spoken to in bytes. What a link can do stands in its LinkInfo, never in its
/// type. Who only looks at what was sent and what came includes events.hpp.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rig/base/bytes.hpp"
#include "rig/base/time.hpp"
#include "rig/link/events.hpp"
#include "rig/link/far_end.hpp"

namespace rig {

/// The wire itself, beneath the bytes: disturbing what the host drives, and watching what the DUT drives.
class WireControl {
 public:
  virtual ~WireControl() = default;
  /// Host bit rate away from nominal, in parts per million. Holds until changed or reset().
  virtual void set_bit_rate_offset(std::int32_t parts_per_million) = 0;
  /// Idle time between the stop bit of a byte and the next start bit. Holds until changed or reset().
  virtual void set_gap_between_bytes(Duration gap) = 0;
  /// Pulls the idle line low for `width`, then waits until `settle` has passed.
  virtual Sent glitch(Duration width, Duration settle) = 0;
  /// Holds the line low for `length` (longer than a byte: a break).
  virtual Sent send_break(Duration length) = 0;
  /// Sends one byte whose stop bit is low.
  virtual Sent send_with_framing_error(std::uint8_t value) = 0;
  /// Keeps every edge of the DUT's line from now on, until reset().
  virtual void watch_line() = 0;
  /// The edges since watch_line() or the last take, in order; none when nobody watches. A byte that was
  /// received has all its edges among them but the one that ends its stop bit.
  virtual std::vector<LineEdge> take_edges() = 0;
};

/// A byte channel with time.
///
/// Not thread-safe. Every member may throw RigError when the rig's own side fails (program cannot be
/// started, adapter gone, model refuses to load); what the DUT does is an Event.
class Link : public FarEnd {
 public:
  Link* bytes() final { return this; }

  /// Sends all of `bytes`, back to back, not before `not_before` (nor before what was sent earlier).
  /// Bytes from the DUT that arrive meanwhile are kept for receive(). To a far end that is gone the bytes
  /// are lost; receive() then tells HungUp.
  virtual Sent send(ByteView bytes, Instant not_before) = 0;

  /// The next event, or TimedOut once `until` (its latest end) plus the hold-back has passed. A byte whose
  /// last bit is surely later than `until` is kept for the next call.
  Event receive(Instant until);

  /// Puts an event back: the next receive() that may see it returns it. One at a time.
  void put_back(Event event);

  /// What is seen of the far end suggests why it does not answer, a sentence each. Not part of the evidence.
  virtual std::vector<std::string> hints() { return {}; }

  /// The bit rate to which the DUT has set its side of the line, where that can be read although the line has
  /// no bits (a pseudo-terminal). Nothing: it cannot, or the DUT has set none.
  virtual std::optional<std::uint32_t> rate_set_by_dut() { return std::nullopt; }

  /// Null: this link has no wire to disturb.
  virtual WireControl* wire() { return nullptr; }

 protected:
  virtual Event do_receive(Instant until) = 0;
  /// A derived reset() drops what was put back.
  void drop_put_back() { put_back_.reset(); }

 private:
  std::optional<Event> put_back_;
};

/// The link that a far end is. RigError where it is an exchange of files.
std::unique_ptr<Link> link_of(std::unique_ptr<FarEnd> far_end);

/// Which link an event came from.
struct LinkEvent {
  std::size_t link = 0;
  Event event;
};

/// The earliest event on any of the links, or TimedOut (link 0). All links must share one clock domain;
/// otherwise RigError. `slice` is the step in which simulated links are advanced in turn.
LinkEvent wait_any(std::span<Link* const> links, Instant from, Instant until,
                   Duration slice = std::chrono::milliseconds(1));

}  // namespace rig
