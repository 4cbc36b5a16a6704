/// blokus-course as a host starts it: its arguments, its files, its exit status, and faults that need a
/// process.

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "games/blokus/contests/course/course_files.hpp"
#include "games/blokus/players/course/course_faults.hpp"
#include "rig/tests/contains.hpp"

namespace {

namespace fs = std::filesystem;
using rig::contains;
using namespace rig::protocol::course_text;

/// A game folder with the program's own one in it; both vanish with the object.
class Folder {
 public:
  Folder() {
    std::string pattern = (fs::temp_directory_path() / "course program XXXXXX").string();
    BOOST_REQUIRE(mkdtemp(pattern.data()) != nullptr);
    root_ = pattern;
    fs::create_directory(root_ / "id");
    put("BlokusBoard.txt", write_board({}));
    put("LeftPattern_Red.txt", write_left_pattern({"player = R1", {all_pieces()}, false}));
    put("StepLog.txt", "");
  }
  ~Folder() { fs::remove_all(root_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  void put(const std::string& name, const std::string& text) const {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name, std::ios::binary) << text;
  }
  std::string text(const std::string& name) const {
    std::ifstream file(root_ / name, std::ios::binary);
    std::ostringstream content;
    content << file.rdbuf();
    return content.str();
  }
  bool has(const std::string& name) const { return fs::exists(root_ / name); }

  /// Exit status of the program in its own folder, as a shell has it; what it prints lies in `said`.
  int run(const std::string& words, const std::string& before = "") const {
    const std::string command = "cd '" + (root_ / "id").string() + "' && " + before +
                                " '" BLOKUS_COURSE "' " + words + " > ../said 2>&1";
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  fs::path root_;
};

const std::string usual = "Red ../BlokusBoard.txt ../LeftPattern_Red.txt ../StepLog.txt";

}  // namespace

BOOST_AUTO_TEST_CASE(places_a_piece_and_ends_with_0) {
  const Folder folder;
  BOOST_TEST(folder.run(usual) == 0);
  const std::string text = folder.text("BlokusBoard.txt");
  BOOST_TEST(text.size() == 392U);
  BOOST_TEST(cells_with('R', read_board(text).value.value()).size() == 5U);
  const auto left = read_left_pattern(folder.text("LeftPattern_Red.txt"));
  BOOST_REQUIRE_MESSAGE(left.value, left.why);
  BOOST_TEST(left.value->rows.size() == 2U);
  BOOST_TEST(folder.text("StepLog.txt").empty());
  BOOST_TEST(folder.text("said").empty());
}

BOOST_AUTO_TEST_CASE(passes_with_1_and_leaves_all_as_it_was) {
  const Folder folder;
  folder.put("StepLog.txt", "1 = R ^ PASS");
  BOOST_TEST(folder.run(usual) == 1);
  BOOST_TEST(folder.text("BlokusBoard.txt") == write_board({}));
  BOOST_TEST(folder.text("LeftPattern_Red.txt") ==
             write_left_pattern({"player = R1", {all_pieces()}, false}));
}

BOOST_AUTO_TEST_CASE(uses_its_paths_as_they_are_given) {
  const Folder folder;
  const std::string deep = "with blanks/" + std::string(80, 'd') + "/";
  folder.put(deep + "board", write_board({}));
  folder.put(deep + "left", write_left_pattern({"player = R1", {all_pieces()}, false}));
  const std::string words = "Red '../" + deep + "board' '../" + deep + "left' ../StepLog.txt";
  BOOST_TEST(folder.run(words) == 0);
  BOOST_TEST(folder.text(deep + "board").size() == 392U);
  BOOST_TEST(folder.text("BlokusBoard.txt") == write_board({}));
  BOOST_TEST(folder.run("--fault splits-paths " + words, "ulimit -c 0;") == 128 + SIGSEGV);
  BOOST_TEST(folder.run("--fault short-paths " + words, "ulimit -c 0;") == 128 + SIGSEGV);
}

BOOST_AUTO_TEST_CASE(has_its_faults_as_a_process_too) {
  const auto status = [](const std::string& fault, const Folder& folder) {
    return folder.run("--fault " + fault + " " + usual);
  };
  const Folder inverted;
  BOOST_TEST(status("status-inverted", inverted) == 1);
  BOOST_TEST(cells_with('R', read_board(inverted.text("BlokusBoard.txt")).value.value()).size() == 5U);
  const Folder crashed;
  BOOST_TEST(status("crashes-after-writing", crashed) == 128 + SIGSEGV);
  BOOST_TEST(crashed.text("BlokusBoard.txt") != write_board({}));
  const Folder logged;
  BOOST_TEST(status("rewrites-log", logged) == 0);
  BOOST_TEST(logged.text("StepLog.txt").starts_with("1 = R ^ pattern"));
  const Folder elsewhere;
  BOOST_TEST(status("ignores-paths", elsewhere) == 0);
  BOOST_TEST(elsewhere.text("BlokusBoard.txt") == write_board({}));
  BOOST_TEST(elsewhere.text("id/BlokusBoard.txt").size() == 392U);
}

BOOST_AUTO_TEST_CASE(fills_the_disk_until_it_is_stopped) {
  const Folder folder;
  BOOST_TEST(folder.run("--fault fills-disk " + usual, "ulimit -c 0; ulimit -f 2048;") == 128 + SIGXFSZ);
  BOOST_TEST(folder.has("id/ballast"));
  BOOST_TEST(folder.text("BlokusBoard.txt") == write_board({}));
}

/// Who is left behind comes to this process, which must end it.
BOOST_AUTO_TEST_CASE(leaves_a_process_in_a_session_of_its_own) {
  BOOST_REQUIRE(prctl(PR_SET_CHILD_SUBREAPER, 1) == 0);
  const Folder folder;
  BOOST_TEST(folder.run("--fault leaves-child " + usual) == 0);
  std::ifstream children("/proc/self/task/" + std::to_string(getpid()) + "/children");
  pid_t left = 0;
  BOOST_REQUIRE(children >> left);
  kill(left, SIGKILL);
  int status = 0;
  BOOST_TEST(waitpid(left, &status, 0) == left);
  BOOST_TEST(WIFSIGNALED(status));
  BOOST_TEST(cells_with('R', read_board(folder.text("BlokusBoard.txt")).value.value()).size() == 5U);
}

BOOST_AUTO_TEST_CASE(says_what_is_wrong_with_its_command) {
  const Folder folder;
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"", "Found 0 words, allowed are 4"},
      {"Red ../BlokusBoard.txt", "Found 2 words, allowed are 4"},
      {"Green a b c", "The colour is \"Green\", allowed are Red and Blue."},
      {"--fault lat " + usual, "Did you mean \"late\"?"},
  };
  for (const auto& [words, message] : wrong) {
    BOOST_TEST(folder.run(words) == 2, words);
    BOOST_TEST(contains(folder.text("said"), message), folder.text("said"));
  }
  BOOST_TEST(folder.run("--list-faults") == 0);
  for (const rig::player::DeviceFault& fault : rig::player::course_device_faults())
    BOOST_TEST(contains(folder.text("said"), fault.name + " "), fault.name);
}

BOOST_AUTO_TEST_CASE(passes_and_says_why_when_a_file_is_not_there) {
  const Folder folder;
  BOOST_TEST(folder.run("Red ../no ../LeftPattern_Red.txt ../StepLog.txt") == 1);
  BOOST_TEST(contains(folder.text("said"), "../no: "));
  BOOST_TEST(!folder.has("no"));
}
