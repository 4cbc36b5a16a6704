#include "rig/link/exec/command_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <system_error>

#include "rig/base/errors.hpp"
#include "rig/base/text.hpp"

namespace rig {

namespace {

class Splitter {
 public:
  explicit Splitter(std::string_view command) : command_(command) {}

  std::vector<std::string> words() {
    while (at_ < command_.size()) take();
    end_word();
    if (words_.empty()) throw UsageError("A command is needed; it is empty.");
    return std::move(words_);
  }

 private:
  void take() {
    const char c = command_[at_++];
    switch (c) {
      case ' ':
      case '\t': end_word(); return;
      case '\'':
      case '"': quoted(c); return;
      case '\\': append(next("a character after the backslash")); return;
      default: break;
    }
    if (std::string_view("|&;<>()`$\n").find(c) != std::string_view::npos) {
      throw UsageError(fmt::format(
          "The command \"{}\" uses \"{}\", which needs a shell; write: sh -c '…' (or quote the character).",
          command_, c == '\n' ? std::string("a line break") : std::string(1, c)));
    }
    append(c);
  }

  void quoted(char quote) {
    in_word_ = true;  // '' is a word too
    const std::string missing = fmt::format("a closing {}", quote);
    for (char c = next(missing); c != quote; c = next(missing)) {
      if (c == '\\' && quote == '"') {
        const char escaped = next(missing);
        if (escaped != '"' && escaped != '\\') append('\\');
        c = escaped;
      }
      append(c);
    }
  }

  char next(std::string_view what) {
    if (at_ == command_.size()) {
      throw UsageError(fmt::format("The command \"{}\" ends where {} is needed.", command_, what));
    }
    return command_[at_++];
  }

  void append(char c) {
    in_word_ = true;
    word_.push_back(c);
  }

  void end_word() {
    if (in_word_) words_.push_back(std::move(word_));
    word_.clear();
    in_word_ = false;
  }

  std::string_view command_;
  std::size_t at_ = 0;
  std::vector<std::string> words_;
  std::string word_;
  bool in_word_ = false;
};

}  // namespace

std::vector<std::string> split_command(std::string_view command) {
  return Splitter(command).words();
}

std::filesystem::path program_in_path(const std::string& name) {
  const char* const path = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe)
  std::string_view rest = path == nullptr ? "/usr/bin:/bin" : path;
  while (true) {
    const std::size_t colon = rest.find(':');
    const std::string_view folder = rest.substr(0, colon);
    std::filesystem::path file = std::filesystem::path(folder.empty() ? "." : folder) / name;
    std::error_code none;
    if (std::filesystem::is_regular_file(file, none) && ::access(file.c_str(), X_OK) == 0) return file;
    if (colon == std::string_view::npos) return {};
    rest.remove_prefix(colon + 1);
  }
}

std::string shell_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + shell_quoted(word);
  return line;
}

}  // namespace rig
