#pragma once
/// Text from outside made safe to show: whatever a DUT sent, what is shown stays valid UTF-8 and no terminal
/// or browser obeys it.

#include <cstddef>
#include <string>
#include <string_view>

#include "rig/base/time.hpp"

namespace rig {

/// What becomes of a newline.
enum class Newlines { kept, shown };

/// `text` as valid UTF-8 without control characters: bytes that are no UTF-8 and ASCII control characters
/// become
/// `\x1b` (`\n`, `\r`, `\t` by name); C1 controls, characters that reorder the text around them and those
/// that XML forbids become `\u{202e}`.
std::string visible(std::string_view text, Newlines newlines = Newlines::shown);

/// Whether every byte of `text` belongs to a well-formed UTF-8 character.
bool is_utf8(std::string_view text);

/// The columns that UTF-8 text takes on a terminal, one for each character (wide scripts do not occur here).
std::size_t columns(std::string_view text);

/// How many lines end in `text`.
std::size_t lines_in(std::string_view text);

/// `text` cut to `width` columns, the last one `…` where something was cut.
std::string cut(std::string_view text, std::size_t width);

/// `text` cut or filled with blanks to exactly `width` columns.
std::string padded(std::string_view text, std::size_t width);

/// `1 s`, `3.7 ms`, `12.5 us`: a deadline, without the zeros that claim precision.
std::string deadline_text(Duration deadline);

}  // namespace rig
