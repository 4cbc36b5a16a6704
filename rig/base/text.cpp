#include "rig/base/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numeric>
#include <vector>

#include "rig/base/bytes.hpp"

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
  const std::string* best = nullptr;
  std::size_t best_distance = std::max<std::size_t>(word.size() / 2, 1) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
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

std::string readable(std::chrono::nanoseconds time) {
  const double ns = static_cast<double>(time.count());
  const double size = std::fabs(ns);
  const auto scaled = [](double value, const char* unit) {
    const double magnitude = std::fabs(value);
    const int decimals = magnitude >= 99.95 ? 0 : magnitude >= 9.995 ? 1 : 2;
    return fmt::format("{:.{}f} {}", value, decimals, unit);
  };
  if (size == 0) return "0 s";
  if (size < 1e3) return fmt::format("{:.0f} ns", ns);
  if (size < 999.5e3) return scaled(ns / 1e3, "us");
  if (size < 999.5e6) return scaled(ns / 1e6, "ms");
  return scaled(ns / 1e9, "s");
}

std::string shell_quoted(const std::string& word) {
  const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string_view("-_./:=,+@%").find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (plain) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

bool matches_glob(std::string_view name, std::string_view pattern) {
  std::size_t n = 0;
  std::size_t p = 0;
  std::size_t star = std::string_view::npos;
  std::size_t resume = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = n;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

namespace {

/// The lines of a text without their ends; a text that ends with a newline has an empty one after it.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

}  // namespace

std::vector<std::string> line_changes(std::string_view before, std::string_view after, std::size_t most) {
  const std::vector<std::string_view> was = lines_of(before);
  const std::vector<std::string_view> is = lines_of(after);
  const auto shown = [](std::string_view line) { return quoted(to_bytes(line)); };
  std::vector<std::string> changes;
  std::size_t beyond = 0;
  for (std::size_t i = 0; i < std::max(was.size(), is.size()); ++i) {
    if (i < was.size() && i < is.size() && was[i] == is[i]) continue;
    if (changes.size() == most) {
      ++beyond;
    } else if (i >= was.size()) {
      changes.push_back(fmt::format("line {} {} is new", i + 1, shown(is[i])));
    } else if (i >= is.size()) {
      changes.push_back(fmt::format("line {} {} is gone", i + 1, shown(was[i])));
    } else {
      changes.push_back(fmt::format("line {}: {} became {}", i + 1, shown(was[i]), shown(is[i])));
    }
  }
  if (beyond > 0) changes.push_back(fmt::format("{} more lines changed", beyond));
  return changes;
}

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

void replace_all(std::string& text, std::string_view word, std::string_view other) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + other.size()))
    text.replace(at, word.size(), other);
}

}  // namespace rig
