#pragma once
/// A link in real time over any transport: the one place where bytes on descriptors get their instants.
///
/// Times are of CLOCK_MONOTONIC. A byte came after the last moment at which the rig knew that it was not
/// there (less the hold-back of the transport), and before the rig had read it; bytes read together share
/// that interval. It is tens of microseconds wide just after a request, a fifth of a millisecond near the
/// limit of a receive(), and a millisecond at most in between. Nobody looks between two calls: what comes
/// then has an interval as wide as that time. A rig that was stopped or starved meanwhile gets a wider
/// interval, never a late DUT; so do bytes that follow at once, which a driver that stood still with it may
/// have had. health() tells how long it stood still. A program on this machine that others
/// kept from running (starvation.hpp) may have been ready earlier by so long: its bytes' intervals begin
/// earlier by that, yet not before the request, and what does not come is waited for so much longer.
///
/// On a wire (`byte_time` above zero) a byte takes its time: a request has ended when its last byte has been
/// clocked out, and of the bytes read together the earlier ones ended earlier.
///
/// At most 64 KiB are taken from the DUT in advance, then it has to wait. A DUT that does not read has the
/// request wait for it (Sent tells), at most for `write_patience`; then it counts as hung up.

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rig/link/link.hpp"
#include "rig/link/stream/heartbeat.hpp"
#include "rig/link/stream/starvation.hpp"
#include "rig/link/stream/transport.hpp"

namespace rig {

struct StreamOptions {
  LinkInfo info;         ///< clock and clock kind are filled in here
  Duration byte_time{};  ///< ten bits on the wire; zero: the transport has no bit rate
  Duration write_patience = std::chrono::seconds(10);  ///< for a far end that does not read
};

class StreamLink : public Link {
 public:
  StreamLink(StreamOptions options, std::unique_ptr<Transport> transport);

  const LinkInfo& info() const override { return info_; }
  Sent send(ByteView bytes, Instant not_before) override;
  Outcome reset() override;
  Outcome resume() override;
  Health health() override;
  std::vector<std::string> hints() override;
  std::optional<std::uint32_t> rate_set_by_dut() override;

  /// Ten bits on the wire; zero: the transport has no bit rate.
  Duration byte_time() const { return byte_time_; }

  /// The transport was found to delay bytes by up to `hold_back`; `how` says how that is known.
  void set_hold_back(Duration hold_back, const std::string& how);

 protected:
  Event do_receive(Instant until) override;
  Transport& transport() { return *transport_; }

 private:
  enum class Found { nothing, bytes, end };

  /// Bytes read and not yet handed out; those of one read came together.
  class Inbox {
   public:
    Inbox();
    std::span<std::uint8_t> space();
    void add(std::size_t count, const Instant& at);
    bool empty() const { return begin_ == end_; }
    /// When the next byte ended, as far as is known.
    Instant next_instant(Duration byte_time) const;
    Byte take(Duration byte_time);
    void clear();

   private:
    struct Run {
      std::size_t left;
      Instant at;
    };
    std::vector<std::uint8_t> bytes_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    std::deque<Run> runs_;
  };

  Duration time_to_look(Duration limit) const;
  void sample_processor_times();
  void begin_of_a_start(Duration moment);
  Duration excused_from(Duration moment) const;
  Duration starved_since(Duration moment);
  bool came_to_the_end_of(Duration patience);
  void look(Duration time);
  void look_and_read(Duration begin, Duration time);
  Duration caught_up() const;
  Duration take_what_came_before();
  Found read_input();
  void forget_what_came();
  void end_unless_more_comes();
  void end(int error);
  void hang_up(const std::string& what, const Instant& at);
  void wait_until(Duration moment);
  std::size_t write_some(ByteView bytes);
  void wait_for_reader(Duration begin);

  LinkInfo info_;
  Duration byte_time_;
  Duration write_patience_;
  Inbox inbox_;
  bool somebody_reads_ = true;
  Duration quiet_until_{};   ///< what is not in the inbox yet came to the rig after this moment
  Duration asked_{};         ///< when the last request had been written
  Duration wire_free_{};     ///< when the last request has been clocked out, at the earliest
  Duration heard_{};         ///< when the DUT was last asked or heard, or was known to be silent
  Duration started_{};       ///< when the DUT's program was last started
  Duration ready_{};         ///< … and could be asked
  bool has_spoken_ = false;  ///< … since then
  bool starting_ = false;    ///< … and neither answered nor was known to be silent since
  Starvation starvation_;    ///< since the last request; of a program that starts, since its start
  Duration longest_starved_{};
  struct {
    Duration begin = Duration(-std::chrono::hours(1));
    Duration end = begin;
  } stall_;  ///< of the rig itself, the last one that a look met
  std::optional<HungUp> hung_up_;
  std::unique_ptr<Transport> transport_;
  Heartbeat heartbeat_;
};

}  // namespace rig
