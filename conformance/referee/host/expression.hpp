#pragma once
/// A regular expression of a description, as RE2 reads it: its search takes a time in proportion to the
/// length of the line, and no stack, whatever a stranger has written.

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace re2 {
class RE2;
}

namespace rig::host {

class Expression {
 public:
  /// UsageError in RE2's words: it is none, or is too large.
  explicit Expression(const std::string& text);

  std::size_t groups() const;
  /// What the first two groups hold in a line that has it somewhere; nothing in any other line.
  std::optional<std::vector<std::string>> groups_in(const std::string& line) const;

 private:
  std::shared_ptr<const re2::RE2> expression_;
};

}  // namespace rig::host
