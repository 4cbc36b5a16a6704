#include "rig/link/transcript/chain.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace rig {

namespace {

constexpr std::string_view before_in_array = R"(,"#)";
constexpr std::string_view after_in_array = R"("])";
constexpr std::string_view before_in_object = R"(,"#":")";
constexpr std::string_view after_in_object = R"("})";

bool is_lower_hex(std::string_view digits) {
  return std::all_of(digits.begin(), digits.end(),
                     [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

std::optional<ChainedLine> split(std::string_view line, std::string_view before, std::string_view after) {
  const std::size_t tail = before.size() + Chain::link_digits + after.size();
  if (line.size() <= tail || !line.ends_with(after)) return std::nullopt;
  const std::size_t at = line.size() - tail;
  const std::string_view link = line.substr(at + before.size(), Chain::link_digits);
  if (line.substr(at, before.size()) != before || !is_lower_hex(link)) return std::nullopt;
  return ChainedLine{std::string(line.substr(0, at)) + after.back(), std::string(link)};
}

}  // namespace

std::optional<ChainedLine> split_chained(std::string_view line) {
  if (line.starts_with('[')) return split(line, before_in_array, after_in_array);
  if (line.starts_with('{')) return split(line, before_in_object, after_in_object);
  return std::nullopt;
}

std::string Chain::add(std::string_view line) {
  if (at_.head) hash_.add(ByteView(*at_.head));
  hash_.add(line);
  at_.head = hash_.finish();
  ++at_.lines;
  const bool array = line.size() > 2 && line.starts_with('[') && line.ends_with(']');
  const bool object = line.size() > 2 && line.starts_with('{') && line.ends_with('}');
  if (!array && !object) return std::string(line);
  std::string chained(line.substr(0, line.size() - 1));
  chained += array ? before_in_array : before_in_object;
  chained += link();
  chained += array ? after_in_array : after_in_object;
  return chained;
}

std::string Chain::last_line() const {
  return fmt::format(R"({{"lines":{},"head":"{}"}})", at_.lines, head());
}

std::string chained_text(const std::vector<std::string>& lines) {
  Chain chain;
  std::string text;
  for (const std::string& line : lines) text += chain.add(line) + '\n';
  return text + chain.last_line() + '\n';
}

}  // namespace rig
