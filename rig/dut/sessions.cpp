#include "rig/dut/sessions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "rig/base/errors.hpp"
#include "rig/base/readable.hpp"
#include "rig/link/link.hpp"

namespace rig::dut {

using protocol::Parsed;
using protocol::ParseState;
using protocol::Reply;
using protocol::ReplyKind;

Bytes Exchange::received() const {
  Bytes values;
  for (const Byte& byte : bytes) values.push_back(byte.value);
  return values;
}

Duration SessionOptions::scaled(Duration time) const {
  return Duration(std::llround(static_cast<double>(time.count()) * timeout_scale));
}

AnySession::AnySession(FarEnd& far_end, const protocol::Contest& contest, SessionOptions options)
    : far_end_(far_end),
      contest_(contest),
      options_(options),
      begun_(Instant::exactly(far_end.info().clock, Duration::zero())),
      last_(begun_) {}

Duration AnySession::elapsed() const {
  return std::max(last_.latest - begun_.earliest, Duration::zero());
}

Exchange AnySession::new_exchange(const protocol::Request& request) const {
  Exchange exchange;
  exchange.request = request;
  exchange.label = contest_.dialect->label(request);
  exchange.expected = contest_.dialect->expects(request);
  exchange.expected.deadline = options_.scaled(exchange.expected.deadline);
  if (exchange.expected.kind != ReplyKind::silence) exchange.expected.deadline += options_.time_margin;
  return exchange;
}

Duration AnySession::patience_for(Exchange& exchange) {
  exchange.hurried = patience().lost();
  const Duration blur = exchange.hurried ? info().uncertainty : Duration::zero();
  return patience().of(exchange.expected.deadline) + blur;
}

Outcome AnySession::begun_with(Outcome outcome) {
  begun_anew(outcome);
  if (!started_) begun_ = outcome.ready;
  started_ = true;
  last_ = outcome.ready;
  return outcome;
}

namespace {

using namespace std::chrono_literals;

/// After a reply that cannot be right, how long the host goes on listening for the rest of it.
constexpr Duration tail_of_a_bad_reply = 50ms;

/// A request may be drawn out by so much more than was meant before its board may give it up.
constexpr Duration longest_pause_too_many = 100ms;

class ByteSession final : public AnySession, private ByteCapability, private WireCapability {
 public:
  ByteSession(Link& link, const protocol::Contest& contest, SessionOptions options)
      : AnySession(link, contest, options), link_(link), dialect_(*contest.dialect->bytes()) {}

  ByteCapability* bytes() override { return this; }
  WireCapability* wire() override { return link_.wire() == nullptr ? nullptr : this; }

  Exchange ask(const protocol::Request& request, Spacing spacing) override {
    return ask_together({&request, 1}, spacing);
  }

  Overheard listen(Duration span) override {
    Overheard overheard;
    overheard.listened = span;
    const Instant until = last() + span;
    while (!overheard.hung_up && overheard.bytes.size() < flood) {
      const Event event = link_.receive(until);
      if (std::holds_alternative<TimedOut>(event)) break;
      if (const auto* byte = std::get_if<Byte>(&event)) overheard.bytes.push_back(*byte);
      if (const auto* error = std::get_if<LineError>(&event)) overheard.line_errors.push_back(*error);
      if (const auto* gone = std::get_if<HungUp>(&event)) overheard.hung_up = *gone;
    }
    happened(until);
    return overheard;
  }

 private:
  Link& link() override { return link_; }

  Exchange ask_together(std::span<const protocol::Request> requests, Spacing spacing) override {
    require_silent_beginning(requests);
    Exchange exchange = new_exchange(requests.back());
    exchange.request_bytes = encode(requests);
    if (spacing.begin == Begin::after_a_pause) collect_unasked(exchange);
    exchange.sent = send(exchange.request_bytes, spacing);
    happened(exchange.sent.last_bit);
    if (exchange.expected.kind == ReplyKind::silence) {
      await_silence(exchange);
    } else {
      await_reply(exchange);
      learn(exchange);
      if (!exchange.replied() && !exchange.hung_up) require_steady(exchange, spacing);
    }
    return exchange;
  }

  Sent tell(std::span<const protocol::Request> requests, Spacing spacing) override {
    const Sent sent = send(encode(requests), spacing);
    happened(sent.last_bit);
    return sent;
  }

  WireControl& control() override { return *link_.wire(); }

  void set_host_rate(std::int32_t parts_per_million) override {
    control().set_bit_rate_offset(parts_per_million);
    host_rate_ = parts_per_million;
  }

