#pragma once
/// Where a person sits who plays against a board: a terminal, a page.

#include <exception>
#include <functional>
#include <string>

#include "rig/arbiter/referee.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::play {

/// What a person may want beside a move.
enum class Wish {
  undo,      ///< the own last move, and what followed it, back
  new_game,  ///< from the beginning; this one counts as given up
  quit,
};

/// Thrown in place of a move.
class Wished : public std::exception {
 public:
  explicit Wished(Wish wish) : wish_(wish) {}
  Wish wish() const { return wish_; }
  const char* what() const noexcept override { return "the person wants no move"; }

 private:
  Wish wish_;
};

/// Why the person cannot have that now, in a sentence; empty: nothing is against it.
using WhyNot = std::function<std::string(Wish)>;

class Place {
 public:
  virtual ~Place() = default;
  Place() = default;
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  /// A game begins, in which the person sits in `seat`: the one of this number, from 1. After an undo it is
  /// the same one again.
  virtual void begin(const protocol::Seat& seat, int number) = 0;
  /// Sees the game while it goes on.
  virtual arbiter::Watcher& watcher() = 0;
  /// A legal move in this position, in which the person is to move. Waits for it as long as it takes. Throws
  /// Wished.
  virtual protocol::Move move(const protocol::Ruling& ruling) = 0;
  /// The game has ended: what comes then.
  virtual Wish afterwards() = 0;
  /// A sentence for the person.
  virtual void say(const std::string& sentence) = 0;
};

}  // namespace rig::play
