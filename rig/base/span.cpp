#include "rig/base/span.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <optional>

#include "rig/base/errors.hpp"

namespace rig {

using std::chrono::duration_cast;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

namespace {

struct Unit {
  char letter;
  seconds size;
};
constexpr std::array<Unit, 3> units = {{{'h', hours(1)}, {'m', minutes(1)}, {'s', seconds(1)}}};
constexpr seconds longest = hours(720);
constexpr seconds century = hours(24 * 36'525);  // what is longer is no time of this program, and may not fit

}  // namespace

std::optional<Duration> span_from(std::string_view text) {
  seconds sum{0};
  if (text.empty()) return std::nullopt;
  for (const Unit& unit : units) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const auto digits = static_cast<std::size_t>(end - text.data());
    if (error != std::errc() || digits == text.size() || text[digits] != unit.letter) continue;
    sum += unit.size * number;
    text.remove_prefix(digits + 1);
  }
  return text.empty() && sum <= century ? std::optional<Duration>(sum) : std::nullopt;
}

Duration time_from(std::string_view option, const std::string& text) {
  const std::optional<Duration> time = span_from(text);
  if (time && *time >= seconds(1) && *time <= longest) return *time;
  throw UsageError(fmt::format(
      "--{}: found \"{}\", allowed is a time from 1s to 720h, written as 90s, 15m or 1h30m.", option, text));
}

std::string text_of_time(Duration time) {
  std::string text;
  seconds left = duration_cast<seconds>(time);
  for (const Unit& unit : units) {
    if (const auto number = left / unit.size; number > 0) text += fmt::format("{}{}", number, unit.letter);
    left %= unit.size;
  }
  return text;
}

std::string rough_time(Duration time) {
  const auto whole = std::chrono::round<seconds>(time);
  if (whole < minutes(1)) return fmt::format("{} s", whole.count());
  if (whole < minutes(10))
    return fmt::format("{} min {} s", whole / minutes(1), (whole % minutes(1)).count());
  const auto rough = std::chrono::round<minutes>(time);
  if (rough < hours(1)) return fmt::format("{} min", rough.count());
  return fmt::format("{} h {} min", rough / hours(1), (rough % hours(1)).count());
}

}  // namespace rig
