#include "rig/player/opponent.hpp"

#include <map>

#include "rig/base/errors.hpp"
#include "rig/base/suggestion.hpp"

namespace rig::player {

namespace {

using Recipes = const std::vector<Recipe>& (*)();

std::map<std::string, Recipes, std::less<>>& by_game() {
  static std::map<std::string, Recipes, std::less<>> all;
  return all;
}

const std::vector<Recipe>& recipes_of(std::string_view game) {
  const auto known = by_game().find(game);
  if (known != by_game().end() && known->second != nullptr) return known->second();
  throw RigError("No opponents are known for the game \"" + std::string(game) + "\".");
}

}  // namespace

void add_opponents(const std::string& game, const std::vector<Recipe>& (*recipes)()) {
  by_game()[game] = recipes;
}

std::vector<OpponentKind> opponents(std::string_view game) {
  std::vector<OpponentKind> kinds;
  for (const Recipe& recipe : recipes_of(game)) kinds.push_back(recipe.kind);
  return kinds;
}

std::unique_ptr<Opponent> new_opponent(std::string_view game, std::string_view name, Random random) {
  std::vector<std::string> names;
  for (const Recipe& recipe : recipes_of(game)) {
    if (recipe.kind.name == name) return recipe.make(random);
    names.push_back(recipe.kind.name);
  }
  throw UsageError(unknown_value("opponent", name, names));
}

}  // namespace rig::player
