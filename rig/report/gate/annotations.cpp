#include "rig/report/gate/annotations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "rig/base/visible.hpp"
#include "rig/report/causes.hpp"
#include "rig/report/gate/judging.hpp"

namespace rig::report {

namespace {

/// A percent sign would begin an escape sequence; in a property so would a colon or a comma end it.
std::string escaped(std::string_view text, std::string_view ends) {
  std::string out;
  for (const char c : text) {
    if (c == '%' || c == '\r' || c == '\n' || ends.find(c) != std::string_view::npos) {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out;
}

std::string annotation(std::string_view level, const std::string& file, std::uint32_t line,
                       const std::string& title, const std::string& message) {
  constexpr std::string_view ends_of_a_property = ":,";
  std::string properties;
  if (!file.empty()) properties += "file=" + escaped(visible(file), ends_of_a_property) + ',';
  if (!file.empty() && line > 0) properties += fmt::format("line={},", line);
  return fmt::format("::{} {}title={}::{}\n", level, properties, escaped(visible(title), ends_of_a_property),
                     escaped(visible(message), ""));
}

bool is_known(const RunRecord& run, const Cause& cause) {
  if (!run.gate || cause.in_case == nullptr) return false;
  return std::any_of(run.gate->known.begin(), run.gate->known.end(), [&](const KnownFailure& known) {
    return known.outcome == KnownOutcome::failed &&
           (known.case_id.empty() ? known.requirement == cause.requirement
                                  : known.case_id == cause.in_case->id);
  });
}

std::string_view level_of(const RunRecord& run, const Cause& cause) {
  if (is_known(run, cause)) return "notice";
  return cause.level == Level::mandatory && cause.verdict >= Verdict::inconclusive ? "error" : "warning";
}

}  // namespace

std::string github_annotations(const RunRecord& run, const std::string& file) {
  std::string text;
  for (const std::string& error : run.errors) text += annotation("error", file, 0, "contest-rig", error);
  for (const Cause& cause : causes_of(run)) {
    const std::string where = cause.in_case == nullptr ? "" : " (" + cause.in_case->id + ")";
    const std::string title = cause.requirement.empty() ? run.contest : cause.requirement;
    text += annotation(level_of(run, cause), file, 0, title, cause.finding.summary + where);
  }
  for (const Objection& objection : objections(run)) {
    const std::string& place = objection.file.empty() ? file : objection.file;
    text += annotation("error", place, objection.line, objection.name, objection.what);
  }
  return text;
}

}  // namespace rig::report
