#include "rig/tools/evidence/work_folder.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "rig/base/errors.hpp"

namespace rig {

namespace fs = std::filesystem;

WorkFolder::WorkFolder() {
  std::string name = (fs::temp_directory_path() / "rig-verify-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr)
    throw RigError(fmt::format("No temporary folder: {}.", std::generic_category().message(errno)));
  path_ = name;
}

WorkFolder::~WorkFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace rig
