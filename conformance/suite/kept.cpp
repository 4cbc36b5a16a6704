#include "conformance/suite/kept.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "rig/link/exec/command_line.hpp"

namespace conformance {

KeptStart KeptStarts::keep(const std::string& case_id, const std::shared_ptr<const rig::FileStart>& start) {
  if (!start) return {};
  if (start == last_) return last_kept_;
  if (std::exchange(case_, case_id) != case_id) in_case_ = 0;
  last_ = start;
  last_kept_ = {start->commands(), {}};
  if (folder_.empty() || in_case_ == most_in_a_case) return last_kept_;
  const std::filesystem::path place =
      std::filesystem::path(folder_) / fmt::format("{}-{}", case_id, in_case_ + 1);
  if (auto commands = start->keep_in(place)) {
    ++in_case_;
    last_kept_ = {std::move(*commands), place.string()};
  }
  return last_kept_;
}

KeptStart start_of(const rig::LinkInfo& info) {
  const auto command = info.facts.find("command");
  if (command == info.facts.end()) return {};
  return {{rig::shell_line(rig::split_command(command->second))}, {}};
}

}  // namespace conformance
