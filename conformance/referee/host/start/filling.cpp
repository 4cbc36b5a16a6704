#include "conformance/referee/host/start/filling.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "rig/base/errors.hpp"
#include "rig/base/program/own_command.hpp"
#include "rig/base/text.hpp"

namespace rig::host {

namespace {

using Words = std::vector<std::string>;

/// What stands for itself, wherever it stands.
void fill_in(std::string& text, const Filling& filling) {
  const std::array<std::pair<const char*, const std::string&>, 6> values = {{{"{contest}", filling.contest},
                                                                             {"{board1}", filling.boards[0]},
                                                                             {"{board2}", filling.boards[1]},
                                                                             {"{fault}", filling.fault},
                                                                             {"{seconds}", filling.seconds},
                                                                             {"{size}", filling.size}}};
  for (const auto& [placeholder, value] : values) replace_all(text, placeholder, value);
  replace_all(text, "{board3}", filling.idle);
  replace_all(text, "{games}", std::to_string(filling.games));
  replace_all(text, "{configuration}", filling.configuration);
}

const Words& words_for_beginner(const Description& description, const Filling& filling) {
  const auto& begins = description.begins[filling.beginner];
  if (begins) return *begins;
  throw UsageError(fmt::format("{}: player {} cannot begin; [begins] has no player-{}.", description.file,
                               filling.beginner + 1, filling.beginner + 1));
}

}  // namespace

std::vector<std::string> command_for(const Description& description, const Filling& filling) {
  const Words& begins = words_for_beginner(description, filling);
  Words words;
  for (const std::string& word : description.command) {
    if (word == "{begins}") {
      words.insert(words.end(), begins.begin(), begins.end());
    } else if (word == "{fault}") {
      if (!filling.fault.empty())
        words.insert(words.end(), description.fault_words.begin(), description.fault_words.end());
    } else if (word == "{size}" && !description.size_words.empty()) {
      if (!filling.size.empty())
        words.insert(words.end(), description.size_words.begin(), description.size_words.end());
    } else if (word == "{idle}") {
      if (!filling.idle.empty())
        words.insert(words.end(), description.idle_words.begin(), description.idle_words.end());
    } else if (word == "{next-match}") {
      if (filling.next_match)
        words.insert(words.end(), description.next_match_words.begin(), description.next_match_words.end());
    } else if (word == "{settings}") {
      for (const std::string& setting : filling.settings) {
        for (std::string one : description.settings) {
          replace_all(one, "{setting}", setting);
          words.push_back(one);
        }
      }
    } else {
      words.push_back(word);
    }
  }
  for (std::string& word : words) fill_in(word, filling);
  return words;
}

Words located(Words command) {
  if (command.front().find('/') != std::string::npos) return command;
  std::error_code ignored;
  const std::filesystem::path beside = beside_this_program(command.front());
  if (std::filesystem::exists(beside, ignored)) command.front() = beside.string();
  return command;
}

std::string filled_in(const Description& description, const Filling& filling, std::string text) {
  replace_all(text, "{begins}", fmt::format("{}", fmt::join(words_for_beginner(description, filling), " ")));
  fill_in(text, filling);
  return text;
}

}  // namespace rig::host
