#include "rig/arbiter/series/game_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "rig/base/bytes.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/readable.hpp"
#include "rig/base/suggestion.hpp"

namespace rig::arbiter {

using protocol::Seat;

namespace {

const std::vector<std::string>& known_tags() {
  static const std::vector<std::string> tags = {
      "Contest", "Board",  "Set",   "Game", "First",    "Second",  "FirstSeat", "Seed",      "Begins",
      "Result",  "Ending", "Score", "Loss", "NoResult", "Refused", "Opening",   "TimeMargin"};
  return tags;
}

/// A line holds a value whole: what would end it is told otherwise.
std::string escaped(std::string_view value) {
  std::string text;
  for (const char c : value) {
    if (c == '"' || c == '\\') text += '\\';
    text += c == '\n' || c == '\r' ? ' ' : c;
  }
  return text;
}

std::string tag(std::string_view name, std::string_view value) {
  return fmt::format("[{} \"{}\"]\n", name, escaped(value));
}

struct Tag {
  std::string name;
  std::string value;
};

/// `[Name "value"]`; nothing: the line is none.
std::optional<Tag> read_tag(std::string_view line) {
  const std::size_t blank = line.find(' ');
  if (!line.starts_with('[') || !line.ends_with("\"]") || blank == std::string_view::npos)
    return std::nullopt;
  Tag tag{std::string(line.substr(1, blank - 1)), {}};
  std::string_view value = line.substr(blank + 1);
  if (value.size() < 3 || value.front() != '"') return std::nullopt;
  value = value.substr(1, value.size() - 3);
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i] == '"') return std::nullopt;
    if (value[i] == '\\' && ++i == value.size()) return std::nullopt;
    tag.value += value[i];
  }
  return tag;
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  std::vector<RecordedGame> read() {
    while (!text_.empty()) {
      const std::size_t end = text_.find('\n');
      std::string_view line = text_.substr(0, end);
      text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
      if (line.ends_with('\r')) line.remove_suffix(1);
      ++line_;
      take(line);
    }
    if (games_.empty()) refuse("there is no game");
    return games_;
  }

 private:
  void take(std::string_view line) {
    if (line.empty()) {
      open_ = false;
      return;
    }
    if (const std::optional<Tag> tag = read_tag(line)) {
      take_tag(*tag);
    } else if (!open_) {
      refuse(fmt::format("found {}, expected [Contest \"…\"]", quoted(to_bytes(line))));
    } else {
      games_.back().moves.emplace_back(line);
    }
  }

  void take_tag(const Tag& tag) {
    if (!open_) {
      if (tag.name != "Contest") refuse("a game begins with [Contest \"…\"]");
      games_.emplace_back();
      open_ = true;
    }
    RecordedGame& game = games_.back();
    if (!game.moves.empty()) refuse("a tag stands after the moves");
    if (tag.name == "Contest") {
      game.contest = tag.value;
    } else if (tag.name == "Board") {
      game.board = number_in(tag.value);
    } else if (tag.name == "Set") {
      game.set.push_back(tag.value);
    } else if (tag.name == "Begins") {
      game.begins = tag.value;
    } else if (tag.name == "Refused") {
      game.refused = tag.value;
    } else if (tag.name == "FirstSeat") {
      game.first_seat = tag.value;
    } else if (tag.name == "Result") {
      game.outcome = tag.value;
    } else if (tag.name == "Ending") {
      game.ending = tag.value;
    } else if (tag.name == "Score") {
      game.score = tag.value;
    } else if (tag.name == "Loss") {
      game.loss = tag.value;
    } else if (tag.name == "NoResult") {
      game.no_result = tag.value;
    } else if (std::find(known_tags().begin(), known_tags().end(), tag.name) == known_tags().end()) {
      refuse(unknown_value("tag", tag.name, known_tags()));
    }
  }

  int number_in(const std::string& value) const {
    int number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc() || end != value.data() + value.size())
      refuse(fmt::format("\"{}\" is no number", value));
    return number;
  }

  [[noreturn]] void refuse(const std::string& why) const {
    throw UsageError(fmt::format("{}, line {}: {}.", name_, line_, why));
  }

  std::string_view text_;
  const std::string& name_;
  std::vector<RecordedGame> games_;
  int line_ = 0;
  bool open_ = false;  // a game has begun
};

}  // namespace

std::string words_of_loss(const Loss& loss, const ClauseOf& clause_of) {
  const std::string clause = clause_of(loss.breach.aspect);
  return fmt::format("{}{}{}: {}", to_string(loss.breach.kind), clause.empty() ? "" : ", ", clause,
                     loss.breach.words);
}

std::string words_of_no_result(const Remark& why, const ClauseOf& clause_of) {
  const std::string clause = clause_of(why.note.aspect);
  return clause.empty() ? why.note.words : fmt::format("{}: {}", clause, why.note.words);
}

std::string record_of(const MatchIdentity& match, const SeriesGame& one, const ClauseOf& clause_of) {
  const GameReport& game = one.game;
  const std::size_t first = index_of(one.first);
  std::string text = tag("Contest", match.contest);
  if (match.board) text += tag("Board", std::to_string(*match.board));
  for (const auto& [name, value] : match.set) text += tag("Set", fmt::format("{}={}", name, value));
  text += tag("Game", std::to_string(one.number));
  text += tag("First", match.names[0]);
  text += tag("Second", match.names[1]);
  text += tag("FirstSeat", game.seats[first].name);
  text += tag("Seed", std::to_string(match.seed));
  const Seat& beginner = game.seats[game.seats[0].moves_first ? 0 : 1];
  text += tag("Begins", beginner.start);
  text += tag("Result", to_string(one.outcome()));
  text += tag("Ending", ending_of(game));
  text += tag("Score", fmt::format("{} {}", game.result.score[first], game.result.score[1 - first]));
  if (game.loss) text += tag("Loss", words_of_loss(*game.loss, clause_of));
  if (game.no_result) text += tag("NoResult", words_of_no_result(*game.no_result, clause_of));
  if (game.loss && !game.loss->refused.text.empty()) text += tag("Refused", game.loss->refused.text);
  if (game.opening_plies > 0) text += tag("Opening", std::to_string(game.opening_plies));
  if (match.time_margin > Duration::zero()) text += tag("TimeMargin", readable(match.time_margin));
  for (const Ply& ply : game.plies) text += ply.move.text + "\n";
  return text + "\n";
}

bool looks_like_a_record(std::string_view text) {
  return text.starts_with("[Contest \"");
}

std::vector<RecordedGame> read_records(std::string_view text, const std::string& name) {
  return Reader(text, name).read();
}

}  // namespace rig::arbiter
