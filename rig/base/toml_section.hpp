#pragma once
/// One table of a TOML file that a user writes: every complaint names file, line, key, what was found and
/// what is allowed.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <toml++/toml.h>
#include <algorithm>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "rig/base/errors.hpp"
#include "rig/base/suggestion.hpp"

namespace rig {

/// A value as the file has it, for messages.
inline std::string found_text(const toml::node& node) {
  std::ostringstream out;
  node.visit([&](const auto& value) { out << value; });
  return out.str();
}

/// Refuses keys that are not among the `known` ones.
class Section {
 public:
  Section(const toml::table& table, std::string file, std::string prefix, std::vector<std::string> known)
      : table_(table), file_(std::move(file)), prefix_(std::move(prefix)) {
    for (std::string& name : known) name.insert(0, prefix_);
    for (const auto& [key, node] : table_) {
      const std::string name = fmt::format("{}{}", prefix_, key.str());
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      throw UsageError(
          fmt::format("{}, line {}: {}", file_, line_of(node), unknown_value("key", name, known)));
    }
  }

  const std::string& file() const { return file_; }
  const std::string& prefix() const { return prefix_; }

  /// Null: it is not there.
  const toml::node* find(const char* key) const { return table_.get(key); }

  std::string text(const char* key) const {
    const toml::node& node = needed(key, "a text");
    const auto value = node.value_exact<std::string>();
    if (!value || value->empty()) refuse(node, key, "a text that is not empty");
    return *value;
  }
  std::string text_or(const char* key, const std::string& usual) const {
    return find(key) == nullptr ? usual : text(key);
  }
  std::string one_of(const char* key, const std::vector<std::string>& allowed) const {
    const std::string allowed_text = fmt::format("{}", fmt::join(allowed, ", "));
    const toml::node& node = needed(key, allowed_text);
    const auto value = node.value_exact<std::string>();
    if (!value || std::find(allowed.begin(), allowed.end(), *value) == allowed.end())
      refuse(node, key, allowed_text);
    return *value;
  }
  std::int64_t whole(const char* key, std::int64_t least, std::int64_t most) const {
    const std::string allowed = fmt::format("a whole number from {} to {}", least, most);
    const toml::node& node = needed(key, allowed);
    const auto value = node.value_exact<std::int64_t>();
    if (!value || *value < least || *value > most) refuse(node, key, allowed);
    return *value;
  }
  bool flag(const char* key) const {
    constexpr const char* allowed = "true or false";
    const toml::node& node = needed(key, allowed);
    const auto value = node.value_exact<bool>();
    if (!value) refuse(node, key, allowed);
    return *value;
  }
  /// Null: it is not there.
  const toml::table* table(const char* key) const {
    const toml::node* node = find(key);
    if (node != nullptr && !node->is_table())
      refuse(*node, key, fmt::format("a table, [{}{}]", prefix_, key));
    return node == nullptr ? nullptr : node->as_table();
  }
  std::vector<std::string> texts(const char* key) const {
    constexpr const char* allowed = "a list of texts";
    const toml::node& node = needed(key, allowed);
    const toml::array* list = node.as_array();
    if (list == nullptr) refuse(node, key, allowed);
    std::vector<std::string> words;
    for (const toml::node& one : *list) {
      const auto value = one.value_exact<std::string>();
      if (!value) refuse(one, key, allowed);
      words.push_back(*value);
    }
    return words;
  }
  const toml::array* list(const char* key) const {
    constexpr const char* allowed = "a list";
    const toml::node& node = needed(key, allowed);
    if (!node.is_array()) refuse(node, key, allowed);
    return node.as_array();
  }
  /// A list of so many different texts (1 or 2) that are as `is_right` has it.
  template <typename Predicate>
  std::vector<std::string> different_texts(const char* key, std::size_t count, const std::string& allowed,
                                           Predicate is_right) const {
    const toml::node& node = needed(key, allowed);
    std::vector<std::string> words = texts(key);
    const bool right = std::all_of(words.begin(), words.end(), is_right);
    if (words.size() != count || (count == 2 && words[0] == words[1]) || !right) refuse(node, key, allowed);
    return words;
  }
  /// A list of so many ports (1 or 2).
  std::vector<int> ports(const char* key, std::size_t count) const {
    const std::string allowed =
        count == 1 ? "a list of one number from 1 to 65535" : "two different numbers from 1 to 65535";
    constexpr std::int64_t most = 65535;
    const toml::node& node = needed(key, allowed);
    const toml::array* list = node.as_array();
    if (list == nullptr || list->size() != count) refuse(node, key, allowed);
    std::vector<int> ports;
    for (const toml::node& one : *list) {
      const auto port = one.value_exact<std::int64_t>();
      if (!port || *port < 1 || *port > most) refuse(node, key, allowed);
      ports.push_back(static_cast<int>(*port));
    }
    if (count == 2 && ports[0] == ports[1]) refuse(node, key, allowed);
    return ports;
  }

  [[noreturn]] void refuse(const toml::node& node, const std::string& key, const std::string& allowed) const {
    throw UsageError(fmt::format("{}, line {}: {} is {}; allowed: {}.", file_, line_of(node), prefix_ + key,
                                 found_text(node), allowed));
  }

  /// A key that has to be there, and is not.
  [[noreturn]] void refuse_missing(const std::string& key, const std::string& allowed) const {
    throw UsageError(fmt::format("{}, line {}: {} is missing; allowed: {}.", file_,
                                 table_.source().begin.line, prefix_ + key, allowed));
  }

 private:
  static std::uint32_t line_of(const toml::node& node) { return node.source().begin.line; }

  const toml::node& needed(const std::string& key, const std::string& allowed) const {
    if (const toml::node* node = table_.get(key)) return *node;
    refuse_missing(key, allowed);
  }

  const toml::table& table_;
  std::string file_;
  std::string prefix_;
};

}  // namespace rig
