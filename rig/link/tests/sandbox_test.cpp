/// Programs that try to reach what is not theirs, each in one way: with a sandbox none does, from the first
/// start on. Without one each does, so that the test can fail; what takes root's rights does so for root.

#include "rig/link/exec/sandbox/sandbox.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <iostream>
#include <limits>
#include <sstream>

#include "rig/base/errors.hpp"
#include "rig/link/exec/supervised.hpp"
#include "rig/link/tests/exec_fixtures.hpp"
#include "rig/link/tests/organiser.hpp"
#include "rig/tests/contains.hpp"

using namespace rig;
using namespace rig::testing;
namespace data = boost::unit_test::data;

namespace {

/// Whether the attack came to anything: what the program says, and what is seen from here.
bool is_hurt(Organiser& organiser, const std::string& way, const std::string& argument, Sandboxing wish) {
  Supervised::Options options;
  options.words = {(organiser / "team/attacker").string(), way};
  if (!argument.empty()) options.words.push_back("at:" + organiser.filled(argument));
  options.directory = organiser / "team";
  options.keeps_output_apart = true;
  options.sandbox.wish = wish;
  Supervised program(options);
  const std::optional<int> status = program.ended(std::chrono::minutes(1));
  BOOST_TEST_REQUIRE(status.has_value());
  BOOST_TEST_REQUIRE(*status == 0, describe_ending(*status));
  const bool has_written = way == "writes" || way == "renames" || way == "removes";
  return has_written ? organiser.is_changed() : program.newly_said().output == "1\n";
}

/// Who comes through with it where there is no sandbox.
enum class Without {
  everybody,
  root,        ///< of the machine, not of a namespace
  namespaces,  ///< whoever may make one of users
  depends,     ///< on the machine: not asked
};

struct Attack {
  std::string way;
  std::string argument;
  Without without = Without::everybody;
};
std::ostream& operator<<(std::ostream& out, const Attack& attack) {
  return out << attack.way << ' ' << attack.argument;
}

/// Root with all its rights, among all users: root of a container may be less.
bool is_root_of_the_machine() {
  constexpr int administrator = 21;  // CAP_SYS_ADMIN
  std::istringstream users(text_of("/proc/self/uid_map"));
  std::uint32_t first = 0;
  std::uint32_t outside = 0;
  std::uint32_t count = 0;
  users >> first >> outside >> count;
  return geteuid() == 0 && prctl(PR_CAPBSET_READ, administrator, 0, 0, 0) == 1 && outside == 0 &&
         count == std::numeric_limits<std::uint32_t>::max();
}

bool can_make_a_user_namespace() {
  const pid_t child = fork();
  if (child == 0) _exit(unshare(CLONE_NEWUSER) == 0 ? 0 : 1);
  int status = 0;
  return waitpid(child, &status, 0) == child && status == 0;
}

bool can_hurt(Without without) {
  if (without == Without::root) return is_root_of_the_machine();
  if (without == Without::namespaces) return can_make_a_user_namespace();
  return without == Without::everybody;
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
    {"reads-in-own-namespaces", "{}/keys/organiser.key", Without::namespaces},
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
    {"opens", "/proc/sysrq-trigger", Without::depends},
    {"has-rights", "", Without::root},
    {"opens", "/proc/sys/kernel/core_pattern", Without::root},
    {"opens", "/dev/kmsg", Without::depends},
    {"opens", "/.rig/helper", Without::depends},
    {"fills", "/tmp/{name}"},
    {"fills", "/dev/shm/{name}", Without::depends},
};

bool is_of_a_process(const Attack& attack) {
  return contains(attack.argument, "{pid}");
}
constexpr pid_t more_than_a_sandbox_has = 100;  // of processes, when a container begins

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
  if (is_of_a_process(attack) && getpid() < more_than_a_sandbox_has) {
    std::cout << "could not tell: a process of the sandbox can have the number of the test's own\n";
    return;
  }
  Organiser organiser(fixture("attacker"));
  BOOST_TEST(!is_hurt(organiser, attack.way, attack.argument, Sandboxing::required));
}

BOOST_DATA_TEST_CASE(without_one_it_is, data::make(attacks), attack) {
  if (!can_hurt(attack.without)) return;
  Organiser organiser(fixture("attacker"));
  BOOST_TEST(is_hurt(organiser, attack.way, attack.argument, Sandboxing::off));
}

