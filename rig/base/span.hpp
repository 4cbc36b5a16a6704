#pragma once
/// A span of time as a user writes it: `90s`, `15m`, `1h30m`.

#include <optional>
#include <string>
#include <string_view>

#include "rig/base/time.hpp"

namespace rig {

/// Hours, minutes and seconds, each at most once and in this order, from 1 s to 720 h in all. UsageError with
/// the option, what was found and what is allowed.
Duration time_from(std::string_view option, const std::string& text);

/// Hours, minutes and seconds, each at most once and in this order; nothing: it is not written so, or is longer
/// than a century.
std::optional<Duration> span_from(std::string_view text);

/// The inverse, in whole seconds, the largest units first: `1m30s`. Empty for zero.
std::string text_of_time(Duration time);

/// For people, to the minute from ten minutes on: `45 s`, `3 min 20 s`, `41 min`, `12 h 5 min`.
std::string rough_time(Duration time);

}  // namespace rig
