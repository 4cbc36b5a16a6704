/// The time for a reply: in time, late, by drips, not at all. How exactly the host measures it: margin.cpp.

#include <fmt/format.h>

#include <algorithm>

#include "conformance/referee/referee_case.hpp"
#include "conformance/suite/suite.hpp"
#include "rig/base/readable.hpp"

namespace conformance {

using rig::Duration;
using rig::host::Answer;
using rig::host::Duty;
using rig::protocol::Seat;

namespace {

using namespace std::chrono_literals;

/// Cases whose last replies come at a chosen time.
class TimeCase : public RefereeCase {
 protected:
  /// How far from the limit a reply is that a host has to judge rightly.
  Duration clear_of_the_limit() const { return std::max<Duration>(150ms, limit() / 20); }

  /// The reply of ply `ply` is said so; with a fate that goes on, the game is ended after it.
  Scenario timed(const std::string& what, const Seat& first, int ply,
                 const std::function<Answer(const rig::Bytes&)>& said, Fate fate) {
    Scenario scenario = timed(what, first, ply, Manner{}, fate);
    ScriptedTurn& turn = scenario.turns[static_cast<std::size_t>(ply) - 1];
    turn.said = said(written(contest(), turn.move));
    return scenario;
  }
  Scenario timed(const std::string& what, const Seat& first, int ply, const Manner& manner, Fate fate) {
    const Line line = open_line(contest(), first, random(), ply);
    Scenario scenario = fate == Fate::by_the_rules ? ended(what, first, line, About::moves)
                                                   : Scenario{what, first, line.turns(), fate};
    scenario.turns[static_cast<std::size_t>(ply) - 1].manner = manner;
    return scenario;
  }

  /// In some contests another clause than that on all replies is on the first move.
  void play_by_clause(Aspect usual, const std::vector<Scenario>& scenarios) {
    std::vector<Scenario> others;
    std::vector<Scenario> of_first_moves;
    for (const Scenario& one : scenarios) {
      const bool apart = one.turns.size() == 1 && has_clause("referee.first-late");
      (apart ? of_first_moves : others).push_back(one);
    }
    play(usual, others);
    if (!of_first_moves.empty()) play("referee.first-late", of_first_moves);
  }

  std::string on_ply(int ply) const { return fmt::format("on ply {}", ply); }
};

/// Bytes that make up no reply, for so long, as fast as a slow line has them: line ends where a reply is
/// letters, a line without an end where it is a line.
Answer flood(const rig::protocol::Contest& contest, Duration length) {
  constexpr Duration gap = 20ms;
  constexpr std::size_t bytes = 10;
  const bool has_lines = contest.dialect->encode(first_request(contest)).back() == '\n';
  Answer answer;
  for (Duration at{}; at < length; at += gap)
    answer.pieces.push_back({gap, rig::Bytes(bytes, has_lines ? 'A' : '\n')});
  return answer;
}

}  // namespace

CONFORMANCE_CASE_OF(TimeCase, RefereeTime, AcceptsInTime, "accepts a reply just within the limit",
                    Checks{.subject = "referee.in-time"}) {
  needs(Duty::clock);
  const Duration delay = limit() - clear_of_the_limit();
  std::vector<Scenario> scenarios;
  for (const Seat& seat : beginners()) {
    for (const int ply : {1, 2, 4})
      scenarios.push_back(timed(fmt::format("a reply after {} {}", rig::readable(delay), on_ply(ply)), seat,
                                ply, Manner{.after = delay}, Fate::by_the_rules));
  }
  play("referee.in-time", scenarios);
}

CONFORMANCE_CASE_OF(TimeCase, RefereeTime, RefusesLate, "a reply just beyond the limit loses",
                    Checks{.subject = "referee.late", .also = {"referee.first-late"}}) {
  needs(Duty::clock);
  const Duration delay = limit() + clear_of_the_limit();
  std::vector<Scenario> scenarios;
  for (const Seat& seat : beginners()) {
    for (const int ply : {1, 2, 4})
      scenarios.push_back(timed(fmt::format("a reply after {} {}", rig::readable(delay), on_ply(ply)), seat,
                                ply, Manner{.after = delay}, Fate::lost_by_time));
  }
  play_by_clause("referee.late", scenarios);
}

CONFORMANCE_CASE_OF(TimeCase, RefereeTime, Silence, "a board that does not answer loses",
                    Checks{.subject = "referee.silence", .also = {"referee.first-late"}}) {
  needs(Duty::clock);
  std::vector<Scenario> scenarios;
  for (const Seat& seat : beginners()) {
    for (const int ply : {1, 2, 5})
      scenarios.push_back(
          timed("a board is silent " + on_ply(ply), seat, ply, Manner{.silent = true}, Fate::lost_by_time));
  }
  play_by_clause("referee.silence", scenarios);
}

CONFORMANCE_CASE_OF(TimeCase, RefereeTime, Dripping, "the limit holds to the last byte of a reply",
                    Checks{.subject = "referee.drip", .also = {"referee.first-late"}}) {
  needs(Duty::clock);
  const Seat first = beginners().front();
  std::vector<Scenario> scenarios;
  const auto dripping = [&](double share, int ply, Fate fate) {
    const Duration whole = std::chrono::duration_cast<Duration>(limit() * share);
    scenarios.push_back(timed(
        fmt::format("a reply byte by byte, whole after {} {}", rig::readable(whole), on_ply(ply)), first, ply,
        [&](const rig::Bytes& move) {
          return Answer::dripping(whole / static_cast<std::int64_t>(move.size()), move);
        },
        fate));
  };
  constexpr double in_time = 0.7;
  constexpr double late = 1.6;
  for (const int ply : {1, 4}) {
    dripping(in_time, ply, Fate::by_the_rules);
    dripping(late, ply, Fate::lost_by_time);
  }
  constexpr Duration more = 4s;  // than the host has to wait
  for (const int ply : {2, 5}) {
    scenarios.push_back(timed(
        fmt::format("a board sends without end, and no reply, {}", on_ply(ply)), first, ply,
        [&](const rig::Bytes&) { return flood(contest(), limit() + more); }, Fate::lost_somehow));
    scenarios.back().over_within = limit() + more;
  }
  play_by_clause("referee.drip", scenarios);
}

}  // namespace conformance
