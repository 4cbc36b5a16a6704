#pragma once
/// The other side of a contest's files: how a player's program finds what its host has laid out, how it
/// answers, and what a referee has to lay out. It is the mirror image of GameFiles, for a referee under test.
/// Pure.

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rig/base/exchanged_files.hpp"
#include "rig/protocol/aspect.hpp"
#include "rig/protocol/dialect.hpp"
#include "rig/protocol/ruling.hpp"

namespace rig::protocol {

/// What lies before a program.
struct FilesFound {
  std::vector<std::string> arguments;  ///< after the program's name
  std::string directory;               ///< where it runs, absolute
  Files files;                         ///< absolute path -> content
};

/// One turn of a game, as a host has to take it.
struct TurnTaken {
  Player player = Player::one;
  Move move;          ///< a pass where it was late
  bool late = false;  ///< it stands for an answer that came too late
};

/// What a program leaves when its turn is over.
struct FileReply {
  std::vector<std::pair<std::string, std::string>> writes{};  ///< path and content
  std::vector<std::string> removes{};
  std::optional<int> exit_status{};  ///< nothing: it lives on
  std::optional<int> signal{};       ///< it dies of this
  std::string impossible{};          ///< why it cannot answer as it was to; empty: it can
};

/// Something that is not as a host has to lay it out.
struct Misplaced {
  Aspect aspect;
  std::string what;  ///< a sentence without its full stop
  std::string kind;
};

/// A way to answer that no program may, or of which the text does not say what a host makes of it.
struct Trick {
  std::string name;   ///< `alters-board`
  std::string what;   ///< `writes over a square of the other player's`
  Aspect aspect;      ///< of the clause that says what becomes of it
  bool loses = true;  ///< false: the text leaves that to the host
  int first_ply = 1;  ///< the first on which it can be done
};

class PlayerFiles {
 public:
  virtual ~PlayerFiles() = default;
  PlayerFiles() = default;
  PlayerFiles(const PlayerFiles&) = delete;
  PlayerFiles& operator=(const PlayerFiles&) = delete;

  /// Whether what lies there calls for an answer that has not been given. Who is started for each move is
  /// asked by its start.
  virtual bool is_asked(const FilesFound& found) const = 0;
  /// What is not as it has to be after these turns.
  virtual std::vector<Misplaced> misplaced(const FilesFound& found,
                                           const std::vector<TurnTaken>& taken) const = 0;
  /// What lies there otherwise than its program left it, though a host has to leave it alone.
  virtual std::vector<Misplaced> altered(const Files& left, const FilesFound& found) const {
    static_cast<void>(left);
    static_cast<void>(found);
    return {};
  }
  /// The aspects that `misplaced` looks at, whichever it finds.
  virtual std::vector<Aspect> looked_at() const = 0;
  /// Answers with this move, or with a pass; that is remembered.
  virtual FileReply answer(const FilesFound& found, const Move& move) = 0;
  /// Answers with this move by a trick.
  virtual FileReply answer(const FilesFound& found, const Move& move, const std::string& trick) = 0;
};

}  // namespace rig::protocol
