#pragma once
/// The turn of a person who plays: a board whose squares can be clicked, and the legal moves that concern the
/// chosen one. It knows no game: which squares a move concerns is what its picture marks.

#include <memory>
#include <string>
#include <vector>

#include "rig/game/notation.hpp"
#include "rig/live/hub.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::live {

/// A legal move, and the cells of a picture that it concerns: row by row from the top left one, from 0.
struct Offer {
  std::string text;
  std::vector<std::size_t> cells;
};

/// All legal moves of a position, the largest first; those that differ in their place alone stand together.
/// Of those that cover the same squares, and so are one move, there is the first. `board` shows the position;
/// what a move concerns beyond it is left out.
std::vector<Offer> offers_in(const protocol::Ruling& position, const protocol::BoardPicture& board);

class TurnPage {
 public:
  /// `hub` and `contest` outlive it.
  TurnPage(Hub& hub, const protocol::Contest& contest);

  /// The person is to move in this position, in which `last` was played.
  void offer(std::shared_ptr<const protocol::Ruling> position, const protocol::Move& last);
  /// Somebody else is, or nobody: `words` says who.
  void show(std::shared_ptr<const protocol::Ruling> position, const protocol::Move& last,
            const std::string& words);
  /// What this legal move would do to the position.
  void look(std::shared_ptr<const protocol::Ruling> position, const protocol::Move& move);
  /// A sentence for the person, until the next one.
  void say(const std::string& sentence);

 private:
  Hub& hub_;
  const game::Notation& notation_;
};

/// What makes its part of the page act. Behind the script of the page.
std::string turn_script();
/// Its style. Behind that of the page.
std::string turn_style();

}  // namespace rig::live
