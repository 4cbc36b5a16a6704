#include "conformance/run/tests/programs.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "rig/base/program/argv.hpp"

namespace conformance::testing_programs {

Running::Running(const std::string& program, const std::vector<std::string>& arguments,
                 const std::vector<std::string>& environment) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, ends[1], STDERR_FILENO);
  std::vector<std::string> words = {program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> settings = environment;
  for (char** entry = environ; *entry != nullptr; ++entry) settings.emplace_back(*entry);
  const int error = posix_spawn(&pid_, program.c_str(), &files, nullptr, rig::argv_of(words).data(),
                                rig::argv_of(settings).data());
  posix_spawn_file_actions_destroy(&files);
  close(ends[1]);
  output_ = ends[0];
  if (error != 0) throw std::runtime_error(program + ": " + std::strerror(error));
}

Running::~Running() {
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  close(output_);
}

bool Running::read_some() {
  char block[4096];
  const ssize_t got = read(output_, block, sizeof block);
  if (got < 0 && errno == EINTR) return true;
  if (got <= 0) return false;
  text_.append(block, static_cast<std::size_t>(got));
  return true;
}

bool Running::wait_for(const std::string& text) {
  while (text_.find(text) == std::string::npos) {
    if (!read_some()) return false;
  }
  return true;
}

Outcome Running::wait() {
  while (read_some()) {
  }
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), text_};
}

Outcome run(const std::string& program, const std::vector<std::string>& arguments,
            const std::vector<std::string>& environment) {
  return Running(program, arguments, environment).wait();
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "contest-rig-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

namespace {

/// A socket at this port of the machine itself (0: the system chooses one).
struct Bound {
  int socket_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int port = 0;  ///< 0: it is taken

  explicit Bound(int wanted) {
    const int yes = 1;
    if (wanted != 0) setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(wanted));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    auto* plain = reinterpret_cast<sockaddr*>(&address);  // NOLINT: the sockets API
    if (bind(socket_, plain, length) == 0 && getsockname(socket_, plain, &length) == 0)
      port = ntohs(address.sin_port);
  }
  ~Bound() { close(socket_); }
  Bound(const Bound&) = delete;
  Bound& operator=(const Bound&) = delete;
};

/// A name that one process at a time can have, and that is free when it ends, however it does. -1: it is
/// taken.
int take_name(const std::string& name) {
  const int lock = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  name.copy(static_cast<char*>(address.sun_path) + 1,
            sizeof address.sun_path - 1);  // the zero before it: no file
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  if (bind(lock, reinterpret_cast<const sockaddr*>(&address), length) == 0) return lock;  // NOLINT
  close(lock);
  return -1;
}

}  // namespace

int free_tcp_port() {
  const int port = Bound(0).port;
  if (port == 0) throw std::runtime_error("no free port");
  return port;
}

/// Below those that the system gives to whoever connects.
OwnPorts::OwnPorts() {
  for (first_ = 20'000; first_ < 30'000; first_ += 2) {
    lock_ = take_name("contest-rig-test-port-" + std::to_string(first_));
    if (lock_ < 0) continue;
    if (Bound(first_).port != 0 && Bound(first_ + 1).port != 0) return;
    close(lock_);
  }
  throw std::runtime_error("no free ports");
}

OwnPorts::~OwnPorts() {
  close(lock_);
}

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();  // a process that ends meanwhile has none
  return content.str();
}

std::vector<int> children_of(int parent) {
  std::vector<int> children;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const std::string stat = content_of(entry.path() / "stat");
    const std::size_t after_name = stat.rfind(')');
    if (after_name == std::string::npos) continue;
    if (std::atoi(stat.c_str() + after_name + 4) == parent) children.push_back(std::stoi(name));
  }
  return children;
}

}  // namespace conformance::testing_programs
