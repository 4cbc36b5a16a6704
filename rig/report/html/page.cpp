#include "rig/report/html/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "rig/base/visible.hpp"

namespace rig::report {

std::string_view mark(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass: return "✓";
    case Verdict::fail: return "✗";
    case Verdict::inconclusive: return "?";
    case Verdict::error: return "!";
    case Verdict::not_applicable: return "–";
    case Verdict::not_run: return "·";
  }
  return " ";
}

std::string_view colour_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass: return "32";
    case Verdict::fail: return "31";
    case Verdict::inconclusive: return "33";
    case Verdict::error: return "35";
    default: return dim;
  }
}

std::string repeated(std::string_view unit, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += unit;
  return text;
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : std::string(between)) + word;
  return text;
}

std::string Page::painted(std::string_view text, std::string_view code) const {
  if (colour_ == Colour::none || text.empty()) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

void Page::line(std::string_view text) {
  out_ << text << '\n';
}

void Page::heading(std::string_view text) {
  line();
  line(painted(text, bold));
}

std::string Page::wrapped(std::string_view text, std::size_t first, std::size_t indent) const {
  std::string result;
  std::size_t column = first;
  const auto break_line = [&] {
    result.erase(result.find_last_not_of(' ') + 1);
    result += '\n' + std::string(indent, ' ');
    column = indent;
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string_view word = text.substr(at, end - at);
    const bool begins = column == first && result.empty();
    if (!begins && column + 1 + columns(word) > width_) {
      break_line();
    } else if (!begins) {
      result += ' ';
      ++column;
    }
    result += word;
    column += columns(word);
    at = end + 1;
  }
  return result;
}

std::string Page::detail(std::string_view text, std::size_t indent) const {
  if (indent + columns(text) <= width_) return std::string(text);
  constexpr std::size_t label = 10;  // `received  `
  const bool labelled = text.size() > label && text.substr(label - 2, 2) == "  ";
  const std::size_t blanks = std::min(text.find_first_not_of(' '), text.size());
  const std::size_t lead = std::min(labelled ? std::max(blanks, label) : blanks, width_ / 3);
  return std::string(text.substr(0, lead)) +
         wrapped(text.substr(lead), indent + lead, indent + (labelled ? label : lead));
}

void Page::entry(std::string_view label, std::string_view text, std::size_t label_width) {
  const std::size_t indent = std::max(label_width, columns(label)) + 4;
  if (indent > width_ / 2) {
    line("  " + wrapped(label, 2, 4));
    line("    " + wrapped(visible(text), 4, 4));
    return;
  }
  line(fmt::format("  {}  {}", padded(label, indent - 4), wrapped(visible(text), indent, indent)));
}

}  // namespace rig::report
