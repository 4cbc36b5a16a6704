#pragma once
/// Games and handshakes tried again from power-on, to find out what is to blame. Nothing is found by them.

#include "conformance/suite/parts/exchanges.hpp"
#include "rig/player/opponent.hpp"

namespace conformance {

class Trials {
 public:
  Trials(Standing& standing, Findings& findings, Exchanges& exchanges)
      : at_(standing), findings_(findings), exchanges_(exchanges) {}

  /// Whether state from before could be to blame for what goes wrong in this game since power-on, and whether
  /// that can be found out.
  bool something_came_before(int games) const;
  /// How the same game goes when it is begun from power-on.
  Retrial game_again(const GameLog& log);
  /// How the handshake goes just after power-on.
  Retrial handshake_again();

  /// How a game is tried that was played before.
  struct How {
    rig::Random* vary = nullptr;  ///< in place of each of the opponent's moves another one of the same code
    int further_turns = 0;        ///< of a DUT that does not reply as it did before
    rig::Duration thought{};      ///< how long the opponent thinks before each of its first moves
  };
  struct Trial {
    bool wrong = false;
    bool same = true;   ///< the DUT replied as it did before
    bool alike = true;  ///< … up to the turn that went wrong
    int needless = 0;   ///< passes although it had a move
  };
  /// A game, with the handshake before it. Plays the opponent's moves of the log again, for as many turns of
  /// the DUT; in place of one that is not legal now, one with the same code; else what `other` chooses.
  Trial match(const GameLog& log, rig::player::Opponent& other, const How& how);
  /// Tells the DUT that the game is over, where the contest has words for it.
  void say_end();
  /// Leaves the DUT as it is at power-on.
  void end();

 private:
  bool greets();
  Trial play(const GameLog& log, rig::player::Opponent& other, const How& how);
  rig::dut::Exchange ask(const rig::protocol::Request& request, rig::dut::Spacing spacing);
  bool in_order(const rig::dut::Exchange& exchange) const;

  Standing& at_;
  Findings& findings_;
  Exchanges& exchanges_;
};

}  // namespace conformance
