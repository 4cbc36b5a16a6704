#pragma once
/// Numbers on a command line.

#include <fmt/format.h>

#include <charconv>
#include <string>
#include <type_traits>

#include "rig/base/errors.hpp"

namespace conformance {

/// The numbers that an option allows, both ends included.
template <typename Number>
struct Range {
  Number least;
  Number most;

  std::string for_help() const { return fmt::format(" ({} to {})", least, most); }
};

/// Reads the value of `option` (`--games`): a number, whole where `Number` is. UsageError for anything else,
/// and for one beyond the range.
template <typename Number>
Number number_from(const std::string& option, const std::string& text, const Range<Number>& range) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool read = error == std::errc() && end == text.data() + text.size();
  if (read && number >= range.least && number <= range.most) return number;
  throw rig::UsageError(fmt::format("{}: found \"{}\", allowed is a {} from {} to {}.", option, text,
                                    std::is_integral_v<Number> ? "whole number" : "number", range.least,
                                    range.most));
}

}  // namespace conformance
