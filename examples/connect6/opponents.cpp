#include "opponents.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>

#include "icfpt2011.hpp"
#include "rig/base/errors.hpp"
#include "rows.hpp"

namespace connect6 {

namespace {

using rig::Random;
using rig::protocol::Move;
using rig::protocol::Ruling;

/// What every opponent shares: it lays one stone after the other, as many as are due.
class Chooser : public rig::player::Opponent {
 public:
  explicit Chooser(Random random) : random_(random) {}

  Move choose(const Ruling& ruling) final {
    const auto* const game = dynamic_cast<const Connect6Ruling*>(&ruling);
    if (game == nullptr) throw rig::RigError("An opponent of Connect6 was asked to play another game.");
    Position position = game->position();
    const Player me = position.to_move();
    begin_turn(position);
    std::string text;
    for (int left = position.stones_due(); left > 0 && position.is_open(); --left) {
      const Crossing stone = crossing_at(next(position, me));
      text += to_string(stone);
      position.lay(stone);
    }
    return {text};
  }

 protected:
  virtual void begin_turn(const Position&) {}
  /// Where its next stone goes: a free crossing, by index.
  virtual std::size_t next(const Position& position, Player me) = 0;

  Random& random() { return random_; }

  std::size_t any_of(const std::vector<std::size_t>& some) {
    return some[random_.below(static_cast<std::uint32_t>(some.size()))];
  }

  /// Free crossings on which a stone does not end the game; all that are free where there is none.
  static std::vector<std::size_t> quiet(const Position& position, Player me) {
    std::vector<std::size_t> free = position.free();
    std::vector<std::size_t> found;
    std::copy_if(free.begin(), free.end(), std::back_inserter(found),
                 [&](std::size_t index) { return !position.would_win(crossing_at(index), me); });
    return found.empty() ? free : found;
  }

  /// A crossing that keeps the other from six where it has so many in a row.
  static std::optional<std::size_t> block(const Position& position, Player me, int at_least) {
    const std::size_t best = best_block(position, rig::protocol::other(me), at_least);
    if (best == crossings) return std::nullopt;
    return best;
  }

 private:
  Random random_;
};

class Anywhere final : public Chooser {
  using Chooser::Chooser;
  std::size_t next(const Position& position, Player) override { return any_of(position.free()); }
};

class FirstFree final : public Chooser {
  using Chooser::Chooser;
  std::size_t next(const Position& position, Player) override { return position.free().front(); }
};

/// Makes no six, and lets the other make none as far as it can: the board becomes full.
template <int StonesToBlock>
class Blocker final : public Chooser {
  using Chooser::Chooser;
  std::size_t next(const Position& position, Player me) override {
    const auto blocked = block(position, me, StonesToBlock);
    if (blocked) return *blocked;
    std::vector<std::size_t> free = quiet(position, me);
    random().shuffle(std::span(free));
    return *std::min_element(free.begin(), free.end(), [&](std::size_t a, std::size_t b) {
      return position.row_with(crossing_at(a), me) < position.row_with(crossing_at(b), me);
    });
  }
};

/// How far from the edge: 0 at the edge.
int depth_of(std::size_t index) {
  const Crossing at = crossing_at(index);
  return std::min({at.row - 1, lines - at.row, at.column - 1, lines - at.column});
}

/// From the corners along the edges, then inwards: what is left to the other is the middle.
class Border final : public Chooser {
  using Chooser::Chooser;
  std::size_t next(const Position& position, Player me) override {
    if (const auto blocked = block(position, me, winning_row - 2)) return *blocked;
    constexpr int most_in_a_row = 4;
    std::vector<std::size_t> free = quiet(position, me);
    random().shuffle(std::span(free));
    const auto rank = [&](std::size_t index) {
      const Crossing at = crossing_at(index);
      const bool corner = (at.row == 1 || at.row == lines) && (at.column == 1 || at.column == lines);
      if (corner) return -1;
      return depth_of(index) + (position.row_with(at, me) > most_in_a_row ? lines : 0);
    };
    return *std::min_element(free.begin(), free.end(),
                             [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
  }
};

/// Makes five, and then wins with the first stone of a turn.
class WinsByFirst final : public Chooser {
  using Chooser::Chooser;
  void begin_turn(const Position& position) override {
    has_five_ = !completing(position, position.to_move(), winning_row - 1).empty();
  }
  std::size_t next(const Position& position, Player me) override {
    const auto won = completing(position, me, winning_row - 1);
    if (has_five_) return won.front();
    if (const auto blocked = block(position, me, winning_row - 2)) return *blocked;
    if (!won.empty()) return any_of(quiet(position, me));  // its second stone would win
    const auto row = completing(position, me, 1);
    return row.empty() ? any_of(quiet(position, me)) : row.front();
  }

  bool has_five_ = false;
};

/// Fills rows of seven from their first crossing on, and lays the middle last.
class Sevens final : public Chooser {
 public:
  explicit Sevens(Random random) : Chooser(random) {}

 private:
  static constexpr int seven = winning_row + 1;

  std::size_t next(const Position& position, Player me) override {
    if (const auto blocked = block(position, me, winning_row - 2)) return *blocked;
    const Row* best = nullptr;
    int most = -1;
    for (const Row& row : rows_) {
      const Held held = held_in(position, row, me);
      const bool middle_is_free = position.is_free(crossing_at(row[seven / 2]));
      if (held.theirs == 0 && middle_is_free && held.mine > most) best = &row, most = held.mine;
    }
    if (best == nullptr) return any_of(quiet(position, me));
    for (std::size_t i = 0; i < best->size(); ++i) {
      const std::size_t index = (*best)[i];
      if (i != seven / 2 && position.is_free(crossing_at(index))) return index;
    }
    return (*best)[seven / 2];
  }

  std::vector<Row> rows_ = all_rows(seven);
};

/// Crossings that it has sent seldom so far, in this colour; the game goes on as long as it can be made to.
class Coverage final : public Chooser {
  using Chooser::Chooser;
  std::size_t next(const Position& position, Player me) override {
    const std::size_t chosen = pick(position, me);
    ++sent_[me].at(chosen);
    return chosen;
  }

  std::size_t pick(const Position& position, Player me) {
    if (const auto blocked = block(position, me, winning_row - 2)) return *blocked;
    std::vector<std::size_t> free = quiet(position, me);
    random().shuffle(std::span(free));
    const auto& sent = sent_[me];
    return *std::min_element(free.begin(), free.end(),
                             [&](std::size_t a, std::size_t b) { return sent.at(a) < sent.at(b); });
  }

  std::map<Player, std::array<int, crossings>> sent_;
};

}  // namespace

const std::vector<rig::player::Recipe>& opponents() {
  using rig::player::recipe;
  static const std::vector<rig::player::Recipe> all = {
      recipe<Anywhere>("random", "any two crossings"),
      recipe<FirstFree>("first-free", "the first free crossings in reading order"),
      recipe<Blocker<4>>("long-games", "makes no six and blocks four in a row: games that last"),
      recipe<Blocker<2>>("fills-board", "the same from two in a row on, so that the board becomes full"),
      recipe<Border>("generous", "edges first: the other has all of the middle to choose from"),
      recipe<Border>("border", "corners and edges first"),
      recipe<WinsByFirst>("wins-by-first", "makes five, and wins with the first stone of a turn"),
      recipe<Sevens>("long-rows", "rows of seven, the middle last"),
      recipe<Coverage>("coverage", "the crossings that it has sent seldom so far"),
  };
  return all;
}

}  // namespace connect6
