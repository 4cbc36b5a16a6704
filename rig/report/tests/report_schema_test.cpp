/// The JSON report and its schema name the same fields, however deep. That the values fit is checked by
/// check_schema.py.

#include <fmt/format.h>

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "rig/base/whole_file.hpp"
#include "rig/report/json.hpp"
#include "rig/report/tests/sample_runs.hpp"

namespace rig::report {

namespace {

using nlohmann::json;

/// The ways to all fields: `cases[].findings[].verdict`.
using Ways = std::set<std::string>;

/// `cases[].verdict`: a field of what is at the way.
std::string field_in(const std::string& way, const std::string& name) {
  return way.empty() ? name : fmt::format("{}.{}", way, name);
}

void add_written(const json& value, const std::string& way, Ways& ways) {
  for (const auto& [name, item] : value.items()) {
    if (value.is_array()) add_written(item, way + "[]", ways);
    if (!value.is_object()) continue;
    const std::string field = field_in(way, name);
    ways.insert(field);
    add_written(item, field, ways);
  }
}

void add_described(const json& schema, const json& part, const std::string& way, Ways& ways) {
  if (part.contains("$ref")) {
    const std::string place = part.at("$ref").get<std::string>().substr(1);
    add_described(schema, schema.at(json::json_pointer(place)), way, ways);
  }
  if (part.contains("items")) add_described(schema, part.at("items"), way + "[]", ways);
  if (part.contains("anyOf")) {
    for (const json& choice : part.at("anyOf")) add_described(schema, choice, way, ways);
  }
  if (!part.contains("properties")) return;
  for (const auto& [name, item] : part.at("properties").items()) {
    const std::string field = field_in(way, name);
    ways.insert(field);
    add_described(schema, item, field, ways);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(schema_of_reports)

BOOST_AUTO_TEST_CASE(names_every_field_that_is_written_and_no_other) {
  const json schema = json::parse(content_of_ordinary_file(REPORT_SCHEMA));
  Ways described;
  add_described(schema, schema, "", described);
  Ways written;
  for (const auto& [name, run] : samples::all_runs()) add_written(json::parse(to_json(run)), "", written);
  for (const std::string& way : described)
    BOOST_TEST(written.contains(way), way << ": in the schema, and in no report");
  for (const std::string& way : written)
    BOOST_TEST(described.contains(way), way << ": in a report, and not in the schema");
  BOOST_TEST(written.contains("cases[].more_samples[].worst[].span.bytes"));  // all of the way down
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rig::report
