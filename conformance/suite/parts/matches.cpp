#include "conformance/suite/parts/matches.hpp"

#include <fmt/format.h>

#include <chrono>

namespace conformance {

using rig::dut::Exchange;
using rig::dut::Game;
using rig::player::Opponent;
using rig::protocol::Move;
using rig::protocol::Request;
using rig::protocol::Seat;
using Extent = rig::protocol::Ruling::Extent;

namespace {

/// Whether a board has grown so far in a direction in which that is asked for.
bool reaches(const Extent& far, const Extent& reached) {
  return (far.columns != 0 && reached.columns >= far.columns) || (far.rows != 0 && reached.rows >= far.rows);
}

/// A game is in play as long as this lives.
class Playing {
 public:
  Playing(Standing& at, InPlay& game) : at_(at) { at_.in_play = &game; }
  Playing(const Playing&) = delete;
  Playing& operator=(const Playing&) = delete;
  ~Playing() { at_.in_play = nullptr; }

 private:
  Standing& at_;
};

}  // namespace

bool Matches::greet() {
  const Request& hello_request = at_.contest.hello;
  if (!at_.contest.greets) return !at_.gone;
  if (findings_.holds()) return exchanges_.ask(hello_request).replied();  // within a game, judged as a whole
  findings_.tell_left_over();
  findings_.begin_of_something_else();
  // Where the text asks for it before a game alone, what comes after another request binds less; a DUT that
  // is silent there is played on with from power-on.
  const bool between_games = at_.requests > 0 && findings_.requirement("hello.between-games") != nullptr;
  const std::optional<Aspect> blame_before = findings_.blame();
  if (between_games) findings_.set_blame(Aspect("hello.between-games"));
  if (trials_.something_came_before(at_.games + 1)) findings_.hold();
  const Exchange hello = exchanges_.ask(hello_request);
  bool answered = hello.replied();
  if (!hello.bytes.empty()) findings_.set_blame(blame_before);  // it was answered, and wrongly: no silence
  const Blame blame =
      findings_.settle([&] { return trials_.handshake_again(); }, "the handshake", findings_.blamed_aspect());
  if (between_games && hello.bytes.empty() && blame == Blame::left_over)
    answered = exchanges_.ask(hello_request).replied();
  findings_.set_blame(blame_before);
  return answered;
}

void Matches::say_end() {
  if (at_.contest.end) exchanges_.ask(*at_.contest.end);
}

void Matches::end_match() {
  say_end();
  if (at_.gone) return;
  const bool declared = at_.options().resets == ResetPolicy::declared;
  // How a game that was cut short is ended is a matter of its own, and not of the next match; so is a second
  // match where the contest's text knows one alone.
  const bool of_its_own = at_.match_open || at_.contest.next_match != rig::protocol::NextMatch::specified;
  if (declared || (of_its_own && at_.resets_itself())) {
    listen_before_a_start();
    exchanges_.hard_reset();
  }
  at_.match_open = false;
}

/// Where a start alone ends a game, what comes too much after its last reply would be lost by it.
void Matches::listen_before_a_start() {
  constexpr rig::Duration a_moment = std::chrono::milliseconds(10);
  const bool by_a_start = at_.contest.next_match == rig::protocol::NextMatch::after_a_start;
  if (by_a_start && at_.games > 0 && !at_.gone) exchanges_.expect_nothing_more(a_moment);
}

void Matches::end_match_without_reset() {
  say_end();
  if (!at_.gone && at_.options().resets == ResetPolicy::declared) exchanges_.hard_reset();
  at_.match_open = false;
}

/// Where a board plays one game, it is started anew before the next one, and before the first one of a case
/// that may have been preceded by another. Where the link cannot do that, the case does not apply.
void Matches::start_anew_if_it_must() {
  if (at_.contest.next_match != rig::protocol::NextMatch::after_a_start) return;
  const bool is_fresh = at_.games == 0 && (at_.since_power_on || !at_.environment.game_was_begun);
  at_.environment.game_was_begun = true;
  if (is_fresh) return;
  listen_before_a_start();
  exchanges_.hard_reset();
}

GameReport Matches::play(const Seat& seat, Opponent& opponent, const GamePlan& plan) {
  start_anew_if_it_must();
  findings_.tell_left_over();
  findings_.begin_of_something_else();
  ++at_.games;
  if (trials_.something_came_before(at_.games)) findings_.hold();
  GameLog log{seat, plan.spacing, {}, 0};
  GameReport report = play_once(seat, opponent, plan, log);
  report.blame =
      findings_.settle([&] { return trials_.game_again(log); },
                       fmt::format("game {} since power-on", at_.games), findings_.blamed_aspect());
  passes_.judge(plan, log, report);
  if (at_.session.files() != nullptr && exchanges_.nobody_answers()) throw BrokenOff{};
  return report;
}

GameReport Matches::play_once(const Seat& seat, Opponent& opponent, const GamePlan& plan, GameLog& log) {
  GameReport report;
  spelling_.spell_next_game();
  Game game(at_.contest, seat);
  InPlay in_play{game, log, {}};
  const Playing playing(at_, in_play);
  GameJudge judge(at_, findings_, seen_, game, report);
  opponent.new_game();
  findings_.count("games");
  at_.match_open = true;
  while (!game.over() && report.dut_turns < plan.dut_turns) {
    if (game.dut_to_move()) {
      if (!play_turn_of_dut(game, judge, plan, log, report)) return report;
      continue;
    }
    const Move move = opponent.choose(game.ruling());
    judge.opponent_plays(move);
    log.moves.push_back(move);
    game.play(move);
    if (game.over()) judge.opponent_has_ended_it(move);
  }
  report.finished = game.over();
  at_.match_open = !report.finished;
  if (report.finished) judge.judge_end();
  return report;
}

/// False: the game does not go on.
bool Matches::play_turn_of_dut(Game& game, GameJudge& judge, const GamePlan& plan, GameLog& log,
                               GameReport& report) {
  const std::optional<Exchange> exchange = ask_for_a_move(game, plan);
  if (!exchange) {
    report.misplayed = true;
    report.sound = false;
    return false;
  }
  judge.count_codes();
  log.dut_turns = ++report.dut_turns;
  if (judge.late_pass(*exchange)) {
    if (!report.sound) return false;
    log.moves.push_back(game.ruling().pass());
    game.play(game.ruling().pass());
    return true;
  }
  report.sound = judge.judge_reply(*exchange);
  if (report.misplayed) {
    findings_.failed("game.whole", fmt::format("the game was lost on ply {} ({})", game.ruling().ply() + 1,
                                               game.seat().name));
  }
  const Move reply{exchange->reply.value.text};
  if (exchange->replied()) log.moves.push_back(reply);
  if (!report.sound) return false;
  judge.note_right_reply(reply);
  game.play(reply);
  report.extent = game.ruling().extent();
  report.stopped_at_capacity = !game.over() && reaches_capacity(game.ruling());
  if (plan.enough && plan.enough(report)) return false;
  return !report.stopped_at_capacity && !reaches(plan.far_enough, report.extent);
}

/// All requests of this turn. Nothing: what was to be done meanwhile went wrong.
std::optional<Exchange> Matches::ask_for_a_move(const Game& game, const GamePlan& plan) {
  std::optional<Exchange> exchange;
  const std::vector<Request> requests = game.requests();
  for (const Request& request : requests) {
    const bool tells_a_move = &request == &requests.back() && !game.opponents_last().text.empty();
    if (tells_a_move && plan.meanwhile && !plan.meanwhile()) return std::nullopt;
    exchange = exchanges_.ask(request, plan.spacing);
  }
  return exchange;
}

std::optional<int> Matches::capacity(const char* fact) const {
  const auto& facts = at_.session.info().facts;
  const auto stated = facts.find(fact);
  return stated == facts.end() ? at_.options().capacity : std::stoi(stated->second);
}

/// Whether the next two moves could grow the board beyond what the DUT's description says that it holds.
bool Matches::reaches_capacity(const rig::protocol::Ruling& ruling) const {
  const auto holds = [&](const char* fact, int reached) {
    const std::optional<int> held = capacity(fact);
    const bool never_reached = at_.contest.board != 0 && held >= at_.contest.board;
    return !held || never_reached || reached + 2 <= *held;
  };
  const Extent extent = ruling.extent();
  return !holds(rig::fact_columns, extent.columns) || !holds(rig::fact_rows, extent.rows);
}

}  // namespace conformance
