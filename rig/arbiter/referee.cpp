#include "rig/arbiter/referee.hpp"

#include "rig/arbiter/stoppable.hpp"

namespace rig::arbiter {

using protocol::Player;

namespace {

constexpr std::array<Player, 2> players = {Player::one, Player::two};

class Game {
 public:
  Game(const protocol::Contest& contest, const protocol::Seat& seat, Side& first, Side& second,
       const std::vector<Watcher*>& watchers, const GameTerms& terms, const std::vector<Side*>& idle)
      : contest_(contest), table_(contest, seat), idle_(idle), watchers_(watchers), terms_(terms) {
    sides_[index_of(seat.player)] = &first;
    sides_[index_of(protocol::other(seat.player))] = &second;
  }

  GameReport play() {
    for (Watcher* watcher : watchers_) watcher->game_opens();
    try {
      play_to_the_end();
    } catch (const Stopped&) {
      if (!table_.over()) table_.interrupt();
    }
    tell_all(&Watcher::game_ended);
    return table_.report();
  }

 private:
  void play_to_the_end() {
    begin();
    tell_all(&Watcher::game_begins);
    if (contest_.greets) greet();
    for (Side* side : idle_) side->tell({protocol::RequestKind::stand_by, {}, {}});
    if (!table_.over()) tell_roles();
    while (!table_.over()) {
      tell_all(&Watcher::asked);
      const protocol::Request request = table_.request();
      table_.answered(side(table_.to_move()).ask(request, table_.ruling()));
      if (!table_.report().loss && !table_.report().no_result) tell_all(&Watcher::moved);
      if (!table_.over() && table_.ruling().ply() >= terms_.most_plies)
        table_.break_off(ending_when_given_up(terms_.most_plies));
    }
    end();
  }

  void begin() {
    for (Side* side : sides_) side->begin();
    for (Side* side : idle_) side->begin();
    if (terms_.opening.empty()) return;
    table_.begin_after(terms_.opening);
    for (const Player player : players)
      side(player).begin_after(table_.report().seats[index_of(player)], table_.known_to(player));
  }

  Side& side(Player player) { return *sides_[index_of(player)]; }

  void tell_all(void (Watcher::*what)(const Table&)) {
    for (Watcher* watcher : watchers_) (watcher->*what)(table_);
  }

  void greet() {
    for (const Player player : players) {
      if (!table_.over()) table_.greeted(player, side(player).greet());
    }
  }

  void tell_roles() {
    for (const Player player : players) {
      for (const protocol::Request& request : table_.opening(player)) side(player).tell(request);
    }
  }

  void end() {
    for (const Player player : players) table_.note(player, side(player).end());
    for (Side* side : idle_) table_.note_of_idle(side->end());
  }

  const protocol::Contest& contest_;
  Table table_;
  std::array<Side*, 2> sides_{};
  const std::vector<Side*>& idle_;
  const std::vector<Watcher*>& watchers_;
  const GameTerms& terms_;
};

}  // namespace

GameReport play_game(const protocol::Contest& contest, const protocol::Seat& seat, Side& first, Side& second,
                     const std::vector<Watcher*>& watchers, const GameTerms& terms,
                     const std::vector<Side*>& idle) {
  return Game(contest, seat, first, second, watchers, terms, idle).play();
}

}  // namespace rig::arbiter
