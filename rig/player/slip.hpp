#pragma once
/// What a player does wrong, and when: `does=silence&from=12&game=3`. Everything about "when" is common to
/// all contests; what can be done is each player's own.

#include <string>
#include <string_view>
#include <vector>

#include "rig/player/traits.hpp"

namespace rig::player {

/// When a player is asked for something.
struct Moment {
  int move = 0;           ///< its own moves in this game, this one among them
  int game = 0;           ///< its games since power-on, this one among them
  std::string seat = {};  ///< `first5`, `white`, `Red`, …
  std::string seen = {};  ///< the move of the other player that it answers, as the contest writes it
};

class Slip {
 public:
  /// Reads `does`, `move` or `from` and `until`, `game` or `only-game`, `seat`, `seen`; with `does=take`,
  /// which is to take so long over a move, `time`. UsageError for what is done if it is not one of `known`;
  /// where `known` is empty, anything may be.
  explicit Slip(const Traits& traits, const std::vector<std::string>& known = {});

  /// Whether it does this now.
  bool is(std::string_view what, const Moment& moment) const { return does_ == what && now(moment); }
  bool now(const Moment& moment) const;
  const std::string& does() const { return does_; }
  /// How long a move takes, with `does=take`.
  Duration time() const { return time_; }

 private:
  std::string does_;
  Duration time_{};
  int from_ = 0;
  int until_ = 0;
  int from_game_ = 0;
  int until_game_ = 0;
  std::string seat_;
  std::string seen_;
};

}  // namespace rig::player
