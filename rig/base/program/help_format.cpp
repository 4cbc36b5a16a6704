#include "rig/base/program/help_format.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "rig/base/visible.hpp"

namespace rig {

namespace {

constexpr std::size_t width = 80;
constexpr std::size_t second_column = 28;

/// The words of a text in lines, of which none is longer than `room` where no word is.
std::vector<std::string> wrapped(const std::string& text, std::size_t room) {
  std::vector<std::string> lines;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (lines.empty() || columns(lines.back()) + 1 + columns(word) > room) {
      lines.push_back(word);
    } else {
      lines.back() += " " + word;
    }
  }
  return lines;
}

/// A name, and what is said of it in the second column: beside it where there is room.
std::string entry(const std::string& name, const std::string& text) {
  std::string all = "  " + name;
  bool is_beside = !text.empty() && columns(all) + 2 <= second_column;
  if (is_beside) all.append(second_column - columns(all), ' ');
  for (const std::string& line : wrapped(text, width - second_column)) {
    if (!is_beside) all += "\n" + std::string(second_column, ' ');
    all += line;
    is_beside = false;
  }
  return all + "\n";
}

/// Indented lines, such as commands, stay as they are. Where one is too long, the remarks that are set off
/// behind them go to the second column.
std::string indented(const std::vector<std::string>& block) {
  const bool has_room =
      std::none_of(block.begin(), block.end(), [](const std::string& line) { return columns(line) > width; });
  std::string all;
  for (const std::string& line : block) {
    const std::size_t begin = line.find_first_not_of(' ');
    const std::size_t gap = line.find("  ", begin);
    const bool has_remark = gap != std::string::npos;
    all += has_room || !has_remark ? line + "\n" : entry(line.substr(begin, gap - begin), line.substr(gap));
  }
  return all;
}

/// Lines without an indent are sentences, which are wrapped anew.
std::string paragraphs(const std::string& text) {
  std::string all;
  std::string sentences;
  std::vector<std::string> block;
  const auto end_paragraph = [&] {
    for (const std::string& line : wrapped(sentences, width)) all += line + "\n";
    all += indented(block);
    sentences.clear();
    block.clear();
  };
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const bool is_indented = line.starts_with(' ');
    if (is_indented ? !sentences.empty() : !block.empty() || line.empty()) end_paragraph();
    if (is_indented) {
      block.push_back(line);
    } else {
      sentences += line + "\n";
    }
    if (line.empty()) all += "\n";
  }
  end_paragraph();
  return all;
}

/// What CLI11 calls a type, before the first colon: `INT:INT in [1 - 10]` has a range behind it. A colon that
/// ends what may be left out is of the name: `[HOST:]PORT`.
struct Value {
  std::string name;
  std::string range;
};

Value value_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  std::size_t end = type.find(':');
  while (end != std::string::npos && type.substr(end).starts_with(":]")) end = type.find(':', end + 1);
  Value value{type.substr(0, end), {}};
  if (value.name == "INT" || value.name == "UINT") value.name = "N";
  if (value.name == "FLOAT") value.name = "NUMBER";
  const std::size_t range = type.find("in [");
  if (range != std::string::npos) {
    const std::string both = type.substr(range + 4, type.find(']') - range - 4);
    const std::size_t dash = both.find(" - ");
    value.range = both.substr(0, dash) + " to " + both.substr(dash + 3);
  }
  return value;
}

class HelpFormat : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode /*mode*/) const override {
    std::string text = paragraphs(app->get_description());
    text += "\n" + usage(*app, name);
    text += section("Arguments", positionals(*app));
    const std::string without_group = CLI::OptionDefaults().get_group();  // not the same in all versions
    for (const std::string& group : app->get_groups()) {
      if (group != without_group) text += section(group, options_in(*app, group));
    }
    text += section("Options", options_in(*app, without_group)) + commands(*app);
    if (!app->get_footer().empty()) text += "\n" + paragraphs(app->get_footer());
    return text;
  }

 private:
  static std::vector<const CLI::Option*> options_in(const CLI::App& app, const std::string& group) {
    return app.get_options(
        [&](const CLI::Option* option) { return option->get_group() == group && option->nonpositional(); });
  }

  static std::vector<const CLI::Option*> positionals(const CLI::App& app) {
    return app.get_options([](const CLI::Option* option) { return option->get_positional(); });
  }

  static std::string usage(const CLI::App& app, const std::string& name) {
    const auto required = app.get_options(
        [](const CLI::Option* option) { return option->get_required() && option->nonpositional(); });
    std::string line = "Usage: " + name;
    for (const CLI::Option* option : required) line += " " + label(*option);
    line += " [OPTION …]";
    for (const CLI::Option* option : positionals(app)) {
      const bool several = option->get_expected_max() > 1;
      const std::string one = label(*option) + (several ? " …" : "");
      line += option->get_required() ? " " + one : " [" + one + "]";
    }
    if (!app.get_subcommands([](const CLI::App*) { return true; }).empty()) line += " COMMAND";
    std::string all;
    for (const std::string& part : wrapped(line, width - 4)) all += (all.empty() ? "" : "    ") + part + "\n";
    return all;
  }

  /// `--games N`, `-h,--help`; of an argument its name alone.
  static std::string label(const CLI::Option& option) {
    if (option.get_positional()) return option.get_name(true, false);
    const std::string value = option.get_type_size() == 0 ? std::string() : value_of(option).name;
    return option.get_name(false, true) + (value.empty() ? "" : " " + value);
  }

  static std::string text_of(const CLI::Option& option) {
    std::string text = option.get_description();
    const std::string range = value_of(option).range;
    if (!range.empty()) text += fmt::format(" ({})", range);
    if (!option.get_default_str().empty()) text += fmt::format(" (default: {})", option.get_default_str());
    return text;
  }

  static std::string section(const std::string& heading, const std::vector<const CLI::Option*>& options) {
    if (heading.empty() || options.empty()) return {};
    std::string text = "\n" + heading + ":\n";
    for (const CLI::Option* option : options) text += entry(label(*option), text_of(*option));
    return text;
  }

  static std::string commands(const CLI::App& app) {
    std::string text;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
      const std::string about = command->get_description();
      text += entry(command->get_name(), about.substr(0, about.find('\n')));
    }
    return text.empty() ? text : "\nCommands:\n" + text;
  }
};

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_format() {
  return std::make_shared<HelpFormat>();
}

}  // namespace rig
