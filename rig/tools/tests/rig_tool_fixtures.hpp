#pragma once
/// Words for the lab tools, and what they print.

#include <string>
#include <vector>

namespace conformance::testing_programs {

inline std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of('\n');
  if (end == std::string::npos) return {};
  const std::size_t begin = text.rfind('\n', end) + 1;
  return text.substr(begin, end - begin + 1);
}

inline std::vector<std::string> with(std::vector<std::string> words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

}  // namespace conformance::testing_programs
