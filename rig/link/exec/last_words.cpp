#include "rig/link/exec/last_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "rig/base/bytes.hpp"

namespace rig {

std::string last_words(const std::string& standard_error) {
  constexpr std::size_t enough = 200;
  const auto is_blank = [](char c) { return c == '\n' || c == '\r' || c == ' ' || c == '\t'; };
  const auto begin = std::find_if_not(standard_error.begin(), standard_error.end(), is_blank);
  const auto end =
      std::find_if_not(standard_error.rbegin(), std::make_reverse_iterator(begin), is_blank).base();
  if (begin == end) return {};
  const std::string text(begin, end);
  const std::string first = text.substr(0, std::min(text.find_first_of("\r\n"), enough));
  const std::size_t last_break = text.find_last_of("\r\n");
  if (last_break == std::string::npos)
    return fmt::format("; its standard error: {}", quoted(to_bytes(first)));
  const std::string last = text.substr(last_break + 1, enough);
  return fmt::format("; its standard error: {} … {}", quoted(to_bytes(first)), quoted(to_bytes(last)));
}

}  // namespace rig
