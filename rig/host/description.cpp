#include "rig/host/description.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <toml++/toml.h>
#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

#include "rig/base/errors.hpp"
#include "rig/base/text.hpp"
#include "rig/contest/contest.hpp"
#include "rig/host/section.hpp"

namespace rig::host {

namespace {

using Words = std::vector<std::string>;

std::regex expression_from(const Section& section, const toml::node& node, const char* key) {
  try {
    return std::regex(*node.value_exact<std::string>(), std::regex::ECMAScript);
  } catch (const std::regex_error& error) {
    section.refuse(node, key, fmt::format("a regular expression (ECMAScript; {})", error.what()));
  }
}

Signs signs_from(const toml::table& table, const std::string& file) {
  Words known = {"score", "file"};
  for (const Outcome outcome : all_outcomes) known.emplace_back(key_of(outcome));
  const Section section(table, file, "verdict.", known);
  Signs signs;
  for (const Outcome outcome : all_outcomes) {
    const std::string key(key_of(outcome));
    const toml::node* node = section.find(key.c_str());
    if (node == nullptr) continue;
    if (node->is_string()) {
      signs.outcomes[outcome] = {.line = expression_from(section, *node, key.c_str())};
    } else if (const auto status = node->value_exact<std::int64_t>();
               status && *status >= 0 && *status < 256) {
      signs.outcomes[outcome] = {.status = static_cast<int>(*status)};
    } else {
      section.refuse(*node, key,
                     "a regular expression for a line of its output, or an exit status (0 to 255)");
    }
  }
  if (const toml::node* node = section.find("score")) {
    constexpr const char* allowed =
        "a regular expression with two groups: the scores of player 1 and player 2";
    if (!node->is_string()) section.refuse(*node, "score", allowed);
    signs.score = expression_from(section, *node, "score");
    if (signs.score->mark_count() < 2) section.refuse(*node, "score", allowed);
  }
  if (section.find("file") != nullptr) signs.file = section.text("file");
  return signs;
}

/// A table that may be left out.
const toml::table& table_at(const toml::table& document, const Section& root, const char* key) {
  static const toml::table nothing;
  const toml::node* node = document.get(key);
  if (node == nullptr) return nothing;
  if (!node->is_table()) root.refuse(*node, key, fmt::format("a table, [{}]", key));
  return *node->as_table();
}

bool holds(const Words& words, const std::string& placeholder) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return word.find(placeholder) != std::string::npos; });
}

/// Whether the folder in which the program runs has to be there.
enum class Folder { must_be_there, may_be_gone };

class Reading {
 public:
  Reading(const toml::table& document, const std::string& path, Folder folder)
      : document_(document),
        folder_(folder),
        root_(document, path, "",
              {"name", "note", "contests", "command", "fault", "size", "settings", "leaves-out", "directory",
               "after", "boards", "begins", "verdict"}) {
    description_.file = path;
  }

  Description read() {
    description_.name = root_.text("name");
    description_.note = root_.text_or("note", "");
    read_contests();
    read_command();
    read_boards();
    read_begins();
    description_.after =
        root_.find("after") == nullptr || root_.one_of("after", {"exits", "stays"}) == "exits" ? After::exits
                                                                                               : After::stays;
    description_.signs = signs_from(table_at(document_, root_, "verdict"), description_.file);
    check();
    return std::move(description_);
  }

 private:
  void read_contests() {
    Words known;
    for (const contest::Contest& contest : contest::contests()) known.push_back(contest.name);
    description_.contests = root_.texts("contests");
    for (const std::string& name : description_.contests) {
      if (std::find(known.begin(), known.end(), name) == known.end())
        root_.refuse(*root_.find("contests"), "contests", fmt::format("{}", fmt::join(known, ", ")));
    }
  }

