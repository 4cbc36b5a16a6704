#include "rig/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "rig/base/bytes.hpp"

namespace rig {

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
