#include "rig/game/game.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "rig/base/errors.hpp"

namespace rig::game {

namespace {

std::vector<Game>& registered() {
  static std::vector<Game> all;
  return all;
}

}  // namespace

bool register_game(Game game) {
  protocol::add_contests(game.contests);
  player::add_opponents(game.name, game.opponents);
  registered().push_back(std::move(game));
  return true;
}

const std::vector<Game>& games() {
  return registered();
}

const Game& game_of(const protocol::Contest& contest) {
  const auto named = [&](const Game& game) { return game.name == contest.game; };
  const auto found = std::find_if(games().begin(), games().end(), named);
  if (found == games().end())
    throw RigError("The game of " + contest.name + ", \"" + contest.game +
                   "\", is not part of this program.");
  if (std::any_of(std::next(found), games().end(), named))
    throw RigError("Two games of this program are named \"" + contest.game + "\".");
  return *found;
}

}  // namespace rig::game
