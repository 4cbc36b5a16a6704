#pragma once
/// A link: a byte channel to a DUT, with its own clock. Everything that a case knows of the far end
/// goes through here; what a link can do stands in its LinkInfo, never in its type.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "rig/base/bytes.hpp"
#include "rig/base/time.hpp"

namespace rig {

/// Which kind of clock a link's instants are of.
enum class ClockKind { simulated, virtual_time, monotonic };

/// What a link is and can do; constant from opening to closing.
struct LinkInfo {
  std::string name;         ///< as the user wrote it: `rtl:blokus_duo`
  std::string description;  ///< for the report: `Verilated RTL, 50 MHz, 115200 8N1`
  ClockKind clock_kind = ClockKind::monotonic;
  ClockDomain clock;
  bool can_reset = false;       ///< reset() brings the power-on state
  bool resets_by_hand = false;  ///< … but a person does it: only where a case demands it
  bool has_wire = false;        ///< bytes are bits on a wire: wire() and bit times mean something
  bool sees_framing = false;    ///< a byte with a bad stop bit, or a break, would be noticed
  Duration hold_back{};         ///< longest time by which the transport may delay a byte that has come
  Duration uncertainty{};       ///< usual width of an instant
  std::map<std::string, std::string> facts;  ///< more for the record: compiler flags, seed, rate read back …
};

/// Facts about how far the DUT's board reaches, where its description says so: whole numbers.
inline constexpr const char* fact_columns = "columns";
inline constexpr const char* fact_rows = "rows";

/// When a block of bytes went out: begin of the first start bit, end of the last stop bit.
struct Sent {
  Instant first_bit;
  Instant last_bit;
  friend bool operator==(const Sent&, const Sent&) = default;
};

/// Nothing came until `until` (and the link's hold-back after it).
struct TimedOut {
  Instant until;
  friend bool operator==(const TimedOut&, const TimedOut&) = default;
};

/// One byte from the DUT: begin of its start bit, end of its stop bit.
struct Byte {
  std::uint8_t value = 0;
  Instant first_bit;
  Instant last_bit;
  friend bool operator==(const Byte&, const Byte&) = default;
};

/// The line carried something that is no byte.
struct LineError {
  enum class Kind { framing, line_break } kind = Kind::framing;
  std::uint8_t value = 0;  ///< the data bits seen
  Instant at;
  friend bool operator==(const LineError&, const LineError&) = default;
};

/// The far end is gone: the process ended, the socket closed, the model called $finish. Events that it
/// sent before are delivered first. Every later receive() returns HungUp again.
struct HungUp {
  std::string how;  ///< `exited with status 3`, `killed by signal 11 (SIGSEGV)`, `$finish at …`
  Instant at;
  friend bool operator==(const HungUp&, const HungUp&) = default;
};

using Event = std::variant<TimedOut, Byte, LineError, HungUp>;

/// How a reset went.
struct Outcome {
  bool done = false;  ///< false: this link cannot (LinkInfo::can_reset)
  Instant ready;      ///< from here on the DUT can be spoken to; given even when nothing was done
  std::string note;   ///< what was done, for the transcript
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

/// What the driver of a serial port counted.
struct LineErrorCounts {
  std::uint32_t framing = 0;
  std::uint32_t parity = 0;
  std::uint32_t breaks = 0;
  std::uint32_t overruns = 0;  ///< bytes that the host's side lost: never the DUT's fault
  friend bool operator==(const LineErrorCounts&, const LineErrorCounts&) = default;
};

/// What the rig's own side noticed since it was last asked.
struct Health {
  Duration stalled{};  ///< the longest time for which the rig itself stood still
  LineErrorCounts line;
  Duration
      starved{};  ///< the longest time for which, in one exchange, others kept the DUT's program from running
  Duration suspended{};  ///< for how long the whole machine slept, the monotonic clock with it
  friend bool operator==(const Health&, const Health&) = default;
};

/// A change of the line that the DUT drives: from here on it is high (the level of rest) or low.
struct LineEdge {
  Instant at;
  bool level = false;
  friend bool operator==(const LineEdge&, const LineEdge&) = default;
};

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
class Link {
 public:
  virtual ~Link() = default;
  Link() = default;
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  virtual const LinkInfo& info() const = 0;

  /// Sends all of `bytes`, back to back, not before `not_before` (nor before what was sent earlier).
  /// Bytes from the DUT that arrive meanwhile are kept for receive(). To a far end that is gone the bytes
  /// are lost; receive() then tells HungUp.
  virtual Sent send(ByteView bytes, Instant not_before) = 0;

  /// The next event, or TimedOut once `until` (its latest end) plus the hold-back has passed. A byte whose
  /// last bit is surely later than `until` is kept for the next call.
  Event receive(Instant until);

  /// Puts an event back: the next receive() that may see it returns it. One at a time.
  void put_back(Event event);

  /// Brings the power-on state, where the link can.
  virtual Outcome reset() = 0;

  /// A new case begins: what was said before is of the case before. A reset() where the link can do that by
  /// itself; where a person would have to, the DUT stays as it is.
  virtual Outcome resume() { return reset(); }

  /// Stalls of the rig and errors that its driver counted since this was last asked. Links that keep their
  /// own time have none.
  virtual Health health() { return {}; }

  /// What is seen of the far end suggests why it does not answer, a sentence each. Not part of the evidence.
  virtual std::vector<std::string> hints() { return {}; }

  /// The bit rate to which the DUT has set its side of the line, where that can be read although the line has
  /// no bits (a pseudo-terminal). Nothing: it cannot, or the DUT has set none.
  virtual std::optional<std::uint32_t> rate_set_by_dut() { return std::nullopt; }

  /// Null: this link has no wire to disturb.
  virtual WireControl* wire() { return nullptr; }

  /// Seeds whatever is random in the link itself (an RTL model's power-on state) from the next reset() on, so
  /// that a case meets the same DUT whichever cases ran before it. Links without randomness ignore it.
  virtual void reseed(std::uint64_t seed) { static_cast<void>(seed); }

  /// A note into the evidence (segment borders, say). Links without a record ignore it.
  virtual void note(const std::string& text) { static_cast<void>(text); }

 protected:
  virtual Event do_receive(Instant until) = 0;
  /// A derived reset() drops what was put back.
  void drop_put_back() { put_back_.reset(); }

 private:
  std::optional<Event> put_back_;
};

/// When an event happened (for a byte: the end of its stop bit).
const Instant& instant_of(const Event& event);

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
