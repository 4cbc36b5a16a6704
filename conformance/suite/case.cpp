#include "conformance/suite/case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <span>

#include "conformance/suite/parts/wrong_kinds.hpp"
#include "conformance/suite/registry.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/readable.hpp"

namespace conformance {

using rig::Duration;
using rig::readable;
using rig::Verdict;
using rig::dut::Exchange;
using rig::dut::Spacing;
using rig::player::Opponent;
using rig::protocol::Request;
using rig::protocol::Seat;
using rig::report::Unassessed;

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

/// Where a case stands, for its findings.
class SettingOfCase final : public Findings::Setting {
 public:
  SettingOfCase(const Standing& standing, std::string case_id)
      : standing_(standing), case_id_(std::move(case_id)) {}

  std::optional<rig::report::Scene> scene() const override { return standing_.scene(); }
  KeptStart started(const std::shared_ptr<const rig::FileStart>& start) const override {
    return standing_.started(case_id_, start);
  }
  void went_wrong(std::optional<rig::Duration> at) override { standing_.environment.support.went_wrong(at); }

 private:
  const Standing& standing_;
  std::string case_id_;
};

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
  entry_ = &entry;
  environment_ = &environment;
  begin_record();
  contest_ = &contest_on(entry.board, environment, draws_.of("board"));
}

void Case::begin_record() {
  rig::report::CaseRecord record;
  record.id = entry_->id();
  record.title = entry_->title;
  record.seed = rig::derive_seed(options().seed, record.id);
  for (const std::string& id : cited_by(*entry_, environment_->catalogue)) record.requirements[id];
  random_ = rig::Random(record.seed);
  draws_ = Draws(record.seed);
  findings_.emplace(options(), environment_->catalogue, std::move(record));
}

void Case::TestBody() {
  if (!environment_->lost.empty() || !environment_->admits(findings_->record().id)) return;
  environment_->support.begins(findings_->record().id);
  const auto begun = std::chrono::steady_clock::now();
  try {
    start();
    run_to_its_end();
    const rig::Health health = repeat_if_late_under_load();
    close();
    judge_health(health);
    add_hints();
  } catch (const NotAsked&) {
    findings_->leave_unasked(does_not_answer);
  } catch (const NotApplicable& reason) {
    findings_->leave_all_open(reason.why, reason.unassessed);
  } catch (const rig::LinkLost& loss) {
    findings_->error(loss.what());
    environment_->lost = loss.what();
  } catch (const std::exception& failure) {
    findings_->error(failure.what());
  }
  rig::report::CaseRecord& record = findings_->record();
  if (session_) record.link_time = session_->elapsed();
  record.wall_time = std::chrono::steady_clock::now() - begun;
  if (record.verdict == Verdict::not_run && record.reason != does_not_answer)
    findings_->error("The case ended without a verdict.");
  if (parts_) exchanges().settle_silence();
  environment_->finish(record);
}

void Case::start() {
  const WayToDut way = environment_->support.open(findings_->record().id);
  if (contest_ != &environment_->contest) count(fmt::format("board of {}", contest().board));
  if (way.silence) environment_->silence = *way.silence;
  rig::dut::SessionOptions how{options().timeout_scale};
  how.patience = &environment_->silence.patience();
  if (const auto note = environment_->silence.note()) way.far_end.note(*note);
  session_ = rig::dut::new_session(way.far_end, contest(), how);
  way.far_end.reseed(draws_.of("power-on").next());
  begin_parts();
  standing().since_power_on = session_->begin().done;
  session_->health();  // what was noticed before is of another case
}

void Case::begin_parts() {
  parts_.emplace(*environment_, contest(), *session_, draws_, *findings_);
  findings_->set(std::make_unique<SettingOfCase>(standing(), findings_->record().id));
}

void Case::run_to_its_end() {
  try {
    do run();
    while (run_again());
    resynchronise();
  } catch (const BrokenOff&) {
    findings_->tell_left_over();
  }
}

