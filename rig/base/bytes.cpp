#include "rig/base/bytes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace rig {

Bytes to_bytes(std::string_view text) {
  return {text.begin(), text.end()};
}

std::string to_text(ByteView bytes) {
  return {bytes.begin(), bytes.end()};
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
