/// The line itself: bit rates, what disturbs it, both directions at once. Where a link carries bytes and no
/// bits, most of this does not apply.

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "conformance/suite/cases/wire_case.hpp"
#include "conformance/suite/suite.hpp"
#include "rig/base/readable.hpp"
#include "rig/link/link.hpp"

using namespace conformance;
using namespace std::chrono_literals;
using rig::Duration;
using rig::Sent;
using rig::Verdict;
using rig::WireControl;
using rig::dut::Begin;
using rig::dut::Spacing;

namespace {

constexpr int turns_on_the_wire = 3;
constexpr Spacing at_once{{}, Begin::in_the_last_stop_bit};

std::function<Sent(WireControl&)> glitch(Duration width, Duration then_idle) {
  return [=](WireControl& wire) { return wire.glitch(width, then_idle); };
}

std::function<Sent(WireControl&)> line_break(Duration length) {
  return [=](WireControl& wire) { return wire.send_break(length); };
}

std::function<Sent(WireControl&)> bad_stop_bit(std::uint8_t value) {
  return [=](WireControl& wire) { return wire.send_with_framing_error(value); };
}

std::string signed_percent(double percent) {
  return fmt::format("{:+g} %", percent);
}

}  // namespace

// One request ends a match and the next begins another: hosts send both at once. The first time just after
// power-on, which is the only time for a board that is reset between matches.
CONFORMANCE_CASE(Spacing, EndAndHelloGlued, "understands the end and the next handshake without a gap",
                 Checks{.subject = "line.end-glued", .exchanges = 5}) {
  const rig::protocol::Request& end = end_of_game();
  const bool declared = options().resets == ResetPolicy::declared;
  const int times = declared ? 1 : 3;
  if (declared) hard_reset();
  lay_blame_on("line.end-glued");
  for (int i = 0; i < times; ++i) {
    const bool answered = ask_together({end, contest().hello}).replied();
    if (!conclude(
            "line.end-glued", answered,
            fmt::format("the handshake was not answered: it followed {} without a gap", the_end(contest()))))
      return;
  }
}

// The board's transmitter, from its own edges; a program's, from what it has set its device to.
CONFORMANCE_CASE_OF(WireCase, Line, TransmitterBitRate, "sends at the contest's bit rate",
                    Checks{.subject = "line.rate"}) {
  if (set_to_another_rate("line.rate")) return;
  const rig::UartTiming line = watch_transmitter();
  judge_rate("line.rate", line, rig::protocol::bit_rate_tolerance / 1e4);
  report_stop_bits_and_gaps(line);
}

// The tolerance of a line is shared by its two ends: a board should not use it up alone.
CONFORMANCE_CASE_OF(WireCase, Line, TransmitterMargin, "sends close enough to the bit rate to leave a margin",
                    Checks{.subject = "line.rate-margin"}) {
  judge_rate("line.rate-margin", watch_transmitter(), 1.5);
}

// A host's crystal and its divider are off too; 2 % each way is what a receiver is built for.
CONFORMANCE_CASE_OF(WireCase, Line, HostBitRate, "understands a host whose bit rate is 1 or 2 % off",
                    Checks{.subject = "line.host-rate"}) {
  wire();
  lay_blame_on("line.host-rate");
  const auto other = opponent("random");
  const auto is_understood = [&](double percent) {
    begin_anew();
    set_host_rate(percent);
    const std::string host = "a host whose bit rate is " + signed_percent(percent) + " off";
    if (!greet()) return conclude("line.host-rate", false, host + " was not answered");
    const GameReport game = play(contest().seats.back(), *other, {turns_on_the_wire, {}});
    conclude("line.host-rate", game, host + " was misunderstood");
    return game.sound;
  };
  const auto required = {-1.0, 1.0, -2.0, 2.0};
  const bool understood = std::all_of(required.begin(), required.end(), is_understood);
  const std::string slowest = signed_percent(last_good_host_rate(-0.5, -10));
  const std::string fastest = signed_percent(last_good_host_rate(0.5, 10));
  const bool is_about_rates = understood || opens_a_game(0, {});  // else it goes wrong at the nominal one too
  if (is_about_rates)
    measured({"host rates understood", slowest + " to " + fastest, clause("line.host-rate") + ": ±2 %",
              understood ? Verdict::pass : Verdict::fail});
  begin_anew();
}

// A spike shorter than half a bit is no start bit, some time before a request or just before it.
CONFORMANCE_CASE_OF(WireCase, Line, AfterGlitch, "ignores a glitch shorter than half a bit",
                    Checks{.subject = "line.recovery"}) {
  wire();
  for (const double width : {0.1, 0.25, 0.45}) {
    const std::string what = fmt::format("a glitch of {} bit", width);
    if (!recovers_from(what, glitch(bits(width), bits(20)))) return;
    if (!recovers_from(what, glitch(bits(width), bits(2)), at_once)) return;
  }
}

