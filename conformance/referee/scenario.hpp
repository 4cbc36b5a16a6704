#pragma once
/// A scripted game for a referee under test: what the two boards say, what each of them must be sent, and how
/// the game must end. It is written once for all contests; their pages tell the requests, or what lies in
/// files.

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/referee/host/script.hpp"
#include "conformance/suite/catalogue.hpp"
#include "rig/base/random.hpp"
#include "rig/protocol/contest.hpp"

namespace conformance {

/// Player 1: 0.
constexpr std::size_t index_of(rig::protocol::Player player) {
  return player == rig::protocol::Player::one ? 0 : 1;
}

/// How a turn is taken, whatever the game is played over.
struct Manner {
  rig::Duration after{};  ///< since it was asked
  bool silent = false;    ///< never
  std::string trick{};    ///< over files: one of the contest's (`rig::protocol::Trick`); empty: rightly
};

/// A reply during a game.
struct ScriptedTurn {
  rig::protocol::Move move;
  /// How it is said; nothing: as the contest writes it, at once.
  std::optional<rig::host::Answer> said{};
  Manner manner{};
};

/// What must become of the last turn.
enum class Fate {
  by_the_rules,  ///< as the rules have it: an illegal move loses, others count
  lost_by_form,  ///< it loses by a violation, whatever its move
  lost_by_time,  ///< it loses by being late
  lost_somehow,  ///< it loses, and the text does not say by what
  left_to_host,  ///< the text is silent: the host may do as it likes
};

/// What the subject of a scenario is.
enum class About {
  last_turn,  ///< how its last turn is taken
  moves,      ///< that its moves are taken: how it ends is of another clause
  messages,   ///< what its boards are sent: its moves and its end are of other clauses
};

struct Scenario {
  std::string what;           ///< for people: `player 2 uses tile q again: 54q6`
  rig::protocol::Seat first;  ///< of the player that begins
  std::vector<ScriptedTurn> turns{};
  Fate fate = Fate::by_the_rules;
  /// In place of the usual answer to the handshake; the game ends with it, lost by `fate`.
  std::array<std::optional<rig::host::Answer>, 2> hello{};
  /// What each board must be sent, the end not included; nothing: as the contest has it.
  std::array<std::optional<std::vector<rig::protocol::Request>>, 2> messages{};
  bool idle_board = false;  ///< a third board is there, and does not play
  bool next_match = false;  ///< another game follows, in which whoever is asked first loses at once
  About about = About::last_turn;
  std::optional<rig::Duration> over_within{};  ///< its last request: whatever its board says
};

/// Over files: when a program must be asked, and what it does.
struct FileStep {
  rig::protocol::Player player = rig::protocol::Player::one;
  std::vector<rig::protocol::TurnTaken> before;  ///< the turns that its files must show
  rig::protocol::Move move;
  Manner manner;
  bool counts = true;            ///< false: a host may wait for another until the time for a move is over
  bool may_be_left_out = false;  ///< its player cannot place anything: a host that sees that need not ask
};

/// How a scenario must go.
struct ExpectedGame {
  /// What each player must be sent, the end not included.
  std::array<std::vector<rig::protocol::Request>, 2> requests;
  rig::host::Scripts scripts;
  std::vector<FileStep> steps{};                     ///< over files, in place of requests and scripts
  rig::protocol::Result result;                      ///< open: the host may do as it likes
  std::optional<rig::protocol::Player> loser;        ///< by a violation or a time-out
  Fate fate = Fate::by_the_rules;                    ///< with a loser: by what it has lost
  std::optional<Aspect> ends_by{};                   ///< of the clause by which it ends, where that is known
  std::optional<rig::protocol::BoardPicture> board;  ///< before the last turn, its move shown
  /// Whose board the host plays itself: nothing is seen of what it is sent.
  std::optional<rig::protocol::Player> unseen{};
  std::string pass{};  ///< in the contest's notation; empty: there is none
  /// What ended the game by the rules, and whose it was: a host may tell it to the other board.
  std::optional<std::pair<rig::protocol::Player, rig::protocol::Move>> last{};
};

/// RigError for a scenario whose game does not end.
ExpectedGame expected_game(const rig::protocol::Contest& contest, const Scenario& scenario);

/// An answer to the handshake: this name, where the contest leaves it to the board.
rig::Bytes hello_of(const rig::protocol::Contest& contest, const std::string& name);
/// The usual one.
rig::Bytes usual_hello(const rig::protocol::Contest& contest, rig::protocol::Player player);
/// A move as its board writes it.
rig::Bytes written(const rig::protocol::Contest& contest, const rig::protocol::Move& move);

/// A game at this point.
struct Line {
  std::unique_ptr<rig::protocol::Ruling> ruling;
  std::vector<rig::protocol::Move> moves;
  bool files = false;  ///< it is played over files

  Line(const rig::protocol::Contest& contest, const rig::protocol::Seat& first);
  Line(const Line& other);
  Line(Line&& other) = default;
  Line& operator=(Line&& other) = default;
  ~Line() = default;
  bool over() const;
  void play(const rig::protocol::Move& move);
  /// Both pass, from here on.
  void pass_to_the_end();
  /// As turns of a scenario.
  std::vector<ScriptedTurn> turns() const;
};

/// Legal moves by chance, to the end of the game or for so many plies.
Line random_line(const rig::protocol::Contest& contest, const rig::protocol::Seat& first, rig::Random& random,
                 int plies = 1000);
/// The same without an end: so many plies after which the game goes on. RigError where none were found.
Line open_line(const rig::protocol::Contest& contest, const rig::protocol::Seat& first, rig::Random& random,
               int plies);
/// A move that ends the game at this point for its player: one that was played already and is illegal now.
/// Nothing at the first ply.
rig::protocol::Move losing_move(const Line& line);
/// The scenario of a line, lost where it is not over: by such a move; over files, ended by passes.
Scenario lost(const std::string& what, const rig::protocol::Seat& first, const Line& line);
/// The scenario of a line, played on by the rules to an early end where it is not over: both pass, or one
/// wins; lost where no such end was found.
Scenario ended(const std::string& what, const rig::protocol::Seat& first, const Line& line);

}  // namespace conformance
