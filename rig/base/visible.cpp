#include "rig/base/visible.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>

#include "rig/base/readable.hpp"

namespace rig {

namespace {

struct Character {
  char32_t code = 0;
  std::size_t length = 0;  ///< bytes
};

std::uint8_t byte_at(std::string_view text, std::size_t at) {
  return static_cast<std::uint8_t>(text[at]);
}

/// The well-formed character that begins at `at`: shortest form only, no surrogates (RFC 3629).
std::optional<Character> character_at(std::string_view text, std::size_t at) {
  const std::uint8_t lead = byte_at(text, at);
  if (lead < 0x80) return Character{lead, 1};
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || at + length > text.size()) return std::nullopt;
  char32_t code = lead & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const std::uint8_t next = byte_at(text, at + i);
    if ((next & 0xc0U) != 0x80U) return std::nullopt;
    code = (code << 6U) | (next & 0x3fU);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  if (overlong || surrogate || code > 0x10ffff) return std::nullopt;
  return Character{code, length};
}

bool reorders(char32_t code) {
  return code == 0x061c || code == 0x200e || code == 0x200f || (code >= 0x202a && code <= 0x202e) ||
         (code >= 0x2066 && code <= 0x2069);
}

bool is_hidden(char32_t code) {
  const bool line_separator = code == 0x2028 || code == 0x2029;
  const bool forbidden_in_xml = code == 0xfffe || code == 0xffff;
  return (code >= 0x80 && code < 0xa0) || reorders(code) || line_separator || forbidden_in_xml ||
         code == 0xfeff;
}

std::string control(std::uint8_t byte) {
  switch (byte) {
    case '\n': return "\\n";
    case '\r': return "\\r";
    case '\t': return "\\t";
    default: return fmt::format("\\x{:02x}", byte);
  }
}

std::size_t step(std::string_view text, std::size_t at) {
  const std::optional<Character> character = character_at(text, at);
  return character ? character->length : 1;
}

}  // namespace

std::string visible(std::string_view text, Newlines newlines) {
  std::string shown;
  shown.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::optional<Character> character = character_at(text, at);
    const std::uint8_t byte = byte_at(text, at);
    if (byte == '\n' && newlines == Newlines::kept) {
      shown += '\n';
    } else if (!character || byte < 0x20 || byte == 0x7f) {
      shown += control(byte);
    } else if (is_hidden(character->code)) {
      shown += fmt::format("\\u{{{:04x}}}", static_cast<std::uint32_t>(character->code));
    } else {
      shown += text.substr(at, character->length);
    }
    at += character ? character->length : 1;
  }
  return shown;
}

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::optional<Character> character = character_at(text, at);
    if (!character) return false;
    at += character->length;
  }
  return true;
}

std::size_t columns(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); at += step(text, at)) ++count;
  return count;
}

std::size_t lines_in(std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

std::string cut(std::string_view text, std::size_t width) {
  if (columns(text) <= width) return std::string(text);
  if (width == 0) return {};
  std::size_t at = 0;
  for (std::size_t i = 0; i + 1 < width; ++i) at += step(text, at);
  return std::string(text.substr(0, at)) + "…";
}

std::string padded(std::string_view text, std::size_t width) {
  std::string filled = cut(text, width);
  filled.append(width - columns(filled), ' ');
  return filled;
}

std::string deadline_text(Duration deadline) {
  std::string text = readable(deadline);
  const std::size_t blank = text.find(' ');
  if (text.find('.') > blank) return text;
  std::size_t end = blank;
  while (text[end - 1] == '0') --end;
  if (text[end - 1] == '.') --end;
  return text.erase(end, blank - end);
}

}  // namespace rig
