#pragma once
/// A contest: one rule book, as data. Everything that differs between contests stands on one page each.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rig/protocol/dialect.hpp"
#include "rig/protocol/file_dialect.hpp"
#include "rig/protocol/ruling.hpp"
#include "rig/protocol/settings.hpp"

namespace rig::protocol {

/// A place at the board, as the contest hands them out.
struct Seat {
  std::string name;  ///< `first on (5,5)`
  bool moves_first = true;
  Player player = Player::one;
  std::string start;  ///< as requests write it: `5`, `A`; empty where there is none
};

/// What a turn of the DUT follows.
struct Turn {
  int number = 0;                 ///< among its own turns of this game, from 0
  std::vector<Move> opponents{};  ///< every move and pass of the opponent so far, in order
  /// Whether the last of these is news: the opponent has moved since the DUT did.
  bool news = !opponents.empty();

  /// The opponent's last move, where it is news; else empty.
  Move told() const { return news ? opponents.back() : Move{}; }
};

/// As most contests ask: the first turn by `first`, or by `second` with the opponent's opening, each later
/// one by `move` with the opponent's last move.
std::vector<Request> usual_requests(const Seat& seat, const Turn& turn);

/// A request that tells one move, or none where there is none to tell, and asks for the next.
inline Request asks_after(const Move& opponents) {
  if (opponents.text.empty()) return {RequestKind::move, {}, {}};
  return {RequestKind::move, {}, {opponents}};
}

/// What the contest's text says of a second match without a new start of the board.
enum class NextMatch {
  specified,      ///< it says how one begins
  unspecified,    ///< nothing: a rig that can start the board anew does so between matches
  after_a_start,  ///< a board plays one game: each needs a new start of the board
};

/// How a board says who it is.
struct TeamText {
  std::string words = "a team code";  ///< for people
  std::size_t shortest = 2;           ///< characters that may be assigned to a team (`--team`)
  std::size_t longest = 2;            ///< 0: the contest assigns none
  bool blanks = false;                ///< whether it may hold blanks
  std::string exact{};                ///< what every board answers; empty: each has its own
};

/// One request of a case and what became of it, for hints.
struct Heard {
  Request request;
  std::string answer;      ///< as text; empty: nothing came
  std::string afterwards;  ///< what came between that and the next request, though nobody asked
};

/// What a host can choose about a contest.
struct ContestSettings {
  std::optional<int> board{};  ///< the size of the board, where it is left to the host
  NamedSettings named{};       ///< `--set NAME=VALUE`: see Contest::settings
};

/// How far the bit rate of a board may be off its contest's, in parts per million.
inline constexpr std::int32_t bit_rate_tolerance = 25'000;

struct Contest {
  std::string name;        ///< `chess-2031`
  std::string title;       ///< `Chess contest of 2031, over RS-232`
  std::string game;        ///< whose page has it
  std::uint32_t baud = 0;  ///< bits per second, 8N1; 0: no serial line
  std::shared_ptr<const Dialect> dialect;
  std::vector<Seat> seats;
  /// A game before its first move, in which the player of `first` begins.
  std::function<std::unique_ptr<Ruling>(const Seat& first)> new_game;
  /// The requests of one turn of a DUT in `seat`; the last one asks for its move. What each turn tells of the
  /// opponent's moves, and when, is the contest's own.
  std::function<std::vector<Request>(const Seat& seat, const Turn& turn)> requests = usual_requests;
  Request hello;
  std::optional<Request> end;  ///< nothing: no request says that a game is over
  NextMatch next_match = NextMatch::specified;
  TeamText team;
  bool endless = false;    ///< the board grows with the game, without a limit
  int board = 0;           ///< the size of the board where the contest leaves it to the host; 0: no limit
  int smallest_limit = 0;  ///< the smallest board with a limit, where the host may also leave it without one
  bool stand_by = false;   ///< a request says that a game is not the board's: `--`
  bool greets = true;      ///< false: there is no hello, a match begins with its first game
  int colours = 1;         ///< how many each player has; they move in turn
  std::size_t codes = 0;   ///< how many different values Ruling::code_of has; 0: it tells nothing
  bool per_move = false;   ///< over files: by a program that is started for each move; else one per game
  bool pass_is_for_good = false;  ///< who has passed is not asked again
  bool begins_anywhere =
      false;  ///< what it hands to a player holds the whole position: a game can begin in any
  bool two_spellings = false;  ///< its text spells words in the files otherwise than its host: FileStyle
  bool late_is_pass = false;   ///< an answer that comes too late counts as a pass; the game goes on
  bool host_may_go_on =
      false;  ///< its text says of a move that breaks a rule that it must not be, not what follows
  bool admits_by_games = false;  ///< a board has to win a game in each seat against the host's simple player
  std::vector<Setting> settings{};
  bool chooses_board = false;  ///< the size of the board is the host's choice
  std::vector<int> boards{};   ///< the sizes from which it chooses, where they are few
  /// The same contest as its host has chosen; null: it leaves nothing to the host.
  std::function<Contest(const ContestSettings&)> with{};
  /// What a case's conversation suggests of a DUT that went wrong in it, as that it speaks another
  /// contest's protocol: a sentence each. Null: nothing is known.
  std::function<std::vector<std::string>(std::span<const Heard>)> hints{};

  /// What the contest is played over.
  Medium medium() const { return dialect->files() != nullptr ? Medium::files : Medium::bytes; }
};

/// What opens a match: the handshake, or, where there is none, the first request of the first seat.
Request first_request(const Contest& contest);

/// Adds contests to those that this program knows: the page of a game does, before main.
void add_contests(std::vector<Contest> (*contests)());

/// The contests that this program knows, each as it is without settings; game by game. RigError where two
/// have one name.
const std::vector<Contest>& contests();

/// The contest of this name; it lives as long as the program. UsageError with the nearest known name
/// otherwise, and for a setting that the contest does not have.
const Contest& find_contest(std::string_view name, const ContestSettings& settings = {});

/// The seat across the board from `seat` in one game of `contest`.
const Seat& seat_opposite(const Contest& contest, const Seat& seat);

}  // namespace rig::protocol
