#include "rig/contest/blokus_ruling.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace rig::contest {

namespace {

using blokus::Broken;

constexpr int colour_of(Player player) {
  return player == Player::one ? 0 : 1;
}

constexpr Player player_of(int colour) {
  return colour == 0 ? Player::one : Player::two;
}

std::string coordinate(int value) {
  if (value < 0) return "<0";
  return {static_cast<char>(value < 10 ? '0' + value : 'a' + value - 10)};
}

std::string square_name(const blokus::Square& square) {
  return fmt::format("({},{})", coordinate(square.x), coordinate(square.y));
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

class BlokusDuo final : public BlokusRuling {
 public:
  explicit BlokusDuo(Player first) : position_(blokus::duo(), colour_of(first)) {}

  const blokus::Position& position() const override { return position_; }

  Move write(const blokus::Code& code) const override { return {blokus::to_string(code)}; }

  Player to_move() const override { return player_of(position_.to_move()); }
  int ply() const override { return position_.ply(); }
  Move pass() const override { return {std::string(blokus::pass_code)}; }

  std::vector<Move> legal_moves() const override {
    std::vector<Move> moves;
    if (finished()) return moves;
    position_.for_each_placement([&](const blokus::Placement& placement) {
      for (const blokus::Code& code : blokus::codes_of(placement)) moves.push_back({blokus::to_string(code)});
    });
    std::sort(moves.begin(), moves.end());
    return moves;
  }

  bool must_pass() const override { return !finished() && !position_.has_placement(); }

  Judgement judge(const Move& move) const override {
    if (move.text == blokus::pass_code) return judge_pass();
    const std::optional<blokus::Code> code = blokus::parse_code(move.text);
    if (!code) {
      return {false, "malformed",
              fmt::format("{} is no four-letter code: [0-9a-e][0-9a-e][a-u][0-7] or 0000",
                          quoted(to_bytes(move.text)))};
    }
    const Broken broken = position_.judge(*code);
    if (broken == Broken::none) return {};
    return {false, rule_word(broken), explain(broken, *code)};
  }

  std::vector<std::string> rules() const override {
    const bool first = position_.first_tile_ahead(position_.to_move());
    return {"malformed", "used", "occupied", "edge", "pass", first ? "start" : "corner"};
  }

  std::string code_of(const Move& move) const override {
    const bool tile = move.text.size() == 4 && !is_pass(move);
    return tile ? move.text.substr(2) : std::string();
  }

  std::vector<std::string> features(const Move& move) const override {
    const std::optional<blokus::Code> code = blokus::parse_code(move.text);
    if (!code || position_.judge(*code) != Broken::none) return {};
    std::vector<std::string> features;
    const blokus::Cells cells = blokus::cells_of(blokus::placement_of(*code));
    if (position_.contacts(cells, 1 - position_.to_move()) > 0) features.emplace_back("edge");
    if (position_.tiles_left(position_.to_move()).size() == 1) {
      features.emplace_back("last-tile");
      if (blokus::tile_size(code->tile) == 1) features.emplace_back("bonus");
    }
    return features;
  }

  void play(const Move& move) override {
    const Judgement judgement = judge(move);
    if (!judgement.legal) {
      forfeit(to_move(), fmt::format("player {} broke a rule: {}", 1 + colour_of(to_move()), judgement.rule));
    } else if (move.text == blokus::pass_code) {
      position_.pass();
    } else {
      position_.play(*blokus::parse_code(move.text));
    }
  }

  void forfeit(Player loser, const std::string& why) override {
    loser_ = loser;
    why_ = why;
  }

  Result result() const override {
    const blokus::Result standing = position_.result();
    Result result;
    result.squares_left = {standing.squares_left[0], standing.squares_left[1]};
    result.score = {standing.score[0], standing.score[1]};
    result.why = why_;
    if (loser_) {
      result.state = *loser_ == Player::one ? Result::State::two_won : Result::State::one_won;
    } else if (position_.over()) {
      result.why = position_.passes_in_a_row() >= 2 ? "both passed" : "all tiles placed";
      if (!standing.winner) {
        result.state = Result::State::draw;
      } else {
        result.state = *standing.winner == 0 ? Result::State::one_won : Result::State::two_won;
      }
    }
    return result;
  }

  BoardPicture picture(const Move& marked) const override {
    BoardPicture picture;
    const auto size = static_cast<std::size_t>(position_.size());
    for (int i = 1; i <= position_.size(); ++i) picture.columns.push_back(coordinate(i));
    picture.rows = picture.columns;
    for (int y = 1; y <= position_.size(); ++y) {
      std::string& row = picture.cells.emplace_back();
      for (int x = 1; x <= position_.size(); ++x) row += letter_on({x, y});
    }
    picture.marks.assign(size, std::string(size, BoardPicture::plain));
    if (const std::optional<blokus::Code> code = blokus::parse_code(marked.text)) {
      picture.move = marked.text;
      mark(blokus::cells_of(blokus::placement_of(*code)), picture);
    }
    return picture;
  }

  std::unique_ptr<Ruling> clone() const override { return std::make_unique<BlokusDuo>(*this); }

 private:
  bool finished() const { return loser_.has_value() || position_.over(); }

  char letter_on(const blokus::Square& square) const {
    if (const auto owner = position_.owner_at(square.x, square.y)) {
      return *owner == 0 ? BoardPicture::one : BoardPicture::two;
    }
    for (int colour = 0; colour < position_.colours(); ++colour) {
      const bool waits = position_.first_tile_ahead(colour) && position_.starts(colour).contains(square);
      if (waits) return BoardPicture::start;
    }
    return BoardPicture::free;
  }

  void mark(const blokus::Cells& cells, BoardPicture& picture) const {
    for (const blokus::Square& cell : cells) {
      if (cell.x < 1 || cell.y < 1 || cell.x > position_.size() || cell.y > position_.size()) {
        picture.off_board.push_back(square_name(cell));
      } else {
        picture.marks[static_cast<std::size_t>(cell.y - 1)][static_cast<std::size_t>(cell.x - 1)] =
            BoardPicture::marked;
      }
    }
  }

  Judgement judge_pass() const {
    if (position_.judge_pass() == Broken::none) return {};
    return {false, "pass",
            fmt::format("a pass on ply {}: the first tile must cover the start square, and can",
                        position_.ply() + 1)};
  }

  std::string explain(Broken broken, const blokus::Code& code) const {
    const char letter = blokus::tile_letter(code.tile);
    const blokus::Cells cells = blokus::cells_of(blokus::placement_of(code));
    switch (broken) {
      case Broken::used: return fmt::format("tile {} was placed before", letter);
      case Broken::occupied:
        for (const blokus::Square& cell : cells) {
          if (cell.x < 1 || cell.y < 1 || cell.x > position_.size() || cell.y > position_.size()) {
            return fmt::format("a cell of tile {} lies off the board, at {}", letter, square_name(cell));
          }
          if (position_.owner_at(cell.x, cell.y)) {
            return fmt::format("square {} is occupied", square_name(cell));
          }
        }
        break;
      case Broken::edge: return edge_contact(cells);
      case Broken::corner: return fmt::format("tile {} touches no corner of its own colour", letter);
      case Broken::start:
        return fmt::format("the first tile does not cover its start square {}",
                           square_name(position_.starts(position_.to_move())[0]));
      default: break;
    }
    return std::string(blokus::to_string(broken));
  }

  std::string edge_contact(const blokus::Cells& cells) const {
    for (const blokus::Square& cell : cells) {
      for (const auto& [dx, dy] : {std::pair{0, -1}, {1, 0}, {0, 1}, {-1, 0}}) {
        const blokus::Square beside{cell.x + dx, cell.y + dy};
        if (position_.owner_at(beside.x, beside.y) == position_.to_move()) {
          return fmt::format("square {} lies edge to edge with {} of its own colour", square_name(cell),
                             square_name(beside));
        }
      }
    }
    return "edge contact with its own colour";
  }

  blokus::Position position_;
  std::optional<Player> loser_;
  std::string why_;
};

}  // namespace

std::unique_ptr<Ruling> new_blokus_duo(Player first) {
  return std::make_unique<BlokusDuo>(first);
}

}  // namespace rig::contest
