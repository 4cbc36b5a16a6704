#pragma once
/// What the contests of Blokus Duo over RS-232 share: 115200 8N1, four-letter codes, `0` answered with a team
/// code, `9` at the end. Which requests there are between the two, and what they tell, stands on each
/// contest's own page.

#include <string>
#include <vector>

#include "games/blokus/contests/duo_game.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::protocol {

/// Letters of a move: x, y, tile, rotation.
inline constexpr std::size_t four_letters = 4;

/// A request for a move, as the protocol writes it: its digit, the start square if it names one, then moves.
struct MoveRequest {
  enum class Square { unnamed, named };
  RequestKind kind = RequestKind::move;
  char digit = '4';
  Square square = Square::unnamed;
  std::size_t moves = 0;  ///< of the opponent's, told one behind the other
  std::string label;      ///< `4XXXX`
};

struct FourLetters {
  std::vector<MoveRequest> requests;
  Duration hello_limit{};
  Duration reply_limit{};
  std::string hello = "0";
  std::string answer = "1";  ///< before the team code; may be empty
  std::string end = "9";     ///< empty: there is none
  DuoTerms terms{};
};

/// A contest of Blokus Duo that is spoken so; its page adds name, title and what differs. Files describe
/// others of the family by a table `[four-letters]`: hello, answer, end, first, second, moves, second-opens,
/// bonus.
Contest blokus_duo_over_serial(const FourLetters& protocol);

}  // namespace rig::protocol
