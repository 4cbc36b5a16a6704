#pragma once
/// What the tests of exchanges over files share: the programs under fixtures/files.

#include <csignal>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "rig/link/file_exchange.hpp"

namespace rig::testing {

/// Nothing that a test waits for takes longer on the slowest machine.
inline constexpr Duration generous = std::chrono::seconds(60);

inline std::string file_fixture(std::string_view name_and_arguments) {
  return std::string(RIG_FILE_FIXTURES "/").append(name_and_arguments);
}

/// For programs that answer by ending.
inline bool any_answer(const Files&) {
  return true;
}

/// The file's content; `(none)` when it is not there.
inline std::string content_of(const Files& files, const std::string& key) {
  const auto found = files.find(key);
  return found == files.end() ? "(none)" : found->second;
}

inline std::string hung_up_how(const FileOutcome& outcome) {
  return outcome.hung_up ? outcome.hung_up->how : "(it has not)";
}

inline int exit_status_of(const FileOutcome& outcome) {
  return outcome.exit_status.value_or(-1);
}

inline bool is_alive(pid_t process) {
  return kill(process, 0) == 0;
}

}  // namespace rig::testing
