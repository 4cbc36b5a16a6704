#include "rig/doctor/live/answers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "rig/base/readable.hpp"
#include "rig/doctor/contest_words.hpp"

namespace rig::doctor {

Bytes first_bytes(const Interview& interview) {
  return interview.contest().dialect->encode(interview.request());
}

std::string answered(const Interview& interview, const Bytes& bytes) {
  return fmt::format("{} was answered {}", interview.asked(), quoted(bytes));
}

namespace {

/// Where a reply begins that ends these bytes, after others. Nothing: nowhere.
std::optional<std::size_t> reply_within(const Interview& interview, const Bytes& bytes) {
  for (std::size_t at = 1; at < bytes.size(); ++at) {
    if (is_reply(interview.contest(), interview.request(), ByteView(bytes).subspan(at))) return at;
  }
  return std::nullopt;
}

bool ends_lines_only(ByteView bytes) {
  return !bytes.empty() && std::all_of(bytes.begin(), bytes.end(),
                                       [](std::uint8_t byte) { return byte == '\r' || byte == '\n'; });
}

/// The end of a sentence.
std::string where_other_output_goes(const Interview& interview) {
  return dut::starts_a_program(interview.name()) ? "; write messages for people to standard error." : ".";
}

Diagnosis of_more(const Interview& interview, const Bytes& answer, std::size_t length) {
  const ByteView more = ByteView(answer).subspan(length);
  if (ends_lines_only(more))
    return {fmt::format("The reply ends with {}, which the contest does not have: {}.", quoted(more),
                        answered(interview, answer)),
            fmt::format("Send {} alone, without the end of a line.", quoted(ByteView(answer).first(length)))};
  return {fmt::format("More than the reply comes: after {} follows {}.",
                      quoted(ByteView(answer).first(length)), quoted(more)),
          "Send the reply and nothing else" + where_other_output_goes(interview)};
}

}  // namespace

std::optional<Diagnosis> of_answer(const Interview& interview, const Bytes& answer) {
  const Bytes request = first_bytes(interview);
  if (answer == request ||
      (answer.size() > request.size() && std::equal(request.begin(), request.end(), answer.begin()) &&
       (ends_lines_only(ByteView(answer).subspan(request.size())) ||
        is_reply(interview.contest(), interview.request(), ByteView(answer).subspan(request.size())))))
    return Diagnosis{
        fmt::format("What was sent comes back: {}.", answered(interview, answer)),
        dut::starts_a_program(interview.name())
            ? "Do not write what was read; if its device echoes, set it to raw mode (cfmakeraw)."
            : "Look for an echo: TX and RX that are bridged (then adapter and cable are good), or "
              "a board or a port server that sends back what it receives."};
  const std::string hint = hint_on(interview.contest(), answer);
  if (!hint.empty())
    return Diagnosis{fmt::format("{}: {}", answered(interview, answer), hint),
                     "Name the contest that it is made for (--contest), or change what it answers."};
  const auto reply = interview.contest().dialect->bytes()->parse_reply(interview.request(), answer);
  if (reply.state == protocol::ParseState::complete) return of_more(interview, answer, reply.length);
  if (const auto at = reply_within(interview, answer))
    return Diagnosis{fmt::format("Your reply, {}, is mixed with other output: {}.",
                                 quoted(ByteView(answer).subspan(*at)), answered(interview, answer)),
                     "Send the reply alone" + where_other_output_goes(interview)};
  if (!answer.empty() && reply.state == protocol::ParseState::more)
    return Diagnosis{fmt::format("The reply is incomplete: within {} came {} alone.",
                                 readable(interview.deadline()), quoted(answer)),
                     "Send all bytes of a reply at once; its last one has to come within the deadline."};
  return std::nullopt;
}

Diagnosis of_strange_answer(const Interview& interview, const Bytes& answer) {
  const protocol::Contest& contest = interview.contest();
  const std::string why = contest.dialect->bytes()->parse_reply(interview.request(), answer).why;
  return {fmt::format("{}, which is no reply of the contest{}.", answered(interview, answer),
                      why.empty() ? std::string() : ": " + why),
          fmt::format("Answer with {}.", contest.greets ? contest.team.words : std::string("a move"))};
}

}  // namespace rig::doctor
