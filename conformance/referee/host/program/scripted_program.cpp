/// The program that stands where a player's own would when a referee is tested that starts its players
/// itself: it tells the rig how it was started and what lies before it, and does what the rig says
/// (wire.hpp).
///
///   rig-scripted-program SOCKET ARGUMENT…
///
/// It decides nothing. When the rig is gone it ends.

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <deque>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <vector>

#include "conformance/referee/host/program/wire.hpp"
#include "rig/base/program/plain_version.hpp"

namespace {

using rig::host::wire::DeedKind;
using rig::host::wire::Message;
using rig::host::wire::Reader;
using rig::host::wire::Writer;
using Files = std::map<std::string, std::string>;

constexpr std::uint64_t a_second = 1'000'000'000;
constexpr std::uint64_t between_looks = 10'000'000;
constexpr std::size_t most_files = 64;
constexpr off_t largest_file = off_t{1} << 20;
constexpr int cannot_reach_the_rig = 126;

std::uint64_t now() {
  timespec at{};
  clock_gettime(CLOCK_MONOTONIC, &at);
  return static_cast<std::uint64_t>(at.tv_sec) * a_second + static_cast<std::uint64_t>(at.tv_nsec);
}

/// When this process was made, as the kernel counts it (to a hundredth of a second); `fallback` where it does
/// not tell.
std::uint64_t made_at(std::uint64_t fallback) {
  std::ifstream in("/proc/self/stat");
  std::string line;
  std::getline(in, line);
  const std::size_t name_end = line.rfind(')');
  if (name_end == std::string::npos) return fallback;
  std::istringstream fields(line.substr(name_end + 1));
  std::string field;
  constexpr int place_of_start = 20;  // after the name
  for (int i = 0; i < place_of_start; ++i) fields >> field;
  timespec boot{};
  clock_gettime(CLOCK_BOOTTIME, &boot);
  const std::uint64_t since_boot =
      static_cast<std::uint64_t>(boot.tv_sec) * a_second + static_cast<std::uint64_t>(boot.tv_nsec);
  const std::uint64_t tick = a_second / static_cast<std::uint64_t>(sysconf(_SC_CLK_TCK));
  const std::uint64_t made = std::strtoull(field.c_str(), nullptr, 10) * tick;
  if (made == 0 || made > since_boot) return fallback;
  const std::uint64_t age = since_boot - made;
  return age > fallback ? fallback : std::min(fallback, now() - age);
}

std::string directory() {
  std::array<char, 4096> name{};
  return getcwd(name.data(), name.size()) == nullptr ? "." : name.data();
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string(".") : path.substr(0, slash);
}

/// A regular file, and nothing else.
bool take(const std::string& path, Files& files) {
  const int file = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return false;
  struct stat facts {};
  std::string content;
  const bool fits = fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size <= largest_file;
  for (char block[4096]; fits;) {
    const ssize_t got = read(file, block, sizeof block);
    if (got <= 0) break;
    content.append(block, static_cast<std::size_t>(got));
  }
  close(file);
  if (fits) files[path] = content;
  return fits;
}

void take_folder(const std::string& folder, Files& files) {
  DIR* const entries = opendir(folder.c_str());
  if (entries == nullptr) return;
  while (const dirent* entry = readdir(entries)) {
    if (files.size() >= most_files) break;
    const std::string name = entry->d_name;
    if (name == "." || name == "..") continue;
    std::string path = folder;
    path.append("/").append(name);
    take(path, files);
  }
  closedir(entries);
}

class Program {
 public:
  Program(int rig, std::vector<std::string> arguments)
      : rig_(rig), arguments_(std::move(arguments)), directory_(directory()), made_(made_at(now())) {}

  int run() {
    seen_ = look();
    tell_sight();
    for (;;) {
      act();
      wait();
      if (!watches()) continue;
      Files found = look();
      if (found == seen_) continue;
      seen_ = std::move(found);
      tell_sight();
    }
  }

 private:
  struct Deed {
    DeedKind kind;
    std::uint64_t due;
    std::uint64_t number;
    std::string path;
    std::string content;
  };

  /// The files that its arguments name with all beside them, and those where it runs.
  Files look() const {
    std::set<std::string> folders = {directory_, directory_ + "/.."};
    Files files;
    for (const std::string& argument : arguments_) {
      const std::string path = argument.starts_with('/') ? argument : directory_ + "/" + argument;
      if (take(path, files)) folders.insert(folder_of(path));
    }
    if (arguments_.empty()) folders.erase(directory_ + "/..");
    for (const std::string& folder : folders) take_folder(folder, files);
    return files;
  }

  bool watches() const { return deeds_.empty() && !ends_; }