BOOST_DATA_TEST_CASE(the_supervisor_alone_sees_to_this, data::make(attacks_on_the_supervisor), attack) {
  Organiser organiser(fixture("attacker"));
  BOOST_TEST(!is_hurt(organiser, attack.way, attack.argument, Sandboxing::off));
}

BOOST_AUTO_TEST_CASE(a_program_has_its_own_folder_and_no_rights) {
  if (!can_be_sandboxed()) return;
  Organiser organiser(fixture("attacker"));
  BOOST_TEST(!is_hurt(organiser, "has-rights", "", Sandboxing::required));
  BOOST_TEST(!is_hurt(organiser, "writes", "{}/team/notes", Sandboxing::required));
  BOOST_TEST(text_of(organiser / "team/notes") == "taken");
}

BOOST_AUTO_TEST_CASE(what_it_leaves_behind_is_gone) {
  if (!can_be_sandboxed()) return;
  Organiser organiser(fixture("attacker"));
  is_hurt(organiser, "leaves-behind", "{}/team/held", Sandboxing::required);
  const Descriptor file(open((organiser / "team/held").c_str(), O_RDWR | O_CLOEXEC));
  BOOST_TEST_REQUIRE(file.is_open());
  struct flock all {};
  all.l_type = F_WRLCK;
  BOOST_TEST(fcntl(file.number(), F_SETLK, &all) == 0);
}

BOOST_AUTO_TEST_CASE(what_is_hidden_is_not_seen_even_in_its_own_folder) {
  if (!can_be_sandboxed()) return;
  Organiser organiser(fixture("attacker"));
  write_file(organiser / "team/reports/report.json", "secret");
  Supervised::Options options;
  options.words = {(organiser / "team/attacker").string(), "reads", "at:reports/report.json"};
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

BOOST_AUTO_TEST_CASE(what_is_hidden_is_not_seen_by_another_name_of_its_folder) {
  if (!can_be_sandboxed()) return;
  Organiser organiser(fixture("attacker"));
  write_file(organiser / "team/reports/report.json", "secret");
  fs::create_directory_symlink(organiser / "team", organiser / "rook");
  for (const char* name : {"rook", "team"}) {
    Supervised::Options options;
    options.words = {(organiser / name / "attacker").string(), "reads",
                     organiser.filled("at:{}/rook/reports/report.json")};
    options.directory = organiser / name;
    options.keeps_output_apart = true;
    options.sandbox.wish = Sandboxing::required;
    options.sandbox.shown = {organiser / "rook"};
    options.sandbox.hidden = {organiser / "team/reports"};
    Supervised program(options);
    BOOST_TEST_REQUIRE(program.ended(std::chrono::minutes(1)).has_value());
    BOOST_TEST(program.newly_said().output == "0\n", name);
  }
}

BOOST_AUTO_TEST_CASE(what_is_hidden_is_not_seen_though_the_command_names_it) {
  if (!can_be_sandboxed()) return;
  Organiser organiser(fixture("attacker"));
  Sandbox sandbox;
  sandbox.wish = Sandboxing::required;
  const std::string key = organiser.filled("{}/keys/organiser.key");
  const SandboxedCommand command{
      {(organiser / "team/attacker").string(), key}, organiser / "team", "/bin/true"};
  const auto shows_key = [&] {
    const std::vector<std::string> words = sandbox_words(sandbox, command);
    return std::find(words.begin(), words.end(), key) != words.end();
  };
  BOOST_TEST(shows_key());
  sandbox.hidden = {organiser / "keys"};
  BOOST_TEST(!shows_key());
}

BOOST_AUTO_TEST_CASE(what_is_shown_may_be_read_and_not_written) {
  if (!can_be_sandboxed()) return;
  Organiser organiser(fixture("attacker"));
  Supervised::Options options;
  options.keeps_output_apart = true;
  options.sandbox.wish = Sandboxing::required;
  options.sandbox.shown = {organiser / "other"};
  const std::pair<const char*, const char*> expected[] = {{"reads", "1\n"}, {"writes", "0\n"}};
  for (const auto& [way, answer] : expected) {
    options.words = {(organiser / "team/attacker").string(), way, organiser.filled("at:{}/other/engine.py")};
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
