/// Programs that try to reach what is not theirs, each in one way: with a sandbox none does, from the first
/// start on. Without one each does, so that the test can fail; what takes root's rights does so for root.

#include "rig/link/exec/sandbox/sandbox.hpp"

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "rig/base/errors.hpp"
#include "rig/link/exec/supervised.hpp"
#include "rig/tests/bytes/exec_fixtures.hpp"
#include "rig/tests/contains.hpp"

using namespace rig;
using namespace rig::testing;
namespace data = boost::unit_test::data;
namespace fs = std::filesystem;

namespace {

void write_file(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// What an organiser has, and one team's program among it.
class Organiser {
 public:
  Organiser() {
    for (const char* file : {"keys/organiser.key", "other/engine.py", "reports/report.json", "home/.ssh/id"})
      write_file(folder_ / file, "secret");
    fs::create_directories(folder_ / "team");
    fs::copy_file(fixture("attacker"), folder_ / "team/attacker");
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

  /// Whether the attack came to anything: what the program says, and what is seen from here.
  bool is_hurt_by(const std::string& way, const std::string& argument, Sandboxing wish) {
    Supervised::Options options;
    options.words = {(folder_ / "team/attacker").string(), way};
    if (!argument.empty()) options.words.push_back(filled(argument));
    options.directory = folder_ / "team";
    options.keeps_output_apart = true;
    options.sandbox.wish = wish;
    Supervised program(options);
    const std::optional<int> status = program.ended(std::chrono::minutes(1));
    BOOST_TEST_REQUIRE(status.has_value());
    BOOST_TEST_REQUIRE(*status == 0, describe_ending(*status));
    const bool has_written = way == "writes" || way == "renames" || way == "removes";
    return has_written ? is_changed() : program.newly_said().output == "1\n";
  }

 private:
  static int memory_key() { return 0x52490000 + (getpid() & 0xffff); }
  static std::string name() { return "rig-attack-" + std::to_string(getpid()); }
  static std::vector<fs::path> outside() {
    return {"/tmp/" + name(), "/var/tmp/" + name(), "/dev/shm/" + name(), "/usr/local/share/" + name()};
  }

  /// Whether anything is not as it was; it is then put right.
  bool is_changed() {
    bool changed = false;
    for (const char* file : {"keys/organiser.key", "other/engine.py", "reports/report.json", "home/.ssh/id"}) {
      changed = changed || text_of(folder_ / file) != "secret";
      write_file(folder_ / file, "secret");
    }
    for (const fs::path& path : {folder_ / "keys/new", folder_ / "home/.bashrc", folder_ / "reports/new"})
      changed = fs::remove(path) || changed;
    for (const fs::path& path : outside()) changed = fs::remove(path) || changed;
    fs::copy_file(fixture("attacker"), folder_ / "team/attacker", fs::copy_options::overwrite_existing);
    return changed;
  }

  void open_port() {
    listener_ = Descriptor(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    BOOST_TEST_REQUIRE(
        bind(listener_.number(), reinterpret_cast<const sockaddr*>(&address), length) == 0);  // NOLINT
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
      BOOST_TEST_REQUIRE(
          bind(sockets_.back().number(), reinterpret_cast<const sockaddr*>(&address), length) == 0);  // NOLINT
      BOOST_TEST_REQUIRE(listen(sockets_.back().number(), 64) == 0);
    }
  }

  TemporaryFolder folder_;
  Descriptor listener_;
  std::vector<Descriptor> sockets_;
  std::uint16_t port_ = 0;
  int memory_ = -1;
};

/// Who comes through with it where there is no sandbox.
enum class Without { everybody, root, depends };

struct Attack {
  std::string way;
  std::string argument;
  Without without = Without::everybody;
};
std::ostream& operator<<(std::ostream& out, const Attack& attack) {
  return out << attack.way << ' ' << attack.argument;
}

const std::vector<Attack> attacks = {
    {"reads", "{}/keys/organiser.key"},
    {"reads", "{}/other/engine.py"},
    {"reads", "{}/reports/report.json"},
    {"reads", "{}/home/.ssh/id"},
    {"reads", "../keys/organiser.key"},
    {"reads", "/proc/self/cwd/../keys/organiser.key"},
    {"reads", "/proc/{pid}/root/{}/keys/organiser.key"},
    {"reads-through-a-link", "{}/keys/organiser.key"},
    {"reads-a-second-name", "{}/keys/organiser.key"},
    {"reads-in-own-namespaces", "{}/keys/organiser.key"},
    {"reads-environment", "{pid}"},
    {"writes", "{}/keys/new"},
    {"writes", "{}/reports/report.json"},
    {"writes", "{}/reports/new"},
    {"writes", "{}/other/engine.py"},
    {"writes", "{}/home/.bashrc"},
    {"writes", "/tmp/{name}"},
    {"writes", "/var/tmp/{name}"},
    {"writes", "/dev/shm/{name}"},
    {"writes", "/usr/local/share/{name}", Without::root},
    {"removes", "{}/keys/organiser.key"},
    {"renames", "{}/other/engine.py"},
    {"sees-program", "sandbox_test"},
    {"reaches-process", "{pid}"},
    {"reaches-everybody", ""},
    {"traces", "{pid}", Without::depends},
    {"connects-to-port", "{port}"},
    {"connects-to-socket", "{}/keys/socket"},
    {"connects-to-socket", "@{name}"},
    {"finds-memory", "{key}"},
    {"names-the-machine", "", Without::root},
    {"mounts", "{}/team", Without::root},
    {"makes-a-device", "", Without::root},
    {"sees-a-disk", "", Without::depends},
    {"opens", "/proc/sysrq-trigger", Without::root},
    {"opens", "/proc/sys/kernel/core_pattern", Without::root},
    {"opens", "/dev/kmsg", Without::depends},
    {"opens", "/.rig/helper", Without::depends},
    {"fills", "/tmp/{name}"},
    {"fills", "/dev/shm/{name}", Without::depends},
};

/// Never, with a sandbox or without.
const std::vector<Attack> attacks_on_the_supervisor = {
    {"inherits", ""},
};

bool can_be_sandboxed() {
  if (why_no_sandbox().empty()) return true;
  std::cout << "could not tell: no sandbox can be had here: " << why_no_sandbox() << "\n";
  return false;
}

}  // namespace

BOOST_DATA_TEST_CASE(in_a_sandbox_nothing_of_others_is_reached, data::make(attacks), attack) {
  if (!can_be_sandboxed()) return;
  Organiser organiser;
  BOOST_TEST(!organiser.is_hurt_by(attack.way, attack.argument, Sandboxing::required));
}

BOOST_DATA_TEST_CASE(without_one_it_is, data::make(attacks), attack) {
  const bool is_root = geteuid() == 0;
  if (attack.without == Without::depends || (attack.without == Without::root && !is_root)) return;
  Organiser organiser;
  BOOST_TEST(organiser.is_hurt_by(attack.way, attack.argument, Sandboxing::off));
}

BOOST_DATA_TEST_CASE(the_supervisor_alone_sees_to_this, data::make(attacks_on_the_supervisor), attack) {
  Organiser organiser;
  BOOST_TEST(!organiser.is_hurt_by(attack.way, attack.argument, Sandboxing::off));
}

BOOST_AUTO_TEST_CASE(a_program_has_its_own_folder_and_no_rights) {
  if (!can_be_sandboxed()) return;
  Organiser organiser;
  BOOST_TEST(!organiser.is_hurt_by("gains-rights", "", Sandboxing::required));
  BOOST_TEST(!organiser.is_hurt_by("writes", "{}/team/notes", Sandboxing::required));
  BOOST_TEST(text_of(organiser / "team/notes") == "taken");
}

BOOST_AUTO_TEST_CASE(what_it_leaves_behind_is_gone) {
  if (!can_be_sandboxed()) return;
  Organiser organiser;
  organiser.is_hurt_by("leaves-behind", "{}/team/held", Sandboxing::required);
  const Descriptor file(open((organiser / "team/held").c_str(), O_RDWR | O_CLOEXEC));
  BOOST_TEST_REQUIRE(file.is_open());
  struct flock all {};
  all.l_type = F_WRLCK;
  BOOST_TEST(fcntl(file.number(), F_SETLK, &all) == 0);
}

BOOST_AUTO_TEST_CASE(what_is_hidden_is_not_seen_even_in_its_own_folder) {
  if (!can_be_sandboxed()) return;
  Organiser organiser;
  write_file(organiser / "team/reports/report.json", "secret");
  Supervised::Options options;
  options.words = {(organiser / "team/attacker").string(), "reads", "reports/report.json"};
  options.directory = organiser / "team";
  options.keeps_output_apart = true;
  options.sandbox.wish = Sandboxing::required;
  for (const bool hidden : {false, true}) {
    if (hidden) options.sandbox.hidden = {organiser / "team/reports"};
    Supervised program(options);
    BOOST_TEST_REQUIRE(program.ended(std::chrono::minutes(1)).has_value());
    BOOST_TEST(program.newly_said().output == (hidden ? "0\n" : "1\n"));
  }
}

BOOST_AUTO_TEST_CASE(what_is_shown_may_be_read_and_not_written) {
  if (!can_be_sandboxed()) return;
  Organiser organiser;
  Supervised::Options options;
  options.keeps_output_apart = true;
  options.sandbox.wish = Sandboxing::required;
  options.sandbox.shown = {organiser / "other"};
  const std::pair<const char*, const char*> expected[] = {{"reads", "1\n"}, {"writes", "0\n"}};
  for (const auto& [way, answer] : expected) {
    options.words = {(organiser / "team/attacker").string(), way, organiser.filled("{}/other/engine.py")};
    Supervised program(options);
    BOOST_TEST_REQUIRE(program.ended(std::chrono::minutes(1)).has_value());
    BOOST_TEST(program.newly_said().output == answer);
  }
  options.sandbox.shown = {organiser / "nowhere"};
  BOOST_CHECK_EXCEPTION(Supervised{options}, UsageError, [](const UsageError& error) {
    return contains(error.what(), "nowhere: there is no such file or folder");
  });
}

BOOST_AUTO_TEST_CASE(words_for_the_wish_are_checked) {
  for (const char* word : {"auto", "require", "off"}) BOOST_TEST(word_of(sandboxing_from(word)) == word);
  BOOST_CHECK_THROW(sandboxing_from("on"), UsageError);
}
