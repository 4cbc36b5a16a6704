#pragma once
/// Moves for a referee under test to judge: one for each game.

#include <string>
#include <vector>

#include "rig/base/random.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::game {

/// Writes moves, right and wrong, in the notation of a contest. A ruling that is handed in is one of this
/// game's.
class MoveWriter {
 public:
  MoveWriter() = default;
  MoveWriter(const MoveWriter&) = delete;
  MoveWriter& operator=(const MoveWriter&) = delete;
  virtual ~MoveWriter() = default;

  /// Many moves, legal and not, by chance; well formed but for some of them.
  virtual std::vector<protocol::Move> by_chance(const protocol::Contest& contest,
                                                const protocol::Ruling& ruling, Random& random) const = 0;
  /// What somebody might write in place of this move, each in a way of its own; some may be well formed.
  virtual std::vector<std::string> misspellings(const protocol::Contest& contest,
                                                const protocol::Move& move) const = 0;
  /// Over files: whether what a program has left shows that its move breaks a rule in this way
  /// (`Judgement::kind`). By default it does.
  virtual bool shows_in_files(const protocol::Ruling& ruling, const protocol::Move& move,
                              const std::string& kind) const {
    static_cast<void>(ruling), static_cast<void>(move), static_cast<void>(kind);
    return true;
  }
};

}  // namespace rig::game
