#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "games/blokus/contests/blokus_ruling.hpp"
#include "games/blokus/players/blokus_opponents.hpp"
#include "games/blokus/rules/misread.hpp"
#include "rig/base/errors.hpp"

namespace rig::player {

namespace {

using blokus::Code;
using blokus::Placement;
using blokus::Position;
using protocol::Move;

/// What every Blokus opponent shares: it looks through the ruling at the oracle, passes when it must, and
/// writes a placement as any of its synonyms.
class BlokusOpponent : public Opponent {
 public:
  explicit BlokusOpponent(Random random) : random_(random) {}

  void new_game() override { turns_ = 0; }

  Move choose(const protocol::Ruling& ruling) final {
    const auto* blokus = dynamic_cast<const protocol::BlokusRuling*>(&ruling);
    if (blokus == nullptr) throw RigError("A Blokus opponent was asked to play another game.");
    ++turns_;
    told_ = !blokus->second_opens_blind() || ruling.ply() > 0;
    look_back(*blokus);
    blokus->position().legal_placements(legal_);
    const bool passes = ruling.must_pass() || wants_to_pass(blokus->position(), legal_);
    Move move = passes ? ruling.pass() : blokus->write(choose_code(blokus->position(), legal_));
    look_ahead(*blokus, move);
    return move;
  }

 protected:
  virtual Code choose_code(const Position& position, const blokus::PlacementList& legal) = 0;
  /// Asked only where it could place a tile.
  virtual bool wants_to_pass(const Position&, const blokus::PlacementList&) { return false; }
  /// Called before a move is chosen, with what the DUT has done; and when it is, before it is played.
  virtual void look_back(const protocol::BlokusRuling&) {}
  virtual void look_ahead(const protocol::BlokusRuling&, const Move&) {}

  int turns() const { return turns_; }
  /// Whether the DUT will be told the move that is chosen now before it moves itself: not the opening, where
  /// it opens blind.
  bool told() const { return told_; }
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
  bool wants_to_pass(const Position&, const blokus::PlacementList&) override { return turns() > 3; }
};

/// Passes on its fourth turn and comes back.
class PassesOnce final : public RandomMover {
 public:
  using RandomMover::RandomMover;

 private:
  bool wants_to_pass(const Position&, const blokus::PlacementList&) override { return turns() == 4; }
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
  bool wants_to_pass(const Position&, const blokus::PlacementList&) override { return turns() > 1; }
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

/// Sends the codes (tile and rotation, as far as the contest tells them apart) of which the DUT has not yet
/// shown, in its seat, that it reads them rightly. A DUT that overlooks a code, or takes its tile for turned
/// or mirrored, goes wrong only when it moves to a square that it takes for free: each of its moves has a
/// chance to show that (`Ruling::exposures`). A code is done when for each misreading seven of ten such DUTs
/// would have gone wrong by now.
///
/// It sends what is most likely to show something, best a tile with many codes left, and opens with each tile
/// in turn. In the first games it may leave a code for a later game, in which it may show more; after these
/// it sends every code that two moves of the DUT's have not answered. When no more is to be learnt from its
/// tiles it passes from then on, and the DUT plays on alone.
class Coverage final : public BlokusOpponent {
 public:
  using BlokusOpponent::BlokusOpponent;

  void new_game() override {
    BlokusOpponent::new_game();
    note_what_the_last_move_showed(!must_pass_);
    seat_ = nullptr;
    last_.reset();
    answered_.reset();
    mine_.clear();
    passes_from_now_on_ = false;
  }

 private:
  /// A code is done when the chance that misreading it has not shown is so small, for each way to misread it.
  static constexpr double small_chance = 0.3;
  /// The DUT's next move shows only a part of what its moves in the whole game do: so many times as much.
  static constexpr double in_the_whole_game = 4;
  /// What counts how much, in the unit of `Met::need`; found by trying, on other games than the tests'.
  static constexpr double of_a_new_code = 0.4;
  static constexpr double of_a_new_code_at_last = 2;  // after the patient games
  static constexpr double of_a_code_left = 0.12;
  static constexpr double of_a_placement_of_its_own = 0.001;
  static constexpr double too_little = 0.05;
  static constexpr double of_anything_learnt = 5;
  static constexpr double of_a_tile_kept = 1;
  static constexpr double of_a_new_opening = 10;
  static constexpr int patient_games = 12;
  static constexpr std::size_t looked_at_closely = 40;

  static constexpr std::size_t all_codes = std::size_t{blokus::tile_count} * blokus::rotation_count;

  struct Met {
    protocol::Unseen unseen;
    /// By two moves: one that misread it may lay the first of them rightly all the same.
    bool answered_twice = false;

