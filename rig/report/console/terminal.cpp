#include "rig/report/console/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string_view>

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

std::size_t columns_of_terminal(const std::ostream& out) {
  constexpr std::size_t usual = 80;
  winsize size{};
  if (!is_terminal(out) || ::ioctl(descriptor_of(out), TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return usual;
  return usable_width(size.ws_col);
}

std::size_t usable_width(std::size_t columns) {
  return std::clamp<std::size_t>(columns, 40, 200);
}

}  // namespace rig::report
