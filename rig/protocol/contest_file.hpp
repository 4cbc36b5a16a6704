#pragma once
/// Contests that are described in a file (TOML): `inherits` names a contest of this program, and the rest
/// says what differs. Common keys are read here; what is said on the line stands in the table of the
/// contest's family. Clauses and faults stand in tables of their own, which the suite reads.

#include <toml++/toml.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "rig/protocol/contest.hpp"

namespace rig::protocol {

/// A contest's file. It does not change while the program runs.
struct ContestFile {
  std::string
      path;  ///< for messages; that of a contest which comes with the program is relative to its source
  std::string text;
  std::string inherits;    ///< the name of a contest
  bool comes_with = true;  ///< with the program; false: a user has named it
};

/// What a file says to a family.
struct FamilyTable {
  const toml::table* table = nullptr;  ///< the family's own; null: the file has none
  const toml::table& document;
  std::string file;

  /// Refuses what a common key (`team.longest`) came to, with the line of that key, or of its table.
  [[noreturn]] void refuse(const std::string& key, const std::string& found,
                           const std::string& allowed) const;
};

/// A file that comes with the program.
struct ContestText {
  std::string_view path;
  std::string_view text;
};

/// Adds these; the value is meaningless and lets it be done before main. They live as long as the program.
bool add_contest_texts(const std::vector<ContestText>& texts);

/// Whether a contest is named by its file: it ends in `.toml`, or has a `/`.
bool names_a_file(std::string_view contest);

/// The contest that this text describes. UsageError, with file, line, key, what was found and what is
/// allowed, for a text that describes none.
Contest read_contest(const std::string& path, const std::string& text);

/// The same; it lives as long as the program, which knows it by its name from now on. UsageError also where
/// another contest of this name is known.
const Contest& learn_contest(const std::string& path, const std::string& text);

/// The contests that come with the program in files, each after what it inherits; `known` are the others.
std::vector<Contest> contests_in_texts(const std::vector<Contest>& known);

/// The contest of this name that a user has named by its file; null: none has.
const Contest* learned_contest(std::string_view name);

/// Words that carry a user's file, whole, to other processes and into transcripts; none for other contests.
std::map<std::string, std::string> carried_words(const Contest& contest);

/// The inverse: from here on the program knows the contest in these words by its name. Other words change
/// nothing. UsageError for a text that describes none.
void learn_carried(const std::map<std::string, std::string>& words);

/// A key of a contest's file and its value, as TOML writes it: `limits.move` and `1`.
struct ContestLine {
  std::string key;
  std::string value;
  friend bool operator==(const ContestLine&, const ContestLine&) = default;
};

/// All that a contest comes to but its clauses and faults, in a fixed order.
std::vector<ContestLine> lines_of(const Contest& contest);

/// SHA-256 over these lines, in hex: two contests of one hash are asked, judged and counted alike.
std::string contest_hash(const Contest& contest);

/// The keys in which the two are spoken or played differently, as a board sees it; empty: what is built for
/// one plays the other.
std::vector<std::string> differences(const Contest& one, const Contest& other);

}  // namespace rig::protocol
