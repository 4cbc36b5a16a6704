#include "conformance/suite/cases/wire_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "conformance/suite/parts/evidence.hpp"
#include "rig/base/readable.hpp"
#include "rig/base/visible.hpp"
#include "rig/link/link.hpp"

namespace conformance {

using rig::Bytes;
using rig::Duration;
using rig::readable;
using rig::Verdict;
using rig::dut::Game;
using rig::dut::Spacing;
using rig::protocol::Request;
using rig::protocol::Seat;

rig::dut::WireCapability& WireCase::wire() {
  if (session().wire() == nullptr) throw NotApplicable{"this link has no wire to disturb or to measure"};
  return *session().wire();
}

Duration WireCase::bits(double count) const {
  return Duration(std::llround(count * 1e9 / contest().baud));
}

void WireCase::set_host_rate(double percent) {
  constexpr double ppm_of_a_percent = 1e4;
  wire().set_host_rate(static_cast<std::int32_t>(std::lround(percent * ppm_of_a_percent)));
}

bool WireCase::recovers_from(const std::string& what,
                             const std::function<rig::Sent(rig::WireControl&)>& disturbance,
                             Spacing spacing) {
  constexpr auto a_while = std::chrono::milliseconds(20);  // a board that answers to noise does so at once
  const bool after_silence = spacing.begin == rig::dut::Begin::after_a_pause;
  begin_anew();
  if (!greet()) return false;
  lay_blame_on("line.recovery");
  wire().disturb(disturbance);
  count("disturbances");
  if (after_silence) {
    const bool silent = expect_silence("line.recovery", a_while);
    if (!conclude("line.recovery", silent, what + " was answered")) return false;
  }
  const auto other = opponent("random");
  const GameReport game = play(contest().seats.front(), *other, {1, spacing});
  conclude("line.recovery", game,
           fmt::format("the request {} {} went wrong", after_silence ? "after" : "just after", what));
  return game.sound;
}

rig::UartTiming WireCase::watch_transmitter() {
  wire();
  exchanges().watch_line();
  const auto other = opponent("random");
  if (greet()) play(contest().seats.front(), *other, {3, {}});
  return rig::measure_uart(exchanges().watched(), contest().baud);
}

bool WireCase::set_to_another_rate(Aspect aspect) {
  if (session().bytes() == nullptr || session().wire() != nullptr) return false;
  rig::Link& link = bytes().link();
  if (!link.rate_set_by_dut()) return false;
  greet();  // by then even a program that sets its device up late has done so
  const std::optional<std::uint32_t> rate = link.rate_set_by_dut();
  if (!rate || *rate == contest().baud) return false;
  failed(aspect,
         fmt::format("the program has set its serial device to {} baud; the line of {} runs at {}", *rate,
                     contest().name, contest().baud),
         {.kind = "another bit rate set"});
  return true;
}

void WireCase::judge_rate(Aspect aspect, const rig::UartTiming& line, double limit) {
  if (!line.rate_deviation) return;  // nothing came that could be measured: other findings say so
  const rig::Range off = *line.rate_deviation;
  const Verdict verdict = rig::judge_deviation(off, limit);
  const std::string value = fmt::format("{:+.2f} % ({:+.2f} to {:+.2f})", off.middle(), off.low, off.high);
  const std::string allowed = fmt::format("±{} %", limit);
  measured({"bit rate of the board", value, fmt::format("{}: {}", clause(aspect), allowed), verdict});
  if (verdict == Verdict::pass) {
    passed(aspect);
    return;
  }
  found(verdict, aspect, fmt::format("the board's bit rate is {} off; {} are allowed", value, allowed),
        {.details = {fmt::format(
             "measured over {} bytes: a bit lasts {:.1f} to {:.1f} ns, nominally {:.1f} ns", line.frames,
             line.bit_period->low, line.bit_period->high, 1e9 / contest().baud)},
         .kind = "bit rate too far off"});
}

void WireCase::report_stop_bits_and_gaps(const rig::UartTiming& line) {
  if (!line.bit_period) return;
  const rig::Range bit = *line.bit_period;
  measured({"bit of the board", fmt::format("{:.1f} ns ({:.1f} to {:.1f})", bit.middle(), bit.low, bit.high),
            fmt::format("nominally {:.1f} ns", 1e9 / contest().baud), std::nullopt});
  if (!line.shortest_stop) return;
  const rig::Range stop = *line.shortest_stop;
  measured({"shortest stop bit",
            fmt::format("{:.2f} bits ({:.2f} to {:.2f})", stop.middle(), stop.low, stop.high), "nominally 1",
            std::nullopt});
  measured(
      {"gaps between bytes",
       fmt::format("{} to {}", readable(line.shortest_gap->shortest), readable(line.longest_gap->longest)),
       "", std::nullopt});
}

double WireCase::last_good_host_rate(double step, double limit) {
  const int steps = static_cast<int>(std::lround(limit / step));
  for (int i = 1; i <= steps; ++i) {
    if (!opens_a_game(i * step, {})) return (i - 1) * step;
  }
  return limit;
}

void WireCase::report_answer(const std::vector<Request>& requests) {
  std::string text;
  for (const Request& request : requests) text += words_of(contest().dialect->encode(request));
  exchanges().forget_last();
  bytes().tell(requests);
  const rig::dut::Overheard heard = session().listen(deadline_of(requests.back()));
  standing().gone = standing().gone || heard.hung_up.has_value();
  Bytes values = values_of(heard.bytes);
  constexpr std::size_t enough = 16;  // a flood is no table
  const std::string more = values.size() > enough ? " …" : "";
  values.resize(std::min(values.size(), enough));
  measured({fmt::format("answer to \"{}\" glued", text),
            values.empty() ? std::string("none") : rig::quoted(values) + more, "", std::nullopt});
}

void WireCase::begin_anew() {
  standing().match_open = false;
  exchanges().forget_last();
  if (standing().resets_itself() || contest().next_match == rig::protocol::NextMatch::after_a_start)
    return hard_reset();
  set_host_rate(0);
  if (!contest().end) return;
  bytes().tell({&*contest().end, 1});
  standing().gone = session().listen(deadline_of(*contest().end)).hung_up.has_value();
}

bool WireCase::opens_a_game(double host_rate, Spacing spacing) {
  begin_anew();
  if (standing().gone) return false;
  set_host_rate(host_rate);
  count("probes");
  const auto seat = std::find_if(contest().seats.begin(), contest().seats.end(),
                                 [](const Seat& one) { return !one.moves_first; });
  Game game(contest(), *seat);
  game.play(game.ruling().legal_moves().front());
  std::optional<rig::protocol::Reply> reply = rig::protocol::Reply{};
  if (contest().greets) reply = probe(contest().hello, spacing);
  for (const Request& request : game.requests()) {
    if (reply) reply = probe(request, spacing);
  }
  return reply && game.ruling().judge({reply->text}).legal;
}

/// The right kind of reply and nothing wrong with it, or nothing.
std::optional<rig::protocol::Reply> WireCase::probe(const Request& request, Spacing spacing) {
  bytes().tell({&request, 1}, spacing);
  const rig::dut::Overheard heard = session().listen(patience_of_a_probe(request));
  if (!heard.line_errors.empty() || heard.hung_up) return std::nullopt;
  const rig::protocol::ByteDialect& dialect = *contest().dialect->bytes();
  const auto parsed = dialect.parse_reply(request, values_of(heard.bytes));
  if (parsed.state != rig::protocol::ParseState::complete) return std::nullopt;
  return parsed.value;
}

/// A deadline, or much longer than this DUT took so far: a probe that fails must not cost a second each.
Duration WireCase::patience_of_a_probe(const Request& request) {
  Duration slowest{};
  for (const rig::report::Sample& sample : findings().record().samples)
    slowest = std::max(slowest, sample.latency.longest);
  const Duration deadline = deadline_of(request);
  return slowest == Duration::zero() ? deadline
                                     : std::min(deadline, 4 * slowest + std::chrono::milliseconds(10));
}

}  // namespace conformance
