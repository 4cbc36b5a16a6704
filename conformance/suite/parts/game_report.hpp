#pragma once
/// How much of a game a case plays, and how that went.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rig/dut/session.hpp"
#include "rig/protocol/contest.hpp"

namespace conformance {

/// What a game that went wrong says about the DUT, where an earlier game or a disturbance may be the cause.
enum class Blame {
  unknown,     ///< nothing came before it, or the DUT cannot be brought to its power-on state to find out
  own_clause,  ///< the same game, begun from power-on, goes wrong as well
  left_over,   ///< … goes right: it was state left over from before, and is recorded as that
};

/// How what went wrong goes when it is tried again from power-on.
struct Retrial {
  bool wrong = false;
  bool alike = true;  ///< the DUT did the same as before, up to what went wrong; else other games were tried
};

/// How a game went, as far as cases ask.
struct GameReport {
  bool misplayed = false;  ///< a reply was illegal or missing (late ones count only against their deadline)
  Blame blame = Blame::unknown;
  int moves = 0;          ///< of the DUT's own, in time, passes not among them
  int needless = 0;       ///< passes of the DUT's although it had a move
  bool sound = true;      ///< every reply of the DUT was right
  bool finished = false;  ///< played to its end by the rules
  int dut_turns = 0;
  int forced_passes = 0;  ///< the DUT had no move, and passed
  int asked_again = 0;    ///< … and was asked again after that
  int late_passes = 0;    ///< late answers that counted as a pass
  int passes = 0;         ///< the DUT's, late answers not among them
  bool won = false;       ///< by the contest's count, where the game is finished
  bool lost = false;
  int opponents_passes = 0;
  std::map<std::string, int> features;  ///< of the DUT's moves, as the ruling names them: `last-tile`
  std::map<std::string, int> opponents_features;  ///< of the opponent's, where the DUT has answered them
  /// The move of the opponent's that ended the game, if one did, and what was remarkable about it. The DUT
  /// has not been told.
  std::optional<rig::protocol::Move> untold;
  std::vector<std::string> untold_features;
  rig::protocol::Ruling::Extent extent;  ///< of the board at the end, where it grows
  bool stopped_at_capacity = false;      ///< the board of the DUT, by its own description, reaches no further
};

/// How much of a game to play.
struct GamePlan {
  int dut_turns = 1000;         ///< stop after so many replies of the DUT
  rig::dut::Spacing spacing{};  ///< between the bytes of requests
  /// Stop when the board reaches so far in one of the directions; 0: it may grow on.
  rig::protocol::Ruling::Extent far_enough{};
  /// What is done while the opponent thinks, before each request that tells a move of its. False: it went
  /// wrong, and the game is given up.
  std::function<bool()> meanwhile{};
  /// How long that takes at the most, where the case is about it; zero: it is not.
  rig::Duration thought{};
  /// Asked after each right reply: whether nothing more is to be learnt from this game, which ends there.
  std::function<bool(const GameReport&)> enough{};
};

/// A game as it was played: every move of both players, in order, and how many turns the DUT was asked for.
struct GameLog {
  rig::protocol::Seat seat;
  rig::dut::Spacing spacing;
  std::vector<rig::protocol::Move> moves;
  int dut_turns = 0;
};

}  // namespace conformance
