#include "conformance/suite/parts/trials.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "conformance/suite/parts/evidence.hpp"

namespace conformance {

using rig::dut::Exchange;
using rig::dut::Game;
using rig::dut::Spacing;
using rig::player::Opponent;
using rig::protocol::Move;
using rig::protocol::ReplyKind;
using rig::protocol::Request;
using rig::protocol::Seat;

namespace {

/// The move itself, if it is legal and nothing is to vary; else one with the same code. Empty: there is none.
Move move_like(const Move& move, const rig::protocol::Ruling& ruling, rig::Random* vary) {
  if (vary == nullptr && ruling.judge(move).legal) return move;
  const std::vector<std::string> codes = ruling.codes_of(move);
  if (codes.empty()) return {};
  if (codes.size() > 1) return ruling.judge(move).legal ? move : Move{};  // they say all of it
  std::vector<Move> alike = ruling.legal_moves();
  std::erase_if(alike, [&](const Move& one) { return ruling.codes_of(one) != codes; });
  if (alike.empty()) return {};
  return vary == nullptr ? alike.front() : alike[vary->below(static_cast<std::uint32_t>(alike.size()))];
}

}  // namespace

bool Trials::something_came_before(int games) const {
  const bool can_try = at_.session.files() == nullptr && at_.resets_itself();
  const bool has_a_clause = findings_.requirement(findings_.blamed_aspect()) != nullptr;
  return (games > 1 || findings_.blame()) && can_try && has_a_clause;
}

Retrial Trials::game_again(const GameLog& log) {
  constexpr int attempts = 8;  // for a DUT that does not always play alike
  constexpr int further_turns = 8;
  const auto other = rig::player::new_opponent(at_.contest.game, "random", at_.draws.of("trial"));
  rig::Random vary = at_.draws.of("other places");
  GameLog undisturbed = log;
  if (findings_.blame()) undisturbed.spacing = {};
  Retrial again{.alike = false};
  for (int i = 0; i < attempts && !again.wrong; ++i) {
    exchanges_.hard_reset();
    findings_.count("trials");
    if (at_.contest.greets && !greets()) return {.wrong = true};
    const Trial trial =
        play(undisturbed, *other,
             {.vary = i == 0 ? nullptr : &vary, .further_turns = again.alike ? 0 : further_turns});
    again.wrong = trial.wrong;
    if (i == 0 || trial.wrong) again.alike = trial.alike;  // later ones are others: `vary`
    if (trial.same) break;
  }
  end();
  return again;
}

Retrial Trials::handshake_again() {
  exchanges_.hard_reset();
  findings_.count("trials");
  const bool answered = greets();
  end();
  return {.wrong = !answered};
}

void Trials::end() {
  exchanges_.hard_reset();
  at_.match_open = false;
}

bool Trials::greets() {
  const Exchange hello = ask(at_.contest.hello, {});
  return hello.replied() && in_order(hello);
}

Exchange Trials::ask(const Request& request, Spacing spacing) {
  findings_.count("exchanges");
  return at_.session.ask(request, spacing);
}

/// Whether nothing came that should not have. (Whoever hung up has not replied.)
bool Trials::in_order(const Exchange& exchange) const {
  const bool silent =
      exchange.expected.kind != ReplyKind::silence || dropped_by_hosts(at_.contest, exchange.bytes);
  return silent && dropped_by_hosts(at_.contest, exchange.unasked) && exchange.early == 0 &&
         exchange.line_errors.empty();
}

Trials::Trial Trials::match(const GameLog& log, Opponent& other, const How& how) {
  findings_.count("trials");
  if (at_.contest.greets && !greets()) return {.wrong = true};
  return play(log, other, how);
}

void Trials::say_end() {
  if (at_.contest.end) ask(*at_.contest.end, {});
}

/// A DUT that does not play alike may go wrong at a later move than before: it is asked for some more.
Trials::Trial Trials::play(const GameLog& log, Opponent& other, const How& how) {
  constexpr int first_turns = 4;
  Trial trial;
  trial.wrong = true;
  Game game(at_.contest, log.seat);
  other.new_game();
  std::size_t ply = 0;
  const auto turns_to_play = [&] { return log.dut_turns + (trial.alike ? 0 : how.further_turns); };
  for (int turns = 0; !game.over() && turns < turns_to_play(); ++ply) {
    const bool recorded = ply < log.moves.size();
    if (!game.dut_to_move()) {
      const Move move = recorded ? move_like(log.moves[ply], game.ruling(), how.vary) : Move{};
      game.play(move.text.empty() ? other.choose(game.ruling()) : move);
      continue;
    }
    ++turns;
    const bool waits = how.thought > rig::Duration::zero() && turns <= first_turns;
    if (waits && !dropped_by_hosts(at_.contest, at_.session.listen(how.thought).bytes)) return trial;
    Exchange exchange;
    for (const Request& request : game.requests()) {
      exchange = ask(request, log.spacing);
      if (!in_order(exchange)) return trial;
    }
    const Move reply{exchange.reply.value.text};
    trial.same = trial.same && recorded && log.moves[ply] == reply;
    if (turns < log.dut_turns) trial.alike = trial.same;
    if (!exchange.replied() || !game.ruling().judge(reply).legal) return trial;
    if (game.ruling().is_pass(reply) && !game.ruling().must_pass()) ++trial.needless;
    game.play(reply);
  }
  constexpr rig::Duration a_moment = std::chrono::milliseconds(1);
  trial.wrong = !dropped_by_hosts(at_.contest, at_.session.listen(a_moment).bytes);
  return trial;
}

}  // namespace conformance
