/// Programs that are started for each move: what they are given, what is taken from them, and that nothing
/// which they do hangs or fools the rig, or outlives them.

#include "rig/link/files/program_files.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <thread>
#include <vector>

#include "rig/link/exec/processor_times.hpp"
#include "rig/link/exec/supervised.hpp"
#include "rig/link/files/game_folder.hpp"
#include "rig/link/files/tests/file_exchange_tools.hpp"
#include "rig/link/files/tests/temporary_folder_at.hpp"
#include "rig/link/tests/link_test_tools.hpp"

namespace rig {
namespace {

using namespace rig::testing;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

std::unique_ptr<FileExchange> open_fixture_files(std::string_view name_and_arguments,
                                                 FileBounds bounds = {}) {
  FilesOptions options;
  options.command = file_fixture(name_and_arguments);
  options.bounds = std::move(bounds);
  return open_files(std::move(options));
}

FileOutcome ask(FileExchange& exchange, const FileRequest& request, Duration patience = generous) {
  return exchange.exchange(request, any_answer, patience);
}

/// The value of a line `NAME VALUE` in what tells_files wrote.
std::string told(const FileOutcome& outcome, const std::string& name) {
  const std::string text = '\n' + content_of(outcome.files, "told.txt");
  const std::size_t begin = text.find('\n' + name + ' ');
  if (begin == std::string::npos) return "(not told)";
  const std::size_t value = begin + name.size() + 2;
  return text.substr(value, text.find('\n', value) - value);
}

std::ptrdiff_t entries_in(const fs::path& folder) {
  return std::distance(fs::directory_iterator(folder), {});
}

/// Programs that keep every processor busy.
class BusyLoops {
 public:
  explicit BusyLoops(unsigned int for_each_processor) {
    for (unsigned int i = 0; i < for_each_processor * std::thread::hardware_concurrency(); ++i)
      loops_.push_back(std::make_unique<Supervised>(
          Supervised::Options{.words = {"/bin/sh", "-c", "while :; do :; done"}, .directory = {}}));
  }

