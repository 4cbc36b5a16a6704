#pragma once
/// A match as JSON, for programs to read: match.schema.json beside this file says what stands in it.

#include <array>
#include <functional>
#include <string>

#include "rig/arbiter/series/game_record.hpp"
#include "rig/arbiter/series/series.hpp"
#include "rig/arbiter/series/sprt.hpp"

namespace rig::arbiter {

/// Written while the match goes on, a game a line: nothing of the games is kept.
class MatchJson {
 public:
  using Write = std::function<void(const std::string& text)>;

  /// Begins it. `descriptions`: what first and second are, as their links say.
  MatchJson(const protocol::Contest& contest, const MatchIdentity& match,
            const std::array<std::string, 2>& descriptions, ClauseOf clause_of, Write write);

  void add(const SeriesGame& game);
  /// Ends it, by what the games add up to.
  void end(const Standings& standings, const std::optional<Sprt>& test = std::nullopt,
           bool interrupted = false);

 private:
  ClauseOf clause_of_;
  Write write_;
  bool has_games_ = false;
};

}  // namespace rig::arbiter
