#include "games/blokus/contests/ustc/ustc_game.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "games/blokus/contests/blokus_game.hpp"
#include "games/blokus/contests/ustc/ustc_notation.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/suggestion.hpp"

namespace rig::protocol {

namespace {

using blokus::LastTile;
using blokus::Placement;
using blokus::Square;
using blokus::StartSquares;
using blokus::Variant;

/// "The game ends when no one can place a piece"; the bonus counts; the text has no rule for a tie.
BlokusTerms terms_on(int board) {
  BlokusTerms terms;
  terms.pass = board == ustc_large_board ? BlokusTerms::Pass::again_and_again : BlokusTerms::Pass::for_good;
  terms.first_round = BlokusTerms::FirstRound::may_pass;
  terms.count = BlokusTerms::Count::cells_and_bonus;
  terms.tie = BlokusTerms::Tie::draw;
  return terms;
}

class UstcGame final : public BlokusGame {
 public:
  UstcGame(int board, const UstcSquares& squares)
      : BlokusGame(ustc_variant(board, squares), 0, terms_on(board)) {}

  std::optional<blokus::Code> read(const Move& move) const override {
    const UstcReading reading = parse_ustc_move(move.text);
    if (!reading.move) return std::nullopt;
    const std::optional<Placement> placement = placement_of(*reading.move);
    if (!placement || ustc_id(blokus::tile_of(placement->orientation)) != reading.move->id)
      return std::nullopt;
    return blokus::first_code(*placement);
  }

  Move write(const blokus::Code& code) const override { return {to_string(ustc_move(code))}; }
  Move pass() const override { return {std::string(ustc_pass)}; }

  /// Each placement once, its cells in reading order: every order of them is the same move.
  std::vector<Move> legal_moves() const override {
    std::vector<Move> moves = BlokusGame::legal_moves();
    for (Move& move : moves) move = BlokusRuling::write(blokus::placement_of(*read(move)));
    std::sort(moves.begin(), moves.end());
    moves.erase(std::unique(moves.begin(), moves.end()), moves.end());
    return moves;
  }

  Judgement judge(const Move& move) const override {
    const UstcReading reading = parse_ustc_move(move.text);
    if (!reading.move || !ustc_piece(reading.move->id)) return BlokusGame::judge(move);
    if (!read(move)) return {false, "shape", wrong_shape(*reading.move), "cells of no such piece"};
    return BlokusGame::judge(move);
  }

  std::vector<std::string> rules() const override {
    std::vector<std::string> rules = BlokusGame::rules();
    rules.insert(rules.begin() + 1, "shape");
    return rules;
  }

  /// `18/2`: the piece, and which of its orientations.
  std::string code_of(const Move& move) const override {
    const std::optional<blokus::Code> code = read(move);
    if (!code) return {};
    const blokus::Orientation orientation = blokus::placement_of(*code).orientation;
    const blokus::Orientation first = blokus::rotated(code->tile, 0).orientation;
    return fmt::format("{}/{}", ustc_id(code->tile), orientation - first);
  }

  std::unique_ptr<Ruling> clone() const override { return std::make_unique<UstcGame>(*this); }

 protected:
  std::string malformed(const Move& move) const override {
    const UstcReading reading = parse_ustc_move(move.text);
    const std::string text = quoted(to_bytes(move.text));
    if (!reading.move) return fmt::format("{} is no move: {}", text, reading.why);
    return fmt::format("{} has the id {}, allowed are 1 to {}", text, reading.move->id, blokus::tile_count);
  }

  std::string square_name(const Square& square) const override {
    return fmt::format("{}-{}", row_name(square.y), column_name(square.x));
  }
  std::string column_name(int x) const override { return std::to_string(x - 1); }
  std::string row_name(int y) const override { return std::to_string(y - 1); }
  std::string tile_name(blokus::Tile tile) const override {
    return fmt::format("piece {} ({})", ustc_id(tile), ustc_piece_name(tile));
  }

 private:
  std::string wrong_shape(const UstcMove& move) const {
    const std::string piece = tile_name(*ustc_piece(move.id));
    const std::optional<Placement> placement = placement_of(move);
    if (!placement) return fmt::format("the cells are not {}, nor any other piece", piece);
    return fmt::format("the cells are not {} but {}", piece,
                       tile_name(blokus::tile_of(placement->orientation)));
  }
};

const Variant& small_board(const std::string& starts) {
  const auto board_with = [](const StartSquares& one, const StartSquares& two) {
    return Variant{ustc_small_board, 2, {one, two}, LastTile::play_goes_on};
  };
  static const Variant judge = board_with({{5, 5}}, {{10, 10}});
  static const Variant figure = board_with({{5, 10}}, {{10, 5}});
  if (starts == "judge") return judge;
  if (starts == "figure") return figure;
  const std::vector<std::string> known = {"judge", "figure"};
  throw UsageError(unknown_value("value of the setting starts", starts, known));
}

const Variant& large_board(const std::string& corners) {
  static const Variant any = [] {
    Variant variant = blokus::four_colours();
    const StartSquares all = {{1, 20}, {20, 20}, {20, 1}, {1, 1}};
    variant.starts.fill(all);
    return variant;
  }();
  if (corners == "figure") return blokus::four_colours();
  if (corners == "any") return any;
  const std::vector<std::string> known = {"figure", "any"};
  throw UsageError(unknown_value("value of the setting corners", corners, known));
}

}  // namespace

void check_ustc_board(int board) {
  if (board == ustc_small_board || board == ustc_large_board) return;
  throw UsageError(fmt::format("ustc has no board of {}: allowed are {} and {}.", board, ustc_small_board,
                               ustc_large_board));
}

const Variant& ustc_variant(int board, const UstcSquares& squares) {
  check_ustc_board(board);
  return board == ustc_small_board ? small_board(squares.starts) : large_board(squares.corners);
}

std::unique_ptr<BlokusRuling> new_ustc_game(int board, const UstcSquares& squares) {
  return std::make_unique<UstcGame>(board, squares);
}

}  // namespace rig::protocol
