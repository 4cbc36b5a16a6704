#include <algorithm>
#include <cstdlib>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "games/trax/contests/trax_ruling.hpp"
#include "games/trax/players/trax_opponents.hpp"
#include "games/trax/players/trax_scout.hpp"
#include "games/trax/rules/path_across.hpp"
#include "rig/base/errors.hpp"

namespace rig::player {

namespace {

using Ending = Prospect::Ending;
using Prospects = std::vector<Prospect>;

/// What every Trax opponent shares: it looks through the ruling at the oracle.
class TraxOpponent : public Opponent {
 public:
  explicit TraxOpponent(Random random) : random_(random) {}

  protocol::Move choose(const protocol::Ruling& ruling) final {
    const auto* trax = dynamic_cast<const protocol::TraxRuling*>(&ruling);
    if (trax == nullptr) throw RigError("A Trax opponent was asked to play another game.");
    Scout scout(trax->position());
    if (scout.turns().empty()) throw RigError("A Trax opponent was asked to play a game that is over.");
    return {trax::to_string(choose_turn(scout).move)};
  }

 protected:
  virtual Prospect choose_turn(Scout& scout) = 0;

  Random& random() { return random_; }

  /// Those turns that end in this way.
  static Prospects ending(const Scout& scout, Ending how) {
    Prospects found;
    for (const Prospect& turn : scout.turns()) {
      if (turn.ending == how) found.push_back(turn);
    }
    return found;
  }

  const Prospect& any_of(const Prospects& turns) {
    return turns[random_.below(static_cast<std::uint32_t>(turns.size()))];
  }

  /// Those turns after which the game goes on; all, when there is none.
  static Prospects lasting(const Scout& scout) {
    Prospects open = ending(scout, Ending::open);
    return open.empty() ? scout.turns() : open;
  }

  /// From the highest mark down; among equals each order is as likely.
  template <typename Mark>
  Prospects by_mark(Prospects turns, Mark&& mark) {
    random_.shuffle(std::span(turns));
    std::vector<std::pair<int, Prospect>> marked;
    marked.reserve(turns.size());
    for (const Prospect& turn : turns) marked.emplace_back(mark(turn), turn);
    std::stable_sort(marked.begin(), marked.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::transform(marked.begin(), marked.end(), turns.begin(), [](const auto& one) { return one.second; });
    return turns;
  }

  /// The best by mark of those that neither end the game nor let the DUT end it, as far as it can be found
  /// out with bounded effort.
  template <typename Mark>
  Prospect safest(Scout& scout, Mark&& mark) {
    const Prospects turns = by_mark(lasting(scout), mark);
    for (const Prospect& turn : turns) {
      if (scout.tired() || !scout.lets_win(turn)) return turn;
    }
    return turns.front();
  }

  /// The same, and it lets no threat be made that it could not parry: for games that shall go on for hundreds
  /// of turns.
  template <typename Mark>
  Prospect safest_for_long(Scout& scout, Mark&& mark) {
    const Prospects turns = by_mark(lasting(scout), mark);
    std::optional<Prospect> safe;
    for (const Prospect& turn : turns) {
      if (scout.tired()) return safe.value_or(turn);
      if (scout.lets_win(turn)) continue;
      if (!scout.lets_fork(turn)) return turn;
      if (!safe) safe = turn;
    }
    return safe.value_or(turns.front());
  }

 private:
  Random random_;
};

class RandomMover final : public TraxOpponent {
 public:
  using TraxOpponent::TraxOpponent;

 private:
  Prospect choose_turn(Scout& scout) override { return any_of(scout.turns()); }
};

/// Ends no game and lets none be ended, where it can: quiet play, away from what has been laid.
class Survivor final : public TraxOpponent {
 public:
  using TraxOpponent::TraxOpponent;

 private:
  Prospect choose_turn(Scout& scout) override {
    return safest(scout, [](const Prospect& turn) { return -turn.forced; });
  }
};

/// Forces as many tiles in a turn as it can.
class Cascader final : public TraxOpponent {
 public:
  using TraxOpponent::TraxOpponent;

 private:
  Prospect choose_turn(Scout& scout) override {
    return safest(scout, [](const Prospect& turn) { return turn.forced; });
  }
};

/// Ends the game as soon as it can, and makes threats until then: best such as cannot be parried next time.
class Winner : public TraxOpponent {
 public:
  using TraxOpponent::TraxOpponent;

 protected:
  Prospect choose_turn(Scout& scout) override {
    const Prospects wins = ending(scout, Ending::won);
    if (!wins.empty()) return any_of(wins);
    return safest(scout, [&](const Prospect& turn) {
      return scout.tired() ? 0 : 3 * scout.threats(turn) + scout.forks_in_sight(turn);
    });
  }
};

/// Leaves the DUT as many turns by which it wins as it can. A DUT that takes none of them for long has lost.
class WinGiver final : public Winner {
 public:
  using Winner::Winner;

  void new_game() override { turns_ = 0; }

 private:
  static constexpr int patience = 30;

