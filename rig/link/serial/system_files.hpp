#pragma once
/// Small files of the kernel's, read one at a time while devices come and go.

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace rig::system_files {

/// A text without the blanks around it. What a device or a process says of itself is not to be trusted on a
/// terminal: control characters become `?`.
inline std::string printable(std::string text) {
  const std::size_t begin = text.find_first_not_of(" \t\n");
  if (begin == std::string::npos) return {};
  text = text.substr(begin, text.find_last_not_of(" \t\n") - begin + 1);
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
  return text;
}

/// The printable text of a file, up to its first zero byte; none when it cannot be read.
inline std::optional<std::string> text_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) return std::nullopt;
  std::string text;
  std::getline(in, text, '\0');
  if (in.bad()) return std::nullopt;
  return printable(std::move(text));
}

/// The whole text as a number; none when it is anything else.
template <typename Number>
std::optional<Number> number_of(std::string_view text, int base = 10) {
  Number value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// What a file says, as a number.
template <typename Number>
std::optional<Number> number_in(const std::filesystem::path& file, int base = 10) {
  const std::optional<std::string> text = text_of(file);
  return text ? number_of<Number>(*text, base) : std::nullopt;
}

}  // namespace rig::system_files
