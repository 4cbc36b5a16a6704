#pragma once
/// Suggestions for mistyped names.

#include <span>
#include <string>
#include <string_view>

namespace rig {

/// The candidate with the smallest edit distance to `word`, whatever their case; empty when more than half of
/// the word would have to change.
std::string nearest(std::string_view word, std::span<const std::string> candidates);

/// `Unknown contest "ches". Did you mean "chess"? Known: chess, ….`
std::string unknown_value(std::string_view what, std::string_view word, std::span<const std::string> known);

}  // namespace rig
