#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "rig/base/errors.hpp"
#include "rig/base/readable.hpp"
#include "rig/base/text.hpp"
#include "rig/doctor/contest_words.hpp"
#include "rig/doctor/live/answers.hpp"
#include "rig/doctor/live/port_probes.hpp"
#include "rig/doctor/live/program_file.hpp"
#include "rig/doctor/probe.hpp"
#include "rig/doctor/rtl/line.hpp"
#include "rig/link/exec/command_line.hpp"
#include "rig/link/stream/monotonic.hpp"
#include "rig/link/tcp/sockets.hpp"
#include "rig/link/tcp/tcp_link.hpp"
#include "rig/protocol/contest_file.hpp"

namespace rig::doctor {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// ---- words about programs

/// Whether its replies end a line, so that a program that flushes at each end of a line flushes them.
bool replies_end_a_line(const protocol::Contest& contest) {
  const protocol::ReplyKind kind = contest.dialect->expects(first_request(contest)).kind;
  const Bytes reply = contest.dialect->bytes()->encode(protocol::Reply{kind, "AA"});
  return !reply.empty() && reply.back() == '\n';
}

bool is_python(const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word.ends_with(".py") || word.find("python") != std::string::npos;
  });
}

std::string flush_advice(const Interview& interview) {
  std::string advice =
      is_python(interview.words())
          ? "Start it as python3 -u, or write each reply with print(…, end=\"\", flush=True)"
          : "Call fflush(stdout) (C), std::cout.flush() (C++), System.out.flush() (Java) after each "
            "reply, or start it as 'stdbuf -o0 PROGRAM'";
  if (replies_end_a_line(interview.contest())) return advice + ".";
  return advice +
         ". Flushing at each end of a line (stdbuf -oL) does not help, as the contest's replies have none.";
}

/// A command whose standard input is the request, and then ends.
std::string asked_once(const Interview& interview) {
  std::string bytes;
  for (const std::uint8_t byte : first_bytes(interview)) bytes += fmt::format("\\{:03o}", byte);
  return "sh -c " +
         shell_quoted(fmt::format("{{ printf '{}'; sleep 1; }} | {}", bytes, shell_line(interview.words())));
}

/// A command whose standard error is its standard output.
std::string outputs_together(const Interview& interview) {
  return "sh -c " + shell_quoted(fmt::format("exec {} 2>&1", shell_line(interview.words())));
}

std::string without_buffers(const Interview& interview) {
  return "env PYTHONUNBUFFERED=1 stdbuf -o0 " + shell_line(interview.words());
}

// ---- probes

Finding program_file(Patient& patient) {
  const std::vector<std::string> words = patient.live->words();
  auto diagnosis = look_at_program(words);
  return {diagnosis ? "it cannot be started" : fmt::format("{} can be started", words.front()),
          std::move(diagnosis)};
}

std::string advice_on_ending(const Interview& interview, const Conversation& heard) {
  const bool is_given_a_device = interview.name().target.find("{port}") != std::string::npos;
  const auto says = [&](const char* word) { return heard.ending.find(word) != std::string::npos; };
  if (says("shared librar")) return "Install the library that it names, or link the program statically.";
  if (says("ModuleNotFoundError") || says("ImportError"))
    return "Install the module that it names, or name the Python that has it.";
  if (says("sage:") || says("required") || says("argument"))
    return "Give it the arguments that it asks for, and quote the whole: 'exec:PROGRAM ARGUMENT'.";
  if (says("SIGSEGV") || says("SIGABRT") || says("SIGFPE"))
    return "It crashes: start it by hand in a debugger.";
  if (is_given_a_device) return "Open the device that {port} is replaced by, and wait there for requests.";
  if (!heard.hints.empty()) return "As it seems: " + heard.hints.front() + ".";
  return "Start it by hand: it has to wait for requests, and to run until its input ends.";
}

/// Of an opening that failed.
Diagnosis of_refusal(const Interview& interview, const Conversation& heard) {
  if (heard.refused.find("did not open") != std::string::npos)
    return {heard.refused,
            "Give the program {port} as the path of its serial device; the program has to open it itself."};
  if (dut::starts_a_program(interview.name()))
    return {heard.refused, "Correct what this message names, then try again."};
  if (const auto address = dut::address_to_connect_to(interview.name()))
    return {heard.refused,
            fmt::format("Start the program that listens at {} first, or name its port.", *address)};
  return of_refused_port(heard);
}

