#pragma once
/// Players that the rig fields itself, without a link: its opponents, and the simple player of a contest's
/// own host.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rig/arbiter/side.hpp"
#include "rig/base/random.hpp"
#include "rig/player/opponent.hpp"

namespace rig::arbiter {

/// `opponent:`, before the name of one.
inline constexpr std::string_view house_scheme = "opponent:";

inline bool is_house(std::string_view name) {
  return name.starts_with(house_scheme);
}

/// Their names for this contest: `simple` where its host has such a player, then the opponents of its game.
std::vector<std::string> house_players(const protocol::Contest& contest);

/// A side that takes no time. UsageError with the nearest known name for a name that is none.
std::unique_ptr<Side> house_side(const protocol::Contest& contest, const std::string& name, Random random);

/// The seed of what is random at one side of a match: 0 the first, 1 the second.
std::uint64_t seed_of_side(std::uint64_t match, std::size_t side);

/// The one that a match of this seed fields as its first side (0) or its second; `name` with `opponent:`.
std::unique_ptr<Side> house_of(const protocol::Contest& contest, const std::string& name, std::uint64_t seed,
                               std::size_t side);

/// The simple player of the contest's own host (`game::Game::simple_player`); null: it has none.
std::unique_ptr<player::Opponent> simple_player(const protocol::Contest& contest);

}  // namespace rig::arbiter
