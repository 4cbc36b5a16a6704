#pragma once
/// The settings of a format: what there is to choose, and what was chosen.

#include <map>
#include <string>
#include <vector>

#include "rig/arbiter/tournament/format.hpp"
#include "rig/arbiter/tournament/record.hpp"

namespace rig::arbiter::tournament {

/// One choice that a format leaves to the organiser.
struct FormatSetting {
  std::string name;
  std::string usual;               ///< its value where none is named
  std::vector<std::string> words;  ///< allowed values
  int lowest = 0;                  ///< numbers that are allowed besides; highest 0: none is
  int highest = 0;
  enum class Count { one, list } count = Count::one;  ///< list: several words, with commas between them
  std::string help;                                   ///< one sentence

  /// `one of single, double`; `seats, or a number from 1 to 100`
  std::string allowed() const;
};

/// Names and values, as the organiser gives them.
using GivenSettings = std::map<std::string, std::string>;

/// The settings of one format as chosen.
class Chosen {
 public:
  /// UsageError for a name that is not among the `settings` of this format, and for a value that is not
  /// allowed.
  Chosen(std::string format, const std::vector<FormatSetting>& settings, const GivenSettings& given);

  const std::string& word(const std::string& name) const { return values_.at(name); }
  bool is(const std::string& name, const std::string& value) const { return word(name) == value; }
  /// A setting that is a number.
  int number(const std::string& name) const;
  std::vector<TieBreak> ties(const std::string& name) const;

  /// The games of a match: `seats` stands for one in each seat of the contest.
  int games(const std::string& name, const Field& field) const;
  Points points() const;      ///< of the setting `points`
  Forfeits forfeits() const;  ///< of the setting `forfeits`

  /// A value that this tournament does not allow, though others do: UsageError.
  [[noreturn]] void refuse(const std::string& name, const std::string& allowed) const;

 private:
  std::string format_;
  GivenSettings values_;
};

}  // namespace rig::arbiter::tournament
