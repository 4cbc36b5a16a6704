#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "rig/base/errors.hpp"
#include "rig/contest/blokus/blokus_ruling.hpp"
#include "rig/player/recipe.hpp"

namespace rig::player {

namespace {

using blokus::Code;
using blokus::Placement;
using blokus::Position;
using contest::Move;

/// What every Blokus opponent shares: it looks through the ruling at the oracle, passes when it must, and
/// writes a placement as any of its synonyms.
class BlokusOpponent : public Opponent {
 public:
  explicit BlokusOpponent(Random random) : random_(random) {}

  void new_game() override { turns_ = 0; }

  Move choose(const contest::Ruling& ruling) final {
    const auto* blokus = dynamic_cast<const contest::BlokusRuling*>(&ruling);
    if (blokus == nullptr) throw RigError("A Blokus opponent was asked to play another game.");
    ++turns_;
    last_told_ = std::exchange(told_, !blokus->second_opens_blind() || ruling.ply() > 0);
    if (ruling.must_pass() || wants_to_pass(blokus->position())) return ruling.pass();
    blokus->position().legal_placements(legal_);
    return blokus->write(choose_code(blokus->position(), legal_));
  }

 protected:
  virtual Code choose_code(const Position& position, const blokus::PlacementList& legal) = 0;
  virtual bool wants_to_pass(const Position&) { return false; }

  int turns() const { return turns_; }
  /// Whether the DUT will be told the move that is chosen now before it moves itself: not the opening, where
  /// it opens blind. And whether it was told the one before.
  bool told() const { return told_; }
  bool last_told() const { return last_told_; }
  Random& random() { return random_; }

  Code any_code_of(Placement placement) {
    const blokus::Codes codes = blokus::codes_of(placement);
    return codes[random_.below(static_cast<std::uint32_t>(codes.size()))];
  }

  /// A placement with the highest mark; among equals each is as likely.
  template <typename Mark>
  Code best_by(const blokus::PlacementList& legal, Mark&& mark) {
    std::optional<Placement> best;
    int best_mark = std::numeric_limits<int>::min();
    std::uint32_t equals = 0;
    for (const Placement& placement : legal) {
      const int its_mark = mark(placement);
      if (its_mark > best_mark) {
        best = placement;
        best_mark = its_mark;
        equals = 1;
      } else if (its_mark == best_mark && random_.below(++equals) == 0) {
        best = placement;
      }
    }
    return any_code_of(*best);
  }

 private:
  Random random_;
  int turns_ = 0;
  bool told_ = true;
  bool last_told_ = true;
  blokus::PlacementList legal_;
};

class RandomMover : public BlokusOpponent {
 public:
  using BlokusOpponent::BlokusOpponent;

 protected:
  Code choose_code(const Position&, const blokus::PlacementList& legal) override {
    return any_code_of(legal[random().below(static_cast<std::uint32_t>(legal.size()))]);
  }
};

class LargestFirst final : public BlokusOpponent {
 public:
  using BlokusOpponent::BlokusOpponent;

 private:
  Code choose_code(const Position&, const blokus::PlacementList& legal) override {
    return best_by(legal, [](Placement p) { return blokus::tile_size(blokus::tile_of(p.orientation)); });
  }
};

class SmallestFirst : public BlokusOpponent {
 public:
  using BlokusOpponent::BlokusOpponent;

 protected:
  Code choose_code(const Position&, const blokus::PlacementList& legal) override {
    return best_by(legal, [](Placement p) { return -blokus::tile_size(blokus::tile_of(p.orientation)); });
  }
};

/// Leaves the DUT as few placements as it can.
class Blocker final : public BlokusOpponent {
 public:
  using BlokusOpponent::BlokusOpponent;

 private:
  Code choose_code(const Position& position, const blokus::PlacementList& legal) override {
    return best_by(legal, [&](Placement p) {
      Position after = position;
      after.play(p);
      return -static_cast<int>(after.count_placements());
    });
  }
};

/// Plays three tiles, then passes for ever: the DUT plays on alone.
class PassesEarly final : public RandomMover {
 public:
  using RandomMover::RandomMover;

 private:
  bool wants_to_pass(const Position&) override { return turns() > 3; }
};

/// Passes on its fourth turn and comes back.
class PassesOnce final : public RandomMover {
 public:
  using RandomMover::RandomMover;

