#include "conformance/suite/described.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "rig/base/errors.hpp"
#include "rig/base/suggestion.hpp"
#include "rig/base/toml_section.hpp"
#include "rig/protocol/aspect.hpp"
#include "rig/protocol/contest_file.hpp"

namespace conformance {

using rig::Section;
using rig::UsageError;

namespace {

std::vector<std::string> levels() {
  return {"mandatory", "recommended", "informational"};
}

const toml::table* table_in(const toml::table& document, const DescribedTexts& texts, const char* name) {
  const Section root(document, texts.file->path, "", keys_of(document));
  if (!texts.of_referee) return root.table(name);
  const toml::table* referee = root.table("referee");
  if (referee == nullptr) return nullptr;
  return Section(*referee, texts.file->path, "referee.", {"clauses", "faults"}).table(name);
}

std::string prefix_of_keys(const DescribedTexts& texts, const char* name) {
  return fmt::format("{}{}.", texts.of_referee ? "referee." : "", name);
}

/// `INIT-1` of `CHESS-INIT-1`.
std::string own_part(const std::string& id) {
  return id.substr(id.find('-') + 1);
}

/// Texts that stand in a table by names of the writer's choice.
void check_texts(const Section& around, const char* key) {
  const toml::table* table = around.table(key);
  if (table == nullptr) return;
  const Section texts(*table, around.file(), fmt::format("{}{}.", around.prefix(), key), keys_of(*table));
  for (const std::string& name : keys_of(*table)) texts.text(name.c_str());
}

/// A list of names, each among those known.
std::set<std::string> check_names(const Section& around, const char* key, const char* what,
                                  const std::vector<std::string>& known) {
  if (around.find(key) == nullptr) return {};
  const std::vector<std::string> names = around.texts(key);
  const toml::array& list = *around.list(key);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (std::find(known.begin(), known.end(), names[i]) == known.end())
      throw UsageError(fmt::format("{}, line {}: {}{}: {}", around.file(), list.get(i)->source().begin.line,
                                   around.prefix(), key, rig::unknown_value(what, names[i], known)));
  }
  return {names.begin(), names.end()};
}

/// The tables of a list, `[[clauses.requirement]]`.
std::vector<const toml::table*> rows_of(const Section& around, const char* key) {
  std::vector<const toml::table*> rows;
  if (around.find(key) == nullptr) return rows;
  for (const toml::node& node : *around.list(key)) {
    if (!node.is_table()) around.refuse(node, key, fmt::format("tables, [[{}{}]]", around.prefix(), key));
    rows.push_back(node.as_table());
  }
  return rows;
}

void check_new_clause(const toml::table& table, const Section& clauses, const std::string& prefix) {
  const Section row(table, clauses.file(), clauses.prefix() + "requirement.",
                    {"id", "text", "source", "level", "level_with_declared_reset", "aspect", "untestable"});
  if (!row.text("id").starts_with(prefix + "-"))
    row.refuse(*row.find("id"), "id", fmt::format("an id that begins with \"{}-\"", prefix));
  row.text("text");
  row.text("source");
  row.one_of("level", levels());
  if (row.find("level_with_declared_reset") != nullptr) row.one_of("level_with_declared_reset", levels());
  if (row.find("untestable") != nullptr && row.find("aspect") != nullptr)
    row.refuse(*row.find("untestable"), "untestable", "left out beside aspect");
  if (row.find("untestable") != nullptr) {
    row.text("untestable");
    return;
  }
  const std::string aspect = row.text("aspect");
  try {
    rig::protocol::Aspect::named(aspect);
  } catch (const std::exception&) {
    row.refuse(*row.find("aspect"), "aspect", "what a case looks at (rig/protocol/aspect.hpp lists them)");
  }
}

void check_texts_of(const Section& row, std::initializer_list<const char*> keys) {
  for (const char* key : keys) {
    if (row.find(key) != nullptr) row.text(key);
  }
}

void check_lists_of(const Section& row, std::initializer_list<const char*> keys) {
  for (const char* key : keys) {
    if (row.find(key) != nullptr) row.texts(key);
  }
}

void check_requirement(const Section& row, const std::vector<std::string>& own) {
  if (row.find("requirement") == nullptr) return;
  if (std::find(own.begin(), own.end(), row.text("requirement")) != own.end()) return;
  row.refuse(
      *row.find("requirement"), "requirement",
      fmt::format("a clause of this contest; the nearest is {}", rig::nearest(row.text("requirement"), own)));
}

}  // namespace

