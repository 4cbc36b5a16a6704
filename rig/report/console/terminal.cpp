#include "rig/report/console/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <iostream>
#include <string_view>
#include <system_error>
#include <utility>

#include "rig/base/text.hpp"

namespace rig::report {

namespace {

/// -1: it is not one of the standard streams.
int descriptor_of(const std::ostream& out) {
  if (&out == &std::cout) return STDOUT_FILENO;
  if (&out == &std::cerr || &out == &std::clog) return STDERR_FILENO;
  return -1;
}

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::size_t columns_of_environment() {
  constexpr std::size_t usual = 80;
  const std::string_view text = environment("COLUMNS");
  std::size_t columns = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), columns);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  return is_number ? usable_width(columns) : usual;
}

}  // namespace

bool is_terminal(const std::ostream& out) {
  const int descriptor = descriptor_of(out);
  return descriptor >= 0 && ::isatty(descriptor) == 1;
}

bool obeys_escapes(const std::ostream& out) {
  return is_terminal(out) && environment("TERM") != "dumb";
}

bool wants_colour(const std::ostream& out) {
  return obeys_escapes(out) && environment("NO_COLOR").empty();
}

bool shows_utf8(const std::ostream& out) {
  if (!is_terminal(out)) return true;
  std::string locale;
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    if (locale.empty()) locale = lower_case(std::string(environment(name)));
  }
  return locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
}

std::string in_ascii(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, char>, 15> alike = {{{"✓", '+'},
                                                                        {"✗", 'x'},
                                                                        {"–", '-'},
                                                                        {"·", '.'},
                                                                        {"…", '~'},
                                                                        {"│", '|'},
                                                                        {"┼", '+'},
                                                                        {"┄", '-'},
                                                                        {"█", '#'},
                                                                        {"≤", '<'},
                                                                        {"→", '>'},
                                                                        {"×", 'x'},
                                                                        {"“", '"'},
                                                                        {"”", '"'},
                                                                        {"’", '\''}}};
  std::string ascii;
  while (!text.empty()) {
    const auto byte = static_cast<unsigned char>(text.front());
    const std::size_t length = byte < 0x80U ? 1 : byte < 0xe0U ? 2 : byte < 0xf0U ? 3 : 4;
    const std::string_view one = text.substr(0, length);
    const auto found =
        std::find_if(alike.begin(), alike.end(), [&](const auto& pair) { return pair.first == one; });
    const bool is_block = one >= "▉" && one <= "▏";  // a part of a bar
    ascii += length == 1 ? one.front() : found != alike.end() ? found->second : is_block ? '=' : '?';
    text.remove_prefix(one.size());
  }
  return ascii;
}

std::size_t columns_of_terminal(const std::ostream& out) {
  winsize size{};
  const bool tells =
      is_terminal(out) && ::ioctl(descriptor_of(out), TIOCGWINSZ, &size) == 0 && size.ws_col != 0;
  return tells ? usable_width(size.ws_col) : columns_of_environment();
}

std::size_t usable_width(std::size_t columns) {
  return std::clamp<std::size_t>(columns, 40, 200);
}

}  // namespace rig::report
