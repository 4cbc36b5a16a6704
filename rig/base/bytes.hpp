#pragma once
/// Bytes as they go over a link, and how the rig writes them for a person.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rig {

using Bytes = std::vector<std::uint8_t>;
using ByteView = std::span<const std::uint8_t>;

/// The bytes of an ASCII text.
Bytes to_bytes(std::string_view text);

/// Bytes as text, one char each, nothing translated.
std::string to_text(ByteView bytes);

/// In lower-case hexadecimal, two digits a byte.
std::string hex_of(ByteView bytes);
/// The inverse. One spelling for each value: capital letters are none, nor is half a byte.
std::optional<Bytes> bytes_of_hex(std::string_view digits);

/// `31 41 41  "1AA"`: hex, then ASCII with everything unprintable escaped (`\r`, `\x07`). Empty: `(nothing)`.
/// Of more than 256 bytes the first 256, and how many there are.
std::string hex_and_ascii(ByteView bytes);

/// `"1AA\r"`: the ASCII half alone, quoted; as short.
std::string quoted(ByteView bytes);

}  // namespace rig
