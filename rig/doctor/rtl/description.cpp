#include "rig/doctor/rtl/description.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <utility>

#include "rig/base/errors.hpp"
#include "rig/base/toml_file.hpp"
#include "rig/base/whole_file.hpp"

namespace rig::doctor {

namespace fs = std::filesystem;

namespace {

constexpr int most_steps = 8;  // of descriptions that inherit each other, as the builder has it

void make_absolute(toml::node& paths, const fs::path& folder) {
  toml::array* list = paths.as_array();
  if (list == nullptr) return;
  toml::array absolute;
  for (const toml::node& one : *list) {
    const auto text = one.value<std::string>();
    if (!text) continue;
    const bool is_of_the_rig = text->starts_with("rig:");  // which the builder finds
    absolute.push_back(is_of_the_rig ? *text : (folder / *text).lexically_normal().string());
  }
  *list = std::move(absolute);
}

void make_absolute(toml::table& root, const fs::path& folder) {
  for (const char* key : {"sources", "include_dirs", "files"}) {
    if (toml::node* paths = root.get(key)) make_absolute(*paths, folder);
  }
  if (toml::table* libraries = root["libraries"].as_table()) {
    for (auto&& [name, paths] : *libraries) make_absolute(paths, folder);
  }
}

void fill_in(toml::table& ours, const toml::table& theirs) {
  for (const auto& [key, node] : theirs) {
    toml::node* own = ours.get(key.str());
    if (own == nullptr) {
      node.visit([&, name = key.str()](const auto& value) { ours.insert(name, value); });
    } else if (own->is_table() && node.is_table()) {
      fill_in(*own->as_table(), *node.as_table());
    }
  }
}

toml::table read(const fs::path& file, int steps) {
  toml::table root = parse_toml(content_of_ordinary_file(file), file.string());
  make_absolute(root, fs::absolute(file).parent_path());
  const auto inherited = root["inherits"].value<std::string>();
  if (inherited && steps < most_steps) {
    root.erase("inherits");
    fill_in(root, read(file.parent_path() / *inherited, steps + 1));
  }
  return root;
}

/// `[[clock]]`: its first.
const toml::table* table_of(const toml::table& root, const std::string& name) {
  if (name.empty()) return &root;
  const toml::node* node = root.get(name);
  if (node == nullptr) return nullptr;
  if (const toml::array* list = node->as_array()) return list->empty() ? nullptr : list->get(0)->as_table();
  return node->as_table();
}

toml::table& table_to_change(toml::table& root, const std::string& name) {
  if (const toml::table* found = table_of(root, name)) return const_cast<toml::table&>(*found);
  root.insert_or_assign(name, toml::table{});
  return *root[name].as_table();
}

void apply(toml::table& root, const Change& change) {
  toml::table& table = table_to_change(root, change.table);
  table.erase(change.key);
  if (!change.value.empty()) {
    const toml::table parsed = parse_toml("value = " + change.value, "a change");
    parsed.get("value")->visit([&](const auto& value) { table.insert(change.key, value); });
  }
  if (table.empty()) root.erase(change.table);
}

bool is_bare(const std::string& key) {
  return std::all_of(key.begin(), key.end(), [](unsigned char letter) {
    return std::isalnum(letter) != 0 || letter == '_' || letter == '-';
  });
}

std::string line_of(const Change& change) {
  return fmt::format("{} = {}", is_bare(change.key) ? change.key : toml_string(change.key), change.value);
}

std::string trimmed(std::string text) {
  text.erase(0, text.find_first_not_of(" \t"));
  text.erase(text.find_last_not_of(" \t\r") + 1);
  return text;
}

/// The table that this line begins; empty: none.
std::string header_of(const std::string& line) {
  std::string text = trimmed(line.substr(0, line.find('#')));
  if (text.empty() || text.front() != '[' || text.back() != ']') return {};
  while (!text.empty() && text.front() == '[') text.erase(0, 1);
  while (!text.empty() && text.back() == ']') text.pop_back();
  return trimmed(text);
}

bool sets(const std::string& line, const std::string& key) {
  const std::string name = trimmed(line.substr(0, line.find('=')));
  return line.find('=') != std::string::npos &&
         (name == key || name == '"' + key + '"' || name == '\'' + key + '\'');
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// A table that lost its last line has to go, too: the builder wants its keys.
void drop_empty_table(std::vector<std::string>& lines, std::size_t header) {
  std::size_t end = header + 1;
  for (; end < lines.size() && header_of(lines[end]).empty(); ++end) {
    if (lines[end].find('=') != std::string::npos) return;
  }
  lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(header));
}

void apply(std::vector<std::string>& lines, const Change& change) {
  std::size_t header = 0;
  while (header < lines.size() && header_of(lines[header]) != change.table) ++header;
  if (header == lines.size()) {
    if (change.value.empty()) return;
    lines.insert(lines.end(), {"", "[" + change.table + "]", line_of(change)});
    return;
  }
  for (std::size_t at = header + 1; at < lines.size() && header_of(lines[at]).empty(); ++at) {
    if (!sets(lines[at], change.key)) continue;
    if (!change.value.empty()) {
      const std::size_t comment = lines[at].rfind(" #");
      lines[at] = line_of(change) + (comment == std::string::npos ? "" : " " + lines[at].substr(comment));
    } else {
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
      drop_empty_table(lines, header);
    }
    return;
  }
  if (!change.value.empty())
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(header) + 1, line_of(change));
}

}  // namespace

std::string toml_string(const std::string& text) {
  std::string quoted = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') quoted += '\\';
    quoted += letter;
  }
  return quoted + '"';
}

std::string text_of(const Change& change) {
  if (change.value.empty()) return fmt::format("[{}] {}: delete this line", change.table, change.key);
  return fmt::format("[{}] {}", change.table, line_of(change));
}

std::string changed_text(const std::string& text, const std::string& file, std::span<const Change> changes) {
  std::vector<std::string> lines = lines_of(text);
  toml::table wanted = parse_toml(text, file);
  for (const Change& change : changes) {
    apply(lines, change);
    apply(wanted, change);
  }
  std::string changed;
  for (const std::string& line : lines) changed += line + '\n';
  bool right = false;
  try {
    right = parse_toml(changed, file) == wanted;
  } catch (const UsageError&) {  // the lines are not where they were looked for
  }
  if (!right)
    throw UsageError(fmt::format("{}: it cannot be changed line by line; change it by hand.", file));
  return changed;
}

Description::Description(fs::path file) : file_(std::move(file)), root_(read(file_, 0)) {}

std::optional<std::string> Description::text(const char* table, const char* key) const {
  const toml::table* found = table_of(root_, table);
  return found == nullptr ? std::nullopt : (*found)[key].value<std::string>();
}

std::optional<std::int64_t> Description::number(const char* table, const char* key) const {
  const toml::table* found = table_of(root_, table);
  return found == nullptr ? std::nullopt : (*found)[key].value<std::int64_t>();
}

std::vector<Tie> Description::ties() const {
  std::vector<Tie> all;
  if (const toml::table* found = table_of(root_, "ties")) {
    for (const auto& [key, node] : *found) {
      if (const auto value = node.value<std::int64_t>()) all.push_back({std::string(key.str()), *value});
    }
  }
  return all;
}

std::vector<fs::path> Description::sources() const {
  std::vector<fs::path> all;
  const auto add = [&](const toml::node* list) {
    if (list == nullptr || !list->is_array()) return;
    for (const toml::node& one : *list->as_array()) all.emplace_back(one.value_or(std::string()));
  };
  add(root_.get("sources"));
  if (const toml::table* libraries = root_["libraries"].as_table()) {
    for (const auto& [name, files] : *libraries) add(&files);
  }
  return all;
}

bool Description::mentions(std::uint32_t number) const {
  const std::string digits = fmt::to_string(number);
  const auto has_it = [&](std::string text) {
    std::erase(text, '_');
    for (std::size_t at = text.find(digits); at != std::string::npos; at = text.find(digits, at + 1)) {
      const auto is_digit = [&](std::size_t where) {
        return where < text.size() && std::isdigit(static_cast<unsigned char>(text[where])) != 0;
      };
      if (!is_digit(at - 1) && !is_digit(at + digits.size())) return true;
    }
    return false;
  };
  if (const toml::table* parameters = root_["parameters"].as_table()) {
    std::ostringstream text;
    text << *parameters;
    if (has_it(text.str())) return true;
  }
  const std::vector<fs::path> files = sources();
  return std::any_of(files.begin(), files.end(),
                     [&](const fs::path& file) { return has_it(content_of_file(file).value_or("")); });
}

void Description::write(const fs::path& file, std::span<const Change> changes) const {
  toml::table changed = root_;
  for (const Change& change : changes) apply(changed, change);
  std::ostringstream text;
  text << changed << "\n";
  write_whole(file.string(), text.str());
}

}  // namespace rig::doctor
