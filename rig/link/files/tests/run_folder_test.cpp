/// The folders that runs have below $TMPDIR: whose is removed by whom.

#include "rig/link/files/run_folder.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <csignal>
#include <fstream>

#include "rig/link/files/tests/temporary_folder_at.hpp"
#include "rig/link/tests/link_test_tools.hpp"

namespace rig {
namespace {

using namespace rig::testing;
namespace fs = std::filesystem;

std::ptrdiff_t entries_in(const fs::path& folder) {
  return std::distance(fs::directory_iterator(folder), {});
}

/// A run in a process of its own that has put something into its folder; it is killed at the end.
class OtherRun {
 public:
  OtherRun() {
    int ready[2];
    BOOST_REQUIRE(pipe(ready) == 0);
    process_ = fork();
    if (process_ == 0) {
      const RunFolder folder;
      fs::create_directory(folder.path() / "game");
      std::ofstream(folder.path() / "game" / "board") << "a board";
      if (write(ready[1], "r", 1) == 1) pause();
      _exit(0);
    }
    close(ready[1]);
    char byte = 0;
    BOOST_REQUIRE(read(ready[0], &byte, 1) == 1);
    close(ready[0]);
  }
  ~OtherRun() { kill(); }
  OtherRun(const OtherRun&) = delete;
  OtherRun& operator=(const OtherRun&) = delete;

  void kill() {
    if (process_ < 0) return;
    ::kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
    process_ = -1;
  }

 private:
  pid_t process_ = -1;
};

BOOST_AUTO_TEST_CASE(a_folder_is_there_as_long_as_its_run) {
  const TemporaryFolder temporary;
  const WithTemporaryFolderAt here(temporary / ".");
  {
    const RunFolder folder;
    BOOST_TEST(folder.path().parent_path() == fs::canonical(temporary / "."));
    BOOST_TEST(fs::is_directory(folder.path()));
  }
  BOOST_TEST(entries_in(temporary / ".") == 0);
}

BOOST_AUTO_TEST_CASE(what_a_killed_run_left_is_removed_by_the_next_and_a_living_one_keeps_its_own) {
  const TemporaryFolder temporary;
  const WithTemporaryFolderAt here(temporary / ".");
  const OtherRun living;
  OtherRun dead;
  { const RunFolder folder; }
  BOOST_TEST(entries_in(temporary / ".") == 2);
  dead.kill();
  BOOST_TEST(entries_in(temporary / ".") == 2);
  { const RunFolder folder; }
  BOOST_TEST(entries_in(temporary / ".") == 1);
}

BOOST_AUTO_TEST_CASE(what_is_not_ours_is_never_removed) {
  const TemporaryFolder elsewhere;
  const TemporaryFolder temporary;
  const WithTemporaryFolderAt here(temporary / ".");
  std::ofstream(elsewhere / "file") << "not for the rig";
  for (const char* name :
       {"rig-run-", "rig-run-abcde", "rig-run-abcdefg", "rig-run-abc.ef", "rig-game-abcdef"})
    fs::create_directory(temporary / name);
  fs::create_directory_symlink(elsewhere / ".", temporary / "rig-run-linked");
  std::ofstream(temporary / "rig-run-aafile") << "a file";
  if (geteuid() == 0) {
    fs::create_directory(temporary / "rig-run-others");
    BOOST_REQUIRE(chown((temporary / "rig-run-others").c_str(), 1234, 1234) == 0);
  }
  const std::ptrdiff_t before = entries_in(temporary / ".");
  { const RunFolder folder; }
  BOOST_TEST(entries_in(temporary / ".") == before);
  BOOST_TEST(fs::exists(elsewhere / "file"));
}

BOOST_AUTO_TEST_CASE(a_link_in_a_dead_runs_folder_is_removed_and_not_followed) {
  const TemporaryFolder elsewhere;
  const TemporaryFolder temporary;
  const WithTemporaryFolderAt here(temporary / ".");
  std::ofstream(elsewhere / "file") << "not for the rig";
  fs::create_directories(temporary / "rig-run-abcdef/locked/inner");
  fs::create_directory_symlink(elsewhere / ".", temporary / "rig-run-abcdef/link");
  chmod((temporary / "rig-run-abcdef/locked").c_str(), 0);
  { const RunFolder folder; }
  BOOST_TEST(entries_in(temporary / ".") == 0);
  BOOST_TEST(fs::exists(elsewhere / "file"));
}

BOOST_AUTO_TEST_CASE(a_place_that_does_not_exist_is_an_error_of_the_rig) {
  const WithTemporaryFolderAt nowhere("/nowhere/at/all");
  const std::string message = message_of<RigError>([] { const RunFolder folder; });
  BOOST_TEST(contains(message, "/nowhere/at/all"), message);
}

}  // namespace
}  // namespace rig
