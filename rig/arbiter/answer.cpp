#include "rig/arbiter/answer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "rig/base/readable.hpp"
#include "rig/measure/verdict.hpp"
#include "rig/protocol/request_aspects.hpp"

namespace rig::arbiter {

using dut::Exchange;
using protocol::Aspect;
using protocol::Contest;
using protocol::ParseState;
using protocol::RequestKind;

namespace {

std::string of_its_deadline(const Exchange& exchange) {
  return protocol::deadline_aspect(exchange.request).text();
}

std::string of_its_form(const Exchange& exchange) {
  return protocol::extra_aspect(exchange.request, exchange.expected).text();
}

/// Bytes before a later move belong to the reply before; before that, to nothing.
Aspect of_what_came_unasked(const Exchange& exchange) {
  return exchange.request.kind == RequestKind::move ? Aspect("move.extra") : Aspect("silence.unasked");
}

/// A sentence that others go on from.
std::string without_full_stop(std::string sentence) {
  if (sentence.ends_with('.')) sentence.pop_back();
  return sentence;
}

std::string count_of(std::size_t bytes) {
  return bytes == 1 ? "one byte" : fmt::format("{} bytes", bytes);
}

std::string time_taken(const Latency& latency) {
  if (readable(latency.shortest) == readable(latency.longest)) return readable(latency.longest);
  return fmt::format("{} to {}", readable(latency.shortest), readable(latency.longest));
}

/// Whether what is wrong with some files loses: it voids the answer, or it is the end of a program that
/// should have lived on.
bool loses(const protocol::Irregularity& one, const Exchange& exchange) {
  return one.voids || (exchange.hung_up && one.aspect == Aspect("process.ended").name());
}

/// What came beside the answer.
std::vector<Note> notes_beside(const Contest& contest, const Exchange& exchange) {
  std::vector<Note> notes =
      notes_on(contest, exchange.unasked, of_what_came_unasked(exchange), "before it was asked");
  if (exchange.early > 0 && exchange.files) {
    notes.push_back({Aspect("message.half").text(), "it answered an incomplete message"});
  } else if (exchange.early > 0) {
    notes.push_back({Aspect("silence.unasked").text(),
                     fmt::format("{} came before the request had ended", count_of(exchange.early))});
  }
  for (const LineError& error : exchange.line_errors) {
    const bool framing = error.kind == LineError::Kind::framing;
    notes.push_back({Aspect("line.framing").text(), framing
                                                        ? "a byte came with a bad stop bit"
                                                        : "the line was held low for longer than a byte"});
  }
  if (!exchange.files) return notes;
  if (exchange.files->unasked)
    notes.push_back({Aspect("message.unasked").text(), "it wrote a new message before it was asked"});
  for (const protocol::Irregularity& one : exchange.files->answer.irregularities) {
    if (!loses(one, exchange)) notes.push_back({one.aspect, without_full_stop(one.what)});
  }
  return notes;
}

Breach late(const Exchange& exchange) {
  return {LossKind::time_out, of_its_deadline(exchange),
          fmt::format("answered after {}; the deadline is {}", time_taken(*exchange.latency),
                      readable(exchange.expected.deadline))};
}

/// Why there is no answer that could be looked at.
Breach absence(const Exchange& exchange) {
  const std::string deadline = readable(exchange.expected.deadline);
  if (exchange.hung_up) {
    return {LossKind::hang_up, of_its_deadline(exchange),
            fmt::format("hung up in place of an answer: {}", exchange.hung_up->how)};
  }
  const std::size_t came = exchange.unasked.size() + exchange.bytes.size();
  if (came >= dut::flood) {
    return {LossKind::wrong_reply, of_its_form(exchange),
            fmt::format("sends without end: {} bytes came before the rig stopped listening", came)};
  }
  if (exchange.reply.state == ParseState::malformed) {
    return {LossKind::wrong_reply, of_its_form(exchange),
            fmt::format("answered {}: {}", quoted(exchange.received()), exchange.reply.why)};
  }
  if (exchange.bytes.empty())
    return {LossKind::time_out, of_its_deadline(exchange), fmt::format("nothing came within {}", deadline)};
  return {LossKind::time_out, of_its_deadline(exchange),
          fmt::format("no complete answer came within {}: {}", deadline, quoted(exchange.received()))};
}

/// The platform's own name stands before the sentence, where it has one.
std::optional<Breach> voided(const Exchange& exchange) {
  if (!exchange.files || exchange.files->outcome.timed_out) return std::nullopt;
  for (const protocol::Irregularity& one : exchange.files->answer.irregularities) {
    if (!loses(one, exchange)) continue;
    const std::string what = without_full_stop(one.what);
    return Breach{exchange.hung_up ? LossKind::hang_up : LossKind::wrong_reply, one.aspect,
                  one.name.empty() ? what : one.name + ": " + what};
  }
  return std::nullopt;
}

/// In a contest in which what comes too late is a pass.
bool is_late_pass(const Contest& contest, const Exchange& exchange) {
  if (!contest.late_is_pass || exchange.hung_up) return false;
  return !exchange.latency || judge(*exchange.latency, exchange.expected.deadline) != Verdict::pass;
}

/// A late reply that would be in time without what others kept its program waiting. One that may be in time
/// by its latency alone is not excused: it needs no excuse.
std::optional<Note> excuse_for(const Exchange& exchange, Duration starved) {
  if (!exchange.replied() || !exchange.latency || starved <= Duration::zero()) return std::nullopt;
  const Duration deadline = exchange.expected.deadline;
  const bool may_be_in_time = judge(*exchange.latency, deadline) == Verdict::inconclusive;
  const bool by_starvation_alone = exchange.latency->shortest + starved > deadline;
  if (!may_be_in_time || !by_starvation_alone) return std::nullopt;
  const Breach breach = late(exchange);
  return Note{breach.aspect,
              fmt::format("{}; its program waited {} for a processor", breach.words, readable(starved))};
}

Note told_late_pass(const Exchange& exchange) {
  const Breach breach = exchange.latency ? late(exchange) : absence(exchange);
  return {breach.aspect, breach.words + "; that counts as a pass"};
}

}  // namespace

std::string_view to_string(LossKind kind) {
  switch (kind) {
    case LossKind::illegal_move: return "illegal move";
    case LossKind::wrong_reply: return "wrong reply";
    case LossKind::time_out: return "time-out";
    case LossKind::hang_up: return "hang-up";
  }
  return "?";
}

std::vector<Note> notes_on(const Contest& contest, const std::vector<Byte>& bytes, Aspect aspect,
                           const std::string& when) {
  Bytes values;
  for (const Byte& byte : bytes) {
    if (!contest.dialect->bytes()->host_drops(byte.value)) values.push_back(byte.value);
  }
  if (values.empty()) return {};
  constexpr std::size_t shown = 32;
  const ByteView beginning = ByteView(values).first(std::min(shown, values.size()));
  return {{aspect.text(), fmt::format("{} came {}: {}{}", count_of(values.size()), when, quoted(beginning),
                                      values.size() > shown ? " …" : "")}};
}

Answer read_answer(const Contest& contest, const Exchange& exchange, Duration starved) {
  Answer answer;
  answer.notes = notes_beside(contest, exchange);
  answer.took = exchange.latency;
  answer.excuse = excuse_for(exchange, starved);
  if (answer.excuse) return answer;
  if (is_late_pass(contest, exchange)) {
    answer.kind = Answer::Kind::late_pass;
    answer.notes.push_back(told_late_pass(exchange));
    return answer;
  }
  if (!exchange.replied() || !exchange.latency) {
    const std::optional<Breach> files = voided(exchange);
    answer.breach = files ? *files : absence(exchange);
    return answer;
  }
  const Verdict verdict = judge(*exchange.latency, exchange.expected.deadline);
  if (verdict == Verdict::fail) {
    answer.breach = late(exchange);
    return answer;
  }
  if (verdict == Verdict::inconclusive) {
    const Breach breach = late(exchange);
    answer.notes.push_back(
        {breach.aspect, breach.words + "; the rig cannot tell whether that is late: it counts as in time"});
  }
  answer.text = exchange.reply.value.text;
  return answer;
}

}  // namespace rig::arbiter
