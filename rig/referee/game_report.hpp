#pragma once
/// What became of one game, as a host announces and records it.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "rig/contest/contest.hpp"
#include "rig/referee/answer.hpp"

namespace rig::referee {

constexpr std::size_t index_of(contest::Player player) {
  return player == contest::Player::one ? 0 : 1;
}

/// A move or a pass that counted.
struct Ply {
  contest::Player player = contest::Player::one;
  contest::Move move;
  std::optional<Latency> took;  ///< nothing: it has no time, as a pass that stands for an answer too late
};

/// A loss that the rules of the board alone do not make.
struct Loss {
  contest::Player player = contest::Player::one;
  Breach breach;
  int ply = 0;            ///< that was to be played; 0: the handshake
  contest::Move refused;  ///< the move that was not taken; empty: there is none
};

/// A note, and whom and when it is about.
struct Remark {
  int ply = 0;  ///< the ply that was to be played; 0: before the game
  contest::Player player = contest::Player::one;
  Note note;
};

struct GameReport {
  std::array<contest::Seat, 2> seats;  ///< of player one and two
  std::array<std::string, 2> teams;    ///< as they answered the handshake; empty: they have not
  std::vector<Ply> plies;
  contest::Result result;  ///< open once the game is over: it has none
  std::optional<Loss> loss;
  std::optional<Remark> no_result{};  ///< why it has none: a late reply of a program that had no processor
  std::vector<Remark> remarks;
  std::vector<Note> of_idle{};  ///< about boards that do not play
};

/// How a game ended, in few words: `both passed`, `loop`, `illegal move`, `busy machine`.
std::string ending_of(const GameReport& game);

/// … and that of one without a result.
inline constexpr const char* ending_without_result = "busy machine";

/// … and that of one that the host gave up after so many plies.
std::string ending_when_given_up(int plies);

/// How much time a player has used for its answers, as far as is known.
Duration time_used(const GameReport& game, contest::Player player);

}  // namespace rig::referee
