/// Transcripts of exchanges over files: they play back the same, and each difference is told with its place.

#include <boost/test/unit_test.hpp>
#include <deque>
#include <nlohmann/json.hpp>

#include "rig/base/errors.hpp"
#include "rig/link/file_exchange.hpp"
#include "rig/link/tests/transcript_fixtures.hpp"
#include "rig/link/transcript/transcript.hpp"
#include "rig/tests/contains.hpp"

namespace rig::report {
namespace {

using namespace rig::testing;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(exchanges_over_files)

/// Gives what it was told beforehand, one outcome after the other.
class FakeExchange final : public FileExchange {
 public:
  std::deque<FileOutcome> outcomes;
  std::vector<FileRequest> requests;
  std::vector<Duration> patiences;
  std::vector<std::string> notes;
  std::string fails_next;  ///< not empty: the next operation throws this as a RigError
  LinkInfo link;

  FakeExchange() {
    link.name = "files:fake " + no_utf8;
    link.clock = new_clock_domain();
    link.can_reset = true;
  }
  const LinkInfo& info() const override { return link; }
  FileOutcome exchange(const FileRequest& request, const WholeAnswer& whole, Duration patience) override {
    fail_if_told();
    requests.push_back(request);
    patiences.push_back(patience);
    FileOutcome outcome;
    if (!outcomes.empty()) {
      outcome = outcomes.front();
      outcomes.pop_front();
    }
    outcome.timed_out = !whole(outcome.files);
    return outcome;
  }
  Outcome reset() override {
    fail_if_told();
    return {true, Instant::exactly(link.clock, 3ms), hostile};
  }
  Health health() override {
    fail_if_told();
    return {7ms, {1, 2, 3, 4}};
  }
  void note(const std::string& text) override { notes.push_back(text); }

 private:
  void fail_if_told() const {
    if (!fails_next.empty()) throw RigError(fails_next);
  }
};

bool has_an_answer(const Files& files) {
  return files.contains("answer");
}

/// The lines of one case, the first of which is there from the beginning.
struct FileRecord {
  std::vector<std::string> lines;

