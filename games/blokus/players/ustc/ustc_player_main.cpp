/// blokus-ustc: the reference player of ustc as a program of its own. It lives in its folder, reads what the
/// host writes there and writes its own file, until its host ends it.

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fstream>
#include <sstream>
#include <thread>
#include <tuple>

#include "games/blokus/contests/ustc/ustc_files.hpp"
#include "games/blokus/players/ustc/ustc_player.hpp"
#include "rig/base/descriptor.hpp"
#include "rig/base/errors.hpp"
#include "rig/player/device_host.hpp"

namespace rig::player {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto pause = 20ms;  // between two looks at the folder

/// Ends with the program that started this one.
void end_with_parent() {
  const pid_t parent = getppid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) std::exit(0);
}

[[noreturn]] void fail(const std::string& what, const std::string& file) {
  throw RigError("Cannot " + what + " " + file + ": " + std::strerror(errno) + ".");
}

/// A file in the folder, and by what a new version of it is known, even with the same content.
struct Version {
  std::string content;
  std::tuple<ino_t, time_t, long> stamp;
  friend bool operator==(const Version&, const Version&) = default;
};

std::optional<Version> version_of(const std::string& file) {
  struct stat status {};
  if (stat(file.c_str(), &status) != 0) return std::nullopt;
  std::ifstream in(file, std::ios::binary);
  std::ostringstream content;
  content << in.rdbuf();
  return Version{content.str(), {status.st_ino, status.st_mtim.tv_sec, status.st_mtim.tv_nsec}};
}

/// The device in real time.
class FolderHost {
 public:
  FolderHost(FileDevice& device, int player) : device_(device) {
    for (int k = 1; k <= 2; ++k) {
      if (player == 0 || player == k) names_.push_back(protocol::ustc_host_file(k));
    }
  }

  [[noreturn]] void run() {
    device_.new_game();
    for (;;) {
      look();
      perform_due();
      const Clock::time_point next = Clock::now() + pause;
      std::this_thread::sleep_until(plan_.empty() ? next : std::min(next, plan_.front().at));
    }
  }

 private:
  struct Planned {
    Clock::time_point at;
    FileDevice::Write write;
  };
  /// A file that it holds open while it writes it in pieces.
  struct Open {
    std::string path;
    Descriptor file;
  };

  void look() {
    for (const std::string& name : names_) {
      const std::optional<Version> now = version_of(name);
      if (!now || now == seen_) continue;
      seen_ = now;
      plan(device_.act({{name, now->content}}, {}));
      names_ = {name};  // the player whose file it is stays the same
      return;
    }
  }

  void plan(const FileDevice::Run& run) {
    const Clock::time_point now = Clock::now();
    std::fputs(run.standard_error.c_str(), stderr);
    for (const FileDevice::Write& write : run.writes) plan_.push_back({now + write.after, write});
    std::stable_sort(plan_.begin(), plan_.end(),
                     [](const Planned& a, const Planned& b) { return a.at < b.at; });
    if (run.ends) end(run, now + *run.ends);
  }

  void perform_due() {
    while (!plan_.empty() && plan_.front().at <= Clock::now()) {
      const FileDevice::Write write = plan_.front().write;
      plan_.pop_front();
      perform(write);
    }
  }

  void perform(const FileDevice::Write& write) {
    if (!write.content) {
      if (unlink(write.path.c_str()) != 0 && errno != ENOENT) fail("remove", write.path);
    } else if (write.closed && slow_.path != write.path) {
      const std::string unready = write.path + ".new";
      put(unready, *write.content);
      if (rename(unready.c_str(), write.path.c_str()) != 0) fail("write", write.path);
    } else {
      put_in_place(write.path, *write.content, write.closed);
    }
  }

  void put_in_place(const std::string& path, const std::string& content, bool last) {
    if (slow_.path != path)
      slow_ = {path, Descriptor(open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644))};
    const int number = slow_.file.number();
    if (!slow_.file.is_open() || ftruncate(number, 0) != 0 || lseek(number, 0, SEEK_SET) != 0 ||
        write_all(slow_.file, content) != 0)
      fail("write", path);
    if (last) slow_ = {};
  }

  static void put(const std::string& path, const std::string& content) {
    const Descriptor file(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (!file.is_open() || write_all(file, content) != 0) fail("write", path);
  }

  /// What is to be written before it ends is written.
  [[noreturn]] void end(const FileDevice::Run& run, Clock::time_point at) {
    while (Clock::now() < at) {
      perform_due();
      std::this_thread::sleep_until(plan_.empty() ? at : std::min(at, plan_.front().at));
    }
    perform_due();
    const std::string signal = "signal ";
    if (run.killed_by.starts_with(signal)) {
      const int number = std::atoi(run.killed_by.c_str() + signal.size());
      std::signal(number, SIG_DFL);
      std::raise(number);
    }
    std::exit(run.exit_status);
  }

  FileDevice& device_;
  std::vector<std::string> names_;  // host files that may come
  std::optional<Version> seen_;
  std::deque<Planned> plan_;
  Open slow_;
};

}  // namespace

}  // namespace rig::player

int main(int argc, char** argv) {
  using namespace rig::player;
  end_with_parent();
  CLI::App app{
      "A program that plays ustc (Blokus over files): it reads GUI1Data.txt or GUI2Data.txt in its folder,\n"
      "whichever comes, writes Player1Data.txt or Player2Data.txt, and lives until it is killed.\n\n"
      "Examples:\n"
      "  scripts/certify --contest ustc --dut 'guifiles:build/release/bin/blokus-ustc'\n"
      "  scripts/certify --contest ustc --board 20 --dut 'guifiles:build/release/bin/blokus-ustc --board "
      "20'"};
  UstcDeviceOptions options;
  DeviceSwitches switches;
  app.add_option("--player", options.player, "1 or 2 (default: by the host's file that is there)")
      ->type_name("N");
  app.add_option("--board", options.board, "14 or 20 (default: 20 where messages have a fourth line)")
      ->type_name("SIZE");
  app.add_option("--starts", options.starts, "14 x 14: judge or figure")
      ->type_name("NAME")
      ->capture_default_str();
  app.add_option("--corners", options.corners, "20 x 20: figure or any")
      ->type_name("NAME")
      ->capture_default_str();
  add_switches(app, switches);
  return run_device_program(app, "blokus-ustc", argc, argv, [&] {
    if (switches.list_faults) return print_faults(ustc_device_faults());
    options.fault = switches.fault;
    options.think = think_time(switches, rig::Duration::zero());
    const std::unique_ptr<rig::FileDevice> device = new_ustc_device(options);
    FolderHost(*device, options.player).run();
  });
}
