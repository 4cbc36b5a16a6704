/// What is kept of a program's start, and that it starts the same again.

#include "rig/link/files/starts.hpp"

#include <sys/stat.h>

#include <boost/test/unit_test.hpp>
#include <cstdlib>

#include "rig/link/files/gui_files.hpp"
#include "rig/link/files/program_files.hpp"
#include "rig/link/files/tests/file_exchange_tools.hpp"
#include "rig/link/tests/link_test_tools.hpp"

namespace rig {
namespace {

using namespace rig::testing;
namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// As a person would paste them, one after the other.
int paste(const std::vector<std::string>& commands) {
  std::string lines;
  for (const std::string& command : commands) lines += command + "\n";
  const int status = std::system(lines.c_str());  // NOLINT(concurrency-mt-unsafe): a shell is what is meant
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::unique_ptr<FileExchange> open_kept(const std::string& command) {
  FilesOptions options;
  options.command = command;
  options.starts = Starts::kept;
  return open_files(std::move(options));
}

BOOST_AUTO_TEST_CASE(a_move_runs_again_from_the_files_that_lay_there_before_it) {
  const TemporaryFolder folder;
  // Its status and its answer depend on an argument, on what it is given and on what it has written before.
  const auto exchange = open_kept(
      R"--(sh -c 'echo "$1 $(cat "../the board")" >> mine; cp mine ../answer; exit $(wc -l < mine)' "a player")--");
  const FileRequest request{{{"the board", "empty"}}, {"it's $HOME"}, {"answer"}, {}};
  exchange->exchange(request, any_answer, generous);
  const FileOutcome second = exchange->exchange(request, any_answer, generous);
  exchange->exchange(request, any_answer, generous);
  exchange->reset();
  BOOST_TEST(exit_status_of(second) == 2);

  const auto commands = second.start->keep_in(folder / "kept");
  BOOST_REQUIRE(commands.has_value());
  for (int again = 0; again < 2; ++again) {
    BOOST_TEST(paste(*commands) == 2);
    BOOST_TEST(text_of(folder / "kept/again/answer") == content_of(second.files, "answer"));
  }
  BOOST_TEST(text_of(folder / "kept/before/E24980000/mine") == "it's $HOME empty\n");
  BOOST_TEST(contains(commands->back(), "/kept/again/E24980000 && sh -c "), commands->back());
}

BOOST_AUTO_TEST_CASE(what_nobody_wants_kept_is_a_command_alone) {
  FilesOptions options;
  options.command = "true 'first word'";
  const auto exchange = open_files(std::move(options));
  const FileOutcome outcome = exchange->exchange({{}, {"Red", ""}, {}, {}}, any_answer, generous);
  const std::vector<std::string> line = {"true 'first word' Red '' < /dev/null"};
  BOOST_TEST((outcome.start->commands() == line));
  const TemporaryFolder folder;
  BOOST_TEST(!outcome.start->keep_in(folder / "kept").has_value());
  BOOST_TEST(!fs::exists(folder / "kept"));
}

BOOST_AUTO_TEST_CASE(too_much_is_not_kept) {
  const TemporaryFolder game;
  const TemporaryFolder home;
  std::ofstream(game / "file") << "text";
  BOOST_TEST((Snapshot::of(game / ".", home / ".") != nullptr));
  std::ofstream(game / "large") << std::string(Snapshot::most_bytes, 'x');
  BOOST_TEST((Snapshot::of(game / ".", home / ".") == nullptr));
  fs::remove(game / "large");
  for (int i = 0; i < Snapshot::most_entries; ++i) std::ofstream(game / std::to_string(i)) << i;
  BOOST_TEST((Snapshot::of(game / ".", home / ".") == nullptr));
  BOOST_TEST(fs::is_empty(home / "."));
}

BOOST_AUTO_TEST_CASE(what_is_no_file_and_what_lies_elsewhere_is_not_copied) {
  const TemporaryFolder elsewhere;
  std::ofstream(elsewhere / "file") << "not for the rig";
  const TemporaryFolder game;
  const TemporaryFolder home;
  fs::create_directory_symlink(elsewhere / ".", game / "link");
  BOOST_REQUIRE(mkfifo((game / "pipe").c_str(), 0600) == 0);
  const auto snapshot = Snapshot::of(game / ".", home / ".");
  BOOST_REQUIRE(snapshot != nullptr);
  BOOST_TEST(fs::is_symlink(snapshot->path() / "link"));
  BOOST_TEST(!fs::exists(fs::symlink_status(snapshot->path() / "pipe")));
}

BOOST_AUTO_TEST_CASE(a_game_is_told_again_message_by_message) {
  const TemporaryFolder folder;
  GuiFilesOptions options;
  options.command = file_fixture("answers_files question answer append");
  options.starts = Starts::kept;
  const auto exchange = open_gui_files(std::move(options));
  FileOutcome last;
  for (const std::string question : {"one", "two", "three"}) {
    const FileRequest request{{{"question", question}}, {}, {"answer"}, {}};
    const auto whole = [&](const Files& files) {
      return content_of(files, "answer") == "to " + question + "\n.";
    };
    last = exchange->exchange(request, whole, generous);
    BOOST_REQUIRE(!last.timed_out);
    exchange->exchange({{}, {}, {"answer"}, {}}, any_answer, Duration::zero());  // only watched: no message
  }
  const auto commands = last.start->keep_in(folder / "kept");
  BOOST_REQUIRE(commands.has_value());
  BOOST_REQUIRE(commands->size() == 3U);
  BOOST_TEST(text_of(folder / "kept/before/question") == "one");
  // The program in one terminal, the messages in another; then it is looked for the last answer.
  const std::string lines = commands->at(0) + "\n(" + commands->at(1) + ") 2> " + (folder / "said").string() +
                            " & program=$!\n" + commands->at(2) +
                            "\nfor i in $(seq 300); do grep -q 'answer 3' " + (folder / "said").string() +
                            " && break; sleep 0.1; done\nkill $(cat /proc/$program/task/$program/children) "
                            "$program 2> /dev/null; true";
  BOOST_TEST(paste({lines}) == 0);
  BOOST_TEST(text_of(folder / "kept/again/answer") == "to three\n.");
  BOOST_TEST(text_of(folder / "said") == "answer 1\nanswer 2\nanswer 3\n");
}

}  // namespace
}  // namespace rig
