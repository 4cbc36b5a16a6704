#pragma once
/// The texts that the programs carry with them, by the name of a contest or of a family: its clauses, its
/// faults, and what was measured to catch them. Each folder of a game, and the suite for referees, adds its
/// own before main, by a source that CMake writes (rig_texts).

#include <string>
#include <string_view>
#include <vector>

namespace conformance {

struct Texts {
  std::string_view name;  ///< of a contest; `CONTEST-referee` of its referee; or of a family
  std::string_view clauses;
  std::string_view faults;
  std::string_view matrix;  ///< empty for a family
};

/// Adds these; the value is meaningless and lets it be done before main. They live as long as the program.
bool add_texts(const std::vector<Texts>& texts);

/// The names of all that have clauses, sorted.
std::vector<std::string> names_of_texts();

/// clauses/NAME.toml, of a contest or of a family; RigError where there is none, or two.
std::string_view clauses_text(std::string_view name);
/// Whether there is one.
bool has_clauses(std::string_view name);
/// faults/NAME.toml, of a contest or of a family.
std::string_view faults_text(std::string_view name);
/// faults/NAME-matrix.txt; empty: nothing was measured.
std::string_view matrix_text(std::string_view name);

}  // namespace conformance
