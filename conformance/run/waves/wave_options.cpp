#include "conformance/run/waves/wave_options.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include "rig/base/errors.hpp"
#include "rig/base/suggestion.hpp"

namespace conformance {

using rig::Duration;
using rig::UsageError;

namespace {

const std::vector<std::string> when_words = {"never", "fail", "always"};  // in the order of the enum

/// The number at the begin of a text, which is cut off.
std::optional<double> number_off(std::string_view& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !(number >= 0)) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

std::optional<Duration> duration_from(std::string_view text) {
  constexpr double longest = 600;  // seconds
  const std::optional<double> number = number_off(text);
  if (!number) return std::nullopt;
  double seconds = *number;
  if (text == "us") {
    seconds *= 1e-6;
  } else if (text == "ms") {
    seconds *= 1e-3;
  } else if (text != "s") {
    return std::nullopt;
  }
  if (seconds > longest) return std::nullopt;
  return Duration(std::llround(seconds * 1e9));
}

}  // namespace

WaveWhen wave_when_from(const std::string& word) {
  for (std::size_t i = 0; i < when_words.size(); ++i) {
    if (when_words[i] == word) return static_cast<WaveWhen>(i);
  }
  throw UsageError("--wave: " + rig::unknown_value("value", word, when_words));
}

void read_wave_window(const std::string& text, WaveOptions& options) {
  const std::size_t comma = text.find(',');
  const std::optional<Duration> before = duration_from(std::string_view(text).substr(0, comma));
  const std::optional<Duration> after =
      comma == std::string::npos ? std::nullopt : duration_from(std::string_view(text).substr(comma + 1));
  if (!before || !after || *before + *after == Duration{})
    throw UsageError(fmt::format(
        "--wave-window: found \"{}\", allowed are two times from 0 to 600s, in us, ms or s, before "
        "the failure and after it, as in 20ms,5ms.",
        text));
  options.before = *before;
  options.after = *after;
}

std::uint64_t wave_limit_from(const std::string& text) {
  constexpr double least = 100e3;
  constexpr double most = 1e12;
  std::string_view left = text;
  std::optional<double> number = number_off(left);
  const std::string_view units = "KMG";
  if (number && left.size() == 1 && units.find(left.front()) != std::string_view::npos) {
    *number *= std::pow(1e3, static_cast<double>(units.find(left.front()) + 1));
    left.remove_prefix(1);
  }
  if (!number || !left.empty() || *number < least || *number > most)
    throw UsageError(fmt::format(
        "--wave-limit: found \"{}\", allowed is a number of bytes from 100K to 1000G, as in 64M.", text));
  return static_cast<std::uint64_t>(*number);
}

std::map<std::string, std::string> to_words(const WaveOptions& options) {
  return {{"when", when_words[static_cast<std::size_t>(options.when)]},
          {"before", std::to_string(options.before.count())},
          {"after", std::to_string(options.after.count())},
          {"limit", std::to_string(options.limit)},
          {"folder", options.folder},
          {"coverage", options.coverage}};
}

WaveOptions wave_options_from_words(const std::map<std::string, std::string>& words) {
  return {wave_when_from(words.at("when")),
          Duration(std::stoll(words.at("before"))),
          Duration(std::stoll(words.at("after"))),
          std::stoull(words.at("limit")),
          words.at("folder"),
          words.at("coverage")};
}

}  // namespace conformance
