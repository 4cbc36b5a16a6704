#include "games/trax/players/trax_scout.hpp"

#include <algorithm>
#include <utility>

namespace rig::player {

using trax::Choice;
using trax::Move;
using trax::Position;
using Ending = Prospect::Ending;

namespace {

constexpr unsigned lines = trax::effects::white_line | trax::effects::red_line;

constexpr unsigned feats_of(trax::Colour colour) {
  return colour == trax::Colour::white ? trax::effects::white_loop | trax::effects::white_line
                                       : trax::effects::red_loop | trax::effects::red_line;
}

/// How the game has ended for `mover`, who made the last move and has closed nothing.
Ending ending_by_path(const Position& position, trax::Colour mover) {
  switch (position.result().state) {
    case trax::Result::State::white: return mover == trax::Colour::white ? Ending::won : Ending::lost;
    case trax::Result::State::red: return mover == trax::Colour::red ? Ending::won : Ending::lost;
    case trax::Result::State::draw: return Ending::drawn;
    case trax::Result::State::open: break;
  }
  return Ending::open;
}

Move name(const trax::Board& board, Choice choice) {
  const trax::Symbol symbol = trax::symbol_of(trax::ends::tile_of(choice.stone));
  if (board.turns() == 0) return {0, 0, symbol};
  return {board.x_of(choice.cell) - board.box().left + 1, board.y_of(choice.cell) - board.box().top + 1,
          symbol};
}

/// Whether `f(Choice)` holds for any tile that fits somewhere; a game that is over has none.
template <typename F>
bool any_choice(const trax::Board& board, F&& f) {
  if (board.over()) return false;
  std::vector<trax::CellId> cells;  // `f` tries turns, and the board changes under it
  board.for_each_playable([&](trax::CellId cell) {
    if (board.within_limit(cell)) cells.push_back(cell);
  });
  for (const trax::CellId cell : cells) {
    for (const trax::ends::Stone stone : board.fits(cell)) {
      if (stone != 0 && f(Choice{cell, stone})) return true;
    }
  }
  return false;
}

std::vector<trax::CellId> cells_of_last_turn(const trax::Board& board) {
  std::vector<trax::CellId> cells;
  for (const trax::Board::LaidCell& laid : board.last_turn()) cells.push_back(laid.cell);
  return cells;
}

/// Every tile that fits into an empty cell so close to one of these.
std::vector<Choice> choices_near(const trax::Board& board, const std::vector<trax::CellId>& cells,
                                 int distance) {
  std::vector<trax::CellId> near;
  for (const trax::CellId cell : cells) {
    for (int y = -distance; y <= distance; ++y) {
      for (int x = -distance; x <= distance; ++x)
        near.push_back(board.find(board.x_of(cell) + x, board.y_of(cell) + y));
    }
  }
  std::sort(near.begin(), near.end());
  near.erase(std::unique(near.begin(), near.end()), near.end());
  std::vector<Choice> choices;
  for (const trax::CellId cell : near) {
    if (cell == trax::no_cell || board.stone_at(cell) != 0 || board.ends_at(cell) == 0) continue;
    if (!board.within_limit(cell)) continue;
    for (const trax::ends::Stone stone : board.fits(cell)) {
      if (stone != 0) choices.push_back({cell, stone});
    }
  }
  return choices;
}

}  // namespace

Scout::Scout(const Position& position)
    : position_(position),
      mine_(feats_of(position.to_move())),
      theirs_(feats_of(trax::other(position.to_move()))) {
  trax::Board& board = position_.board();
  const trax::Colour mover = position_.to_move();
  if (board.turns() > 0) last_laid_ = cells_of_last_turn(board);
  any_choice(board, [&](Choice choice) {
    Prospect turn{name(board, choice), choice, 0,    trax::ends::entered_sides(board.ends_at(choice.cell)),
                  Ending::open,        false,  false};
    if (!position.can_be_named(turn.move) || !board.try_turn(choice)) return false;
    turn.forced = static_cast<int>(board.last_turn().size()) - 1;
    turn.ending = board.stuck() ? ending_by_path(position_, mover) : ending_of(board.made());
    turn.line = (board.made() & lines) != 0;
    turn.both = (board.made() & mine_) != 0 && (board.made() & theirs_) != 0;
    board.take_back();
    turns_.push_back(turn);
    return false;
  });
  std::sort(turns_.begin(), turns_.end(),
            [](const Prospect& a, const Prospect& b) { return a.move < b.move; });
}

Ending Scout::ending_of(unsigned made) const {
  if ((made & mine_) != 0) return Ending::won;
  return (made & theirs_) != 0 ? Ending::lost : Ending::open;
}

bool Scout::can_try(Choice reply) {
  const trax::Board& board = position_.board();
  if (reply.cell == trax::no_cell || board.stone_at(reply.cell) != 0) return false;
  if (board.ends_at(reply.cell) == 0 || !board.within_limit(reply.cell)) return false;
  const trax::ends::Fits& fits = board.fits(reply.cell);
  return std::find(fits.begin(), fits.end(), reply.stone) != fits.end();
}

/// Whether this turn makes one of these effects.
bool Scout::wins(Choice reply, unsigned effects) {
  trax::Board& board = position_.board();
  --tries_left_;
  if (!board.try_turn(reply)) return false;
  tries_left_ -= static_cast<int>(board.last_turn().size());
  const bool wins = (board.made() & effects) != 0;
  board.take_back();
  return wins;
}

/// Whether a reply that has won before wins here too.
bool Scout::killed() {
  for (std::size_t i = killers_.size(); i > 0; --i) {
    const Choice killer = killers_[i - 1];
    if (!can_try(killer) || !wins(killer, theirs_)) continue;
    std::swap(killers_[i - 1], killers_.back());
    return true;
  }
  return false;
}

bool Scout::lets_win(const Prospect& turn) {
  trax::Board& board = position_.board();
  if (!board.try_turn(turn.choice)) return false;
  const bool found = !board.over() && (killed() || any_choice(board, [&](Choice reply) {
                                         if (!wins(reply, theirs_)) return false;
                                         killers_.push_back(reply);
                                         return true;
                                       }));
  board.take_back();
  return found;
}

/// Whether this turn makes none of these effects, and close to it two cells at least in which the next one
/// does.
bool Scout::forks(Choice reply, unsigned effects) {
  trax::Board& board = position_.board();
  --tries_left_;
  if (!board.try_turn(reply)) return false;
  trax::CellId first = trax::no_cell;
  bool forks = false;
  if (board.made() == 0) {
    for (const Choice& again : choices_near(board, cells_of_last_turn(board), 1)) {
      if (again.cell == first || !wins(again, effects)) continue;
      forks = first != trax::no_cell;
      first = again.cell;
      if (forks) break;
    }
  }
  board.take_back();
  return forks;
}

bool Scout::lets_fork(const Prospect& turn) {
  constexpr int close = 2;
  trax::Board& board = position_.board();
  if (!board.try_turn(turn.choice)) return false;
  bool found = fork_ && can_try(*fork_) && forks(*fork_, theirs_);
  if (!found && !board.over()) {
    for (const Choice& reply : choices_near(board, last_laid_, close)) {
      if (!forks(reply, theirs_)) continue;
      fork_ = reply;
      found = true;
      break;
    }
  }
  board.take_back();
  return found;
}

int Scout::forks_in_sight(const Prospect& turn) {
  constexpr int close = 2;
  trax::Board& board = position_.board();
  if (!board.try_turn(turn.choice)) return 0;
  int count = 0;
  const int tries_left = tries_left_;
  if (!board.over()) {
    for (const Choice& again : choices_near(board, cells_of_last_turn(board), close))
      count += forks(again, mine_) ? 1 : 0;
  }
  tries_left_ = tries_left;
  board.take_back();
  return count;
}

int Scout::replies(const Prospect& turn) {
  trax::Board& board = position_.board();
  if (!board.try_turn(turn.choice)) return 0;
  const int count = position_.count_legal();
  tries_left_ -= count;
  board.take_back();
  return count;
}

int Scout::winning_replies(const Prospect& turn) {
  return turns_that_make(theirs_, turn);
}

int Scout::threats(const Prospect& turn, By by) {
  return turns_that_make(by == By::line ? mine_ & lines : mine_, turn);
}

/// How many of the turns that there are after this one make one of these effects.
int Scout::turns_that_make(unsigned effects, const Prospect& after) {
  trax::Board& board = position_.board();
  if (!board.try_turn(after.choice)) return 0;
  int count = 0;
  any_choice(board, [&](Choice next) {
    count += wins(next, effects) ? 1 : 0;
    return false;
  });
  board.take_back();
  return count;
}

}  // namespace rig::player
