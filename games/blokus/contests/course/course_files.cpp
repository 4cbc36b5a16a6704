#include "games/blokus/contests/course/course_files.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "rig/base/errors.hpp"

namespace rig::protocol::course_text {

namespace {

std::vector<std::string_view> split(std::string_view text, char between) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0;;) {
    const std::size_t end = text.find(between, begin);
    parts.push_back(text.substr(begin, end - begin));
    if (end == std::string_view::npos) return parts;
    begin = end + 1;
  }
}

/// A line with what is wrong about it: `line 3 is "N,R": found 2 cells, allowed are 14`.
std::string wrong_line(std::size_t line, std::string_view text, const std::string& wrong) {
  return fmt::format("line {} is {}: {}", line, quoted(to_bytes(text)), wrong);
}

/// What of a line cannot stand in it at all.
std::string stray(std::string_view text, std::string_view allowed) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char letter = text[at];
    if (allowed.find(letter) != std::string_view::npos) continue;
    const std::string_view what = letter == '\r' ? "a carriage return" : letter == ' ' ? "a blank" : "";
    return fmt::format("found {} at column {}",
                       what.empty() ? quoted(to_bytes(text.substr(at, 1))) : std::string(what), at + 1);
  }
  return {};
}

/// The letters of a line that has so many of them with commas between; else what is wrong with it.
ReadAs<std::string> letters_between_commas(std::string_view text, std::size_t count, std::string_view allowed,
                                           std::string_view of_what) {
  if (const std::string found = stray(text, std::string(allowed) + ","); !found.empty())
    return {{}, fmt::format("{}, allowed are {} and commas", found, allowed)};
  const std::vector<std::string_view> parts = split(text, ',');
  std::string letters;
  for (const std::string_view part : parts) {
    if (part.size() != 1) {
      return {{},
              fmt::format("found {} between commas, allowed is one of {}", quoted(to_bytes(part)), allowed)};
    }
    letters += part;
  }
  if (letters.size() != count)
    return {{}, fmt::format("found {} {}, allowed are {}", letters.size(), of_what, count)};
  return {letters, {}};
}

bool is_word(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c <= '~'; });
}

bool is_header(std::string_view line) {
  constexpr std::string_view after_first_letter = "layer = ";
  if (!line.starts_with('P') && !line.starts_with('p')) return false;
  line.remove_prefix(1);
  return line.starts_with(after_first_letter) && is_word(line.substr(after_first_letter.size()));
}

ReadAs<PiecesLeft> read_row(std::string_view line) {
  if (!line.starts_with('[') || !line.ends_with(']')) {
    const std::string found = stray(line, "[],01");
    return {{}, (found.empty() ? "found no row" : found) + ", allowed is [ and ] around 21 entries 0 or 1"};
  }
  const ReadAs<std::string> digits =
      letters_between_commas(line.substr(1, line.size() - 2), pieces, "01", "entries");
  if (!digits.value) return {{}, digits.why};
  PiecesLeft left{};
  std::transform(digits.value->begin(), digits.value->end(), left.begin(), [](char c) { return c == '1'; });
  return {left, {}};
}

/// One line of the log, `expected` its number.
ReadAs<LoggedStep> read_step(std::string_view line, std::size_t expected) {
  const std::string number = fmt::format("{} = ", expected);
  if (!line.starts_with(number)) {
    return {{},
            fmt::format("found {} at its beginning, allowed is \"{}\"",
                        quoted(to_bytes(line.substr(0, line.find_first_of("RB")))), number)};
  }
  line.remove_prefix(number.size());
  const char colour = line.empty() ? nobody : line.front();
  if ((colour != red && colour != blue) || !line.substr(1).starts_with(" ^ ")) {
    return {{},
            fmt::format("found {} after the number, allowed is \"R ^ \" or \"B ^ \"",
                        quoted(to_bytes(line.substr(0, 4))))};
  }
  line.remove_prefix(4);
  const std::optional<Step> step = parse_step(line);
  const bool exact = step && to_string(*step) == line;
  if (!exact && !is_pass(line)) {
    return {{},
            fmt::format("found {} after the colour, allowed is a step such as "
                        "\"pattern06(H,R,R) ^ 12-12\", \"PASS\" or \"Pass\"",
                        quoted(to_bytes(line)))};
  }
  return {LoggedStep{colour, {std::string(line)}}, {}};
}

}  // namespace

std::string_view name_of(char colour) {
  if (colour == red) return "Red";
  if (colour == blue) return "Blue";
  throw RigError(fmt::format("course has no colour {}.", quoted(to_bytes({&colour, 1}))));
}