/// Whether a program connects to this address, where it was to listen. Nothing: nobody does, or the address
/// is another machine's.
std::optional<Diagnosis> of_connecting_program(const dut::DutName& name) {
  const auto address = dut::address_to_connect_to(name);
  if (!address) return std::nullopt;
  const TcpOptions options = parse_tcp_address(*address, false);
  try {
    const Descriptor listener = listen_on(options.host, options.port);
    const Duration end = monotonic_now() + seconds(3);
    for (; monotonic_now() < end; sleep_until(monotonic_now() + milliseconds(10))) {
      if (!accept_from(listener).is_open()) continue;
      return Diagnosis{
          fmt::format("The program connects to port {}; it does not listen there.", options.port),
          fmt::format("Let the rig listen: --dut tcp-listen:{}.", options.port)};
    }
  } catch (const RigError&) {
    return std::nullopt;
  }
  return std::nullopt;
}

Diagnosis of_unasked(const Interview& interview, const Bytes& unasked) {
  return {fmt::format("It sends before it is asked: {} came first.", quoted(unasked)),
          dut::starts_a_program(interview.name())
              ? "Write only replies to standard output; write messages for people to standard error."
              : "Send only replies. If it is still starting then, let the rig wait: --settle SECONDS."};
}

Finding handshake(Patient& patient) {
  Interview& interview = *patient.live;
  const Conversation& heard = interview.first();
  if (!heard.refused.empty()) {
    auto connecting = of_connecting_program(patient.name);
    return {"it cannot be opened", connecting ? std::move(*connecting) : of_refusal(interview, heard)};
  }
  if (heard.rate && patient.contest.baud != 0 && *heard.rate != patient.contest.baud)
    return {fmt::format("it set its device to {} bit/s", *heard.rate),
            Diagnosis{fmt::format("The program sets its device to {} bit/s, and {} runs at {}.", *heard.rate,
                                  patient.contest.name, patient.contest.baud),
                      fmt::format("Set the device to {} bit/s, 8N1.", patient.contest.baud)}};
  const Bytes answer = heard.last();
  if (interview.answers()) {
    const std::string seen =
        fmt::format("{} after {}", answered(interview, answer), readable(heard.answers.front().after));
    if (heard.unasked.empty()) return {seen};
    return {seen, of_unasked(interview, heard.unasked)};
  }
  if (!answer.empty()) {
    std::optional<Diagnosis> diagnosis = of_answer(interview, answer);
    // At another bit rate of its line it may be a good one.
    if (!diagnosis && !dut::has_bit_rate(patient.name)) diagnosis = of_strange_answer(interview, answer);
    return {answered(interview, answer) + on_the_line(heard.line), std::move(diagnosis)};
  }
  if (!heard.ending.empty() && heard.answers.empty())
    return {"it " + heard.ending,
            Diagnosis{fmt::format("It ends by itself before it is asked: {}.", heard.ending),
                      advice_on_ending(interview, heard)}};
  if (!heard.ending.empty())
    return {"it " + heard.ending, Diagnosis{fmt::format("It ends when it is asked: {}.", heard.ending),
                                            advice_on_ending(interview, heard)}};
  std::string seen =
      fmt::format("{} was not answered within {}", interview.asked(), readable(interview.deadline()));
  if (!heard.unasked.empty()) seen += fmt::format("; before it came {}", quoted(heard.unasked));
  return {seen + on_the_line(heard.line)};
}

/// Not where requests end a line anyway.
Finding end_of_line(Patient& patient) {
  Interview& interview = *patient.live;
  if (first_bytes(interview).back() == '\n') return {};
  for (const char* end : {"\n", "\r\n", "\r"}) {
    Bytes request = first_bytes(interview);
    const Bytes more = to_bytes(end);
    request.insert(request.end(), more.begin(), more.end());
    const Conversation heard = interview.speak({request}, {.window = interview.deadline()});
    if (!interview.is_reply(heard)) continue;
    return {fmt::format("with {} behind the request it answers {}", quoted(more), quoted(heard.last())),
            Diagnosis{fmt::format("It waits for the end of a line, which the contest's requests do not have: "
                                  "{} is answered {}, {} is "
                                  "not answered.",
                                  quoted(request), quoted(heard.last()), interview.asked()),
                      dut::starts_a_program(interview.name())
                          ? "Read byte by byte (getchar, read(0, …, 1), sys.stdin.buffer.read(1)) in place "
                            "of whole lines; set a device to "
                            "raw mode (cfmakeraw)."
                          : "Let the receiver act on the last byte of a request, not on an end of line."}};
  }
  return {"no answer with the end of a line behind the request either"};
}

