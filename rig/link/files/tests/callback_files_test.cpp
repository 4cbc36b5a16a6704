/// Devices over files behind a virtual clock: what they see, when what they write is there, and how it ends.

#include "rig/link/callback/callback_files.hpp"

#include <boost/test/unit_test.hpp>

#include "rig/base/errors.hpp"

namespace rig {
namespace {

using namespace std::chrono_literals;
using Run = FileDevice::Run;
using Write = FileDevice::Write;
using Words = std::vector<std::string>;

/// Does what the test says, and remembers what it was told.
class ScriptedFiles final : public FileDevice {
 public:
  struct Told {
    std::vector<Files> files;
    std::vector<Words> arguments;
    int games = 0;
  };
  ScriptedFiles(std::vector<Run> runs, Told& told) : runs_(std::move(runs)), told_(told) {}

  void new_game() override { ++told_.games; }
  Run act(const Files& files, const Words& arguments) override {
    told_.files.push_back(files);
    told_.arguments.push_back(arguments);
    const std::size_t turn = told_.files.size() - 1;
    return turn < runs_.size() ? runs_[turn] : Run{};
  }

 private:
  std::vector<Run> runs_;
  Told& told_;
};

/// A device and the exchange in which it plays.
struct Bench {
  Bench(bool per_move, std::vector<Run> runs)
      : exchange(make_callback_exchange(CallbackFilesOptions{"builtin:test", "", per_move},
                                        std::make_unique<ScriptedFiles>(std::move(runs), told))) {}

  /// Answers by ending, or by a file that ends in ".".
  FileOutcome ask(const FileRequest& request, Duration patience = 10s) {
    const auto whole = [this](const Files& files) {
      ++asked_whether_whole;
      const auto answer = files.find("answer");
      return answer != files.end() && answer->second.ends_with('.');
    };
    return exchange->exchange(request, whole, patience);
  }
  Instant at(Duration time) const { return Instant::exactly(exchange->info().clock, time); }

