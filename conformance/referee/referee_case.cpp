#include "conformance/referee/referee_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "conformance/referee/deviations.hpp"
#include "conformance/referee/excuse.hpp"
#include "conformance/referee/expected_file_game.hpp"
#include "conformance/suite/suite.hpp"
#include "rig/base/errors.hpp"
#include "rig/link/exec/supervised.hpp"

namespace conformance {

using rig::Duration;
using rig::Verdict;
using rig::host::Duty;
using rig::host::Happening;
using rig::host::Played;
using rig::protocol::Seat;
using rig::report::Unassessed;

namespace {

/// How long a referee may be silent beyond the contest's own limits before it counts as hanging.
constexpr Duration patience_beyond_limits = std::chrono::seconds(8);
/// A referee with which no game came off in so many cases is not tried any more.
constexpr int most_cases_without_a_game = 2;
/// … and not after the first of them where it has taken as long: that is told in under a minute.
constexpr Duration long_for_no_game = std::chrono::seconds(28);

/// A host may wait for longer than the limit, to tell who is late from who never answers.
Duration hosts_patience(Duration limit) {
  return limit + limit * 6 / 10;
}

/// How long the boards take by their scripts, and a host may take between their replies.
Duration time_planned(const ExpectedGame& expected) {
  constexpr Duration of_host = std::chrono::milliseconds(500);
  const rig::host::Scripts& scripts = expected.scripts;
  Duration all{};
  for (const FileStep& step : expected.steps) all += of_host + step.manner.after;
  for (const rig::host::BoardScript& script : scripts) {
    for (const rig::host::Answer& answer : script.moves) {
      all += of_host;
      all += answer.takes();
    }
  }
  return all;
}

/// Whether a referee has nobody to wait for in this game.
bool everybody_answers_at_once(const Scenario& scenario, const ExpectedGame& expected) {
  if (scenario.fate != Fate::by_the_rules) return false;
  const auto is_at_once = [](const rig::host::Answer& answer) {
    return !answer.pieces.empty() && answer.takes() == Duration::zero();
  };
  for (const FileStep& step : expected.steps) {
    if (step.manner.silent || step.manner.after > Duration::zero()) return false;
  }
  return std::all_of(expected.scripts.begin(), expected.scripts.end(),
                     [&](const rig::host::BoardScript& script) {
                       return std::all_of(script.moves.begin(), script.moves.end(), is_at_once);
                     });
}

/// Whether something of a game may come when it is over: a late reply, or bytes that nobody asked for; or a
/// line was cut.
bool leaves_something(const Scenario& scenario, const ExpectedGame& expected, Duration limit) {
  if (scenario.hello[0] || scenario.hello[1]) return true;
  if (scenario.fate == Fate::left_to_host || scenario.fate == Fate::lost_somehow) return true;
  const auto is_late = [&](const rig::host::Answer& answer) {
    return answer.hangs_up || answer.takes() >= limit;
  };
  return std::any_of(expected.scripts.begin(), expected.scripts.end(),
                     [&](const rig::host::BoardScript& script) {
                       return std::any_of(script.moves.begin(), script.moves.end(), is_late);
                     });
}

/// What was right of a game in which this went wrong.
Rest rest_of(const std::vector<Deviation>& wrong) {
  Rest rest = Rest::all;
  for (const Deviation& one : wrong) rest = std::min(rest, one.rest);
  return rest;
}

}  // namespace

std::string words_on(const Played& played) {
  const rig::host::Announcement& told = played.announced;
  if (!told.made()) return "no result was announced; it " + played.how;
  return told.line.empty() ? fmt::format("it {}", played.how) : told.line;
}

void RefereeCase::attach(const CaseEntry& entry, Environment& environment) {
  entry_ = &entry;
  environment_ = &environment;
  rig::report::CaseRecord record;
  record.id = entry.id();
  record.title = entry.title;
  record.seed = rig::derive_seed(environment.options.seed, record.id);
  for (const std::string& id : cited_by(entry, environment.catalogue)) record.requirements[id];
  random_ = rig::Random(record.seed);
  contest_ = contest_on(entry.board, environment, rig::Random(rig::derive_seed(record.seed, "board")));
  findings_.emplace(environment.options, environment.catalogue, std::move(record));
}

void RefereeCase::TestBody() {
  rig::report::CaseRecord& record = findings_->record();
  if (!environment_->lost.empty() || !environment_->admits(record.id)) return;
  environment_->support.begins(record.id);
  const auto begun = std::chrono::steady_clock::now();
  try {
    run_and_close();
  } catch (const DoesNotFit& misfit) {
    environment_->stopped = true;
    return environment_->support.refuse(misfit.why);
  } catch (const NotApplicable& reason) {
    findings_->leave_all_open(reason.why, reason.unassessed);
  } catch (const rig::NotStarted& failure) {
    findings_->error(failure.what());
    environment_->lost = failure.what();
  } catch (const std::exception& failure) {
    findings_->error(failure.what());
  }
  record.wall_time = std::chrono::steady_clock::now() - begun;
  record.link_time = record.wall_time;
  note_whether_it_plays();
  environment_->finish(record);
}

void RefereeCase::run_and_close() {
  RecordedReferee* const recorded = environment_->recorded;
  if (environment_->referee == nullptr) throw rig::RigError("There is no referee in this run.");
  if (recorded != nullptr) environment_->plays_no_game = recorded->begin(findings_->record().id);
  try {
    if (!environment_->plays_no_game.empty()) throw NotAsked{};
    look_at_the_board();
    contest_.greets = contest_.greets && referee().does(Duty::greeting);
    run();
    findings_->close("not reached");
  } catch (const NotAsked&) {
    findings_->leave_unasked(environment_->plays_no_game);
    environment_->support.note(line_of_left_out(environment_->plays_no_game));
  } catch (const BrokenOff&) {
  }
  if (recorded != nullptr) recorded->end();
}

void RefereeCase::note_whether_it_plays() {
  if (!failed_to_) return;
  if (came_off_) {
    environment_->cases_without_a_game = 0;
    return;
  }
  const int cases = ++environment_->cases_without_a_game;
  const bool took_long = !environment_->a_game_came_off && findings_->record().wall_time > long_for_no_game;
  if (cases >= most_cases_without_a_game || took_long)
    environment_->plays_no_game =
        cases == 1 ? "no game came to its end in the first case"
                   : fmt::format("no game came to its end in {} cases, one after the other", cases);
}

/// A host that is not told the size of its board plays on that of the run.
void RefereeCase::look_at_the_board() const {
  if (contest().board == environment_->contest.board || !referee().size_words.empty()) return;
  throw NotApplicable{
      fmt::format("{} does not say how the host gets the size of its board (size)", referee().file),
      Unassessed::reservation};
}

void RefereeCase::needs(Duty duty) const {
  if (!referee().does(duty))
    throw NotApplicable{fmt::format("the host does not do this, by {} (leaves-out: {})", referee().file,
                                    rig::host::word_of(duty)),
                        Unassessed::reservation};
  const bool end_is_sent = contest().end && contest().end->kind == rig::protocol::RequestKind::end;
  if (duty != Duty::greeting && referee().signs.outcomes.empty() && !end_is_sent)
    throw NotApplicable{
        fmt::format("the boards are not sent the winner, and {} has no [verdict]", referee().file),
        Unassessed::reservation};
}

bool RefereeCase::has_clause(Aspect aspect) const {
  return environment_->catalogue.by_aspect(aspect.name()) != nullptr;
}

namespace {

Scenario ended_by_silence(const std::string& what, const Seat& first, const Line& line) {
  Scenario scenario{what + ", then silence", first, line.turns(), Fate::lost_by_time};
  scenario.turns.push_back({line.ruling->legal_moves().front(), rig::host::Answer::silence()});
  return scenario;
}

}  // namespace

/// Where nobody won such a game soon, it ends by an illegal move, or, where that loses nothing, by silence.
Scenario RefereeCase::ended(const std::string& what, const Seat& first, const Line& line, About about) const {
  const bool by_rules = referee().does(Duty::rules) || line.over();
  Scenario scenario = by_rules ? conformance::ended(what, first, line) : ended_by_silence(what, first, line);
  if (!referee().does(Duty::moves) && expected_game(contest(), scenario).fate == Fate::lost_by_form) {
    needs(Duty::clock);
    scenario = ended_by_silence(what, first, line);
  }
  scenario.about = about;
  return scenario;
}

Scenario RefereeCase::lost(const std::string& what, const Seat& first, const Line& line, About about) const {
  if (!referee().does(Duty::moves)) return ended(what, first, line, about);
  Scenario scenario = conformance::lost(what, first, line);
  scenario.about = about;
  return scenario;
}

Duration RefereeCase::limit() const {
  return contest().dialect->expects(rig::protocol::asks_after({})).deadline;
}

Duration RefereeCase::hello_limit() const {
  return contest().dialect->expects(contest().hello).deadline;
}

std::vector<Seat> RefereeCase::beginners() const {
  std::vector<Seat> seats;
  for (const Seat& seat : contest().seats) {
    if (seat.moves_first && referee().begins[index_of(seat.player)]) seats.push_back(seat);
  }
  if (seats.empty())
    throw NotApplicable{
        fmt::format("[begins] of {} has no player that begins a game in this contest", referee().file)};
  return seats;
}

Played RefereeCase::play(Aspect subject, const Scenario& scenario) {
  return play(subject, std::vector{scenario}).front();
}

namespace {

/// Whether the other board alone decides this game, before the host's own player has any part in it.
bool is_decided_without(std::size_t own, const Scenario& scenario) {
  const bool needs_another = scenario.idle_board || scenario.next_match || scenario.hello[own] ||
                             scenario.fate == Fate::left_to_host;
  if (needs_another) return false;
  if (scenario.hello[1 - own]) return true;
  return scenario.turns.size() == 1 && index_of(scenario.first.player) != own;
}

}  // namespace

/// A host that plays one of its boards itself is tried with what the other decides alone.
std::vector<Scenario> RefereeCase::playable(std::vector<Scenario> scenarios) {
  const std::optional<std::size_t> own = referee().plays_itself();
  if (!own) return scenarios;
  const std::size_t all = scenarios.size();
  std::erase_if(scenarios, [&](const Scenario& scenario) { return !is_decided_without(*own, scenario); });
  if (scenarios.empty())
    throw NotApplicable{
        fmt::format("the host plays board {} by a player of its own, says {} (boards.way): this "
                    "needs a board on both sides",
                    *own + 1, referee().file),
        Unassessed::reservation};
  if (scenarios.size() < all)
    tell("games that need a board on both sides",
         fmt::format("{} of {} were left out", all - scenarios.size(), all));
  return scenarios;
}

std::vector<Played> RefereeCase::play(Aspect subject, const std::vector<Scenario>& wanted) {
  const std::vector<Scenario> scenarios = playable(wanted);
  std::vector<ExpectedGame> expected_games;
  for (const Scenario& scenario : scenarios) {
    expected_games.push_back(expected_game(contest(), scenario));
    if (const auto own = referee().plays_itself())
      expected_games.back().unseen = *own == 0 ? rig::protocol::Player::one : rig::protocol::Player::two;
  }
  std::vector<Played> all;
  std::size_t next = 0;
  while (next < scenarios.size()) {
    const bool plays = came_off_ || environment_->a_game_came_off;
    const std::size_t count = plays ? scenarios.size() - next : 1;
    for (Played& played : start(expected_games, scenarios, next, count)) {
      if (played.number == 0) {
        judge(subject, scenarios[next], expected_games[next], played);
      } else {
        judge_later_game(subject, scenarios[next], expected_games[next], played);
      }
      all.push_back(std::move(played));
      ++next;
    }
    if (!came_off_) throw BrokenOff{};
  }
  return all;
}

void RefereeCase::play_in_one_run(Aspect subject, const std::vector<Scenario>& scenarios) {
  runs_at_once_ = 1;
  const std::vector<Played> all = play(subject, scenarios);
  runs_at_once_ = side_by_side;
  const auto ended_early =
      std::find_if(all.begin(), all.end(), [](const Played& played) { return played.is_cut_short; });
  if (ended_early == all.end()) return;
  findings_->begin_of_something_else();
  findings_->found(Verdict::fail, subject,
                   fmt::format("the referee {} after game {} of its run, though more were to come",
                               ended_early->how, ended_early->number + 1),
                   {.board = {}, .details = account_of(*ended_early), .kind = "no next game"});
}

std::vector<Played> RefereeCase::start(const std::vector<ExpectedGame>& expected_games,
                                       const std::vector<Scenario>& scenarios, std::size_t from,
                                       std::size_t count) {
  std::vector<rig::host::GameOrder> orders;
  std::vector<OrderedGame> ordered;
  for (std::size_t i = from; i < from + count; ++i) {
    orders.push_back(order_of(scenarios[i], expected_games[i]));
    ordered.push_back({scenarios[i].what, orders.back()});
  }
  if (environment_->recorded != nullptr) return environment_->recorded->play(ordered);
  const rig::host::Host& host = *environment_->referee;
  std::vector<Played> all = rig::host::play({host.description, contest(), host.fault}, orders, runs_at_once_);
  for (std::size_t i = 0; i < all.size(); ++i) record(ordered[i], all[i]);
  return all;
}

/// Boards that change places in a run keep their names: both have the same.
rig::host::GameOrder RefereeCase::order_of(const Scenario& scenario, const ExpectedGame& expected) const {
  const Duration longest_limit = std::max(limit(), hello_limit());
  const bool is_first_try = !came_off_ && !environment_->a_game_came_off;
  const bool waits_for_nobody = is_first_try && everybody_answers_at_once(scenario, expected);
  const Duration patience =
      patience_beyond_limits + (waits_for_nobody ? longest_limit / 2 : hosts_patience(longest_limit));
  rig::host::GameOrder order;
  order.scripts = expected.scripts;
  order.beginner = index_of(scenario.first.player);
  order.patience = patience;
  order.longest =
      (waits_for_nobody ? patience + patience_beyond_limits : 2 * patience) + time_planned(expected);
  order.ends_its_run = leaves_something(scenario, expected, std::min(limit(), hello_limit()));
  order.next_match = scenario.next_match;
  if (scenario.idle_board)
    order.idle = rig::host::BoardScript{rig::host::Answer::at_once(hello_of(contest(), "P3")), {}};
  if (contest().dialect->files() != nullptr) {
    order.programs = programs_for(contest(), expected.steps, hosts_patience(longest_limit));
    order.patience = patience_beyond_limits;  // and more where it waits for an answer: the programs know
  }
  if (referee().seats == rig::host::Seats::same) return order;
  for (const std::size_t player : {0U, 1U}) {
    if (!scenario.hello[player])
      order.scripts[player].hello =
          rig::host::Answer::at_once(usual_hello(contest(), rig::protocol::Player::one));
  }
  return order;
}

void RefereeCase::note_that_it_was_played(const Scenario& scenario, const Played& played) {
  findings_->count("matches");
  findings_->count("plies", scenario.turns.size());
  (played.came_off() ? came_off_ : failed_to_) = true;
  // Whether it gives up a board that says nothing tells nothing of a game with moves.
  if (played.came_off() && !scenario.turns.empty()) environment_->a_game_came_off = true;
}

std::vector<Deviation> RefereeCase::deviations_in(Aspect subject, const Scenario& scenario,
                                                  const ExpectedGame& expected, const Played& played) const {
  std::vector<Deviation> wrong = deviations(contest(), referee().signs, scenario, expected, played, subject);
  std::erase_if(wrong, [&](const Deviation& one) {  // what the contest asks nothing about is no deviation
    return environment_->catalogue.by_aspect(one.aspect.name()) == nullptr;
  });
  return wrong;
}

void RefereeCase::judge(Aspect subject, const Scenario& scenario, const ExpectedGame& expected,
                        const Played& played) {
  note_that_it_was_played(scenario, played);
  const std::vector<Deviation> wrong = deviations_in(subject, scenario, expected, played);
  find(wrong, scenario, expected, played);
  const Rest rest = rest_of(wrong);
  if (rest == Rest::unknown) return;
  passed(subject);
  pass_what_was_seen(scenario, expected, rest);
}

/// A game that goes wrong after others is played alone: what goes wrong then too is of its own clause.
void RefereeCase::judge_later_game(Aspect subject, const Scenario& scenario, const ExpectedGame& expected,
                                   const Played& played) {
  std::vector<Deviation> wrong = deviations_in(subject, scenario, expected, played);
  if (wrong.empty()) {
    passed("referee.next-match");
    return judge(subject, scenario, expected, played);
  }
  note_that_it_was_played(scenario, played);
  const Played alone = start({expected}, {scenario}, 0, 1).front();
  note_that_it_was_played(scenario, alone);
  const std::vector<Deviation> wrong_alone = deviations_in(subject, scenario, expected, alone);
  if (!wrong_alone.empty()) return find(wrong_alone, scenario, expected, alone);
  for (Deviation& one : wrong) {
    one.aspect = Aspect("referee.next");
    one.summary +=
        fmt::format("; this was game {} of a run, and played alone it is correct", played.number + 1);
  }
  find(wrong, scenario, expected, played);
}

void RefereeCase::find(const std::vector<Deviation>& wrong, const Scenario& scenario,
                       const ExpectedGame& expected, const Played& played) {
  findings_->begin_of_something_else();
  const Judged game{contest(), referee().signs, scenario, expected, played, {hello_limit(), limit()}};
  for (const Deviation& one : wrong) {
    const std::string excuse = excuse_for(one, game);
    findings_->found(excuse.empty() ? Verdict::fail : Verdict::inconclusive, one.aspect, one.summary + excuse,
                     {.board = expected.board, .details = account_of(played), .kind = one.kind});
  }
}

/// A game that went rightly shows more than its subject, and so does one of which the rest is right.
void RefereeCase::pass_what_was_seen(const Scenario& scenario, const ExpectedGame& expected, Rest rest) {
  if (expected.result.state == rig::protocol::Result::State::open) return;
  if (expected.unseen) {  // half of the game
    if (!scenario.turns.empty()) passed("referee.first");
    return;
  }
  if (contest().greets) passed("referee.hello");
  const std::size_t turns = scenario.turns.size();
  if (const auto* files = contest().dialect->files()) {
    for (const Aspect aspect : files->new_player(contest().seats.front())->looked_at()) passed(aspect);
    passed("referee.called");
  }
  if (turns > 0) passed("referee.first");
  if (turns > 1) passed("referee.second");
  if (turns > 2) passed("referee.forward");
  if (rest != Rest::all) return;
  const bool says_so = contest().end && contest().end->kind == rig::protocol::RequestKind::end;
  if (says_so && turns > 0) passed("referee.end");
  passed("referee.over");
  const bool announced = !referee().signs.outcomes.empty();
  if (announced && !expected.loser) passed("referee.result");
  if (announced && !expected.loser && referee().signs.counts()) passed("referee.score");
}

void RefereeCase::found(Verdict verdict, Aspect aspect, const std::string& summary, const Played& shown,
                        const std::string& kind) {
  findings_->begin_of_something_else();
  findings_->found(verdict, aspect, summary, {.board = {}, .details = account_of(shown), .kind = kind});
}

void RefereeCase::measured(rig::report::Measurement measurement) {
  findings_->record().measurements.push_back(std::move(measurement));
}

void RefereeCase::tell(const std::string& name, const std::string& what) {
  measured({name, what, "", std::nullopt});
}

void RefereeCase::record(const OrderedGame& game, const Played& played) const {
  if (environment_->recorded != nullptr) return;
  for (const std::string& line : rig::host::lines_of(game.what, game.order, played))
    environment_->support.note(line);
}

}  // namespace conformance
