/// What a busy machine excuses in a referee, and what it never does.

#include "conformance/referee/excuse.hpp"

#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <ostream>

#include "rig/tests/contains.hpp"

using namespace conformance;
using namespace std::chrono_literals;
using rig::contains;
using rig::host::Happening;
using rig::host::Outcome;
using rig::host::Played;
using rig::protocol::RequestKind;

namespace {

const rig::protocol::Contest& icfpt2014() {
  return rig::protocol::find_contest("icfpt2014");
}

Scenario an_illegal_move() {
  rig::Random random(1);
  const rig::protocol::Seat& first = icfpt2014().seats.front();
  return ended("a game", first, open_line(icfpt2014(), first, random, 1));
}

/// The same, whose first reply is 0.85 s after its request.
Scenario a_reply_near_the_limit() {
  Scenario scenario = an_illegal_move();
  scenario.turns.front().manner.after = 850ms;
  return scenario;
}

struct Row {
  std::string name;
  Scenario scenario;
  std::string kind;
  std::optional<Outcome> loss;     ///< that was announced
  rig::Duration starved_at_hello;  ///< of board 1
  rig::Duration starved_at_move;   ///< … the first
  bool is_excused;
  rig::host::Ending ending = rig::host::Ending::exited;
};

std::ostream& operator<<(std::ostream& out, const Row& row) {
  return out << row.name;
}

const std::vector<Row> rows = {
    {"an illegal move was forwarded", an_illegal_move(), "the game goes on", {}, 0s, 2500ms, false},
    {"another message was sent", an_illegal_move(), "wrong message", {}, 0s, 2500ms, false},
    {"another score was announced", an_illegal_move(), "wrong score", {}, 0s, 2500ms, false},
    {"a violation was announced", an_illegal_move(), "wrong outcome", Outcome::violation_2, 0s, 2s, false},
    {"a time-out was announced", an_illegal_move(), "wrong outcome", Outcome::time_out_1, 0s, 2s, true},
    {"… and it was kept from running for less", an_illegal_move(), "wrong outcome", Outcome::time_out_1, 0s,
     500ms, false},
    {"a reply near the limit was refused", a_reply_near_the_limit(), "ended too early", Outcome::time_out_1,
     0s, 200ms, true},
    {"… and it was kept from running before that", a_reply_near_the_limit(), "ended too early",
     Outcome::time_out_1, 200ms, 0s, false},
    {"it hung, and was waited for longer by what it was kept from running",
     an_illegal_move(),
     "no end",
     {},
     0s,
     5s,
     false,
     rig::host::Ending::hung},
};

/// A host that greeted board 1 and asked it for a move.
Played played_by(const Row& row) {
  Played played;
  const auto send = [&](RequestKind kind, rig::Duration starved) {
    const rig::protocol::Request request{kind, kind == RequestKind::hello ? "" : "5", {}};
    played.boards[0].happenings.push_back(
        {Happening::Kind::request, {}, icfpt2014().dialect->encode(request), request, starved});
  };
  send(RequestKind::hello, row.starved_at_hello);
  send(RequestKind::first, row.starved_at_move);
  played.starved = std::max(row.starved_at_hello, row.starved_at_move);
  played.ending = row.ending;
  played.announced.loss = row.loss;
  if (row.loss) played.announced.winner = *row.loss == Outcome::time_out_1 ? 2 : 1;
  return played;
}

}  // namespace

BOOST_DATA_TEST_CASE(what_a_host_does_is_excused_by_time_alone, boost::unit_test::data::make(rows), row) {
  rig::host::Signs signs;
  for (const Outcome outcome : rig::host::all_outcomes)
    signs.outcomes[outcome] = {.lines = rig::host::Pattern({"x"})};
  const ExpectedGame expected = expected_game(icfpt2014(), row.scenario);
  const Played played = played_by(row);
  const std::string excuse = excuse_for({"referee.used", "summary", row.kind},
                                        {icfpt2014(), signs, row.scenario, expected, played, {1s, 1s}});
  BOOST_TEST(excuse.empty() == !row.is_excused, excuse);
  if (row.is_excused) BOOST_TEST(contains(excuse, "had no processor for"), excuse);
}

/// Taken for late, a placement is a pass, and the game goes on and ends in another way.
BOOST_AUTO_TEST_CASE(a_reply_that_was_late_by_the_rig_excuses_whatever_a_pass_leads_to) {
  const rig::protocol::Contest& course_contest = rig::protocol::find_contest("course");
  rig::Random random(1);
  const rig::protocol::Seat& first = course_contest.seats.front();
  Scenario scenario = ended("a game", first, open_line(course_contest, first, random, 3));
  scenario.turns[1].manner.after = 4750ms;
  const ExpectedGame expected = expected_game(course_contest, scenario);
  for (const auto& [behind, is_excused] : {std::pair{368ms, true}, std::pair{100ms, false}}) {
    Played played;
    played.announced.winner = 1;
    played.boards[1].behind = behind;
    for (const char* kind : {"wrong outcome", "wrong score"}) {
      const std::string excuse = excuse_for({"referee.used", "summary", kind},
                                            {course_contest, {}, scenario, expected, played, {0s, 5s}});
      BOOST_TEST(excuse.empty() == !is_excused, kind << ": " << excuse);
    }
  }
}