 private:
  bool wants_to_pass(const Position&) override { return turns() == 4; }
};

/// Keeps its own ways open and closes the DUT's, large tiles first, so that it can still move when the DUT
/// must pass: the DUT is asked again. Against good players it succeeds in about every third game.
class Outlasts final : public BlokusOpponent {
 public:
  using BlokusOpponent::BlokusOpponent;

 private:
  Code choose_code(const Position& position, const blokus::PlacementList& legal) override {
    constexpr std::uint32_t whim = 25;  // so that no two games are the same
    return best_by(legal, [&](Placement p) {
      Position after = position;
      after.play(p);
      const int theirs = static_cast<int>(after.count_placements());
      after.pass();
      const int mine = static_cast<int>(after.count_placements());
      return 3 * mine - 5 * theirs + 30 * blokus::tile_size(blokus::tile_of(p.orientation)) +
             static_cast<int>(random().below(whim));
    });
  }
};

/// Lays all that it has, if the DUT lets it: large tiles first, its ways open and the DUT's closed.
class LaysAll final : public BlokusOpponent {
 public:
  using BlokusOpponent::BlokusOpponent;

 private:
  Code choose_code(const Position& position, const blokus::PlacementList& legal) override {
    constexpr std::uint32_t whim = 25;
    return best_by(legal, [&](Placement p) {
      Position after = position.after(p);
      const int theirs = static_cast<int>(after.count_placements());
      after.pass();
      const int mine = static_cast<int>(after.count_placements());
      return 3 * (mine - theirs) + 60 * blokus::tile_size(blokus::tile_of(p.orientation)) +
             static_cast<int>(random().below(whim));
    });
  }
};

/// One tile, the smallest, then passes for ever: the DUT can place all it has.
class Absent final : public SmallestFirst {
 public:
  using SmallestFirst::SmallestFirst;

 private:
  bool wants_to_pass(const Position&) override { return turns() > 1; }
};

/// Lies edge to edge with as many squares of the DUT's as it can.
class Hugger final : public BlokusOpponent {
 public:
  using BlokusOpponent::BlokusOpponent;

 private:
  Code choose_code(const Position& position, const blokus::PlacementList& legal) override {
    const int other = 1 - position.to_move();
    return best_by(legal, [&](Placement p) { return position.contacts(blokus::cells_of(p), other); });
  }
};

/// Leaves the DUT as many placements as it can.
class Generous final : public BlokusOpponent {
 public:
  using BlokusOpponent::BlokusOpponent;

 private:
  Code choose_code(const Position& position, const blokus::PlacementList& legal) override {
    return best_by(legal, [&](Placement p) {
      Position after = position;
      after.play(p);
      return static_cast<int>(after.count_placements());
    });
  }
};

/// Opens with another tile in each game, its rotation codes in turn; random after that.
class Opener final : public RandomMover {
 public:
  using RandomMover::RandomMover;

  void new_game() override {
    RandomMover::new_game();
    ++games_;
  }

 private:
  Code choose_code(const Position& position, const blokus::PlacementList& legal) override {
    if (turns() > 1) return RandomMover::choose_code(position, legal);
    const auto tile = static_cast<blokus::Tile>((games_ - 1) % blokus::tile_count);
    const int rotation = (games_ - 1) % blokus::rotation_count;
    for (const Placement& placement : legal) {
      for (const Code& code : blokus::codes_of(placement)) {
        if (code.tile == tile && code.rotation == rotation) return code;
      }
    }
    return RandomMover::choose_code(position, legal);
  }

  int games_ = 0;
};

/// A code (tile and rotation, synonyms counted apart) that it has not sent in its seat yet, as long as there
/// is a legal one. Each game has each tile once, so it plays the tile of which most codes are left. It lies
/// in the DUT's way, so that one who has misread it soon goes wrong, prefers large tiles, which find room
/// early, and keeps its own ways open. When no new code is legal it passes from then on: little more is to be
/// learnt from this game.
class Coverage final : public BlokusOpponent {
 public:
  using BlokusOpponent::BlokusOpponent;

  void new_game() override {
    BlokusOpponent::new_game();
    seat_ = nullptr;
    unanswered_.reset();
    answered_.reset();
    has_nothing_new_ = false;
  }

