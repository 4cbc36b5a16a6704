#include "conformance/referee/host/announcement.hpp"

#include <algorithm>
#include <charconv>
#include <sstream>
#include <string_view>
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

std::optional<int> number_in(const std::string& text) {
  const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
  int number = 0;
  const auto [end, error] = std::from_chars(begin, text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<std::array<int, 2>> numbers_in(const std::vector<std::string>& lines, const Pattern& both,
                                             const Teams& teams) {
  for (const Pattern::Match& found : both.matches_in(lines, teams)) {
    const std::optional<int> one = number_in(found.groups[0]);
    const std::optional<int> two = number_in(found.groups[1]);
    if (one && two) return std::array<int, 2>{*one, *two};
  }
  return std::nullopt;
}

Expression bound_of(const Signs& signs, std::size_t number) {
  std::string expression = signs.bound;
  replace_all(expression, "{game}", std::to_string(number));
  return Expression(expression);
}

/// The lines at which the parts on the games begin or end, in their order.
std::vector<std::size_t> bounds_in(const std::vector<std::string>& lines, const Signs& signs) {
  std::vector<std::size_t> bounds;
  Expression next = bound_of(signs, 1);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!next.groups_in(lines[i])) continue;
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

constexpr const char* fits_nothing = "[^\\s\\S]";
constexpr std::array<const char*, 2> team_words = {"{team1}", "{team2}"};

bool holds(const std::string& text, const char* word) {
  return text.find(word) != std::string::npos;
}

/// As a regular expression that fits nothing else.
std::string literally(const std::string& text) {
  std::string expression;
  for (const char c : text) {
    if (std::string_view("\\^$.|?*+()[]{}").find(c) != std::string_view::npos) expression += '\\';
    expression += c;
  }
  return expression;
}

/// The match from this line on, each expression being found in the first line that it can be.
std::optional<Pattern::Match> match_from(const std::vector<std::string>& lines, std::size_t begin,
                                         const std::vector<Expression>& expressions) {
  Pattern::Match match;
  std::size_t at = begin;
  for (std::size_t i = 0; i < expressions.size(); ++i, ++at) {
    std::optional<std::vector<std::string>> found;
    while (at < lines.size() && !(found = expressions[i].groups_in(lines[at]))) ++at;
    if (!found) return std::nullopt;
    match.end = at + 1;
    match.line += (i == 0 ? "" : " / ") + lines[at];
    match.groups.insert(match.groups.end(), found->begin(), found->end());
  }
  return match;
}

}  // namespace

Pattern::Pattern(std::vector<std::string> expressions) : texts_(std::move(expressions)) {
  for (std::string text : texts_) {
    for (const char* const word : team_words) replace_all(text, word, ".*");
    lines_.emplace_back(text);
  }
}

bool Pattern::names_teams() const {
  return std::any_of(texts_.begin(), texts_.end(), [](const std::string& text) {
    return holds(text, team_words[0]) || holds(text, team_words[1]);
  });
}

std::size_t Pattern::groups() const {
  std::size_t all = 0;
  for (const Expression& line : lines_) all += line.groups();
  return all;
}

std::vector<Expression> Pattern::expressions_for(const Teams& teams) const {
  if (!names_teams()) return lines_;
  std::vector<Expression> expressions;
  for (std::string text : texts_) {
    for (const std::size_t player : {0U, 1U}) {
      replace_all(text, team_words[player], teams[player].empty() ? fits_nothing : literally(teams[player]));
    }
    expressions.emplace_back(text);
  }
  return expressions;
}

std::vector<Pattern::Match> Pattern::matches_in(const std::vector<std::string>& lines,
                                                const Teams& teams) const {
  std::vector<Match> matches;
  const std::vector<Expression> expressions = expressions_for(teams);
  for (auto match = match_from(lines, 0, expressions); match;
       match = match_from(lines, matches.back().end, expressions))
    matches.push_back(std::move(*match));
  return matches;
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

bool Signs::name_teams() const {
  const auto names = [](const std::optional<Pattern>& pattern) { return pattern && pattern->names_teams(); };
  return names(score) || names(squares_left) ||
         std::any_of(outcomes.begin(), outcomes.end(),
                     [&](const auto& one) { return names(one.second.lines); });
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

Announcement read_announcement(const Signs& signs, const std::string& output, std::optional<int> status,
                               const Teams& teams) {
  const std::vector<std::string> lines = lines_of(output);
  Announcement told;
  for (const Outcome outcome : all_outcomes) {
    const auto sign = signs.outcomes.find(outcome);
    if (told.made() || sign == signs.outcomes.end()) continue;
    std::vector<Pattern::Match> found;
    if (sign->second.lines) found = sign->second.lines->matches_in(lines, teams);
    const bool by_status = sign->second.status && status == sign->second.status;
    if (found.empty() && !by_status) continue;
    told.winner = winner_of(outcome);
    if (is_a_loss(outcome)) told.loss = outcome;
    if (!found.empty()) told.line = found.front().line;
  }
  if (signs.score) told.score = numbers_in(lines, *signs.score, teams);
  if (signs.squares_left) told.squares_left = numbers_in(lines, *signs.squares_left, teams);
  return told;
}

}  // namespace rig::host