// A cable is plugged, a host opens its port: the line is low for longer than a byte.
CONFORMANCE_CASE_OF(WireCase, Line, AfterBreak, "ignores a break on the line",
                    Checks{.subject = "line.recovery"}) {
  wire();
  for (const Duration length : {bits(11), bits(25), Duration(100ms)}) {
    if (!recovers_from("a break of " + rig::readable(length), line_break(length))) return;
  }
}

// A byte whose stop bit is low does not count: neither as a handshake nor as the beginning of a request.
CONFORMANCE_CASE_OF(WireCase, Line, AfterFramingError, "ignores a byte whose stop bit is low",
                    Checks{.subject = "line.recovery"}) {
  wire();
  const rig::protocol::Move any = contest().new_game(contest().seats.front())->legal_moves().front();
  const rig::protocol::Request move = rig::protocol::asks_after(any);
  for (const rig::protocol::Request& request : {first_request(contest()), move}) {
    const std::uint8_t byte = contest().dialect->encode(request).front();
    const std::string what = fmt::format("a {} whose stop bit was low", rig::quoted({&byte, 1}));
    if (!recovers_from(what, bad_stop_bit(byte))) return;
  }
}

// Both directions at once: a host that has seen the middle of the last stop bit may already speak.
CONFORMANCE_CASE_OF(WireCase, Line, FullDuplex,
                    "understands a request that begins in the last stop bit of the reply before it",
                    Checks{.subject = "line.duplex"}) {
  wire();
  const auto other = opponent("random");
  for (const rig::protocol::Seat& seat : contest().seats) {
    if (!greet()) return;
    lay_blame_on("line.duplex");
    const GameReport game = play(seat, *other, {turns_on_the_wire, at_once});
    conclude("line.duplex", game, "a request that began in the last stop bit of the reply was misunderstood");
    if (!game.sound) return;
    end_match();
  }
}

// No real host asks again before it was answered; one that did must find the board able to play on.
CONFORMANCE_CASE_OF(WireCase, Line, RequestTooSoon,
                    "answers again after a request that came before the previous one was answered",
                    Checks{.subject = "line.overrun"}) {
  if (!greet()) return;
  lay_blame_on("line.overrun");
  const rig::protocol::Request first = contest().requests(contest().seats.front(), {}).front();
  const rig::protocol::Request& begin = first_request(contest());
  for (const std::vector<rig::protocol::Request>& both :
       {std::vector{begin, begin}, std::vector{first, begin}}) {
    report_answer(both);
    say_end();
    const bool answers =
        contest().greets ? greet() : play(contest().seats.front(), *opponent("random"), {1, {}}).sound;
    if (!conclude("line.overrun", answers,
                  fmt::format("{} was not answered after requests that were sent too early",
                              contest().greets ? "the handshake" : "the beginning of a game")))
      return;
  }
}

// How far a host may be off in rate and spacing together. It reports the field, and a hole in its middle.
CONFORMANCE_CASE_OF(WireCase, Line, Shmoo, "bit rate of the host against the gap between its bytes",
                    Checks{.subject = "line.margin"}) {
  wire();
  lay_blame_on("line.margin");
  const auto other = opponent("random");
  if (!greet() || !play(contest().seats.back(), *other, {1, {}}).sound) return;
  constexpr int expected_of_receivers = 2;  // percent, whatever the spacing
  std::string hole;
  rig::report::Shmoo shmoo{
      "handshake and the first request of a game", "host's bit rate, %", {}, "gap", {}, {}};
  for (int percent = -6; percent <= 6; ++percent)
    shmoo.columns.push_back(percent == 0 ? "0" : fmt::format("{:+}", percent));
  for (const Duration gap : {Duration(0), Duration(100us), Duration(500us), Duration(1ms), Duration(2ms),
                             Duration(5ms), Duration(10ms), Duration(20ms)}) {
    shmoo.rows.push_back(rig::readable(gap));
    std::string& cells = shmoo.cells.emplace_back();
    for (int percent = -6; percent <= 6; ++percent) {
      const bool answered = opens_a_game(percent, {gap});
      cells += answered ? rig::report::Shmoo::answered : rig::report::Shmoo::not_answered;
      if (answered || std::abs(percent) > expected_of_receivers || !hole.empty()) continue;
      hole = fmt::format("not answered at {} with gaps of {}", signed_percent(percent), rig::readable(gap));
    }
  }
  begin_anew();
  show(std::move(shmoo));
  conclude("line.margin", hole.empty(), hole, "a combination of rate and gap is not answered");
}