  Sent disturb(const std::function<Sent(WireControl&)>& how) override {
    const Sent sent = how(control());
    happened(sent.last_bit);
    return sent;
  }

  void begun_anew(const Outcome& outcome) override {
    is_starting_ = outcome.done;
    if (outcome.done) host_rate_ = 0;
  }

  /// What arrives between the last reply and the next request belongs to the exchange before.
  void collect_unasked(Exchange& exchange) {
    Overheard before = listen(options().turnaround);
    exchange.unasked = std::move(before.bytes);
    exchange.line_errors = std::move(before.line_errors);
    exchange.hung_up = before.hung_up;
  }

  Bytes encode(std::span<const protocol::Request> requests) const {
    Bytes bytes;
    for (const protocol::Request& request : requests) {
      const Bytes more = dialect_.encode(request);
      bytes.insert(bytes.end(), more.begin(), more.end());
    }
    return bytes;
  }

  /// A reply in the middle of what is sent would belong to nobody.
  void require_silent_beginning(std::span<const protocol::Request> requests) const {
    if (requests.empty()) throw RigError("A session was asked nothing.");
    for (const protocol::Request& request : requests.first(requests.size() - 1)) {
      if (dialect_.expects(request).kind == ReplyKind::silence) continue;
      throw RigError("A request that calls for a reply was sent together with the next one.");
    }
  }

  Sent send(ByteView bytes, Spacing spacing) {
    const Instant begin = spacing.begin == Begin::in_the_last_stop_bit ? last() + (-half_bit()) : last();
    const std::vector<std::size_t> begins = begins_of_pieces(bytes, spacing);
    if (begins.size() == 1) return link_.send(bytes, begin);
    Sent whole = link_.send(bytes.first(begins[1]), begin);
    for (std::size_t i = 1; i < begins.size(); ++i) {
      const std::size_t end = i + 1 < begins.size() ? begins[i + 1] : bytes.size();
      const bool is_block = spacing.block > spacing.gap && dialect_.pauses_after(bytes.first(begins[i]));
      const Duration pause = is_block ? spacing.block : spacing.gap;
      whole.last_bit = link_.send(bytes.subspan(begins[i], end - begins[i]), whole.last_bit + pause).last_bit;
    }
    return whole;
  }

  /// Where each piece of a request begins that is sent by itself.
  std::vector<std::size_t> begins_of_pieces(ByteView bytes, Spacing spacing) const {
    std::vector<std::size_t> begins = {0};
    for (std::size_t i = 1; i < bytes.size(); ++i) {
      const bool is_block = spacing.block > Duration::zero() && dialect_.pauses_after(bytes.first(i));
      if (spacing.gap > Duration::zero() || is_block) begins.push_back(i);
    }
    return begins;
  }

  /// A rig that stood still between two bytes has asked something else than it meant to: a board that gave
  /// such a request up is not to blame.
  void require_steady(const Exchange& exchange, Spacing spacing) const {
    const std::size_t pieces = begins_of_pieces(exchange.request_bytes, spacing).size();
    if (pieces == 1 || link_.info().clock_kind != ClockKind::monotonic) return;
    const auto bytes = static_cast<std::int64_t>(exchange.request_bytes.size());
    const Duration meant = bytes * (spacing.gap + 20 * half_bit() + link_.info().uncertainty) +
                           static_cast<std::int64_t>(pieces) * spacing.block;
    const Duration took = between(exchange.sent.first_bit, exchange.sent.last_bit).longest;
    if (took <= meant + longest_pause_too_many) return;
    throw RigError(fmt::format(
        "The rig stood still while it sent a request: that took {} instead of {}. The board's answer "
        "proves nothing.",
        readable(took), readable(meant)));
  }

  void await_silence(Exchange& exchange) {
    const Instant until = exchange.sent.last_bit + exchange.expected.deadline;
    exchange.waited = exchange.expected.deadline;
    while (!exchange.hung_up && exchange.bytes.size() < flood) {
      const Event event = link_.receive(until);
      if (std::holds_alternative<TimedOut>(event)) break;
      take(exchange, event);
    }
    happened(until);
  }

