/// Programs that live for a whole game and are spoken to by files: when an answer is taken, and that a half
/// one never is, whether their folder is watched by inotify or by reading it again and again.

#include <unistd.h>

#include "rig/link/files/gui_files.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <thread>

#include "rig/link/files/folder_watch.hpp"
#include "rig/link/files/game_folder.hpp"
#include "rig/link/files/tests/file_exchange_tools.hpp"
#include "rig/link/tests/link_test_tools.hpp"

namespace rig {
namespace {

using namespace rig::testing;
using namespace std::chrono_literals;
namespace data = boost::unit_test::data;
namespace fs = std::filesystem;
using Watching = GuiFilesOptions::Watching;

}  // namespace

std::ostream& operator<<(std::ostream& out, GuiFilesOptions::Watching watching) {
  return out << (watching == Watching::inotify ? "inotify" : "polling");
}

namespace {

const auto both_ways = data::make({Watching::inotify, Watching::polling});

std::unique_ptr<FileExchange> open_gui_fixture(std::string_view name_and_arguments, Watching watching,
                                               FileBounds bounds = {}) {
  GuiFilesOptions options;
  options.command = file_fixture(name_and_arguments);
  options.bounds = std::move(bounds);
  options.watching = watching;
  return open_gui_files(std::move(options));
}

FileRequest question(const std::string& text) {
  return {{{"GUI1Data.txt", text}}, {}, {"Player1Data.txt"}, {}};
}

/// What answers_files writes when it is asked this.
std::string reply_to(const std::string& text) {
  return "to " + text + "\n.";
}

WholeAnswer holds_answer(const std::string& answer) {
  return [answer](const Files& files) { return content_of(files, "Player1Data.txt") == answer; };
}

/// An answer that ends in a dot.
bool ends_in_a_dot(const Files& files) {
  return content_of(files, "Player1Data.txt").ends_with('.');
}

FileOutcome ask(FileExchange& exchange, const std::string& text, Duration patience = generous) {
  return exchange.exchange(question(text), holds_answer(reply_to(text)), patience);
}

std::string answer_in(const FileOutcome& outcome) {
  return content_of(outcome.files, "Player1Data.txt");
}

BOOST_AUTO_TEST_SUITE(talking)

BOOST_AUTO_TEST_CASE(tells_what_it_is) {
  const auto exchange = open_gui_fixture("answers_files", Watching::inotify);
  BOOST_TEST(exchange->info().name == "guifiles:" + file_fixture("answers_files"));
  BOOST_TEST((exchange->info().clock_kind == ClockKind::monotonic));
  BOOST_TEST((exchange->info().clock == monotonic_domain()));
  BOOST_TEST(exchange->info().can_reset);
  BOOST_TEST(exchange->info().facts.at("changes seen by") == "inotify");
  const auto polling = open_gui_fixture("answers_files", Watching::polling);
  BOOST_TEST(polling->info().facts.at("changes seen by") == "reading every 50 ms");
}

BOOST_DATA_TEST_CASE(every_way_of_writing_an_answer_is_understood,
                     both_ways* data::make({"rename", "place", "append"}), watching, how) {
  const auto exchange =
      open_gui_fixture(std::string("answers_files GUI1Data.txt Player1Data.txt ") + how, watching);
  Instant last = now();
  for (const std::string text : {"one", "a longer text\nof two lines"}) {
    const FileOutcome outcome = ask(*exchange, text);
    BOOST_REQUIRE(!outcome.timed_out);
    BOOST_REQUIRE(!outcome.hung_up);
    BOOST_TEST(answer_in(outcome) == reply_to(text));
    BOOST_TEST(content_of(outcome.files, "GUI1Data.txt") == text);
    BOOST_TEST(!outcome.exit_status);
    BOOST_TEST(outcome.left_running == 0);
    BOOST_TEST((outcome.asked.earliest >= last.latest));
    BOOST_TEST((outcome.answered.latest >= outcome.asked.earliest));
    BOOST_TEST((outcome.answered.earliest >= outcome.asked.earliest));
    last = now();
    BOOST_TEST((last.earliest >= outcome.answered.latest));
  }
}

BOOST_DATA_TEST_CASE(the_same_program_plays_the_whole_game_and_a_new_one_the_next, both_ways, watching) {
  const auto exchange = open_gui_fixture("answers_files GUI1Data.txt Player1Data.txt rename", watching);
  std::string printed;
  // What it counts may come later than its answer, but nothing comes twice.
  const auto listen_until = [&](const std::string& last) {
    for (int i = 0; i < 1000 && !printed.ends_with(last); ++i)
      printed += exchange->exchange({}, holds_answer("never"), 10ms).standard_error;
  };
  for (const std::string text : {"one", "two", "three"}) printed += ask(*exchange, text).standard_error;
  listen_until("3\n");
  BOOST_TEST(printed == "answer 1\nanswer 2\nanswer 3\n");
  const Outcome reset = exchange->reset();
  BOOST_TEST(reset.done);
  const FileOutcome outcome = ask(*exchange, "three");
  BOOST_TEST(answer_in(outcome) == reply_to("three"));
  BOOST_TEST((outcome.asked.earliest >= reset.ready.latest));
  printed = outcome.standard_error;
  listen_until("1\n");
  BOOST_TEST(printed == "answer 1\n");
}

BOOST_DATA_TEST_CASE(the_files_are_there_before_the_program_starts, both_ways, watching) {
  GuiFilesOptions options;
  options.command = "sh -c 'cat GUI1Data.txt > Player1Data.txt; pwd >> Player1Data.txt; sleep 1000'";
  options.watching = watching;
  const auto exchange = open_gui_files(std::move(options));
  const FileOutcome outcome = exchange->exchange(
      question("first\n"),
      [](const Files& files) { return contains(content_of(files, "Player1Data.txt"), "/"); }, generous);
  BOOST_TEST(answer_in(outcome).starts_with("first\n/"), answer_in(outcome));
}

BOOST_AUTO_TEST_CASE(the_players_number_is_put_into_the_command) {
  GuiFilesOptions options;
  options.command = "sh -c 'echo {player}{player} is-{player} > Player1Data.txt; sleep 1000'";
  BOOST_CHECK_EXCEPTION(open_gui_files(options), UsageError,
                        [](const UsageError& e) { return contains(e.what(), "{player}"); });
  options.player = [](const FileRequest& request) { return number_in_name(request, "GUI", "Data.txt"); };
  const auto exchange = open_gui_files(options);
  const FileOutcome outcome = exchange->exchange({{{"GUI12Data.txt", "x"}}, {}, {"Player1Data.txt"}, {}},
                                                 holds_answer("1212 is-12\n"), generous);
  BOOST_TEST(answer_in(outcome) == "1212 is-12\n");
}

BOOST_AUTO_TEST_CASE(the_players_number_is_found_in_one_name) {
  const auto number = [](const Files& files) {
    return number_in_name({files, {}, {}, {}}, "GUI", "Data.txt");
  };
  BOOST_TEST(number({{"GUI2Data.txt", ""}, {"GUIData.txt", ""}, {"GUIxData.txt", ""}, {"x", ""}}) == "2");
  BOOST_CHECK_THROW(number({}), RigError);
  BOOST_CHECK_THROW(number({{"GUIData.txt", ""}, {"MyGUI1Data.txt", ""}, {"GUI1Data.txt.bak", ""}}),
                    RigError);
  BOOST_CHECK_THROW(number({{"GUI1Data.txt", ""}, {"GUI2Data.txt", ""}}), RigError);
}

BOOST_DATA_TEST_CASE(files_in_folders_are_read_too, both_ways, watching) {
  const auto exchange = open_gui_fixture("answers_files GUI1Data.txt 'a b/x.txt' place", watching);
  const FileOutcome outcome = exchange->exchange(
      {{{"GUI1Data.txt", "q"}, {"a b/x.txt", "before"}}, {}, {}, {}},
      [](const Files& files) { return content_of(files, "a b/x.txt") == reply_to("q"); }, generous);
  BOOST_TEST(content_of(outcome.files, "a b/x.txt") == reply_to("q"));
  BOOST_TEST(!outcome.timed_out);
}

BOOST_AUTO_TEST_CASE(a_program_that_cannot_be_started_is_an_error_of_the_rig_that_names_it) {
  GuiFilesOptions options;
  options.command = "/nowhere/a-player";
  const auto exchange = open_gui_files(options);
  const std::string message = message_of<RigError>([&] { ask(*exchange, "x"); });
  BOOST_TEST(contains(message, "/nowhere/a-player"), message);
  options.command = "a | b";
  BOOST_CHECK_THROW(open_gui_files(options), UsageError);
  options.command = "true";
  options.bounds.file = 5;
  BOOST_CHECK_THROW(open_gui_files(options), UsageError);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(half_written)

BOOST_AUTO_TEST_CASE(a_file_that_is_still_open_is_no_answer_however_whole_it_looks) {
  const auto exchange =
      open_gui_fixture("writes_slowly Player1Data.txt 'half.' 400 ' whole.' 50", Watching::inotify);
  const FileOutcome outcome = exchange->exchange(question("x"), ends_in_a_dot, generous);
  BOOST_TEST(answer_in(outcome) == "half. whole.");
  BOOST_TEST((between(outcome.asked, outcome.answered).longest >= 450ms));
}

BOOST_AUTO_TEST_CASE(a_file_that_is_still_open_at_the_end_of_the_patience_is_told) {
  const auto exchange = open_gui_fixture("writes_slowly Player1Data.txt 'no end' 1000000", Watching::inotify);
  FileOutcome outcome;
  // A slow machine may need longer to have it written at all.
  for (Duration patience = 300ms; answer_in(outcome) != "no end"; patience *= 2) {
    outcome = exchange->exchange(question("x"), ends_in_a_dot, patience);
    BOOST_REQUIRE(outcome.timed_out);
    BOOST_REQUIRE((patience < generous));
  }
  BOOST_TEST(outcome.standard_error == "rig: Player1Data.txt is still open for writing.\n");
  BOOST_TEST(!outcome.hung_up);
}

BOOST_AUTO_TEST_CASE(a_whole_answer_in_a_file_that_is_never_closed_is_taken_after_a_while) {
  const auto exchange = open_gui_fixture("writes_slowly Player1Data.txt 'whole.' 1000000", Watching::inotify);
  const FileOutcome outcome = exchange->exchange(question("x"), ends_in_a_dot, generous);
  const Instant taken = now();
  BOOST_TEST(answer_in(outcome) == "whole.");
  BOOST_TEST(!outcome.timed_out);
  BOOST_TEST((between(outcome.answered, taken).longest >= 1s));  // it came when it was written
}

BOOST_AUTO_TEST_CASE(without_inotify_a_file_must_stay_the_same_for_a_while) {
  // Each piece looks whole, and stays so for less than the while.
  const auto exchange = open_gui_fixture(
      "writes_slowly Player1Data.txt 'a.' 100 'b.' 100 'c.' 100 'd.' 100 'e.' 1000000", Watching::polling);
  const FileOutcome outcome = exchange->exchange(question("x"), ends_in_a_dot, generous);
  const Instant taken = now();
  if (answer_in(outcome) != "a.b.c.d.e.") BOOST_TEST_WARN(false, "a slow machine");
  BOOST_TEST(answer_in(outcome).ends_with("."));
  BOOST_TEST(!outcome.timed_out);
  // It is stamped with the change, not with the end of the while.
  BOOST_TEST((between(outcome.answered, taken).longest >= 250ms));
  BOOST_TEST(
      (between(outcome.asked, outcome.answered).longest >= 400ms || answer_in(outcome) != "a.b.c.d.e."));
}

BOOST_DATA_TEST_CASE(a_second_writing_replaces_the_first, both_ways, watching) {
  const auto exchange = open_gui_fixture("answers_files GUI1Data.txt Player1Data.txt twice", watching);
  const FileOutcome outcome = ask(*exchange, "something long enough to have halves");
  BOOST_TEST(answer_in(outcome) == reply_to("something long enough to have halves"));
  BOOST_TEST((between(outcome.asked, outcome.answered).longest >= 100ms));
}

BOOST_DATA_TEST_CASE(an_old_answer_is_for_the_reader_to_tell, both_ways, watching) {
  const auto exchange = open_gui_fixture("answers_files GUI1Data.txt Player1Data.txt rename", watching);
  ask(*exchange, "one");
  const FileOutcome again = exchange->exchange(question("one"), ends_in_a_dot, generous);
  BOOST_TEST(answer_in(again) == reply_to("one"));
  BOOST_TEST((again.answered.earliest >= again.asked.earliest));
  BOOST_TEST((between(again.asked, again.answered).shortest < 200ms));
}

BOOST_DATA_TEST_CASE(an_answer_just_before_the_end_of_the_patience_is_taken, both_ways, watching) {
  const auto exchange = open_gui_fixture("answers_files GUI1Data.txt Player1Data.txt rename", watching);
  ask(*exchange, "one");
  // Patience for the answer, but not for seeing it stay the same for a while. A slow machine may miss even
  // that.
  FileOutcome outcome;
  for (int attempt = 0; attempt < 100; ++attempt) {
    outcome = ask(*exchange, "attempt " + std::to_string(attempt), 200ms);
    if (!outcome.timed_out) break;
  }
  BOOST_TEST(!outcome.timed_out);
  BOOST_TEST((between(outcome.asked, outcome.answered).shortest <= 200ms));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(watching_a_folder)

BOOST_AUTO_TEST_CASE(tells_writing_from_rest) {
  const TemporaryFolder folder;
  FolderWatch watch(folder / ".");
  BOOST_REQUIRE(watch.works());
  watch.begin({"a", "b"});
  BOOST_TEST(!watch.look());
  BOOST_TEST(watch.at_rest());
  std::ofstream file(folder / "a");
  BOOST_TEST(watch.look());
  BOOST_TEST(!watch.at_rest());  // made, and perhaps about to be written
  file << "x" << std::flush;
  BOOST_TEST(watch.look());
  BOOST_TEST((watch.being_written() == std::set<std::string>{"a"}));
  sleep(300ms);
  BOOST_TEST(!watch.look());
  BOOST_TEST(!watch.at_rest());
  const Instant before = now();
  watch.look();
  file.close();
  const Instant after = now();
  BOOST_TEST(watch.look());
  BOOST_TEST(watch.at_rest());
  const Instant change = watch.last_change(Instant{});
  BOOST_TEST((change.earliest >= before.latest));
  BOOST_TEST((change.earliest <= after.latest));
  BOOST_TEST((change.latest >= after.latest));
  BOOST_TEST(!watch.look());
}

BOOST_AUTO_TEST_CASE(remembers_a_writer_whose_file_is_asked_for_later) {
  const TemporaryFolder folder;
  FolderWatch watch(folder / ".");
  watch.begin({"a"});
  std::ofstream file(folder / "b");
  file << "x" << std::flush;
  BOOST_TEST(!watch.look());
  BOOST_TEST(watch.at_rest());
  watch.begin({"b"});
  BOOST_TEST(!watch.look());
  BOOST_TEST(!watch.at_rest());
}

BOOST_AUTO_TEST_CASE(takes_a_renamed_a_removed_and_a_linked_file_for_finished) {
  const TemporaryFolder folder;
  FolderWatch watch(folder / ".");
  watch.begin({"a"});
  std::ofstream(folder / "new") << "x";
  fs::rename(folder / "new", folder / "a");
  BOOST_TEST(watch.look());
  BOOST_TEST(watch.at_rest());
  fs::remove(folder / "a");
  BOOST_TEST(watch.look());
  BOOST_TEST(watch.at_rest());
  std::ofstream(folder / "new") << "y";
  fs::create_hard_link(folder / "new", folder / "a");
  BOOST_TEST(watch.look());
  const Instant linked = watch.last_change(Instant{});
  BOOST_TEST(!watch.at_rest());
  sleep(260ms);
  BOOST_TEST(watch.look());  // came to rest
  BOOST_TEST(watch.at_rest());
  BOOST_TEST((watch.last_change(Instant{}) == linked));
}

BOOST_AUTO_TEST_CASE(tells_when_it_may_have_missed_something) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "sub");
  FolderWatch watch(folder / "sub");
  watch.begin({"a"});
  BOOST_TEST(watch.works());
  fs::remove(folder / "sub");
  watch.look();
  BOOST_TEST(!watch.works());
  BOOST_TEST(!FolderWatch(folder / "sub").works());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(ending)

BOOST_DATA_TEST_CASE(a_program_that_says_nothing_goes_on, both_ways, watching) {
  const auto exchange = open_gui_fixture("answers_files GUI1Data.txt Player1Data.txt rename", watching);
  const FileOutcome silent = exchange->exchange(question("one"), holds_answer("never"), 300ms);
  BOOST_TEST(silent.timed_out);
  BOOST_TEST(!silent.hung_up);
  BOOST_TEST((between(silent.asked, silent.answered).longest >= 300ms));
  const FileOutcome next = ask(*exchange, "two");
  BOOST_TEST(!next.timed_out);
  BOOST_TEST(answer_in(next) == reply_to("two"));
}

BOOST_DATA_TEST_CASE(an_exit_is_a_hang_up_from_then_on, both_ways, watching) {
  const auto exchange = open_gui_fixture("answers_files GUI1Data.txt Player1Data.txt quit", watching);
  ask(*exchange, "one");
  const FileOutcome end = ask(*exchange, "end");
  BOOST_TEST(hung_up_how(end) == "exited with status 5");
  BOOST_TEST((end.hung_up->at == end.answered));
  BOOST_TEST(!end.exit_status);
  BOOST_TEST(!end.timed_out);
  BOOST_TEST(answer_in(end) == reply_to("one"));
  const FileOutcome again = exchange->exchange(question("two"), any_answer, generous);
  BOOST_TEST((again.hung_up.value() == *end.hung_up));
  BOOST_TEST(content_of(again.files, "GUI1Data.txt") == "two");
  exchange->reset();
  BOOST_TEST(answer_in(ask(*exchange, "three")) == reply_to("three"));
}

BOOST_DATA_TEST_CASE(last_words_are_an_answer, both_ways, watching) {
  const auto exchange = open_gui_fixture("crashes_after_writing Player1Data.txt", watching);
  const FileOutcome outcome = exchange->exchange(question("x"), holds_answer("written"), generous);
  BOOST_TEST(hung_up_how(outcome) == "(it has not)");
  BOOST_TEST(answer_in(outcome) == "written");
  const FileOutcome next = exchange->exchange(question("y"), holds_answer("nothing more"), generous);
  BOOST_TEST(hung_up_how(next) == "killed by signal 11 (SIGSEGV)");
  const auto unheard = open_gui_fixture("crashes_after_writing Player1Data.txt", watching);
  const FileOutcome half = unheard->exchange(question("x"), holds_answer("written more"), generous);
  BOOST_TEST(hung_up_how(half) == "killed by signal 11 (SIGSEGV)");
  BOOST_TEST(answer_in(half) == "written");
}

BOOST_AUTO_TEST_CASE(a_program_that_uses_up_too_much_is_killed) {
  const auto file = open_gui_fixture("fills_disk one 3000000", Watching::inotify, {.file = 2 * mebibyte});
  BOOST_TEST(hung_up_how(ask(*file, "x")) ==
             "killed by signal 25 (SIGXFSZ): it wrote more than 2 MiB to one file");
  const auto folder =
      open_gui_fixture("fills_disk many 12000000", Watching::inotify, {.folder = 8 * mebibyte});
  BOOST_TEST(hung_up_how(folder->exchange(
                 question("x"), [](const Files&) { return false; }, generous)) == "wrote more than 8 MiB");
}

BOOST_AUTO_TEST_CASE(a_game_leaves_no_process_no_descriptor_and_no_thread) {
  const auto descriptors = open_descriptors();
  const auto threads = running_threads();
  pid_t before = 0;
  {
    const auto exchange = open_gui_fixture("leaves_daemon Player1Data.txt stay", Watching::inotify);
    const auto has_a_number = [](const Files& files) {
      return content_of(files, "Player1Data.txt").find_first_of("123456789") == 0;
    };
    for (int game = 0; game < 2; ++game) {
      const FileOutcome outcome = exchange->exchange(question("x"), has_a_number, generous);
      BOOST_REQUIRE(!outcome.timed_out);
      if (before != 0) BOOST_TEST(!is_alive(before));
      before = std::stoi(answer_in(outcome));
      BOOST_TEST(is_alive(before));
      if (game == 0) exchange->reset();
    }
  }
  BOOST_TEST(!is_alive(before));
  BOOST_TEST(open_descriptors() == descriptors);
  BOOST_TEST(running_threads() == threads);
}

BOOST_AUTO_TEST_CASE(a_rig_that_stood_still_says_so) {
  const auto exchange =
      open_gui_fixture("answers_files GUI1Data.txt Player1Data.txt rename", Watching::inotify);
  bool seen = false;
  for (int attempt = 0; attempt < 10 && !seen; ++attempt) {
    exchange->health();
    const int status = in_a_process(
        [parent = getpid()] {
          kill(parent, SIGSTOP);
          sleep(200ms);
          kill(parent, SIGCONT);
          return true;
        },
        [](pid_t) { sleep(300ms); });
    BOOST_REQUIRE(WIFEXITED(status));
    seen = exchange->health().stalled >= 150ms;
  }
  BOOST_TEST(seen);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig
