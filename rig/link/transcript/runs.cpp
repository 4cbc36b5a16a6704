#include "rig/link/transcript/runs.hpp"

#include <fmt/format.h>

#include <charconv>
#include <utility>

#include "rig/link/transcript/lines.hpp"

namespace rig {

using namespace transcript_lines;

namespace {

constexpr std::string_view receive = R"(["receive",)";
constexpr std::string_view one_byte = R"(,"byte",)";
constexpr std::string_view many_bytes = R"(,"bytes",)";

/// The line of one byte, taken apart around its value.
struct ByteLine {
  std::string_view before;
  int value = 0;
  std::string_view after;
};

std::optional<ByteLine> byte_line(std::string_view line) {
  if (!line.starts_with(receive)) return std::nullopt;
  const std::size_t at = line.find(one_byte);
  if (at == std::string_view::npos) return std::nullopt;
  const char* const begin = line.data() + at + one_byte.size();
  ByteLine parts{line.substr(0, at), 0, {}};
  const auto [end, error] = std::from_chars(begin, line.data() + line.size(), parts.value);
  if (error != std::errc()) return std::nullopt;
  parts.after = line.substr(static_cast<std::size_t>(end - line.data()));
  return parts;
}

}  // namespace

void RunsOfBytes::add(const std::string& line) {
  const std::optional<ByteLine> parts = byte_line(line);
  const bool alike = parts && parts->before == before_ && parts->after == after_;
  if (!alike) {
    end();
    if (parts) {
      before_ = parts->before;
      after_ = parts->after;
    }
  }
  if (parts) ++alike_;
  if (alike_ <= told_each) return sink_(line);
  held_back_ += fmt::format("{:02x}", parts->value);
  if (held_back_.size() == 2 * longest) tell_held_back();
}

void RunsOfBytes::tell_held_back() {
  if (!held_back_.empty()) sink_(fmt::format("{}{}\"{}\"{}", before_, many_bytes, held_back_, after_));
  held_back_.clear();
}

void RunsOfBytes::end() {
  tell_held_back();
  before_.clear();
  after_.clear();
  alike_ = 0;
}

std::vector<std::string> expand_runs(const std::vector<std::string>& lines) {
  std::vector<std::string> expanded;
  for (const std::string& line : lines) {
    const std::size_t at = line.starts_with(receive) ? line.find(many_bytes) : std::string::npos;
    if (at == std::string::npos) {
      expanded.push_back(line);
      continue;
    }
    const std::size_t begin = at + many_bytes.size() + 1;
    const std::size_t end = line.find('"', begin);
    const std::string before = line.substr(0, at) + std::string(one_byte);
    const std::string after = end == std::string::npos ? "" : line.substr(end + 1);
    for (const char value : from_hex(line.substr(begin, end - begin)))
      expanded.push_back(fmt::format("{}{}{}", before, static_cast<std::uint8_t>(value), after));
  }
  return expanded;
}

}  // namespace rig