  std::unique_ptr<FileExchange> of(std::unique_ptr<FileExchange> exchange) {
    lines.push_back(segment_line("Some.Case", some_run, exchange->info()));
    return exchange_of(
        record(std::move(exchange), [this](const std::string& line) { lines.push_back(line); }));
  }
  std::unique_ptr<FileExchange> replay() const {
    return exchange_of(rig::replay(Medium::files, "Some.Case", lines));
  }
};

const std::string every_byte = [] {
  std::string all;
  for (int value = 0; value < 256; ++value) all += static_cast<char>(value);
  return all;
}();

const FileRequest some_request{{{"BlokusBoard.txt", "N,N,R\nN,B,N"}, {"a folder/\xc3\xa4.txt", every_byte}},
                               {"Red", "../BlokusBoard.txt", "", no_utf8},
                               {"answer", "own.txt"},
                               {"BlokusBoard.txt"}};

std::vector<FileOutcome> some_outcomes(ClockDomain clock) {
  const auto at = [&](Duration earliest, Duration latest) { return Instant{clock, earliest, latest}; };
  FileOutcome moved;
  moved.files = {{"BlokusBoard.txt", "x\n"}, {"a folder/\xc3\xa4.txt", every_byte}, {"answer", hostile}};
  moved.exit_status = 255;
  moved.asked = at(1ns, 2ns);
  moved.answered = at(3ns, 9'000'000'000'000'000ns);
  moved.left_running = 3;
  moved.standard_output = no_utf8;
  moved.standard_error = hostile;
  moved.hints = {hostile, no_utf8};
  FileOutcome crashed;
  crashed.files = {{"answer", ""}};
  crashed.hung_up = HungUp{no_utf8, at(-5ns, 5ns)};
  crashed.asked = at(1ns, 1ns);
  crashed.answered = at(2ns, 2ns);
  FileOutcome silent;
  silent.timed_out = true;
  silent.asked = silent.answered = at(7ns, 8ns);
  return {moved, crashed, silent};
}

/// As if it had been measured by another clock.
FileOutcome moved_to(FileOutcome outcome, ClockDomain clock) {
  outcome.asked.clock = outcome.answered.clock = clock;
  if (outcome.hung_up) outcome.hung_up->at.clock = clock;
  return outcome;
}

BOOST_AUTO_TEST_CASE(keep_everything_that_was_asked_and_answered) {
  auto fake = std::make_unique<FakeExchange>();
  FakeExchange& inner = *fake;
  const std::vector<FileOutcome> told = some_outcomes(fake->link.clock);
  fake->outcomes.assign(told.begin(), told.end());
  FileRecord record;
  const auto recorded = record.of(std::move(fake));
  const auto converse_over_files = [&](FileExchange& exchange) {
    const Outcome reset = exchange.reset();
    BOOST_TEST(reset.done);
    BOOST_TEST((reset.ready == Instant::exactly(exchange.info().clock, 3ms)));
    BOOST_TEST(reset.note == hostile);
    for (const std::string& text : {hostile, no_utf8}) exchange.note(text);
    for (const FileOutcome& outcome : told) {
      BOOST_TEST(
          (exchange.exchange(some_request, has_an_answer, 5s) == moved_to(outcome, exchange.info().clock)));
    }
    BOOST_TEST((exchange.health() == Health{7ms, {1, 2, 3, 4}}));
  };
  converse_over_files(*recorded);
  BOOST_TEST((inner.requests == std::vector<FileRequest>(told.size(), some_request)));
  BOOST_TEST((inner.patiences == std::vector<Duration>(told.size(), 5s)));
  BOOST_TEST((inner.notes == std::vector<std::string>{hostile, no_utf8}));
  const auto replayed = record.replay();
  BOOST_TEST(replayed->info().name == "files:fake " + no_utf8);
  BOOST_TEST((replayed->info().clock == recorded->info().clock) == false);
  converse_over_files(*replayed);

  FileRecord second;
  second.lines.push_back(record.lines.front());
  converse_over_files(
      *rig::record(record.replay(), [&](const std::string& line) { second.lines.push_back(line); })->files());
  BOOST_TEST(record.lines == second.lines, boost::test_tools::per_element());
  for (const std::string& line : record.lines) {
    BOOST_TEST(!contains(line, "\n"));
    BOOST_TEST(nlohmann::json::accept(line), line);
  }
}

BOOST_AUTO_TEST_CASE(throw_the_rigs_own_failures_again) {
  for (const std::string& failure : {std::string("the disk is full"), no_utf8}) {
    auto fake = std::make_unique<FakeExchange>();
    fake->fails_next = failure;
    FileRecord record;
    const auto recorded = record.of(std::move(fake));
    const auto fails = [&](FileExchange& exchange) {
      const auto is_failure = [&](const RigError& error) { return error.what() == failure; };
      BOOST_CHECK_EXCEPTION(exchange.exchange(some_request, has_an_answer, 5s), RigError, is_failure);
      BOOST_CHECK_EXCEPTION(exchange.reset(), RigError, is_failure);
      BOOST_CHECK_EXCEPTION(exchange.health(), RigError, is_failure);
    };
    fails(*recorded);
    fails(*record.replay());
  }
}

// Nothing is random in an exchange itself; and a case begins with the reset that it always was.
BOOST_AUTO_TEST_CASE(have_no_seed_and_begin_a_case_by_a_reset) {
  FileRecord record;
  const auto recorded = record.of(std::make_unique<FakeExchange>());
  recorded->reseed(5);
  BOOST_TEST(recorded->resume().done);
  BOOST_REQUIRE_EQUAL(record.lines.size(), 2U);
  BOOST_TEST(record.lines.back().starts_with("[\"reset\""));
  const auto replayed = record.replay();
  replayed->reseed(5);
  BOOST_TEST(replayed->resume().done);
}

/// A recording of: reset, note "n", one exchange.
FileRecord some_file_record() {
  FileRecord record;
  const auto exchange = record.of(std::make_unique<FakeExchange>());
  exchange->reset();
  exchange->note("n");
  exchange->exchange(some_request, has_an_answer, 5s);
  return record;
}

/// What a replay of that says to the same with this request.
template <typename... Parts>
void refuses(const FileRequest& request, Duration patience, const Parts&... parts) {
  const auto exchange = some_file_record().replay();
  exchange->reset();
  exchange->note("n");
  BOOST_CHECK_EXCEPTION(exchange->exchange(request, has_an_answer, patience), RigError,
                        saying({"Some.Case", "operation 3", parts...}));
}

FileRequest with_board(const std::string& content) {
  FileRequest request = some_request;
  request.files["BlokusBoard.txt"] = content;
  return request;
}

BOOST_AUTO_TEST_CASE(that_differ_in_a_file_name_it_and_the_byte) {
  refuses(with_board("N,N,B\nN,B,N"), 5s, "BlokusBoard.txt", "from byte 5 on", "\"R\\nN,B,N\"",
          "\"B\\nN,B,N\"");
  refuses(with_board("n"), 5s, "BlokusBoard.txt", "from byte 1 on");
  refuses(with_board("N,N,R\nN,B,N\n"), 5s, "BlokusBoard.txt", "from byte 12 on", "recorded its end", "0a");
  refuses(with_board("N,N,R\nN,B,"), 5s, "BlokusBoard.txt", "from byte 11 on", "\"N\"",
          "the suite has its end");
  refuses(with_board(""), 5s, "BlokusBoard.txt", "from byte 1 on", "the suite has its end");
  FileRequest bytes = some_request;
  bytes.files["a folder/\xc3\xa4.txt"][200] = 'x';
  refuses(bytes, 5s, "a folder/\xc3\xa4.txt", "from byte 201 on");
  FileRequest fewer = some_request;
  fewer.files.erase("BlokusBoard.txt");
  refuses(fewer, 5s, "the file BlokusBoard.txt", "the suite does not");
  FileRequest more = some_request;
  more.files["StepLog.txt"] = "";
  refuses(more, 5s, "StepLog.txt", "not recorded");
}

BOOST_AUTO_TEST_CASE(that_differ_elsewhere_name_what) {
  FileRequest request = some_request;
  request.arguments[0] = "Blue";
  refuses(request, 5s, "arguments", "Red", "Blue");
  request = some_request;
  request.watched.erase("answer");
  refuses(request, 5s, "watched files", "answer");
  request = some_request;
  request.read_only.clear();
  refuses(request, 5s, "read-only files", "BlokusBoard.txt");
  refuses(some_request, 6s, "patience", "5000000000", "6000000000");
}

BOOST_AUTO_TEST_CASE(that_differ_in_kind_or_end_say_so) {
  const auto exchange = some_file_record().replay();
  BOOST_CHECK_EXCEPTION(exchange->health(), RigError, saying({"operation 1", "\"reset\"", "\"health\""}));
  BOOST_CHECK_EXCEPTION(exchange->note("m"), RigError, saying({"operation 2", "note", "\"n\"", "\"m\""}));
  BOOST_CHECK_NO_THROW(exchange->exchange(some_request, has_an_answer, 5s));
  for (int time = 0; time < 2; ++time) {
    BOOST_CHECK_EXCEPTION(exchange->exchange(some_request, has_an_answer, 5s), RigError,
                          saying({"Some.Case", "the transcript ends here", "exchange"}));
  }
  BOOST_CHECK_THROW(replay(Medium::files, "Some.Case", {}), RigError);
}

BOOST_AUTO_TEST_CASE(that_are_damaged_name_their_place) {
  const FileRecord whole = some_file_record();
  const nlohmann::json good = nlohmann::json::parse(whole.lines.back());
  std::vector<std::string> damaged_exchanges = {"", "[", R"(["exchange"])",
                                                whole.lines.back().substr(0, 200)};
  for (std::size_t place = 1; place < good.size(); ++place) {
    nlohmann::json changed = good;
    changed[place] = true;
    damaged_exchanges.push_back(changed.dump());
  }
  for (const auto& [name, value] : good.back().items()) {
    nlohmann::json changed = good;
    changed.back()[name] = nlohmann::json::array({"what?"});
    damaged_exchanges.push_back(changed.dump());
    changed.back().erase(name);
    damaged_exchanges.push_back(changed.dump());
  }
  for (const std::string& line : damaged_exchanges) {
    FileRecord record = whole;
    record.lines.back() = line;
    const auto exchange = record.replay();
    exchange->reset();
    exchange->note("n");
    BOOST_TEST_CONTEXT(line) {
      BOOST_CHECK_EXCEPTION(exchange->exchange(some_request, has_an_answer, 5s), RigError,
                            saying({"Some.Case", "operation 3"}));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(files)

BOOST_AUTO_TEST_CASE(over_files_in_which_an_answer_comes_before_its_question_are_refused) {
  using namespace exchanges_over_files;
  const auto told_of = [](const FileOutcome& outcome) {
    FileRecord record;
    auto fake = std::make_unique<FakeExchange>();
    fake->outcomes = {outcome};
    record.of(std::move(fake))->exchange(some_request, has_an_answer, 5s);
    return to_text({some_header(), {{"Some.Case", record.lines}}});
  };
  const auto accepts = [&](const FileOutcome& outcome) {
    BOOST_CHECK_NO_THROW(read_transcript(TemporaryFile(told_of(outcome)).path()));
  };
  const std::vector<FileOutcome> good = some_outcomes({});
  for (const FileOutcome& outcome : good) accepts(outcome);
  FileOutcome early = good[0];
  early.asked = {{}, 10ns, 11ns};
  early.answered = {{}, 8ns, 9ns};
  expect_refused(told_of(early), "line 3", "time goes backwards");
  early.hung_up = HungUp{"ended before it was asked", early.answered};
  accepts(early);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::report