  void say(const Writer& message) const {
    const std::string text = message.message();
    for (std::size_t done = 0; done < text.size();) {
      const ssize_t sent = send(rig_, text.data() + done, text.size() - done, MSG_NOSIGNAL);
      if (sent < 0 && errno == EINTR) continue;
      if (sent <= 0) std::exit(cannot_reach_the_rig);
      done += static_cast<std::size_t>(sent);
    }
  }

  static void add(Writer& message, const Files& files) {
    message.number(files.size());
    for (const auto& [path, content] : files) message.text(path).text(content);
  }

  void tell_sight() const {
    Writer message;
    message.number(static_cast<std::uint64_t>(Message::sight)).number(now()).number(made_).text(directory_);
    message.number(arguments_.size());
    for (const std::string& argument : arguments_) message.text(argument);
    add(message, seen_);
    say(message);
  }

  /// Until the next deed is due, or until it is time to look again, or until the rig says something.
  void wait() {
    const std::uint64_t at = now();
    std::uint64_t next = at + (watches() ? between_looks : a_second);
    if (!deeds_.empty()) next = std::max(at, std::min(next, deeds_.front().due));
    const timespec patience{static_cast<time_t>((next - at) / a_second),
                            static_cast<long>((next - at) % a_second)};
    pollfd watched{rig_, POLLIN, 0};
    if (ppoll(&watched, 1, &patience, nullptr) > 0) listen();
  }

  void listen() {
    char block[65536];
    const ssize_t got = read(rig_, block, sizeof block);
    if (got < 0 && errno == EINTR) return;
    if (got <= 0) std::exit(cannot_reach_the_rig);
    came_.append(block, static_cast<std::size_t>(got));
    bool broken = false;
    while (const auto body = rig::host::wire::take_message(came_, broken)) {
      Reader reader(*body);
      Deed deed{static_cast<DeedKind>(reader.number()), reader.number(), reader.number(), reader.text(),
                reader.text()};
      ends_ = ends_ || deed.kind == DeedKind::exit || deed.kind == DeedKind::signal;
      deeds_.push_back(std::move(deed));
    }
    if (broken) std::exit(cannot_reach_the_rig);
  }

  void act() {
    while (!deeds_.empty() && deeds_.front().due <= now()) {
      const Deed deed = std::move(deeds_.front());
      deeds_.pop_front();
      act(deed);
    }
  }

  void act(const Deed& deed) {
    const auto done = [this] {
      Writer message;
      say(message.number(static_cast<std::uint64_t>(Message::done)).number(now()));
    };
    switch (deed.kind) {
      case DeedKind::write: write(deed.path, deed.content); return done();
      case DeedKind::replace:
        write(deed.path + ".new", deed.content);
        static_cast<void>(std::rename((deed.path + ".new").c_str(), deed.path.c_str()));
        return done();
      case DeedKind::remove: static_cast<void>(unlink(deed.path.c_str())); return done();
      case DeedKind::look: {
        Writer message;
        message.number(static_cast<std::uint64_t>(Message::left)).number(now());
        add(message, look());
        return say(message);
      }
      case DeedKind::exit: done(); _exit(static_cast<int>(deed.number));
      case DeedKind::signal:
        done();
        std::signal(static_cast<int>(deed.number), SIG_DFL);
        std::raise(static_cast<int>(deed.number));
        _exit(cannot_reach_the_rig);
    }
  }

  static void write(const std::string& path, const std::string& content) {
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) return;  // the files that it tells afterwards show it
    for (std::size_t at = 0; at < content.size();) {
      const ssize_t wrote = ::write(file, content.data() + at, content.size() - at);
      if (wrote <= 0) break;
      at += static_cast<std::size_t>(wrote);
    }
    close(file);
  }

  int rig_;
  std::vector<std::string> arguments_;
  std::string directory_;
  std::uint64_t made_;
  Files seen_;
  std::deque<Deed> deeds_;
  std::string came_;
  bool ends_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  if (rig::asks_for_version(argc, argv))
    return rig::tell_version("rig-scripted-program", CONTEST_RIG_VERSION);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string place = argc > 1 ? argv[1] : "";
  if (place.empty() || place.size() >= sizeof address.sun_path) {
    std::fputs("rig-scripted-program: it is started by a referee that the rig tests\n", stderr);
    return cannot_reach_the_rig;
  }
  place.copy(address.sun_path, place.size());
  const int rig = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (rig < 0 || connect(rig, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    std::perror("rig-scripted-program: the rig cannot be reached");
    return cannot_reach_the_rig;
  }
  return Program(rig, {argv + 2, argv + argc}).run();
}
