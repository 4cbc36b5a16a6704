#pragma once
/// What became of one game, as a host announces and records it.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "rig/arbiter/answer.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::arbiter {

constexpr std::size_t index_of(protocol::Player player) {
  return player == protocol::Player::one ? 0 : 1;
}

/// A move or a pass that counted.
struct Ply {
  protocol::Player player = protocol::Player::one;
  protocol::Move move;
  std::optional<Latency> took;  ///< nothing: it has no time, as a pass that stands for an answer too late
};

/// A loss that the rules of the board alone do not make.
struct Loss {
  protocol::Player player = protocol::Player::one;
  Breach breach;
  int ply = 0;             ///< that was to be played; 0: the handshake
  protocol::Move refused;  ///< the move that was not taken; empty: there is none
};

/// A note, and whom and when it is about.
struct Remark {
  int ply = 0;  ///< the ply that was to be played; 0: before the game
  protocol::Player player = protocol::Player::one;
  Note note;
};

struct GameReport {
  std::array<protocol::Seat, 2> seats;  ///< of player one and two
  std::array<std::string, 2> teams;     ///< as they answered the handshake; empty: they have not
  std::vector<Ply> plies;
  protocol::Result result;  ///< open once the game is over: it has none
  std::optional<Loss> loss;
  /// Why it has none: a late reply of a program that had no processor, or the game was stopped.
  std::optional<Remark> no_result{};
  bool interrupted = false;  ///< it was stopped
  int opening_plies = 0;     ///< with which it began: nobody was asked for them
  std::vector<Remark> remarks;
  std::vector<Note> of_idle{};  ///< about boards that do not play
};

/// How a game ended, in few words: `both passed`, `loop`, `illegal move`, `busy machine`.
std::string ending_of(const GameReport& game);

/// … and that of one without a result, or of one that was stopped.
inline constexpr const char* ending_without_result = "busy machine";
inline constexpr const char* ending_when_interrupted = "interrupted";

/// … and that of one that the host gave up after so many plies.
std::string ending_when_given_up(int plies);

/// How much time a player has used for its answers, as far as is known.
Duration time_used(const GameReport& game, protocol::Player player);

}  // namespace rig::arbiter
