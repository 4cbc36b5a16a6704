#pragma once
/// What a ruling over the Blokus oracle can be asked.

#include "games/blokus/rules/position.hpp"
#include "rig/protocol/ruling.hpp"

namespace rig::protocol {

/// A ruling whose oracle is the Blokus engine; opponents that know the game look through it.
class BlokusRuling : public Ruling {
 public:
  virtual const blokus::Position& position() const = 0;
  /// Whether the player that is second lays its first tile without being told the other's.
  virtual bool second_opens_blind() const { return false; }
  /// A placement in this contest's notation: each code of it is one way to write it, where there are several.
  virtual Move write(const blokus::Code& code) const = 0;
  /// One of its synonyms, the lowest code.
  Move write(const blokus::Placement& placement) const { return write(blokus::first_code(placement)); }
};

}  // namespace rig::protocol
