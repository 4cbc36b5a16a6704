#pragma once
/// What the tests of exec links share: the programs under fixtures/exec, and a way to know who still lives.

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "rig/link/exec/exec_link.hpp"

namespace rig::testing {

inline std::string fixture(std::string_view name_and_arguments) {
  return fmt::format("{}/{}", RIG_EXEC_FIXTURES, name_and_arguments);
}

inline std::unique_ptr<ExecLink> open_fixture(std::string_view name_and_arguments) {
  return open_exec({.command = fixture(name_and_arguments), .name = "", .directory = "", .sandbox = {}});
}

inline Instant now() {
  return Instant::exactly(monotonic_domain(), std::chrono::steady_clock::now().time_since_epoch());
}

/// Nothing that a test waits for takes longer on the slowest machine.
inline Instant soon() {
  return now() + std::chrono::seconds(30);
}

inline void sleep(Duration time) {
  std::this_thread::sleep_for(time);
}

/// The next byte, or '\0' when anything else came.
inline char next_char(Link& link) {
  const Event event = link.receive(soon());
  const Byte* byte = std::get_if<Byte>(&event);
  return byte != nullptr ? static_cast<char>(byte->value) : '\0';
}

/// A file that some fixtures keep locked, and all their descendants with them: once this process can lock it
/// alone, all of them are dead.
class LifeLock {
 public:
  LifeLock() : path_(std::filesystem::temp_directory_path() / fmt::format("rig-life-XXXXXX")) {
    std::string name = path_.string();
    file_ = mkstemp(name.data());
    path_ = name;
    fcntl(file_, F_SETFD, FD_CLOEXEC);
  }
  ~LifeLock() {
    close(file_);
    std::filesystem::remove(path_);
  }
  LifeLock(const LifeLock&) = delete;
  LifeLock& operator=(const LifeLock&) = delete;

  std::string path() const { return path_.string(); }

  bool somebody_lives() const {
    if (flock(file_, LOCK_EX | LOCK_NB) != 0) return true;
    flock(file_, LOCK_UN);
    return false;
  }

  /// Waits a generous while for all of them to die.
  bool everybody_dies() const {
    for (int i = 0; i < 1000 && somebody_lives(); ++i) sleep(std::chrono::milliseconds(10));
    return !somebody_lives();
  }

 private:
  std::filesystem::path path_;
  int file_ = -1;
};

/// What a program can do to those who watch it, as the fixture `turns_on_supervisor` takes it. Killing all of
/// them is beyond what the link alone can mend.
inline const std::vector<std::string> turns = {
    "stop-parent",    "stop-parent exit",        "kill-parent",          "stop-both",
    "stop-both exit", "stop-parent kill-parent", "stop-both kill-keeper"};

/// Opens a program that has done so to its supervisor.
inline std::unique_ptr<ExecLink> open_turned(const LifeLock& life, const std::string& turn) {
  auto link = open_fixture(fmt::format("turns_on_supervisor {} {}", life.path(), turn));
  BOOST_REQUIRE(next_char(*link) == 'r');
  link->send({{'!'}}, now());
  sleep(std::chrono::milliseconds(5));  // by then it has, most likely
  return link;
}

/// Runs `work` in a process of its own and gives that process to `meanwhile`. Returns its wait status.
inline int in_a_process(const std::function<bool()>& work, const std::function<void(pid_t)>& meanwhile) {
  const pid_t child = fork();
  if (child == 0) {
    try {
      _exit(work() ? 0 : 1);
    } catch (...) {
      _exit(2);
    }
  }
  meanwhile(child);
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

}  // namespace rig::testing
