#include "games/trax/contests/trax_ruling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include "games/trax/rules/path_across.hpp"
#include "rig/base/bytes.hpp"

namespace rig::protocol {

namespace {

using trax::Broken;
using trax::Cell;
using trax::Colour;

/// So much of a board is shown at once, around what matters: with names and margins it fits into a terminal
/// of 80 columns.
constexpr int columns_shown = 13;
constexpr int rows_shown = 13;

/// Forced tiles of one move, from which on there are many.
constexpr std::size_t long_cascade = 8;

constexpr Player player_of(Colour colour) {
  return colour == Colour::white ? Player::one : Player::two;
}

std::string_view name_of(Colour colour) {
  return colour == Colour::white ? "white" : "red";
}

/// The kind of wrong that it is, in the words that all contests share where they have it.
std::string kind_of(Broken broken) {
  switch (broken) {
    case Broken::none: return {};
    case Broken::syntax: return "malformed move";
    case Broken::over: return "move after the end";
    case Broken::first: return "no first move";
    case Broken::range: return "square off the board";
    case Broken::occupied: return "occupied square";
    case Broken::isolated: return "no tile beside it";
    case Broken::colour: return "paths that do not meet";
    case Broken::cascade: return "forced tiles that do not fit";
  }
  return "?";
}

/// Halfway between two places, or the first where the view has no room for both.
int middle(int one, int two, int shown) {
  return std::abs(one - two) < shown ? (one + two) / 2 : one;
}

/// `from` .. `from + shown` of 0 .. last, with `at` in the middle where there is room.
std::pair<int, int> window(int at, int shown, int last) {
  const int from = std::clamp(at - shown / 2, 0, std::max(0, last - shown + 1));
  return {from, std::min(last, from + shown - 1)};
}

class Trax final : public TraxRuling {
 public:
  explicit Trax(trax::Rules rules) : position_(rules) {
    if (!rules.lines) {
      rules.lines = true;
      with_lines_.emplace(rules);
    }
  }

  const trax::Position& position() const override { return position_; }

  Player to_move() const override { return player_of(position_.to_move()); }
  int ply() const override { return position_.ply(); }
  Move pass() const override { return {}; }
  bool must_pass() const override { return false; }

  std::vector<Move> legal_moves() const override {
    std::vector<Move> moves;
    if (loser_) return moves;
    for (const trax::Move& move : position_.legal_moves()) moves.push_back({trax::to_string(move)});
    std::sort(moves.begin(), moves.end());
    return moves;
  }

  Judgement judge(const Move& move) const override {
    trax::Legality found = position_.judge(move.text);
    if (loser_ && found.broken != Broken::syntax) found = {Broken::over, {}, {}};
    if (found.legal()) return {};
    return {false, std::string(trax::to_string(found.broken)), explain(found, move), kind_of(found.broken),
            overlooked(found)};
  }

  std::vector<std::string> rules() const override {
    if (position_.ply() == 0) return {"syntax", "first"};
    return {"syntax", "range", "occupied", "isolated", "colour", "cascade"};
  }

  /// `forced`: it forces a tile; `long-cascade`: eight and more; `beside-forced`: all tiles beside it were
  /// forced in the turn before; `column-past-z`: AA to AZ, `column-past-az`: BA to ZZ,
  /// `column-past-zz`: AAA and on; `three-digit-row`; `grows-left`, `grows-up`: every name shifts; `limit`:
  /// the tiles are then as wide or as high as the board; `ends-game`; `stuck`: nobody can move; `both-win`:
  /// the one who moves has it; `line`: a line across, the first of a game in which lines do not win;
  /// where they do, `seven-column-line` and `seven-row-line`: a path across that is too short for it.
  std::vector<std::string> features(const Move& move) const override {
    constexpr int past_z = 27;
    constexpr int past_az = 53;
    constexpr int past_zz = 703;
    constexpr int three_digits = 100;
    if (!judge(move).legal) return {};
    const std::optional<trax::Move> parsed = trax::parse_move(move.text);
    trax::Position after = position_;
    const std::size_t forced = after.play(*parsed).size() - 1;
    const trax::Result result = after.result();
    std::vector<std::string> features;
    const auto has = [&](bool holds, const char* name) {
      if (holds) features.emplace_back(name);
    };
    has(forced > 0, "forced");
    has(forced >= long_cascade, "long-cascade");
    has(parsed->column >= past_z && parsed->column < past_az, "column-past-z");
    has(parsed->column >= past_az && parsed->column < past_zz, "column-past-az");
    has(parsed->column >= past_zz, "column-past-zz");
    has(parsed->row >= three_digits, "three-digit-row");
    has(is_beside_forced_tiles(*parsed), "beside-forced");
    has(position_.ply() > 0 && parsed->column == 0, "grows-left");
    has(position_.ply() > 0 && parsed->row == 0, "grows-up");
    const int board = position_.rules().board;
    has(board != 0 && (after.width() == board || after.height() == board), "limit");
    has(result.state != trax::Result::State::open, "ends-game");
    has(result.by == trax::Result::By::path, "stuck");
    has((result.white_loop || result.white_line) && (result.red_loop || result.red_line), "both-win");
    has(makes_line(*parsed), "line");
    const bool would_be_seen = position_.rules().lines && result.state == trax::Result::State::open;
    has(would_be_seen && trax::has_short_line(after, trax::Across::columns), "seven-column-line");
    has(would_be_seen && trax::has_short_line(after, trax::Across::rows), "seven-row-line");
    return features;
  }