 private:
  std::vector<std::unique_ptr<Supervised>> loops_;
};

BOOST_AUTO_TEST_SUITE(names)

BOOST_AUTO_TEST_CASE(of_files_stay_below_the_game_folder) {
  for (const std::string key :
       {"", "/etc/passwd", "..", "../x", "a/../../x", "a/..", ".", "a/", "./a", "a//b/"}) {
    BOOST_CHECK_EXCEPTION(file_key(key), RigError,
                          [&](const RigError& e) { return contains(e.what(), '"' + key + '"'); });
  }
  BOOST_CHECK_THROW(file_key(std::string("a\0b", 3)), RigError);
  BOOST_TEST(file_key("some folder/with blanks/x.txt").name == "x.txt");
  BOOST_TEST(file_key("some folder/with blanks/x.txt").folder == "some folder/with blanks");
}

BOOST_AUTO_TEST_CASE(of_the_programs_own_folder_are_plain) {
  for (const std::string id : {"", ".", "..", "a/b"}) {
    BOOST_CHECK_THROW(open_files({.command = "true", .name = "", .id = id, .bounds = {}}), UsageError);
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(starting)

BOOST_AUTO_TEST_CASE(tells_what_it_is) {
  const auto exchange = open_fixture_files("tells_files");
  BOOST_TEST(exchange->info().name == "files:" + file_fixture("tells_files"));
  BOOST_TEST((exchange->info().clock_kind == ClockKind::monotonic));
  BOOST_TEST((exchange->info().clock == monotonic_domain()));
  BOOST_TEST(exchange->info().can_reset);
  BOOST_TEST(open_files({.command = "true", .name = "files:mine", .bounds = {}})->info().name ==
             "files:mine");
}

BOOST_AUTO_TEST_CASE(a_program_that_cannot_be_started_is_an_error_of_the_rig_that_names_it) {
  const TemporaryFolder folder;
  std::ofstream(folder / "text") << "just text\n";
  for (const std::string& name : {std::string("/nowhere/a-player"), (folder / "text").string(),
                                  std::string("a-player-that-is-not-in-the-path")}) {
    const auto exchange = open_files({.command = name, .name = "", .bounds = {}});
    const std::string message = message_of<RigError>([&] { ask(*exchange, {}); });
    BOOST_TEST(contains(message, name), message);
  }
}

BOOST_AUTO_TEST_CASE(status_127_is_the_programs_own_doing) {
  const FileOutcome outcome = ask(*open_fixture_files("exits_with 127"), {});
  BOOST_TEST(exit_status_of(outcome) == 127);
  BOOST_TEST(!outcome.hung_up);
}

BOOST_AUTO_TEST_CASE(a_command_that_is_no_command_is_refused) {
  BOOST_CHECK_THROW(open_fixture_files("tells_files | cat"), UsageError);
  BOOST_CHECK_THROW(open_files({.command = "", .name = "", .bounds = {}}), UsageError);
  BOOST_CHECK_THROW(open_fixture_files("tells_files", {.file = 1000}), UsageError);
  BOOST_CHECK_THROW(open_fixture_files("tells_files", {.memory = 1000}), UsageError);
  BOOST_CHECK_THROW(open_fixture_files("tells_files", {.folder = 0}), UsageError);
}

BOOST_AUTO_TEST_CASE(a_path_to_the_program_is_meant_from_where_the_rig_is) {
  const std::string relative = fs::relative(file_fixture("tells_files")).string();
  BOOST_REQUIRE(fs::path(relative).is_relative());
  const auto exchange = open_files({.command = "./" + relative, .name = "", .bounds = {}});
  BOOST_TEST(exit_status_of(ask(*exchange, {})) == 0);
}

BOOST_AUTO_TEST_CASE(the_program_runs_in_its_own_folder_below_the_files_and_gets_every_word) {
  const auto exchange = open_fixture_files("tells_files 'first word'");
  const FileOutcome outcome =
      ask(*exchange,
          {{{"told.txt", "before"}}, {"Red", "../a folder/Blokus Board.txt", "", "*"}, {"copy.txt"}, {}});
  BOOST_TEST(exit_status_of(outcome) == 0);
  BOOST_TEST(contains(content_of(outcome.files, "told.txt"),
                      "argument [first word]\nargument [Red]\nargument [../a folder/Blokus Board.txt]\n"
                      "argument []\nargument [*]\n"
                      "descriptor 0\ndescriptor 1\ndescriptor 2\nstandard input is empty\n"),
             content_of(outcome.files, "told.txt"));
  const fs::path ran_in = told(outcome, "folder");
  BOOST_TEST(ran_in.filename() == "E24980000");
  BOOST_TEST(outcome.standard_output == "to the output\n");
  BOOST_TEST(outcome.standard_error == "to the error\n");
  BOOST_TEST(outcome.left_running == 0);
  BOOST_TEST(!outcome.timed_out);
}

BOOST_AUTO_TEST_CASE(files_hold_exactly_the_bytes_given_wherever_they_lie) {
  std::string all;
  for (int value = 0; value < 256; ++value) all += static_cast<char>(value);
  const auto exchange = open_fixture_files("tells_files");
  for (const std::string& content :
       {std::string(), all, std::string("no newline"), std::string(900'000, 'x')}) {
    const std::string key = "some folder/one more/Blokus Board.txt";
    const FileOutcome outcome = ask(*exchange, {{{key, content}}, {"../" + key}, {"copy.txt"}, {}});
    BOOST_TEST((content_of(outcome.files, key) == content));
    BOOST_TEST((content_of(outcome.files, "copy.txt") == content));
    BOOST_TEST(!outcome.files.contains("told.txt"));  // nobody asked for it
  }
}

BOOST_AUTO_TEST_CASE(the_game_folder_lies_where_temporary_files_do_and_is_gone_at_the_end) {
  const TemporaryFolder folder;
  const WithTemporaryFolderAt here(folder / ".");
  {
    const auto exchange = open_fixture_files("tells_files");
    const FileOutcome outcome = ask(*exchange, {{}, {}, {"told.txt"}, {}});
    const fs::path game = fs::path(told(outcome, "folder")).parent_path();
    BOOST_TEST(game.parent_path().parent_path() == fs::canonical(folder / "."));
    BOOST_TEST(entries_in(folder / ".") == 1);
    exchange->reset();
    BOOST_TEST(entries_in(folder / ".") == 1);
  }
  BOOST_TEST(entries_in(folder / ".") == 0);
  const WithTemporaryFolderAt nowhere("/nowhere/at/all");
  const std::string message = message_of<RigError>([] { open_fixture_files("tells_files"); });
  BOOST_TEST(contains(message, "/nowhere/at/all"), message);
}

BOOST_AUTO_TEST_CASE(what_a_program_keeps_is_there_at_its_next_move_and_gone_with_the_game) {
  const auto exchange = open_fixture_files("tells_files");
  const FileRequest request{{}, {}, {"told.txt", "E24980000/starts.txt"}, {}};
  for (const std::string starts : {"1", "2", "3"}) {
    const FileOutcome outcome = ask(*exchange, request);
    BOOST_TEST(told(outcome, "starts") == starts);
    BOOST_TEST(content_of(outcome.files, "E24980000/starts.txt") == starts);
  }
  const Outcome reset = exchange->reset();
  BOOST_TEST(reset.done);
  BOOST_TEST((reset.ready.clock == monotonic_domain()));
  BOOST_TEST(told(ask(*exchange, request), "starts") == "1");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(ending)

BOOST_AUTO_TEST_CASE(tells_status_and_files) {
  const auto exchange = open_fixture_files("exits_with 3 ../answer mine");
  const FileOutcome outcome =
      ask(*exchange, {{{"answer", "yours"}, {"other", "stays"}}, {}, {"missing"}, {}});
  BOOST_TEST(exit_status_of(outcome) == 3);
  BOOST_TEST((outcome.files == Files{{"answer", "mine"}, {"other", "stays"}}));
  BOOST_TEST(!outcome.timed_out);
  BOOST_TEST(!outcome.hung_up);
}

BOOST_AUTO_TEST_CASE(is_timed_from_just_before_the_start_to_the_look_that_saw_it) {
  const auto exchange = open_fixture_files("exits_with 0");
  Duration narrowest = 1s;
  for (int i = 0; i < 20 || (i < 500 && narrowest > 20ms); ++i) {
    const Instant before = now();
    const FileOutcome outcome = ask(*exchange, {});
    const Instant after = now();
    BOOST_TEST((outcome.asked.earliest >= before.latest));
    BOOST_TEST((outcome.asked.latest >= outcome.asked.earliest));
    BOOST_TEST((outcome.answered.earliest >= outcome.asked.earliest));
    BOOST_TEST((outcome.answered.latest > outcome.answered.earliest));
    BOOST_TEST((after.earliest >= outcome.answered.latest));
    narrowest = std::min(narrowest, outcome.answered.latest - outcome.answered.earliest);
  }
  BOOST_TEST((narrowest <= 20ms), "the narrowest is " << narrowest.count() << " ns wide");
}

BOOST_AUTO_TEST_CASE(is_timed_before_what_it_left_is_killed) {
  const auto exchange = open_files({.command = "sh -c 'sleep 0.2'", .name = "", .bounds = {}});
  const FileOutcome outcome = ask(*exchange, {});
  BOOST_TEST((between(outcome.asked, outcome.answered).longest >= 200ms));
  BOOST_TEST(exit_status_of(outcome) == 0);
}

BOOST_AUTO_TEST_CASE(by_a_signal_is_a_hang_up_and_what_was_written_is_there) {
  const FileOutcome outcome =
      ask(*open_fixture_files("crashes_after_writing ../answer"), {{}, {}, {"answer"}, {}});
  BOOST_TEST(hung_up_how(outcome) == "killed by signal 11 (SIGSEGV)");
  BOOST_TEST((outcome.hung_up->at == outcome.answered));
  BOOST_TEST(!outcome.exit_status);
  BOOST_TEST(content_of(outcome.files, "answer") == "written");
}

BOOST_AUTO_TEST_CASE(that_never_comes_is_a_time_out_and_a_kill) {
  const auto exchange = open_fixture_files("never_ends ../begun");
  const FileOutcome outcome = ask(*exchange, {{}, {}, {"begun"}, {}}, 300ms);
  BOOST_TEST(outcome.timed_out);
  BOOST_TEST(!outcome.exit_status);
  BOOST_TEST(!outcome.hung_up);
  BOOST_TEST(outcome.left_running == 0);
  BOOST_TEST((between(outcome.asked, outcome.answered).longest >= 300ms));
  BOOST_TEST((surely_before(outcome.asked + 299ms, outcome.answered)));
}

BOOST_AUTO_TEST_CASE(without_patience_is_looked_for_once) {
  const FileOutcome outcome = ask(*open_fixture_files("never_ends"), {}, 0ms);
  BOOST_TEST(outcome.timed_out);
}

BOOST_AUTO_TEST_CASE(kills_and_counts_what_is_left_running_even_in_a_session_of_its_own) {
  const auto exchange = open_fixture_files("leaves_daemon ../pid exit");
  const FileOutcome outcome = ask(*exchange, {{}, {}, {"pid"}, {}});
  BOOST_TEST(exit_status_of(outcome) == 0);
  BOOST_TEST(outcome.left_running == 1);
  const pid_t daemon = std::stoi(content_of(outcome.files, "pid"));
  BOOST_TEST(daemon > 1);
  BOOST_TEST(!is_alive(daemon));
}

BOOST_AUTO_TEST_CASE(at_the_end_of_the_patience_kills_what_it_started_too) {
  const TemporaryFolder folder;
  const std::string pid_file = (folder / "pid").string();
  const auto exchange = open_fixture_files("leaves_daemon " + pid_file + " stay");
  // A slow machine may need longer to have it started at all.
  for (Duration patience = 200ms; !fs::exists(pid_file) && patience < generous; patience *= 3) {
    const FileOutcome outcome = ask(*exchange, {}, patience);
    BOOST_TEST(outcome.timed_out);
    BOOST_TEST(outcome.left_running == 0);
  }
  pid_t daemon = 0;
  std::ifstream(pid_file) >> daemon;
  BOOST_TEST(daemon > 1);
  BOOST_TEST(!is_alive(daemon));
}

BOOST_AUTO_TEST_CASE(leaves_no_process_no_descriptor_and_no_thread) {
  const auto descriptors = open_descriptors();
  const auto threads = running_threads();
  {
    const auto exchange = open_fixture_files("leaves_daemon ../pid exit");
    for (int i = 0; i < 3; ++i) ask(*exchange, {{{"x/y", "z"}}, {}, {"x/y", "pid"}, {}});
    exchange->reset();
  }
  BOOST_TEST(open_descriptors() == descriptors);
  BOOST_TEST(running_threads() == threads);
  BOOST_TEST(waitpid(-1, nullptr, WNOHANG) == -1);
  BOOST_TEST(errno == ECHILD);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(bounds)

BOOST_AUTO_TEST_CASE(keep_the_end_of_both_outputs_apart) {
  const FileOutcome outcome = ask(*open_fixture_files("prints_much"), {});
  BOOST_TEST(exit_status_of(outcome) == 0);
  BOOST_TEST(outcome.standard_output.size() == 65536U);
  BOOST_TEST(outcome.standard_error.size() == 65536U);
  BOOST_TEST(outcome.standard_output.substr(65536 - 5) == "..out");
  BOOST_TEST(outcome.standard_error.substr(65536 - 5) == "..err");
}

BOOST_AUTO_TEST_CASE(stop_one_file_that_grows_too_large) {
  const auto exchange = open_fixture_files("fills_disk one 3000000 exit", {.file = 2 * mebibyte});
  const FileOutcome outcome = ask(*exchange, {});
  BOOST_TEST(hung_up_how(outcome) == "killed by signal 25 (SIGXFSZ): it wrote more than 2 MiB to one file");
  BOOST_TEST((outcome.hints == std::vector<std::string>{"the limit of a file's size of 2 MiB was hit"}));
  BOOST_TEST(!outcome.exit_status);
}

BOOST_AUTO_TEST_CASE(stop_a_folder_that_grows_too_large) {
  for (const std::string afterwards : {"", " exit"}) {
    const auto exchange =
        open_fixture_files("fills_disk many 12000000" + afterwards, {.folder = 8 * mebibyte});
    const FileOutcome outcome = ask(*exchange, {{{"board", "b"}}, {}, {}, {}});
    BOOST_TEST(hung_up_how(outcome) == "wrote more than 8 MiB");
    BOOST_TEST(!outcome.exit_status);
    BOOST_TEST(!outcome.timed_out);
    BOOST_TEST(content_of(outcome.files, "board") == "b");
  }
}

BOOST_AUTO_TEST_CASE(hold_for_a_program_that_ends_before_anybody_looks) {
  const auto exchange = open_fixture_files("fills_disk many 500000 exit", {.folder = 256 * kibibyte});
  BOOST_TEST(hung_up_how(ask(*exchange, {})) == "wrote more than 256 KiB");
}

BOOST_AUTO_TEST_CASE(leave_alone_what_stays_within_them) {
  const auto exchange =
      open_fixture_files("fills_disk many 4000000 exit", {.file = mebibyte, .folder = 8 * mebibyte});
  BOOST_TEST(exit_status_of(ask(*exchange, {})) == 0);
}

#if !defined(__SANITIZE_ADDRESS__)
BOOST_AUTO_TEST_CASE(refuse_memory_beyond) {
  const auto exchange = open_fixture_files("eats_memory", {.memory = 256 * mebibyte});
  const FileOutcome outcome = ask(*exchange, {{}, {}, {"eaten.txt"}, {}});
  BOOST_TEST(exit_status_of(outcome) == 7);
  BOOST_TEST(std::stol(content_of(outcome.files, "eaten.txt")) <= 256);
  BOOST_TEST(exit_status_of(ask(*open_fixture_files("eats_memory"), {})) == 7);  // 2 GiB of 3
  BOOST_TEST(exit_status_of(ask(*open_fixture_files("eats_memory", {.memory = 0}), {})) == 0);
}
#endif

BOOST_AUTO_TEST_CASE(no_core_is_dumped) {
  const auto exchange = open_files({.command = "sh -c 'ulimit -c > ../limit'", .name = "", .bounds = {}});
  BOOST_TEST(content_of(ask(*exchange, {{}, {}, {"limit"}, {}}).files, "limit") == "0\n");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(distrust)

BOOST_AUTO_TEST_CASE(a_read_only_file_is_read_only_for_root_too) {
  const auto exchange = open_fixture_files("writes_read_only ../StepLog.txt");
  for (int time = 0; time < 2; ++time) {  // the rig itself can put it anew
    const FileOutcome protected_from_it =
        ask(*exchange, {{{"StepLog.txt", "log" + std::to_string(time)}}, {}, {}, {"StepLog.txt"}});
    BOOST_TEST(exit_status_of(protected_from_it) == 9);
    BOOST_TEST(content_of(protected_from_it.files, "StepLog.txt") == "log" + std::to_string(time));
  }
  const FileOutcome open_to_it = ask(*exchange, {{{"StepLog.txt", "log"}}, {}, {}, {}});
  BOOST_TEST(exit_status_of(open_to_it) == 0);
  BOOST_TEST(content_of(open_to_it.files, "StepLog.txt") == "mine");
}

struct Trap {
  std::string name;
  std::string content;
  std::string remark;
};
std::ostream& operator<<(std::ostream& out, const Trap& trap) {
  return out << trap.name;
}

BOOST_AUTO_TEST_CASE(a_trap_in_place_of_a_file_neither_hangs_nor_fools_the_rig) {
  const std::vector<Trap> traps = {
      {"link", "(none)", "rig: board is a symbolic link, no file: taken for absent.\n"},
      {"dangling", "(none)", "rig: board is a symbolic link, no file: taken for absent.\n"},
      {"pipe", "(none)", "rig: board is a pipe, no file: taken for absent.\n"},
      {"folder", "(none)", "rig: board is a folder, no file: taken for absent.\n"},
      {"gone", "(none)", ""},
      {"tree", "(none)", ""},
      {"huge", std::string(1 << 20, 'h'), "rig: board is longer than 1 MiB: only its beginning was read.\n"}};
  for (const Trap& trap : traps) {
    BOOST_TEST_CONTEXT(trap) {
      const auto exchange = open_fixture_files("plants_traps board " + trap.name);
      for (int time = 0; time < 2; ++time) {  // the second time over the trap of the first
        const FileOutcome outcome = ask(*exchange, {{{"board", "fine"}}, {}, {}, {}});
        BOOST_TEST((content_of(outcome.files, "board") == trap.content));
        BOOST_TEST(outcome.standard_error == trap.remark);
        BOOST_TEST(exit_status_of(outcome) == 0);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_file_that_nobody_may_read_does_not_stop_the_rig) {
  const auto exchange = open_fixture_files("plants_traps board locked");
  for (int time = 0; time < 2; ++time) {
    const FileOutcome outcome = ask(*exchange, {{{"board", "fine"}}, {}, {}, {}});
    BOOST_TEST(exit_status_of(outcome) == 0);
    const bool read_as_root = content_of(outcome.files, "board") == "fine";
    BOOST_TEST((read_as_root || contains(outcome.standard_error, "cannot be opened")));
  }
}

BOOST_AUTO_TEST_CASE(a_link_in_place_of_a_folder_leads_nowhere) {
  const TemporaryFolder outside;
  std::ofstream(outside / "board") << "not for the rig";
  const std::string command = "sh -c 'rm -rf ../sub; ln -s " + (outside / ".").string() + " ../sub'";
  const auto exchange = open_files({.command = command, .name = "", .bounds = {}});
  for (int time = 0; time < 2; ++time) {
    const FileOutcome outcome = ask(*exchange, {{{"sub/board", "fine"}}, {}, {}, {}});
    BOOST_TEST(exit_status_of(outcome) == 0);
    BOOST_TEST(content_of(outcome.files, "sub/board") == "(none)");
  }
  std::string untouched;
  std::getline(std::ifstream(outside / "board"), untouched);
  BOOST_TEST(untouched == "not for the rig");
}

BOOST_AUTO_TEST_CASE(a_folder_that_was_locked_is_removed_all_the_same) {
  const TemporaryFolder folder;
  const WithTemporaryFolderAt here(folder / ".");
  const auto exchange =
      open_files({.command = "sh -c 'mkdir -p a/b; touch a/b/c; chmod 0 a/b a'", .name = "", .bounds = {}});
  BOOST_TEST(exit_status_of(ask(*exchange, {})) == 0);
  exchange->reset();
  BOOST_TEST(entries_in(folder / ".") == 1);  // the new one
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(a_busy_machine, *boost::unit_test::precondition([](auto) {
                        return boost::test_tools::assertion_result(processor_times_are_counted());
                      }))

// Each program computes for 0.4 s, in its first thread or in a child of its own that is gone by the time of
// the answer. It is tried again on a machine that is so busy that other things hold it up.
BOOST_AUTO_TEST_CASE(makes_nobody_slower_than_what_it_computes) {
  const BusyLoops loops(3);
  const std::string computes = fixture("computes 400 1 once");
  for (const std::string& command : {computes, "sh -c '" + computes + "; true'"}) {
    const auto exchange = open_files({.command = command, .name = "", .bounds = {}});
    Latency latency{};
    Health health{};
    // The rig itself has to wait for a processor, too; not every wait of its own is noticed.
    const auto is_explained = [&] {
      return health.starved + health.stalled >= latency.longest - latency.shortest - 50ms;
    };
    for (int attempt = 0; attempt < 3 && (attempt == 0 || latency.shortest >= 700ms || !is_explained());
         ++attempt) {
      const FileOutcome outcome = ask(*exchange, {});
      latency = between(outcome.asked, outcome.answered);
      health = exchange->health();
    }
    BOOST_TEST((latency.longest >= 400ms), latency.longest.count());
    BOOST_TEST((latency.shortest < 700ms),
               command << ": " << latency.shortest.count() << " to " << latency.longest.count());
    BOOST_TEST(is_explained());
  }
}

BOOST_AUTO_TEST_CASE(gives_a_program_more_time_as_long_as_it_gets_no_processor) {
  const BusyLoops loops(3);
  const auto exchange = open_files({.command = fixture("computes 400 1 once"), .name = "", .bounds = {}});
  BOOST_TEST(!ask(*exchange, {}, 700ms).timed_out);
  const FileOutcome too_long = ask(*exchange, {}, 200ms);
  BOOST_TEST(too_long.timed_out);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig
