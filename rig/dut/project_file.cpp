#include "rig/dut/project_file.hpp"

#include <fmt/format.h>

#include <sstream>

#include "rig/base/errors.hpp"
#include "rig/base/suggestion.hpp"
#include "rig/base/toml_file.hpp"
#include "rig/base/whole_file.hpp"

namespace rig::dut {

namespace {

[[noreturn]] void refuse(const toml::source_region& where, const std::string& what) {
  throw UsageError(fmt::format("{}:{}: {}", project_file_name, where.begin.line, what));
}

std::string text_of(const toml::table& table, const char* key, bool is_needed) {
  const toml::node* const node = table.get(key);
  const auto text = node == nullptr ? std::nullopt : node->value_exact<std::string>();
  if (node != nullptr && (!text || text->empty()))
    refuse(node->source(), fmt::format("{}: allowed is a text in quotes, which is not empty.", key));
  if (!text && is_needed)
    throw UsageError(fmt::format("{}: {} is missing; `rig init` writes the file.", project_file_name, key));
  return text.value_or("");
}

std::vector<std::string> options_of(const toml::table& table) {
  std::vector<std::string> options;
  const toml::node* const node = table.get("options");
  if (node == nullptr) return options;
  const toml::array* const list = node->as_array();
  if (list == nullptr) refuse(node->source(), "options: allowed is a list of words: [\"--settle\", \"2\"].");
  for (const toml::node& word : *list) {
    const auto text = word.value_exact<std::string>();
    if (!text) refuse(word.source(), "options: allowed are words in quotes: [\"--settle\", \"2\"].");
    options.push_back(*text);
  }
  if (!options.empty() && !options.front().starts_with("--"))
    refuse(node->source(), fmt::format("options: found \"{}\"; the first word is an option, as \"--settle\".",
                                       options.front()));
  return options;
}

/// How the board is configured and reset: each key is an option of certify, by its name.
std::vector<std::string> board_options_of(const toml::table& table) {
  std::vector<std::string> options;
  const toml::node* const node = table.get("board");
  if (node == nullptr) return options;
  const toml::table* const board = node->as_table();
  if (board == nullptr) refuse(node->source(), "board: allowed is a table, [board].");
  const std::vector<std::string> known = {"program", "reset", "bitstream"};
  for (const auto& [key, value] : *board) {
    const std::string name(key.str());
    if (std::find(known.begin(), known.end(), name) == known.end())
      refuse(value.source(), unknown_value("key of [board]", name, known));
    options.insert(options.end(), {"--" + name, text_of(*board, name.c_str(), true)});
  }
  return options;
}

/// A text as TOML writes it.
std::string quoted_for_toml(const std::string& text) {
  std::ostringstream out;
  const auto flags = toml::toml_formatter::default_flags & ~toml::format_flags::allow_literal_strings;
  const toml::value<std::string> value(text);
  out << toml::toml_formatter(value, flags);
  return out.str();
}

}  // namespace

std::optional<ProjectFile> read_project_file() {
  const std::optional<std::string> text = content_of_file(project_file_name);
  if (!text) return std::nullopt;
  const toml::table table = parse_toml(*text, project_file_name);
  const std::vector<std::string> known = {"contest", "dut", "team", "options", "board"};
  for (const auto& [key, node] : table) {
    const std::string name(key.str());
    if (std::find(known.begin(), known.end(), name) == known.end())
      refuse(node.source(), unknown_value("key", name, known));
  }
  std::vector<std::string> options = board_options_of(table);
  const std::vector<std::string> more = options_of(table);
  options.insert(options.end(), more.begin(), more.end());
  return ProjectFile{text_of(table, "contest", true), text_of(table, "dut", true),
                     text_of(table, "team", false), std::move(options)};
}

std::string to_text(const ProjectFile& project) {
  std::string text =
      "# What is tested here. `certify` and `rig doctor` read it when they are started in this folder "
      "without --dut.\n";
  text += "contest = " + quoted_for_toml(project.contest) + "\n";
  text += "dut = " + quoted_for_toml(project.dut) + "\n";
  text += project.team.empty()
              ? "# team = \"AB\"               # the code that your board was given, if any\n"
              : "team = " + quoted_for_toml(project.team) + "\n";
  if (project.options.empty())
    return text + "# options = [\"--settle\", \"2\"]   # more options of certify\n";
  text += "options = [";
  for (std::size_t i = 0; i < project.options.size(); ++i)
    text += (i == 0 ? "" : ", ") + quoted_for_toml(project.options[i]);
  return text + "]\n";
}

}  // namespace rig::dut
