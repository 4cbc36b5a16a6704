/// blokus-course: the reference player of course as a program of its own, started for each move.

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <thread>

#include "games/blokus/players/course/course_player.hpp"
#include "rig/base/errors.hpp"
#include "rig/player/device_host.hpp"

namespace rig::player {

namespace {

using Clock = std::chrono::steady_clock;

/// Ends with the program that started this one, so that one that never ends by itself does.
void end_with_parent() {
  const pid_t parent = getppid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) std::exit(3);
}

/// What lies under the paths; nothing where it cannot be read.
Files read_files(const std::vector<std::string>& paths) {
  Files files;
  for (const std::string& path : paths) {
    std::ifstream file(path, std::ios::binary);
    if (!file) continue;
    std::ostringstream content;
    content << file.rdbuf();
    files[path] = content.str();
  }
  return files;
}

/// False: it cannot be written, which standard error says.
bool write_file(const std::string& path, const std::string& content) {
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  bool written = file != nullptr;
  if (written) {
    written = std::fwrite(content.data(), 1, content.size(), file) == content.size();
    written = std::fclose(file) == 0 && written;
  }
  if (!written) std::fprintf(stderr, "%s: %s\n", path.c_str(), std::strerror(errno));
  return written;
}

/// A process in a session of its own, which would run on for a while.
void leave_a_child() {
  if (fork() != 0) return;
  setsid();
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) close(descriptor);
  sleep(60);
  _exit(0);
}

/// Writes until it is stopped; where nobody stops it, up to 128 MiB.
void fill_the_disk() {
  constexpr int pieces = 128;
  const std::string mebibyte(std::size_t{1} << 20U, 'x');
  std::FILE* const file = std::fopen("ballast", "wb");
  if (file == nullptr) return;
  for (int piece = 0; piece < pieces; ++piece) std::fwrite(mebibyte.data(), 1, mebibyte.size(), file);
  std::fclose(file);
  unlink("ballast");
}

/// `signal 11 (SIGSEGV)`, without a core file.
void die_by(const std::string& signal) {
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  const int number = std::atoi(signal.c_str() + std::strlen("signal "));
  std::signal(number, SIG_DFL);
  std::raise(number);
}

/// Does what the device decides, when it says. Returns the exit status.
int perform(const FileDevice::Run& run, const std::string& fault) {
  const Clock::time_point begin = Clock::now();
  std::fputs(run.standard_error.c_str(), stderr);
  for (const FileDevice::Write& write : run.writes) {
    std::this_thread::sleep_until(begin + write.after);
    if (write.content) {
      write_file(write.path, *write.content);
    } else {
      std::remove(write.path.c_str());
    }
  }
  if (fault == "fills-disk") fill_the_disk();
  for (int child = 0; child < run.leaves_running; ++child) leave_a_child();
  while (!run.ends) pause();
  std::this_thread::sleep_until(begin + *run.ends);
  if (!run.killed_by.empty()) die_by(run.killed_by);
  return run.exit_status;
}

}  // namespace

}  // namespace rig::player

int main(int argc, char** argv) {
  using namespace rig::player;
  end_with_parent();
  CLI::App app{
      "A program that plays course (Blokus Duo over files): started for each move, it updates the board and\n"
      "the file of its pieces left. Exit status 0: placed; 1: pass; 2: the command is wrong.\n\n"
      "Examples:\n"
      "  scripts/certify --contest course --dut 'files:build/release/bin/blokus-course'\n"
      "  blokus-course Red ../BlokusBoard.txt ../LeftPattern_Red.txt ../StepLog.txt"};
  CourseDeviceOptions options;
  options.think = rig::Duration::zero();
  bool list_faults = false;
  std::vector<std::string> arguments;
  app.add_option("--fault", options.fault, "Play with this defect: see --list-faults")->type_name("NAME");
  app.add_flag("--list-faults", list_faults, "The defects that it knows, a line each");
  app.add_option("arguments", arguments,
                 "Red or Blue, and the paths of the board, the pieces left, the step log");
  int status = 0;
  const int outcome = run_device_program(app, "blokus-course", argc, argv, [&] {
    if (list_faults) return print_faults(course_device_faults());
    const std::unique_ptr<rig::FileDevice> device = new_course_device(options);
    if (arguments.size() != 4) {
      throw rig::UsageError("Found " + std::to_string(arguments.size()) +
                            " words, allowed are 4: Red or Blue, BOARD, LEFTPATTERN and STEPLOG.");
    }
    if (arguments[0] != "Red" && arguments[0] != "Blue")
      throw rig::UsageError("The colour is \"" + arguments[0] + "\", allowed are Red and Blue.");
    device->new_game();
    const std::string& log = arguments[3];
    if (access(log.c_str(), R_OK) == 0 && access(log.c_str(), W_OK) != 0) device->write_protected({log});
    status = perform(device->act(read_files({arguments[1], arguments[2], arguments[3]}), arguments),
                     options.fault);
  });
  return outcome != 0 ? outcome : status;
}
