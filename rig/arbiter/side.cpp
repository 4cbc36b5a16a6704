#include "rig/arbiter/side.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "rig/base/bytes.hpp"

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

class SessionSide final : public Side {
 public:
  SessionSide(std::unique_ptr<FarEnd> far_end, const Contest& contest, const SideOptions& how)
      : far_end_(std::move(far_end)), contest_(contest), settle_(how.settle) {
    if (contest.medium() == Medium::bytes) patience_ = dut::Patience(wait_for_late_replies);
    dut::SessionOptions options;
    options.patience = &patience_;
    session_ = how.new_session(*far_end_, contest, options);
  }

  std::string description() const override { return session_->info().description; }

  /// A session over files starts each game in a folder of its own.
  void begin() override {
    const bool anew = gone_ || contest_.next_match == protocol::NextMatch::unspecified;
    if (!begun_) {
      session_->begin();
      settle();
    } else if (anew && session_->bytes() != nullptr) {
      session_->reset();
      settle();
    }
    begun_ = true;
    gone_ = false;
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
    if (settle_ > Duration::zero() && session_->bytes() != nullptr)
      static_cast<void>(session_->listen(settle_));
  }

  Answer answer_to(const Request& request) {
    const Exchange exchange = session_->ask(request);
    gone_ = gone_ || (exchange.hung_up.has_value() && !contest_.per_move);
    return read_answer(contest_, exchange, session_->health().starved);
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
  Duration settle_;
  dut::Patience patience_;  // of the whole match
  std::unique_ptr<dut::Session> session_;
  std::string name_;  // as it answered the first handshake
  bool begun_ = false;
  bool gone_ = false;  // it has hung up
};

}  // namespace

std::unique_ptr<Side> side_over(std::unique_ptr<FarEnd> far_end, const Contest& contest,
                                const SideOptions& options) {
  return std::make_unique<SessionSide>(std::move(far_end), contest, options);
}

}  // namespace rig::arbiter
