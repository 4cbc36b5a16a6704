#pragma once
/// Playing matches: the handshake, games against an opponent, the end and the next match. What goes wrong
/// where something came before is tried again from power-on.

#include "conformance/suite/parts/exchanges.hpp"
#include "conformance/suite/parts/file_spelling.hpp"
#include "conformance/suite/parts/game_judge.hpp"
#include "conformance/suite/parts/needless_passes.hpp"
#include "conformance/suite/parts/trials.hpp"
#include "rig/player/opponent.hpp"

namespace conformance {

class Matches {
 public:
  Matches(Standing& standing, Findings& findings, Exchanges& exchanges)
      : at_(standing),
        findings_(findings),
        exchanges_(exchanges),
        trials_(standing, findings, exchanges),
        passes_(standing, findings, exchanges, trials_),
        spelling_(standing, findings, exchanges) {}

  /// The handshake that precedes a match. False: it was not answered properly, and the case should end.
  bool greet();
  /// Tells the DUT that the game is over.
  void say_end();
  /// The end of a match that another follows: tells the DUT and, where a hard reset between matches was
  /// declared, does it.
  void end_match();
  /// The same, but the board is not started anew even where the rig would do so between matches (it is where
  /// that was declared).
  void end_match_without_reset();
  /// Plays a game (or the first turns of one), the handshake and the end not included. Every reply is
  /// judged.
  GameReport play(const rig::protocol::Seat& seat, rig::player::Opponent& opponent, const GamePlan& plan);

  /// How far the DUT's board reaches by its own description, or as it was declared (`--capacity`): a fact of
  /// the link, `rig::fact_columns` or `rig::fact_rows`. Nothing: it does not say.
  std::optional<int> capacity(const char* fact) const;
  const SeenInGames& seen() const { return seen_; }
  FileSpelling& spelling() { return spelling_; }

 private:
  void start_anew_if_it_must();
  void listen_before_a_start();
  GameReport play_once(const rig::protocol::Seat& seat, rig::player::Opponent& opponent, const GamePlan& plan,
                       GameLog& log);
  bool play_turn_of_dut(rig::dut::Game& game, GameJudge& judge, const GamePlan& plan, GameLog& log,
                        GameReport& report);
  std::optional<rig::dut::Exchange> ask_for_a_move(const rig::dut::Game& game, const GamePlan& plan);
  bool reaches_capacity(const rig::protocol::Ruling& ruling) const;

  Standing& at_;
  Findings& findings_;
  Exchanges& exchanges_;
  Trials trials_;
  NeedlessPasses passes_;
  FileSpelling spelling_;
  SeenInGames seen_;
};

}  // namespace conformance
