#include "conformance/run/last_failed.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "conformance/run/report_path.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/whole_file.hpp"

namespace conformance {

using rig::UsageError;

std::vector<std::string> failed_before(const CommandLine& line) {
  const std::string path = report_path(line, line.json, "report.json");
  const std::optional<std::string> text = path.empty() ? std::nullopt : rig::content_of_file(path);
  if (!text)
    throw UsageError(fmt::format("--last-failed: there is no report of an earlier run, {}.",
                                 path.empty() ? "as none is kept" : path));
  std::vector<std::string> ids;
  try {
    const nlohmann::json report = nlohmann::json::parse(*text);
    for (const nlohmann::json& one : report.at("cases")) {
      const auto verdict = one.at("verdict").get<std::string>();
      if (verdict != "pass" && verdict != "not applicable") ids.push_back(one.at("id").get<std::string>());
    }
  } catch (const nlohmann::json::exception& error) {
    throw UsageError(fmt::format("--last-failed: {} is no report of a run: {}", path, error.what()));
  }
  if (ids.empty())
    throw UsageError(fmt::format("--last-failed: by {} nothing failed in the last run.", path));
  return ids;
}

}  // namespace conformance
