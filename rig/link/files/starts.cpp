#include "rig/link/files/starts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>

#include "rig/base/text.hpp"
#include "rig/link/exec/command_line.hpp"
#include "rig/link/files/run_folder.hpp"

namespace rig {

namespace fs = std::filesystem;

namespace {

/// False: `from` holds too much, or cannot be copied.
bool copy_folder(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::recursive_directory_iterator entry(from, error);
  std::uintmax_t bytes = 0;
  int entries = 0;
  for (const fs::recursive_directory_iterator end; !error && entry != end; entry.increment(error)) {
    const fs::path target = to / entry->path().lexically_relative(from);
    const fs::file_type type = entry->symlink_status(error).type();
    if (type == fs::file_type::regular) bytes += entry->file_size(error);
    if (error || ++entries > Snapshot::most_entries || bytes > Snapshot::most_bytes) return false;
    if (type == fs::file_type::directory) fs::create_directory(target, entry->path(), error);
    if (type == fs::file_type::regular) fs::copy_file(entry->path(), target, error);
    if (type == fs::file_type::symlink) fs::copy_symlink(entry->path(), target, error);
  }
  return !error;
}

/// As a shell takes it; a program gets nothing to read.
std::string start_line(const std::vector<std::string>& words) {
  return shell_line(words) + " < /dev/null";
}

/// The lines that start a program in a copy of what was kept, so that it finds the same each time.
std::vector<std::string> start_again(const fs::path& kept, const fs::path& directory,
                                     const std::vector<std::string>& words) {
  const std::string again = shell_quoted((kept / "again").string());
  const std::string before = shell_quoted((kept / "before").string());
  return {fmt::format("rm -rf {} && cp -a {} {}", again, before, again),
          fmt::format("cd {} && {}", shell_quoted((kept / "again" / directory).lexically_normal().string()),
                      start_line(words))};
}

bool keep_before(const Snapshot& game, const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder / "before", error);
  return !error && copy_folder(game.path(), folder / "before");
}

bool write(const fs::path& file, const std::string& content) {
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  std::ofstream out(file, std::ios::binary);
  out << content;
  out.close();
  return !error && out.good();
}

class KeptMoveStart final : public FileStart {
 public:
  explicit KeptMoveStart(MoveStart start) : start_(std::move(start)) {}

  std::vector<std::string> commands() const override { return {start_line(start_.words)}; }

  std::optional<std::vector<std::string>> keep_in(const fs::path& folder) const override {
    if (!start_.game || !keep_before(*start_.game, folder)) return std::nullopt;
    return start_again(fs::absolute(folder), start_.directory, start_.words);
  }

 private:
  MoveStart start_;
};

class KeptGameStart final : public FileStart {
 public:
  explicit KeptGameStart(GameStart start) : start_(std::move(start)) {}

  std::vector<std::string> commands() const override { return {start_line(start_.words)}; }

  std::optional<std::vector<std::string>> keep_in(const fs::path& folder) const override {
    if (!start_.game || !keep_before(*start_.game, folder)) return std::nullopt;
    const fs::path kept = fs::absolute(folder);
    std::vector<std::string> lines = start_again(kept, {}, start_.words);
    if (start_.messages.size() < 2) return lines;
    for (std::size_t i = 1; i < start_.messages.size(); ++i) {
      for (const auto& [name, content] : start_.messages[i].files) {
        if (!write(kept / message_folder(i) / name, content)) return std::nullopt;
      }
    }
    if (!write(kept / "tell.sh", script())) return std::nullopt;
    lines.push_back(fmt::format("sh {}  # in another terminal, while it runs",
                                shell_quoted((kept / "tell.sh").string())));
    return lines;
  }

 private:
  static std::string message_folder(std::size_t number) { return fmt::format("message-{}", number + 1); }

  /// Tells the messages after the first, each when the one before has been answered.
  std::string script() const {
    std::string text =
        "# Puts the messages of the game in place, each when the one before has been answered.\n"
        "cd \"$(dirname \"$0\")\" || exit 1\n"
        "tell() {\n"
        "  touch told && sleep 0.05\n"
        "  (cd \"$1\" && find . -type f) | while read -r file; do\n"
        "    cp \"$1/$file\" again/.new && mv again/.new \"again/$file\"\n"
        "  done\n"
        "}\n"
        "wait_for_first() {\n"
        "  until [ -e \"again/$1\" ] && ! cmp -s \"again/$1\" \"before/$1\"; do sleep 0.1; done\n"
        "  sleep 0.3  # it may still be writing\n"
        "}\n"
        "wait_for() {\n"
        "  until [ \"again/$1\" -nt told ]; do sleep 0.1; done\n"
        "  sleep 0.3\n"
        "}\n";
    std::string wait = "wait_for_first";
    for (std::size_t i = 0; i < start_.messages.size(); ++i) {
      const std::string& answer = start_.messages[i].answer;
      const bool last = i + 1 == start_.messages.size();
      if (i > 0) text += fmt::format("tell {}\n", message_folder(i));
      if (!last && !answer.empty()) text += fmt::format("{} {}\n", wait, shell_quoted(answer));
      wait = "wait_for";
    }
    return text;
  }

  GameStart start_;
};

}  // namespace

std::shared_ptr<const Snapshot> Snapshot::of(const fs::path& folder, const fs::path& home) {
  std::string name = (home / "before-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) return nullptr;
  const std::shared_ptr<const Snapshot> snapshot(new Snapshot(name));
  return copy_folder(folder, name) ? snapshot : nullptr;
}

Snapshot::~Snapshot() {
  remove_whatever_is_in_it(path_);
}

std::shared_ptr<const FileStart> kept_start(MoveStart start) {
  return std::make_shared<KeptMoveStart>(std::move(start));
}

std::shared_ptr<const FileStart> kept_start(GameStart start) {
  return std::make_shared<KeptGameStart>(std::move(start));
}

}  // namespace rig
