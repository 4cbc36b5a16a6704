#pragma once
/// Whether a text, or what an error says, has a part, for tests.

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <exception>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rig {

inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// With single blanks, where the console has broken lines and indented them.
inline std::string in_one_line(const std::string& text) {
  std::istringstream words(text);
  std::string line;
  for (std::string word; words >> word;) line += (line.empty() ? "" : " ") + word;
  return line;
}

/// For BOOST_CHECK_EXCEPTION: whether an error says all of this.
inline auto saying(std::vector<std::string> parts) {
  return [parts = std::move(parts)](const std::exception& error) {
    const bool says = std::all_of(parts.begin(), parts.end(),
                                  [&](const std::string& part) { return contains(error.what(), part); });
    if (!says) BOOST_TEST_MESSAGE("the message is: " << error.what());
    return says;
  };
}

}  // namespace rig
