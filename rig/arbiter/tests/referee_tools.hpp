#pragma once
/// Two boards with scripts, at one table.

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "rig/arbiter/referee.hpp"
#include "rig/arbiter/stoppable.hpp"
#include "rig/arbiter/together.hpp"
#include "rig/link/callback/callback_link.hpp"
#include "rig/tests/printers.hpp"
#include "rig/tests/scripted_device.hpp"

namespace rig::arbiter {

inline std::ostream& operator<<(std::ostream& out, LossKind kind) {
  return out << to_string(kind);
}

namespace testing {

/// A board that knows only its lines: each whole request is answered by the next of its moves; a handshake
/// always by its name, and what calls for silence by none.
class Board final : public Device {
 public:
  using Answers = std::deque<std::vector<Action>>;
  Board(const protocol::Contest& contest, Answers answers, std::vector<std::string>* heard)
      : contest_(contest), answers_(std::move(answers)), heard_(heard) {}

  void power_on() override {
    pending_.clear();
    heard_->push_back("(on)");
  }

  std::vector<Action> receive(std::uint8_t byte) override {
    pending_.push_back(byte);
    const auto request = contest_.dialect->bytes()->parse_request(pending_);
    if (request.state != protocol::ParseState::complete) return {};
    std::string text = to_text(pending_);
    if (text.ends_with('\n')) text.pop_back();
    heard_->push_back(text);
    pending_.clear();
    const protocol::ReplyKind kind = contest_.dialect->expects(request.value).kind;
    if (kind == protocol::ReplyKind::silence) return {};
    if (kind == protocol::ReplyKind::team_code && !scripted_hello)
      return text_after(std::chrono::milliseconds(1), hello());
    if (answers_.empty()) return {};
    std::vector<Action> actions = answers_.front();
    answers_.pop_front();
    return actions;
  }

  bool scripted_hello = false;  ///< the handshake takes one of the answers too

 private:
  std::string hello() const {
    if (contest_.name == "aut-trax") return "R\n";
    return to_text(contest_.dialect->bytes()->encode(
        {protocol::ReplyKind::team_code, contest_.game == "blokus" ? "XY" : "xy"}));
  }

  const protocol::Contest& contest_;
  Answers answers_;
  std::vector<std::string>* heard_;
  Bytes pending_;
};

/// A link to a program that others kept from running for so long, in each exchange that took so long.
class StarvedLink final : public Link {
 public:
  StarvedLink(std::unique_ptr<Link> inner, Duration starved) : inner_(std::move(inner)), starved_(starved) {}

  const LinkInfo& info() const override { return inner_->info(); }
  Sent send(ByteView bytes, Instant not_before) override {
    sent_ = inner_->send(bytes, not_before);
    waited_ = {};
    return sent_;
  }
  Outcome reset() override { return inner_->reset(); }
  Health health() override {
    Health health;
    health.starved = std::exchange(waited_, {});
    return health;
  }

 protected:
  Event do_receive(Instant until) override {
    Event event = inner_->receive(until);
    Byte* const byte = std::get_if<Byte>(&event);
    if (byte == nullptr || byte->last_bit.earliest - sent_.last_bit.latest < starved_) return event;
    waited_ = starved_;
    byte->first_bit.earliest -= starved_;
    byte->last_bit.earliest -= starved_;
    return event;
  }

 private:
  std::unique_ptr<Link> inner_;
  Duration starved_;
  Sent sent_;
  Duration waited_{};
};

inline std::vector<Action> says(const std::string& text, Duration after = std::chrono::milliseconds(1)) {
  return text_after(after, text);
}

/// A game between two scripted boards; `one` answers as player one.
struct Scripted {
  explicit Scripted(const protocol::Contest& page) : contest(page) {}

  GameReport play(Board::Answers one, Board::Answers two, std::size_t seat = 0, bool scripted_hello = false) {
    sit(std::move(one), std::move(two), seat, scripted_hello);
    return again();
  }
  void sit(Board::Answers one, Board::Answers two, std::size_t seat, bool scripted_hello = false) {
    seat_ = seat;
    const ClockDomain clock = new_clock_domain();
    const auto link = [&](std::size_t player, Board::Answers answers) {
      auto board = std::make_unique<Board>(contest, std::move(answers), &heard[player]);
      board->scripted_hello = scripted_hello;
      auto inner = make_callback_link({"builtin:test", "", contest.baud, clock}, std::move(board));
      if (starved == Duration::zero()) return inner;
      return std::unique_ptr<Link>(std::make_unique<StarvedLink>(std::move(inner), starved));
    };
    auto [a, b] = put_together(link(0, std::move(one)), link(1, std::move(two)));
    const auto side = [&](std::unique_ptr<Link> far_end) {
      return side_over(stoppable(std::move(far_end), Waiting::in_steps, stop), contest, options);
    };
    sides = {side(std::move(a)), side(std::move(b))};
    for (auto& lines : heard) lines.clear();
  }
  GameReport again() {
    const protocol::Seat& seat = contest.seats.at(seat_);
    const std::size_t first = index_of(seat.player);
    return play_game(contest, seat, *sides[first], *sides[1 - first]);
  }

  const protocol::Contest& contest;
  Duration starved{};  ///< both boards, in each exchange that takes so long
  SideOptions options;
  Stop stop;
  std::array<std::vector<std::string>, 2> heard;
  std::array<std::unique_ptr<Side>, 2> sides;

 private:
  std::size_t seat_ = 0;
};

inline std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : " ") + line;
  return text;
}

}  // namespace testing
}  // namespace rig::arbiter