  void await_reply(Exchange& exchange) {
    const Instant at_most = exchange.sent.last_bit + time_to_wait(exchange);
    Instant until = at_most;
    while (!exchange.hung_up && exchange.bytes.size() + exchange.unasked.size() < flood) {
      const Event event = link_.receive(until);
      if (std::holds_alternative<TimedOut>(event)) {
        happened(until);
        break;
      }
      take(exchange, event);
      // What came while the request was still going out ends nothing before the request does.
      const Instant& at = instant_of(event);
      happened(surely_before(at, exchange.sent.last_bit) ? exchange.sent.last_bit : at);
      if (exchange.reply.state != ParseState::malformed) {
        exchange.reply = dialect_.parse_reply(exchange.request, exchange.received());
      }
      if (exchange.reply.state == ParseState::complete) {
        if (!exchange.reply.may_go_on) break;
        until = end_of_the_rest(exchange, at_most);
      } else if (exchange.reply.state == ParseState::malformed) {
        until = last() + tail_of_a_bad_reply;
        if (until.latest > at_most.latest) until = at_most;
      } else {
        until = at_most;
      }
    }
    exchange.waited = between(exchange.sent.last_bit, last()).longest;
    if (exchange.replied())
      exchange.latency = between(exchange.sent.last_bit, exchange.bytes.back().last_bit);
  }

  /// The rest of a reply that is whole and may go on comes by the deadline, or soon after what came.
  Instant end_of_the_rest(const Exchange& exchange, const Instant& at_most) const {
    const Instant deadline = exchange.sent.last_bit + exchange.expected.deadline + tail_of_a_bad_reply;
    const Instant soon = last() + tail_of_a_bad_reply;
    const Instant until = soon.latest > deadline.latest ? soon : deadline;
    return until.latest > at_most.latest ? at_most : until;
  }

  Duration time_to_wait(Exchange& exchange) {
    const bool is_starting = std::exchange(is_starting_, false) && patience().unanswered() == 0;
    const Duration usual = patience_for(exchange);
    return is_starting ? std::max(usual, options().start_patience) : usual;
  }

  /// Any answer counts, a wrong one too; a byte from before the request is none. Whoever has hung up is not
  /// waited for.
  void learn(const Exchange& exchange) {
    if (exchange.hung_up) return;
    if (exchange.bytes.empty() && exchange.line_errors.empty())
      return patience().not_heard(exchange.expected.deadline);
    patience().heard();
  }

  void take(Exchange& exchange, const Event& event) {
    if (const auto* byte = std::get_if<Byte>(&event)) {
      if (surely_before(byte->first_bit, exchange.sent.first_bit)) {
        exchange.unasked.push_back(*byte);
        return;
      }
      exchange.bytes.push_back(*byte);
      if (surely_before(byte->first_bit, exchange.sent.last_bit + (-rest_of_stop_bit()))) ++exchange.early;
    } else if (const auto* error = std::get_if<LineError>(&event)) {
      exchange.line_errors.push_back(*error);
    } else if (const auto* gone = std::get_if<HungUp>(&event)) {
      exchange.hung_up = *gone;
    }
  }

  Duration half_bit() const {
    return page().baud == 0 ? Duration::zero() : Duration(500'000'000 / page().baud);
  }

  /// From the middle of a request's last stop bit to its end. A board reckons nine and a half bits of its own
  /// from the edge of the start bit, and may answer then. Its bits are as short as those that it may send: on
  /// a fast board, or with a slow host, that moment is before the middle of the host's stop bit.
  Duration rest_of_stop_bit() const {
    if (page().baud == 0) return Duration::zero();
    constexpr double bits_to_the_middle = 9.5;
    constexpr double bits_of_a_byte = 10;
    const double nominal_bit = 1e9 / page().baud;
    const double hosts_bit = nominal_bit / (1 + host_rate_ / 1e6);
    const double boards_bit = nominal_bit / (1 + protocol::bit_rate_tolerance / 1e6);
    const double middle = bits_to_the_middle * std::min(boards_bit, hosts_bit);
    return Duration(std::llround(bits_of_a_byte * hosts_bit - middle));
  }

  Link& link_;
  const protocol::ByteDialect& dialect_;
  std::int32_t host_rate_ = 0;  // away from nominal, in parts per million
  bool is_starting_ = false;    // it has not been asked for a reply since it was started
};

}  // namespace

std::unique_ptr<Session> new_session(FarEnd& far_end, const protocol::Contest& contest,
                                     SessionOptions options) {
  const bool over_files = contest.medium() == Medium::files;
  Link* const link = far_end.bytes();
  FileExchange* const exchange = far_end.files();
  if (!over_files && link != nullptr) return std::make_unique<ByteSession>(*link, contest, options);
  if (over_files && exchange != nullptr) return new_file_session(*exchange, contest, options);
  throw RigError(fmt::format("{} is played {}, and {} is not.", contest.name,
                             over_files ? "over files" : "in bytes", far_end.info().name));
}

}  // namespace rig::dut
