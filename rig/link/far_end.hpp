#pragma once
/// A far end: whatever a DUT is reached through, with its own clock. It is spoken to in bytes (a Link) or
/// over files (a FileExchange); here stands what both have. A far end is opened, recorded, replayed and
/// handed to a session as one thing; who needs more asks what it can do.

#include <cstdint>
#include <map>
#include <string>

#include "rig/base/exchanged_files.hpp"
#include "rig/base/time.hpp"

namespace rig {

class Link;
class FileExchange;

/// Which kind of clock a link's instants are of.
enum class ClockKind { simulated, virtual_time, monotonic };

/// What a link is and can do; constant from opening to closing.
struct LinkInfo {
  std::string name;         ///< as the user wrote it: `rtl:rook`
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
  std::uint32_t load =
      0;  ///< how much the machine had to run in the last minute, in percent of its processors
  friend bool operator==(const Health&, const Health&) = default;
};

/// What a DUT is reached through.
///
/// Not thread-safe. Every member may throw RigError when the rig's own side fails.
class FarEnd {
 public:
  virtual ~FarEnd() = default;
  FarEnd() = default;
  FarEnd(const FarEnd&) = delete;
  FarEnd& operator=(const FarEnd&) = delete;

  virtual const LinkInfo& info() const = 0;

  /// This far end as a channel of bytes; null: it is spoken to over files.
  virtual Link* bytes() { return nullptr; }
  /// This far end as an exchange of files; null: it is spoken to in bytes.
  virtual FileExchange* files() { return nullptr; }

  /// Brings the power-on state, where it can.
  virtual Outcome reset() = 0;

  /// A new case begins: what was said before is of the case before. A reset() where the far end can do that
  /// by itself; where a person would have to, the DUT stays as it is.
  virtual Outcome resume() { return reset(); }

  /// Stalls of the rig and errors that its driver counted since this was last asked. Far ends that keep their
  /// own time have none.
  virtual Health health() { return {}; }

  /// Seeds whatever is random in the far end itself (an RTL model's power-on state) from the next reset() on,
  /// so that a case meets the same DUT whichever cases ran before it. Those without randomness ignore it.
  virtual void reseed(std::uint64_t seed) { static_cast<void>(seed); }

  /// A note into the evidence (segment borders, say). Far ends without a record ignore it.
  virtual void note(const std::string& text) { static_cast<void>(text); }
};

}  // namespace rig
