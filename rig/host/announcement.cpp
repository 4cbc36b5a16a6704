#include "rig/host/announcement.hpp"

#include <charconv>
#include <sstream>
#include <utility>

#include "rig/base/text.hpp"

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

std::optional<std::array<int, 2>> numbers_in(const std::vector<std::string>& lines, const std::regex& both) {
  for (const std::string& line : lines) {
    std::smatch found;
    if (!std::regex_search(line, found, both)) continue;
    const std::optional<int> one = number_in(found[1].str());
    const std::optional<int> two = number_in(found[2].str());
    if (one && two) return std::array<int, 2>{*one, *two};
  }
  return std::nullopt;
}

std::regex bound_of(const Signs& signs, std::size_t number) {
  std::string expression = signs.bound;
  replace_all(expression, "{game}", std::to_string(number));
  return new_expression(expression);
}

/// The lines at which the parts on the games begin or end, in their order.
std::vector<std::size_t> bounds_in(const std::vector<std::string>& lines, const Signs& signs) {
  std::vector<std::size_t> bounds;
  std::regex next = bound_of(signs, 1);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!std::regex_search(lines[i], next)) continue;
    bounds.push_back(i);
    next = bound_of(signs, bounds.size() + 1);
  }
  return bounds;
}

/// The other player's outcome of the same kind.
Outcome swapped(Outcome outcome) {
  switch (outcome) {
    case Outcome::won_1: return Outcome::won_2;
    case Outcome::won_2: return Outcome::won_1;
    case Outcome::violation_1: return Outcome::violation_2;
    case Outcome::violation_2: return Outcome::violation_1;
    case Outcome::time_out_1: return Outcome::time_out_2;
    case Outcome::time_out_2: return Outcome::time_out_1;
    case Outcome::draw: return Outcome::draw;
  }
  return outcome;
}

}  // namespace

std::regex new_expression(const std::string& text) {
  // The usual search of the library goes back for every way to read a repetition: it takes exponential time,
  // and recurses for every letter.
  return std::regex(text, std::regex::ECMAScript | std::regex_constants::__polynomial);
}

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

std::string part_on(const Signs& signs, const std::string& output, std::size_t number) {
  if (signs.bound.empty()) return output;
  const std::vector<std::string> lines = lines_of(output);
  const std::vector<std::size_t> bounds = bounds_in(lines, signs);
  if (number == 0 || bounds.size() < number) return {};
  const bool begins = signs.bound_is == Bound::begins;
  const std::size_t own = bounds[number - 1];
  const std::size_t from = begins ? own : number == 1 ? 0 : bounds[number - 2] + 1;
  const std::size_t to = !begins ? own + 1 : bounds.size() > number ? bounds[number] : lines.size();
  std::string part;
  for (std::size_t i = from; i < to; ++i) part += lines[i] + '\n';
  return part;
}

Announcement with_players_swapped(Announcement told) {
  if (told.winner && *told.winner != 0) told.winner = *told.winner == 1 ? 2 : 1;
  if (told.loss) told.loss = swapped(*told.loss);
  for (auto* count : {&told.score, &told.squares_left}) {
    if (*count) std::swap((**count)[0], (**count)[1]);
  }
  return told;
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
  if (signs.score) told.score = numbers_in(lines, *signs.score);
  if (signs.squares_left) told.squares_left = numbers_in(lines, *signs.squares_left);
  return told;
}

}  // namespace rig::host