/// The replies that came late, or not at all; none where something else went wrong too, or where there are
/// more than a busy machine explains. That no reply came is told of its clause and of its deadline's, and
/// that it came after all once more.
std::vector<rig::report::Finding> Case::late_alone() const {
  constexpr std::size_t few = 3;
  std::vector<rig::report::Finding> late;
  for (const rig::report::Finding& finding : findings_->record().findings) {
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
  rig::Health health = session_->health();
  const std::vector<rig::report::Finding> late = late_alone();
  const bool may = !late.empty() && parts_->standing.resets_itself() && health.suspended == Duration::zero();
  if (!may || health.line != rig::LineErrorCounts{} || !tells_of_a_busy_machine(health)) return health;
  const auto failed = [this] {
    const auto& findings = findings_->record().findings;
    return std::any_of(findings.begin(), findings.end(),
                       [](const auto& finding) { return finding.verdict == Verdict::fail; });
  };
  for (int repeat = 0; repeat < repeats && (repeat == 0 || !failed()); ++repeat) {
    begin_record();
    begin_parts();
    hard_reset();
    run_to_its_end();
    health = session_->health();
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
    findings_->doubt("the machine was busy: a reply was late, and another one when the case was repeated");
  return health;
}

/// A state that the DUT decides about may come with other moves: a case that found nothing wrong and did not
/// come to all that it cites is run again, a few times.
bool Case::run_again() {
  constexpr int more_rounds = 3;
  findings_->tell_left_over();
  const rig::report::CaseRecord& record = findings_->record();
  const bool went_wrong =
      standing().gone || matches().seen().too_late || record.verdict >= Verdict::inconclusive;
  if (went_wrong || draws_.round() == more_rounds) return false;
  const bool open = std::any_of(record.requirements.begin(), record.requirements.end(),
                                [](const auto& cited) { return cited.second.worst == Verdict::not_run; });
  if (!open || !exchanges().is_alive()) return false;
  draws_.next_round();
  count("repeats");
  end_match();
  return !standing().gone;
}

/// Each case ends with the contest's own resynchronisation, so that none inherits another's mess; if that
/// fails it is a finding of this case.
void Case::resynchronise() {
  const bool nobody_is_there = environment_->silence.is_given_up() || exchanges().nobody_answers();
  if (standing().gone || nobody_is_there) return;
  end_match();
  if (!standing().gone) greet();
  findings_->tell_left_over();
  if (!standing().gone) exchanges().expect_nothing_more(std::chrono::milliseconds(1));
}

void Case::close() {
  const std::uint64_t games = findings_->record().counts["games"];
  findings_->close(matches().seen().passed_permanently
                       ? "the DUT passed permanently before this clause could be exercised"
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
    findings_->taint(
        "the host's port lost bytes: its driver counted " + counted(health.line.overruns, "overrun"),
        [](const rig::report::Finding& finding) {  // with a whole reply nothing was missing
          return finding.evidence && finding.evidence->latency.has_value();
        });
  }
  if (health.suspended > longest_tolerable_sleep) {
    // The monotonic clock stood still: what it measured was at least so long, and a late reply is late.
    findings_->taint(fmt::format("the machine was suspended for {}", readable(health.suspended)),
                     [](const rig::report::Finding&) { return true; });
  }
  explain(health);
}

/// A stall of the rig and a starved program have widened the instants that they touched, where these were
/// measured. Here nothing changes but the reason of what they left open.
void Case::explain(const rig::Health& health) {
  if (findings_->record().verdict != Verdict::inconclusive) return;
  if (health.stalled > shortest_stall_worth_telling)
    findings_->add_reason(fmt::format("the rig itself stood still for {}", readable(health.stalled)));
  if (health.starved > shortest_stall_worth_telling)
    findings_->add_reason(fmt::format("the machine was busy: the tested program waited {} for a processor",
                                      readable(health.starved)));
}

/// What the case as a whole suggests about what went wrong in it. No part of a verdict.
void Case::add_hints() {
  const auto add = [](rig::report::Finding& finding, const std::vector<std::string>& hints) {
    finding.hints.insert(finding.hints.end(), hints.begin(), hints.end());
  };
  rig::report::CaseRecord& record = findings_->record();
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

// what a case has

rig::dut::ByteCapability& Case::bytes() {
  if (session_->bytes() == nullptr) throw NotApplicable{"this contest is played over files"};
  return *session_->bytes();
}

std::unique_ptr<Opponent> Case::opponent(const std::string& name) const {
  return rig::player::new_opponent(contest().game, name, draws_.of("opponent " + name));
}

Duration Case::deadline_of(const Request& request) const {
  return parts_->standing.deadline_of(request);
}

rig::report::Scene Case::scene_of(const Seat& seat, const std::vector<rig::protocol::Move>& moves,
                                  const rig::protocol::Move& wrong) const {
  return parts_->standing.scene_of(seat, moves, wrong);
}

// what a case does

Exchange Case::ask(const Request& request, Spacing spacing) {
  return exchanges().ask(request, spacing);
}

Exchange Case::ask_together(const std::vector<Request>& requests) {
  bytes();  // files have no such thing
  return exchanges().ask_together(requests);
}

GameReport Case::play(const Seat& seat, Opponent& opponent, const GamePlan& plan) {
  return matches().play(seat, opponent, plan);
}

void Case::play_in_every_seat(const std::string& opponent_name) {
  play_in_drawn_seats(opponent_name, contest().seats.size());
}

void Case::play_in_drawn_seats(const std::string& opponent_name, std::size_t count) {
  const auto other = opponent(opponent_name);
  for (int game = 0; game < options().games; ++game) {
    for (const Seat& seat : drawn_seats(count)) {
      if (!greet()) return;
      if (!play(seat, *other).sound) return;
      end_match();
    }
  }
}

std::vector<Seat> Case::seats_that(bool move_first) const {
  std::vector<Seat> found;
  std::copy_if(contest().seats.begin(), contest().seats.end(), std::back_inserter(found),
               [&](const Seat& seat) { return seat.moves_first == move_first; });
  return found;
}

std::vector<Seat> Case::drawn_seats(std::size_t count) {
  std::vector<Seat> left = contest().seats;
  if (count >= left.size()) return left;
  random_.shuffle(std::span(left));
  std::vector<Seat> drawn;
  while (!left.empty() && drawn.size() < count) {
    auto next = std::find_if(left.begin(), left.end(), [&](const Seat& seat) {
      return drawn.empty() || seat.moves_first != drawn.back().moves_first;
    });
    if (next == left.end()) next = left.begin();
    drawn.push_back(*next);
    left.erase(next);
  }
  return drawn;
}

int Case::deep_in_a_game(int least) {
  constexpr std::uint32_t different = 6;
  return least + static_cast<int>(random_.below(different));
}

void Case::interrupt_games(Aspect aspect, const Seat& next) {
  constexpr int a_few_turns = 4;
  const auto other = opponent("long-games");
  for (const Seat& seat : contest().seats) {
    if (!greet()) return;
    constexpr int very_deep = 12;
    const bool last = &seat == &contest().seats.back();
    const std::vector<int> depths =
        last ? std::vector{deep_in_a_game(very_deep)} : std::vector{a_few_turns, 1, deep_in_a_game()};
    for (const int turns : depths) {
      if (!play(seat, *other, {turns, {}}).sound) return;
      lay_blame_on(aspect);
      const GameReport anew = play(next, *other, {a_few_turns, {}});
      conclude(aspect, anew,
               fmt::format("the game ({}) that was begun in the middle of another went wrong", next.name));
      lay_no_blame();
      if (!anew.sound) return;
    }
    end_match();
  }
}

// what a case says

std::string Case::clause(Aspect aspect) const {
  const Requirement* const requirement = findings_->requirement(aspect);
  return requirement == nullptr ? std::string() : requirement->id;
}

void Case::failed(Aspect aspect, const std::string& summary, Proof proof) {
  findings_->failed(aspect, summary, std::move(proof));
}

void Case::found(Verdict verdict, Aspect aspect, const std::string& summary, Proof proof) {
  findings_->found(verdict, aspect, summary, std::move(proof));
}

void Case::not_applicable(Aspect aspect, const std::string& why, Unassessed unassessed) {
  findings_->not_applicable(aspect, why, unassessed);
}

bool Case::conclude(Aspect aspect, bool holds, const std::string& summary, const std::string& kind) {
  return findings_->conclude(aspect, holds, summary, kind);
}

bool Case::conclude(Aspect aspect, const rig::dut::Overheard& heard, const std::string& after_what) {
  return findings_->conclude(aspect, heard, after_what);
}

void Case::conclude(Aspect aspect, const GameReport& game, const std::string& summary) {
  findings_->conclude(aspect, game, summary);
}

void Case::measured(rig::report::Measurement measurement) {
  findings_->record().measurements.push_back(std::move(measurement));
}

}  // namespace conformance
