#include "rig/arbiter/referee.hpp"

namespace rig::arbiter {

using protocol::Player;

namespace {

constexpr std::array<Player, 2> players = {Player::one, Player::two};

class Game {
 public:
  Game(const protocol::Contest& contest, const protocol::Seat& seat, Side& first, Side& second,
       const std::vector<Watcher*>& watchers, int most_plies, const std::vector<Side*>& idle)
      : contest_(contest), table_(contest, seat), idle_(idle), watchers_(watchers), most_plies_(most_plies) {
    sides_[index_of(seat.player)] = &first;
    sides_[index_of(protocol::other(seat.player))] = &second;
  }

  GameReport play() {
    for (Side* side : sides_) side->begin();
    for (Side* side : idle_) side->begin();
    tell_all(&Watcher::game_begins);
    if (contest_.greets) greet();
    for (Side* side : idle_) side->tell({protocol::RequestKind::stand_by, {}, {}});
    if (!table_.over()) tell_roles();
    while (!table_.over()) {
      tell_all(&Watcher::asked);
      const protocol::Request request = table_.request();
      table_.answered(side(table_.to_move()).ask(request, table_.ruling()));
      if (!table_.report().loss && !table_.report().no_result) tell_all(&Watcher::moved);
      if (!table_.over() && table_.ruling().ply() >= most_plies_)
        table_.break_off(ending_when_given_up(most_plies_));
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
  int most_plies_;
};

}  // namespace

GameReport play_game(const protocol::Contest& contest, const protocol::Seat& seat, Side& first, Side& second,
                     const std::vector<Watcher*>& watchers, int most_plies, const std::vector<Side*>& idle) {
  return Game(contest, seat, first, second, watchers, most_plies, idle).play();
}

}  // namespace rig::arbiter
