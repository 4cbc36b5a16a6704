#include "rig/host/announcement.hpp"

#include <charconv>
#include <sstream>

namespace rig::host {

namespace {

int winner_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::won_1:
    case Outcome::violation_2:
    case Outcome::time_out_2: return 1;
    case Outcome::won_2:
    case Outcome::violation_1:
    case Outcome::time_out_1: return 2;
    case Outcome::draw: return 0;
  }
  return 0;
}

bool is_a_loss(Outcome outcome) {
  return outcome != Outcome::won_1 && outcome != Outcome::won_2 && outcome != Outcome::draw;
}

std::vector<std::string> lines_of(const std::string& output) {
  std::vector<std::string> lines;
  std::istringstream in(output);
  for (std::string line; std::getline(in, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(line);
  }
  return lines;
}

/// The first line that the expression is found in.
std::optional<std::string> line_with(const std::vector<std::string>& lines, const std::regex& expression) {
  for (const std::string& line : lines) {
    if (std::regex_search(line, expression)) return line;
  }
  return std::nullopt;
}

std::optional<int> number_in(const std::string& text) {
  const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
  int number = 0;
  const auto [end, error] = std::from_chars(begin, text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<std::array<int, 2>> score_in(const std::vector<std::string>& lines, const std::regex& score) {
  for (const std::string& line : lines) {
    std::smatch found;
    if (!std::regex_search(line, found, score)) continue;
    const std::optional<int> one = number_in(found[1].str());
    const std::optional<int> two = number_in(found[2].str());
    if (one && two) return std::array<int, 2>{*one, *two};
  }
  return std::nullopt;
}

}  // namespace

std::string_view key_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::won_1: return "player-1-won";
    case Outcome::won_2: return "player-2-won";
    case Outcome::draw: return "draw";
    case Outcome::violation_1: return "player-1-lost-by-violation";
    case Outcome::violation_2: return "player-2-lost-by-violation";
    case Outcome::time_out_1: return "player-1-lost-by-time-out";
    case Outcome::time_out_2: return "player-2-lost-by-time-out";
  }
  return "?";
}

Announcement read_announcement(const Signs& signs, const std::string& output, std::optional<int> status) {
  const std::vector<std::string> lines = lines_of(output);
  Announcement told;
  for (const Outcome outcome : all_outcomes) {
    const auto sign = signs.outcomes.find(outcome);
    if (told.made() || sign == signs.outcomes.end()) continue;
    std::optional<std::string> line;
    if (sign->second.line) line = line_with(lines, *sign->second.line);
    const bool by_status = sign->second.status && status == sign->second.status;
    if (!line && !by_status) continue;
    told.winner = winner_of(outcome);
    if (is_a_loss(outcome)) told.loss = outcome;
    told.line = line.value_or("");
  }
  if (signs.score) told.score = score_in(lines, *signs.score);
  return told;
}

}  // namespace rig::host
