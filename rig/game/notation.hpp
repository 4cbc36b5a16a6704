#pragma once
/// What the lab tools say about a game beyond what every ruling knows. A game that has more to say, or says
/// it in words of its own, derives from this.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rig/protocol/contest.hpp"

namespace rig::game {

/// Words for scripts. A ruling that is handed in is one of this game's.
class Notation {
 public:
  /// What `rig check` does with a move that comes when the game is over.
  enum class Afterwards { refused, judged };

  Notation() = default;
  Notation(const Notation&) = delete;
  Notation& operator=(const Notation&) = delete;
  virtual ~Notation() = default;

  /// How much is legal, on one line: `moves 12`.
  virtual std::string count(const protocol::Ruling& ruling) const;
  /// What the last move did, if there is more to say than that it was legal. By default nothing.
  virtual std::string effect(const protocol::Ruling& ruling) const {
    static_cast<void>(ruling);
    return {};
  }
  /// How the game stands, on one line: `result open`, `result first`, `result second`, `result draw`.
  virtual std::string result(const protocol::Ruling& ruling) const;
  /// The board as text, line by line.
  virtual std::string board(const protocol::Ruling& ruling) const { return ruling.draw({}); }
  virtual Afterwards afterwards() const { return Afterwards::refused; }
  /// The board with what the last move has laid marked on it; `last` is that move, empty: none was made.
  virtual protocol::BoardPicture after_last_move(const protocol::Ruling& ruling,
                                                 const protocol::Move& last) const {
    return ruling.picture(ruling.is_pass(last) ? protocol::Move{} : last);
  }
  /// The moves in a file as the host of this contest keeps one; nothing: it keeps none. UsageError names the
  /// file and the line that is wrong.
  virtual std::optional<std::vector<std::string>> moves_in_file(const protocol::Contest& contest,
                                                                const std::string& text,
                                                                const std::string& file) const {
    static_cast<void>(contest), static_cast<void>(text), static_cast<void>(file);
    return std::nullopt;
  }

 protected:
  /// `open`, `draw`, or who has won: player one by the first of these words, player two by the second.
  static std::string_view word_of(protocol::Result::State state, std::string_view one = "first",
                                  std::string_view two = "second");
};

}  // namespace rig::game
