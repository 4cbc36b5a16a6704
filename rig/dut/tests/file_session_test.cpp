/// The session over files: which answer counts, and what lies in the files after one that does not.

#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "games/blokus/contests/ustc/ustc_files.hpp"
#include "games/blokus/players/course/course_player.hpp"
#include "games/blokus/players/ustc/ustc_player.hpp"
#include "rig/base/errors.hpp"
#include "rig/dut/session.hpp"
#include "rig/link/callback/callback_files.hpp"

namespace rig::dut {
namespace {

using namespace std::chrono_literals;
using protocol::Request;
using protocol::RequestKind;

const protocol::Contest& page() {
  return protocol::find_contest("course");
}
const Request red_begins{RequestKind::first, "Red", {}};
const Request again{RequestKind::move, {}, {}};
const Request after_a_move{RequestKind::move, {}, {{"pattern01() ^ 10-10"}}};

/// A session with the reference player of course, which thinks for so long.
struct Bench {
  explicit Bench(Duration think, const std::string& fault = {})
      : exchange(make_callback_exchange({"builtin:test", "", true},
                                        player::new_course_device({.fault = fault, .think = think}))),
        session(new_session(*exchange, page())) {
    session->begin();
  }

  std::unique_ptr<FileExchange> exchange;
  std::unique_ptr<Session> session;
};

BOOST_AUTO_TEST_SUITE(file_session)

BOOST_AUTO_TEST_CASE(keeps_a_placement_that_came_in_time) {
  Bench bench(4s);
  const Exchange placed = bench.session->ask(red_begins, {});
  BOOST_TEST(placed.replied());
  BOOST_TEST((placed.latency && placed.latency->shortest == 4s));
  BOOST_TEST((placed.reply.value.kind == protocol::ReplyKind::move));
  const Exchange next = bench.session->ask(after_a_move, {});
  BOOST_TEST(next.files->request.files.at("StepLog.txt").starts_with("1 = R ^ " + placed.reply.value.text));
  BOOST_TEST(std::count(next.files->request.files.at("BlokusBoard.txt").begin(),
                        next.files->request.files.at("BlokusBoard.txt").end(), 'R') > 0);
}

BOOST_AUTO_TEST_CASE(tells_the_arguments_that_the_program_got_and_the_message_that_it_read) {
  Bench bench(4s);
  const Exchange placed = bench.session->ask(red_begins, {});
  BOOST_TEST(to_text(placed.request_bytes) == "Red ../BlokusBoard.txt ../LeftPattern_Red.txt ../StepLog.txt");

  const protocol::Contest& ustc = protocol::find_contest("ustc");
  const auto exchange = make_callback_exchange({"builtin:test", "", false}, player::new_ustc_device({}));
  const auto session = new_session(*exchange, ustc);
  session->begin();
  session->ask({RequestKind::first, "1", {}}, {});
  const Exchange told = session->ask({RequestKind::move, {}, {}}, {});
  BOOST_TEST(to_text(told.request_bytes) == told.files->request.files.at("GUI1Data.txt"));
  BOOST_TEST(to_text(told.request_bytes).find("<step>") == std::string::npos);
}

// "若玩家 A 所撰寫的策略程式沒有在五秒內決定下一棋步 […] 則判定玩家 A 決定 PASS"
BOOST_AUTO_TEST_CASE(puts_the_files_back_after_a_placement_that_came_too_late) {
  Bench bench(6s);
  const Exchange late = bench.session->ask(red_begins, {});
  BOOST_TEST((late.latency && late.latency->shortest == 6s));
  BOOST_TEST((late.files->outcome.files != late.files->request.files));
  BOOST_TEST(!late.replied());
  BOOST_TEST(late.files->answer.kept.empty());
  const Exchange next = bench.session->ask(again, {});
  BOOST_TEST((next.files->request.files == late.files->request.files));
}

// Nobody looks at what it wrote meanwhile: it is as if it had been stopped at its deadline.
BOOST_AUTO_TEST_CASE(finds_neither_right_nor_wrong_what_came_too_late) {
  Bench bench(6s, "crlf-board");
  const Exchange late = bench.session->ask(red_begins, {});
  BOOST_TEST(late.files->answer.kept.empty());
  BOOST_TEST(late.files->answer.irregularities.empty());
  BOOST_TEST((late.reply.state == protocol::ParseState::more));
}

BOOST_AUTO_TEST_CASE(waits_for_the_deadline_alone_after_three_moves_that_never_came) {
  Bench bench(60s);
  for (int i = 0; i < 3; ++i) BOOST_TEST((bench.session->ask(red_begins, {}).waited == 10s));
  const Exchange fourth = bench.session->ask(red_begins, {});
  BOOST_TEST(fourth.hurried);
  BOOST_TEST((fourth.waited == 5s));
}

/// A program that never writes anything, on a disk whose instants are 50 ms wide.
class NeverAnswers : public FileExchange {
 public:
  NeverAnswers() {
    info_.clock = new_clock_domain();
    info_.uncertainty = 50ms;
  }
  const LinkInfo& info() const override { return info_; }
  FileOutcome exchange(const FileRequest& request, const WholeAnswer&, Duration patience) override {
    patiences.push_back(patience);
    FileOutcome outcome;
    outcome.files = request.files;
    outcome.timed_out = true;
    outcome.asked = outcome.answered = Instant::exactly(info_.clock, 0ns);
    return outcome;
  }
  Outcome reset() override { return {true, Instant::exactly(info_.clock, 0ns), {}}; }

