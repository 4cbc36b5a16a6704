#include "rig/base/suggestion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "rig/base/text.hpp"

namespace rig {

namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({substituted, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string nearest(std::string_view word, std::span<const std::string> candidates) {
  const std::string small = lower_case(std::string(word));
  const std::string* best = nullptr;
  std::size_t best_distance = std::max<std::size_t>(word.size() / 2, 1) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(small, lower_case(candidate));
    if (distance < best_distance) {
      best = &candidate;
      best_distance = distance;
    }
  }
  return best != nullptr ? *best : std::string{};
}

std::string unknown_value(std::string_view what, std::string_view word, std::span<const std::string> known) {
  const std::string guess = nearest(word, known);
  const std::string hint = guess.empty() ? "" : fmt::format(" Did you mean \"{}\"?", guess);
  return fmt::format("Unknown {} \"{}\".{} Known: {}.", what, word, hint, fmt::join(known, ", "));
}

}  // namespace rig