  ScriptedFiles::Told told;
  int asked_whether_whole = 0;
  std::unique_ptr<FileExchange> exchange;
};

const FileRequest move_request{{{"board", "b0"}, {"left", "l0"}, {"StepLog.txt", "s0"}, {"hidden", "h0"}},
                               {"Red", "../board", "../left", "../StepLog.txt"},
                               {},
                               {}};
const FileRequest game_request{{{"question", "q"}}, {}, {"answer"}, {}};

std::string content_of(const Files& files, const std::string& key) {
  const auto found = files.find(key);
  return found == files.end() ? "(none)" : found->second;
}

BOOST_AUTO_TEST_SUITE(a_program_per_move)

BOOST_AUTO_TEST_CASE(tells_what_it_is) {
  const Bench bench(true, {});
  BOOST_TEST(bench.exchange->info().name == "builtin:test");
  BOOST_TEST(bench.exchange->info().description == "device in C++, virtual time, over files");
  BOOST_TEST((bench.exchange->info().clock_kind == ClockKind::virtual_time));
  BOOST_TEST(bench.exchange->info().can_reset);
  BOOST_TEST(bench.told.games == 1);
}

BOOST_AUTO_TEST_CASE(sees_what_its_arguments_name_and_its_history) {
  Bench bench(true, {{{}, 1s}, {{}, 1s}});
  bench.ask(move_request);
  BOOST_TEST((bench.told.arguments.at(0) == move_request.arguments));
  BOOST_TEST(
      (bench.told.files.at(0) == Files{{"../board", "b0"}, {"../left", "l0"}, {"../StepLog.txt", "s0"}}));
  bench.ask({{{"a long path/board", "b1"}, {"StepLog.txt", "s1"}},
             {"Red", "../a long path/board", "/etc/x", ""},
             {},
             {}});
  BOOST_TEST((bench.told.files.at(1) == Files{{"../a long path/board", "b1"}, {"../StepLog.txt", "s1"}}));
}

BOOST_AUTO_TEST_CASE(ends_when_it_says_and_what_it_wrote_until_then_is_there) {
  Bench bench(true,
              {{{{1s, "../board", "b1"}, {2s, "../left", "l1"}, {2s + 1ns, "../hidden", "h1"}}, 2s, 1}});
  const FileOutcome outcome = bench.ask(move_request);
  BOOST_TEST((outcome.asked == bench.at(0s)));
  BOOST_TEST((outcome.answered == bench.at(2s)));
  BOOST_TEST(
      (outcome.files == Files{{"board", "b1"}, {"left", "l1"}, {"StepLog.txt", "s0"}, {"hidden", "h0"}}));
  BOOST_TEST(outcome.exit_status.value() == 1);
  BOOST_TEST(!outcome.timed_out);
  BOOST_TEST(!outcome.hung_up);
  BOOST_TEST(bench.asked_whether_whole == 0);
  BOOST_TEST((bench.ask(move_request).asked == bench.at(2s)));  // time stands still in between
}

BOOST_AUTO_TEST_CASE(that_ends_at_the_end_of_the_patience_is_in_time_and_later_is_not) {
  for (const Duration over : {0ns, 1ns}) {
    Bench bench(true, {{{{5s, "../board", "b1"}, {5s + 1ns, "../left", "l1"}}, 5s + over}});
    const FileOutcome outcome = bench.ask(move_request, 5s);
    BOOST_TEST(outcome.timed_out == (over > 0ns));
    BOOST_TEST(outcome.exit_status.has_value() == (over == 0ns));
    BOOST_TEST((outcome.answered == bench.at(5s)));
    BOOST_TEST(content_of(outcome.files, "board") == "b1");
    BOOST_TEST(content_of(outcome.files, "left") == "l0");
  }
}

BOOST_AUTO_TEST_CASE(that_never_ends_is_killed_and_writes_no_more) {
  Bench bench(true, {{{{1s, "../board", "b1"}, {7s, "../left", "late"}}, std::nullopt, 3, "", 2}, {{}, 60s}});
  const FileOutcome outcome = bench.ask(move_request, 5s);
  BOOST_TEST(outcome.timed_out);
  BOOST_TEST(!outcome.exit_status);
  BOOST_TEST(!outcome.hung_up);
  BOOST_TEST(outcome.left_running == 0);
  BOOST_TEST((outcome.answered == bench.at(5s)));
  BOOST_TEST(content_of(outcome.files, "board") == "b1");
  BOOST_TEST(content_of(bench.ask({{}, {}, {"left"}, {}}, 100s).files, "left") == "l0");
}

BOOST_AUTO_TEST_CASE(that_is_killed_by_a_signal_has_no_status) {
  Bench bench(true, {{{{1ms, "../board", "b1"}}, 3ms, 0, "signal 11 (SIGSEGV)", 1, "ouch\n"}});
  const FileOutcome outcome = bench.ask(move_request);
  BOOST_TEST(!outcome.exit_status);
  BOOST_REQUIRE(outcome.hung_up);
  BOOST_TEST((*outcome.hung_up == HungUp{"killed by signal 11 (SIGSEGV)", bench.at(3ms)}));
  BOOST_TEST(!outcome.timed_out);
  BOOST_TEST(outcome.left_running == 1);
  BOOST_TEST(outcome.standard_error == "ouch\n");
  BOOST_TEST(content_of(outcome.files, "board") == "b1");
}

BOOST_AUTO_TEST_CASE(keeps_files_of_its_own_until_the_game_ends) {
  Bench bench(
      true,
      {{{{0s, "memory.txt", "m"}, {0s, "../own", "o"}, {0s, "sub/../deep", "d"}}, 1s}, {{}, 1s}, {{}, 1s}});
  const FileRequest request{{}, {"x"}, {"own"}, {}};
  BOOST_TEST(content_of(bench.ask(request).files, "own") == "o");
  bench.ask(request);
  BOOST_TEST((bench.told.files.at(1) == Files{{"memory.txt", "m"}, {"deep", "d"}}));
  const Outcome reset = bench.exchange->reset();
  BOOST_TEST(reset.done);
  BOOST_TEST((reset.ready == bench.at(2s + 1ms)));
  BOOST_TEST(bench.told.games == 2);
  const FileOutcome afterwards = bench.ask(request);
  BOOST_TEST(bench.told.files.at(2).empty());
  BOOST_TEST(afterwards.files.empty());
  BOOST_TEST((afterwards.asked == reset.ready));
}

BOOST_AUTO_TEST_CASE(removes_files) {
  Bench bench(true, {{{{0s, "../board", std::nullopt}}, 1s}, {{}, 1s}});
  BOOST_TEST(content_of(bench.ask(move_request).files, "board") == "(none)");
  BOOST_TEST(content_of(bench.ask(move_request).files, "board") == "b0");  // put in place again
}

BOOST_AUTO_TEST_CASE(cannot_write_what_is_read_only_but_can_remove_it) {
  FileRequest request = move_request;
  request.read_only = {"StepLog.txt"};
  Bench bench(true, {{{{1s, "../StepLog.txt", "mine"}, {1s, "../board", "b1"}}, 2s, 0, "", 0, "hm\n"},
                     {{{1s, "../StepLog.txt", std::nullopt}, {1s, "../StepLog.txt", "mine"}}, 2s},
                     {{{1s, "../StepLog.txt", "mine"}}, 2s}});
  const FileOutcome refused = bench.ask(request);
  BOOST_TEST(content_of(refused.files, "StepLog.txt") == "s0");
  BOOST_TEST(content_of(refused.files, "board") == "b1");
  BOOST_TEST(refused.standard_error == "hm\n../StepLog.txt: Permission denied\n");
  const FileOutcome replaced = bench.ask(request);
  BOOST_TEST(content_of(replaced.files, "StepLog.txt") == "mine");
  BOOST_TEST(replaced.standard_error.empty());
  BOOST_TEST(content_of(bench.ask(move_request).files, "StepLog.txt") == "mine");  // no longer protected
}

BOOST_AUTO_TEST_CASE(that_writes_outside_its_game_is_an_error_of_the_rig) {
  for (const std::string path : {"../../x", "/etc/passwd", "a/../../../x", "../..", "/"}) {
    Bench bench(true, {{{{0s, path, "x"}}, 1s}});
    BOOST_CHECK_EXCEPTION(bench.ask(move_request), RigError, [&](const RigError& e) {
      return std::string(e.what()).find('"' + path + '"') != std::string::npos;
    });
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(a_program_per_game)

BOOST_AUTO_TEST_CASE(sees_every_file_by_its_name) {
  Bench bench(false, {{{{0s, "own", "o"}, {1s, "answer", "a."}}}});
  bench.ask({{{"question", "q"}, {"sub/other", "x"}}, {}, {"answer"}, {}});
  BOOST_TEST((bench.told.files.at(0) == Files{{"question", "q"}, {"sub/other", "x"}}));
  bench.ask(game_request);
  BOOST_TEST((bench.told.files.at(1) ==
              Files{{"question", "q"}, {"sub/other", "x"}, {"own", "o"}, {"answer", "a."}}));
}

BOOST_AUTO_TEST_CASE(answers_at_the_first_instant_at_which_all_is_there) {
  Bench bench(false, {{{{1s, "answer", "half"}, {2s, "answer", "whole."}, {3s, "answer", "more."}}}});
  const FileOutcome outcome = bench.ask(game_request);
  BOOST_TEST((outcome.asked == bench.at(0s)));
  BOOST_TEST((outcome.answered == bench.at(2s)));
  BOOST_TEST((outcome.files == Files{{"question", "q"}, {"answer", "whole."}}));
  BOOST_TEST(!outcome.exit_status);
  BOOST_TEST(!outcome.timed_out);
  BOOST_TEST(!outcome.hung_up);
}

BOOST_AUTO_TEST_CASE(has_not_answered_while_a_file_is_being_written) {
  Bench bench(false, {{{{1s, "answer", "looks whole.", false},
                        {2s, "diary", "closed"},
                        {3s, "answer", "looks whole. Is not.", false},
                        {4s, "answer", "looks whole. Is it.", true}}}});
  const FileOutcome outcome = bench.ask(game_request);
  BOOST_TEST((outcome.answered == bench.at(4s)));
  BOOST_TEST(content_of(outcome.files, "answer") == "looks whole. Is it.");
}

BOOST_AUTO_TEST_CASE(may_keep_a_file_open_that_nobody_waits_for) {
  Bench bench(false, {{{{0s, "diary", "never closed", false}, {1s, "answer", "a."}}}});
  BOOST_TEST((bench.ask(game_request).answered == bench.at(1s)));
}

BOOST_AUTO_TEST_CASE(that_is_late_goes_on_and_its_writes_come_when_they_are_due) {
  Bench bench(false, {{{{5s + 1ns, "answer", "late."}, {8s, "diary", "d"}, {9s, "answer", "later"}}}});
  const FileOutcome late = bench.ask(game_request, 5s);
  BOOST_TEST(late.timed_out);
  BOOST_TEST(!late.hung_up);
  BOOST_TEST((late.answered == bench.at(5s)));
  BOOST_TEST(content_of(late.files, "answer") == "(none)");
  const FileOutcome next = bench.ask({{}, {}, {"answer", "diary"}, {}}, 5s);
  BOOST_TEST(bench.told.files.size() == 1U);  // nothing was put in place: nothing to tell
  BOOST_TEST((next.answered == bench.at(5s + 1ns)));
  BOOST_TEST(content_of(next.files, "answer") == "late.");
  BOOST_TEST(content_of(next.files, "diary") == "(none)");
  bench.exchange->exchange(
      game_request, [](const Files&) { return false; }, 10s);
  const FileOutcome last = bench.ask({{}, {}, {"answer", "diary"}, {}}, 1s);
  BOOST_TEST(content_of(last.files, "answer") == "later");
  BOOST_TEST(content_of(last.files, "diary") == "d");
}

BOOST_AUTO_TEST_CASE(that_answers_at_the_end_of_the_patience_is_in_time) {
  Bench bench(false, {{{{5s, "answer", "a."}}}});
  const FileOutcome outcome = bench.ask(game_request, 5s);
  BOOST_TEST(!outcome.timed_out);
  BOOST_TEST((outcome.answered == bench.at(5s)));
}

BOOST_AUTO_TEST_CASE(leaves_it_to_the_reader_to_tell_an_old_answer) {
  Bench bench(false, {{{{1s, "answer", "a."}}}});
  bench.ask(game_request);
  const FileOutcome again = bench.ask(game_request);
  BOOST_TEST((again.answered == again.asked));
}

BOOST_AUTO_TEST_CASE(interleaves_what_it_does_because_of_two_requests) {
  Bench bench(false, {{{{3s, "answer", "first"}, {4s, "answer", "third."}}}, {{{1s, "answer", "second"}}}});
  const auto never = [](const Files&) { return false; };
  bench.exchange->exchange(game_request, never, 2s);  // until 2 s
  BOOST_TEST(content_of(bench.exchange->exchange(game_request, never, 1s).files, "answer") ==
             "second");  // 3 s
  BOOST_TEST((bench.ask(game_request).answered == bench.at(4s)));
}

BOOST_AUTO_TEST_CASE(that_ends_is_a_hang_up_from_then_on) {
  Bench bench(false, {{{{1s, "answer", "last words"}, {3s, "answer", "from the grave."}}, 2s, 4}});
  const FileOutcome outcome = bench.ask(game_request);
  BOOST_REQUIRE(outcome.hung_up);
  BOOST_TEST((*outcome.hung_up == HungUp{"exited with status 4", bench.at(2s)}));
  BOOST_TEST((outcome.answered == bench.at(2s)));
  BOOST_TEST(!outcome.exit_status);
  BOOST_TEST(!outcome.timed_out);
  BOOST_TEST(content_of(outcome.files, "answer") == "last words");
  const FileOutcome again = bench.ask(game_request);
  BOOST_TEST((again.hung_up.value() == *outcome.hung_up));
  BOOST_TEST(content_of(again.files, "answer") == "last words");
  BOOST_TEST(bench.told.files.size() == 1U);
  bench.exchange->reset();
  BOOST_TEST(!bench.ask(game_request, 1s).hung_up);
}

BOOST_AUTO_TEST_CASE(that_answers_and_then_ends_has_answered) {
  for (const Duration ends : {1s, 2s}) {
    Bench bench(false, {{{{1s, "answer", "a."}}, ends, 0, "signal 6 (SIGABRT)"}});
    const FileOutcome outcome = bench.ask(game_request);
    BOOST_TEST(!outcome.hung_up);
    BOOST_TEST((outcome.answered == bench.at(1s)));
    const FileOutcome next = bench.exchange->exchange(
        game_request, [](const Files&) { return false; }, 10s);
    BOOST_REQUIRE(next.hung_up);
    BOOST_TEST((*next.hung_up == HungUp{"killed by signal 6 (SIGABRT)", bench.at(ends)}));
  }
}

BOOST_AUTO_TEST_CASE(forgets_what_it_would_have_done_at_a_reset) {
  Bench bench(false, {{{{5s, "answer", "of the old game."}}, 6s}});
  bench.ask(game_request, 1s);
  bench.exchange->reset();
  const FileOutcome outcome = bench.ask(game_request, 60s);
  BOOST_TEST(outcome.timed_out);
  BOOST_TEST(!outcome.hung_up);
  BOOST_TEST(content_of(outcome.files, "answer") == "(none)");
}

BOOST_AUTO_TEST_CASE(cannot_write_what_is_read_only) {
  FileRequest request = game_request;
  request.read_only = {"question"};
  Bench bench(false, {{{{1s, "question", "mine"}, {2s, "answer", "a."}}}});
  const FileOutcome outcome = bench.ask(request);
  BOOST_TEST(content_of(outcome.files, "question") == "q");
  BOOST_TEST(outcome.standard_error == "question: Permission denied\n");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig
