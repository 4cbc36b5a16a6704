#pragma once
/// A line that a person types to `rig talk`: a request in the contest's words, bytes, or what is to be done
/// to the link. Pure.

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "rig/base/bytes.hpp"
#include "rig/base/time.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::talk {

/// A request of the contest's. Its moves are as they were typed, right or wrong.
struct Ask {
  protocol::Request request;
};
/// Any bytes.
struct Send {
  Bytes bytes;
};
struct Listen {
  Duration span{};
};
/// The power-on state.
struct Reset {};
/// Pulls the idle line low for so long.
struct Glitch {
  Duration width{};
};
/// The host's bit rate, away from nominal.
struct Rate {
  std::int32_t parts_per_million = 0;
};
struct History {};
/// Writes what was done so far as lines that can be read again.
struct Save {
  std::string file;
};
struct Help {};
struct Quit {};
/// An empty line, or a comment behind a `#`.
struct Nothing {};

using Command = std::variant<Ask, Send, Listen, Reset, Glitch, Rate, History, Save, Help, Quit, Nothing>;

/// What a line asks for. Words are those of the contest: it has `first` only where a seat moves first, a
/// start square only where its seats differ by one. UsageError with what was found and what is allowed.
Command read_line(const protocol::Contest& contest, std::string_view line);

/// The lines that this contest knows, one below the other.
std::string help_text(const protocol::Contest& contest);

}  // namespace rig::talk
