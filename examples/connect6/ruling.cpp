#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "icfpt2011.hpp"
#include "ruling.hpp"

namespace connect6 {

using rig::Random;
using rig::protocol::BoardPicture;
using rig::protocol::Exposure;
using rig::protocol::Judgement;
using rig::protocol::Move;
using rig::protocol::Result;
using rig::protocol::Ruling;

namespace {

std::string name_of(Player player) {
  return player == Player::one ? "dark" : "light";
}

/// The stones in a text of the right length, as far as they are digits.
std::vector<std::optional<Crossing>> stones_in(const std::string& text) {
  std::vector<std::optional<Crossing>> stones;
  for (std::size_t at = 0; at + letters_a_stone <= text.size(); at += letters_a_stone)
    stones.push_back(parse_crossing(std::string_view(text).substr(at, letters_a_stone)));
  return stones;
}

Judgement malformed(const std::string& explanation) {
  return {false, "malformed", explanation, "malformed move"};
}

class Game final : public Connect6Ruling {
 public:
  explicit Game(Player first) : position_(first) {}

  const Position& position() const override { return position_; }
  Player to_move() const override { return position_.to_move(); }
  bool must_pass() const override { return false; }
  Move pass() const override { return {}; }

  std::vector<Move> legal_moves() const override {
    std::vector<Move> moves;
    if (result().state != Result::State::open) return moves;
    const std::vector<std::size_t> free = position_.free();
    const auto wins = [&](std::size_t index) {
      return position_.would_win(crossing_at(index), position_.to_move());
    };
    for (std::size_t i = 0; i < free.size(); ++i) {
      const std::string stone = to_string(crossing_at(free[i]));
      if (position_.stones_due() == 1 || wins(free[i])) {
        moves.push_back({stone});
        continue;
      }
      for (std::size_t j = i + 1; j < free.size(); ++j) {
        if (!wins(free[j])) moves.push_back({stone + to_string(crossing_at(free[j]))});
      }
    }
    return moves;
  }

  /// Two stones in either order, each pair as likely: `legal_moves` has each pair once, in reading order. A
  /// stone that wins is more likely to be drawn than a pair.
  Move any_legal_move(Random& random) const override {
    const std::vector<std::size_t> free = position_.free();
    const auto drawn = [&](std::size_t less) {
      return random.below(static_cast<std::uint32_t>(free.size() - less));
    };
    const std::size_t one = drawn(0);
    const Crossing first = crossing_at(free[one]);
    if (position_.stones_due() == 1 || position_.would_win(first, to_move())) return {to_string(first)};
    std::size_t two = drawn(1);
    if (two >= one) ++two;
    return {to_string(first) + to_string(crossing_at(free[two]))};
  }

  Judgement judge(const Move& move) const override {
    const std::size_t size = move.text.size();
    if (size != letters_a_stone && size != letters_a_turn)
      return malformed(
          fmt::format("it has {} letters; a stone is four digits, a turn one or two stones", size));
    const std::vector<std::optional<Crossing>> stones = stones_in(move.text);
    const auto due = static_cast<std::size_t>(position_.stones_due());
    Position position = position_;
    for (std::size_t i = 0; i < std::min(due, stones.size()); ++i) {
      Judgement wrong =
          judge_stone(position, stones[i], move.text.substr(i * letters_a_stone, letters_a_stone));
      if (!wrong.legal) return wrong;
      if (position.would_win(*stones[i], to_move())) return {true, {}, {}};  // its host reads no more
      position.lay(*stones[i]);
    }
    if (stones.size() == due) return {true, {}, {}};
    return {false, "stones",
            fmt::format(
                "{} in a turn of {}", stones.size() == 1 ? "one stone" : "two stones",
                due == 1 ? "one: dark begins the game with one stone" : "two, and that stone does not win"),
            "malformed move"};
  }

  int rules_broken(const Move& move) const override {
    std::set<std::string> kinds;
    for (const std::optional<Crossing>& stone : stones_in(move.text)) {
      const Judgement judgement = judge_stone(position_, stone, {});
      if (!judgement.legal) kinds.insert(judgement.rule);
    }
    return std::max(1, static_cast<int>(kinds.size()));
  }

  std::vector<std::string> rules() const override { return {"malformed", "stones", "range", "occupied"}; }

  std::vector<std::string> features(const Move& move) const override {
    std::vector<std::string> found;
    const std::vector<Crossing> stones = stones_of(move);
    const auto is_at_the_edge = [](const Crossing& at) {
      return at.row == 1 || at.row == lines || at.column == 1 || at.column == lines;
    };
    if (std::any_of(stones.begin(), stones.end(), is_at_the_edge)) found.emplace_back("border");
    if (stones.empty() || result().state != Result::State::open) return found;
    const bool by_first = position_.would_win(stones.front(), to_move());
    if (by_first && position_.stones_due() == 2) found.emplace_back("first-stone");
    Position after = position_;
    for (const Crossing& stone : stones) {
      if (!is_on_board(stone) || !after.is_free(stone) || !after.is_open()) break;
      const int row = after.row_with(stone, to_move());
      if (row > winning_row) found.emplace_back("long-row");
      if (row == winning_row - 1) found.emplace_back("five");
      after.lay(stone);
    }
    if (after.is_full() && !after.winner()) found.emplace_back("full-board");
    return found;
  }

