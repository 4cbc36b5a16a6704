#include "rig/player/opponent.hpp"

#include "rig/base/errors.hpp"
#include "rig/base/text.hpp"
#include "rig/player/recipe.hpp"

namespace rig::player {

namespace {

const std::vector<Recipe>& recipes_of(std::string_view game) {
  if (game == "blokus") return blokus_recipes();
  if (game == "trax") return trax_recipes();
  throw RigError("No opponents are known for the game \"" + std::string(game) + "\".");
}

std::vector<OpponentKind> kinds_of(const std::vector<Recipe>& recipes) {
  std::vector<OpponentKind> kinds;
  kinds.reserve(recipes.size());
  for (const Recipe& recipe : recipes) kinds.push_back(recipe.kind);
  return kinds;
}

}  // namespace

const std::vector<OpponentKind>& opponents(std::string_view game) {
  static const std::vector<OpponentKind> blokus = kinds_of(blokus_recipes());
  static const std::vector<OpponentKind> trax = kinds_of(trax_recipes());
  return &recipes_of(game) == &trax_recipes() ? trax : blokus;
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