  std::vector<Duration> patiences;

 private:
  LinkInfo info_;
};

/// … but for its second answer, which cannot be read.
class WritesRubbishOnce final : public NeverAnswers {
 public:
  FileOutcome exchange(const FileRequest& request, const WholeAnswer& whole, Duration patience) override {
    FileOutcome outcome = NeverAnswers::exchange(request, whole, patience);
    if (patiences.size() == 2) outcome.files[*request.watched.begin()] = "rubbish";
    return outcome;
  }
};

/// … but for a file that it writes once, and leaves as it is.
class WritesTheSameEver final : public NeverAnswers {
 public:
  FileOutcome exchange(const FileRequest& request, const WholeAnswer& whole, Duration patience) override {
    FileOutcome outcome = NeverAnswers::exchange(request, whole, patience);
    outcome.files[*request.watched.begin()] = "rubbish";
    return outcome;
  }
};

/// A program that writes in each exchange what the test says, and takes 5 ms for it.
class WritesInTurn final : public FileExchange {
 public:
  explicit WritesInTurn(std::vector<Files> writes) : writes_(std::move(writes)) {
    info_.clock = new_clock_domain();
  }
  const LinkInfo& info() const override { return info_; }
  FileOutcome exchange(const FileRequest& request, const WholeAnswer& whole, Duration) override {
    if (requests.size() < writes_.size())
      for (const auto& [name, content] : writes_[requests.size()]) written_[name] = content;
    requests.push_back(request);
    FileOutcome outcome;
    outcome.files = request.files;
    outcome.files.insert(written_.begin(), written_.end());
    outcome.timed_out = !whole(outcome.files);
    outcome.hung_up = ended;
    outcome.asked = Instant::exactly(info_.clock, now_);
    now_ += 5ms;
    outcome.answered = Instant::exactly(info_.clock, now_);
    return outcome;
  }
  Outcome reset() override { return {true, Instant::exactly(info_.clock, now_), {}}; }

  std::vector<FileRequest> requests;
  std::optional<HungUp> ended;

