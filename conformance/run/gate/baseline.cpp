#include "conformance/run/gate/baseline.hpp"

#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>

#include "rig/base/errors.hpp"
#include "rig/base/json_depth.hpp"
#include "rig/base/visible.hpp"
#include "rig/base/whole_file.hpp"

namespace conformance {

using rig::UsageError;

namespace {

using Json = nlohmann::json;

std::string baseline_in(const std::string& path) {
  if (const auto content = rig::content_of_file(path)) return *content;
  throw UsageError(fmt::format("--baseline: \"{}\" cannot be read.", path));
}

/// A value of the report and the way to it.
class Field {
 public:
  Field(const Json& value, std::string file, std::string way = {})
      : value_(value), file_(std::move(file)), way_(std::move(way)) {}

  Field operator[](const char* name) const {
    const std::string way = way_ + '/' + name;
    if (!value_.is_object() || !value_.contains(name)) refuse(way, "is missing");
    return {value_.at(name), file_, way};
  }

  std::vector<Field> items() const {
    if (!value_.is_array()) refuse(way_, found("a list"));
    std::vector<Field> all;
    for (std::size_t i = 0; i < value_.size(); ++i)
      all.emplace_back(value_[i], file_, fmt::format("{}/{}", way_, i));
    return all;
  }

  std::string text() const {
    if (!value_.is_string()) refuse(way_, found("a text"));
    return value_.get<std::string>();
  }

  rig::Duration time() const {
    if (!value_.is_number_integer()) refuse(way_, found("a whole number of nanoseconds"));
    const auto ns = rig::Duration(value_.get<std::int64_t>());
    if (ns > rig::longest_duration || ns < -rig::longest_duration) refuse(way_, found("at most 146 years"));
    return ns;
  }

  /// In decimal digits.
  std::uint64_t number() const {
    const std::string digits = text();
    std::uint64_t number = 0;
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (problem != std::errc() || end != digits.data() + digits.size()) refuse(way_, found("decimal digits"));
    return number;
  }

  void expect(const Json& value, const std::string& allowed) const {
    if (value_ != value) refuse(way_, found(allowed));
  }

 private:
  std::string found(const std::string& allowed) const {
    constexpr std::size_t enough = 60;
    const std::string text = value_.dump(-1, ' ', false, Json::error_handler_t::replace);
    return fmt::format("is {}; allowed: {}", rig::cut(rig::visible(text), enough), allowed);
  }

  [[noreturn]] void refuse(const std::string& way, const std::string& what) const {
    throw UsageError(fmt::format(
        "--baseline: \"{}\" is no report of a run (certify --json, format 1): {} {}.", file_, way, what));
  }

  const Json& value_;
  std::string file_;
  std::string way_;
};

std::map<std::string, std::string> named(const Field& list) {
  std::map<std::string, std::string> all;
  for (const Field& one : list.items()) all[one["name"].text()] = one["value"].text();
  return all;
}

std::optional<std::uint64_t> clock_of(const Field& dut) {
  for (const Field& fact : dut["link_facts"].items()) {
    if (fact["name"].text() == "clock_hz") return fact["value"].number();
  }
  return std::nullopt;
}

std::vector<BaselineExchange> exchanges_of(const Field& one) {
  std::vector<BaselineExchange> all;
  for (const Field& sample : one["samples"].items()) {
    all.push_back({sample["kind"].text(), sample["request"].text(), sample["reply"].text(),
                   rig::Latency{sample["shortest_ns"].time(), sample["longest_ns"].time()}});
  }
  return all;
}

}  // namespace

Baseline read_baseline(const std::string& path) {
  const std::string content = baseline_in(path);
  if (const std::string why = rig::why_too_deep(content); !why.empty())
    throw UsageError(fmt::format("--baseline: \"{}\": {}.", path, why));
  Json json;
  try {
    json = Json::parse(content);
  } catch (const Json::parse_error& problem) {
    throw UsageError(
        fmt::format("--baseline: \"{}\" is no JSON at byte {} of {}.", path, problem.byte, content.size()));
  } catch (const Json::out_of_range& problem) {  // a number such as 1e999
    throw UsageError(fmt::format("--baseline: \"{}\" cannot be read: {}.", path, problem.what()));
  }
  const Field report(json, path);
  report["program"].expect("contest-rig", "\"contest-rig\"");
  report["format"].expect(1, "1");
  const Field dut = report["dut"];
  Baseline baseline;
  baseline.path = path;
  baseline.contest = report["contest"]["name"].text();
  baseline.dut = dut["name"].text();
  baseline.clock = dut["clock"].text();
  baseline.seed = report["seed"].number();
  baseline.started = report["started"].text();
  if (baseline.clock == "simulated") baseline.clock_hz = clock_of(dut);
  baseline.settings = named(report["settings"]);
  baseline.identity = named(report["identity"]);
  for (const Field& one : report["cases"].items()) {
    if (one["verdict"].text() != "not run") baseline.exchanges[one["id"].text()] = exchanges_of(one);
  }
  for (const Field& one : report["requirements"].items())
    baseline.requirements[one["id"].text()] = one["verdict"].text();
  return baseline;
}

}  // namespace conformance
