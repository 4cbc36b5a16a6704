#include "games/trax/players/trax_illegal_moves.hpp"

namespace rig::player {

using trax::Broken;
using trax::Move;
using trax::Position;

namespace {

/// The first move, in reading order of columns, that breaks this rule and of which `holds` is true.
template <typename Holds>
std::optional<Move> breaking(const Position& position, Broken wanted, Holds&& holds) {
  for (int column = 0; column <= position.width() + 3; ++column) {
    for (int row = 0; row <= position.height() + 1; ++row) {
      for (const trax::Symbol symbol : trax::symbols) {
        const Move move{column, row, symbol};
        if (holds(move) && position.judge(move).broken == wanted) return move;
      }
    }
  }
  return std::nullopt;
}

std::optional<Move> breaking(const Position& position, Broken wanted) {
  return breaking(position, wanted, [](Move) { return true; });
}

/// One column to the right of the tiles, beside one of them.
bool beside_the_board(const Position& position, Move move) {
  return move.column == position.width() + 1 && position.tile_at(move.column - 1, move.row);
}

}  // namespace

std::optional<Move> illegal_move(const Position& position, const Slip& slip, const Moment& now, int board) {
  const auto does = [&](const char* what) { return slip.is(what, now); };
  if (does("break-cascade") || does("three-ends")) return breaking(position, Broken::cascade);
  if (does("break-colour")) return breaking(position, Broken::colour);
  if (does("break-isolated")) return breaking(position, Broken::isolated);
  if (does("break-occupied")) return breaking(position, Broken::occupied);
  if (does("break-range")) return breaking(position, Broken::range, [](Move move) { return move.row == 1; });
  if (does("beyond-board") && board != 0 && position.width() >= board)
    return breaking(position, Broken::range, [&](Move move) { return beside_the_board(position, move); });
  return std::nullopt;
}

}  // namespace rig::player
