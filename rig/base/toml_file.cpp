#include "rig/base/toml_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "rig/base/errors.hpp"

namespace rig {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Counts what a text holds, and how deep. It knows just enough of TOML: what stands in strings and comments
/// does not count. A text that is no TOML is the parser's to refuse, which stops at the first mistake.
class Scan {
 public:
  Scan(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  void perform() {
    if (text_.starts_with(byte_order_mark)) at_ = byte_order_mark.size();
    while (at_ < text_.size()) look_at(text_[at_]);
  }

 private:
  enum class Kind { table, list };
  /// A bracket that is open.
  struct Level {
    Kind kind;
    std::size_t depth;
  };

  void look_at(char c) {
    if (c == '#') return skip_comment();
    if (c == '"' || c == '\'') return skip_string(c);
    ++at_;
    if (c == '\n') return end_line();
    if (c == ' ' || c == '\t' || c == '\r') return;
    const bool begins_line = std::exchange(begins_line_, false);
    switch (c) {
      case '[': return begins_line ? take_header() : open(Kind::list);
      case '{': return open(Kind::table);
      case ']':
      case '}': return close();
      case ',': count(); return begin_item();
      case '.': return in_key_ ? deepen() : void();
      case '=': return in_key_ ? end_key() : void();
      default: return;
    }
  }

  void end_line() {
    ++line_;
    if (open_.empty()) begin_line();
  }

  void begin_line() {
    begins_line_ = in_key_ = true;
    depth_ = depth_of_table_;
  }

  /// `[a.b]`, `[[a.b]]`. The parser takes keys behind it, on its own line.
  void take_header() {
    depth_ = 0;
    deepen();
    while (at_ < text_.size() && text_[at_] != ']' && text_[at_] != '\n') {
      const char c = text_[at_];
      if (c == '.') deepen();
      if (c == '"' || c == '\'')
        skip_string(c);
      else
        ++at_;
    }
    at_ = std::min(text_.find_first_not_of(']', at_), text_.size());
    depth_of_table_ = depth_;
    begin_line();
  }

  void end_key() {
    deepen();
    in_key_ = false;
  }

  void open(Kind kind) {
    deepen();
    open_.push_back({kind, depth_});
    begin_item();
  }

  void begin_item() {
    if (open_.empty()) return;
    depth_ = open_.back().depth;
    in_key_ = open_.back().kind == Kind::table;
  }

  void close() {
    if (open_.empty()) return;
    open_.pop_back();
    in_key_ = false;
  }

  void skip_comment() { at_ = std::min(text_.find('\n', at_), text_.size()); }

  void skip_string(char quote) {
    begins_line_ = false;
    if (rest().starts_with(std::string(3, quote))) return skip_long_string(quote);
    ++at_;
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') skip_letter(quote);
    if (at_ < text_.size() && text_[at_] == quote) ++at_;
  }

  /// Of the quotes at its end up to two are its own.
  void skip_long_string(char quote) {
    const std::string end(3, quote);
    at_ += end.size();
    while (at_ < text_.size() && !rest().starts_with(end)) skip_letter(quote);
    at_ = std::min(at_ + end.size(), text_.size());
    for (int more = 0; more < 2 && rest().starts_with(quote); ++more) ++at_;
  }

  /// With the one that a backslash escapes, but for the end of a line.
  void skip_letter(char quote) {
    const char c = text_[at_++];
    if (c == '\n') ++line_;
    if (c == '\\' && quote == '"' && at_ < text_.size() && text_[at_] != '\n') ++at_;
  }

  void deepen() {
    if (++depth_ > deepest_toml) refuse(fmt::format("what is nested {} deep", depth_), deepest_toml);
    count();
  }

  void count() {
    if (++count_ > most_in_toml)
      refuse(fmt::format("{} keys, tables, lists and items of lists", count_), most_in_toml);
  }

  [[noreturn]] void refuse(const std::string& found, std::size_t allowed) const {
    throw UsageError(
        fmt::format("{}, line {}: found {}; allowed: at most {}.", file_, line_, found, allowed));
  }

  std::string_view rest() const { return text_.substr(at_); }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::size_t count_ = 0;
  std::size_t depth_ = 0;
  std::size_t depth_of_table_ = 0;  // that the last header named
  std::vector<Level> open_;
  bool begins_line_ = true;  // only blanks stand before it
  bool in_key_ = true;
};

/// What other programs and keyboards make of a text.
struct Slip {
  std::string_view found;
  std::string_view mend;
};

constexpr std::string_view curly = " It has curly quotes; TOML has straight ones: \" or '.";
constexpr Slip slips[] = {
    {"\u201C", curly},
    {"\u201D", curly},
    {"\u201E", curly},
    {"\u2018", curly},
    {"\u2019", curly},
    {"\u00A0", " It has a blank that does not break a line (U+00A0); write an ordinary one."},
    {"\\", " Between double quotes a backslash begins an escape; write paths with /."},
};

/// How the line of a mistake may be mended; empty: it does not look so.
std::string mend_of(std::string_view text, std::size_t line) {
  for (std::size_t i = 1; i < line && !text.empty(); ++i)
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  const std::string_view wrong = text.substr(0, text.find('\n'));
  for (const Slip& slip : slips) {
    if (wrong.find(slip.found) != std::string_view::npos) return std::string(slip.mend);
  }
  return {};
}

void refuse_other_encodings(std::string_view text, const std::string& file) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    throw UsageError(fmt::format("{}: found text in UTF-16; allowed: UTF-8.", file));
}

}  // namespace

toml::table parse_toml(std::string_view text, const std::string& file) {
  if (text.size() > largest_toml)
    throw UsageError(
        fmt::format("{}: found {} bytes; allowed: at most {}.", file, text.size(), largest_toml));
  refuse_other_encodings(text, file);
  Scan(text, file).perform();
  try {
    return toml::parse(text, file);
  } catch (const toml::parse_error& error) {
    const std::size_t line = error.source().begin.line;
    throw UsageError(fmt::format("{}, line {}: {}.{}", file, line, error.description(), mend_of(text, line)));
  }
}

}  // namespace rig
