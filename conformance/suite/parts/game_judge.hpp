#pragma once
/// Judging the DUT's turns in one game: every reply against the rules, and what it shows of what the DUT has
/// understood.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conformance/suite/parts/findings.hpp"
#include "conformance/suite/parts/standing.hpp"
#include "rig/protocol/hints.hpp"

namespace conformance {

/// What a case has seen in all its games.
struct SeenInGames {
  std::vector<rig::protocol::IllegalReply> illegal;
  std::set<std::string> kinds_of_illegal;
  /// By seat: those after which the DUT has made two moves, as far as passes let it.
  std::map<std::string, std::set<std::string>> codes_answered;
  /// By seat and code: in how many games the DUT has played what the opponent needed to send it.
  std::map<std::string, std::map<std::string, int>> codes_closed;
  std::map<std::string, int> games;  ///< by seat
  /// By seat and code, for a DUT that takes any move that looks legal; a code that is not here has shown
  /// nothing.
  std::map<std::string, std::map<std::string, rig::protocol::Unseen>> unseen;
  bool too_late = false;            ///< an answer came too late: it was a pass
  bool passed_permanently = false;  ///< though it could have moved, or because it came too late
};

class GameJudge {
 public:
  GameJudge(Standing& standing, Findings& findings, SeenInGames& seen, const rig::dut::Game& game,
            GameReport& report)
      : at_(standing), findings_(findings), seen_(seen), game_(game), report_(report) {
    ++seen_.games[game.seat().name];
  }

  /// The opponent is about to play this.
  void opponent_plays(const rig::protocol::Move& move);
  /// It has, and the game is over: the DUT is not told.
  void opponent_has_ended_it(const rig::protocol::Move& move);
  /// Counts the codes of the opponent's last move, which the DUT had to understand.
  void count_codes();
  /// Where a late answer is a pass: whether this one is, and what was found of it. Nothing: it came in time.
  std::optional<rig::Verdict> late_pass(const rig::dut::Exchange& exchange);
  /// The DUT's reply, before it is played. False: it loses the game, or the rig cannot tell whether it does.
  /// A reply that is late by a deadline that is only recommended does not.
  bool judge_reply(const rig::dut::Exchange& exchange);
  /// What a reply that was right shows, before it is played.
  void note_right_reply(const rig::protocol::Move& reply);
  /// The game has been played to its end.
  void judge_end();

 private:
  const rig::protocol::Ruling& ruling() const { return game_.ruling(); }
  void judge_illegal(const rig::dut::Exchange& exchange, const rig::protocol::Judgement& judgement);
  void judge_opening(const std::string& rule);
  void judge_pass(const rig::dut::Exchange& exchange);
  void judge_absence(const rig::dut::Exchange& exchange);
  void pass_legality();
  void note_exposures();
  std::set<std::string> features_before() const;
  void passed(std::string_view family, const std::string& word);
  void failed(std::string_view family, const std::string& word, const std::string& summary, Proof proof);
  rig::report::Evidence evidence_against_a_legal_move(const rig::dut::Exchange& exchange) const;

  Standing& at_;
  Findings& findings_;
  SeenInGames& seen_;
  const rig::dut::Game& game_;
  GameReport& report_;
  std::vector<std::string> opponents_features_;  // of its last move
  std::vector<std::string> own_features_;        // of the DUT's last move
  std::vector<std::string> answered_codes_;      // the last ones that a move has answered
  bool dut_has_passed_ = false;
};

/// In a contest in which a late answer is a pass: whether this one is. Nothing: it came in time.
std::optional<rig::Verdict> counts_as_pass(const rig::protocol::Contest& contest,
                                           const rig::dut::Exchange& exchange);

}  // namespace conformance
