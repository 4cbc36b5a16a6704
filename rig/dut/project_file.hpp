#pragma once
/// The project file of a team: what is tested, of which contest, so that nobody has to type it.

#include <optional>
#include <string>
#include <vector>

namespace rig::dut {

/// What `rig.toml` says. `rig init` writes it; `certify` and `rig doctor` read it where no DUT is named.
struct ProjectFile {
  std::string contest;
  std::string dut;   ///< as `--dut` has it; a relative path in it is seen from the folder of the file
  std::string team;  ///< empty: not said
  /// Of certify, besides: `--settle`, `2`. What the table `[board]` has stands first.
  std::vector<std::string> options{};
};

inline constexpr const char* project_file_name = "rig.toml";

/// The one in the current folder. Nothing: there is none. UsageError that names the file, the line, what was
/// found and what is allowed.
std::optional<ProjectFile> read_project_file();

/// As a file, with comments.
std::string to_text(const ProjectFile& project);

}  // namespace rig::dut
