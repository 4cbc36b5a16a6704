#pragma once
/// What the transcript of a case says while the case runs: its last requests and replies, and the game that
/// is being played. Pure; it keeps little, however long the case goes on.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rig/base/bytes.hpp"
#include "rig/base/time.hpp"
#include "rig/protocol/contest.hpp"

namespace conformance::live {

/// One request, and what came of it so far.
struct ShownExchange {
  std::string request;       ///< as text: `25`; other bytes are escaped
  std::string reply;         ///< the same; empty: nothing came yet
  rig::Duration deadline{};  ///< of the reply; zero: none is known
  /// From the end of the request to the end of the reply; nothing: no whole reply came.
  std::optional<rig::Latency> took{};
  bool waits = true;  ///< more may come
};

/// A game from its beginning. It holds all that draws it.
struct ShownMoves {
  rig::protocol::Seat first;                                           ///< of the player that began
  rig::protocol::Player own = rig::protocol::Player::one;              ///< the DUT
  std::vector<std::pair<rig::protocol::Player, std::string>> moves{};  ///< who played what, in order
};

/// A game as it stands.
struct ShownPosition {
  rig::protocol::BoardPicture board;  ///< the last position that the rules allow; its caption says what came
  bool refused = false;               ///< the move that is marked on it is none that they allow
};

ShownPosition position_of(const rig::protocol::Contest& contest, const ShownMoves& game);

class FollowedCase {
 public:
  static constexpr std::size_t most_exchanges = 8;
  static constexpr std::size_t most_moves = 1000;  ///< a longer game is no longer followed

  /// `contest` outlives it.
  explicit FollowedCase(const rig::protocol::Contest& contest) : contest_(contest) {}

  /// The next line of the case's transcript. A line that says nothing of requests or replies, or that cannot
  /// be read, changes nothing. True: there is something new to show.
  bool hear(const std::string& line);

  /// The last ones, the newest last.
  const std::deque<ShownExchange>& exchanges() const { return exchanges_; }
  /// Nothing: none has begun, or it cannot be followed.
  const std::optional<ShownMoves>& game() const { return game_; }

 private:
  bool sent(rig::ByteView bytes, const rig::Instant& at);
  bool received(rig::ByteView bytes, const rig::Instant& at);
  bool waited(const rig::Instant& until);
  void add(ShownExchange exchange);
  void open(const rig::protocol::Request& request, rig::ByteView bytes, const rig::Instant& at);
  void close();
  void begin_game(const rig::protocol::Request& request);
  void note_move(rig::protocol::Player player, const std::string& move);

  const rig::protocol::Contest& contest_;
  std::deque<ShownExchange> exchanges_;
  std::optional<ShownMoves> game_;
  rig::Bytes sending_;  // the beginning of a request
  std::optional<rig::protocol::Request> asked_;
  rig::Bytes answer_;  // to it, so far
  rig::Instant asked_at_{};
};

}  // namespace conformance::live
