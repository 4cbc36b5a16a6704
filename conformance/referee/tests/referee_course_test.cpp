/// What a referee may do beside what it must, and what not: games as they might have been seen, held against
/// how they must go. Nothing is started.

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "conformance/referee/deviations.hpp"

using namespace conformance;
using rig::host::Happening;
using rig::host::Played;
using rig::protocol::Contest;
using rig::protocol::Player;
using rig::protocol::Request;
using rig::protocol::RequestKind;

namespace {

const Contest& heart() {
  return rig::protocol::find_contest("heart-trax");
}

/// White wins on its second turn, or Black says what is illegal on ply 2.
Scenario game(const std::vector<std::string>& moves) {
  Scenario scenario{"a game", heart().seats[0]};
  for (const std::string& move : moves) scenario.turns.push_back({{move}});
  return scenario;
}

const std::vector<std::string> won_by_red = {"@0/", "A2\\", "B1\\"};  // in White's turn
const std::vector<std::string> illegal_reply = {"@0+", "@0+"};

Happening sent(const Request& request) {
  return {Happening::Kind::request, {}, heart().dialect->encode(request), request};
}

/// A game as it must go, and what was announced of it.
struct Seen {
  explicit Seen(const std::vector<std::string>& moves)
      : scenario(game(moves)), course(expected_game(heart(), scenario)) {
    for (const std::size_t player : {0U, 1U}) {
      for (const Request& request : course.requests[player]) {
        add(player, request);
        if (request == heart().hello) greet(player);
      }
    }
    played.announced.winner = course.result.state == rig::protocol::Result::State::one_won ? 1 : 2;
  }
  void add(std::size_t player, const Request& request) {
    played.boards[player].happenings.push_back(sent(request));
  }
  void greet(std::size_t player) {
    played.boards[player].happenings.push_back({Happening::Kind::said, {}, rig::to_bytes("P1\n"), {}});
  }
  void add_first(std::size_t player, const Request& request) {
    auto& all = played.boards[player].happenings;
    all.insert(all.begin(), sent(request));
  }
  /// Aspects, in order.
  std::vector<std::string> wrong() const {
    rig::host::Signs signs;
    signs.outcomes[rig::host::Outcome::won_1] = {};
    signs.outcomes[rig::host::Outcome::won_2] = {};
    std::vector<std::string> aspects;
    for (const Deviation& one : deviations(heart(), signs, scenario, course, played, "referee.legal"))
      aspects.push_back(one.aspect.text());
    return aspects;
  }

  Scenario scenario;
  ExpectedGame course;
  Played played;
};

const Request white = {RequestKind::first, "W", {}};
const Request black = {RequestKind::second, "B", {}};
const Request stand_by = {RequestKind::stand_by, {}, {}};
const std::vector<std::string> nothing;

}  // namespace

BOOST_AUTO_TEST_CASE(a_game_that_goes_as_it_must_is_no_deviation) {
  BOOST_TEST(Seen(won_by_red).wrong() == nothing, boost::test_tools::per_element());
  BOOST_TEST(Seen(illegal_reply).wrong() == nothing, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_comes_before_the_answer_to_the_handshake_comes_too_soon) {
  Seen seen(won_by_red);
  std::erase_if(seen.played.boards[1].happenings,
                [](const Happening& one) { return one.kind == Happening::Kind::said; });
  BOOST_TEST(seen.wrong() == std::vector<std::string>{"referee.hello"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_move_that_ended_the_game_may_be_told_to_the_other_board_once) {
  Seen won(won_by_red);
  won.add(1, rig::protocol::asks_after({"B1\\"}));
  BOOST_TEST(won.wrong() == nothing, boost::test_tools::per_element());
  won.add(1, rig::protocol::asks_after({"B1\\"}));
  BOOST_TEST(won.wrong() == std::vector<std::string>{"referee.legal"}, boost::test_tools::per_element());
  Seen illegal(illegal_reply);
  illegal.add(0, rig::protocol::asks_after({"@0+"}));
  BOOST_TEST(illegal.wrong() == nothing, boost::test_tools::per_element());
  Seen to_its_mover(illegal_reply);
  to_its_mover.add(1, rig::protocol::asks_after({"@0+"}));
  BOOST_TEST(to_its_mover.wrong() == std::vector<std::string>{"referee.legal"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(another_game_may_begin_after_the_end) {
  Seen next(won_by_red);
  next.add(0, heart().hello);
  next.add(0, black);
  next.add(1, white);
  BOOST_TEST(next.wrong() == nothing, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_board_may_stand_by_before_its_game_and_not_in_it) {
  Seen before(won_by_red);
  before.add_first(0, stand_by);
  BOOST_TEST(!before.wrong().empty());  // before it has said who it is: nothing was asked yet
  Seen between(won_by_red);
  auto& all = between.played.boards[0].happenings;
  all.insert(all.begin() + 2, sent(stand_by));
  BOOST_TEST(between.wrong() == nothing, boost::test_tools::per_element());
  Seen amid(won_by_red);
  auto& other = amid.played.boards[0].happenings;
  other.insert(other.begin() + 3, sent(stand_by));
  BOOST_TEST(amid.wrong() == std::vector<std::string>{"referee.forward"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_second_or_a_missing_greeting_is_told_as_such_and_the_rest_is_compared) {
  Seen twice(won_by_red);
  twice.add_first(1, heart().hello);
  BOOST_TEST(twice.wrong() == std::vector<std::string>{"referee.hello"}, boost::test_tools::per_element());
  Seen never(won_by_red);
  never.played.boards[0].happenings.erase(never.played.boards[0].happenings.begin());
  BOOST_TEST(never.wrong() == std::vector<std::string>{"referee.hello"}, boost::test_tools::per_element());
}

/// Who is announced to have lost is the one who was to lose at the end: the moves tell that it came too soon.
BOOST_AUTO_TEST_CASE(a_legal_move_that_was_refused_shows_though_the_loser_is_the_same) {
  Seen refused({"@0+", "B1+", "A2\\", "@0+"});
  for (rig::host::BoardLog& board : refused.played.boards) board.happenings.pop_back();
  refused.played.announced.loss = rig::host::Outcome::violation_2;
  const std::vector<std::string> told = {"referee.legal", "referee.legal"};  // of either board
  BOOST_TEST(refused.wrong() == told, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_wrong_role_and_a_wrong_winner_are_deviations) {
  Seen swapped(won_by_red);
  swapped.played.boards[1].happenings[2] = sent(white);
  BOOST_TEST(swapped.wrong() == std::vector<std::string>{"referee.second"}, boost::test_tools::per_element());
  Seen wrong(won_by_red);
  wrong.played.announced.winner = 1;
  BOOST_TEST(wrong.wrong() == std::vector<std::string>{"referee.legal"}, boost::test_tools::per_element());
}
