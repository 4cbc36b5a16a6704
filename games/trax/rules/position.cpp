#include "games/trax/rules/position.hpp"

#include <algorithm>
#include <stdexcept>

#include "rig/base/errors.hpp"

namespace rig::trax {

namespace {

constexpr int smallest_board = 8;

Rules checked(Rules rules) {
  if (rules.board != 0 && rules.board < smallest_board) {
    throw UsageError("A Trax board cannot be limited to " + std::to_string(rules.board) +
                     "; it can be 8 or more, or 0 for no limit.");
  }
  return rules;
}

Result::By reason(bool loop, bool line) {
  if (loop && line) return Result::By::loop_and_line;
  return loop ? Result::By::loop : Result::By::line;
}

}  // namespace

std::string_view to_string(Broken broken) {
  switch (broken) {
    case Broken::none: return "legal";
    case Broken::syntax: return "syntax";
    case Broken::over: return "over";
    case Broken::first: return "first";
    case Broken::range: return "range";
    case Broken::occupied: return "occupied";
    case Broken::isolated: return "isolated";
    case Broken::colour: return "colour";
    case Broken::cascade: return "cascade";
  }
  return "?";
}

std::string_view to_string(Result::By by) {
  switch (by) {
    case Result::By::none: return "none";
    case Result::By::loop: return "loop";
    case Result::By::line: return "line";
    case Result::By::loop_and_line: return "loop and line";
    case Result::By::path: return "path";
  }
  return "?";
}

Position::Position(Rules rules)
    : rules_(checked(rules)), board_(rules.lines ? Board::Lines::win : Board::Lines::ignored, rules.board) {}

std::optional<Tile> Position::tile_at(int column, int row) const {
  if (column < 1 || row < 1 || column > width() || row > height()) return std::nullopt;
  const CellId cell = board_.find(board_.box().left + column - 1, board_.box().top + row - 1);
  if (cell == no_cell || board_.stone_at(cell) == 0) return std::nullopt;
  return ends::tile_of(board_.stone_at(cell));
}

/// Where a move goes; `no_cell` when that is far from all tiles.
CellId Position::find(Cell cell) const {
  if (ply() == 0) return Board::middle;
  return board_.find(board_.box().left + cell.column - 1, board_.box().top + cell.row - 1);
}

Cell Position::name(CellId cell) const {
  if (ply() == 0) return {0, 0};
  return {board_.x_of(cell) - board_.box().left + 1, board_.y_of(cell) - board_.box().top + 1};
}

unsigned Position::stone_for(CellId cell, Symbol symbol) const {
  return board_.fits(cell)[static_cast<std::size_t>(symbol)];
}

Legality Position::judge(std::string_view text) const {
  const auto move = parse_move(text);
  return move ? judge(*move) : Legality{Broken::syntax, {}, {}};
}

Legality Position::judge(Move move) const {
  if (over()) return {Broken::over, {}, {}};
  const Broken broken = ply() == 0 ? judge_first(move) : judge_place(move);
  if (broken != Broken::none) return {broken, move.cell(), {}};
  const CellId cell = find(move.cell());
  if (board_.is_legal({cell, stone_for(cell, move.symbol)})) return {};
  return {Broken::cascade, name(board_.trouble().cell), board_.trouble().colour};
}

Broken Position::judge_first(Move move) {
  const bool good = move.cell() == Cell{0, 0} && move.symbol != Symbol::backslash;
  return good ? Broken::none : Broken::first;
}

/// All but the cascade, from the second turn on.
Broken Position::judge_place(Move move) const {
  const bool near =
      move.column >= 0 && move.row >= 0 && move.column <= width() + 1 && move.row <= height() + 1;
  if (!near || !within_limit(move.cell()) || !can_be_named(move)) return Broken::range;
  const CellId cell = find(move.cell());
  if (cell == no_cell) return Broken::isolated;
  if (board_.stone_at(cell) != 0) return Broken::occupied;
  if (board_.ends_at(cell) == 0) return Broken::isolated;
  return stone_for(cell, move.symbol) == 0 ? Broken::colour : Broken::none;
}

/// Whether a tile here leaves the box within the limit of the board.
bool Position::within_limit(Cell cell) const {
  if (rules_.board == 0) return true;
  const bool wider = cell.column == 0 || cell.column > width();
  const bool taller = cell.row == 0 || cell.row > height();
  return width() + (wider ? 1 : 0) <= rules_.board && height() + (taller ? 1 : 0) <= rules_.board;
}

bool Position::can_be_named(Move move) const {
  return rules_.name_length == 0 || to_string(move).size() <= static_cast<std::size_t>(rules_.name_length);
}

std::vector<Move> Position::legal_moves() const {
  std::vector<Move> moves;
  board_.for_each_legal([&](Choice choice) {
    const Cell cell = name(choice.cell);
    const Move move{cell.column, cell.row, symbol_of(ends::tile_of(choice.stone))};
    if (can_be_named(move)) moves.push_back(move);
  });
  std::sort(moves.begin(), moves.end());
  return moves;
}

int Position::count_legal() const {
  int count = 0;
  board_.for_each_legal([&](Choice /*choice*/) { ++count; });
  return count;
}

bool Position::has_legal_move() const {
  return !over() && board_.has_turn();
}

std::vector<Laid> Position::play(Move move) {
  const Legality legality = judge(move);
  if (!legality.legal()) {
    throw std::logic_error("Trax move " + to_string(move) +
                           " cannot be played: " + std::string(to_string(legality.broken)) + ".");
  }
  const CellId cell = find(move.cell());
  board_.try_turn({cell, stone_for(cell, move.symbol)});
  return last_turn();
}

void Position::undo() {
  if (ply() == 0) throw std::logic_error("No Trax turn to take back.");
  board_.take_back();
}

std::vector<Laid> Position::last_turn() const {
  std::vector<Laid> laid;
  if (ply() == 0) return laid;
  for (const auto& [cell, fates] : board_.last_turn()) {
    laid.push_back({name(cell), ends::tile_of(board_.stone_at(cell))});
  }
  return laid;
}

Result Position::result() const {
  Result result;
  const unsigned made = board_.made();
  result.white_loop = (made & effects::white_loop) != 0;
  result.white_line = (made & effects::white_line) != 0;
  result.red_loop = (made & effects::red_loop) != 0;
  result.red_line = (made & effects::red_line) != 0;
  const bool white = result.white_loop || result.white_line;
  const bool red = result.red_loop || result.red_line;
  if (white || red) {
    const Colour mover = other(to_move());
    const bool white_won = mover == Colour::white ? white : !red;
    result.state = white_won ? Result::State::white : Result::State::red;
    result.by =
        white_won ? reason(result.white_loop, result.white_line) : reason(result.red_loop, result.red_line);
  } else if (board_.stuck()) {
    result.by = Result::By::path;
    result.white_path = longest_path(Colour::white);
    result.red_path = longest_path(Colour::red);
    result.state = result.white_path > result.red_path   ? Result::State::white
                   : result.white_path < result.red_path ? Result::State::red
                                                         : Result::State::draw;
  }
  return result;
}

}  // namespace rig::trax
