/// Needless passes that go with what makes no difference: the games before, how long the other thinks, how
/// bytes are spaced. Each is tried in games of both kinds.

#include <algorithm>

#include "conformance/suite/tests/forwarding_link.hpp"
#include "conformance/suite/tests/toy_case.hpp"

using namespace conformance;
using namespace std::chrono_literals;
using rig::Action;
using rig::Event;
using rig::Verdict;
using rig::report::CaseRecord;

namespace {

const Checks next_match = {"ICFPT14-MOVE-2", {"ICFPT14-TERM-2"}};
constexpr const char* in_later_games = "passes needlessly in games after the first since power-on: ";

/// What a player is told of where it is: the game since power-on, its move in it, and how many games it has
/// begun in all.
struct Where {
  int game = 0;
  int move = 0;
  int begun = 0;
};

/// A player that passes where it is told to, and else plays by the rules.
std::unique_ptr<rig::Link> passes_where(const std::function<bool(const Where&)>& passes) {
  const auto games = std::make_shared<Games>();
  const auto begun = std::make_shared<int>(0);
  return changed(
      [=](std::uint8_t request, std::vector<Action>& answer) {
        games->heard(request, answer);
        if (!is_a_move(answer)) return;
        if (games->moves_of_this == 1) ++*begun;
        if (!passes({games->games, games->moves_of_this, *begun})) return;
        for (Action& one : answer) one.what = rig::SendByte{'0'};
      },
      [games] { games->powered(); });
}

/// Two matches of so many turns.
CaseRecord after_two_matches(const std::unique_ptr<rig::Link>& link, int turns,
                             const Stage& stage = {.checks = next_match}) {
  return run(link, stage, [&](Toy& toy) {
    for (int match = 0; match < 2; ++match) {
      if (!toy.greet()) return;
      toy.plays(turns);
      toy.say_end();
    }
    throw BrokenOff{};
  });
}

const rig::report::Finding* finding_on(const CaseRecord& record, const std::string& requirement) {
  const auto found = std::find_if(record.findings.begin(), record.findings.end(),
                                  [&](const auto& finding) { return finding.requirement == requirement; });
  return found == record.findings.end() ? nullptr : &*found;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(needless_passes)

BOOST_AUTO_TEST_CASE(in_every_later_game_fail_the_next_match) {
  const auto record =
      after_two_matches(passes_where([](const Where& at) { return at.game > 1 && at.move == 3; }), 3);
  const auto* found = finding_on(record, "ICFPT14-TERM-2");
  BOOST_TEST_REQUIRE(found != nullptr);
  BOOST_TEST((found->verdict == Verdict::fail));
  BOOST_TEST(found->summary ==
             std::string(in_later_games) +
                 "8 of 8 games; in the first: 0 of 8 (by chance with a probability of 7.8e-05)");
  BOOST_TEST(times(record, "trials") == 24U);  // 8 first games, 8 later ones, and one before each of these
}

BOOST_AUTO_TEST_CASE(in_every_game_are_nobodys_business) {
  const auto record = after_two_matches(passes_where([](const Where& at) { return at.move == 3; }), 3);
  BOOST_TEST(finding_on(record, "ICFPT14-TERM-2") == nullptr);
  BOOST_TEST(times(record, "trials") == 0U);
}

/// The first game of the case has none, by chance.
BOOST_AUTO_TEST_CASE(in_most_games_are_told_from_those_in_later_ones) {
  const auto record =
      after_two_matches(passes_where([](const Where& at) { return at.begun > 1 && at.move == 3; }), 3);
  BOOST_TEST(finding_on(record, "ICFPT14-TERM-2") == nullptr);
  BOOST_TEST(times(record, "trials") == 24U);
}

BOOST_AUTO_TEST_CASE(in_some_later_games_are_sought_in_more) {
  const auto record = after_two_matches(
      passes_where([](const Where& at) { return at.game > 1 && at.begun % 4 == 2 && at.move == 3; }), 3);
  BOOST_TEST(times(record, "trials") > 24U);
  BOOST_TEST_REQUIRE(finding_on(record, "ICFPT14-TERM-2") != nullptr);
}

/// In so few later games that chance may have done it, and that it may not.
BOOST_AUTO_TEST_CASE(that_remain_unclear_are_inconclusive) {
  constexpr int most = 8;  // the one that is seen first, and seven of 32
  int passed = 0;
  const auto link = passes_where([&](const Where& at) {
    const bool passes =
        at.game > 1 && at.game % 2 == 0 && at.move == 3 && passed < most && (passed == 0 || at.game % 8 == 2);
    passed += passes ? 1 : 0;
    return passes;
  });
  const auto record = after_two_matches(link, 3);
  BOOST_TEST(times(record, "trials") == 96U);
  const auto* found = finding_on(record, "ICFPT14-TERM-2");
  BOOST_TEST_REQUIRE(found != nullptr);
  BOOST_TEST((found->verdict == Verdict::inconclusive), found->summary);
}

BOOST_AUTO_TEST_CASE(are_tried_in_cases_that_cite_the_clause_alone) {
  const auto record =
      after_two_matches(passes_where([](const Where& at) { return at.game > 1 && at.move == 3; }), 3,
                        {.checks = {"ICFPT14-MOVE-2"}});
  BOOST_TEST(times(record, "trials") == 0U);
}

BOOST_AUTO_TEST_CASE(are_tried_once_in_a_case) {
  const auto link = passes_where([](const Where& at) { return at.game > 1 && at.move > 1; });
  const auto record = run(link, {.checks = next_match}, [](Toy& toy) {
    for (int match = 0; match < 4; ++match) {
      if (!toy.greet()) return;
      toy.plays(3);
      toy.say_end();
    }
    throw BrokenOff{};
  });
  BOOST_TEST(times(record, "trials") == 24U);
}

BOOST_AUTO_TEST_CASE(are_not_tried_where_the_board_cannot_be_reset_or_another_thing_is_to_blame) {
  const auto trials = [](std::optional<Aspect> blamed, bool can_reset) {
    const auto link = odd(passes_where([](const Where& at) { return at.game > 1 && at.move > 1; }));
    if (!can_reset) link->cannot_be_reset();
    const auto record = run(link, {.checks = next_match}, [&](Toy& toy) {
      toy.greet();
      toy.plays(3);
      toy.say_end();
      if (blamed) toy.lay_blame_on(*blamed);
      toy.greet();
      toy.plays(3);
      throw BrokenOff{};
    });
    return times(record, "trials");
  };
  BOOST_TEST(trials(std::nullopt, true) == 24U);
  BOOST_TEST(trials(Aspect("end.rematch"), true) == 24U);
  BOOST_TEST(trials(Aspect("line.recovery"), true) == 0U);
  BOOST_TEST(trials(std::nullopt, false) == 0U);
}

BOOST_AUTO_TEST_CASE(are_not_tried_after_a_game_that_went_wrong) {
  const auto games = std::make_shared<Games>();
  const auto link = changed(
      [games](std::uint8_t request, std::vector<Action>& answer) {
        games->heard(request, answer);
        if (!is_a_move(answer) || games->games != 2) return;
        if (games->moves_of_this == 2)
          for (Action& one : answer) one.what = rig::SendByte{'0'};
        if (games->moves_of_this == 3) spoil(answer);
      },
      [games] { games->powered(); });
  const auto record = after_two_matches(link, 3);
  BOOST_TEST(times(record, "trials") == 8U);  // of what went wrong
}

/// What happens in a game that is tried has to be like what was seen: the game before it is played again.
BOOST_AUTO_TEST_CASE(after_long_games_alone_are_found) {
  constexpr int long_game = 6;
  int moves_before = 0;
  int moves = 0;
  const auto link = passes_where([&](const Where& at) {
    if (at.move == 1) moves_before = at.game == 1 ? 0 : moves;
    moves = at.move;
    return moves_before >= long_game && at.move == 3;
  });
  const auto record = after_two_matches(link, long_game);
  BOOST_TEST_REQUIRE(finding_on(record, "ICFPT14-TERM-2") != nullptr);
  BOOST_TEST((finding_on(record, "ICFPT14-TERM-2")->verdict == Verdict::fail));
}

BOOST_AUTO_TEST_CASE(are_tried_and_leave_a_board_that_was_started_anew_and_no_game_open) {
  int starts = 0;
  const auto games = std::make_shared<Games>();
  const auto link = changed(
      [games](std::uint8_t request, std::vector<Action>& answer) {
        games->heard(request, answer);
        if (!is_a_move(answer) || games->games < 2 || games->moves_of_this != 2) return;
        for (Action& one : answer) one.what = rig::SendByte{'0'};
      },
      [&, games] {
        games->powered();
        ++starts;
      });
  Starts counted;
  run(link, {.checks = next_match}, [&](Toy& toy) {
    toy.greet();
    toy.plays(2);
    toy.say_end();
    counted = starts_in_a_match(toy, starts, 2);
    throw BrokenOff{};
  });
  BOOST_TEST(counted.in_the_game == 10);  // before each first game, the first later one, and at the end
  BOOST_TEST(counted.at_its_end == 0);
}

BOOST_AUTO_TEST_SUITE_END()

// other conditions

BOOST_AUTO_TEST_SUITE(needless_passes_under_a_condition)

/// A player that passes from then on when something of a request is as it is told, until the next match.
class LosesItsGame final : public ForwardingLink {
 public:
  /// What was sent, and how long it was quiet before.
  using Told = std::function<bool(rig::ByteView, rig::Duration)>;
  explicit LosesItsGame(Told told) : ForwardingLink(good_player()), told_(std::move(told)) {}

  rig::Sent send(rig::ByteView bytes, rig::Instant not_before) override {
    const rig::Duration quiet = last_ ? rig::between(*last_, not_before).shortest : rig::Duration::zero();
    const bool within = rest_of_move_ > 0 && bytes.size() == 1;
    rest_of_move_ = within ? rest_of_move_ - 1 : bytes.size() == 1 && bytes.front() == '4' ? 4 : 0;
    const bool is_hello = !within && bytes.front() == '0';
    lost_ = !is_hello && (lost_ || told_(bytes, quiet));
    last_.reset();
    return ForwardingLink::send(bytes, not_before);
  }
  rig::Outcome reset() override {
    last_.reset();
    return ForwardingLink::reset();
  }

 protected:
  rig::Event do_receive(rig::Instant until) override {
    rig::Event event = ForwardingLink::do_receive(until);
    if (auto* byte = std::get_if<rig::Byte>(&event)) {
      last_ = byte->last_bit;
      if (lost_) byte->value = '0';
    }
    return event;
  }

 private:
  Told told_;
  std::optional<rig::Instant> last_;
  bool lost_ = false;
  int rest_of_move_ = 0;  // bytes of it that are still to come, one by one
};

std::unique_ptr<OddLink> is_forgetful() {
  return odd(
      std::make_unique<LosesItsGame>([](rig::ByteView, rig::Duration quiet) { return quiet > 500ms; }));
}

CaseRecord while_the_other_thinks(const std::unique_ptr<rig::Link>& link) {
  return run(link, {.checks = {"ICFPT14-MOVE-3"}}, [](Toy& toy) {
    if (!toy.greet()) return;
    const auto think = [&] { return toy.expect_silence("silence.unasked", 700ms); };
    toy.play(toy.contest().seats.front(), *toy.opponent("random"),
             {.dut_turns = 3, .meanwhile = think, .thought = 700ms});
    throw BrokenOff{};
  });
}

BOOST_AUTO_TEST_CASE(that_go_with_the_others_thinking_fail_its_clause) {
  for (const bool can_reset : {true, false}) {
    auto link = is_forgetful();
    if (!can_reset) link->cannot_be_reset();
    const auto record = while_the_other_thinks(std::move(link));
    BOOST_TEST(times(record, "trials") == 16U);
    const auto* found = finding_on(record, "ICFPT14-MOVE-3");
    BOOST_TEST_REQUIRE(found != nullptr);
    BOOST_TEST(found->summary.starts_with("passes needlessly when the opponent thinks long: 8 "
                                          "of 8 games; when it moves at once: 0 of 8"),
               found->summary);
  }
}

BOOST_AUTO_TEST_CASE(that_come_without_it_too_do_not) {
  const auto record = while_the_other_thinks(passes_where([](const Where& at) { return at.move == 3; }));
  BOOST_TEST(times(record, "trials") == 16U);
  BOOST_TEST(finding_on(record, "ICFPT14-MOVE-3") == nullptr);
}

BOOST_AUTO_TEST_CASE(that_go_with_spaced_bytes_fail_their_clause) {
  const auto link = std::make_unique<LosesItsGame>([](rig::ByteView bytes, rig::Duration) {
    return bytes.size() == 1 && bytes.front() == '4';  // of five bytes
  });
  const auto record = run(*link, {.checks = {"ICFPT14-LINE-4"}}, [](Toy& toy) {
    if (!toy.greet()) return;
    toy.play(toy.contest().seats.front(), *toy.opponent("random"), {3, {2ms}});
    throw BrokenOff{};
  });
  const auto* found = finding_on(record, "ICFPT14-LINE-4");
  BOOST_TEST_REQUIRE(found != nullptr);
  BOOST_TEST(found->summary.starts_with("passes needlessly when the bytes of requests are spaced: 8 of 8"),
             found->summary);
}

BOOST_AUTO_TEST_SUITE_END()
