/// Games under a policy: what is played again and what is not, how long a player may take to start, what is
/// late.

#include "rig/arbiter/pairing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "rig/arbiter/house.hpp"
#include "rig/arbiter/tests/referee_tools.hpp"
#include "rig/base/errors.hpp"
#include "rig/tests/contains.hpp"

namespace rig::arbiter {
namespace {

using namespace std::chrono_literals;
using namespace testing;
using protocol::Contest;
using protocol::Player;

const Contest& blokus() {
  return protocol::find_contest("icfpt2014");
}

/// A good player that goes wrong so often, in the middle of a game.
class Wavering final : public Side {
 public:
  enum class Way { rig_fails, has_no_result, is_late, is_stopped };

  Wavering(Way way, int* times)
      : way_(way), times_(times), inner_(house_side(blokus(), "random", Random(1))) {}

  std::string description() const override { return "wavering"; }
  void begin() override { inner_->begin(); }
  Answer greet() override { return inner_->greet(); }
  void tell(const protocol::Request&) override {}
  Answer ask(const protocol::Request& request, const protocol::Ruling& ruling) override {
    Answer answer = inner_->ask(request, ruling);
    if (ruling.ply() < 4 || *times_ == 0) return answer;
    --*times_;
    if (way_ == Way::rig_fails) throw RigError("The cable is gone.");
    if (way_ == Way::is_stopped) throw Stopped();
    if (way_ == Way::has_no_result) answer.excuse = Note{"move.deadline", "late, and starved"};
    if (way_ == Way::is_late) answer.breach = Breach{LossKind::time_out, "move.deadline", "nothing came"};
    return answer;
  }
  std::vector<Note> end() override { return {}; }

 private:
  Way way_;
  int* times_;
  std::unique_ptr<Side> inner_;
};

/// A pairing with such a player, and how often it was opened.
struct Try {
  Try(Wavering::Way way, int times, int replays) : times_left(times) {
    Policy policy;
    policy.replays = replays;
    const auto open = [this, way] {
      ++opened;
      Sides sides;
      sides.players = {std::make_unique<Wavering>(way, &times_left),
                       house_side(blokus(), "random", Random(2))};
      return sides;
    };
    pairing.emplace(blokus(), open, policy);
  }