  void read_command() {
    description_.command = root_.texts("command");
    if (description_.command.empty() || description_.command.front().empty())
      root_.refuse(*root_.find("command"), "command", "a program and its arguments, a text each");
    if (root_.find("fault") != nullptr) description_.fault_words = root_.texts("fault");
    if (root_.find("size") != nullptr) description_.size_words = root_.texts("size");
    read_what_is_left_out();
    if (root_.find("settings") != nullptr) description_.settings = root_.texts("settings");
    const std::filesystem::path home = std::filesystem::absolute(description_.file).parent_path();
    description_.directory = (home / root_.text_or("directory", ".")).lexically_normal();
    if (folder_ == Folder::must_be_there && !std::filesystem::is_directory(description_.directory))
      root_.refuse(*root_.find("directory"), "directory", "a folder that exists, relative to this file");
  }

  void read_what_is_left_out() {
    if (root_.find("leaves-out") == nullptr) return;
    constexpr const char* allowed = "greeting, rules, clock, and not both rules and clock: no game would end";
    for (const std::string& word : root_.texts("leaves-out")) {
      const auto* const duty =
          std::find_if(all_duties.begin(), all_duties.end(), [&](Duty one) { return word_of(one) == word; });
      if (duty == all_duties.end()) root_.refuse(*root_.find("leaves-out"), "leaves-out", allowed);
      description_.left_out.insert(*duty);
    }
    if (!description_.does(Duty::rules) && !description_.does(Duty::clock))
      root_.refuse(*root_.find("leaves-out"), "leaves-out", allowed);
  }

  void read_boards() {
    const Section boards(table_at(document_, root_, "boards"), description_.file, "boards.",
                         {"way", "devices", "ports"});
    const std::string way = boards.one_of("way", {"pty", "tcp-connects", "tcp-listens", "programs"});
    description_.way = way == "pty"            ? Way::pty
                       : way == "tcp-connects" ? Way::tcp_connects
                       : way == "programs"     ? Way::programs
                                               : Way::tcp_listens;
    check_way_of_contests(boards);
    if (description_.way == Way::tcp_listens) {
      description_.ports = boards.two_ports("ports");
    } else if (const toml::node* ports = boards.find("ports")) {
      boards.refuse(*ports, "ports", "none unless way is tcp-listens");
    }
    if (const toml::node* devices = boards.find("devices")) {
      const Words paths = boards.texts("devices");
      if (description_.way != Way::pty) boards.refuse(*devices, "devices", "none unless way is pty");
      if (paths.size() != 2 || paths[0] == paths[1] || !paths[0].starts_with('/') ||
          !paths[1].starts_with('/'))
        boards.refuse(*devices, "devices", "two different absolute paths, at which links are made");
      description_.devices = {paths[0], paths[1]};
    }
  }

  /// Who plays over files is started by its referee; who plays in bytes is not.
  void check_way_of_contests(const Section& boards) const {
    for (const std::string& name : description_.contests) {
      const bool files = contest::find_contest(name).medium() == Medium::files;
      if (files == (description_.way == Way::programs)) continue;
      boards.refuse(*table_at(document_, root_, "boards").get("way"), "way",
                    fmt::format("{} for {}", files ? "programs" : "pty, tcp-connects, tcp-listens", name));
    }
  }

  void read_begins() {
    const Section begins(table_at(document_, root_, "begins"), description_.file, "begins.",
                         {"player-1", "player-2"});
    for (const std::size_t player : {0U, 1U}) {
      const std::string key = fmt::format("player-{}", player + 1);
      if (begins.find(key.c_str()) != nullptr) description_.begins[player] = begins.texts(key.c_str());
    }
  }

