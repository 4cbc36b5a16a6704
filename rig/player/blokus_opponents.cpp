#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "rig/base/errors.hpp"
#include "rig/contest/blokus_ruling.hpp"
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
    if (ruling.must_pass() || wants_to_pass()) return ruling.pass();
    blokus->position().legal_placements(legal_);
    return blokus->write(choose_code(blokus->position(), legal_));
  }

 protected:
  virtual Code choose_code(const Position& position, const blokus::PlacementList& legal) = 0;
  virtual bool wants_to_pass() const { return false; }

  int turns() const { return turns_; }
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
  bool wants_to_pass() const override { return turns() > 3; }
};

/// Passes on its fourth turn and comes back.
class PassesOnce final : public RandomMover {
 public:
  using RandomMover::RandomMover;

 private:
  bool wants_to_pass() const override { return turns() == 4; }
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

/// One tile, the smallest, then passes for ever: the DUT can place all it has.
class Absent final : public SmallestFirst {
 public:
  using SmallestFirst::SmallestFirst;

 private:
  bool wants_to_pass() const override { return turns() > 1; }
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

/// The legal code (tile and rotation, synonyms counted apart) that it has sent least often.
class Coverage final : public BlokusOpponent {
 public:
  using BlokusOpponent::BlokusOpponent;

 private:
  Code choose_code(const Position&, const blokus::PlacementList& legal) override {
    std::optional<Code> best;
    std::uint32_t equals = 0;
    for (const Placement& placement : legal) {
      for (const Code& code : blokus::codes_of(placement)) {
        const unsigned seen = times_sent(code);
        if (!best || seen < times_sent(*best)) {
          best = code;
          equals = 1;
        } else if (seen == times_sent(*best) && random().below(++equals) == 0) {
          best = code;
        }
      }
    }
    ++times_sent(*best);
    return *best;
  }

  unsigned& times_sent(const Code& code) {
    return sent_[static_cast<std::size_t>(code.tile) * blokus::rotation_count +
                 static_cast<std::size_t>(code.rotation)];
  }

  std::array<unsigned, std::size_t{blokus::tile_count} * blokus::rotation_count> sent_{};
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
      recipe<Absent>("absent", "its smallest tile, then passes for ever: the DUT can place all it has"),
      recipe<Hugger>("hugger", "lies edge to edge with the DUT's tiles"),
      recipe<Generous>("generous", "leaves the DUT as many placements as it can"),
      recipe<Opener>("opener", "opens with another tile in each game, its rotation codes in turn"),
      recipe<Coverage>("coverage", "the legal code (tile and rotation) least seen so far"),
  };
  return recipes;
}

}  // namespace rig::player
