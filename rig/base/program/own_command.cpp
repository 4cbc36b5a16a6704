#include "rig/base/program/own_command.hpp"

#include <algorithm>

#include "rig/base/text.hpp"

namespace rig {

namespace fs = std::filesystem;

fs::path beside_this_program(const fs::path& name) {
  std::error_code none;
  const fs::path program = fs::read_symlink("/proc/self/exe", none);
  return program.empty() ? fs::path() : program.parent_path() / name;
}

std::string own_command(std::string_view program) {
  std::error_code none;
  if (fs::exists(beside_this_program("../share/contest-rig/rtl_models"), none)) return std::string(program);
  const fs::path usual = fs::path("scripts") / program;
  const fs::path script = fs::canonical(beside_this_program("../../..") / usual, none);  // build/PRESET/bin
  if (none) return usual.string();
  const fs::path from_here = fs::proximate(script, none);
  const fs::path up = fs::path("..") / ".." / "..";
  const bool is_far =
      std::mismatch(up.begin(), up.end(), from_here.begin(), from_here.end()).first == up.end();
  return shell_quoted((none || is_far ? script : from_here).string());
}

}  // namespace rig
