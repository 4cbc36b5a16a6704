#include "conformance/run/gate/known_failures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "rig/base/errors.hpp"
#include "rig/base/suggestion.hpp"
#include "rig/base/toml_file.hpp"
#include "rig/base/toml_section.hpp"
#include "rig/base/whole_file.hpp"

namespace conformance {

using rig::Section;
using rig::UsageError;
using rig::report::KnownFailure;

namespace {

toml::table expectations_in(const std::string& path) {
  if (const auto content = rig::content_of_file(path)) return rig::parse_toml(*content, path);
  throw UsageError(fmt::format("--expect: \"{}\" cannot be read.", path));
}

class Reading {
 public:
  Reading(std::string path, const Nameable& nameable) : path_(std::move(path)), nameable_(nameable) {}

  std::vector<KnownFailure> read() const {
    const toml::table document = expectations_in(path_);
    const Section whole(document, path_, "", {"failure"});
    std::vector<KnownFailure> all;
    std::map<std::string, std::uint32_t> lines;  // by name
    for (const toml::node& node : *whole.list("failure")) {
      const toml::table* table = node.as_table();
      if (table == nullptr) whole.refuse(node, "failure", "tables: [[failure]]");
      all.push_back(failure_from(*table));
      const auto [place, is_new] = lines.emplace(all.back().name(), all.back().line);
      if (!is_new)
        refuse(all.back().line, fmt::format("\"{}\" is already in line {}", place->first, place->second));
    }
    return all;
  }

 private:
  KnownFailure failure_from(const toml::table& table) const {
    const Section section(table, path_, "failure.", {"case", "requirement", "reason", "until"});
    KnownFailure known;
    known.file = path_;
    known.line = table.source().begin.line;
    const bool by_case = section.find("case") != nullptr;
    if (by_case == (section.find("requirement") != nullptr))
      refuse(known.line, "an entry has either a case or a requirement");
    if (by_case) {
      known.case_id = section.text("case");
      expect_known("case", known.case_id, nameable_.cases, known.line);
    } else {
      known.requirement = section.text("requirement");
      expect_known("requirement", known.requirement, nameable_.requirements, known.line);
    }
    known.reason = section.text("reason");
    known.until = day(section);
    return known;
  }

  static std::string day(const Section& section) {
    constexpr const char* allowed = "a day, as in until = 2031-05-04, without quotes";
    const toml::node* node = section.find("until");
    if (node == nullptr) return section.one_of("until", {allowed});  // says that it is missing
    const auto date = node->value_exact<toml::date>();
    if (!date) section.refuse(*node, "until", allowed);
    return fmt::format("{:04}-{:02}-{:02}", date->year, date->month, date->day);
  }

  void expect_known(const char* what, const std::string& name, const std::vector<std::string>& known,
                    std::uint32_t line) const {
    if (std::find(known.begin(), known.end(), name) != known.end()) return;
    const std::string near = rig::nearest(name, known);
    refuse(line, fmt::format("{} is \"{}\", which the contest does not have or no test can decide{}", what,
                             name, near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near)));
  }

  [[noreturn]] void refuse(std::uint32_t line, const std::string& why) const {
    const char* end = why.ends_with('?') ? "" : ".";
    throw UsageError(fmt::format("{}, line {}: {}{}", path_, line, why, end));
  }

  std::string path_;
  const Nameable& nameable_;
};

}  // namespace

std::vector<KnownFailure> read_known_failures(const std::string& path, const Nameable& nameable) {
  return Reading(path, nameable).read();
}

}  // namespace conformance
