#include "rig/player/slip.hpp"

#include <limits>

namespace rig::player {

Slip::Slip(const Traits& traits, const std::vector<std::string>& known) {
  constexpr int never_ends = std::numeric_limits<int>::max();
  std::vector<std::string> allowed = known;
  if (!known.empty()) allowed.emplace_back("nothing");
  does_ = traits.word("does", "nothing", allowed);
  if (does_ == "take") time_ = traits.time("time", Duration::zero());
  const int only = traits.number("move", 0);
  from_ = only != 0 ? only : traits.number("from", 0);
  until_ = only != 0 ? only : traits.number("until", never_ends);
  const int only_game = traits.number("only-game", 0);
  from_game_ = only_game != 0 ? only_game : traits.number("game", 0);
  until_game_ = only_game != 0 ? only_game : never_ends;
  seat_ = traits.word("seat", "");
  seen_ = traits.word("seen", "");
}

bool Slip::now(const Moment& moment) const {
  return moment.move >= from_ && moment.move <= until_ && moment.game >= from_game_ &&
         moment.game <= until_game_ && (seat_.empty() || seat_ == moment.seat) &&
         (seen_.empty() || moment.seen.find(seen_) != std::string::npos);
}

}  // namespace rig::player