std::vector<std::string> keys_of(const toml::table& table) {
  std::vector<std::string> keys;
  for (const auto& [key, node] : table) keys.emplace_back(key.str());
  return keys;
}

const toml::table* clauses_in(const toml::table& document, const DescribedTexts& texts) {
  return table_in(document, texts, "clauses");
}

const toml::table* faults_in(const toml::table& document, const DescribedTexts& texts) {
  return table_in(document, texts, "faults");
}

std::string prefix_in(const toml::table& clauses, const std::string& contest) {
  if (const auto told = clauses["prefix"].value<std::string>()) return *told;
  std::string prefix;
  for (const char c : contest) {
    if (c != '-') prefix += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return prefix;
}

void check_clauses(const toml::table& table, const DescribedTexts& texts,
                   const std::vector<std::string>& inherited) {
  const Section clauses(table, texts.file->path, prefix_of_keys(texts, "clauses"),
                        {"prefix", "source", "sources", "left_out", "differs", "words", "requirement"});
  std::vector<std::string> known;
  std::vector<std::string> groups;
  for (const std::string& id : inherited) {
    known.push_back(own_part(id));
    groups.push_back(known.back().substr(0, known.back().find('-')));
  }
  groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
  if (clauses.find("prefix") != nullptr) {
    const std::string prefix = clauses.text("prefix");
    const auto right = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); };
    if (!std::all_of(prefix.begin(), prefix.end(), right))
      clauses.refuse(*clauses.find("prefix"), "prefix", "capitals and digits");
  }
  check_texts_of(clauses, {"source"});
  check_texts(clauses, "sources");
  check_texts(clauses, "words");
  if (const toml::table* sources = clauses.table("sources"))
    static_cast<void>(Section(*sources, texts.file->path, clauses.prefix() + "sources.", groups));
  const std::set<std::string> left_out = check_names(clauses, "left_out", "clause", known);
  std::erase_if(known, [&](const std::string& own) { return left_out.contains(own); });
  if (const toml::table* differs = clauses.table("differs")) {
    const Section all(*differs, texts.file->path, clauses.prefix() + "differs.", known);
    for (const std::string& own : keys_of(*differs)) {
      const Section row(*all.table(own.c_str()), texts.file->path, fmt::format("{}{}.", all.prefix(), own),
                        {"id", "text", "source", "untestable", "level"});
      check_texts_of(row, {"id", "text", "source", "untestable"});
      if (row.find("level") != nullptr) row.one_of("level", levels());
    }
  }
  for (const toml::table* row : rows_of(clauses, "requirement"))
    check_new_clause(*row, clauses, prefix_in(table, texts.contest));
}

void check_faults(const toml::table& table, const DescribedTexts& texts, const std::vector<std::string>& own,
                  const std::vector<std::string>& known) {
  const Section faults(table, texts.file->path, prefix_of_keys(texts, "faults"),
                       {"left_out", "duts", "differs", "fault", "declared_reset"});
  check_lists_of(faults, {"duts", "declared_reset"});
  check_names(faults, "left_out", "fault", known);
  if (const toml::table* differs = faults.table("differs")) {
    const Section all(*differs, texts.file->path, faults.prefix() + "differs.", known);
    for (const std::string& name : keys_of(*differs)) {
      const Section row(*all.table(name.c_str()), texts.file->path, fmt::format("{}{}.", all.prefix(), name),
                        {"what", "killer", "requirement", "finding", "duts", "also"});
      check_texts_of(row, {"what", "killer", "finding"});
      check_requirement(row, own);
      check_lists_of(row, {"duts", "also"});
    }
  }
  for (const toml::table* one : rows_of(faults, "fault")) {
    const Section row(
        *one, texts.file->path, faults.prefix() + "fault.",
        {"name", "what", "killer", "requirement", "finding", "duts", "also", "declared_reset", "board"});
    for (const char* key : {"name", "killer", "requirement", "finding"}) row.text(key);
    check_texts_of(row, {"what"});
    check_requirement(row, own);
    check_lists_of(row, {"duts", "also", "declared_reset"});
  }
}

}  // namespace conformance
