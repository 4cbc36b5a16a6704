#include "rig/referee/referee.hpp"

#include <fmt/format.h>

namespace rig::referee {

using contest::Player;

namespace {

constexpr std::array<Player, 2> players = {Player::one, Player::two};

class Game {
 public:
  Game(const contest::Contest& contest, const contest::Seat& seat, Side& first, Side& second,
       const std::vector<Watcher*>& watchers, int most_plies, Fault fault, const std::vector<Side*>& idle,
       const std::vector<GameReport>& before)
      : contest_(contest),
        table_(contest, seat, fault, before),
        idle_(idle),
        watchers_(watchers),
        most_plies_(most_plies),
        fault_(fault),
        is_first_(before.empty()) {
    sides_[index_of(seat.player)] = &first;
    sides_[index_of(contest::other(seat.player))] = &second;
  }

  GameReport play() {
    for (Side* side : sides_) side->begin();
    for (Side* side : idle_) side->begin();
    tell_all(&Watcher::game_begins);
    if (contest_.greets) greet();
    has_idle_boards_stand_by();
    if (!table_.over()) tell_roles();
    while (!table_.over()) {
      tell_all(&Watcher::asked);
      const Player mover = table_.to_move();
      if (fault_ == Fault::asks_not_who_passed && has_passed_[index_of(mover)]) {
        table_.answered(pass());
        continue;
      }
      const contest::Request request = table_.request();
      if (fault_ == Fault::forwards_twice && !request.moves.empty()) side(mover).tell(request);
      table_.answered(side(mover).ask(request, table_.ruling()));
      if (fault_ == Fault::forwards_to_mover && !table_.report().loss)
        side(mover).tell(contest::asks_after(table_.last_move()));
      for (Side* side : idle_) {
        if (fault_ == Fault::forwards_to_idle) side->tell(contest::asks_after(table_.last_move()));
      }
      has_passed_[index_of(mover)] = table_.ruling().is_pass(table_.last_move());
      const bool passed = !table_.over() && table_.ruling().is_pass(table_.last_move());
      if (fault_ == Fault::asks_who_passed && passed)
        side(mover).ask(contest::asks_after({}), table_.ruling());
      if (!table_.report().loss) tell_all(&Watcher::moved);
      if (!table_.over() && table_.ruling().ply() >= most_plies_)
        table_.break_off(fmt::format("given up after {} plies", most_plies_));
    }
    end();
    tell_all(&Watcher::game_ended);
    return table_.report();
  }

 private:
  Side& side(Player player) { return *sides_[index_of(player)]; }

  void tell_all(void (Watcher::*what)(const Table&)) {
    for (Watcher* watcher : watchers_) (watcher->*what)(table_);
  }

  void greet() {
    for (const Player player : players) {
      if (table_.over() || (fault_ == Fault::greets_one && player == Player::two)) continue;
      if (fault_ == Fault::greets_none) continue;
      if (fault_ == Fault::greets_first_game_alone && !is_first_) continue;
      Answer answer = side(player).greet();
      if (fault_ == Fault::greets_twice) answer = side(player).greet();
      while (fault_ == Fault::never_gives_up && answer.breach) answer = side(player).greet();
      table_.greeted(player, answer);
    }
  }

  void end() {
    const bool was_lost = table_.report().loss && table_.report().loss->ply > 0;
    if (fault_ == Fault::asks_on && was_lost && !table_.last_move().text.empty())
      side(contest::other(table_.report().loss->player)).tell(contest::asks_after(table_.last_move()));
    if (fault_ == Fault::starts_after_the_end)
      side(Player::one).ask(contest::asks_after({}), table_.ruling());
    if (fault_ == Fault::no_end) return;
    for (const Player player : players) {
      if (fault_ == Fault::end_to_one && player == Player::two) continue;
      table_.note(player, side(player).end());
      if (fault_ == Fault::end_twice) table_.note(player, side(player).end());
      if (fault_ == Fault::hello_after_end) side(player).tell(contest_.hello);
      if (fault_ == Fault::asks_after_end && !table_.last_move().text.empty())
        side(player).tell(contest::asks_after(table_.last_move()));
    }
    for (Side* side : idle_) table_.note_of_idle(side->end());
  }

  void has_idle_boards_stand_by() {
    using contest::RequestKind;
    if (fault_ == Fault::no_stand_by) return;
    const RequestKind kind = fault_ == Fault::idle_plays_black ? RequestKind::second : RequestKind::stand_by;
    for (Side* side : idle_) side->tell({kind, {}, {}});
  }

  Answer pass() const {
    Answer answer;
    answer.text = table_.ruling().pass().text;
    return answer;
  }

  void tell_roles() {
    for (const Player player : players) {
      for (contest::Request& request : table_.opening(player)) {
        if (fault_ == Fault::no_second_role) continue;
        if (fault_ == Fault::first_role_to_both) request = {contest::RequestKind::first, request.start, {}};
        side(player).tell(request);
        if (fault_ == Fault::second_role_to_both) side(contest::other(player)).tell(request);
      }
    }
  }

  const contest::Contest& contest_;
  Table table_;
  std::array<Side*, 2> sides_{};
  std::array<bool, 2> has_passed_{};  // for a defect
  const std::vector<Side*>& idle_;
  const std::vector<Watcher*>& watchers_;
  int most_plies_;
  Fault fault_;
  bool is_first_;  // of its match
};

}  // namespace

GameReport play_game(const contest::Contest& contest, const contest::Seat& seat, Side& first, Side& second,
                     const std::vector<Watcher*>& watchers, int most_plies, Fault fault,
                     const std::vector<Side*>& idle, const std::vector<GameReport>& before) {
  return Game(contest, seat, first, second, watchers, most_plies, fault, idle, before).play();
}

}  // namespace rig::referee