 private:
  LinkInfo info_;
  std::vector<Files> writes_;
  Files written_;
  Duration now_{};
};

BOOST_AUTO_TEST_CASE(finds_one_file_changed_of_several_that_are_watched) {
  FileRequest nothing;
  nothing.watched = {"a.txt", "b.txt"};
  WritesInTurn exchange({Files{}, Files{{"a.txt", "new"}}});
  const auto session = new_session(exchange, protocol::find_contest("ustc"));
  session->begin();
  BOOST_TEST(!session->files()->provokes(nothing, 5ms));
  BOOST_TEST(session->files()->provokes(nothing, 5ms));
  BOOST_TEST((session->elapsed() == 10ms));
}

BOOST_AUTO_TEST_CASE(takes_no_answer_from_a_program_that_has_ended) {
  FileRequest nothing;
  nothing.watched = {"a.txt"};
  for (const bool ends : {false, true}) {
    WritesInTurn exchange({Files{{"a.txt", "new"}}});
    const auto session = new_session(exchange, protocol::find_contest("ustc"));
    session->begin();
    if (ends) exchange.ended = HungUp{};
    BOOST_TEST(session->files()->provokes(nothing, 5ms) != ends);
  }
}

BOOST_AUTO_TEST_CASE(leaves_the_first_half_of_a_message_for_a_while_before_the_whole) {
  WritesInTurn exchange({});
  const auto session = new_session(exchange, protocol::find_contest("ustc"));
  session->begin();
  session->ask({RequestKind::first, "1", {}}, {.gap = 5ms});
  BOOST_TEST_REQUIRE(exchange.requests.size() == 2U);
  const auto& [name, whole] = *exchange.requests[1].files.begin();
  BOOST_TEST(exchange.requests[0].files.at(name) == whole.substr(0, whole.size() / 2));
}

BOOST_AUTO_TEST_CASE(does_not_call_a_program_silent_that_writes_something_else_that_cannot_be_read) {
  const std::string file = protocol::ustc_player_file(1);
  WritesInTurn exchange({Files{{file, "rubbish"}}, Files{}, Files{{file, "other rubbish"}}});
  const auto session = new_session(exchange, protocol::find_contest("ustc"));
  session->begin();
  session->ask({RequestKind::first, "1", {}}, {});
  const Exchange second = session->ask({RequestKind::move, {}, {}}, {});
  BOOST_TEST(second.files->outcome.timed_out);
  BOOST_TEST(!second.files->unasked);
  BOOST_TEST(!second.files->silent);
}

BOOST_AUTO_TEST_CASE(says_for_how_long_it_listened_though_files_say_nothing) {
  NeverAnswers exchange;
  const auto session = new_session(exchange, page());
  session->begin();
  const Overheard heard = session->listen(50ms);
  BOOST_TEST((heard.listened == 50ms));
  BOOST_TEST(heard.silent());
}

BOOST_AUTO_TEST_CASE(calls_a_program_silent_that_leaves_its_file_as_it_was) {
  WritesTheSameEver exchange;
  const auto session = new_session(exchange, protocol::find_contest("ustc"));
  session->begin();
  BOOST_TEST(!session->ask({RequestKind::first, "1", {}}, {}).files->silent);
  BOOST_TEST(session->ask({RequestKind::move, {}, {}}, {}).files->silent);
}

BOOST_AUTO_TEST_CASE(is_patient_again_once_anything_was_written) {
  WritesRubbishOnce exchange;
  const auto session = new_session(exchange, protocol::find_contest("ustc"));
  session->begin();
  const auto ask = [&] { return session->ask({RequestKind::first, "1", {}}, {}); };
  BOOST_TEST(ask().files->silent);  // for a minute, and that is the end of patience
  const Exchange second = ask();
  BOOST_TEST(second.hurried);
  BOOST_TEST(!second.files->silent);
  BOOST_TEST(!ask().hurried);
}

BOOST_AUTO_TEST_CASE(says_why_an_answer_does_not_stand) {
  Bench bench(0s, "two-pieces");
  const Exchange exchange = bench.session->ask(red_begins, {});
  BOOST_TEST((exchange.reply.state == protocol::ParseState::malformed));
  BOOST_TEST_REQUIRE(!exchange.files->answer.irregularities.empty());
  BOOST_TEST(exchange.reply.why == exchange.files->answer.irregularities.front().what);
}

BOOST_AUTO_TEST_CASE(waits_for_the_width_of_an_instant_more_only_where_it_waits_for_the_deadline_alone) {
  NeverAnswers exchange;
  const auto session = new_session(exchange, page());
  session->begin();
  for (int i = 0; i < 4; ++i) session->ask(red_begins, {});
  const std::vector<Duration> expected = {10s, 10s, 10s, 5050ms};
  BOOST_TEST((exchange.patiences == expected));
}

BOOST_AUTO_TEST_CASE(does_not_call_a_program_silent_that_writes_what_cannot_be_read) {
  for (const auto& [fault, silent] : {std::pair("two-lines", false), std::pair("no-move", true)}) {
    player::UstcDeviceOptions options;
    options.fault = fault;
    const auto exchange =
        make_callback_exchange({"builtin:test", "", false}, player::new_ustc_device(options));
    const auto session = new_session(*exchange, protocol::find_contest("ustc"));
    session->begin();
    for (int i = 0; i < 2; ++i) {
      const Exchange first = session->ask({RequestKind::first, "1", {}}, {});
      BOOST_TEST(first.files->outcome.timed_out, fault);
      BOOST_TEST(first.files->silent == silent, fault);
      BOOST_TEST(first.hurried == (silent && i > 0), fault);
    }
  }
}

BOOST_AUTO_TEST_CASE(stamps_a_request_when_it_was_made) {
  Bench bench(4s);
  const Exchange placed = bench.session->ask(red_begins, {});
  BOOST_TEST((placed.sent.first_bit == placed.files->outcome.asked));
  BOOST_TEST((placed.sent.last_bit == placed.files->outcome.asked));
}

BOOST_AUTO_TEST_CASE(has_neither_bytes_nor_a_wire) {
  Bench bench(4s);
  BOOST_TEST((bench.session->files() != nullptr));
  BOOST_TEST((bench.session->bytes() == nullptr));
  BOOST_TEST((bench.session->wire() == nullptr));
}

BOOST_AUTO_TEST_CASE(is_for_contests_over_files_alone) {
  NeverAnswers exchange;
  BOOST_CHECK_THROW(new_session(exchange, protocol::find_contest("icfpt2014")), RigError);
}

BOOST_AUTO_TEST_CASE(finds_a_program_that_crashed) {
  Bench bench(4s, "fills-disk");
  const Exchange crashed = bench.session->ask(red_begins, {});
  BOOST_REQUIRE_EQUAL(crashed.files->answer.irregularities.size(), 1U);
  BOOST_TEST(crashed.files->answer.irregularities.front().aspect == "exit.ended");
  BOOST_TEST((crashed.reply.state == protocol::ParseState::malformed));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::dut
