#pragma once
/// The contest of 2011 as a page: how requests and replies are written, who may do what, who has won.

#include "position.hpp"
#include "rig/protocol/aspect.hpp"
#include "rig/protocol/contest.hpp"

namespace connect6 {

/// `icfpt2011`: Connect6 over RS-232, 115200 baud.
rig::protocol::Contest icfpt2011();

/// The ruling of a game of Connect6, for whoever looks through it at the board. A move is one text for a
/// whole turn: `1010` where one stone is due or the first one wins, else `10101111`.
class Connect6Ruling : public rig::protocol::Ruling {
 public:
  virtual const Position& position() const = 0;
};

/// The stones of a move in the order in which they are written, on the board or not. What is not four digits
/// is left out.
std::vector<Crossing> stones_of(const rig::protocol::Move& move);

// What cases of this game look at, beside what all contests share.

/// One stone too few or too many for the turn.
inline const auto number_of_stones = rig::protocol::Aspect::add("move.stones");
/// The opponent lays stones on the edges and in the corners.
inline const auto opponents_border = rig::protocol::Aspect::add("opponent.border");
/// The game is played on until the board is full.
inline const auto full_board = rig::protocol::Aspect::add("game.full");
/// The game ends in the middle of a turn.
inline const auto ends_by_first_stone = rig::protocol::Aspect::add("over.first-stone");
/// … and by more than six in a row.
inline const auto ends_by_long_row = rig::protocol::Aspect::add("over.long-row");

// … and cases for its referees.

/// The first stone of a turn wins: the second is not looked at.
inline const auto referee_first_stone = rig::protocol::Aspect::add("referee.first-stone");
/// Six in a row, in each direction.
inline const auto referee_six = rig::protocol::Aspect::add("referee.six");
/// More than six in a row win; five, and six around an edge, do not.
inline const auto referee_long_row = rig::protocol::Aspect::add("referee.long-row");
/// A full board is a tie.
inline const auto referee_full_board = rig::protocol::Aspect::add("referee.full-board");

}  // namespace connect6
