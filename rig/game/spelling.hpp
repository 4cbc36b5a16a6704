#pragma once
/// What writers of moves share: letters by chance, and ways to misspell a move that every notation has.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "rig/base/random.hpp"
#include "rig/protocol/ruling.hpp"

namespace rig::game {

inline constexpr int most_by_chance = 3000;
inline constexpr int one_misspelt_in = 20;

char one_of(std::string_view letters, Random& random);

/// The text with each of its letters as a capital, or as none: one for each.
std::vector<std::string> in_other_case(const std::string& text);

/// `most_by_chance` moves that `next` writes. In place of one in `one_misspelt_in` a legal move with one
/// letter changed, as somebody might write it: in the other case, a digit eight too high, or one of `others`,
/// `!`, `?` and a blank. Who reads it as it was meant takes it.
std::vector<protocol::Move> moves_by_chance(const protocol::Ruling& ruling, Random& random,
                                            std::string_view others,
                                            const std::function<std::string()>& next);

}  // namespace rig::game
