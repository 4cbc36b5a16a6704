#pragma once
/// Games and handshakes tried again from power-on, to find out what is to blame. Nothing is found by them.

#include "conformance/parts/exchanges.hpp"
#include "rig/player/opponent.hpp"

namespace conformance {

class Trials {
 public:
  /// First and later games, to find out when a DUT passes.
  static constexpr int games_of_each = 6;

  Trials(Standing& standing, Findings& findings, Exchanges& exchanges)
      : at_(standing), findings_(findings), exchanges_(exchanges) {}

  /// Whether state from before could be to blame for what goes wrong in this game since power-on, and whether
  /// that can be found out.
  bool something_came_before(int games) const;
  /// How the same game goes when it is begun from power-on.
  Retrial game_again(const GameLog& log);
  /// How the handshake goes just after power-on.
  Retrial handshake_again();
  /// A DUT may pass although it could move. One that does so in nearly every later game, and never in the
  /// first since power-on, has not cleared its state: what it believes to have placed already, it will not
  /// place again. `first`: the game was the first since power-on.
  void judge_needless_passes(const rig::contest::Seat& seat, const GameReport& report, bool first);

 private:
  /// How a game went that was played again.
  struct Trial {
    bool wrong = false;
    bool same = true;   ///< the DUT replied as it did before
    bool alike = true;  ///< … up to the turn that went wrong
    int needless = 0;
  };

  bool passes_in_later_games_alone(const rig::contest::Seat& seat);
  bool greets();
  Trial play(const GameLog& log, rig::player::Opponent& other, rig::Random* vary, int further_turns);
  rig::match::Exchange ask(const rig::contest::Request& request, rig::match::Spacing spacing);
  bool in_order(const rig::match::Exchange& exchange) const;
  void end();

  Standing& at_;
  Findings& findings_;
  Exchanges& exchanges_;
  int needless_in_first_games_ = 0;
  bool needless_judged_ = false;
};

}  // namespace conformance
