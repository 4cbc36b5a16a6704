#pragma once
/// One table of a TOML file that a user writes: every complaint names file, line, key, what was found and
/// what is allowed.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <toml++/toml.h>
#include <algorithm>
#include <array>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "rig/base/errors.hpp"
#include "rig/base/text.hpp"

namespace rig::host {

/// A value as the file has it, for messages.
inline std::string found_text(const toml::node& node) {
  std::ostringstream out;
  node.visit([&](const auto& value) { out << value; });
  return out.str();
}

/// One table of a description. Every complaint names file, line, key, what was found and what is allowed.
class Section {
 public:
  Section(const toml::table& table, std::string file, std::string prefix, std::vector<std::string> known)
      : table_(table), file_(std::move(file)), prefix_(std::move(prefix)) {
    for (std::string& name : known) name = prefix_ + name;
    for (const auto& [key, node] : table_) {
      const std::string name = prefix_ + std::string(key.str());
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
  std::array<int, 2> two_ports(const char* key) const {
    constexpr const char* allowed = "two different numbers from 1 to 65535";
    constexpr std::int64_t most = 65535;
    const toml::node& node = needed(key, allowed);
    const toml::array* list = node.as_array();
    if (list == nullptr || list->size() != 2) refuse(node, key, allowed);
    std::array<int, 2> ports{};
    for (std::size_t i = 0; i < ports.size(); ++i) {
      const auto port = list->get(i)->value_exact<std::int64_t>();
      if (!port || *port < 1 || *port > most) refuse(node, key, allowed);
      ports[i] = static_cast<int>(*port);
    }
    if (ports[0] == ports[1]) refuse(node, key, allowed);
    return ports;
  }

  [[noreturn]] void refuse(const toml::node& node, const std::string& key, const std::string& allowed) const {
    throw UsageError(fmt::format("{}, line {}: {} is {}; allowed: {}.", file_, line_of(node), prefix_ + key,
                                 found_text(node), allowed));
  }

 private:
  static std::uint32_t line_of(const toml::node& node) { return node.source().begin.line; }

  const toml::node& needed(const std::string& key, const std::string& allowed) const {
    if (const toml::node* node = table_.get(key)) return *node;
    throw UsageError(fmt::format("{}, line {}: {} is missing; allowed: {}.", file_,
                                 table_.source().begin.line, prefix_ + key, allowed));
  }

  const toml::table& table_;
  std::string file_;
  std::string prefix_;
};

}  // namespace rig::host
