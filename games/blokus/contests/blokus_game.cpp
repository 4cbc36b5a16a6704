#include "games/blokus/contests/blokus_game.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "games/blokus/rules/misread.hpp"

namespace rig::protocol {

namespace {

using blokus::Broken;

std::size_t index(Player player) {
  return player == Player::one ? 0 : 1;
}

/// The word that tools print and transcripts keep.
std::string rule_word(Broken broken) {
  switch (broken) {
    case Broken::none: return {};
    case Broken::malformed: return "malformed";
    case Broken::used: return "used";
    case Broken::occupied: return "occupied";
    case Broken::edge: return "edge";
    case Broken::start: return "start";
    case Broken::corner: return "corner";
    case Broken::pass: return "pass";
  }
  return "?";
}

/// The kind of wrong that it is, in the words that all contests share.
std::string kind_of(Broken broken) {
  switch (broken) {
    case Broken::none: return {};
    case Broken::malformed: return "malformed move";
    case Broken::used: return "piece used twice";
    case Broken::occupied: return "occupied square";
    case Broken::edge: return "edge contact with its own colour";
    case Broken::start: return "start square not covered";
    case Broken::corner: return "missing corner contact";
    case Broken::pass: return "pass on the first turn";
  }
  return "?";
}

}  // namespace

BlokusGame::BlokusGame(const blokus::Variant& variant, int first, const BlokusTerms& terms)
    : start_(variant, first), position_(start_), terms_(terms) {}

std::vector<Move> BlokusGame::legal_moves() const {
  std::vector<Move> moves;
  if (finished() || passed_for_good(position_.to_move())) return moves;
  position_.for_each_placement([&](const blokus::Placement& placement) {
    for (const blokus::Code& code : blokus::codes_of(placement)) moves.push_back(write(code));
  });
  std::sort(moves.begin(), moves.end());
  return moves;
}

bool BlokusGame::must_pass() const {
  return !finished() && (passed_for_good(position_.to_move()) || !position_.has_placement());
}

Judgement BlokusGame::judge(const Move& move) const {
  if (reads_as_pass(move)) return judge_pass();
  const std::optional<blokus::Code> code = read(move);
  if (!code) return {false, "malformed", malformed(move), kind_of(Broken::malformed)};
  if (passed_for_good(position_.to_move()))
    return {false, "passed", fmt::format("{} is placed after a pass", tile_name(code->tile)),
            "placement after its pass"};
  const Broken broken = position_.judge(*code);
  if (broken == Broken::none) return {};
  const bool off_the_board = broken == Broken::occupied && !lies_on_board(*code);
  return {false, rule_word(broken), explain(broken, *code),
          off_the_board ? "square off the board" : kind_of(broken)};
}

std::vector<std::string> BlokusGame::rules() const {
  std::vector<std::string> rules = {"malformed", "used", "occupied", "edge"};
  if (terms_.first_round == BlokusTerms::FirstRound::must_place) rules.emplace_back("pass");
  if (terms_.pass == BlokusTerms::Pass::again_and_again) rules.emplace_back("passed");
  rules.emplace_back(position_.first_tile_ahead(position_.to_move()) ? "start" : "corner");
  return rules;
}

std::vector<std::string> BlokusGame::features(const Move& move) const {
  const std::optional<blokus::Code> code = read(move);
  if (!code || position_.judge(*code) != Broken::none) return {};
  std::vector<std::string> features;
  const blokus::Cells cells = blokus::cells_of(blokus::placement_of(*code));
  int contacts = 0;
  for (int colour = 0; colour < position_.colours(); ++colour) {
    if (colour != position_.to_move()) contacts += position_.contacts(cells, colour);
  }
  if (contacts > 0) features.emplace_back("edge");
  if (position_.tiles_left(position_.to_move()).size() == 1) {
    features.emplace_back("last-tile");
    if (blokus::tile_size(code->tile) == 1) features.emplace_back("bonus");
  }
  return features;
}

void BlokusGame::play(const Move& move) {
  const Judgement judgement = judge(move);
  if (!judgement.legal) {
    forfeit(to_move(), fmt::format("player {} broke a rule: {}", 1 + index(to_move()), judgement.rule));
    return;
  }
  if (reads_as_pass(move)) {
    passed_ |= terms_.pass == BlokusTerms::Pass::for_a_turn ? 0U : 1U << position_.to_move();
    take_turn({std::nullopt, to_move(), {}});
  } else {
    take_turn({read(move), to_move(), code_of(move)});
  }
  ++ply_;
  skip_those_who_passed();
}

/// Their turns are passes of the oracle. When all have passed nobody's turn is skipped: the game is over.
void BlokusGame::skip_those_who_passed() {
  if (terms_.pass == BlokusTerms::Pass::again_and_again) return;
  while (!over() && passed_for_good(position_.to_move())) take_turn({std::nullopt, to_move(), {}});
}

void BlokusGame::take(const Turn& turn, blokus::Position& position) {
  turn.code ? position.play(*turn.code) : position.pass();
}

void BlokusGame::take_turn(Turn turn) {
  take(turn, position_);
  turns_.push_back(std::move(turn));
}

/// As it would be had this turn been a pass.
blokus::Position BlokusGame::position_without(std::size_t turn) const {
  blokus::Position position = start_;
  for (std::size_t i = 0; i < turns_.size(); ++i) take(i == turn ? Turn{} : turns_[i], position);
  return position;
}

/// A player that has no placement left must pass: if it does, it has seen every tile without which it could
/// have moved.
std::vector<Exposure> BlokusGame::exposures() const {
  std::vector<Exposure> found;
  if (finished() || passed_for_good(position_.to_move())) return found;
  for (std::size_t i = 0; i < turns_.size(); ++i) {
    const auto& [code, by, name] = turns_[i];
    const bool told_late = i == 0 && second_opens_blind();
    if (by == to_move() || name.empty() || told_late) continue;
    found.push_back({name, blokus::shown_of_misreadings(position_, position_without(i), *code)});
  }
  return found;
}

void BlokusGame::forfeit(Player loser, const std::string& why) {
  loser_ = loser;
  why_ = why;
}

bool BlokusGame::over() const {
  if (terms_.pass == BlokusTerms::Pass::for_a_turn) return position_.over();
  return passed_ == (1U << position_.colours()) - 1U;
}

std::string BlokusGame::ending() const {
  if (position_.passes_in_a_row() < position_.colours()) return "all tiles placed";
  return position_.colours() == 2 ? "both passed" : "all passed";
}

int BlokusGame::score_of(int colour) const {
  constexpr int bonus = 15;
  constexpr int bonus_for_one_square = 20;
  const int left = position_.squares_left(colour);
  const auto last = position_.last_tile(colour);
  const int reward = left > 0 ? 0 : blokus::tile_size(*last) == 1 ? bonus_for_one_square : bonus;
  switch (terms_.count) {
    case BlokusTerms::Count::squares_left: return reward - left;
    case BlokusTerms::Count::squares_left_alone: return -left;
    case BlokusTerms::Count::cells: return blokus::all_squares - left;
    case BlokusTerms::Count::cells_and_bonus: return blokus::all_squares - left + reward;
  }
  return 0;
}

Result::State BlokusGame::winner(const Result& counted) const {
  using State = Result::State;
  if (counted.score[0] != counted.score[1])
    return counted.score[0] > counted.score[1] ? State::one_won : State::two_won;
  return terms_.tie == BlokusTerms::Tie::draw ? State::draw : State::two_won;
}

Result BlokusGame::result() const {
  Result result;
  for (int colour = 0; colour < position_.colours(); ++colour) {
    result.squares_left[index(player_of(colour))] += position_.squares_left(colour);
    result.score[index(player_of(colour))] += score_of(colour);
  }
  result.why = why_;
  if (loser_) {
    result.state = *loser_ == Player::one ? Result::State::two_won : Result::State::one_won;
  } else if (over()) {
    result.why = ending();
    result.state = winner(result);
  }
  return result;
}

BoardPicture BlokusGame::picture(const Move& marked) const {
  BoardPicture picture;
  const auto size = static_cast<std::size_t>(position_.size());
  for (int i = 1; i <= position_.size(); ++i) {
    picture.columns.push_back(column_name(i));
    picture.rows.push_back(row_name(i));
  }
  for (int y = 1; y <= position_.size(); ++y) {
    std::string& row = picture.cells.emplace_back();
    for (int x = 1; x <= position_.size(); ++x) row += letter_on({x, y});
  }
  picture.marks.assign(size, std::string(size, BoardPicture::plain));
  if (const std::optional<blokus::Code> code = read(marked)) {
    picture.move = marked.text;
    mark(blokus::cells_of(blokus::placement_of(*code)), picture);
  }
  return picture;
}

char BlokusGame::letter_on(const blokus::Square& square) const {
  if (const auto owner = position_.owner_at(square.x, square.y)) return letter_of(*owner);
  for (int colour = 0; colour < position_.colours(); ++colour) {
    const bool waits = position_.first_tile_ahead(colour) && position_.starts(colour).contains(square);
    if (waits) return BoardPicture::start;
  }
  return BoardPicture::free;
}

bool BlokusGame::on_board(const blokus::Square& square) const {
  return square.x >= 1 && square.y >= 1 && square.x <= position_.size() && square.y <= position_.size();
}

void BlokusGame::mark(const blokus::Cells& cells, BoardPicture& picture) const {
  for (const blokus::Square& cell : cells) {
    if (!on_board(cell)) {
      picture.off_board.push_back(square_name(cell));
    } else {
      picture.marks[static_cast<std::size_t>(cell.y - 1)][static_cast<std::size_t>(cell.x - 1)] =
          BoardPicture::marked;
    }
  }
}

Judgement BlokusGame::judge_pass() const {
  const bool may = terms_.first_round == BlokusTerms::FirstRound::may_pass;
  if (may || position_.judge_pass() == Broken::none) return {};
  return {false, "pass",
          fmt::format("a pass on ply {}, although a tile could cover the start square; a first move must",
                      ply_ + 1),
          kind_of(Broken::pass)};
}

std::string BlokusGame::explain(Broken broken, const blokus::Code& code) const {
  const std::string tile = tile_name(code.tile);
  const blokus::Cells cells = blokus::cells_of(blokus::placement_of(code));
  switch (broken) {
    case Broken::used: return fmt::format("{} was placed before", tile);
    case Broken::occupied: return not_free(cells, tile);
    case Broken::edge: return edge_contact(cells);
    case Broken::corner: return fmt::format("{} touches no corner of its own colour", tile);
    case Broken::start: return fmt::format("the first tile does not cover {}", start_squares());
    default: break;
  }
  return std::string(blokus::to_string(broken));
}

bool BlokusGame::lies_on_board(const blokus::Code& code) const {
  const blokus::Cells cells = blokus::cells_of(blokus::placement_of(code));
  return std::all_of(cells.begin(), cells.end(),
                     [this](const blokus::Square& cell) { return on_board(cell); });
}

/// A piece is named by its cells: it lies mirrored.
Move BlokusGame::with_rows_and_columns_swapped(const Move& move) const {
  const std::optional<blokus::Code> code = read(move);
  if (!code) return {};
  std::vector<blokus::Square> mirrored;
  for (const blokus::Square& cell : blokus::cells_of(blokus::placement_of(*code)))
    mirrored.push_back({cell.y, cell.x});
  const std::optional<blokus::Placement> placement = blokus::placement_from_cells(mirrored);
  return placement ? BlokusRuling::write(*placement) : Move{};
}

Move BlokusGame::shifted(const Move& move, int by) const {
  std::optional<blokus::Code> code = read(move);
  if (!code || !on_board({code->x + by, code->y + by})) return {};
  code->x += by;
  code->y += by;
  return write(*code);
}

std::string BlokusGame::not_free(const blokus::Cells& cells, const std::string& tile) const {
  for (const blokus::Square& cell : cells) {
    constexpr int far_off = 2 * blokus::max_size;  // beyond that a placement holds no exact squares
    if (std::max({cell.x, cell.y, -cell.x, -cell.y}) > far_off) return tile + " lies far off the board";
    if (!on_board(cell))
      return fmt::format("a cell of {} lies off the board, at {}", tile, square_name(cell));
    if (position_.owner_at(cell.x, cell.y)) return fmt::format("square {} is occupied", square_name(cell));
  }
  return std::string(blokus::to_string(Broken::occupied));
}

std::string BlokusGame::edge_contact(const blokus::Cells& cells) const {
  for (const blokus::Square& cell : cells) {
    for (const auto& [dx, dy] : {std::pair{0, -1}, {1, 0}, {0, 1}, {-1, 0}}) {
      const blokus::Square beside{cell.x + dx, cell.y + dy};
      if (position_.owner_at(beside.x, beside.y) == position_.to_move()) {
        return fmt::format("square {} lies edge to edge with {} of its own colour", square_name(cell),
                           square_name(beside));
      }
    }
  }
  return std::string(blokus::to_string(Broken::edge));
}

/// `its start square (5,5)`; of several those that are still free.
std::string BlokusGame::start_squares() const {
  const blokus::StartSquares& starts = position_.starts(position_.to_move());
  if (starts.size() == 1) return "its start square " + square_name(starts[0]);
  std::string free;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    if (position_.owner_at(starts[i].x, starts[i].y)) continue;
    free += (free.empty() ? "" : " or ") + square_name(starts[i]);
  }
  return "a free start square, " + free;
}

}  // namespace rig::protocol
