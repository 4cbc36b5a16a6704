/// Blokus: the first tiles of a game, and what the opponent may lay.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "conformance/suite/cases/amounts.hpp"
#include "conformance/suite/suite.hpp"
#include "games/blokus/contests/blokus_ruling.hpp"
#include "games/blokus/rules/tiles.hpp"

using namespace conformance;

namespace {

/// Begins on one start square, where the colour has a choice; plays at random after that.
class OpensOn final : public rig::player::Opponent {
 public:
  OpensOn(rig::blokus::Square square, std::unique_ptr<Opponent> rest)
      : square_(square), rest_(std::move(rest)) {}

  void new_game() override {
    begun_ = false;
    rest_->new_game();
  }

  rig::protocol::Move choose(const rig::protocol::Ruling& ruling) override {
    const bool first = !std::exchange(begun_, true);
    const auto* blokus = dynamic_cast<const rig::protocol::BlokusRuling*>(&ruling);
    if (!first || blokus == nullptr) return rest_->choose(ruling);
    rig::blokus::PlacementList legal;
    blokus->position().legal_placements(legal);
    for (const rig::blokus::Placement& placement : legal) {
      const rig::blokus::Cells cells = rig::blokus::cells_of(placement);
      if (std::find(cells.begin(), cells.end(), square_) != cells.end()) return blokus->write(placement);
    }
    return rest_->choose(ruling);  // the square is taken
  }

 private:
  rig::blokus::Square square_;
  std::unique_ptr<Opponent> rest_;
  bool begun_ = false;
};

/// The start squares from which the first colour to move may choose.
std::vector<rig::blokus::Square> start_squares(const rig::protocol::Contest& contest) {
  const auto game = contest.new_game(contest.seats.front());
  std::vector<rig::blokus::Square> squares;
  if (const auto* blokus = dynamic_cast<const rig::protocol::BlokusRuling*>(game.get())) {
    const rig::blokus::StartSquares starts = blokus->position().starts(blokus->position().to_move());
    for (std::size_t i = 0; i < starts.size(); ++i) squares.push_back(starts[i]);
  }
  return squares;
}

}  // namespace

// The second player is told the first move of the other ("35XXXX" and "3AXXXX" in icfpt2014).
CONFORMANCE_CASE(FirstMove, WhenItIsSecond,
                 "as the second player covers its square, whatever the first tile was",
                 Checks{.subject = "move.start",
                        .also = {"second.deadline", "move.pass", "move.malformed"}}) {
  constexpr int openings = 3;
  const auto other = opponent("random");
  for (const rig::protocol::Seat& seat : contest().seats) {
    for (int i = 0; !seat.moves_first && i < openings; ++i) {
      if (!greet()) return;
      play(seat, *other, {first_reply_only, {}});
      end_match();
    }
  }
}

// The opponent's first move can be each of the 21 tiles, in all eight rotations among them. Where matches
// follow each other on one power-up, the games of WholeGame.TwentyInARow begin so.
CONFORMANCE_CASE(SecondMove, AfterEachTile, "plays on after every tile that the other can begin with",
                 Checks{.subject = "move.corner",
                        .also = {"second.deadline", "move.deadline", "move.occupied"},
                        .unless = "end.rematch",
                        .exchanges = 60}) {
  const auto other = opponent("opener");
  for (int tile = 0; tile < rig::blokus::tile_count;) {
    for (const rig::protocol::Seat& seat : contest().seats) {
      if (seat.moves_first || tile == rig::blokus::tile_count) continue;
      if (!greet()) return;
      if (!play(seat, *other, {two_replies_of_a_colour(contest()), {}}).sound) return;
      end_match();
      ++tile;
    }
  }
}

// Where a colour may choose its start square, it finds the other's tile on either.
CONFORMANCE_CASE(FirstMove, OnEitherStartSquare, "begins correctly whichever square the opponent has taken",
                 Checks{.subject = "start.either", .also = {"move.start"}}) {
  bool on_each = true;  // a player that passes where the other has begun shows nothing
  for (const rig::blokus::Square& square : start_squares(contest())) {
    OpensOn other(square, opponent("random"));
    int moves = 0;
    for (const rig::protocol::Seat& seat : contest().seats) {
      if (!greet()) return;
      const GameReport game = play(seat, other, {two_replies_of_a_colour(contest()), {}});
      if (game.misplayed)
        conclude("start.either", game,
                 fmt::format("a game went wrong in which the other began on row {}, column {}", square.y,
                             square.x));
      if (!game.sound) return;
      if (!seat.moves_first) moves += game.moves;
      end_match();
    }
    on_each = on_each && moves > 0;
  }
  if (on_each) passed("start.either");
}
