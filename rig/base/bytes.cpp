#include "rig/base/bytes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

namespace rig {

Bytes to_bytes(std::string_view text) {
  return {text.begin(), text.end()};
}

std::string to_text(ByteView bytes) {
  return {bytes.begin(), bytes.end()};
}

std::string hex_of(ByteView bytes) {
  return fmt::format("{:02x}", fmt::join(bytes, ""));
}

std::optional<Bytes> bytes_of_hex(std::string_view digits) {
  constexpr int base = 16;
  if (digits.size() % 2 != 0 || digits.find_first_not_of("0123456789abcdef") != std::string_view::npos)
    return std::nullopt;
  Bytes bytes(digits.size() / 2);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    std::from_chars(digits.data() + 2 * i, digits.data() + 2 * i + 2, bytes[i], base);
  return bytes;
}

namespace {

/// A flood is told by its beginning.
constexpr std::size_t most_shown = 256;

std::string escaped(std::uint8_t byte) {
  switch (byte) {
    case '\r': return "\\r";
    case '\n': return "\\n";
    case '\t': return "\\t";
    case '"': return "\\\"";
    case '\\': return "\\\\";
    default: break;
  }
  if (byte >= 0x20 && byte < 0x7f) return {static_cast<char>(byte)};
  return fmt::format("\\x{:02x}", byte);
}

}  // namespace

std::string quoted(ByteView bytes) {
  std::string text = "\"";
  for (const std::uint8_t byte : bytes.first(std::min(bytes.size(), most_shown))) text += escaped(byte);
  text += '"';
  return bytes.size() <= most_shown ? text : fmt::format("{} … ({} bytes)", text, bytes.size());
}

std::string hex_and_ascii(ByteView bytes) {
  if (bytes.empty()) return "(nothing)";
  std::string text;
  for (const std::uint8_t byte : bytes.first(std::min(bytes.size(), most_shown))) {
    text += fmt::format("{:02x} ", byte);
  }
  return text + ' ' + quoted(bytes);
}

}  // namespace rig
