#include "rig/base/program/version.hpp"

#include <fmt/format.h>

#include "rig/base/program/build_commit.hpp"

namespace rig {

const char* version() {
  return CONTEST_RIG_VERSION;
}

std::string version_text(std::string_view program) {
  constexpr std::string_view mark = "-dirty";
  std::string commit = build_commit();
  std::string source = "not built in a checkout";
  if (commit.ends_with(mark)) {
    source = fmt::format("commit {}, with changes that were not committed",
                         commit.substr(0, commit.size() - mark.size()));
  } else if (!commit.empty()) {
    source = "commit " + commit;
  }
  return fmt::format("{} {} ({})", program, version(), source);
}

}  // namespace rig
