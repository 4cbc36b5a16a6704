#include "rig/link/files/folder_watch.hpp"

#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cstring>

#include "rig/link/stream/monotonic.hpp"

namespace rig {

namespace {

constexpr Duration left_alone = std::chrono::milliseconds(250);
constexpr unsigned at_rest_again = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE;

}  // namespace

FolderWatch::FolderWatch(const std::filesystem::path& folder)
    : events_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)), last_look_(monotonic_now()) {
  works_ = events_.is_open() && inotify_add_watch(events_.number(), folder.c_str(),
                                                  IN_CREATE | IN_MODIFY | at_rest_again | IN_ONLYDIR) >= 0;
}

void FolderWatch::begin(const std::set<std::string>& names) {
  look();
  names_ = names;
  changes_.clear();
}

bool FolderWatch::look() {
  const Duration begun = monotonic_now();
  const std::map<std::string, Instant> before = changes_;
  alignas(inotify_event) std::array<char, 65536> buffer;
  for (ssize_t count = 0; (count = read(events_.number(), buffer.data(), buffer.size())) > 0;) {
    const Duration now = monotonic_now();
    for (ssize_t at = 0; at < count;) {
      inotify_event event{};
      std::memcpy(&event, buffer.data() + at, sizeof event);
      const std::string name = event.len > 0 ? buffer.data() + at + sizeof event : "";
      if ((event.mask & (IN_Q_OVERFLOW | IN_IGNORED)) != 0) works_ = false;
      if ((event.mask & IN_ISDIR) == 0 && !name.empty()) take(name, event.mask, now);
      at += static_cast<ssize_t>(sizeof event + event.len);
    }
  }
  bool news = changes_ != before;
  for (auto file = writing_.begin(); file != writing_.end();) {
    const bool rests = !file->second.modified && begun - file->second.seen >= left_alone;
    news = news || (rests && names_.contains(file->first));
    file = rests ? writing_.erase(file) : std::next(file);
  }
  last_look_ = begun;
  return news;
}

void FolderWatch::take(const std::string& name, unsigned what, Duration now) {
  if (names_.contains(name)) changes_[name] = monotonic_interval(last_look_, now);
  if ((what & at_rest_again) != 0) {
    writing_.erase(name);
    return;
  }
  Writing& writing = writing_[name];
  writing.modified = writing.modified || (what & IN_MODIFY) != 0;
  writing.seen = now;
}

bool FolderWatch::at_rest() const {
  return being_written().empty();
}

std::set<std::string> FolderWatch::being_written() const {
  std::set<std::string> names;
  for (const std::string& name : names_) {
    if (writing_.contains(name)) names.insert(name);
  }
  return names;
}

Instant FolderWatch::last_change(const Instant& otherwise) const {
  Instant last = otherwise;
  bool found = false;
  for (const auto& [name, at] : changes_) {
    if (!found || at.latest > last.latest) last = at;
    found = true;
  }
  return last;
}

}  // namespace rig