  Prospect choose_turn(Scout& scout) override {
    if (++turns_ > patience) return Winner::choose_turn(scout);
    return by_mark(lasting(scout),
                   [&](const Prospect& turn) { return scout.tired() ? 0 : scout.winning_replies(turn); })
        .front();
  }

  int turns_ = 0;
};

/// Ends the game with winning paths of both colours in one turn, which is its own victory. Until then any
/// move that keeps the game going, such as force tiles above others: the chance comes by itself as the board
/// fills with ends. Where lines win too, or the board is too small for that, it prepares to win, so that the
/// DUT has no time to lay its tiles well.
class DoubleWinner final : public TraxOpponent {
 public:
  using TraxOpponent::TraxOpponent;

 private:
  static constexpr int small_board = 12;

  Prospect choose_turn(Scout& scout) override {
    for (const Prospect& turn : scout.turns()) {
      if (turn.both) return turn;
    }
    const trax::Rules& rules = scout.position().rules();
    const bool small = rules.board != 0 && rules.board <= small_board;
    return safest(scout, [&](const Prospect& turn) {
      const bool prepares = (small || rules.lines) && !scout.tired();
      const int chance = static_cast<int>(random().below(4));
      return chance + (small ? 0 : turn.forced) + (prepares ? scout.threats(turn) : 0);
    });
  }
};

/// Ends the game with a line across as soon as it can, and not with a loop. Where lines win nothing it
/// stretches the board.
class Liner final : public TraxOpponent {
 public:
  using TraxOpponent::TraxOpponent;

 private:
  static constexpr int wide_enough = 8;

  static bool to_the_side(const trax::Position& position, const Prospect& turn) {
    return turn.move.column == 0 || turn.move.column > position.width();
  }

  Prospect choose_turn(Scout& scout) override {
    for (const Prospect& turn : scout.turns()) {
      if (turn.ending == Ending::won && turn.line) return turn;
    }
    const trax::Position& position = scout.position();
    return safest(scout, [&](const Prospect& turn) {
      if (position.width() < wide_enough)
        return (to_the_side(position, turn) ? 10 : 0) - turn.forced + straight(turn);
      return scout.tired()
                 ? 0
                 : 10 * scout.threats(turn, Scout::By::line) - (to_the_side(position, turn) ? 1 : 0);
    });
  }

  static int straight(const Prospect& turn) { return turn.move.symbol == trax::Symbol::plus ? 3 : 0; }
};

/// Makes a path across that is one tile too short to be a line, while the box is just so narrow.
template <trax::Across way>
class ShortLiner final : public TraxOpponent {
 public:
  using TraxOpponent::TraxOpponent;

 private:
  static constexpr int too_short = 7;

  static int length(const trax::Position& position) {
    return way == trax::Across::columns ? position.width() : position.height();
  }

  static int breadth(const trax::Position& position) {
    return way == trax::Across::columns ? position.height() : position.width();
  }

  static bool is_crossed(const trax::Position& position) {
    return has_path_across(position, trax::Colour::white, way) ||
           has_path_across(position, trax::Colour::red, way);
  }

  /// By how many turns, of whichever side, it would be made next.
  static int chances(trax::Position& position) {
    int count = 0;
    for (const trax::Move& move : position.legal_moves()) {
      position.play(move);
      count += has_short_line(position, way) ? 1 : 0;
      position.undo();
    }
    return count;
  }

  static int mark(trax::Position position, const Prospect& turn) {
    const int broad = breadth(position);
    position.play(turn.move);
    if (has_short_line(position, way)) return 1000;
    const int long_now = length(position);
    if (long_now > too_short) return -1000;
    const int near = long_now + 1 >= too_short ? 10 * chances(position) : 10 * long_now;
    return near + (is_crossed(position) ? 20 : 0) - 4 * (breadth(position) - broad) - turn.forced;
  }

  Prospect choose_turn(Scout& scout) override {
    return safest(scout, [&](const Prospect& turn) { return mark(scout.position(), turn); });
  }
};

/// Leaves the DUT as many turns as it can.
class Generous final : public TraxOpponent {
 public:
  using TraxOpponent::TraxOpponent;

