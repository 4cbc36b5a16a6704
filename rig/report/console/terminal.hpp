#pragma once
/// What the program knows about the terminal that it writes to.

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>

namespace rig::report {

/// Whether the stream is std::cout, std::cerr or std::clog, and that is a terminal.
bool is_terminal(const std::ostream& out);

/// Whether that terminal understands escape sequences (TERM is not `dumb`).
bool obeys_escapes(const std::ostream& out);

/// Whether it is to show colours: NO_COLOR is not set, or empty.
bool wants_colour(const std::ostream& out);

/// Whether it shows UTF-8, by its locale (LC_ALL, LC_CTYPE, LANG). What is no terminal does.
bool shows_utf8(const std::ostream& out);

/// UTF-8 text for a terminal that shows ASCII alone: each character is one that looks like it, or `?`.
std::string in_ascii(std::string_view text);

/// Its columns at this moment, within 40 and 200; where there is no
/// terminal, what COLUMNS says, or 80.
std::size_t columns_of_terminal(const std::ostream& out);

/// A width within 40 and 200 columns.
std::size_t usable_width(std::size_t columns);

}  // namespace rig::report
