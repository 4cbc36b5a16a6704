#pragma once
/// Text on a terminal's page: colours, widths, wrapping, and the marks of verdicts.

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "rig/measure/verdict.hpp"

namespace rig::report {

/// ✓ pass, ✗ fail, ? inconclusive, ! error, – not applicable, · not run.
std::string_view mark(Verdict verdict);

/// SGR codes for `Page::painted`.
inline constexpr std::string_view bold = "1";
inline constexpr std::string_view dim = "2";
std::string_view colour_of(Verdict verdict);

/// `unit`, so many times.
std::string repeated(std::string_view unit, std::size_t times);

/// The words with `between` between them.
std::string joined(const std::vector<std::string>& words, std::string_view between);

/// Whether there is colour.
enum class Colour { none, ansi };

/// Everything that is printed for people goes through here.
class Page {
 public:
  Page(std::ostream& out, Colour colour, std::size_t width) : out_(out), colour_(colour), width_(width) {}

  std::string painted(std::string_view text, std::string_view code) const;

  void line(std::string_view text = "");
  void heading(std::string_view text);

  /// A sentence, broken between words alone: a path that is wider than a line can still be copied. Lines
  /// after the first begin with `indent` blanks. Whoever has written `first` columns already says so.
  std::string wrapped(std::string_view text, std::size_t first, std::size_t indent) const;

  /// A line of evidence: as it is where it fits, else wrapped below its text.
  std::string detail(std::string_view text, std::size_t indent) const;

  /// `label  text`, wrapped below the text; a long label stands on a line of its own.
  void entry(std::string_view label, std::string_view text, std::size_t label_width);

  std::size_t width() const { return width_; }

  /// A page like this one, on another stream.
  Page onto(std::ostream& other) const { return {other, colour_, width_}; }

 private:
  std::ostream& out_;
  Colour colour_;
  std::size_t width_;
};

}  // namespace rig::report