std::vector<blokus::Square> cells_with(char letter, const Board& board) {
  std::vector<blokus::Square> cells;
  for (int row = 1; row <= size; ++row) {
    for (int column = 1; column <= size; ++column) {
      if (board.at(row, column) == letter) cells.push_back({column, row});
    }
  }
  return cells;
}

std::vector<std::vector<blokus::Square>> islands(std::vector<blokus::Square> cells) {
  std::vector<std::vector<blokus::Square>> groups;
  while (!cells.empty()) {
    std::vector<blokus::Square> group = {cells.back()};
    cells.pop_back();
    for (std::size_t i = 0; i < group.size(); ++i) {
      const auto beside = [&, from = group[i]](const blokus::Square& cell) {
        return std::abs(cell.x - from.x) + std::abs(cell.y - from.y) == 1;
      };
      for (auto found = std::find_if(cells.begin(), cells.end(), beside); found != cells.end();
           found = std::find_if(cells.begin(), cells.end(), beside)) {
        group.push_back(*found);
        cells.erase(found);
      }
    }
    groups.push_back(std::move(group));
  }
  return groups;
}

std::string write_board(const Board& board, bool final_newline) {
  std::string text;
  for (int row = 1; row <= size; ++row) {
    for (int column = 1; column <= size; ++column) {
      text += board.at(row, column);
      if (column < size) text += ',';
    }
    if (row < size || final_newline) text += '\n';
  }
  return text;
}

ReadAs<Board> read_board(std::string_view text) {
  if (text.empty()) return {{}, "the file is empty, allowed are 14 lines of 14 cells"};
  if (text.ends_with('\n')) text.remove_suffix(1);
  const std::vector<std::string_view> lines = split(text, '\n');
  Board board;
  for (std::size_t row = 0; row < lines.size() && row < size; ++row) {
    const ReadAs<std::string> cells = letters_between_commas(lines[row], size, "NRB", "cells");
    if (!cells.value) return {{}, wrong_line(row + 1, lines[row], cells.why)};
    for (int column = 1; column <= size; ++column) {
      board.set(static_cast<int>(row) + 1, column, (*cells.value)[static_cast<std::size_t>(column) - 1]);
    }
  }
  if (lines.size() != size) return {{}, fmt::format("found {} lines, allowed are {}", lines.size(), size)};
  return {board, {}};
}

PiecesLeft all_pieces() {
  PiecesLeft all{};
  all.fill(true);
  return all;
}

std::string write_row(const PiecesLeft& left) {
  std::string text = "[";
  for (const bool there : left) text += there ? "1," : "0,";
  text.back() = ']';
  return text;
}

std::string write_left_pattern(const LeftPattern& left) {
  std::string text = left.header;
  for (const PiecesLeft& row : left.rows) text += '\n' + write_row(row);
  return left.final_newline ? text + '\n' : text;
}

ReadAs<LeftPattern> read_left_pattern(std::string_view text) {
  if (text.empty())
    return {{}, "the file is empty, allowed are a line \"player = …\" and rows of 21 entries"};
  LeftPattern left;
  left.final_newline = text.ends_with('\n');
  if (left.final_newline) text.remove_suffix(1);
  const std::vector<std::string_view> lines = split(text, '\n');
  if (!is_header(lines[0])) {
    return {{},
            wrong_line(1, lines[0],
                       "found no header, allowed is \"player = \" or \"Player = \" and a student number")};
  }
  left.header = lines[0];
  for (std::size_t line = 1; line < lines.size(); ++line) {
    const ReadAs<PiecesLeft> row = read_row(lines[line]);
    if (!row.value) return {{}, wrong_line(line + 1, lines[line], row.why)};
    left.rows.push_back(*row.value);
  }
  if (left.rows.empty()) return {{}, "found the header alone, allowed are rows of 21 entries after it"};
  return {left, {}};
}

std::string write_step_log(const std::vector<LoggedStep>& steps) {
  std::string text;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    text += fmt::format("{}{} = {} ^ {}", i == 0 ? "" : "\n", i + 1, steps[i].colour, steps[i].move.text);
  }
  return text;
}

ReadAs<std::vector<LoggedStep>> read_step_log(std::string_view text) {
  if (text.empty()) return {std::vector<LoggedStep>{}, {}};
  std::vector<LoggedStep> steps;
  for (const std::string_view line : split(text, '\n')) {
    if (line.data() == text.data() + text.size()) {
      return {{}, fmt::format("line {} ends with a line feed: a step log ends without one", steps.size())};
    }
    const ReadAs<LoggedStep> step = read_step(line, steps.size() + 1);
    if (!step.value) return {{}, wrong_line(steps.size() + 1, line, step.why)};
    steps.push_back(*step.value);
  }
  return {steps, {}};
}

}  // namespace rig::protocol::course_text