 private:
  /// A code that is followed by fewer than two moves of the DUT's tells little of how it was read: it is sent
  /// again. A game in which the DUT can place no more is ended by a second pass, since nothing more comes of
  /// it.
  bool wants_to_pass(const Position& position) override {
    const bool passed = position.passes_in_a_row() > 0;
    if (!passed) {
      if (answered_) ++times_sent(*answered_);
      answered_ = last_told() ? unanswered_ : std::nullopt;
    }
    unanswered_.reset();
    if (has_nothing_new_) return true;
    if (!passed) return false;
    Position theirs = position;
    theirs.pass();
    return !theirs.has_placement();
  }

  static constexpr int of_each_square = 100;  // of a tile, in placements

  using Sent = std::array<unsigned, std::size_t{blokus::tile_count} * blokus::rotation_count>;

  /// A seat is told by the colour that begins and whose turn it is at the opponent's first move.
  Code choose_code(const Position& position, const blokus::PlacementList& legal) override {
    if (seat_ == nullptr) seat_ = &sent_[{position.to_move(), position.ply()}];
    std::optional<Code> best;
    std::array<int, 3> best_mark{};
    std::uint32_t equals = 0;
    for (const Placement& placement : legal) {
      std::optional<int> gain;  // costs time, and is needed of those alone that may be the best
      for (const Code& code : blokus::codes_of(placement)) {
        const int newness = told() ? -static_cast<int>(times_sent(code)) : static_cast<int>(times_sent(code));
        if (best && newness < best_mark.front()) continue;
        if (!gain) gain = gain_of(position, placement);
        const std::array mark = {newness, codes_left(code.tile),
                                 *gain + of_each_square * blokus::tile_size(code.tile)};
        if (!best || mark > best_mark) {
          best = code;
          best_mark = mark;
          equals = 1;
        } else if (mark == best_mark && random().below(++equals) == 0) {
          best = code;
        }
      }
    }
    has_nothing_new_ = told() && times_sent(*best) > 0;
    unanswered_ = best;
    return *best;
  }

  /// How many placements it has after this one, less three times those of the DUT: who cannot lie in many
  /// places has to lie where the misread tile is.
  static int gain_of(const Position& position, Placement placement) {
    Position after = position.after(placement);
    const int theirs = static_cast<int>(after.count_placements());
    after.pass();
    return static_cast<int>(after.count_placements()) - 3 * theirs;
  }

  int codes_left(blokus::Tile tile) const {
    int left = 0;
    for (int rotation = 0; rotation < blokus::rotation_count; ++rotation)
      left += times_sent({0, 0, tile, rotation}) == 0 ? 1 : 0;
    return left;
  }

  unsigned& times_sent(const Code& code) const {
    return (*seat_)[static_cast<std::size_t>(code.tile) * blokus::rotation_count +
                    static_cast<std::size_t>(code.rotation)];
  }

  std::map<std::pair<int, int>, Sent> sent_;
  Sent* seat_ = nullptr;            // in the game being played
  std::optional<Code> unanswered_;  // by a move of the DUT's
  std::optional<Code> answered_;    // by one move
  bool has_nothing_new_ = false;    // in the game being played
};

}  // namespace

const std::vector<Recipe>& blokus_recipes() {
  static const std::vector<Recipe> recipes = {
      recipe<RandomMover>("random", "any legal placement, written as any of its codes"),
      recipe<LargestFirst>("largest", "largest tiles first: a crowded board, short games"),
      recipe<SmallestFirst>("smallest", "smallest tiles first: long games"),
      recipe<SmallestFirst>("long-games", "the same, by the name that every game has for such an opponent"),
      recipe<Blocker>("blocker", "takes the DUT's corners, so that it must pass early"),
      recipe<PassesEarly>("passes-early", "three tiles, then passes for ever: the DUT plays on alone"),
      recipe<PassesOnce>("passes-once", "passes on its fourth turn and comes back"),
      recipe<Outlasts>("outlasts",
                       "keeps its ways open and closes the DUT's: it still moves when the DUT must pass"),
      recipe<LaysAll>("lays-all", "lays all its tiles if the DUT lets it: its +15 ends the game"),
      recipe<Absent>("absent", "its smallest tile, then passes for ever: the DUT can place all it has"),
      recipe<Hugger>("hugger", "lies edge to edge with the DUT's tiles"),
      recipe<Generous>("generous", "leaves the DUT as many placements as it can"),
      recipe<Opener>("opener", "opens with another tile in each game, its rotation codes in turn"),
      recipe<Coverage>(
          "coverage", "a code (tile and rotation) not seen so far in its seat; it passes when none is legal"),
  };
  return recipes;
}

}  // namespace rig::player
