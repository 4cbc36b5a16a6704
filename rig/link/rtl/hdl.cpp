#include "rig/link/rtl/hdl.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>

namespace rig {

namespace fs = std::filesystem;

bool is_hdl(const fs::path& file) {
  constexpr std::array<std::string_view, 6> endings = {".v", ".sv", ".vh", ".svh", ".vhd", ".vhdl"};
  return std::find(endings.begin(), endings.end(), file.extension()) != endings.end();
}

std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code none;
  const auto options = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator at(folder, options, none), end; !none && at != end;
       at.increment(none)) {
    if (at->path().filename().string().starts_with('.')) at.disable_recursion_pending();
    if (at->is_regular_file(none)) files.push_back(at->path());
  }
  return files;
}

}  // namespace rig