    /// How much has to be shown yet: the logarithm of how many times too large a chance is, on average.
    double need() const {
      double sum = 0;
      for (const double chance : unseen.chances) sum += need_of(chance);
      return unseen.chances.empty() ? need_of(1) : sum / static_cast<double>(unseen.chances.size());
    }
    static double need_of(double chance) {
      return chance <= small_chance ? 0 : std::log(chance / small_chance);
    }
    /// How much less it would be after this.
    double learnt_by(const std::vector<double>& shares, double times) const {
      Met after = *this;
      after.unseen.add(shares, times);
      return need() - after.need();
    }
  };
  struct SeatSoFar {
    std::array<Met, all_codes> codes{};
    int games = 0;
  };
  struct Candidate {
    Code code;
    double own = 0;  ///< its own placements, were it its turn then
    double mark = 0;
    double gain = 0;  ///< how much is learnt by it, as far as that is a reason to play on
  };

  /// A seat is told by the colour that begins and whose turn it is at the opponent's first move.
  void look_back(const protocol::BlokusRuling& ruling) override {
    if (turns() == 1) find_codes_of(ruling);
    const Position& position = ruling.position();
    note_what_the_last_move_showed(position.passes_in_a_row() == 0);
    if (seat_ != nullptr) return;
    seat_ = &seats_[{position.to_move(), position.ply()}];
    ++seat_->games;
  }

  /// A game in which the DUT can place no more is ended by a second pass, since nothing more comes of it.
  bool wants_to_pass(const Position& position, const blokus::PlacementList& legal) override {
    if (passes_from_now_on_) return true;
    Position theirs = position;
    theirs.pass();
    if (turns() > 1 && position.passes_in_a_row() > 0 && !theirs.has_placement()) return true;
    best_ = best_of(position, legal, theirs);
    passes_from_now_on_ = turns() > 1 && best_->gain < too_little && !may_learn_more_later(position);
    return passes_from_now_on_;
  }

  Code choose_code(const Position& position, const blokus::PlacementList&) override {
    mine_.push_back(best_->code);
    if (told()) last_ = best_->code;
    if (turns() == 1 && position.ply() == 0) opened_with_.insert(best_->code.tile);
    if (opened_with_.size() == std::size_t{blokus::tile_count}) opened_with_.clear();
    return best_->code;
  }

  /// The last of its tiles is the last of the exposures: one that the DUT was told late is none of them.
  void look_ahead(const protocol::BlokusRuling& ruling, const Move& move) override {
    const auto after = ruling.clone();
    after->play(move);
    exposures_ = after->exposures();
    must_pass_ = after->must_pass();
    is_over_ = after->result().state != protocol::Result::State::open;
  }

  /// A DUT that passes although it could move shows nothing.
  void note_what_the_last_move_showed(bool it_moved) {
    const std::vector<protocol::Exposure> shown = std::exchange(exposures_, {});
    const std::optional<Code> answered_now = std::exchange(last_, std::nullopt);
    if (it_moved && !is_over_) {
      if (answered_) met_of(*answered_).answered_twice = true;
      answered_ = answered_now;
    }
    if (!it_moved && !must_pass_) return;
    for (std::size_t back = 1; back <= std::min(shown.size(), mine_.size()); ++back)
      met_of(mine_[mine_.size() - back]).unseen.add(shown[shown.size() - back].shares);
  }

  /// `passed`: the position if this turn were a pass. What a code shows of all its misreadings is found only
  /// for those that are best by what they show of being overlooked.
  Candidate best_of(const Position& position, const blokus::PlacementList& legal, const Position& passed) {
    const bool opens = position.ply() == 0;
    const auto before = static_cast<double>(passed.count_placements());
    std::vector<Candidate> candidates;
    for (const Placement& placement : legal) {
      const Position after = position.after(placement);
      const double own = own_placements(after);
      const double share = before > 0 ? 1 - static_cast<double>(after.count_placements()) / before : 0;
      for (const Code& code : blokus::codes_of(placement)) {
        Candidate one{code, own};
        const std::size_t readings = std::max<std::size_t>(met_of(code).unseen.chances.size(), 1);
        mark(one, std::vector<double>(readings, share), opens);
        candidates.push_back(one);
      }
    }
    const auto best_first = [](const Candidate& a, const Candidate& b) { return a.mark > b.mark; };
    const std::size_t few = std::min(candidates.size(), looked_at_closely);
    std::partial_sort(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(few),
                      candidates.end(), best_first);
    candidates.resize(few);
    for (Candidate& one : candidates) {
      const Position after = position.after(blokus::placement_of(one.code));
      mark(one, blokus::shown_of_misreadings(after, passed, canonical(one.code)), opens);
    }
    return *std::min_element(candidates.begin(), candidates.end(), best_first);
  }