  int times_left;
  int opened = 0;
  std::optional<Pairing> pairing;
};

BOOST_AUTO_TEST_SUITE(pairing)

BOOST_AUTO_TEST_CASE(a_game_is_played_again_after_an_error_of_the_rig_or_without_a_result) {
  using enum Wavering::Way;
  struct Row {
    Wavering::Way way;
    int times;
    int replays;
    std::size_t replayed;
    int opened;
    std::string becomes;
  };
  const std::vector<Row> rows = {
      {rig_fails, 0, 2, 0, 1, "both passed"},
      {rig_fails, 1, 2, 1, 2, "both passed"},
      {rig_fails, 2, 2, 2, 3, "both passed"},
      {rig_fails, 3, 2, 2, 3, "The cable is gone."},
      {rig_fails, 1, 0, 0, 1, "The cable is gone."},
      {has_no_result, 1, 2, 1, 1, "both passed"},
      {has_no_result, 3, 2, 2, 1, "busy machine"},
      {has_no_result, 1, 0, 0, 1, "busy machine"},
      {is_late, 1, 2, 0, 1, "time-out"},
      {is_stopped, 1, 2, 0, 1, "interrupted"},
  };
  for (const Row& row : rows) {
    Try one(row.way, row.times, row.replays);
    const GameOutcome outcome = one.pairing->play(blokus().seats[0]);
    BOOST_TEST(outcome.replayed.size() == row.replayed, row.becomes);
    BOOST_TEST(one.opened == row.opened, row.becomes);
    BOOST_TEST((outcome.report ? ending_of(*outcome.report) : outcome.error) == row.becomes);
    BOOST_TEST(outcome.interrupted() == (row.way == is_stopped));
  }
}

BOOST_AUTO_TEST_CASE(the_next_game_is_played_with_players_that_are_opened_anew_after_an_error) {
  Try one(Wavering::Way::rig_fails, 1, 0);
  BOOST_TEST(!one.pairing->play(blokus().seats[0]).report.has_value());
  BOOST_TEST(one.pairing->play(blokus().seats[0]).report.has_value());
  BOOST_TEST(one.pairing->play(blokus().seats[0]).report.has_value());
  BOOST_TEST(one.opened == 2);
  BOOST_TEST(one.pairing->descriptions()[0] == "wavering");
}

BOOST_AUTO_TEST_CASE(each_attempt_is_announced_to_who_watches) {
  class Counting final : public Watcher {
   public:
    void game_opens() override { ++opens; }
    int opens = 0;
  };
  Counting counting;
  Try one(Wavering::Way::has_no_result, 2, 2);
  one.pairing->play(blokus().seats[0], {&counting});
  BOOST_TEST(counting.opens == 3);
}

BOOST_AUTO_TEST_CASE(a_game_that_was_stopped_has_no_result_and_says_so) {
  Try one(Wavering::Way::is_stopped, 1, 2);
  const GameReport game = *one.pairing->play(blokus().seats[0]).report;
  BOOST_TEST(game.plies.size() == 4U);
  BOOST_REQUIRE(game.no_result.has_value());
  BOOST_TEST(game.no_result->note.words == "the match was interrupted");
}

BOOST_AUTO_TEST_CASE(only_a_program_that_the_rig_starts_has_time_to_start) {
  Policy policy;
  policy.settle = 2s;
  policy.time_margin = 50ms;
  for (const auto& [name, grace] : std::vector<std::pair<std::string, Duration>>{{"exec:./player", 5s},
                                                                                 {"pty:./player {port}", 5s},
                                                                                 {"serial:/dev/ttyUSB0", 0s},
                                                                                 {"tcp:host:1", 0s},
                                                                                 {"builtin:blokus", 0s},
                                                                                 {"rtl:blokus_duo", 0s}}) {
    const SideOptions options = side_options(policy, name);
    BOOST_TEST((options.grace == grace), name);
    BOOST_TEST((options.settle == policy.settle));
    BOOST_TEST((options.time_margin == policy.time_margin));
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(start)

/// A board that takes a while after its power is on: its first answer comes by so much later.
class SlowStarter final : public Device {
 public:
  SlowStarter(std::unique_ptr<Device> inner, Duration late) : inner_(std::move(inner)), late_(late) {}

  void power_on() override {
    inner_->power_on();
    has_answered_ = false;
  }
  std::vector<Action> receive(std::uint8_t byte) override {
    std::vector<Action> actions = inner_->receive(byte);
    if (actions.empty() || has_answered_) return actions;
    has_answered_ = true;
    for (Action& action : actions) action.after += late_;
    return actions;
  }

 private:
  std::unique_ptr<Device> inner_;
  Duration late_;
  bool has_answered_ = false;
};

/// Two games of a board that starts so slowly; what ended them, and what was noticed.
std::string two_games_of(Duration late, Duration grace, Duration margin = {}) {
  std::vector<std::string> heard;
  const Board::Answers answers = {says("53e0"), says("53e0")};
  auto board = std::make_unique<SlowStarter>(std::make_unique<Board>(blokus(), answers, &heard), late);
  const auto slow = side_over(make_callback_link({"builtin:test", "", blokus().baud, {}}, std::move(board)),
                              blokus(), {.grace = grace, .time_margin = margin});
  std::string told;
  for (int number = 0; number < 2; ++number) {
    const auto house = house_side(blokus(), "random", Random(1));
    const GameReport game = play_game(blokus(), blokus().seats[0], *slow, *house, {}, {.most_plies = 2});
    told += (told.empty() ? "" : ", ") + ending_of(game);
    for (const Remark& remark : game.remarks) told += " (" + remark.note.words + ")";
  }
  return told;
}

BOOST_AUTO_TEST_CASE(a_player_that_starts_slowly_loses_nothing_within_its_grace) {
  const std::string both = "given up after 2 plies, given up after 2 plies";
  BOOST_TEST(two_games_of(0ms, 0s) == both);
  BOOST_TEST(two_games_of(0ms, 5s) == both);
  const std::string noted =
      "given up after 2 plies (answered after {}, when it had just been started: it counts by the grace of "
      "this "
      "match), given up after 2 plies";
  BOOST_TEST(two_games_of(1100ms, 5s) == fmt::format(fmt::runtime(noted), "1.10 s"));
  BOOST_TEST(two_games_of(2100ms, 5s) == fmt::format(fmt::runtime(noted), "2.10 s"));
  BOOST_TEST(two_games_of(4500ms, 5s) == fmt::format(fmt::runtime(noted), "4.50 s"));
}

BOOST_AUTO_TEST_CASE(a_first_answer_that_the_margin_allows_is_noted_as_such) {
  const std::string noted =
      " (answered after 1.03 s; the contest's deadline is 1.00 s: it counts by the time margin";
  for (const Duration grace : {Duration(0s), Duration(5s)}) {
    const std::string told = two_games_of(1029ms, grace, 50ms);
    BOOST_TEST(contains(told, noted), told);
    BOOST_TEST(!contains(told, "grace"), told);
  }
}

/// It is started again, so that its answer to the first handshake is not taken for one of the next game.
BOOST_AUTO_TEST_CASE(a_player_that_did_not_answer_is_started_again_before_the_next_game) {
  BOOST_TEST(two_games_of(2600ms, 0s) == "time-out, time-out");
  BOOST_TEST(two_games_of(5500ms, 5s) == "time-out, time-out");
}

BOOST_AUTO_TEST_CASE(a_player_is_started_again_before_each_game_where_that_is_wanted) {
  const auto starts = [](Restart restart) {
    Scripted match(blokus());
    match.options.restart = restart;
    match.play({says("zzzz")}, {});
    match.again();
    return std::count(match.heard[0].begin(), match.heard[0].end(), "(on)");
  };
  BOOST_TEST(starts(Restart::each_game) == starts(Restart::as_needed) + 1);
}

BOOST_AUTO_TEST_CASE(a_player_is_started_again_before_each_game_where_it_plays_one_after_each_start) {
  const auto starts = [](protocol::NextMatch next) {
    protocol::Contest contest = blokus();
    contest.next_match = next;
    Scripted match(contest);
    match.play({says("zzzz")}, {});
    match.again();
    return std::count(match.heard[0].begin(), match.heard[0].end(), "(on)");
  };
  const auto usual = starts(protocol::NextMatch::specified);
  BOOST_TEST(starts(protocol::NextMatch::after_a_start) == usual + 1);
  BOOST_TEST(starts(protocol::NextMatch::unspecified) == usual + 1);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(margin)

BOOST_AUTO_TEST_CASE(a_reply_within_the_margin_counts_and_is_noted) {
  const auto play = [](Duration after, Duration margin) {
    Scripted match(blokus());
    match.options.time_margin = margin;
    return match.play({says("53e0", after), says("0000"), says("0000")}, {says("a8e0"), says("0000")});
  };
  BOOST_TEST(play(1030ms, 0ms).loss.has_value());
  BOOST_TEST(play(1060ms, 50ms).loss.has_value());
  const GameReport game = play(1030ms, 50ms);
  BOOST_TEST(!game.loss.has_value());
  BOOST_REQUIRE(game.remarks.size() == 1U);
  BOOST_TEST(contains(game.remarks[0].note.words,
                      "the contest's deadline is 1.00 s: it counts by the time margin of this match"),
             game.remarks[0].note.words);
  BOOST_TEST(play(900ms, 50ms).remarks.empty());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(stop)

BOOST_AUTO_TEST_CASE(whoever_is_waited_for_is_stopped_in_the_middle_of_the_wait) {
  std::vector<std::string> heard;
  int asked = 0;
  const auto silent =
      side_over(stoppable(make_callback_link({"builtin:test", "", blokus().baud, {}},
                                             std::make_unique<Board>(blokus(), Board::Answers{}, &heard)),
                          Waiting::in_steps, [&asked] { return ++asked > 8; }),
                blokus());
  const auto house = house_side(blokus(), "random", Random(1));
  const GameReport game = play_game(blokus(), blokus().seats[0], *silent, *house);
  BOOST_TEST(game.interrupted);
  BOOST_TEST(!game.loss.has_value());
  BOOST_TEST(ending_of(game) == "interrupted");
  BOOST_TEST(joined(heard) == "(on) (on) 0 25");
}

BOOST_AUTO_TEST_CASE(a_far_end_that_is_not_stopped_does_what_it_always_does) {
  Scripted plain(blokus());
  Scripted stopping(blokus());
  stopping.stop = [] { return false; };
  const auto play = [](Scripted& match) {
    match.play({says("53e0", 900ms), says("0000"), says("0000")}, {says("a8e0", 999ms), says("0000")});
    return joined(match.heard[0]) + joined(match.heard[1]);
  };
  BOOST_TEST(play(plain) == play(stopping));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::arbiter
