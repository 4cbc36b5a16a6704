#include "rig/contest/ustc/ustc.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "rig/base/errors.hpp"
#include "rig/base/text.hpp"
#include "rig/contest/blokus/blokus_game.hpp"
#include "rig/contest/settings.hpp"
#include "rig/contest/ustc/ustc_files.hpp"
#include "rig/contest/ustc/ustc_notation.hpp"
#include "rig/contest/ustc/ustc_player_files.hpp"

namespace rig::contest {

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

class UstcDialect final : public FileDialect {
 public:
  UstcDialect(int board, Duration time) : board_(board), time_(time) {}

  /// The lines of a message as far as they follow from the request: the count and the colour do not.
  Bytes encode(const Request& request) const override {
    std::string text;
    switch (request.kind) {
      case RequestKind::first: text = to_string(UstcMessage{}); break;
      case RequestKind::second:
      case RequestKind::move: text = message_with(request.told()); break;
      default: throw RigError("ustc has no message for a player that is not to move.");
    }
    if (board_ == ustc_large_board) text += "\n<colour>";
    return to_bytes(text);
  }

  Expectation expects(const Request& request) const override {
    switch (request.kind) {
      case RequestKind::first:
      case RequestKind::second:
      case RequestKind::move: return {ReplyKind::move, time_};
      default: return {ReplyKind::silence, Duration::zero()};
    }
  }

  std::string label(const Request& request) const override {
    switch (request.kind) {
      case RequestKind::first: return "-1 -1/0/0";
      case RequestKind::second: return "cells/id/1 (first)";
      case RequestKind::move: return tells_no_move(request.told()) ? "-1 -1/step/0" : "cells/id/1";
      default: return "?";
    }
  }

  std::unique_ptr<PlayerFiles> new_player(const Seat& seat) const override {
    return new_ustc_player(board_, seat.player == Player::one ? 1 : 2);
  }
  std::vector<Trick> tricks() const override { return ustc_tricks(); }

  std::unique_ptr<GameFiles> new_game(const Seat& seat, const FileStyle& style) const override {
    return new_ustc_files(board_, seat.player == Player::one ? 1 : 2, style);
  }

 private:
  /// The other gives up, or has given up before.
  static bool tells_no_move(const Move& move) { return move.text.empty() || move.text == ustc_pass; }

  static std::string message_with(const Move& move) {
    if (tells_no_move(move)) return "-1 -1\n<step>\n0";
    const UstcReading reading = parse_ustc_move(move.text);
    if (!reading.move) {
      throw RigError(
          fmt::format("A ustc player cannot be sent {}: {}.", quoted(to_bytes(move.text)), reading.why));
    }
    return to_string(UstcMessage{reading.move->cells, reading.move->id, UstcFlag::placed});
  }

  int board_;
  Duration time_;
};

constexpr const char* usual_time = "30";

void check_board(int board) {
  if (board == ustc_small_board || board == ustc_large_board) return;
  throw UsageError(fmt::format("ustc has no board of {}: allowed are {} and {}.", board, ustc_small_board,
                               ustc_large_board));
}

std::vector<Setting> settings_on(int board) {
  std::vector<Setting> settings;
  if (board == ustc_small_board) {
    settings.push_back({"starts",
                        "judge",
                        {"judge", "figure"},
                        "start squares: (4,4) and (9,9) as the platform's judge has them, or (9,4) and (4,9) "
                        "as the figure has them"});
  } else {
    settings.push_back({"corners",
                        "figure",
                        {"figure", "any"},
                        "first pieces: a corner for each colour as the figure has them, or any free corner"});
  }
  settings.push_back({"time", usual_time, {}, "seconds a move, above 0; the text aims at 30 and at 1"});
  return settings;
}

std::string value_of(const std::vector<Setting>& settings, std::string_view name, const std::string& usual) {
  for (const Setting& setting : settings) {
    if (setting.name == name) return setting.value;
  }
  return usual;
}

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

const Variant& ustc_variant(int board, const UstcSquares& squares) {
  check_board(board);
  return board == ustc_small_board ? small_board(squares.starts) : large_board(squares.corners);
}

std::unique_ptr<BlokusRuling> new_ustc_game(int board, const UstcSquares& squares) {
  return std::make_unique<UstcGame>(board, squares);
}

Contest ustc(int board, const std::map<std::string, std::string>& named) {
  check_board(board);
  Contest contest;
  contest.name = "ustc";
  contest.title = "USTC competition: Blokus over files, a program for each game";
  contest.game = "blokus";
  contest.settings = settings_on(board);
  check_settings(contest, named);
  for (Setting& setting : contest.settings) setting.value = value_of(setting, named);
  const UstcSquares squares{value_of(contest.settings, "starts", "judge"),
                            value_of(contest.settings, "corners", "figure")};
  contest.dialect = std::make_shared<UstcDialect>(
      board, seconds_of("time", value_of(contest.settings, "time", usual_time)));
  contest.seats = {{"player 1", true, Player::one, "1"}, {"player 2", false, Player::two, "2"}};
  contest.new_game = [board, squares](const Seat&) { return new_ustc_game(board, squares); };
  contest.greets = false;
  contest.next_match = NextMatch::unspecified;  // a program plays one game; the next one is another program
  contest.team = {.words = "nothing", .shortest = 0, .longest = 0};
  contest.board = board;
  contest.chooses_board = true;
  contest.boards = {ustc_small_board, ustc_large_board};
  contest.with = [](const ContestSettings& chosen) {
    return ustc(chosen.board.value_or(ustc_small_board), chosen.named);
  };
  contest.colours = board == ustc_large_board ? 2 : 1;
  contest.codes = blokus::orientation_count;
  contest.per_move = false;
  contest.pass_is_for_good = true;
  contest.late_is_pass = false;
  contest.host_may_go_on = true;
  return contest;
}

}  // namespace rig::contest
