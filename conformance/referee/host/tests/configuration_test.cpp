/// The configuration of a referee under test: what is edited in it, and that it is as it was afterwards.

#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <thread>

#include "conformance/referee/host/start/configuration.hpp"
#include "rig/base/errors.hpp"
#include "rig/link/exec/children.hpp"
#include "rig/tests/contains.hpp"

using namespace rig::host;
using rig::contains;
namespace fs = std::filesystem;

namespace {

const std::string original = "# ports\nfirst = /dev/ttyUSB0\n  second: /dev/ttyUSB1\r\nlimit {seconds}\n";
const std::string as_edited = "# ports\nfirst = /dev/pts/7\n  second: /dev/pts/8\r\nlimit 1\n";

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A folder with a configuration, and what a description says of it.
class Fixture {
 public:
  explicit Fixture(Configuration::Place place) {
    fs::create_directory(folder_);
    std::ofstream(file(), std::ios::binary) << original;
    fs::permissions(file(), fs::perms::owner_read | fs::perms::owner_write);
    description.configuration = {file(), place, {{"first", "{board1}"}, {"second", "{board2}"}}};
    description.begins[0].emplace();
    filling.boards = {"/dev/pts/7", "/dev/pts/8"};
    filling.seconds = "1";
  }
  ~Fixture() { fs::remove_all(folder_); }
  Fixture(const Fixture&) = delete;
  Fixture& operator=(const Fixture&) = delete;

  fs::path file() const { return folder_ / "host.conf"; }
  fs::path aside() const { return folder_ / "host.conf.before-the-rig"; }

  Description description;
  Filling filling;

 private:
  fs::path folder_ = fs::canonical(fs::temp_directory_path()) / ("configuration-" + std::to_string(getpid()));
};

/// Waits for up to ten seconds.
template <typename Condition>
bool becomes_true(Condition condition) {
  for (int i = 0; i < 1000 && !condition(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return condition();
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_value_of_a_key_is_replaced_up_to_the_end_of_its_line) {
  BOOST_TEST(*with_key_set("a = 1\nb: 2\nab = 3\n", "a", "x") == "a = x\nb: 2\nab = 3\n");
  BOOST_TEST(*with_key_set("a = 1\nb: 2\r\n", "b", "x y") == "a = 1\nb: x y\r\n");
  BOOST_TEST(*with_key_set("  port 1", "port", "2") == "  port 2");
  BOOST_TEST(*with_key_set("a=\n", "a", "x") == "a=x\n");
  BOOST_TEST(*with_key_set("a=1\na=2", "a", "x") == "a=x\na=x");
  BOOST_TEST(!with_key_set("ab = 1\n# a = 2\na\n", "a", "x").has_value());
}

BOOST_AUTO_TEST_CASE(a_copy_is_edited_and_the_file_itself_is_not_touched) {
  const Fixture fixture(Configuration::Place::copy);
  std::string path;
  {
    const EditedConfiguration edited(fixture.description, fixture.filling);
    path = edited.path();
    BOOST_TEST(text_of(path) == as_edited);
    BOOST_TEST(text_of(fixture.file()) == original);
  }
  BOOST_TEST(!fs::exists(path));
}

BOOST_AUTO_TEST_CASE(a_file_that_is_edited_in_place_is_the_same_afterwards) {
  const Fixture fixture(Configuration::Place::in_place);
  const auto written = fs::last_write_time(fixture.file());
  {
    const EditedConfiguration edited(fixture.description, fixture.filling);
    BOOST_TEST(edited.path() == fixture.file().string());
    BOOST_TEST(text_of(fixture.file()) == as_edited);
    BOOST_TEST(
        (fs::status(fixture.file()).permissions() == (fs::perms::owner_read | fs::perms::owner_write)));
  }
  BOOST_TEST(text_of(fixture.file()) == original);
  BOOST_TEST((fs::last_write_time(fixture.file()) == written));
  BOOST_TEST(!fs::exists(fixture.aside()));
}

/// Whoever ends the rig kills all its children but those that restore, which it knows by their name.
BOOST_AUTO_TEST_CASE(what_restores_is_ready_before_the_file_is_edited) {
  for (int i = 0; i < 50; ++i) {
    const Fixture fixture(Configuration::Place::in_place);
    const EditedConfiguration edited(fixture.description, fixture.filling);
    std::ifstream children("/proc/self/task/" + std::to_string(getpid()) + "/children");
    int child = 0;
    int restorers = 0;
    while (children >> child)
      if (text_of("/proc/" + std::to_string(child) + "/comm") == rig::name_of_restorers + std::string("\n"))
        ++restorers;
    BOOST_TEST(restorers == 1);
  }
}

BOOST_AUTO_TEST_CASE(a_file_is_restored_when_the_rig_is_killed) {
  const Fixture fixture(Configuration::Place::in_place);
  const pid_t rig = fork();
  if (rig == 0) {
    const EditedConfiguration edited(fixture.description, fixture.filling);
    for (;;) pause();
  }
  BOOST_TEST(becomes_true([&] { return text_of(fixture.file()) == as_edited; }));
  kill(rig, SIGKILL);
  waitpid(rig, nullptr, 0);
  BOOST_TEST(becomes_true([&] { return text_of(fixture.file()) == original; }));
  BOOST_TEST(!fs::exists(fixture.aside()));
}

/// As after a power failure: nobody was left to restore it.
BOOST_AUTO_TEST_CASE(a_file_that_was_left_edited_is_restored_by_the_next_run) {
  const Fixture fixture(Configuration::Place::in_place);
  fs::rename(fixture.file(), fixture.aside());
  std::ofstream(fixture.file()) << "first = 1\nsecond = 2\n";
  {
    const EditedConfiguration edited(fixture.description, fixture.filling);
    BOOST_TEST(text_of(fixture.file()) == as_edited);
  }
  BOOST_TEST(text_of(fixture.file()) == original);
}

BOOST_AUTO_TEST_CASE(two_runs_do_not_edit_one_file) {
  const Fixture fixture(Configuration::Place::in_place);
  const EditedConfiguration edited(fixture.description, fixture.filling);
  std::string told;
  try {
    const EditedConfiguration again(fixture.description, fixture.filling);
  } catch (const rig::UsageError& error) {
    told = error.what();
  }
  BOOST_TEST(contains(told, "host.conf is edited by another run"), told);
  BOOST_TEST(text_of(fixture.file()) == as_edited);
}

BOOST_AUTO_TEST_CASE(a_file_with_nothing_to_edit_is_refused) {
  Fixture fixture(Configuration::Place::copy);
  fixture.description.configuration.keys.clear();
  std::ofstream(fixture.file()) << "first = 1\n";
  BOOST_CHECK_THROW(EditedConfiguration(fixture.description, fixture.filling), rig::UsageError);
  fixture.description.configuration.keys = {{"third", "3"}};
  BOOST_CHECK_THROW(EditedConfiguration(fixture.description, fixture.filling), rig::UsageError);
}
