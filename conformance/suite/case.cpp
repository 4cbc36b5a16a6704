#include "conformance/suite/case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "conformance/suite/parts/wrong_kinds.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/readable.hpp"

namespace conformance {

using rig::Duration;
using rig::readable;
using rig::Verdict;

namespace {

/// A shorter stall explains nothing that a person would wonder about.
constexpr Duration shortest_stall_worth_telling = std::chrono::milliseconds(10);
/// With more to do than processors, in percent of these, a machine makes its programs wait.
constexpr std::uint32_t more_than_it_can_run = 100;
/// A machine that slept for longer has not measured its board's deadline of a second.
constexpr Duration longest_tolerable_sleep = std::chrono::milliseconds(100);

/// Whether the rig measured that a program may have been held up by others.
bool tells_of_a_busy_machine(const rig::Health& health) {
  return health.stalled > shortest_stall_worth_telling || health.starved > shortest_stall_worth_telling ||
         health.load > more_than_it_can_run;
}

/// Whether both are about the same request after the same moves of the same game.
bool same_place(const rig::report::Finding& one, const rig::report::Finding& other) {
  const auto game = [](const auto& finding) { return finding.scene ? finding.scene->game : 0; };
  const auto moves = [](const auto& finding) {
    return finding.scene ? finding.scene->moves : std::vector<std::string>();
  };
  return one.evidence->sent == other.evidence->sent && game(one) == game(other) && moves(one) == moves(other);
}

}  // namespace

// how a case begins and ends

void Case::attach(const CaseEntry& entry, Environment& environment) {
  Board::attach(entry, environment);
}

void Case::TestBody() {
  if (!environment().lost.empty() || !environment().admits(findings().record().id)) return;
  environment().support.begins(findings().record().id);
  const auto begun = std::chrono::steady_clock::now();
  try {
    open();
    run_to_its_end();
    const rig::Health health = repeat_if_late_under_load();
    close();
    judge_health(health);
    add_hints();
  } catch (const NotAsked&) {
    findings().leave_unasked(does_not_answer);
  } catch (const NotApplicable& reason) {
    findings().leave_all_open(reason.why, reason.unassessed);
  } catch (const rig::LinkLost& loss) {
    findings().error(loss.what());
    environment().lost = loss.what();
  } catch (const std::exception& failure) {
    findings().error(failure.what());
  }
  rig::report::CaseRecord& record = findings().record();
  if (is_open()) record.link_time = session().elapsed();
  record.wall_time = std::chrono::steady_clock::now() - begun;
  if (record.verdict == Verdict::not_run && record.reason != does_not_answer)
    findings().error("The case ended without a verdict.");
  if (is_open()) exchanges().settle_silence();
  environment().finish(record);
}

void Case::run_to_its_end() {
  try {
    do run();
    while (run_again());
    resynchronise();
  } catch (const BrokenOff&) {
    findings().tell_left_over();
  }
}

/// The replies that came late, or not at all; none where something else went wrong too, or where there are
/// more than a busy machine explains. That no reply came is told of its clause and of its deadline's, and
/// that it came after all once more.
std::vector<rig::report::Finding> Case::late_alone() {
  constexpr std::size_t few = 3;
  std::vector<rig::report::Finding> late;
  for (const rig::report::Finding& finding : findings().record().findings) {
    if (finding.verdict != Verdict::fail) continue;
    if (finding.kind != late_reply && finding.kind != no_reply) return {};
    if (finding.evidence) late.push_back(finding);
  }
  return late.size() <= few ? late : std::vector<rig::report::Finding>();
}

/// On a busy machine any program is late now and then, and not all that held it up is counted. So the case is
/// run again from power-on, twice, and what that finds counts: one that is slow is late again, in the same
/// place where it plays the same. Late in another place it may be slow or held up: inconclusive. Returns what
/// the rig's own side noticed in the run that counts.
rig::Health Case::repeat_if_late_under_load() {
  constexpr int repeats = 2;
  rig::Health health = session().health();
  const std::vector<rig::report::Finding> late = late_alone();
  const bool may = !late.empty() && standing().resets_itself() && health.suspended == Duration::zero();
  if (!may || health.line != rig::LineErrorCounts{} || !tells_of_a_busy_machine(health)) return health;
  const auto failed = [this] {
    const auto& found = findings().record().findings;
    return std::any_of(found.begin(), found.end(),
                       [](const auto& finding) { return finding.verdict == Verdict::fail; });
  };
  for (int repeat = 0; repeat < repeats && (repeat == 0 || !failed()); ++repeat) {
    begin_again();
    hard_reset();
    run_to_its_end();
    health = session().health();
  }
  count("repeats-under-load");
  measured({"late on a busy machine, so the case was repeated from power-on", late.front().summary, "",
            std::nullopt});
  const std::vector<rig::report::Finding> again = late_alone();
  const auto was_late_before = [&](const rig::report::Finding& finding) {
    return std::any_of(late.begin(), late.end(),
                       [&](const auto& other) { return same_place(finding, other); });
  };
  if (!again.empty() && std::none_of(again.begin(), again.end(), was_late_before))
    findings().doubt("the machine was busy: a reply was late, and another one when the case was repeated");
  return health;
}

/// A state that the DUT decides about may come with other moves: a case that found nothing wrong and did not
/// come to all that it cites is run again, a few times.
bool Case::run_again() {
  constexpr int more_rounds = 3;
  findings().tell_left_over();
  const rig::report::CaseRecord& record = findings().record();
  const bool went_wrong =
      standing().gone || matches().seen().too_late || record.verdict >= Verdict::inconclusive;
  if (went_wrong || draws().round() == more_rounds) return false;
  const bool open = std::any_of(record.requirements.begin(), record.requirements.end(),
                                [](const auto& cited) { return cited.second.worst == Verdict::not_run; });
  if (!open || !exchanges().is_alive()) return false;
  draws().next_round();
  count("repeats");
  end_match();
  return !standing().gone;
}

/// Each case ends with the contest's own resynchronisation, so that none inherits another's mess; if that
/// fails it is a finding of this case.
void Case::resynchronise() {
  const bool nobody_is_there = environment().silence.is_given_up() || exchanges().nobody_answers();
  if (standing().gone || nobody_is_there) return;
  end_match();
  if (!standing().gone) greet();
  findings().tell_left_over();
  if (!standing().gone) exchanges().expect_nothing_more(std::chrono::milliseconds(1));
}

void Case::close() {
  const std::uint64_t games = findings().record().counts["games"];
  findings().close(matches().seen().passed_permanently
                       ? "the DUT had passed for the rest of the game before this clause could be exercised"
                       : fmt::format("not reached in {} {}", games, games == 1 ? "game" : "games"));
}

// the rig's own side

/// What the rig's own side noticed while the case ran.
void Case::judge_health(const rig::Health& health) {
  const auto counted = [](std::uint32_t count, const char* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
  };
  const auto tell = [&](std::uint32_t count, const char* what, const char* kind) {
    if (count > 0)
      failed("line.framing", "the port's driver counted " + counted(count, what), {.kind = kind});
  };
  tell(health.line.framing, "framing error", framing_error);
  tell(health.line.parity, "parity error", "parity error");
  tell(health.line.breaks, "break", line_break);
  if (health.line.overruns > 0) {
    findings().taint(
        "the host's port lost bytes: its driver counted " + counted(health.line.overruns, "overrun"),
        [](const rig::report::Finding& finding) {  // with a whole reply nothing was missing
          return finding.evidence && finding.evidence->latency.has_value();
        });
  }
  if (health.suspended > longest_tolerable_sleep) {
    // The monotonic clock stood still: what it measured was at least so long, and a late reply is late.
    findings().taint(fmt::format("the machine was suspended for {}", readable(health.suspended)),
                     [](const rig::report::Finding&) { return true; });
  }
  explain(health);
}

/// A stall of the rig and a starved program have widened the instants that they touched, where these were
/// measured. Here nothing changes but the reason of what they left open.
void Case::explain(const rig::Health& health) {
  if (findings().record().verdict != Verdict::inconclusive) return;
  if (health.stalled > shortest_stall_worth_telling)
    findings().add_reason(fmt::format("the rig itself stalled for {}", readable(health.stalled)));
  if (health.starved > shortest_stall_worth_telling)
    findings().add_reason(fmt::format("the machine was busy: the tested program waited {} for a processor",
                                      readable(health.starved)));
}

/// What the case as a whole suggests about what went wrong in it. No part of a verdict.
void Case::add_hints() {
  const auto add = [](rig::report::Finding& finding, const std::vector<std::string>& hints) {
    finding.hints.insert(finding.hints.end(), hints.begin(), hints.end());
  };
  rig::report::CaseRecord& record = findings().record();
  const SeenInGames& seen = matches().seen();
  const std::vector<std::string> of_moves = rig::protocol::hints_on(contest(), seen.illegal);
  const bool asks = contest().hints != nullptr && record.verdict == Verdict::fail;
  const auto of_protocol = asks ? contest().hints(exchanges().heard()) : std::vector<std::string>();
  for (rig::report::Finding& finding : record.findings) {
    if (finding.verdict != Verdict::fail) continue;
    if (seen.kinds_of_illegal.contains(finding.kind) && finding.board) add(finding, of_moves);
    if (finding.evidence) add(finding, of_protocol);
  }
}

}  // namespace conformance
