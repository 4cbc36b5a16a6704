#include "rig/arbiter/side.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "rig/base/bytes.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/readable.hpp"
#include "rig/base/text.hpp"
#include "rig/measure/verdict.hpp"
#include "rig/protocol/request_aspects.hpp"

namespace rig::arbiter {

using dut::Exchange;
using protocol::Contest;
using protocol::Request;
using protocol::RequestKind;

namespace {

using namespace std::chrono_literals;

/// How long the referee listens after a game where no request ends it.
constexpr Duration silence_after_a_game = 250ms;
/// How long it waits for a reply that is late already, to tell by how much: the game is lost, and the other
/// player waits too. A program over files is let come to its end.
constexpr Duration wait_for_late_replies = 1s;
/// How often a player that starts is looked at.
constexpr Duration look_at_a_start = 50ms;

class SessionSide final : public Side {
 public:
  SessionSide(std::unique_ptr<FarEnd> far_end, const Contest& contest, const SideOptions& how)
      : far_end_(std::move(far_end)),
        contest_(contest),
        restart_(how.restart),
        settle_(how.settle),
        grace_(how.grace),
        time_margin_(how.time_margin) {
    if (contest.medium() == Medium::bytes) patience_ = dut::Patience(wait_for_late_replies);
    dut::SessionOptions options;
    options.patience = &patience_;
    options.time_margin = time_margin_;
    session_ = how.new_session(*far_end_, contest, options);
  }

  std::string description() const override { return session_->info().description; }

  /// A session over files starts each game in a folder of its own.
  void begin() override {
    const bool anew = gone_ || owes_an_answer_ || restart_ == Restart::each_game ||
                      contest_.next_match != protocol::NextMatch::specified;
    if (!begun_) {
      session_->begin();
      settle();
    } else if (anew && session_->bytes() != nullptr) {
      const bool is_anew = session_->reset().done;
      if (!is_anew && contest_.next_match == protocol::NextMatch::after_a_start)
        throw RigError(fmt::format(
            "{} plays one game after each start, and this link cannot start it anew: play one game a match.",
            session_->info().name));
      settle();
    }
    begun_ = true;
    gone_ = false;
    owes_an_answer_ = false;
  }

  void begin_after(const protocol::Seat& seat, const std::vector<protocol::PlayedMove>& moves) override {
    if (session_->files() != nullptr) session_->files()->begin_game_after(seat, moves);
  }

  /// Who names itself otherwise than in an earlier game is told of.
  Answer greet() override {
    Answer answer = answer_to(contest_.hello);
    if (answer.breach || answer.excuse) return answer;
    if (name_.empty()) name_ = answer.text;
    if (answer.text != name_) {
      answer.notes.push_back({protocol::Aspect("hello.same").text(),
                              fmt::format("named itself {}, and {} before", quoted(to_bytes(answer.text)),
                                          quoted(to_bytes(name_)))});
    }
    return answer;
  }

  void tell(const Request& request) override { session_->bytes()->tell({&request, 1}); }

  Answer ask(const Request& request, const protocol::Ruling&) override { return answer_to(request); }

  std::vector<Note> end() override {
    if (gone_ || session_->bytes() == nullptr) return {};
    if (contest_.end && contest_.end->kind == RequestKind::end) {
      const Exchange ended = session_->ask(*contest_.end);
      std::vector<Byte> bytes = ended.unasked;
      bytes.insert(bytes.end(), ended.bytes.begin(), ended.bytes.end());
      return after_the_game(bytes, ended.hung_up);
    }
    const dut::Overheard heard = session_->listen(silence_after_a_game);
    return after_the_game(heard.bytes, heard.hung_up);
  }

 private:
  /// What is said while a player starts belongs to nobody's game.
  void settle() {
    if (session_->bytes() == nullptr) return;
    if (settle_ > Duration::zero()) static_cast<void>(session_->listen(settle_));
    is_starting_ = grace_ > Duration::zero() && contest_.greets;
  }