  Move with_rows_and_columns_swapped(const Move& move) const override {
    std::optional<trax::Move> parsed = trax::parse_move(move.text);
    if (!parsed) return {};
    std::swap(parsed->column, parsed->row);
    return {trax::to_string(*parsed)};
  }

  Move shifted(const Move& move, int by) const override {
    std::optional<trax::Move> parsed = trax::parse_move(move.text);
    if (!parsed || parsed->column + by < 0 || parsed->row + by < 0) return {};
    parsed->column += by;
    parsed->row += by;
    return {trax::to_string(*parsed)};
  }

  Extent extent() const override { return {position_.width(), position_.height()}; }

  /// A game that has ended stays as it is.
  void play(const Move& move) override {
    if (result().state != Result::State::open) return;
    const Judgement judgement = judge(move);
    if (!judgement.legal) {
      const bool white = position_.to_move() == Colour::white;
      forfeit(to_move(), fmt::format("{} broke a rule: {}", white ? "White" : "Black", judgement.rule));
    } else {
      last_ = *trax::parse_move(move.text);
      grown_left_ += position_.ply() > 0 && last_.column == 0 ? 1 : 0;
      grown_up_ += position_.ply() > 0 && last_.row == 0 ? 1 : 0;
      const Player mover = to_move();
      position_.play(last_);
      note_forced(mover);
      if (with_lines_) with_lines_->play(last_);
      if (with_lines_ && with_lines_->over()) with_lines_.reset();
    }
  }

  void forfeit(Player loser, const std::string& why) override {
    loser_ = loser;
    why_ = why;
  }

  Result result() const override {
    Result result;
    result.why = why_;
    if (loser_) {
      result.state = *loser_ == Player::one ? Result::State::two_won : Result::State::one_won;
      return result;
    }
    const trax::Result standing = position_.result();
    switch (standing.state) {
      case trax::Result::State::open: return result;
      case trax::Result::State::white: result.state = Result::State::one_won; break;
      case trax::Result::State::red: result.state = Result::State::two_won; break;
      case trax::Result::State::draw: result.state = Result::State::draw; break;
    }
    result.score = {standing.white_path, standing.red_path};
    result.why = trax::to_string(standing.by);
    return result;
  }

  /// The box and the row or column of empty cells around it, named as the next move is; of a board that is
  /// larger than the view, what lies around the marked cells or the last move.
  BoardPicture picture(const Move& marked) const override {
    const std::optional<trax::Move> move = trax::parse_move(marked.text);
    const int last_column = position_.ply() == 0 ? 0 : position_.width() + 1;
    const int last_row = position_.ply() == 0 ? 0 : position_.height() + 1;
    std::vector<Cell> marks;
    BoardPicture picture;
    picture.kind = BoardPicture::Kind::paths;
    if (move) {
      picture.move = marked.text;
      marks.push_back(move->cell());
      if (const auto where = position_.judge(*move).where) marks.push_back(*where);
    }
    const Cell one = marks.empty() ? last_.cell() : marks.front();
    const Cell two = marks.empty() ? one : marks.back();
    const auto [left, right] =
        window(middle(one.column, two.column, columns_shown), columns_shown, last_column);
    const auto [top, bottom] = window(middle(one.row, two.row, rows_shown), rows_shown, last_row);
    for (int column = left; column <= right; ++column) picture.columns.push_back(trax::column_name(column));
    for (int row = top; row <= bottom; ++row) {
      picture.rows.push_back(std::to_string(row));
      std::string& cells = picture.cells.emplace_back();
      std::string& line = picture.marks.emplace_back();
      for (int column = left; column <= right; ++column) {
        const auto tile = position_.tile_at(column, row);
        cells += tile ? trax::letter(*tile) : BoardPicture::free;
        const bool is_marked = std::find(marks.begin(), marks.end(), Cell{column, row}) != marks.end();
        line += is_marked ? BoardPicture::marked : BoardPicture::plain;
      }
    }
    if (move && (move->column > last_column || move->row > last_row))
      picture.off_board.push_back(marked.text.substr(0, marked.text.size() - 1));
    return picture;
  }

  std::unique_ptr<Ruling> clone() const override { return std::make_unique<Trax>(*this); }

 private:
  bool makes_line(const trax::Move& move) const {
    if (!with_lines_) return false;
    trax::Position after = *with_lines_;
    after.play(move);
    return after.result().white_line || after.result().red_line;
  }

