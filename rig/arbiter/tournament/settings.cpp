#include "rig/arbiter/tournament/settings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "rig/base/bytes.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/suggestion.hpp"

namespace rig::arbiter::tournament {

namespace {

bool is_number(const std::string& text, int lowest, int highest) {
  const bool digits = !text.empty() && text.size() <= 6 &&
                      std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!digits || (text.size() > 1 && text[0] == '0')) return false;
  const int value = std::stoi(text);
  return value >= lowest && value <= highest;
}

std::vector<std::string> words_of(const std::string& list) {
  std::vector<std::string> words(1);
  for (const char c : list) {
    if (c == ',')
      words.emplace_back();
    else if (c != ' ')
      words.back() += c;
  }
  return words;
}

bool is_word(const FormatSetting& setting, const std::string& text) {
  return std::find(setting.words.begin(), setting.words.end(), text) != setting.words.end();
}

/// A list may be `none`, and has no word twice.
bool is_list(const FormatSetting& setting, const std::string& text) {
  if (text == "none") return true;
  std::vector<std::string> words = words_of(text);
  std::sort(words.begin(), words.end());
  return std::adjacent_find(words.begin(), words.end()) == words.end() &&
         std::all_of(words.begin(), words.end(),
                     [&](const std::string& word) { return is_word(setting, word); });
}

bool allows(const FormatSetting& setting, const std::string& text) {
  if (setting.count == FormatSetting::Count::list) return is_list(setting, text);
  return is_word(setting, text) || (setting.highest > 0 && is_number(text, setting.lowest, setting.highest));
}

}  // namespace

std::string FormatSetting::allowed() const {
  if (count == Count::list)
    return fmt::format("none, or some of {}, with commas between them", fmt::join(words, ", "));
  if (highest == 0) return fmt::format("one of {}", fmt::join(words, ", "));
  const std::string range = fmt::format("a number from {} to {}", lowest, highest);
  return words.empty() ? range : fmt::format("{}, or {}", fmt::join(words, ", "), range);
}

Chosen::Chosen(std::string format, const std::vector<FormatSetting>& settings, const GivenSettings& given)
    : format_(std::move(format)) {
  std::vector<std::string> known;
  for (const FormatSetting& setting : settings) {
    known.push_back(setting.name);
    values_[setting.name] = setting.usual;
  }
  for (const auto& [name, value] : given) {
    const auto setting = std::find_if(settings.begin(), settings.end(),
                                      [&name = name](const auto& one) { return one.name == name; });
    if (setting == settings.end())
      throw UsageError(unknown_value("setting of format " + format_, name, known));
    values_[name] = value;
    if (!allows(*setting, value)) refuse(name, setting->allowed());
  }
}

int Chosen::number(const std::string& name) const {
  return std::stoi(word(name));
}

std::vector<TieBreak> Chosen::ties(const std::string& name) const {
  std::vector<TieBreak> ties;
  if (is(name, "none")) return ties;
  for (const std::string& one : words_of(word(name))) ties.push_back(tie_break_of(one));
  return ties;
}

int Chosen::games(const std::string& name, const Field& field) const {
  return is(name, "seats") ? field.seats : number(name);
}

Points Chosen::points() const {
  return is("points", "games") ? Points::games : Points::matches;
}

Forfeits Chosen::forfeits() const {
  return is("forfeits", "counted") ? Forfeits::counted : Forfeits::left_out;
}

void Chosen::refuse(const std::string& name, const std::string& allowed) const {
  throw UsageError(fmt::format("Setting {} of format {}: found {}, allowed is {}.", name, format_,
                               quoted(to_bytes(word(name))), allowed));
}

}  // namespace rig::arbiter::tournament
