#include "rig/link/stream/stream_link.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "rig/base/errors.hpp"
#include "rig/base/readable.hpp"
#include "rig/link/stream/monotonic.hpp"

namespace rig {

namespace {

constexpr std::size_t buffer_capacity = std::size_t{64} * 1024;
/// How long the link may go without a look at it. Looks are closer just after a request and near a limit.
constexpr Duration longest_look = std::chrono::milliseconds(1);
constexpr Duration longest_forgetting = std::chrono::milliseconds(100);
constexpr Duration shortest_look = std::chrono::microseconds(50);
constexpr Duration shortest_look_near_a_limit = std::chrono::microseconds(200);
/// A reply that is as quick as this needs no excuse, and reading one's times would slow it down.
constexpr Duration too_quick_to_starve = std::chrono::milliseconds(1);
constexpr Duration between_samples = std::chrono::milliseconds(20);
/// A look that took so much longer than it should: the rig stood still.
constexpr Duration shortest_stall = std::chrono::milliseconds(20);
/// In a longer one the whole machine may have stood still, and a program on it too.
constexpr Duration longest_stall_of_a_rig_alone = std::chrono::milliseconds(200);
/// When the rig stood still, drivers and adapters may have too. They hand on what they have soon afterwards.
constexpr Duration longest_catching_up = std::chrono::milliseconds(20);
constexpr Duration longest_starvation = std::chrono::seconds(30);

[[noreturn]] void fail(const LinkInfo& info, std::string_view what) {
  throw RigError(
      fmt::format("{} {}: {}.", info.name, what, std::strerror(errno)));  // NOLINT(concurrency-mt-unsafe)
}

bool poll_once(pollfd& watched, const timespec& timeout) {
  return ppoll(&watched, 1, &timeout, nullptr) > 0;
}

void require_monotonic(const Instant& at) {
  if (at.clock == monotonic_domain()) return;
  throw RigError("A link in real time was given an instant of another clock.");
}

}  // namespace

StreamLink::Inbox::Inbox() : bytes_(buffer_capacity) {}

std::span<std::uint8_t> StreamLink::Inbox::space() {
  if (begin_ == end_) begin_ = end_ = 0;
  return std::span(bytes_).subspan(end_);
}

void StreamLink::Inbox::add(std::size_t count, const Instant& at) {
  end_ += count;
  runs_.push_back({count, at});
}

Instant StreamLink::Inbox::next_instant(Duration byte_time) const {
  const Run& run = runs_.front();
  const Duration followers = static_cast<std::int64_t>(run.left - 1) * byte_time;
  return monotonic_interval(run.at.earliest, std::max(run.at.earliest, run.at.latest - followers));
}

Byte StreamLink::Inbox::take(Duration byte_time) {
  const Instant at = next_instant(byte_time);
  const Byte byte{bytes_[begin_++], at + (-byte_time), at};
  if (--runs_.front().left == 0) runs_.pop_front();
  return byte;
}

void StreamLink::Inbox::clear() {
  begin_ = end_ = 0;
  runs_.clear();
}

StreamLink::StreamLink(StreamOptions options, std::unique_ptr<Transport> transport)
    : info_(std::move(options.info)),
      byte_time_(options.byte_time),
      write_patience_(options.write_patience),
      quiet_until_(monotonic_now()),
      asked_(quiet_until_),
      transport_(std::move(transport)) {
  info_.clock_kind = ClockKind::monotonic;
  info_.clock = monotonic_domain();
  info_.uncertainty = longest_look + info_.hold_back;
}

void StreamLink::set_hold_back(Duration hold_back, const std::string& how) {
  info_.hold_back = hold_back;
  info_.uncertainty = longest_look + hold_back;
  info_.facts["hold-back"] = how;
}

std::vector<std::string> StreamLink::hints() {
  return transport_->hints();
}

std::optional<std::uint32_t> StreamLink::rate_set_by_dut() {
  return transport_->rate_set_by_dut();
}

Sent StreamLink::send(ByteView bytes, Instant not_before) {
  require_monotonic(not_before);
  wait_until(not_before.latest);
  const Duration begin = take_what_came_before();
  const Duration on_the_wire = static_cast<std::int64_t>(bytes.size()) * byte_time_;
  Duration first_written{};
  Duration last_begun = begin;
  while (!bytes.empty() && somebody_reads_) {
    last_begun = monotonic_now();
    const std::size_t count = write_some(bytes);
    if (count > 0 && first_written == Duration::zero()) first_written = monotonic_now();
    bytes = bytes.subspan(count);
    if (!bytes.empty() && somebody_reads_) wait_for_reader(begin);
  }
  asked_ = heard_ = monotonic_now();
  starting_ = starting_ && !has_spoken_;
  if (!starting_) starvation_.forget();
  if (first_written == Duration::zero()) first_written = asked_;
  if (byte_time_ == Duration::zero()) {
    return {monotonic_interval(begin, first_written + info_.hold_back),
            monotonic_interval(last_begun, asked_ + info_.hold_back)};
  }
  const Duration first_bit = std::max(begin, wire_free_);
  const Duration latest_start = std::max(first_written + info_.hold_back, first_bit);
  wire_free_ = first_bit + on_the_wire;
  return {monotonic_interval(first_bit, latest_start),
          monotonic_interval(wire_free_, std::max(asked_ + info_.hold_back, latest_start) + on_the_wire)};
}

Outcome StreamLink::reset() {
  drop_put_back();
  const std::string before = hung_up_ ? fmt::format(" (before, it had {})", hung_up_->how) : std::string{};
  const Duration begun = monotonic_now();
  const bool lost = hung_up_.has_value();
  inbox_.clear();
  hang_up("not running", monotonic_interval(begun, begun));  // and that it stays, if the next line throws
  Restart restart = transport_->restart(lost);
  hung_up_.reset();
  somebody_reads_ = true;
  quiet_until_ = begun;
  starvation_.forget();
  if (restart.power_on) begin_of_a_start(begun);
  if (!restart.new_stream) forget_what_came();
  wait_until(monotonic_now() + restart.settle);
  if (restart.power_on && hung_up_ && transport_->continue_after_restart()) {
    restart.note += "; connected again";
    hung_up_.reset();
    inbox_.clear();
    somebody_reads_ = true;
    quiet_until_ = monotonic_now();
    wait_until(quiet_until_ + restart.settle);
  }
  asked_ = heard_ = ready_ = monotonic_now();
  return {restart.power_on, Instant::exactly(info_.clock, asked_), restart.note + before};
}

Outcome StreamLink::resume() {
  if (!info_.resets_by_hand || hung_up_) return reset();
  drop_put_back();
  forget_what_came();
  asked_ = heard_ = monotonic_now();
  return {false, Instant::exactly(info_.clock, asked_), "left as it is"};
}

/// A DUT that never stops talking cannot be heard out.
void StreamLink::forget_what_came() {
  const Duration end = monotonic_now() + longest_forgetting;
  inbox_.clear();
  while (!hung_up_ && read_input() == Found::bytes && monotonic_now() < end) inbox_.clear();
  inbox_.clear();
}

Health StreamLink::health() {
  return {heartbeat_.longest_stall(), transport_->line_errors(),
          std::exchange(longest_starved_, Duration::zero()), heartbeat_.suspended(), load_of_the_machine()};
}

Event StreamLink::do_receive(Instant until) {
  require_monotonic(until);
  for (;;) {
    const Duration patience = std::max(until.latest + info_.hold_back, caught_up());
    if (!inbox_.empty()) {
      if (surely_before(until, inbox_.next_instant(byte_time_))) return TimedOut{until};
      return inbox_.take(byte_time_);
    }
    if (hung_up_) {
      if (surely_before(until, hung_up_->at)) return TimedOut{until};
      return *hung_up_;
    }
    if (came_to_the_end_of(patience)) return TimedOut{until};
    look(time_to_look(patience + starvation_.since(excused_from(heard_))));
  }
}

/// Whether nothing came for so long. What the DUT's program was kept from running meanwhile does not count.
bool StreamLink::came_to_the_end_of(Duration patience) {
  if (quiet_until_ < patience + starvation_.since(excused_from(heard_))) return false;
  sample_processor_times();
  const Duration starved = starved_since(excused_from(heard_));
  if (starved > longest_starvation) {
    throw RigError(
        fmt::format("{} got no processor for {} while an answer was awaited: this machine is too busy.",
                    info_.name, readable(starved)));
  }
  if (quiet_until_ < patience + starved) return false;
  heard_ = std::max(heard_, quiet_until_);  // of what it waited until now no other wait is longer
  if (asked_ != ready_) starting_ = false;
  return true;
}

void StreamLink::begin_of_a_start(Duration moment) {
  starting_ = true;
  has_spoken_ = false;
  started_ = moment;
  ProcessorSample nothing_yet;
  nothing_yet.at = moment;
  starvation_.begin(std::move(nothing_yet));
}

/// A program that has only just been started owes its first answer to all that it waited since its start:
/// what held it up before the request holds up the answer too.
Duration StreamLink::excused_from(Duration moment) const {
  return starting_ ? std::min(started_, moment) : moment;
}

/// The first sample after a request is the beginning: what the program waited in its first moments is not
/// known, nor does it matter, unless they were long.
void StreamLink::sample_processor_times() {
  if (monotonic_now() - asked_ < too_quick_to_starve) return;
  std::optional<ProcessorSample> sample = transport_->processor_times();
  if (!sample) return;
  if (starvation_.has_begun()) {
    starvation_.add(std::move(*sample));
  } else {
    starvation_.begin_late(std::move(*sample), asked_);
  }
}

Duration StreamLink::starved_since(Duration moment) {
  const Duration starved = starvation_.since(moment);
  longest_starved_ = std::max(longest_starved_, starved);
  return starved;
}

/// How long the next look may wait: short just after a request and near the limit, where a narrow interval
/// decides something, and longer in between.
Duration StreamLink::time_to_look(Duration limit) const {
  const Duration now = monotonic_now();
  const Duration left = std::max(limit - now, Duration::zero());
  const Duration near_limit = std::max(left / 8, shortest_look_near_a_limit);
  const Duration fine = std::clamp(std::min((now - asked_) / 16, near_limit), shortest_look, longest_look);
  return std::min(fine, left);
}

/// Waits at most `time` for the DUT to say something, and reads it. A rig that stood still notes that here.
void StreamLink::look(Duration time) {
  const Duration begin = monotonic_now();
  look_and_read(begin, time);
  const Duration end = monotonic_now();
  if (end - begin - time <= shortest_stall) return;
  stall_ = {begin, end};
  if (end - begin > longest_stall_of_a_rig_alone) starvation_.stood_still(begin, end);
}

/// From here on, bytes that come were not held up by the rig's last stall.
Duration StreamLink::caught_up() const {
  return stall_.end + longest_catching_up + info_.hold_back;
}

void StreamLink::look_and_read(Duration begin, Duration time) {
  std::array<pollfd, 2> watched = {pollfd{transport_->input(), POLLIN, 0},
                                   pollfd{transport_->ended(), POLLIN, 0}};
  const timespec timeout = to_timespec(time);
  const int ready = ppoll(watched.data(), watched.size(), &timeout, nullptr);
  if (ready < 0 && errno != EINTR) fail(info_, "cannot be listened to");
  if (ready == 0) quiet_until_ = begin + time;  // poll looks once more after its time is over
  if (ready <= 0) {
    if (begin - starvation_.last() >= between_samples) sample_processor_times();
    return;
  }
  if (read_input() == Found::nothing && watched[1].revents != 0) end_unless_more_comes();
}

/// The far end has ended; its last bytes may still be held back.
void StreamLink::end_unless_more_comes() {
  pollfd watched{transport_->input(), POLLIN, 0};
  const timespec timeout = to_timespec(info_.hold_back);
  if (poll_once(watched, timeout) && read_input() != Found::nothing) return;
  end(0);
}

/// What has come by now came before the request that is about to be sent. Returns a moment after that: surely
/// later than those bytes, and not later than the request or anything that answers it.
Duration StreamLink::take_what_came_before() {
  while (!hung_up_ && !inbox_.space().empty()) {
    if (read_input() == Found::nothing) return quiet_until_;
  }
  return monotonic_now();
}

StreamLink::Found StreamLink::read_input() {
  const std::span<std::uint8_t> space = inbox_.space();
  const Duration begin = monotonic_now();
  const ssize_t count = ::read(transport_->input(), space.data(), space.size());
  if (count < 0 && errno == EAGAIN) {
    quiet_until_ = begin;
    return Found::nothing;
  }
  if (count < 0 && errno == EINTR) return Found::bytes;
  if (count <= 0) {
    end(count < 0 ? errno : 0);
    return Found::end;
  }
  const auto length = static_cast<std::size_t>(count);
  transport_->heard(space.first(length));
  has_spoken_ = true;
  const Duration latest = monotonic_now();
  sample_processor_times();
  const Duration earliest = quiet_until_ - info_.hold_back;
  const Duration unhindered = std::max(asked_, earliest - starved_since(excused_from(asked_)));
  const bool after_a_stall = stall_.end > asked_ && begin < caught_up();
  const Duration unstalled = after_a_stall ? std::max(asked_, stall_.begin) : earliest;
  inbox_.add(length, monotonic_interval(std::min({earliest, unhindered, unstalled}), latest));
  heard_ = latest;
  if (length < space.size()) quiet_until_ = begin;  // it took all there was
  return Found::bytes;
}

void StreamLink::end(int error) {
  const Duration noticed = monotonic_now();
  const std::string how =
      transport_->how_it_ended(error);  // waits for the end: the last words come before it
  hang_up(how + transport_->last_words(), monotonic_interval(quiet_until_ - info_.hold_back, noticed));
}

void StreamLink::hang_up(const std::string& what, const Instant& at) {
  hung_up_ = HungUp{what, at};
  somebody_reads_ = false;
}

/// Sleeps, but keeps an eye on the DUT meanwhile.
void StreamLink::wait_until(Duration moment) {
  while (monotonic_now() < moment) {
    if (!hung_up_ && !inbox_.space().empty()) {
      look(time_to_look(moment));
    } else {
      sleep_until(moment);
    }
  }
}

std::size_t StreamLink::write_some(ByteView bytes) {
  const ssize_t count = transport_->write(bytes);
  if (count >= 0) return static_cast<std::size_t>(count);
  if (errno == EPIPE || errno == EIO || errno == ECONNRESET) {
    somebody_reads_ = false;  // whether that is an end, and of what, reading will tell
  } else if (errno != EAGAIN && errno != EINTR) {
    fail(info_, "cannot be written to");
  }
  return 0;
}

/// The transport is full. What the DUT says meanwhile is taken, so that it can come to read again.
void StreamLink::wait_for_reader(Duration begin) {
  const bool space = !inbox_.space().empty();
  std::array<pollfd, 3> watched = {pollfd{transport_->output(), POLLOUT, 0},
                                   pollfd{space ? transport_->input() : -1, POLLIN, 0},
                                   pollfd{transport_->ended(), POLLIN, 0}};
  const timespec timeout = to_timespec(longest_look);
  if (ppoll(watched.data(), watched.size(), &timeout, nullptr) < 0 && errno != EINTR) {
    fail(info_, "cannot be written to");
  }
  if (watched[1].revents != 0) read_input();
  const int gone = POLLHUP | POLLERR | POLLNVAL;
  if (watched[2].revents != 0 || (watched[0].revents & gone) != 0) {
    somebody_reads_ = false;  // how that came about, reading will tell
  }
  if (hung_up_ || !somebody_reads_ || watched[0].revents != 0 || monotonic_now() - begin < write_patience_)
    return;
  while (!inbox_.space().empty() && read_input() == Found::bytes) {
  }
  if (!hung_up_)
    hang_up("stopped reading" + transport_->last_words(), monotonic_interval(begin, monotonic_now()));
}

}  // namespace rig
