#include <algorithm>
#include <chrono>
#include <set>

#include "rig/base/errors.hpp"
#include "rig/dut/sessions.hpp"
#include "rig/link/exec/command_line.hpp"
#include "rig/link/file_exchange.hpp"
#include "rig/measure/verdict.hpp"

namespace rig::dut {

using protocol::ParseState;
using protocol::Request;
using protocol::RequestKind;

namespace {

class FileSession final : public AnySession, private FileCapability {
 public:
  FileSession(FileExchange& exchange, const protocol::Contest& contest, SessionOptions options)
      : AnySession(exchange, contest, options), exchange_(exchange) {}

  FileCapability* files() override { return this; }

  Exchange ask(const Request& request, Spacing spacing) override {
    if (request.kind == RequestKind::first || request.kind == RequestKind::second) begin_game(request);
    if (!game_) throw RigError("A move was asked for before a game had begun.");
    Exchange exchange = new_exchange(request);
    FileTrace trace;
    trace.unasked = has_written_unasked();
    trace.request = game_->ask(request);
    exchange.request_bytes = as_told(trace.request);
    if (spacing.gap > Duration::zero() && provokes(halves_of(trace.request), spacing.gap)) exchange.early = 1;
    trace.outcome = exchange_.exchange(
        trace.request, [this](const Files& files) { return game_->whole(files); }, patience_for(exchange));
    trace.silent = trace.outcome.timed_out && !has_written(trace.request, trace.outcome.files);
    learn(trace.silent, exchange.expected.deadline);
    read(exchange, std::move(trace));
    return exchange;
  }

  Overheard listen(Duration span) override {
    Overheard heard;
    heard.listened = span;
    return heard;
  }

 private:
  void begun_anew(const Outcome&) override {
    game_.reset();
    watched_.clear();
  }

  void set_style(const protocol::FileStyle& style) override { style_ = style; }

  bool provokes(const FileRequest& request, Duration span) override {
    const auto changed = [&](const Files& files) {
      return std::any_of(request.watched.begin(), request.watched.end(), [&](const std::string& name) {
        const auto now = files.find(name);
        const auto then = seen_.find(name);
        if (now == files.end() || then == seen_.end()) return (now == files.end()) != (then == seen_.end());
        return now->second != then->second;
      });
    };
    const FileOutcome outcome = exchange_.exchange(request, changed, span);
    note(outcome.files);
    happened(outcome.answered);
    return !outcome.timed_out && !outcome.hung_up;
  }

  /// A program that has ended, or has written anything, has shown that it lives.
  void learn(bool silent, Duration deadline) {
    if (silent) return patience().not_heard(deadline);
    patience().heard();
  }

  /// Whether one of the files that it writes is another one than before it was asked.
  bool has_written(const FileRequest& request, const Files& now) const {
    return std::any_of(request.watched.begin(), request.watched.end(), [&](const std::string& name) {
      const Files& before = request.files.contains(name) ? request.files : seen_;
      const auto then = before.find(name);
      const auto here = now.find(name);
      if (then == before.end() || here == now.end()) return (then == before.end()) != (here == now.end());
      return then->second != here->second;
    });
  }

  void begin_game(const Request& request) {
    const auto seat = std::find_if(page().seats.begin(), page().seats.end(),
                                   [&](const protocol::Seat& one) { return one.start == request.start; });
    if (seat == page().seats.end()) throw RigError("No seat starts with \"" + request.start + "\".");
    begin_game(*seat);
  }

  /// Each game has a folder of its own: what a program remembers there is of this game.
  void begin_game(const protocol::Seat& seat) {
    if (game_) reset();
    seen_.clear();
    game_ = page().dialect->files()->new_game(seat, style_);
  }

  void begin_game_after(const protocol::Seat& seat, const std::vector<protocol::PlayedMove>& moves) override {
    begin_game(seat);
    game_->begin_after(moves);
  }

  /// What reaches the program, for people: its arguments, or its message.
  static Bytes as_told(const FileRequest& request) {
    if (!request.arguments.empty()) return to_bytes(shell_line(request.arguments));
    std::string text;
    for (const auto& [name, content] : request.files) text += content;
    return to_bytes(text);
  }

  /// The same message as it lies there while its writer is half through.
  static FileRequest halves_of(FileRequest request) {
    for (auto& [name, content] : request.files) content.resize(content.size() / 2);
    return request;
  }

  void read(Exchange& exchange, FileTrace trace) {
    const FileOutcome& outcome = trace.outcome;
    exchange.sent = {outcome.asked, outcome.asked};
    exchange.hung_up = outcome.hung_up;
    exchange.waited = between(outcome.asked, outcome.answered).longest;
    happened(outcome.answered);
    watched_ = trace.request.watched;
    note(outcome.files);
    trace.answer = game_->read(outcome);
    if (!outcome.timed_out) exchange.latency = latency_of(outcome, trace.answer);
    const bool late = page().late_is_pass && !in_time(exchange);
    if (late) game_->discard();
    if (late && exchange.latency) trace.answer = {};  // a pass, whatever the files say
    if (trace.answer.stands()) {
      exchange.reply = {ParseState::complete, 0, {}, {protocol::ReplyKind::move, trace.answer.move->text}};
    } else if (!outcome.timed_out && !(late && exchange.latency)) {
      exchange.reply.state = ParseState::malformed;
      for (const protocol::Irregularity& one : trace.answer.irregularities) {
        if (one.voids && exchange.reply.why.empty()) exchange.reply.why = one.what;
      }
    }
    exchange.files = std::move(trace);
  }

  /// Nothing if the program ended without an answer. If it left one, that came at some time before it ended.
  static std::optional<Latency> latency_of(const FileOutcome& outcome, const protocol::FileAnswer& answer) {
    const Latency latency = between(outcome.asked, outcome.answered);
    if (!outcome.hung_up) return latency;
    return answer.stands() ? std::optional(Latency{Duration::zero(), latency.longest}) : std::nullopt;
  }

  /// Whether a program that lives on has written something since its last answer.
  bool has_written_unasked() {
    constexpr auto a_moment = std::chrono::milliseconds(1);
    if (page().per_move || watched_.empty()) return false;
    FileRequest nothing;
    nothing.watched = watched_;
    return provokes(nothing, a_moment);
  }

  void note(const Files& files) {
    for (const std::string& name : watched_) {
      const auto now = files.find(name);
      if (now != files.end()) seen_[name] = now->second;
    }
  }

  static bool in_time(const Exchange& exchange) {
    return exchange.latency && judge(*exchange.latency, exchange.expected.deadline) == Verdict::pass;
  }

  FileExchange& exchange_;
  protocol::FileStyle style_;
  std::unique_ptr<protocol::GameFiles> game_;
  std::set<std::string> watched_;  // the files that the program writes
  Files seen_;                     // what the program had written when it was last looked at
};

}  // namespace

std::unique_ptr<Session> new_file_session(FileExchange& exchange, const protocol::Contest& contest,
                                          SessionOptions options) {
  return std::make_unique<FileSession>(exchange, contest, options);
}

}  // namespace rig::dut