  std::string code_of(const Move& move) const override {
    return move.text.size() == letters_a_stone ? move.text : std::string();
  }
  std::vector<std::string> codes_of(const Move& move) const override {
    std::vector<std::string> codes;
    for (const Crossing& stone : stones_of(move)) codes.push_back(to_string(stone));
    return codes;
  }
  std::vector<std::string> codes_closed_by(const Move& move) const override { return codes_of(move); }

  /// Who overlooked a stone, or has it in another place, takes its crossing for free.
  std::vector<Exposure> exposures() const override {
    std::vector<Exposure> all;
    if (result().state != Result::State::open) return all;
    const double free = crossings - position_.stones() + 1;
    const double share = std::min(1.0, position_.stones_due() / free);
    const Player opponent = rig::protocol::other(to_move());
    for (std::size_t i = 0; i < crossings; ++i) {
      const Crossing at = crossing_at(i);
      if (position_.owner(at) != opponent) continue;
      const bool is_same_when_turned = at.row == at.column;
      all.push_back({to_string(at), {share, is_same_when_turned ? 1.0 : share}});
    }
    return all;
  }

  Move with_rows_and_columns_swapped(const Move& move) const override {
    return changed(move, [](const Crossing& at) { return Crossing{at.column, at.row}; });
  }
  Move shifted(const Move& move, int by) const override {
    return changed(move, [by](const Crossing& at) { return Crossing{at.row + by, at.column + by}; });
  }

  void play(const Move& move) override {
    const Judgement judgement = judge(move);
    if (!judgement.legal)
      return forfeit(to_move(), fmt::format("{} broke a rule: {}", name_of(to_move()), judgement.rule));
    ++ply_;
    const std::vector<std::optional<Crossing>> stones = stones_in(move.text);
    for (std::size_t i = 0; i < stones.size() && position_.is_open(); ++i) position_.lay(*stones[i]);
  }

  void forfeit(Player loser, const std::string& why) override {
    if (loser_ || !position_.is_open()) return;
    loser_ = loser;
    why_ = why;
  }

  Result result() const override {
    Result result;
    if (loser_) {
      result.state = *loser_ == Player::one ? Result::State::two_won : Result::State::one_won;
      result.why = why_;
    } else if (const auto winner = position_.winner()) {
      result.state = *winner == Player::one ? Result::State::one_won : Result::State::two_won;
      result.why = "six in a row";
    } else if (position_.is_full()) {
      result.state = Result::State::draw;
      result.why = "full board";
    }
    return result;
  }

  int ply() const override { return ply_; }

  BoardPicture picture(const Move& marked) const override {
    BoardPicture picture;
    picture.caption =
        fmt::format("after {} {}", position_.stones(), position_.stones() == 1 ? "stone" : "stones");
    picture.move = marked.text;
    for (int number = 1; number <= lines; ++number) {
      picture.columns.push_back(fmt::format("{:02}", number));
      picture.rows.push_back(fmt::format("{:02}", number));
      picture.cells.emplace_back(lines, BoardPicture::free);
      picture.marks.emplace_back(lines, BoardPicture::plain);
    }
    for (std::size_t i = 0; i < crossings; ++i) {
      if (const auto owner = position_.owner(crossing_at(i)))
        picture.cells[i / lines][i % lines] = *owner == Player::one ? BoardPicture::one : BoardPicture::two;
    }
    for (const std::optional<Crossing>& stone : stones_in(marked.text)) {
      if (!stone) continue;
      if (is_on_board(*stone)) {
        picture.marks[index_of(*stone) / lines][index_of(*stone) % lines] = BoardPicture::marked;
      } else {
        picture.off_board.push_back(fmt::format("({},{})", stone->row, stone->column));
      }
    }
    return picture;
  }

  std::unique_ptr<Ruling> clone() const override { return std::make_unique<Game>(*this); }

 private:
  static Judgement judge_stone(const Position& position, const std::optional<Crossing>& stone,
                               const std::string& text) {
    if (!stone) return malformed(fmt::format("\"{}\" is no stone: four digits were expected", text));
    if (!is_on_board(*stone))
      return {false, "range",
              fmt::format("row {}, column {} is not on the board: both are 1 to {}", stone->row,
                          stone->column, lines),
              "square off the board"};
    if (const auto owner = position.owner(*stone))
      return {false, "occupied",
              fmt::format("row {}, column {} is taken by {}", stone->row, stone->column, name_of(*owner)),
              "occupied square"};
    return {true, {}, {}};
  }

  template <typename Change>
  static Move changed(const Move& move, const Change& change) {
    std::string text;
    for (const Crossing& stone : stones_of(move)) {
      const Crossing other = change(stone);
      if (other.row < 0 || other.column < 0) return {};
      text += to_string(other);
    }
    return {text};
  }

  Position position_;
  int ply_ = 0;
  std::optional<Player> loser_;  // for another reason than a row
  std::string why_;
};

}  // namespace

std::vector<Crossing> stones_of(const Move& move) {
  std::vector<Crossing> stones;
  for (const std::optional<Crossing>& stone : stones_in(move.text)) {
    if (stone) stones.push_back(*stone);
  }
  return stones;
}

std::unique_ptr<Ruling> new_game(Player first) {
  return std::make_unique<Game>(first);
}

}  // namespace connect6