  /// The first handshake after a start: its answer may come as late as the start takes. It is asked for once.
  void await_start(Exchange& hello) const {
    const protocol::ByteDialect& dialect = *contest_.dialect->bytes();
    while (!hello.replied() && !hello.hung_up && hello.waited < grace_ && hello.bytes.size() < dut::flood &&
           hello.reply.state != protocol::ParseState::malformed) {
      const dut::Overheard heard = session_->listen(look_at_a_start);
      hello.waited += look_at_a_start;
      hello.bytes.insert(hello.bytes.end(), heard.bytes.begin(), heard.bytes.end());
      hello.line_errors.insert(hello.line_errors.end(), heard.line_errors.begin(), heard.line_errors.end());
      hello.hung_up = heard.hung_up;
      if (heard.bytes.empty()) continue;
      hello.reply = dialect.parse_reply(hello.request, hello.received());
      if (hello.replied())
        hello.latency = between(hello.sent.last_bit, hello.bytes[hello.reply.length - 1].last_bit);
    }
    hello.expected.deadline = std::max(hello.expected.deadline, grace_);
  }

  /// Whether an answer came after this deadline and counts all the same.
  static bool counts_after(Duration deadline, const Answer& answer) {
    if (answer.breach || answer.excuse || answer.kind == Answer::Kind::late_pass || !answer.took)
      return false;
    return judge(*answer.took, deadline) != Verdict::pass;
  }

  /// Of an answer that counts by the grace, and what came beside it.
  void note_start(const Exchange& hello, Answer& answer) const {
    answer.notes.push_back({protocol::deadline_aspect(hello.request).text(),
                            fmt::format("answered after {}, when it had just been started: it counts by the "
                                        "grace of this match",
                                        readable(answer.took->longest))});
    const std::vector<Byte> more(hello.bytes.begin() + static_cast<std::ptrdiff_t>(hello.reply.length),
                                 hello.bytes.end());
    for (const Note& note :
         notes_on(contest_, more, protocol::extra_aspect(hello.request, hello.expected), "after its answer"))
      answer.notes.push_back(note);
  }

  Answer answer_to(const Request& request) {
    Exchange exchange = session_->ask(request);
    const Duration deadline = exchange.expected.deadline;
    const bool is_start = std::exchange(is_starting_, false) && session_->bytes() != nullptr;
    if (is_start) await_start(exchange);
    gone_ = gone_ || (exchange.hung_up.has_value() && !contest_.per_move);
    const LinkInfo& info = session_->info();
    owes_an_answer_ = exchange.bytes.empty() && !exchange.replied() && info.can_reset && !info.resets_by_hand;
    Answer answer = read_answer(contest_, exchange, session_->health().starved);
    if (is_start && counts_after(deadline, answer)) {
      note_start(exchange, answer);
    } else {
      note_margin(exchange.request, deadline - time_margin_, answer);
    }
    return answer;
  }

  /// Of an answer that counts by the margin alone; `deadline`: the contest's own.
  void note_margin(const Request& request, Duration deadline, Answer& answer) const {
    if (time_margin_ == Duration::zero() || !counts_after(deadline, answer)) return;
    answer.notes.push_back({protocol::deadline_aspect(request).text(),
                            fmt::format("answered after {}; the contest's deadline is {}: it counts by the "
                                        "time margin of this match",
                                        readable(answer.took->longest), readable(deadline))});
  }

  std::vector<Note> after_the_game(const std::vector<Byte>& bytes, const std::optional<HungUp>& hung_up) {
    const bool was_told = contest_.end && contest_.end->kind == RequestKind::end;
    std::vector<Note> notes = notes_on(
        contest_, bytes, was_told ? protocol::Aspect("end.silence") : protocol::Aspect("over.silence"),
        "after the end of the game");
    gone_ = hung_up.has_value();
    if (gone_) notes.push_back({"", "hung up after the game: " + hung_up->how});
    return notes;
  }

  std::unique_ptr<FarEnd> far_end_;
  const Contest& contest_;
  Restart restart_;
  Duration settle_;
  Duration grace_;
  Duration time_margin_;
  dut::Patience patience_;  // of the whole match
  std::unique_ptr<dut::Session> session_;
  std::string name_;  // as it answered the first handshake
  bool begun_ = false;
  bool gone_ = false;            // it has hung up
  bool is_starting_ = false;     // it has not been asked for anything yet
  bool owes_an_answer_ = false;  // nothing came: it may answer in the next game, unless it is started again
};

}  // namespace

std::unique_ptr<Side> side_over(std::unique_ptr<FarEnd> far_end, const Contest& contest,
                                const SideOptions& options) {
  return std::make_unique<SessionSide>(std::move(far_end), contest, options);
}

}  // namespace rig::arbiter
