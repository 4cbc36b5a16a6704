#pragma once
/// How a contest that is played over files writes what it asks and reads what was answered. Pure. Files carry
/// the whole game, so there is an object for each game: it keeps what the host keeps.

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rig/base/exchanged_files.hpp"
#include "rig/protocol/dialect.hpp"
#include "rig/protocol/player_files.hpp"

namespace rig::protocol {

struct Seat;

/// The kind of an irregularity that comes from a misread move of the other's: what else is wrong with the
/// answer follows from it.
inline constexpr const char* misread_move = "misread move of the other";

/// What is wrong with an answer, by the clause that it breaks.
struct Irregularity {
  std::string aspect;  ///< of the clause: `board.difference`
  std::string name;    ///< the platform's own name for it: `BoardDifferenceError`; may be empty
  std::string what;    ///< one sentence: the file, the line, what was found, what is allowed
  bool voids = true;   ///< the move does not count; false: it counts all the same
  /// What kind of wrong it is, in words that hold for every such answer and in every contest: `wrong exit
  /// status`.
  std::string kind{};
  /// Where on the board it shows: squares as row and column, from 1. Empty: nowhere.
  std::vector<std::pair<int, int>> squares{};
  bool on_the_board = false;  ///< a board drawn beside it helps, even where it marks no square
};

/// What can be read out of an answer.
struct FileAnswer {
  std::optional<Move> move;  ///< the placement or the pass that it makes, whether it is legal or not
  std::vector<Irregularity> irregularities;
  std::vector<std::string> kept;  ///< aspects that were looked at and found in order
  /// Whether the move can be judged: there is one, and nothing voids it.
  bool stands() const;
};

/// Whose spelling files have, where a contest's text writes a word in one way and its real host in another.
enum class Spelling { text, platform };

/// What hosts do in different ways.
struct FileStyle {
  bool final_newline = false;        ///< after the last line of files that the contest writes without one
  std::string folder{};              ///< where the contest's files lie, below the game folder; empty: in it
  bool read_only_records = false;    ///< files that the program only reads are write-protected
  Spelling header = Spelling::text;  ///< of the line that names a player
  Spelling pass = Spelling::text;    ///< of a pass in the record
};

/// A move and who made it.
struct PlayedMove {
  Player player = Player::one;
  Move move;
};

/// The files of one game, as its host keeps them for the player in one seat.
class GameFiles {
 public:
  virtual ~GameFiles() = default;
  /// Before the first request: the game does not begin on an empty board, but after these moves of both.
  /// Where the last are the opponent's, the request tells them. RigError where the contest has no such game
  /// (`Contest::begins_anywhere`).
  virtual void begin_after(const std::vector<PlayedMove>& moves);
  /// What to put in place for a request: the move in it (the opponent's) has been entered. What the DUT
  /// answered last, if it stands, has been accepted. RigError for a move that cannot be written.
  virtual FileRequest ask(const Request& request) = 0;
  /// Whether files hold a whole answer to the last request, for programs that live on, or one that is wrong
  /// whatever its writer may still add.
  virtual bool whole(const Files& files) const = 0;
  /// Reads the answer to the last request and remembers it, for the next one. Called once for each.
  virtual FileAnswer read(const FileOutcome& outcome) = 0;
  /// The answer came too late to count: the host's files stay as they were before it.
  virtual void discard() = 0;
};

/// The dialect of a contest over files.
class FileDialect : public Dialect {
 public:
  const FileDialect* files() const final { return this; }

  /// A new game for a player in `seat`.
  virtual std::unique_ptr<GameFiles> new_game(const Seat& seat, const FileStyle& style) const = 0;
  /// The same game from the player's side.
  virtual std::unique_ptr<PlayerFiles> new_player(const Seat& seat) const = 0;
  /// How a player can go wrong without a move that breaks a rule.
  virtual std::vector<Trick> tricks() const = 0;
};

}  // namespace rig::protocol