 private:
  Prospect choose_turn(Scout& scout) override {
    return by_mark(lasting(scout),
                   [&](const Prospect& turn) { return scout.tired() ? -1 : scout.replies(turn); })
        .front();
  }
};

/// The directions in which a box can grow.
enum class Stretch { wider, taller };

/// What growth in one direction is worth. An arm that only grows at its tip gives little to close loops with.
/// Where names are about to get longer or larger than a byte holds (AA, BA, 100, 128, 256, AAA) it goes to
/// where they do. The right end can be spared until then.
int mark_of_growth(const trax::Position& position, const Prospect& turn, Stretch direction,
                   bool spares_the_right = false) {
  constexpr int steps[] = {26, 52, 99, 127, 255, 702};
  constexpr int near = 3;
  const bool wide = direction == Stretch::wider;
  const int length = wide ? position.width() : position.height();
  const bool near_a_step = std::any_of(std::begin(steps), std::end(steps),
                                       [&](int step) { return std::abs(length - step) <= near; }) ||
                           length > *std::rbegin(steps);
  const bool right = turn.move.column > position.width();
  const bool down = turn.move.row > position.height();
  const bool wider = right || turn.move.column == 0;
  const bool taller = down || turn.move.row == 0;
  const bool grows = wide ? wider : taller;
  const bool swells = wide ? taller : wider;
  const bool far = wide ? right : down;
  const bool too_early = spares_the_right && wide && right && !near_a_step;
  return (grows ? 20 : 0) - (swells ? 4 : 0) + (near_a_step && far ? 8 : 0) - (too_early ? 8 : 0) -
         turn.forced;
}

/// Makes the box large: in its first game past the height at which lines win, with straight tiles, past
/// column BA, then higher without end; in the next one high first, then wider. Where a name may not be long
/// few far columns have names in far rows: there it is wide in each game, and only past column Z in the first
/// one. On a board with a limit it is high first, to the end or past row 127, and in the next game wide.
class Grower final : public TraxOpponent {
 public:
  using TraxOpponent::TraxOpponent;

  void new_game() override { ++games_; }

 private:
  static constexpr int past_lines = 9;
  static constexpr int past_z = 30;
  static constexpr int past_ba = 56;
  static constexpr int past_signed = 132;
  static constexpr int past_a_byte = 264;

  bool goes_wide(const trax::Position& position) const {
    const bool first_way = games_ % 2 == 1;
    const trax::Rules& rules = position.rules();
    if (rules.board != 0) return !first_way || position.height() >= past_signed;
    if (first_way && position.height() < past_lines) return false;
    if (rules.name_length != 0) return position.width() < (games_ == 1 ? past_z : past_ba);
    return first_way ? position.width() < past_ba : position.height() >= past_a_byte;
  }

  Prospect choose_turn(Scout& scout) override {
    const trax::Position& position = scout.position();
    const Stretch direction = goes_wide(position) ? Stretch::wider : Stretch::taller;
    const int straight = position.height() < past_lines ? 3 : 0;
    return safest_for_long(scout, [&](const Prospect& turn) {
      return mark_of_growth(position, turn, direction) +
             (turn.move.symbol == trax::Symbol::plus ? straight : 0);
    });
  }

  int games_ = 0;
};

/// Makes the box larger in one direction alone, with each of its moves. Where a name may not be long, a far
/// column has one in a low row alone: there the right end is left in its row.
template <Stretch direction>
class Stretcher final : public TraxOpponent {
 public:
  using TraxOpponent::TraxOpponent;

 private:
  Prospect choose_turn(Scout& scout) override {
    const bool names_are_short = scout.position().rules().name_length != 0;
    return safest_for_long(scout, [&](const Prospect& turn) {
      return mark_of_growth(scout.position(), turn, direction, names_are_short);
    });
  }
};

/// What it has seen least often: a tile in its colouring, where its neighbours lie, how many tiles it forces.
class Coverage final : public TraxOpponent {
 public:
  using TraxOpponent::TraxOpponent;

 private:
  using Key = std::tuple<unsigned, unsigned, int>;

  static Key key_of(const Prospect& turn) {
    constexpr int many = 8;
    return {turn.choice.stone, turn.beside, std::min(turn.forced, many)};
  }

  Prospect choose_turn(Scout& scout) override {
    const Prospect chosen = safest(scout, [&](const Prospect& turn) { return -times_played_[key_of(turn)]; });
    ++times_played_[key_of(chosen)];
    return chosen;
  }

  std::map<Key, int> times_played_;
};

}  // namespace

const std::vector<Recipe>& trax_recipes() {
  static const std::vector<Recipe> recipes = {
      recipe<RandomMover>("random", "any legal move"),
      recipe<Survivor>("survivor", "ends no game, and lets the DUT end none where it can: long games"),
      recipe<Survivor>("long-games", "the same, by the name that every game has for such an opponent"),
      recipe<Grower>("grower", "makes the box large: past column BA, then past row 255"),
      recipe<Stretcher<Stretch::wider>>("widener", "makes the box wider with each of its moves"),
      recipe<Stretcher<Stretch::taller>>("tower", "makes the box higher with each of its moves"),
      recipe<Cascader>("cascader", "forces as many tiles in a turn as it can"),
      recipe<Winner>("winner", "ends the game as soon as it can"),
      recipe<WinGiver>("gives-wins", "leaves the DUT as many winning moves as it can; wins later on"),
      recipe<DoubleWinner>("double", "ends the game with winning paths of both colours in one turn"),
      recipe<Liner>("liner", "ends the game with a line across"),
      recipe<ShortLiner<trax::Across::columns>>("seven-columns",
                                                "makes a path across seven columns: no line"),
      recipe<ShortLiner<trax::Across::rows>>("seven-rows", "makes a path across seven rows: no line"),
      recipe<Generous>("generous", "leaves the DUT as many moves as it can"),
      recipe<Coverage>("coverage", "the tile, neighbours and forced tiles least seen so far"),
  };
  return recipes;
}

}  // namespace rig::player
