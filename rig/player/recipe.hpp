#pragma once
/// How the opponents of a game are made: each game has its own list, the registry of `opponent.hpp` reads
/// all.

#include <functional>
#include <memory>
#include <vector>

#include "rig/player/opponent.hpp"

namespace rig::player {

struct Recipe {
  OpponentKind kind;
  std::function<std::unique_ptr<Opponent>(Random)> make;
};

template <typename T>
Recipe recipe(const char* name, const char* what) {
  return {{name, what}, [](Random random) { return std::make_unique<T>(random); }};
}

const std::vector<Recipe>& blokus_recipes();
const std::vector<Recipe>& trax_recipes();

}  // namespace rig::player