Finding buffering(Patient& patient) {
  Interview& interview = *patient.live;
  const Conversation heard = interview.speak(
      {first_bytes(interview)}, {.window = interview.deadline(), .command = without_buffers(interview)});
  if (interview.is_reply(heard))
    return {fmt::format("without a buffer, {}", answered(interview, heard.last())),
            Diagnosis{fmt::format("The reply stays in a buffer of the program: with unbuffered output {}.",
                                  answered(interview, heard.last())),
                      flush_advice(interview)}};
  const Conversation ended = interview.speak({}, {.before = seconds(3), .command = asked_once(interview)});
  if (is_reply(patient.contest, interview.request(), ended.unasked))
    return {fmt::format("at the end of its input it writes {}", quoted(ended.unasked)),
            Diagnosis{fmt::format("The reply comes only when the input ends: {} stays in a buffer, or the "
                                  "program reads all input first.",
                                  quoted(ended.unasked)),
                      flush_advice(interview)}};
  return {"no answer without a buffer, nor at the end of its input"};
}

Finding standard_error(Patient& patient) {
  Interview& interview = *patient.live;
  const Conversation heard = interview.speak(
      {first_bytes(interview)}, {.window = interview.deadline(), .command = outputs_together(interview)});
  const Bytes answer = heard.last();
  if (!interview.is_reply(heard)) return {"no reply on its standard error"};
  return {fmt::format("on its standard error came {}", quoted(answer)),
          Diagnosis{fmt::format("The reply goes to standard error, not to standard output: {}.",
                                answered(interview, answer)),
                    "Write replies to standard output."}};
}

/// Of a board that is silent at first, and answers now. When its port is opened anew, it may be so again.
Finding starting(Interview& interview, const std::string& reply) {
  const Duration opened = monotonic_now();
  Conversation heard = interview.speak({first_bytes(interview)}, {.window = seconds(1), .anew = true});
  const bool again = !interview.is_reply(heard);
  constexpr Duration longest = seconds(30);
  while (!interview.is_reply(heard) && monotonic_now() - opened < longest)
    heard = interview.speak({first_bytes(interview)}, {.before = milliseconds(0), .window = seconds(1)});
  if (!again || !interview.is_reply(heard))
    return {"it answers a later request",
            Diagnosis{
                fmt::format("It missed the first request and answers a later one: {}.", reply),
                "It may still have been starting: let the rig wait, with --settle SECONDS. If that does not "
                "help, look at what its receiver does with the first byte after power-on."}};
  const auto needed = std::chrono::ceil<seconds>(monotonic_now() - opened);
  return {
      fmt::format("it answers about {} s after its port is opened", needed.count()),
      Diagnosis{fmt::format("Opening its port resets it, and for about {} s it receives nothing: then {}.",
                            needed.count(), reply),
                fmt::format("Give it that time: --settle {}. Or disconnect DTR and RTS from its reset.",
                            needed.count() + 1)}};
}

/// Whether it answers in the end: it was still starting, or takes so long for each answer.
Finding patience(Patient& patient) {
  Interview& interview = *patient.live;
  const Duration longest = std::clamp<Duration>(5 * interview.deadline(), seconds(10), seconds(60));
  const bool stays = dut::opens_once(patient.name);
  // What it still has to say to the request before is not taken for an answer to this one.
  const Duration before =
      stays ? std::clamp<Duration>(2 * interview.deadline(), seconds(3), seconds(20)) : Attempt{}.before;
  const Conversation heard = interview.speak({first_bytes(interview)}, {.before = before, .window = longest});
  if (!interview.is_reply(heard)) return {fmt::format("no answer {} after the request", readable(longest))};
  const Duration after = heard.answers.front().after;
  const std::string reply = answered(interview, heard.last());
  if (stays && after <= interview.deadline()) return starting(interview, reply);
  if (dut::starts_a_program(patient.name)) {
    const Conversation later = interview.speak(
        {first_bytes(interview)}, {.before = after + seconds(1), .window = interview.deadline()});
    if (interview.is_reply(later)) {
      const auto needed = std::chrono::ceil<seconds>(after + milliseconds(300));
      return {
          fmt::format("it answers {} after the request, and in time if the rig waits first", readable(after)),
          Diagnosis{fmt::format("It needs about {} s from its start until it answers: then {}.",
                                needed.count(), reply),
                    fmt::format("Give it that time: --settle {}.", needed.count() + 1)}};
    }
  }
  return answers_too_late(reply, after, interview.deadline());
}

