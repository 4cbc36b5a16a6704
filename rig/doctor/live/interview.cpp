#include "rig/doctor/live/interview.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "rig/base/errors.hpp"
#include "rig/doctor/contest_words.hpp"
#include "rig/link/exec/command_line.hpp"
#include "rig/link/stream/monotonic.hpp"

namespace rig::doctor {

namespace {

constexpr Duration quiet = std::chrono::milliseconds(600);  // then an answer is over
constexpr std::size_t most_bytes = 4096;

Instant now_of(const Link& link) {
  return Instant::exactly(link.info().clock, monotonic_now());
}

/// Listens on a link, and keeps what comes.
class Listener {
 public:
  Listener(Link& link, Conversation& heard) : link_(link), heard_(heard) {}

  bool is_over() const { return is_over_; }

  /// Until then; where `ends_when_quiet`, until nothing has come for a while after a byte.
  Answer listen(const Instant& begin, Duration window, bool ends_when_quiet) {
    Answer answer;
    const Instant end = begin + window;
    Instant until = end;
    while (!is_over_ && answer.bytes.size() < most_bytes) {
      const Event event = link_.receive(until);
      if (std::holds_alternative<TimedOut>(event)) break;
      if (const auto* gone = std::get_if<HungUp>(&event)) {
        heard_.ending = gone->how;
        is_over_ = true;
      }
      if (const auto* byte = std::get_if<Byte>(&event)) {
        answer.bytes.push_back(byte->value);
        answer.after = byte->last_bit.latest - begin.earliest;
        const Instant rest = byte->last_bit + quiet;
        if (ends_when_quiet && rest.latest < end.latest) until = rest;
      }
    }
    return answer;
  }

 private:
  Link& link_;
  Conversation& heard_;
  bool is_over_ = false;
};

}  // namespace

Interview::Interview(const dut::DutName& name, const protocol::Contest& contest, Sandbox sandbox,
                     Duration settle)
    : name_(name),
      contest_(contest),
      sandbox_(std::move(sandbox)),
      settle_(settle),
      request_(first_request(contest)) {}

std::string Interview::asked() const {
  return quoted(contest_.dialect->encode(request_));
}

Duration Interview::deadline() const {
  return contest_.dialect->expects(request_).deadline;
}

std::vector<std::string> Interview::words() const {
  return split_command(name_.target);
}

std::unique_ptr<FarEnd> Interview::open(const Attempt& attempt) const {
  protocol::Contest contest = contest_;
  if (attempt.baud != 0) contest.baud = attempt.baud;
  const dut::DutName name =
      attempt.command.empty() ? name_ : dut::parse_dut_name(name_.scheme + ":" + attempt.command);
  return dut::open_dut(name,
                       {.contest = contest, .reset = {}, .say = {}, .sandbox = sandbox_, .measures = false});
}

Conversation Interview::speak(const std::vector<Bytes>& requests, const Attempt& attempt) {
  Conversation heard;
  std::unique_ptr<FarEnd> opened;
  try {
    if (!kept_ || attempt.anew || attempt.baud != 0) {
      kept_.reset();
      opened = open(attempt);
    }
  } catch (const RigError& error) {
    heard.refused = error.what();
    return heard;
  }
  Link& link = opened ? *opened->bytes() : *kept_->bytes();
  Listener listener(link, heard);
  heard.unasked =
      listener.listen(now_of(link), attempt.before + (opened ? settle_ : Duration::zero()), false).bytes;
  for (const Bytes& request : requests) {
    if (listener.is_over()) break;
    const Sent sent = link.send(request, now_of(link));
    heard.answers.push_back(listener.listen(sent.last_bit, attempt.window, true));
  }
  has_sent_ = has_sent_ || !heard.unasked.empty() ||
              std::any_of(heard.answers.begin(), heard.answers.end(),
                          [](const Answer& answer) { return !answer.bytes.empty(); });
  heard.line = link.health().line;
  facts_ = link.info().facts;
  heard.hints = link.hints();
  heard.rate = link.rate_set_by_dut();
  const bool stays_open = dut::opens_once(name_) && attempt.baud == 0 && !listener.is_over();
  if (!stays_open) kept_.reset();
  if (stays_open && opened) kept_ = std::move(opened);
  return heard;
}

const std::map<std::string, std::string>& Interview::facts() {
  first();
  return facts_;
}

const Conversation& Interview::first() {
  if (!first_) first_ = speak({contest_.dialect->encode(request_)}, {.window = deadline()});
  return *first_;
}

bool Interview::is_reply(const Conversation& heard) const {
  return !heard.answers.empty() && doctor::is_reply(contest_, request_, heard.answers.front().bytes);
}

bool Interview::answers() {
  return is_reply(first());
}

}  // namespace rig::doctor
