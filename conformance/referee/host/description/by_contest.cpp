#include "conformance/referee/host/description/by_contest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "rig/base/errors.hpp"
#include "rig/base/toml_section.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::host {

namespace {

constexpr const char* tables = "for";

[[noreturn]] void refuse(const std::string& file, const toml::node& node, const std::string& key,
                         const std::string& allowed) {
  throw UsageError(fmt::format("{}, line {}: {} is {}; allowed: {}.", file, node.source().begin.line, key,
                               found_text(node), allowed));
}

/// Those of the file, as far as they are texts.
std::vector<std::string> contests_of(const toml::table& document) {
  std::vector<std::string> names;
  const toml::array* list = document["contests"].as_array();
  if (list == nullptr) return names;
  for (const toml::node& one : *list) {
    if (const auto name = one.value_exact<std::string>()) names.push_back(*name);
  }
  return names;
}

void look_at(const toml::node& node, const std::string& name, const std::vector<std::string>& contests,
             const std::string& file) {
  const std::string key = fmt::format("{}.{}", tables, name);
  const toml::table* table = node.as_table();
  if (table == nullptr) refuse(file, node, key, fmt::format("a table, [{}]", key));
  if (std::find(contests.begin(), contests.end(), name) == contests.end())
    throw UsageError(fmt::format("{}, line {}: [{}] is of no contest of this file; allowed: {}.", file,
                                 node.source().begin.line, key, fmt::join(contests, ", ")));
  for (const char* common : {"name", "note", "contests", tables}) {
    if (const toml::node* one = table->get(common))
      refuse(file, *one, fmt::format("{}.{}", key, common), "none: it is the same for all contests");
  }
}

/// Leaves those contests for which `stays` holds.
template <typename Stays>
void narrow(toml::table& document, const Stays& stays) {
  toml::array* list = document["contests"].as_array();
  for (auto one = list->begin(); one != list->end();) {
    const auto name = one->value_exact<std::string>();
    one = name && !stays(*name) ? list->erase(one) : one + 1;
  }
}

}  // namespace

void name_all_contests(toml::table& document) {
  toml::array* list = document["contests"].as_array();
  if (list == nullptr) return;
  const std::vector<std::string> named = contests_of(document);
  const auto star = std::find(named.begin(), named.end(), all_over_a_line);
  if (star == named.end()) return;
  for (auto one = list->begin(); one != list->end();)
    one = one->value_exact<std::string>() == all_over_a_line ? list->erase(one) : one + 1;
  for (const protocol::Contest& contest : protocol::contests()) {
    const bool over_a_line = contest.medium() == Medium::bytes;
    if (over_a_line && std::find(named.begin(), named.end(), contest.name) == named.end())
      list->push_back(contest.name);
  }
}

std::vector<std::string> forms_in(const toml::table& document, const std::string& file) {
  const std::string others;
  const toml::node* node = document.get(tables);
  if (node == nullptr) return {others};
  if (!node->is_table()) refuse(file, *node, tables, "a table for each contest that differs, [for.CONTEST]");
  std::vector<std::string> names;
  const std::vector<std::string> contests = contests_of(document);
  for (const auto& [key, table] : *node->as_table()) {
    names.emplace_back(key.str());
    look_at(table, names.back(), contests, file);
  }
  if (names.size() < contests.size()) names.insert(names.begin(), others);
  return names;
}

toml::table in_form(toml::table document, const std::string& contest) {
  toml::node* node = document.get(tables);
  if (node == nullptr) return document;
  toml::table own = std::move(*node->as_table());
  document.erase(tables);
  if (contest.empty()) {
    narrow(document, [&](const std::string& name) { return !own.contains(name); });
    return document;
  }
  narrow(document, [&](const std::string& name) { return name == contest; });
  for (auto&& [key, value] : *own[contest].as_table()) document.insert_or_assign(key.str(), std::move(value));
  return document;
}

}  // namespace rig::host
