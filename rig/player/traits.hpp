#pragma once
/// What a player is like, in one string: `order=smallest&delay=990ms&team=~!`. Each part of a player reads
/// the traits that are its own; a trait that nobody reads is a mistake of the description.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "rig/base/time.hpp"

namespace rig::player {

class Traits {
 public:
  /// UsageError for a text that is not of this form.
  explicit Traits(const std::string& text);

  const std::string& text() const { return text_; }
  bool has(const std::string& name) const;
  /// As it stands, or `usual`. With `allowed`: UsageError for any other word.
  std::string word(const std::string& name, const std::string& usual,
                   const std::vector<std::string>& allowed = {}) const;
  int number(const std::string& name, int usual) const;
  /// `990ms`, `5s`, `250us`.
  Duration time(const std::string& name, Duration usual) const;
  bool yes(const std::string& name) const { return word(name, "no", {"yes", "no"}) == "yes"; }

  /// UsageError for a trait that was not asked for so far.
  void require_all_read() const;

 private:
  std::string text_;
  std::map<std::string, std::string> values_;
  mutable std::set<std::string> read_;
};

}  // namespace rig::player
