#include "rig/tools/play/browser.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

#include "rig/base/interruption.hpp"
#include "rig/live/hub.hpp"
#include "rig/live/match_page.hpp"
#include "rig/live/turn_page.hpp"
#include "rig/tools/play/words.hpp"

namespace rig::play {

using arbiter::Table;
using protocol::Judgement;
using protocol::Move;
using protocol::Ruling;
using protocol::Seat;

namespace {

using namespace std::chrono_literals;

constexpr auto look_at_signals = 100ms;

}  // namespace

/// What a person at the page has done, handed from the server's thread to that of the game.
class Desk {
 public:
  /// Waits until the person has made a move in this position or wishes something else; null: the game has
  /// ended, and no move is left to make. Throws Wished.
  Move await(std::shared_ptr<const Ruling> position) {
    std::unique_lock lock(mutex_);
    position_ = std::move(position);
    open_ = true;
    while (!move_ && !wish_) {
      done_.wait_for(lock, look_at_signals);
      if (Interruption::noted()) wish_ = Wish::quit;
    }
    open_ = false;
    position_.reset();
    const std::optional<Wish> wish = std::exchange(wish_, std::nullopt);
    const std::optional<Move> move = std::exchange(move_, std::nullopt);
    if (wish) throw Wished(*wish);
    return *move;
  }

  /// Why this is no move now; empty: it is played.
  std::string play(const std::string& text) {
    const std::lock_guard lock(mutex_);
    if (position_ == nullptr || is_taken()) return "It is not your turn.";
    const Judgement judgement = position_->judge({text});
    if (!judgement.legal)
      return fmt::format("{} is not legal ({}): {}", text, judgement.rule, judgement.explanation);
    move_ = Move{text};
    done_.notify_all();
    return {};
  }

  std::string wish(Wish wish, const WhyNot& why_not) {
    const std::lock_guard lock(mutex_);
    if (!open_ || is_taken()) return "The board is to move: wait for its answer.";
    std::string why = why_not(wish);
    if (!why.empty()) return why;
    wish_ = wish;
    done_.notify_all();
    return {};
  }

  /// The position in which a move is awaited that is legal; null: none is, or it is not.
  std::shared_ptr<const Ruling> position_for(const std::string& legal_move) {
    const std::lock_guard lock(mutex_);
    return position_ != nullptr && position_->judge({legal_move}).legal ? position_ : nullptr;
  }

 private:
  bool is_taken() const { return move_ || wish_; }

  std::mutex mutex_;
  std::condition_variable done_;
  bool open_ = false;  // somebody awaits what the person does
  std::shared_ptr<const Ruling> position_;
  std::optional<Move> move_;
  std::optional<Wish> wish_;
};

class Browser::Impl final : public arbiter::Watcher {
 public:
  Impl(const protocol::Contest& contest, const std::string& board, const live::Address& address,
       WhyNot why_not)
      : board_(board),
        why_not_(std::move(why_not)),
        turn_(hub_, contest),
        match_(hub_, contest, {"you", board}),
        server_(address, hub_, contest.title,
                [this](const std::string& act, const std::string& text) { return obey(act, text); }) {}

  std::string url() const { return server_.url(); }

  void begin(const Seat& seat, int number) {
    seat_ = seat;
    number_ = number;
    match_.announce(number, number, seat.player);
  }

  Move move(const Ruling& ruling) {
    const std::shared_ptr<const Ruling> position = ruling.clone();
    turn_.offer(position, last_);
    Move move = desk_.await(position);
    turn_.say({});
    return move;
  }

  Wish afterwards() {
    try {
      static_cast<void>(desk_.await(nullptr));
    } catch (const Wished& wished) {
      turn_.say({});
      return wished.wish();
    }
    return Wish::quit;
  }

  void say(const std::string& sentence) { turn_.say(sentence); }

 private:
  void game_opens() override { match_.game_opens(); }
  void moved(const Table& table) override { match_.moved(table); }

  void asked(const Table& table) override {
    match_.asked(table);
    last_ = table.last_move();
    if (table.to_move() != seat_.player)
      turn_.show(table.ruling().clone(), last_, fmt::format("{} is to move.", board_));
  }

  void game_ended(const Table& table) override {
    match_.game_ended(table);
    const std::string words = words_on_the_end(table.report(), seat_.player, board_);
    turn_.show(table.ruling().clone(), table.last_move(), words + ".");
    match_.tell_result(fmt::format("game {}: {}", number_, words));
  }

  /// In a thread of the server's.
  std::string obey(const std::string& act, const std::string& text) {
    if (act == "move") return desk_.play(text);
    if (act == "undo") return desk_.wish(Wish::undo, why_not_);
    if (act == "new") return desk_.wish(Wish::new_game, why_not_);
    if (act != "look") return fmt::format("\"{}\" is no act: allowed are move, look, undo, new.", act);
    if (const auto position = desk_.position_for(text)) turn_.look(position, {text});
    return {};
  }

  std::string board_;
  WhyNot why_not_;
  live::Hub hub_;
  Desk desk_;
  live::TurnPage turn_;
  live::MatchPage match_;
  Seat seat_;
  Move last_;
  int number_ = 1;
  live::Server server_;
};

Browser::Browser(const protocol::Contest& contest, const std::string& board, const live::Address& address,
                 WhyNot why_not)
    : impl_(std::make_unique<Impl>(contest, board, address, std::move(why_not))) {}
Browser::~Browser() = default;

std::string Browser::url() const {
  return impl_->url();
}
void Browser::begin(const Seat& seat, int number) {
  impl_->begin(seat, number);
}
arbiter::Watcher& Browser::watcher() {
  return *impl_;
}
Move Browser::move(const Ruling& ruling) {
  return impl_->move(ruling);
}
Wish Browser::afterwards() {
  return impl_->afterwards();
}
void Browser::say(const std::string& sentence) {
  impl_->say(sentence);
}

}  // namespace rig::play
