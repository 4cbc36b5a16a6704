/// What was seen of a game under a referee, held against how it must go: a right game, and one thing of it
/// changed.

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <chrono>

#include "conformance/referee/deviations.hpp"
#include "rig/base/bytes.hpp"
#include "rig/tests/contains.hpp"

using namespace conformance;
using rig::contains;
using rig::host::Announcement;
using rig::host::Happening;
using rig::host::Outcome;
using rig::host::Played;
using rig::protocol::Player;
using rig::protocol::RequestKind;

namespace {

const rig::protocol::Contest& icfpt2014() {
  return rig::protocol::find_contest("icfpt2014");
}

/// All outcomes are told, and the score.
rig::host::Signs all_signs() {
  rig::host::Signs signs;
  for (const Outcome outcome : rig::host::all_outcomes)
    signs.outcomes[outcome] = {.lines = rig::host::Pattern({"x"})};
  signs.score.emplace(std::vector<std::string>{"(.)(.)"});
  return signs;
}

/// A scenario, and the record of a referee that did everything right.
struct Game {
  Scenario scenario;
  ExpectedGame expected;
  Played played;

  explicit Game(Scenario wanted)
      : scenario(std::move(wanted)), expected(expected_game(icfpt2014(), scenario)) {
    for (const std::size_t player : {0U, 1U}) {
      for (const auto& request : expected.requests[player]) send(player, request);
      send(player, *icfpt2014().end);
    }
    if (expected.loser) {
      const bool one = *expected.loser == Player::one;
      played.announced.winner = one ? 2 : 1;
      const bool late = expected.fate == Fate::lost_by_time;
      played.announced.loss = late ? (one ? Outcome::time_out_1 : Outcome::time_out_2)
                                   : (one ? Outcome::violation_1 : Outcome::violation_2);
    } else {
      played.announced.winner = expected.result.state == rig::protocol::Result::State::one_won   ? 1
                                : expected.result.state == rig::protocol::Result::State::two_won ? 2
                                                                                                 : 0;
      played.announced.score = expected.result.score;
    }
  }

  void send(std::size_t player, const rig::protocol::Request& request) {
    auto& all = played.boards[player].happenings;
    insert(player, all.size(), request);
    if (request == icfpt2014().hello && !scenario.hello[player])
      all.push_back({Happening::Kind::said, {}, rig::to_bytes("1P1"), {}});
  }
  void insert(std::size_t player, std::size_t at, const rig::protocol::Request& request) {
    Happening one;
    one.bytes = icfpt2014().dialect->encode(request);
    one.request = request;
    auto& all = played.boards[player].happenings;
    all.insert(all.begin() + static_cast<std::ptrdiff_t>(at), one);
  }
  void forget(std::size_t player, std::size_t at) {
    auto& all = played.boards[player].happenings;
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(at));
  }

  std::vector<Deviation> wrong() const {
    return deviations(icfpt2014(), all_signs(), scenario, expected, played, "referee.legal");
  }
  /// The one thing that is wrong, as `aspect: what`.
  std::string only_wrong() const {
    const std::vector<Deviation> all = wrong();
    if (all.empty()) return "nothing";
    return std::string(all.front().aspect.name()) + ": " + all.front().summary;
  }
};

Scenario lost_by_a_move(About about = About::last_turn) {
  rig::Random random(5);
  Scenario scenario = lost("a game", icfpt2014().seats.front(),
                           random_line(icfpt2014(), icfpt2014().seats.front(), random, 4));
  scenario.about = about;
  return scenario;
}

Scenario played_to_the_end() {
  rig::Random random(5);
  Line line = random_line(icfpt2014(), icfpt2014().seats.front(), random, 4);
  while (!line.over()) line.play(line.ruling->pass());
  return {"a whole game", icfpt2014().seats.front(), line.turns()};
}

Scenario silent_at_the_handshake(std::size_t player) {
  Scenario scenario{"a silent board", icfpt2014().seats.front()};
  scenario.fate = Fate::lost_by_time;
  scenario.hello[player] = rig::host::Answer::silence();
  return scenario;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_game_that_goes_as_it_must_deviates_in_nothing) {
  BOOST_TEST(Game(lost_by_a_move()).only_wrong() == "nothing");
  BOOST_TEST(Game(played_to_the_end()).only_wrong() == "nothing");
  for (const std::size_t player : {0U, 1U}) {
    Game silent(silent_at_the_handshake(player));
    for (const std::size_t board : {0U, 1U}) silent.forget(board, 1);  // no game, so no end of it
    BOOST_TEST(silent.only_wrong() == "nothing");
  }
}

