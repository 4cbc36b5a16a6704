#pragma once
/// What an organiser has that no program under test is to reach, and one team's program among it that tries.

#include <netinet/in.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "rig/base/descriptor.hpp"
#include "rig/link/tests/link_test_tools.hpp"

namespace rig::testing {

namespace fs = std::filesystem;

inline void write_file(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

inline std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

class Organiser {
 public:
  /// `attacker`: the program fixtures/exec/attacker.
  explicit Organiser(fs::path attacker) : attacker_(std::move(attacker)) {
    for (const char* file : {"keys/organiser.key", "other/engine.py", "reports/report.json", "home/.ssh/id"})
      write_file(folder_ / file, "secret");
    fs::create_directories(folder_ / "team");
    fs::copy_file(attacker_, folder_ / "team/attacker");
    setenv("HOME", (folder_ / "home").c_str(), 1);  // NOLINT(concurrency-mt-unsafe): the only thread
    open_port();
    open_sockets();
    memory_ = shmget(memory_key(), 4096, IPC_CREAT | 0600);
  }
  ~Organiser() {
    shmctl(memory_, IPC_RMID, nullptr);
    for (const fs::path& path : outside()) fs::remove(path);
  }
  Organiser(const Organiser&) = delete;
  Organiser& operator=(const Organiser&) = delete;

  fs::path operator/(const std::string& name) const { return folder_ / name; }

  /// `{}` stands for the folder of all this, `{pid}`, `{port}`, `{key}` and `{name}` for what they say.
  std::string filled(std::string text) const {
    const std::pair<const char*, std::string> values[] = {{"{}", (folder_ / "").parent_path().string()},
                                                          {"{pid}", std::to_string(getpid())},
                                                          {"{port}", std::to_string(port_)},
                                                          {"{key}", std::to_string(memory_key())},
                                                          {"{name}", name()}};
    for (const auto& [word, value] : values) {
      for (std::size_t at = 0; (at = text.find(word)) != std::string::npos;)
        text.replace(at, std::strlen(word), value);
    }
    return text;
  }

  /// Whether anything is not as it was; it is then put right.
  bool is_changed() {
    bool changed = false;
    for (const char* file :
         {"keys/organiser.key", "other/engine.py", "reports/report.json", "home/.ssh/id"}) {
      changed = changed || text_of(folder_ / file) != "secret";
      write_file(folder_ / file, "secret");
    }
    for (const fs::path& path : {folder_ / "keys/new", folder_ / "home/.bashrc", folder_ / "reports/new"})
      changed = fs::remove(path) || changed;
    for (const fs::path& path : outside()) changed = fs::remove(path) || changed;
    fs::copy_file(attacker_, folder_ / "team/attacker", fs::copy_options::overwrite_existing);
    return changed;
  }

 private:
  static int memory_key() { return 0x52490000 + (getpid() & 0xffff); }
  static std::string name() { return "rig-attack-" + std::to_string(getpid()); }
  static std::vector<fs::path> outside() {
    return {"/tmp/" + name(), "/var/tmp/" + name(), "/dev/shm/" + name(), "/usr/local/share/" + name()};
  }

  void open_port() {
    listener_ = Descriptor(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    BOOST_TEST_REQUIRE(bind(listener_.number(), reinterpret_cast<const sockaddr*>(&address), length) ==
                       0);  // NOLINT
    BOOST_TEST_REQUIRE(listen(listener_.number(), 64) == 0);
    getsockname(listener_.number(), reinterpret_cast<sockaddr*>(&address), &length);  // NOLINT
    port_ = ntohs(address.sin_port);
  }

  void open_sockets() {
    for (const std::string& path : {(folder_ / "keys/socket").string(), "@" + name()}) {
      sockaddr_un address{};
      address.sun_family = AF_UNIX;
      path.copy(address.sun_path, sizeof address.sun_path - 1);
      if (path.front() == '@') address.sun_path[0] = '\0';
      sockets_.emplace_back(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
      const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size());
      BOOST_TEST_REQUIRE(bind(sockets_.back().number(), reinterpret_cast<const sockaddr*>(&address),
                              length) == 0);  // NOLINT
      BOOST_TEST_REQUIRE(listen(sockets_.back().number(), 64) == 0);
    }
  }

  fs::path attacker_;
  TemporaryFolder folder_;
  Descriptor listener_;
  std::vector<Descriptor> sockets_;
  std::uint16_t port_ = 0;
  int memory_ = -1;
};

}  // namespace rig::testing
