#include "rig/game/examples.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "rig/base/text.hpp"
#include "rig/game/game.hpp"

namespace rig::game {

std::string with_examples(std::string text) {
  const auto shown =
      std::find_if(games().begin(), games().end(), [](const Game& game) { return game.example.has_value(); });
  if (shown == games().end()) return text;
  replace_all(text, "{contest}", shown->example->contest);
  replace_all(text, "{model}", shown->example->model);
  return text;
}

std::string contest_shown() {
  for (const Game& game : games()) {
    if (!game.shown.empty()) return game.shown;
  }
  return {};
}

std::string examples_for(const std::string& tool) {
  std::string lines;
  for (const Game& game : games()) {
    for (const Help& help : game.help) {
      if (help.tool != tool) continue;
      for (const std::string& line : help.examples) lines += "  " + line + "\n";
    }
  }
  return lines;
}

std::string about_games(const std::string& tool) {
  std::string text;
  for (const Game& game : games()) {
    for (const Help& help : game.help) {
      if (help.tool == tool) text += help.about;
    }
  }
  return text;
}

std::string what_board_chooses() {
  std::vector<std::string> words;
  for (const protocol::Contest& contest : protocol::contests()) {
    if (!contest.chooses_board) continue;
    if (contest.boards.empty()) {
      words.push_back(fmt::format("{}: {} or more, or 0 for no limit", contest.name, contest.smallest_limit));
      continue;
    }
    std::vector<std::string> sizes;
    for (const int size : contest.boards)
      sizes.push_back(fmt::format("{}{}", size, size == contest.board ? " (default)" : ""));
    words.push_back(fmt::format("{}: {}", contest.name, fmt::join(sizes, " or ")));
  }
  return fmt::format("{}", fmt::join(words, "; "));
}

std::string what_first_chooses() {
  std::vector<std::string> words;
  for (const protocol::Contest& contest : protocol::contests()) {
    std::vector<std::string> starts;
    for (const protocol::Seat& seat : contest.seats) {
      if (!seat.moves_first || seat.start.empty()) continue;
      starts.push_back(lower_case(seat.start) + (starts.empty() ? " (default)" : ""));
    }
    if (starts.size() > 1) words.push_back(fmt::format("{}: {}", contest.name, fmt::join(starts, " or ")));
  }
  return fmt::format("{}", fmt::join(words, "; "));
}

}  // namespace rig::game