BOOST_AUTO_TEST_CASE(a_silent_board_may_be_asked_again_and_the_other_need_not_be_asked) {
  Game again(silent_at_the_handshake(0));
  again.insert(0, 1, icfpt2014().hello);
  again.insert(0, 2, icfpt2014().hello);
  BOOST_TEST(again.only_wrong() == "nothing");
  again.forget(1, 0);
  BOOST_TEST(again.only_wrong() == "nothing");
  Game other(silent_at_the_handshake(0));
  other.insert(1, 1, icfpt2014().hello);
  BOOST_TEST(contains(other.only_wrong(), "referee.over: "), other.only_wrong());
}

BOOST_AUTO_TEST_CASE(a_wrong_outcome_is_of_the_subject) {
  Game winner(lost_by_a_move());
  winner.played.announced.winner = 3 - *winner.played.announced.winner;
  BOOST_TEST(contains(winner.only_wrong(), "referee.legal: a game: "), winner.only_wrong());
  Game way(lost_by_a_move());
  way.played.announced.loss =
      *way.played.announced.loss == Outcome::violation_1 ? Outcome::time_out_1 : Outcome::time_out_2;
  BOOST_TEST(contains(way.only_wrong(), "by a time-out, but "), way.only_wrong());
  Game nameless(lost_by_a_move());
  nameless.played.announced.loss.reset();
  BOOST_TEST(contains(nameless.only_wrong(), "referee.legal: "), nameless.only_wrong());
  Game mute(lost_by_a_move());
  mute.played.announced = Announcement{};
  BOOST_TEST(contains(mute.only_wrong(), "announced no result"), mute.only_wrong());
  Game hanging(lost_by_a_move());
  hanging.played.ending = rig::host::Ending::hung;
  hanging.played.how = "was silent for 9 s";
  BOOST_TEST(contains(hanging.only_wrong(), "the referee was silent for 9 s"), hanging.only_wrong());
}

/// A game that is about the messages is lost by a move on another tile: who takes that breaks the clause on
/// it.
BOOST_AUTO_TEST_CASE(a_wrong_outcome_is_of_the_clause_by_which_the_game_ends) {
  for (const About about : {About::moves, About::messages}) {
    Game taken(lost_by_a_move(about));
    taken.send(1, {RequestKind::move, {}, {taken.scenario.turns.back().move}});
    taken.played.announced.winner = 1;
    taken.played.announced.loss = Outcome::time_out_2;
    for (const Deviation& one : taken.wrong()) {
      if (one.kind != "wrong outcome") continue;
      BOOST_TEST(one.aspect.name() == "referee.occupied", one.summary);
      BOOST_TEST((one.rest == Rest::up_to_the_end));
    }
    BOOST_TEST(contains(taken.only_wrong(), "referee.occupied: "), taken.only_wrong());
  }
}

/// Board 1 says its second move, and the game ends there.
BOOST_AUTO_TEST_CASE(a_legal_move_that_is_refused_is_of_that_clause_alone) {
  for (const auto& [about, loss, aspect] : std::vector<std::tuple<About, Outcome, std::string>>{
           {About::messages, Outcome::violation_1, "referee.legal"},
           {About::messages, Outcome::time_out_1, "referee.in-time"},
           {About::moves, Outcome::violation_1, "referee.contact"}}) {
    Game refused(lost_by_a_move(about));
    refused.forget(0, 4);
    refused.forget(1, 3);
    refused.played.announced.winner = 2;
    refused.played.announced.loss = loss;
    const std::vector<Deviation> wrong = deviations(icfpt2014(), all_signs(), refused.scenario,
                                                    refused.expected, refused.played, "referee.contact");
    for (const Deviation& one : wrong) BOOST_TEST(one.aspect.name() == aspect, one.summary);
    BOOST_TEST(!wrong.empty());
  }
}

