#include "conformance/suite/parts/exchanges.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/suite/parts/evidence.hpp"
#include "conformance/suite/parts/wrong_kinds.hpp"
#include "rig/base/crypto/sha256.hpp"
#include "rig/base/readable.hpp"
#include "rig/base/visible.hpp"
#include "rig/link/link.hpp"
#include "rig/measure/uart_timing.hpp"
#include "rig/protocol/request_aspects.hpp"
#include "rig/report/causes.hpp"
#include "rig/report/digest.hpp"

namespace conformance {

using rig::Duration;
using rig::readable;
using rig::Verdict;
using rig::dut::Exchange;
using rig::dut::Spacing;
using rig::protocol::ReplyKind;
using rig::protocol::Request;
using rig::protocol::RequestKind;
using rig::report::early_byte;

namespace {

/// A conversation shows within so many exchanges which protocol it is.
constexpr std::size_t most_heard = 256;

Aspect extra_aspect(const Exchange& exchange) {
  return rig::protocol::extra_aspect(exchange.request, exchange.expected);
}

/// By which two runs are compared: the bytes in hexadecimal, or the hash of many.
std::string short_name_of(rig::ByteView bytes) {
  constexpr std::size_t most = 64;
  if (bytes.size() > most) return "sha256:" + rig::sha256_hex(bytes);
  std::string digits;
  for (const std::uint8_t byte : bytes) digits += fmt::format("{:02x}", byte);
  return digits;
}

/// Nothing came, or not all of a reply.
std::string why_not_whole(const Exchange& exchange) {
  const std::string request = words_of(exchange.request_bytes);
  if (exchange.hung_up)
    return fmt::format("hung up before the reply to \"{}\" was complete: {}", request, exchange.hung_up->how);
  if (exchange.bytes.empty())
    return fmt::format("\"{}\" was not answered within {}", request, readable(exchange.expected.deadline));
  return fmt::format("the reply to \"{}\" was incomplete after {}: {}", request,
                     readable(exchange.expected.deadline), rig::quoted(exchange.received()));
}

}  // namespace

Exchange Exchanges::ask(const Request& request, Spacing spacing) {
  refuse_if_given_up(request);
  Exchange exchange = at_.session.ask(request, spacing);
  note_opening(exchange);
  check(exchange, spacing);
  return exchange;
}

Exchange Exchanges::ask_unjudged(const Request& request) {
  refuse_if_given_up(request);
  Exchange exchange = at_.session.ask(request);
  note_opening(exchange);
  return exchange;
}

Exchange Exchanges::ask_together(const std::vector<Request>& requests) {
  refuse_if_given_up(requests.back());
  Exchange exchange = at_.session.bytes()->ask_together(requests);
  note_opening(exchange);
  check(exchange, {});
  return exchange;
}

void Exchanges::hard_reset() {
  const rig::Outcome outcome = at_.session.reset();
  if (!outcome.done) throw NotApplicable{"this link cannot reset the board"};
  at_.since_power_on = true;
  at_.games = at_.requests = 0;
  at_.gone = false;
  last_reply_aspect_ = "silence.unasked";
  last_.reset();
}

// a DUT that does not answer

bool Exchanges::opens_a_match(const Request& request) const {
  if (at_.contest.greets) return request.kind == RequestKind::hello;
  return request.kind == RequestKind::first || request.kind == RequestKind::second;
}

void Exchanges::refuse_if_given_up(const Request& request) const {
  if (opens_a_match(request) && !opening_.answered && at_.environment.silence.is_given_up()) throw NotAsked{};
}

/// Any sign of life is an answer here, a wrong one and a hang-up too.
void Exchanges::note_opening(const Exchange& exchange) {
  if (!opens_a_match(exchange.request)) return;
  const bool nothing = exchange.bytes.empty() && exchange.line_errors.empty();
  const bool silent = exchange.files ? exchange.files->silent : nothing && !exchange.hung_up;
  opening_.asked = true;
  opening_.answered = opening_.answered || !silent;
  opening_.waited += exchange.waited;
}

bool Exchanges::nobody_answers() const {
  return opening_.asked && !opening_.answered && at_.environment.silence.patience().lost();
}

void Exchanges::settle_silence() {
  if (!opening_.asked) return;
  if (opening_.answered) return at_.environment.silence.case_answered();
  at_.environment.silence.case_unanswered(opening_.waited);
}

// what holds for every exchange

void Exchanges::check(const Exchange& exchange, Spacing spacing) {
  findings_.count("exchanges");
  note_heard(exchange);
  findings_.set_program(hints_of_its_program(exchange),
                        exchange.files ? exchange.files->outcome.start : nullptr);
  if (watching_) edges_.push_back(at_.session.wire()->control().take_edges());
  check_unasked(exchange, spacing);
  check_line(exchange);
  check_files(exchange);
  if (exchange.expected.kind == ReplyKind::silence) {
    check_silent_answer(exchange);
  } else {
    check_reply_came(exchange);
  }
  if (exchange.request.kind == RequestKind::hello && exchange.replied()) check_team_code(exchange);
  last_reply_aspect_ = extra_aspect(exchange);
  last_ = exchange;
  const bool comes_back = at_.contest.per_move;  // the next move is another process
  at_.gone = at_.gone || (exchange.hung_up.has_value() && !comes_back);
  if (exchange.request.kind != RequestKind::hello) ++at_.requests;
}

void Exchanges::note_heard(const Exchange& exchange) {
  if (!heard_.empty()) heard_.back().afterwards += rig::to_text(values_of(exchange.unasked));
  if (heard_.size() < most_heard) heard_.push_back({exchange.request, rig::to_text(exchange.received()), {}});
}

/// Bytes stamped before the request's first bit belong to the exchange before.
void Exchanges::check_unasked(const Exchange& exchange, Spacing spacing) {
  const bool listened = spacing.begin == rig::dut::Begin::after_a_pause;
  const bool comes_late = last_ && last_->hurried && last_->bytes.empty();
  if (!exchange.unasked.empty() && comes_late) {
    opening_.answered = true;  // that it was not in time has been told
  } else if (!exchange.unasked.empty()) {
    stray(exchange.unasked, after_what());
  } else if (listened && last_reply_aspect_ != "silence.unasked") {
    silent(last_reply_aspect_);
  }
  if (exchange.early > 0) {
    findings_.failed("silence.unasked",
                     fmt::format("{} came before the request \"{}\" had ended",
                                 exchange.early == 1 ? "a byte" : fmt::format("{} bytes", exchange.early),
                                 words_of(exchange.request_bytes)),
                     {.evidence = evidence(exchange), .kind = early_byte});
  } else {
    silent("silence.unasked");
  }
}

void Exchanges::check_line(const Exchange& exchange) {
  for (const rig::LineError& error : exchange.line_errors) {
    const bool framing = error.kind == rig::LineError::Kind::framing;
    findings_.failed("line.framing",
                     framing ? fmt::format("a byte with a bad stop bit (data bits {:02x})", error.value)
                             : std::string("a break: the line was held low for longer than a byte"),
                     {.evidence = evidence(exchange), .kind = kind_of(error)});
  }
  if (!at_.session.info().sees_framing)
    findings_.not_applicable("line.framing", "this link transfers bytes, not bits: framing cannot be seen",
                             rig::report::Unassessed::ruled_out);
  else if (exchange.line_errors.empty() && !exchange.bytes.empty())
    findings_.passed("line.framing");
}

void Exchanges::check_files(const Exchange& exchange) {
  if (!exchange.files) return;
  early_answers_ += exchange.early > 0 ? 1 : 0;
  if (exchange.files->unasked)
    findings_.failed("message.unasked", "it wrote a new message before it was asked",
                     {.kind = "answer unasked"});
  // A program that has not answered has kept nothing. Where a late answer is a pass the session reads none.
  if (exchange.latency) {
    if (!exchange.files->unasked) findings_.passed("message.unasked");
    for (const std::string& aspect : exchange.files->answer.kept) findings_.passed(Aspect::named(aspect));
  }
  for (const rig::protocol::Irregularity& one : exchange.files->answer.irregularities) {
    if (!irregular_.insert(one.aspect).second) continue;  // once tells it; the others would be alike
    const std::string name = one.name.empty() ? std::string() : one.name + ": ";
    Proof proof{.evidence = evidence(exchange), .details = changes(*exchange.files), .kind = one.kind};
    if (one.on_the_board && at_.in_play != nullptr) proof.board = board_with(at_.in_play->game, one);
    findings_.failed(Aspect::named(one.aspect), name + one.what, std::move(proof));
  }
}

void Exchanges::check_silent_answer(const Exchange& exchange) {
  const std::string request = words_of(exchange.request_bytes);
  const bool line_ends_only = !exchange.bytes.empty() && dropped_by_hosts(at_.contest, exchange.bytes);
  if (line_ends_only && !exchange.hung_up) {
    silent(extra_aspect(exchange));
    findings_.failed("reply.line-end", "CR or LF came after a reply",
                     {.evidence = evidence(exchange), .kind = line_end});
  } else if (answers_the_one_before(exchange)) {
    report_late_answer(exchange);
  } else if (!exchange.bytes.empty()) {
    findings_.failed(extra_aspect(exchange),
                     fmt::format("\"{}\" was answered with {}; no reply is allowed", request,
                                 rig::quoted(exchange.received())),
                     {.evidence = evidence(exchange), .kind = answer_in_silence});
  } else if (exchange.hung_up) {
    const bool at_the_end = exchange.request.kind == RequestKind::end && findings_.requirement("end.rematch");
    findings_.failed(at_the_end ? Aspect("end.rematch") : extra_aspect(exchange),
                     fmt::format("hung up after \"{}\": {}", request, exchange.hung_up->how),
                     {.evidence = evidence(exchange), .kind = hung_up});
  } else {
    silent(extra_aspect(exchange));
  }
}

/// Whether what came is the reply that the request before went without: it is late, and answers nothing else.
bool Exchanges::answers_the_one_before(const Exchange& exchange) const {
  const bool awaited =
      last_ && last_->expected.kind != ReplyKind::silence && last_->bytes.empty() && !last_->hung_up;
  if (!awaited || exchange.bytes.empty() || at_.session.bytes() == nullptr) return false;
  const auto reply = at_.contest.dialect->bytes()->parse_reply(last_->request, exchange.received());
  return reply.state == rig::protocol::ParseState::complete;
}

void Exchanges::report_late_answer(const Exchange& exchange) {
  Exchange late = *last_;
  late.bytes = exchange.bytes;
  late.reply = at_.contest.dialect->bytes()->parse_reply(late.request, exchange.received());
  late.latency = rig::between(late.sent.last_bit, late.bytes.back().last_bit);
  findings_.failed(deadline_aspect(late.request),
                   fmt::format("\"{}\" was answered after {}, when \"{}\" had been sent; the deadline is {}",
                               words_of(late.request_bytes), rig::report::latency_text(*late.latency),
                               words_of(exchange.request_bytes), readable(late.expected.deadline)),
                   {.evidence = evidence(late), .kind = late_reply});
}

void Exchanges::check_reply_came(const Exchange& exchange) {
  if (!exchange.latency) return tell_absence(exchange);
  came_alive();
  if (const auto answered = answer_aspect(exchange.request)) findings_.passed(*answered);
  judge_time(exchange);
  if (exchange.reply.decorated) {
    findings_.failed("reply.line-end", "CR or LF came with a reply",
                     {.evidence = evidence(exchange), .kind = line_end});
  } else {
    findings_.passed("reply.line-end");
  }
}

/// Simulated wires are measured edge by edge, elsewhere.
std::optional<rig::ReplySpan> Exchanges::span_on_the_wire(const Exchange& exchange) const {
  const rig::LinkInfo& link = at_.session.info();
  if (!link.has_wire || link.clock_kind != rig::ClockKind::monotonic) return std::nullopt;
  return rig::span_of(exchange.bytes);
}

void Exchanges::judge_time(const Exchange& exchange) {
  const Aspect aspect = deadline_aspect(exchange.request);
  const Verdict verdict = rig::judge(*exchange.latency, exchange.expected.deadline);
  rig::report::add_sample(
      findings_.record(),
      {exchange.label, exchange.expected.deadline, *exchange.latency, short_name_of(exchange.request_bytes),
       short_name_of(exchange.received()), span_on_the_wire(exchange)});
  if (verdict == Verdict::pass) return findings_.passed(aspect);
  findings_.found(
      verdict, aspect,
      fmt::format("\"{}\" was answered after {}; the deadline is {}", words_of(exchange.request_bytes),
                  rig::report::latency_text(*exchange.latency), readable(exchange.expected.deadline)),
      {.evidence = evidence(exchange), .kind = late_reply});
}

void Exchanges::tell_absence(const Exchange& exchange) {
  const std::vector<std::string> hints = hints_of_its_line(exchange);
  if (exchange.reply.state == rig::protocol::ParseState::malformed && !exchange.hung_up) {
    findings_.failed(
        extra_aspect(exchange),
        fmt::format("the reply to \"{}\" is wrong: {}", words_of(exchange.request_bytes), exchange.reply.why),
        {.evidence = evidence(exchange), .kind = "malformed reply", .hints = hints});
    return;
  }
  const Proof proof{.evidence = evidence(exchange), .kind = kind_of_absence(exchange), .hints = hints};
  // That it is answered at all comes before that it is in time.
  if (const auto answered = answer_aspect(exchange.request))
    findings_.failed(*answered, why_not_whole(exchange), proof);
  findings_.failed(deadline_aspect(exchange.request), why_not_whole(exchange), proof);
}

// names

void Exchanges::check_team_code(const Exchange& exchange) {
  findings_.passed("hello.format");
  const std::string& code = exchange.reply.value.text;
  const std::string& assigned = at_.options().team;
  const char least = at_.contest.team.blanks ? ' ' : '!';
  const bool printable =
      std::all_of(code.begin(), code.end(), [&](char c) { return c >= least && c < 0x7f; });
  if (!assigned.empty() && code != assigned) {
    findings_.failed("hello.team",
                     fmt::format("the team code is {}; {} was assigned", rig::quoted(rig::to_bytes(code)),
                                 rig::quoted(rig::to_bytes(assigned))),
                     {.evidence = evidence(exchange), .kind = "another team code"});
  } else if (!printable) {
    findings_.failed("hello.team",
                     fmt::format("the team code {} is not printable", rig::quoted(rig::to_bytes(code))),
                     {.evidence = evidence(exchange), .kind = "team code that is not printable"});
  } else {
    findings_.passed("hello.team");
  }
  if (at_.contest.team.longest > 0) check_same_team(exchange);
}

/// Within the case; that all cases of a run agree is seen when it is put together. A change never counts
/// against another clause: what was done before the handshake is no reason for another name.
void Exchanges::check_same_team(const Exchange& exchange) {
  const std::string told = rig::quoted(rig::to_bytes(exchange.reply.value.text));
  std::optional<std::string>& team = findings_.record().team;
  if (!team) {
    team = told;
  } else if (told == *team) {
    findings_.passed("hello.same");
  } else {
    const std::optional<Aspect> blame = findings_.blame();
    findings_.set_blame(std::nullopt);
    findings_.failed(
        "hello.same",
        fmt::format("{} changed: it is {}, and was {} before", at_.contest.team.words, told, *team),
        {.evidence = evidence(exchange), .kind = "name that changes"});
    findings_.set_blame(blame);
  }
}

// silence

/// A silence that was kept. It says something of a DUT that speaks when it is asked, and of no other.
void Exchanges::silent(Aspect aspect) {
  if (alive_) return findings_.passed(aspect);
  silences_.push_back(aspect);
}

/// The DUT has replied.
void Exchanges::came_alive() {
  alive_ = true;
  for (const Aspect aspect : std::exchange(silences_, {})) findings_.passed(aspect);
}

bool Exchanges::expect_silence(Aspect aspect, Duration span) {
  const rig::dut::Overheard heard = at_.session.listen(span);
  at_.gone = at_.gone || heard.hung_up.has_value();
  if (heard.silent()) {
    silent(aspect);
    return true;
  }
  if (!heard.bytes.empty()) {
    const Aspect blamed = std::exchange(last_reply_aspect_, aspect);
    stray(heard.bytes, fmt::format("within {} while no reply was due", readable(span)));
    last_reply_aspect_ = blamed;
    const bool nothing_else = heard.line_errors.empty() && !heard.hung_up;
    if (nothing_else && dropped_by_hosts(at_.contest, heard.bytes)) return true;
  }
  if (!heard.line_errors.empty())
    findings_.failed("line.framing", "the idle line carried a framing error or a break",
                     {.kind = kind_of(heard.line_errors.front())});
  if (heard.hung_up)
    findings_.failed(aspect_of_hang_up(aspect), "hung up while no request was open: " + heard.hung_up->how,
                     {.kind = hung_up});
  return false;
}

void Exchanges::stray(const std::vector<rig::Byte>& bytes, const std::string& when) {
  const bool line_ends_only = dropped_by_hosts(at_.contest, bytes);
  if (line_ends_only) silent(last_reply_aspect_);
  const std::string how_many =
      bytes.size() == 1 ? "one byte came" : fmt::format("{} bytes came", bytes.size());
  findings_.failed(line_ends_only ? Aspect("reply.line-end") : last_reply_aspect_,
                   fmt::format("{} {}: {}", how_many, when, rig::quoted(values_of(bytes))),
                   {.evidence = evidence_of(bytes, last_),
                    .kind = line_ends_only ? line_end
                            : last_        ? byte_too_many
                                           : byte_unasked});
}

/// What the bytes came after that belong to no request.
std::string Exchanges::after_what() const {
  if (!last_) return "before anything was asked";
  if (last_->replied()) return "after the complete reply";
  const std::string request = words_of(last_->request_bytes);
  if (last_->expected.kind == ReplyKind::silence)
    return fmt::format("after \"{}\", which allows no reply", request);
  return fmt::format("after \"{}\" had got no complete reply", request);
}

/// Whoever goes away after the end of a match has not answered it: it cannot play the next one.
Aspect Exchanges::aspect_of_hang_up(Aspect aspect) const {
  const bool ended = last_ && last_->request.kind == RequestKind::end;
  return ended && findings_.requirement("end.rematch") != nullptr ? Aspect("end.rematch") : aspect;
}

rig::report::Evidence Exchanges::evidence(const Exchange& exchange) const {
  return evidence_of(at_.contest, exchange);
}

// hints

/// Of a program that has not answered as it should, though it was asked to.
std::vector<std::string> Exchanges::hints_of_its_program(const Exchange& exchange) const {
  if (exchange.files) return exchange.files->outcome.hints;
  const bool answered = exchange.replied() && !exchange.hung_up;
  if (answered || exchange.expected.kind == ReplyKind::silence) return {};
  return at_.session.bytes()->link().hints();
}

/// Of a DUT that has said nothing yet that could be read: it is asked once more, and its line watched. Does
/// it send at another rate?
std::vector<std::string> Exchanges::hints_of_its_line(const Exchange& exchange) {
  rig::dut::WireCapability* const wire = at_.session.wire();
  const bool has_replied = !findings_.record().samples.empty();
  if (wire == nullptr || exchange.hung_up || has_replied || hint_sought_) return {};
  hint_sought_ = true;
  std::vector<std::vector<rig::LineEdge>> edges = edges_;
  if (!watching_) {
    wire->control().watch_line();
    at_.session.bytes()->tell({&exchange.request, 1});
    at_.session.listen(exchange.expected.deadline);
    edges = {wire->control().take_edges()};
  }
  const std::optional<std::string> rate = rig::foreign_rate(rig::measure_uart(edges, at_.contest.baud));
  if (!rate) return {};
  return {fmt::format("it seems to send at {} baud; the line of {} runs at {}", *rate, at_.contest.name,
                      at_.contest.baud)};
}

void Exchanges::watch_line() {
  at_.session.wire()->control().watch_line();
  watching_ = true;
}

std::vector<std::vector<rig::LineEdge>> Exchanges::watched() {
  watching_ = false;
  return edges_;
}

}  // namespace conformance
