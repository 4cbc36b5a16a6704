/// What a game or a handshake that goes wrong is attributed to, when something came before it since
/// power-on: an earlier game, or a disturbance. The same is tried again from power-on. If it goes wrong there
/// too, it is the clause's own matter; else the DUT has kept state that it should have cleared.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "conformance/case.hpp"

namespace conformance {

using rig::Duration;
using rig::Verdict;
using rig::contest::Move;
using rig::contest::ReplyKind;
using rig::contest::Request;
using rig::contest::RequestKind;
using rig::contest::Seat;
using rig::match::Exchange;
using rig::match::Game;
using rig::match::Spacing;
using rig::player::Opponent;

void Case::lay_blame_on(const std::string& aspect) {
  tell_left_over();
  blame_ = aspect;
}

namespace {

/// The move itself, if it is legal and nothing is to vary; else one with the same code. Empty: there is none.
Move move_like(const Move& move, const rig::contest::Ruling& ruling, rig::Random* vary) {
  if (vary == nullptr && ruling.judge(move).legal) return move;
  const std::string code = ruling.code_of(move);
  if (code.empty()) return {};
  std::vector<Move> alike = ruling.legal_moves();
  std::erase_if(alike, [&](const Move& one) { return ruling.code_of(one) != code; });
  if (alike.empty()) return {};
  return vary == nullptr ? alike.front() : alike[vary->below(static_cast<std::uint32_t>(alike.size()))];
}

}  // namespace

bool Case::is_binding(const Requirement& requirement) const {
  return level_of(requirement, options().resets) == rig::report::Level::mandatory;
}

/// The requirement, or the blamed one where that is less binding: a board that only fails a recommended
/// clause must not fail mandatory ones by it.
const Requirement& Case::attributed(const Requirement& requirement) const {
  const Requirement* blamed = environment_->catalogue.by_aspect(blame_);
  if (blamed == nullptr) return requirement;
  const auto level = [&](const Requirement& one) { return level_of(one, options().resets); };
  return level(requirement) < level(*blamed) ? *blamed : requirement;
}

bool Case::can_try_from_power_on() const {
  const rig::LinkInfo& info = session_->info();
  return session_->files() == nullptr && info.can_reset && !info.resets_by_hand;
}

/// Whether state from before could be to blame for what goes wrong in this game since power-on, and whether
/// that can be found out.
bool Case::something_came_before(int games) const {
  return (games > 1 || !blame_.empty()) && can_try_from_power_on() && !clause(blamed_aspect()).empty();
}

Blame Case::settle(const std::function<bool()>& goes_wrong_from_power_on, const std::string& what,
                   const std::string& blamed) {
  if (!held_) return Blame::unknown;
  std::vector<Held> held = *held_;
  const auto worst =
      std::find_if(held.begin(), held.end(), [&](const Held& one) { return is_binding(*one.requirement); });
  const bool own = worst != held.end() && goes_wrong_from_power_on();
  held_.reset();              // only now: should the rig fail meanwhile, what was found stands
  if (worst == held.end()) {  // remarks alone: they stand where they are
    for (Held& one : held)
      commit(Verdict::fail, attributed(*one.requirement), one.summary, std::move(one.proof));
    return Blame::unknown;
  }
  if (!own) {
    Held& first = *worst;
    first.proof.details.push_back(fmt::format(
        "what was violated: {}; the same, begun from power-on, goes right", first.requirement->id));
    first.summary = fmt::format("{} went wrong: {}", what, first.summary);
    first.proof.kind = "state left over from before";
    left_over_ = {blamed, std::move(first)};
    return Blame::left_over;
  }
  for (Held& one : held) {
    one.proof.details.push_back(what + "; the same, begun from power-on, goes wrong as well");
    commit(Verdict::fail, *one.requirement, one.summary, std::move(one.proof));
  }
  return Blame::own_clause;
}

/// What was left over from before is told once, in the words of the case where it has any.
void Case::tell_left_over(const std::string& words) {
  if (!left_over_) return;
  auto [aspect, found] = *std::exchange(left_over_, std::nullopt);
  const std::string summary = words.empty() ? found.summary : words + ": " + found.summary;
  commit(Verdict::fail, *environment_->catalogue.by_aspect(aspect), summary, std::move(found.proof));
}

bool Case::goes_wrong_from_power_on(const GameLog& log) {
  constexpr int attempts = 8;  // for a DUT that does not always play alike
  const auto other = rig::player::new_opponent(contest().game, "random", random_for("trial"));
  rig::Random vary = random_for("other places");
  GameLog undisturbed = log;
  if (!blame_.empty()) undisturbed.spacing = {};
  bool wrong = false;
  for (int i = 0; i < attempts && !wrong; ++i) {
    hard_reset();
    count("trials");
    if (contest().greets && !greets_in_trial()) return true;
    const Trial trial = try_game(undisturbed, *other, i == 0 ? nullptr : &vary);
    wrong = trial.wrong;
    if (trial.same) break;
  }
  hard_reset();
  match_open_ = false;
  return wrong;
}

bool Case::hello_from_power_on() {
  hard_reset();
  count("trials");
  const bool answered = greets_in_trial();
  hard_reset();
  match_open_ = false;
  return answered;
}

bool Case::greets_in_trial() {
  const Exchange hello = ask_in_trial(contest().hello, {});
  return hello.replied() && in_order(hello);
}

Exchange Case::ask_in_trial(const Request& request, Spacing spacing) {
  count("exchanges");
  return session_->ask(request, spacing);
}

/// Whether nothing came that should not have. (Whoever hung up has not replied.)
bool Case::in_order(const Exchange& exchange) const {
  const bool silent = exchange.expected.kind != ReplyKind::silence || dropped_by_hosts(exchange.bytes);
  return silent && dropped_by_hosts(exchange.unasked) && exchange.early == 0 && exchange.line_errors.empty();
}

/// Plays what the other played in the log, for as long as that is legal; else, or with `vary`, another move
/// that uses the same of the contest's notation, or what `other` plays. For as many turns of the DUT.
Case::Trial Case::try_game(const GameLog& log, Opponent& other, rig::Random* vary) {
  Trial trial;
  trial.wrong = true;
  Game game(contest(), log.seat);
  other.new_game();
  std::size_t ply = 0;
  for (int turns = 0; !game.over() && turns < log.dut_turns; ++ply) {
    const bool recorded = ply < log.moves.size();
    if (!game.dut_to_move()) {
      const Move move = recorded ? move_like(log.moves[ply], game.ruling(), vary) : Move{};
      game.play(move.text.empty() ? other.choose(game.ruling()) : move);
      continue;
    }
    ++turns;
    Exchange exchange;
    for (const Request& request : game.requests()) {
      exchange = ask_in_trial(request, log.spacing);
      if (!in_order(exchange)) return trial;
    }
    const Move reply{exchange.reply.value.text};
    if (!exchange.replied() || !game.ruling().judge(reply).legal) return trial;
    if (game.ruling().is_pass(reply) && !game.ruling().must_pass()) ++trial.needless;
    trial.same = trial.same && recorded && log.moves[ply] == reply;
    game.play(reply);
  }
  constexpr Duration a_moment = std::chrono::milliseconds(1);
  trial.wrong = !dropped_by_hosts(session_->listen(a_moment).bytes);
  return trial;
}

/// A DUT may pass although it could move. One that does so in nearly every later game, and never in the first
/// since power-on, has not cleared its state: what it believes to have placed already, it will not place
/// again.
void Case::judge_needless_passes(const Seat& seat, const GameReport& report) {
  const bool of_a_rematch = blame_.empty() || blame_ == "end.rematch";
  const bool suspect = report.sound && report.needless > 0 && needless_from_power_on_ == 0 && of_a_rematch &&
                       something_came_before(games_since_power_on_);
  if (!suspect || std::exchange(needless_judged_, true)) return;
  if (!passes_in_later_games_alone(seat)) return;
  failed(
      "end.rematch",
      fmt::format("passes with legal moves at hand in games after the first since power-on, and never in the "
                  "first ({} of each were tried)",
                  games_of_each),
      {.kind = "passes in later games alone"});
}

bool Case::passes_in_later_games_alone(const Seat& seat) {
  const auto other = rig::player::new_opponent(contest().game, "random", random_for("passes"));
  const GameLog whole_game{seat, {}, {}, GamePlan().dut_turns};
  const auto play_one = [&] {
    count("trials");
    if (contest().greets && !greets_in_trial()) return Trial{.wrong = true};
    return try_game(whole_game, *other, nullptr);
  };
  const auto passes = [](const Trial& trial) { return trial.wrong || trial.needless > 0; };
  bool never_in_first = true;
  for (int i = 0; i < games_of_each && never_in_first; ++i) {
    hard_reset();
    never_in_first = !passes(play_one());
  }
  int in_later = 0;
  for (int i = 0; i < games_of_each && never_in_first; ++i) {
    if (contest().end) ask_in_trial(*contest().end, {});
    in_later += passes(play_one()) ? 1 : 0;
  }
  hard_reset();
  match_open_ = false;
  return never_in_first && in_later >= games_of_each - 1;
}

}  // namespace conformance