/// What a right host that counts squares says is no deviation, and leaves the winner as it is.
BOOST_AUTO_TEST_CASE(squares_left_are_told_by_a_sign_of_their_own) {
  rig::host::Signs signs = all_signs();
  signs.score.reset();
  signs.squares_left.emplace(std::vector<std::string>{"(.)(.)"});
  Game counted(played_to_the_end());
  const auto wrong = [&] {
    return deviations(icfpt2014(), signs, counted.scenario, counted.expected, counted.played,
                      "referee.result");
  };
  counted.played.announced.squares_left = counted.expected.result.squares_left;
  BOOST_TEST(wrong().empty());
  ++(*counted.played.announced.squares_left)[0];
  BOOST_REQUIRE(wrong().size() == 1);
  BOOST_TEST(wrong().front().aspect.name() == "referee.score");
  BOOST_TEST((wrong().front().rest == Rest::all));
}

/// A player of 2013 that has laid all its tiles has none left and no bonus: a host that counts what is left
/// is wrong about the other's score alone.
BOOST_AUTO_TEST_CASE(a_wrong_score_is_of_the_bonus_where_it_is_that_of_who_has_laid_all) {
  for (const auto& [told, aspect] : std::vector<std::pair<std::array<int, 2>, std::string>>{
           {{15, 30}, "referee.score"}, {{20, -30}, "referee.bonus"}}) {
    Game all_laid(played_to_the_end());
    all_laid.expected.result.squares_left = {0, 30};
    all_laid.expected.result.score = {15, -30};
    all_laid.played.announced.score = told;
    BOOST_TEST(contains(all_laid.only_wrong(), aspect), all_laid.only_wrong());
  }
}

BOOST_AUTO_TEST_CASE(a_wrong_score_is_of_the_score) {
  Game score(played_to_the_end());
  ++(*score.played.announced.score)[1];
  BOOST_TEST(contains(score.only_wrong(), "referee.score: "), score.only_wrong());
  score.played.announced.score.reset();
  BOOST_TEST(contains(score.only_wrong(), "announced no score"), score.only_wrong());
}

BOOST_AUTO_TEST_CASE(a_message_that_is_missing_altered_or_too_many_is_of_its_own_clause) {
  Game missing(lost_by_a_move());
  missing.forget(0, 3);
  BOOST_TEST(contains(missing.only_wrong(), "referee.forward: "), missing.only_wrong());
  Game altered(lost_by_a_move());
  altered.played.boards[1].happenings[2].bytes = rig::to_bytes("2A");
  BOOST_TEST(contains(altered.only_wrong(), "referee.second: "), altered.only_wrong());
  Game twice(lost_by_a_move());
  twice.insert(0, 4, twice.expected.requests[0][2]);
  BOOST_TEST(contains(twice.only_wrong(), "was sent"), twice.only_wrong());
  Game unended(lost_by_a_move());
  unended.played.boards[1].happenings.pop_back();
  BOOST_TEST(contains(unended.only_wrong(), "referee.end: "), unended.only_wrong());
  Game more(lost_by_a_move());
  more.send(0, *icfpt2014().end);
  BOOST_TEST(contains(more.only_wrong(), "referee.over: "), more.only_wrong());
}

/// Whatever its process does after that: it waits for a processor, or writes its log.
BOOST_AUTO_TEST_CASE(a_game_is_over_for_a_board_that_the_host_has_hung_up_on) {
  Game endless(lost_by_a_move());
  endless.scenario.over_within = std::chrono::seconds(5);
  endless.played.took = std::chrono::seconds(9);
  const auto is_too_late = [&] {
    const std::vector<Deviation> wrong = endless.wrong();
    return std::any_of(wrong.begin(), wrong.end(),
                       [](const Deviation& one) { return one.kind == "over too late"; });
  };
  BOOST_TEST(is_too_late());
  const auto is_request = [&](const Happening& one) {
    return one.kind == Happening::Kind::request && one.bytes != icfpt2014().dialect->encode(*icfpt2014().end);
  };
  const auto hang_up_at = [&](std::chrono::seconds at) {
    for (rig::host::BoardLog& board : endless.played.boards)
      board.happenings.push_back({Happening::Kind::closed, rig::Instant::exactly({}, at), {}, {}});
  };
  hang_up_at(std::chrono::seconds(6));
  BOOST_TEST(is_too_late());
  hang_up_at(std::chrono::seconds(2));
  BOOST_TEST(!is_too_late());
  for (rig::host::BoardLog& board : endless.played.boards) {  // asked again, by a host that came back
    board.happenings.push_back(*std::find_if(board.happenings.rbegin(), board.happenings.rend(), is_request));
    board.happenings.back().at = rig::Instant::exactly({}, std::chrono::seconds(3));
  }
  BOOST_TEST(is_too_late());
}