  /// What does not fit together.
  void check() {
    const toml::node& command = *root_.find("command");
    const bool needs_places = description_.way == Way::tcp_connects || description_.way == Way::programs ||
                              (description_.way == Way::pty && description_.devices[0].empty());
    const bool has_places =
        holds(description_.command, "{board1}") && holds(description_.command, "{board2}");
    if (needs_places && !has_places)
      root_.refuse(command, "command", "one that says where its boards go: {board1} and {board2}");
    const auto& [one, two] = description_.begins;
    if (one && two && *one != *two && !holds(description_.command, "{begins}"))
      root_.refuse(command, "command", "one that says where the words of [begins] go: {begins}");
    if (!description_.fault_words.empty() && !holds(description_.command, "{fault}"))
      root_.refuse(command, "command", "one that says where the words of fault go: {fault}");
    if (!description_.size_words.empty() && !holds(description_.command, "{size}"))
      root_.refuse(command, "command", "one that says where the words of size go: {size}");
    if (!description_.settings.empty() && !holds(description_.command, "{settings}"))
      root_.refuse(command, "command", "one that says where the words of settings go: {settings}");
    if (!one && !two) {
      description_.begins[0] = Words{};  // player 1, as hosts do that cannot be told
    }
    if (description_.after == After::stays && description_.signs.outcomes.empty())
      root_.refuse(*root_.find("after"), "after", "exits, where no [verdict] tells that its game is over");
  }

  const toml::table& document_;
  Folder folder_;
  Section root_;
  Description description_;
};

Description described(const std::string& text, const std::string& path, Folder folder) {
  try {
    const toml::table document = toml::parse(text, path);
    Description description = Reading(document, path, folder).read();
    description.text = text;
    return description;
  } catch (const toml::parse_error& error) {
    throw UsageError(fmt::format("{}, line {}: {}.", path, error.source().begin.line, error.description()));
  }
}

void replace_all(std::string& text, const std::string& word, const std::string& other) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + other.size()))
    text.replace(at, word.size(), other);
}

}  // namespace

std::string_view word_of(Duty duty) {
  switch (duty) {
    case Duty::greeting: return "greeting";
    case Duty::rules: return "rules";
    case Duty::clock: return "clock";
  }
  return "?";
}

bool Description::plays(const std::string& contest) const {
  return std::find(contests.begin(), contests.end(), contest) != contests.end();
}

std::vector<std::string> command_for(const Description& description, const Filling& filling) {
  const auto& begins = description.begins[filling.beginner];
  if (!begins)
    throw UsageError(fmt::format("{}: player {} cannot begin; [begins] has no player-{}.", description.file,
                                 filling.beginner + 1, filling.beginner + 1));
  Words words;
  for (const std::string& word : description.command) {
    if (word == "{begins}") {
      words.insert(words.end(), begins->begin(), begins->end());
    } else if (word == "{fault}") {
      if (!filling.fault.empty())
        words.insert(words.end(), description.fault_words.begin(), description.fault_words.end());
    } else if (word == "{size}" && !description.size_words.empty()) {
      if (!filling.size.empty())
        words.insert(words.end(), description.size_words.begin(), description.size_words.end());
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
  for (std::string& word : words) {
    replace_all(word, "{contest}", filling.contest);
    replace_all(word, "{board1}", filling.boards[0]);
    replace_all(word, "{board2}", filling.boards[1]);
    replace_all(word, "{fault}", filling.fault);
    replace_all(word, "{seconds}", filling.seconds);
    replace_all(word, "{size}", filling.size);
  }
  return words;
}

Description read_description(const std::string& path) {
  if (!std::filesystem::is_regular_file(path))
    throw UsageError(
        fmt::format("--referee: {} is no file. Name the description of a referee, as in "
                    "--referee fixtures/referees/rig-match.toml.",
                    path));
  std::ifstream file(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  if (!file) throw UsageError(fmt::format("--referee: {} cannot be read.", path));
  return described(text, path, Folder::must_be_there);
}

Description parse_description(const std::string& text, const std::string& path) {
  return described(text, path, Folder::may_be_gone);
}

RefereeName parse_referee_name(const std::string& name) {
  constexpr std::string_view mark = "?fault=";
  const std::size_t at = name.find(mark);
  if (at == std::string::npos) return {name, ""};
  return {name.substr(0, at), name.substr(at + mark.size())};
}

}  // namespace rig::host
