#include "conformance/referee/host/start/configuration.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <utility>

#include "rig/base/errors.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/link/exec/children.hpp"

namespace rig::host {

namespace fs = std::filesystem;

namespace {

constexpr const char* blanks = " \t";
constexpr const char* of_files_aside = ".before-the-rig";

[[noreturn]] void refuse(const fs::path& file, const std::string& why) {
  throw UsageError(fmt::format("configuration.file: {} {}.", file.string(), why));
}

[[noreturn]] void refuse_by_system(const fs::path& file, const char* what) {
  refuse(file, fmt::format("{}: {}", what, std::strerror(errno)));  // NOLINT(concurrency-mt-unsafe)
}

/// Where the value stands in a line that begins with this key.
std::optional<std::size_t> value_in(const std::string& line, const std::string& key) {
  const std::size_t begin = std::min(line.find_first_not_of(blanks), line.size());
  if (line.compare(begin, key.size(), key) != 0) return std::nullopt;
  const std::size_t behind = begin + key.size();
  std::size_t at = std::min(line.find_first_not_of(blanks, behind), line.size());
  if (at < line.size() && (line[at] == '=' || line[at] == ':'))
    return std::min(line.find_first_not_of(blanks, at + 1), line.size());
  return at > behind && at < line.size() ? std::optional(at) : std::nullopt;
}

std::string text_of(const fs::path& file) {
  const auto text = content_of_file(file);
  if (!text) refuse(file, "cannot be read");
  return *text;
}

std::string edited(const Description& description, const Filling& filling, const fs::path& file) {
  const std::string original = text_of(file);
  std::string text = filled_in(description, filling, original);
  for (const auto& [key, value] : description.configuration.keys) {
    std::optional<std::string> with = with_key_set(text, key, filled_in(description, filling, value));
    if (!with) refuse(file, fmt::format("has no line that begins with {}", key));
    text = std::move(*with);
  }
  if (description.configuration.keys.empty() && text == original)
    refuse(file, "has nothing to be edited: no words in braces, and no [configuration.set] names its keys");
  return text;
}

/// The file, locked for this run. Not open: another run has it.
Descriptor locked(const fs::path& file) {
  Descriptor held(open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!held.is_open()) refuse_by_system(file, "cannot be opened");
  return flock(held.number(), LOCK_EX | LOCK_NB) == 0 ? std::move(held) : Descriptor();
}

/// One byte of a pipe; false: the far end is gone.
bool read_byte(int pipe) {
  char byte = 0;
  ssize_t got = 0;
  do {
    got = read(pipe, &byte, 1);
  } while (got < 0 && errno == EINTR);
  return got == 1;
}

/// What the process does that outlives the rig: only what is allowed after a fork. `ready` ends once what
/// ends the rig does not end this process too.
[[noreturn]] void restore_when_the_rig_is_gone(int life, int ready, int lock, const char* aside,
                                               const char* file) {
  constexpr int out_of_the_way = 10;
  setsid();
  prctl(PR_SET_NAME, name_of_restorers);  // the rig that adopts it does not kill it at once
  static_cast<void>(write(ready, "r", 1));
  const int life_copy = fcntl(life, F_DUPFD, out_of_the_way);
  const int lock_copy = fcntl(lock, F_DUPFD, out_of_the_way);
  dup2(life_copy, 0);
  dup2(lock_copy, 1);  // nobody else takes the file before it is back
  close_range(2, ~0U, 0);
  if (!read_byte(0)) static_cast<void>(std::rename(aside, file));
  _exit(0);
}

}  // namespace

std::optional<std::string> with_key_set(const std::string& text, const std::string& key,
                                        const std::string& value) {
  std::string all;
  bool any = false;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t next = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, next - begin);
    if (const auto at = value_in(line, key)) {
      const bool ends_in_cr = line.ends_with('\r');
      line = line.substr(0, std::min(*at, line.size() - (ends_in_cr ? 1 : 0)));
      line += value + (ends_in_cr ? "\r" : "");
      any = true;
    }
    all += line;
    if (next < text.size()) all += '\n';
    begin = next + 1;
  }
  return any ? std::optional(all) : std::nullopt;
}

EditedConfiguration::EditedConfiguration(const Description& description, const Filling& filling) {
  const Configuration& configuration = description.configuration;
  if (configuration.place == Configuration::Place::copy) {
    write_copy(edited(description, filling, configuration.file), configuration.file.filename());
    return;
  }
  std::error_code error;
  path_ = fs::weakly_canonical(configuration.file, error).string();
  aside_ = path_ + of_files_aside;
  if (fs::exists(aside_, error)) {
    const Descriptor left_over = locked(aside_);
    if (!left_over.is_open()) refuse(path_, "is edited by another run");
    if (std::rename(aside_.c_str(), path_.c_str()) != 0) refuse_by_system(path_, "cannot be restored");
  }
  lock_ = locked(path_);
  if (!lock_.is_open()) refuse(path_, "is edited by another run");
  write_in_place(edited(description, filling, path_));
}

void EditedConfiguration::write_copy(const std::string& text, const fs::path& name) {
  folder_.emplace();
  path_ = (folder_->path() / name).string();
  std::ofstream out(path_, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw RigError(fmt::format("{} cannot be written.", path_));
}

void EditedConfiguration::write_in_place(const std::string& text) {
  const fs::perms mode = fs::status(path_).permissions();
  watch_for_the_end();
  if (renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, aside_.c_str(), RENAME_NOREPLACE) != 0) {
    const int error = errno;
    dismiss_the_watcher();
    errno = error;
    refuse_by_system(path_, "cannot be moved aside");
  }
  std::ofstream out(path_, std::ios::binary);
  out << text;
  out.close();
  if (!out) refuse_by_system(path_, "cannot be written");
  fs::permissions(path_, mode);
}

void EditedConfiguration::watch_for_the_end() {
  std::array<int, 2> ends{};
  std::array<int, 2> news{};
  if (pipe2(ends.data(), O_CLOEXEC) < 0) refuse_by_system(path_, "cannot be watched over");
  const Descriptor read_end(ends[0]);
  life_ = Descriptor(ends[1]);
  if (pipe2(news.data(), O_CLOEXEC) < 0) refuse_by_system(path_, "cannot be watched over");
  const Descriptor news_of_watcher(news[0]);
  Descriptor news_to_rig(news[1]);
  const std::string aside = aside_.string();
  watcher_ = fork();
  if (watcher_ == 0)
    restore_when_the_rig_is_gone(read_end.number(), news[1], lock_.number(), aside.c_str(), path_.c_str());
  if (watcher_ < 0) refuse_by_system(path_, "cannot be watched over");
  news_to_rig = Descriptor();
  if (read_byte(news_of_watcher.number())) return;
  dismiss_the_watcher();
  refuse(path_, "cannot be watched over: what restores it was killed");
}

void EditedConfiguration::dismiss_the_watcher() {
  static_cast<void>(write_all(life_, "d"));
  life_ = Descriptor();
  while (waitpid(watcher_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

EditedConfiguration::~EditedConfiguration() {
  if (watcher_ < 0) return;
  static_cast<void>(std::rename(aside_.c_str(), path_.c_str()));
  dismiss_the_watcher();
}

}  // namespace rig::host