  void mark(Candidate& one, const std::vector<double>& shares, bool opens) {
    constexpr std::uint32_t many = 1000;
    const Met& so_far = met_of(one.code);
    const double new_code = so_far.answered_twice ? 0 : is_patient() ? of_a_new_code : of_a_new_code_at_last;
    const double learnt = told() ? so_far.learnt_by(shares, in_the_whole_game) : -so_far.need();
    const double opening = opens && !opened_with_.contains(one.code.tile) ? of_a_new_opening : 0;
    const double whim = random().below(many) / (1000.0 * many);
    one.gain = learnt + (is_patient() ? 0 : new_code);
    const double kept =
        !is_patient() && so_far.answered_twice && has_new_codes(one.code.tile) ? of_a_tile_kept : 0;
    const double worth_it = one.gain < too_little ? 0 : of_anything_learnt;
    one.mark = learnt + new_code + of_a_code_left * codes_left(one.code.tile) +
               of_a_placement_of_its_own * one.own + opening + worth_it - kept + whim;
  }

  static double own_placements(Position after) {
    after.pass();
    return static_cast<double>(after.count_placements());
  }

  bool is_patient() const { return seat_->games <= patient_games; }

  bool has_new_codes(blokus::Tile tile) {
    bool found = false;
    for (int rotation = 0; rotation < blokus::rotation_count; ++rotation)
      found = found || !met_of({0, 0, tile, rotation}).answered_twice;
    return found;
  }

  /// Whether it has a tile with a code that it has to send and that is not legal yet; or, on a board so large
  /// that it takes many turns until tiles are in each other's way, with one that could be misread unseen.
  bool may_learn_more_later(const Position& position) {
    const bool large = position.size() > blokus::duo().size;
    bool found = false;
    for (int tile = 0; tile < blokus::tile_count; ++tile) {
      const auto one = static_cast<blokus::Tile>(tile);
      const bool has_more = (!is_patient() && has_new_codes(one)) || (large && codes_left(one) > 0);
      found = found || (has_more && position.tiles_left(position.to_move()).contains(one));
    }
    return found;
  }

  int codes_left(blokus::Tile tile) {
    int left = 0;
    for (int rotation = 0; rotation < blokus::rotation_count; ++rotation)
      left += met_of({0, 0, tile, rotation}).need() > 0 ? 1 : 0;
    return left;
  }

  /// Which rotations of a tile the contest tells apart: by their names, in the middle of the board.
  void find_codes_of(const protocol::BlokusRuling& ruling) {
    const int middle = ruling.position().size() / 2;
    std::map<std::string, std::size_t> by_name;
    for (std::size_t i = 0; i < code_at_.size(); ++i) {
      const auto tile = static_cast<blokus::Tile>(i / blokus::rotation_count);
      const int rotation = static_cast<int>(i % blokus::rotation_count);
      const std::string name = ruling.code_of(ruling.write(Code{middle, middle, tile, rotation}));
      code_at_[i] = by_name.try_emplace(name.empty() ? std::to_string(i) : name, i).first->second;
    }
  }

  /// The code of the same placement by which the contest names it: some contests do not tell all eight apart.
  Code canonical(const Code& code) const {
    const auto rotation = static_cast<int>(code_at_[index_of(code)] % blokus::rotation_count);
    for (const Code& one : blokus::codes_of(blokus::placement_of(code))) {
      if (one.rotation == rotation) return one;
    }
    return code;
  }

  static std::size_t index_of(const Code& code) {
    return static_cast<std::size_t>(code.tile) * blokus::rotation_count +
           static_cast<std::size_t>(code.rotation);
  }

  Met& met_of(const Code& code) { return seat_->codes[code_at_[index_of(code)]]; }

  std::array<std::size_t, all_codes> code_at_{};  // by tile and rotation: the first with its name
  std::map<std::pair<int, int>, SeatSoFar> seats_;
  std::set<blokus::Tile> opened_with_;
  SeatSoFar* seat_ = nullptr;                  // in the game being played
  std::vector<Code> mine_;                     // its tiles in this game, in order
  std::vector<protocol::Exposure> exposures_;  // by the move of the DUT that comes next
  bool must_pass_ = false;                     // the DUT, then
  bool is_over_ = false;                       // the game, before that
  std::optional<Code> last_;                   // its last move, if that was told and a tile
  std::optional<Code> answered_;               // by one move
  bool passes_from_now_on_ = false;
  std::optional<Candidate> best_;
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
          "coverage",
          "codes (tile and rotation) that could be misread unseen so far; passes when none is left"),
  };
  return recipes;
}

}  // namespace rig::player
