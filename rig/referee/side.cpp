#include "rig/referee/side.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "rig/base/bytes.hpp"
#include "rig/link/stream/monotonic.hpp"
#include "rig/match/session.hpp"

namespace rig::referee {

using contest::Contest;
using contest::Request;
using contest::RequestKind;
using match::Exchange;

namespace {

using namespace std::chrono_literals;

/// How long the referee listens after a game where no request ends it.
constexpr Duration silence_after_a_game = 250ms;
/// How long it waits for a reply that is late already, to tell by how much: the game is lost, and the other
/// player waits too. A program over files is let come to its end.
constexpr Duration wait_for_late_replies = 1s;

class SessionSide final : public Side {
 public:
  SessionSide(std::unique_ptr<FarEnd> far_end, const Contest& contest, Fault fault)
      : far_end_(std::move(far_end)), contest_(contest), fault_(fault) {
    if (contest.medium() == Medium::bytes) patience_ = match::Patience(wait_for_late_replies);
    match::SessionOptions options;
    options.timeout_scale = scale_of(fault);
    options.patience = &patience_;
    session_ = match::new_session(*far_end_, contest, options);
  }

  std::string description() const override { return session_->info().description; }

  /// A session over files starts each game in a folder of its own.
  void begin() override {
    const bool anew = gone_ || contest_.next_match == contest::NextMatch::unspecified;
    if (!begun_) {
      session_->begin();
    } else if (anew && session_->bytes() != nullptr) {
      session_->reset();
    }
    begun_ = true;
    gone_ = false;
    ++games_;
  }

  /// Who names itself otherwise than in an earlier game is told of.
  Answer greet() override {
    if (fault_ == Fault::next_without_hello && !name_.empty()) return named(name_);
    Request hello = contest_.hello;
    if (fault_ == Fault::awaits_no_greeting) {
      tell(hello);
      return named("?");
    }
    if (fault_ == Fault::wrong_size && !hello.start.empty()) hello.start += "0";
    Answer answer = answer_to(hello);
    if (answer.breach) return answer;
    if (name_.empty()) name_ = answer.text;
    if (answer.text != name_) {
      answer.notes.push_back({contest::Aspect("hello.same").text(),
                              fmt::format("named itself {}, and {} before", quoted(to_bytes(answer.text)),
                                          quoted(to_bytes(name_)))});
    }
    return answer;
  }

  void tell(const Request& request) override {
    if (fault_ == Fault::next_without_roles && games_ > 1 && request.kind == RequestKind::second) return;
    session_->bytes()->tell({&request, 1});
  }

  Answer ask(const Request& request, const contest::Ruling&) override { return answer_to(request); }

  std::vector<Note> end() override {
    if (gone_ || session_->bytes() == nullptr) return {};
    if (contest_.end && contest_.end->kind == RequestKind::end) {
      const Exchange ended = session_->ask(*contest_.end);
      std::vector<Byte> bytes = ended.unasked;
      bytes.insert(bytes.end(), ended.bytes.begin(), ended.bytes.end());
      return after_the_game(bytes, ended.hung_up);
    }
    const match::Overheard heard = session_->listen(silence_after_a_game);
    return after_the_game(heard.bytes, heard.hung_up);
  }

 private:
  static Answer named(const std::string& name) {
    Answer answer;
    answer.text = name;
    return answer;
  }

  Answer answer_to(const Request& request) {
    const Exchange exchange = session_->ask(request);
    gone_ = gone_ || (exchange.hung_up.has_value() && !contest_.per_move);
    if (fault_ == Fault::hangs_on_hang_up && exchange.hung_up) sleep_until(furthest_instant);
    Answer answer = read_answer(contest_, exchange);
    if (fault_ == Fault::time_out_as_violation && answer.breach && answer.breach->kind == LossKind::time_out)
      answer.breach->kind = LossKind::wrong_reply;
    const bool is_late = answer.breach && exchange.replied() && exchange.latency;
    if (fault_ == Fault::no_limit_at_first && request.kind == RequestKind::first && is_late)
      answer = named(exchange.reply.value.text);
    if (fault_ == Fault::time_to_first_byte) hold_against_first_byte(exchange, answer);
    if (fault_ == Fault::time_per_byte) hold_against_each_byte(exchange, answer);
    return answer;
  }

  /// How a defect stretches the contest's limits.
  static double scale_of(Fault fault) {
    constexpr double early = 0.7;
    constexpr double late = 1.5;
    constexpr double twice = 2;
    constexpr double never = 60;
    switch (fault) {
      case Fault::early_time_out: return early;
      case Fault::late_time_out: return late;
      case Fault::time_to_first_byte:
      case Fault::time_per_byte: return twice;
      case Fault::no_time_out: return never;
      default: return 1;
    }
  }

  /// The limit holds to each byte, from the one before it on.
  void hold_against_each_byte(const Exchange& exchange, Answer& answer) const {
    const Duration limit = contest_.dialect->expects(exchange.request).deadline;
    Instant before = exchange.sent.last_bit;
    for (const Byte& byte : exchange.bytes) {
      if (!answer.breach && between(before, byte.last_bit).shortest > limit)
        answer.breach = {LossKind::time_out, "move.deadline", "it stopped for too long"};
      before = byte.last_bit;
    }
  }

  /// The limit holds to the first byte alone: the rest may come in twice the time.
  void hold_against_first_byte(const Exchange& exchange, Answer& answer) const {
    if (answer.breach || exchange.bytes.empty()) return;
    const Latency first = between(exchange.sent.last_bit, exchange.bytes.front().last_bit);
    const Duration limit = contest_.dialect->expects(exchange.request).deadline;
    if (first.shortest > limit)
      answer.breach = {LossKind::time_out, "move.deadline", "it began to answer too late"};
  }

  std::vector<Note> after_the_game(const std::vector<Byte>& bytes, const std::optional<HungUp>& hung_up) {
    const bool was_told = contest_.end && contest_.end->kind == RequestKind::end;
    std::vector<Note> notes =
        notes_on(contest_, bytes, was_told ? contest::Aspect("end.silence") : contest::Aspect("over.silence"),
                 "after the end of the game");
    gone_ = hung_up.has_value();
    if (gone_) notes.push_back({"", "hung up after the game: " + hung_up->how});
    return notes;
  }

  std::unique_ptr<FarEnd> far_end_;
  const Contest& contest_;
  Fault fault_;
  match::Patience patience_;  // of the whole match
  std::unique_ptr<match::Session> session_;
  std::string name_;  // as it answered the first handshake
  int games_ = 0;
  bool begun_ = false;
  bool gone_ = false;  // it has hung up
};

}  // namespace

std::unique_ptr<Side> side_over(std::unique_ptr<FarEnd> far_end, const Contest& contest, Fault fault) {
  return std::make_unique<SessionSide>(std::move(far_end), contest, fault);
}

}  // namespace rig::referee
