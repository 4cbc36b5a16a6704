#pragma once
/// A Trax board as a device with a defect in its rules keeps it: slow and plain, so that each defect is a
/// line beside the right behaviour. The good device needs none of this; it asks the oracle.

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "games/trax/rules/position.hpp"

namespace rig::player {

class TraxBelief {
 public:
  /// An empty board, under the rules as a device that does this has them. `limit` is the board's size, 0 for
  /// none.
  TraxBelief(std::string does, int limit) : does_(std::move(does)), limit_(limit) {}

  /// The board of a position, whoever won on it.
  TraxBelief(std::string does, const trax::Position& position);

  /// Plays a move; false, and nothing has changed, when it believes the move illegal.
  bool play(trax::Move move);

  /// The first move that it believes legal, beside many tiles if possible.
  std::optional<trax::Move> choose() const;

  /// Whether it has just the tiles of the true board.
  bool agrees_with(const trax::Position& position) const;

 private:
  struct Place {
    int x = 0;
    int y = 0;
    friend auto operator<=>(const Place&, const Place&) = default;  // NOLINT(modernize-use-nullptr)
  };
  static Place beside(Place place, trax::Side side);
  unsigned ends_at(Place place) const;
  bool in_reach(trax::Move move) const;
  void lay(Place place, trax::Tile tile);
  bool lay_forced(std::vector<Place> laid);
  std::optional<trax::Tile> forced_at(Place place) const;

  std::string does_;
  int limit_;
  std::map<Place, trax::Tile> tiles_;
  Place first_{1, 1};  // the corners of the box, both within it
  Place last_{0, 0};
};

}  // namespace rig::player
