#pragma once
/// `rig match`: games between two players under the rig's own referee.

#include <memory>
#include <string>
#include <utility>

#include "rig/arbiter/side.hpp"
#include "rig/tools/match_request.hpp"

namespace rig {

/// What a match is put together from. Here it is as it should be; a program of the tests has parts that err.
class MatchParts {
 public:
  virtual ~MatchParts() = default;

  /// The contest as the referee has it; `page` outlives the match.
  virtual protocol::Contest contest(const protocol::Contest& page) { return page; }
  /// How the referee speaks to whoever is at a far end. `contest` outlives the side.
  virtual std::unique_ptr<arbiter::Side> side_over(std::unique_ptr<FarEnd> far_end,
                                                   const protocol::Contest& contest,
                                                   const arbiter::SideOptions& options) {
    return arbiter::side_over(std::move(far_end), contest, options);
  }
  /// A side that plays, and one that stands by.
  virtual std::unique_ptr<arbiter::Side> player(std::unique_ptr<arbiter::Side> side) { return side; }
  virtual std::unique_ptr<arbiter::Side> stand_by(std::unique_ptr<arbiter::Side> side) { return side; }
};

/// What `rig match --help` says below the options.
std::string match_help();

/// Plays, and tells on standard output. 0: it was played to the end, whoever won; with `admission` 1: not
/// admitted; 3: a game has no result, or the match was interrupted. UsageError for what the user got wrong,
/// RigError for a far end that cannot be reached.
int play_match(const MatchRequest& request);
int play_match(const MatchRequest& request, MatchParts& parts);

}  // namespace rig
