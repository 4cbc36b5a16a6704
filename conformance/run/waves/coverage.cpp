#include "conformance/run/waves/coverage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>

#include "rig/base/errors.hpp"
#include "rig/base/whole_file.hpp"

namespace conformance {

namespace {

/// A line is `C '\1key\2value\1key\2value' COUNT`.
constexpr char before_key = '\1';
constexpr char before_value = '\2';

std::map<std::string, std::string, std::less<>> fields_of(std::string_view text) {
  std::map<std::string, std::string, std::less<>> fields;
  while (!text.empty() && text.front() == before_key) {
    text.remove_prefix(1);
    const std::size_t middle = text.find(before_value);
    if (middle == std::string_view::npos) break;
    const std::size_t end = std::min(text.find(before_key, middle), text.size());
    fields.emplace(text.substr(0, middle), text.substr(middle + 1, end - middle - 1));
    text.remove_prefix(end);
  }
  return fields;
}

template <typename Number>
std::optional<Number> number_from(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// `18,20-22` as 18, 20, 21, 22.
std::vector<int> lines_in(const CoveragePoint& point) {
  std::vector<int> lines;
  std::string_view left = point.lines;
  while (!left.empty()) {
    const std::string_view item = left.substr(0, left.find(','));
    left.remove_prefix(std::min(item.size() + 1, left.size()));
    const std::size_t dash = item.find('-');
    const auto first = number_from<int>(item.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : number_from<int>(item.substr(dash + 1));
    for (int line = first.value_or(1); line <= last.value_or(0); ++line) lines.push_back(line);
  }
  if (lines.empty()) lines.push_back(point.line);
  return lines;
}

}  // namespace

void Coverage::add(const std::string& name, std::string_view text) {
  std::size_t number = 0;
  while (!text.empty()) {
    ++number;
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.empty() || line.front() == '#') continue;
    const std::size_t quote = line.rfind("' ");
    const auto refuse = [&] {
      throw rig::RigError(fmt::format("{}, line {}: this is no coverage of Verilator's.", name, number));
    };
    if (!line.starts_with("C '") || quote == std::string_view::npos) refuse();
    auto fields = fields_of(line.substr(3, quote - 3));
    const auto count = number_from<std::uint64_t>(line.substr(quote + 2));
    const auto at = number_from<int>(fields["l"]);
    const auto column = number_from<int>(fields["n"]);
    if (!count || !at || !column || fields["f"].empty()) refuse();
    const CoveragePoint point{fields["page"].starts_with("v_toggle"), *at, *column, fields["o"], fields["S"]};
    files_[fields["f"]][point] += *count;
  }
}

std::string Coverage::to_lcov() const {
  std::string text = "TN:contest-rig\n";
  for (const auto& [file, points] : files_) {
    text += "SF:" + file + '\n';
    std::map<int, std::uint64_t> lines;
    std::size_t toggles = 0;
    std::size_t toggled = 0;
    for (const auto& [point, count] : points) {
      if (point.is_toggle) {
        ++toggles;
        toggled += count > 0 ? 1 : 0;
        text +=
            fmt::format("BRDA:{},0,{},{}\n", point.line, point.what, count > 0 ? std::to_string(count) : "-");
      } else if (point.what != "else" || !point.lines.empty()) {  // an else that is not written has no line
        for (const int line : lines_in(point)) lines[line] = std::max(lines[line], count);
      }
    }
    std::size_t hit = 0;
    for (const auto& [line, count] : lines) {
      hit += count > 0 ? 1 : 0;
      text += fmt::format("DA:{},{}\n", line, count);
    }
    text += fmt::format("BRF:{}\nBRH:{}\nLF:{}\nLH:{}\nend_of_record\n", toggles, toggled, lines.size(), hit);
  }
  return text;
}

rig::report::RtlCoverage Coverage::summary(const std::string& file) const {
  rig::report::RtlCoverage coverage;
  coverage.file = file;
  for (const auto& [source, points] : files_) {
    for (const auto& [point, count] : points) {
      ++(point.is_toggle ? coverage.toggles : coverage.blocks);
      if (count > 0) ++(point.is_toggle ? coverage.toggles_reached : coverage.blocks_reached);
      if (count == 0 && !point.is_toggle)
        coverage.unreached.push_back(
            {source, point.lines.empty() ? std::to_string(point.line) : point.lines, point.what});
    }
  }
  return coverage;
}

Coverage coverage_in(const std::vector<std::string>& folders) {
  Coverage coverage;
  for (const std::string& folder : folders) {
    std::error_code none;
    bool any = false;
    for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
      const std::optional<std::string> text = rig::content_of_file(entry.path());
      if (!text) throw rig::RigError(fmt::format("{} cannot be read.", entry.path().string()));
      coverage.add(entry.path().string(), *text);
      any = true;
    }
    if (!any)
      throw rig::RigError(fmt::format("Coverage: no worker has written to {} what it reached.", folder));
  }
  return coverage;
}

}  // namespace conformance
