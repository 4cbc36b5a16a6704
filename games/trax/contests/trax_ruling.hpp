#pragma once
/// Trax as the contests rule it, over the Trax oracle. White is player one, red (or black) player two.

#include <memory>

#include "games/trax/rules/position.hpp"
#include "rig/protocol/ruling.hpp"

namespace rig::protocol {

/// A ruling whose oracle is the Trax engine; opponents that know the game look through it.
class TraxRuling : public Ruling {
 public:
  virtual const trax::Position& position() const = 0;
};

/// A game of Trax. UsageError for a board that the game does not have.
std::unique_ptr<TraxRuling> new_trax_game(trax::Rules rules);

}  // namespace rig::protocol