  /// Whether it lies beside tiles that the last turn forced, and beside no others.
  bool is_beside_forced_tiles(const trax::Move& move) const {
    const std::vector<trax::Laid> last = position_.last_turn();  // the chosen tile first
    std::size_t forced = 0;
    for (const Cell& cell : {Cell{move.column - 1, move.row}, Cell{move.column + 1, move.row},
                             Cell{move.column, move.row - 1}, Cell{move.column, move.row + 1}}) {
      if (!position_.tile_at(cell)) continue;
      const bool is_forced =
          !last.empty() &&
          std::any_of(last.begin() + 1, last.end(), [&](const auto& laid) { return laid.cell == cell; });
      if (!is_forced) return false;
      ++forced;
    }
    return forced > 0;
  }

  /// A tile that was forced, and the turn that did it.
  struct Forced {
    Cell cell;  ///< by a name that does not shift as the box grows
    Player by;
    int ply;
    trax::Move move;
    bool far_along;  ///< in a long cascade
  };

  Cell unshifted(const Cell& cell) const { return {cell.column - grown_left_, cell.row - grown_up_}; }

  void note_forced(Player mover) {
    const std::vector<trax::Laid> laid = position_.last_turn();  // the chosen tile first
    for (std::size_t i = 1; i < laid.size(); ++i)
      forced_.push_back({unshifted(laid[i].cell), mover, position_.ply(), last_, i >= long_cascade});
  }

  /// Null: the tile there was chosen, or the move is wrong for another reason.
  const Forced* forced_tile_under(const trax::Legality& found) const {
    if (found.broken != Broken::occupied || !found.where) return nullptr;
    const auto under = std::find_if(forced_.begin(), forced_.end(),
                                    [&](const Forced& one) { return one.cell == unshifted(*found.where); });
    return under == forced_.end() ? nullptr : &*under;
  }

  /// Where the cell is taken by a tile that the opponent's move forced, in the last turn or before.
  std::optional<Judgement::Overlooked> overlooked(const trax::Legality& found) const {
    const Forced* const under = forced_tile_under(found);
    if (under == nullptr || under->by == to_move()) return {};
    return Judgement::Overlooked{under->far_along ? "long-cascade" : "forced",
                                 fmt::format("the tile there was forced {}", by_what(*under))};
  }

  std::string by_what(const Forced& forced) const {
    const bool just_now = forced.ply == position_.ply();
    return fmt::format("by {} {}{}", forced.by == to_move() ? "its own" : "the opponent's",
                       trax::to_string(forced.move),
                       just_now ? std::string() : fmt::format(" on ply {}", forced.ply));
  }

  std::string explain(const trax::Legality& found, const Move& move) const {
    const std::string cell = found.where ? trax::to_string(*found.where) : std::string();
    switch (found.broken) {
      case Broken::syntax:
        return fmt::format(
            "{} is no move: a column (@ or A to Z, AA, …), a row without leading zeros, + / or \\",
            quoted(to_bytes(move.text)));
      case Broken::over: return "the game has ended";
      case Broken::first: return "the first move of a game is @0+ or @0/";
      case Broken::range: return out_of_range(move);
      case Broken::occupied: {
        const Forced* const under = forced_tile_under(found);
        const bool is_told_apart = under == nullptr || under->by != to_move();
        return fmt::format("a tile lies on {}", cell) + (is_told_apart ? "" : ", forced " + by_what(*under));
      }
      case Broken::isolated: return fmt::format("no tile lies beside {}", cell);
      case Broken::colour: return fmt::format("no colouring of this tile fits its neighbours at {}", cell);
      case Broken::cascade:
        return fmt::format("forced tiles follow until three {} ends enter one empty cell, {}",
                           found.colour ? name_of(*found.colour) : "", cell);
      case Broken::none: break;
    }
    return std::string(trax::to_string(found.broken));
  }

  /// Of a move that is well formed; its cell is named as it came, however long.
  std::string out_of_range(const Move& move) const {
    const std::string cell = move.text.substr(0, move.text.size() - 1);
    const Cell at = trax::parse_move(move.text).value_or(trax::Move{}).cell();
    const std::string box = fmt::format("{} wide and {} high", position_.width(), position_.height());
    if (at.column > position_.width() + 1 || at.row > position_.height() + 1)
      return fmt::format("{} lies beyond the tiles, which are {}", cell, box);
    if (!position_.can_be_named(trax::parse_move(move.text).value_or(trax::Move{})))
      return fmt::format("{} has more than the {} characters of a move", move.text,
                         position_.rules().name_length);
    return fmt::format("{} lies outside the tiles, which are {}, and the board has room for {}", cell, box,
                       position_.rules().board);
  }

  trax::Position position_;
  std::optional<trax::Position> with_lines_;  // the same game by other rules, until that ends; to see lines
  trax::Move last_{};
  std::vector<Forced> forced_;  // in the order of play
  int grown_left_ = 0;          // how often every column, and every row, got its next name
  int grown_up_ = 0;
  std::optional<Player> loser_;
  std::string why_;
};

}  // namespace

std::unique_ptr<TraxRuling> new_trax_game(trax::Rules rules) {
  return std::make_unique<Trax>(rules);
}

}  // namespace rig::protocol