Finding other_contests(Patient& patient) {
  Interview& interview = *patient.live;
  int tried = 0;
  for (const protocol::Contest& contest : protocol::contests()) {
    if (contest.medium() == Medium::files || contest.name == patient.contest.name) continue;
    if (protocol::differences(contest, patient.contest).empty()) continue;  // they speak alike
    const protocol::Request request = first_request(contest);
    const Bytes bytes = contest.dialect->encode(request);
    const bool is_another_rate =
        dut::opens_once(patient.name) && contest.baud != 0 && contest.baud != patient.contest.baud;
    const Duration window = std::min<Duration>(contest.dialect->expects(request).deadline, milliseconds(700));
    // Twice: what a board has heard before may be the beginning of the first line.
    const Conversation heard =
        interview.speak({bytes, bytes}, {.window = window, .baud = is_another_rate ? contest.baud : 0});
    ++tried;
    const auto right = std::find_if(heard.answers.begin(), heard.answers.end(), [&](const Answer& answer) {
      return !answer.bytes.empty() && is_reply(contest, request, answer.bytes);
    });
    if (right == heard.answers.end()) continue;
    return {fmt::format("it answers as {} requires", contest.name),
            Diagnosis{fmt::format("It speaks {}, not {}: {} was answered {}.", contest.name,
                                  patient.contest.name, quoted(bytes), quoted(right->bytes)),
                      fmt::format("Name its contest (--contest {}), or build it for {}.", contest.name,
                                  patient.contest.name)}};
  }
  return {fmt::format("no answer to the first request of {} other contests", tried)};
}

/// Of a DUT that answers the handshake: is it asked for a move with success?
Finding first_move(Patient& patient) {
  Interview& interview = *patient.live;
  const protocol::Contest& contest = patient.contest;
  if (!contest.greets) return {};
  const std::vector<protocol::Request> turn = contest.requests(contest.seats.front(), {});
  std::vector<Bytes> said = {first_bytes(interview)};
  for (const protocol::Request& request : turn) said.push_back(contest.dialect->encode(request));
  const Duration deadline = contest.dialect->expects(turn.back()).deadline;
  const Conversation heard = interview.speak(said, {.window = deadline});
  const std::string asked = quoted(said.back());
  const bool was_asked = heard.answers.size() == said.size();
  if (was_asked && is_reply(contest, turn.back(), heard.last()))
    return {fmt::format("{} was answered {} after {}", asked, quoted(heard.last()),
                        readable(heard.answers.back().after))};
  if (!heard.ending.empty())
    return {fmt::format("asked {}, it {}", asked, heard.ending),
            Diagnosis{fmt::format("It ends when it is asked for its first move: {}.", heard.ending),
                      "A program plays on until its input ends; it is not started again for each request."}};
  if (was_asked && !heard.last().empty())
    return {
        fmt::format("{} was answered {}", asked, quoted(heard.last())),
        Diagnosis{
            fmt::format(
                "The handshake is answered well, but {} was answered {}, which is no move of the contest.",
                asked, quoted(heard.last())),
            "Look at the contest's form of a move, and at debug output that goes to standard output."}};
  return {fmt::format("{} was not answered within {}", asked, readable(deadline)),
          Diagnosis{
              fmt::format("The handshake is answered, but the request for a first move, {}, is not.", asked),
              "Look at how many bytes of the request are read, and whether this reply is flushed as the "
              "first one is."}};
}

}  // namespace

std::span<const Probe> program_probes() {
  static const std::array all = {
      Probe{"program", program_file},
      Probe{"handshake", handshake},
      Probe{"first move", first_move, Of::answering},
      Probe{"patience", patience, Of::silent},
      Probe{"end of line", end_of_line, Of::silent},
      Probe{"buffers", buffering, Of::silent},
      Probe{"standard error", standard_error, Of::silent},
      Probe{"other contests", other_contests, Of::silent},
  };
  return all;
}

std::span<const Probe> line_probes() {
  static const std::array all = {
      Probe{"port", port},
      Probe{"handshake", handshake},
      Probe{"first move", first_move, Of::answering},
      Probe{"patience", patience, Of::silent},
      Probe{"end of line", end_of_line, Of::silent},
      Probe{"bit rate", rates, Of::silent},
      Probe{"other contests", other_contests, Of::silent},
      Probe{"line", line, Of::silent},
  };
  return all;
}

}  // namespace rig::doctor
