#include "conformance/suite/parts/game_judge.hpp"

#include <fmt/format.h>

#include <utility>

#include "conformance/suite/parts/evidence.hpp"
#include "rig/protocol/request_aspects.hpp"

namespace conformance {

using rig::Verdict;
using rig::dut::Exchange;
using rig::protocol::Judgement;
using rig::protocol::Move;

namespace {

/// What the ruling would have taken.
std::string legal_replies(const rig::protocol::Ruling& ruling) {
  const std::vector<Move> legal = ruling.legal_moves();
  if (legal.empty()) return fmt::format("a pass (\"{}\"), for it has no legal move,", ruling.pass().text);
  return fmt::format("a legal move ({} exist, for example \"{}\")", legal.size(),
                     legal[legal.size() / 2].text);
}

}  // namespace

std::optional<Verdict> counts_as_pass(const rig::protocol::Contest& contest, const Exchange& exchange) {
  if (!contest.late_is_pass || exchange.hung_up) return std::nullopt;
  const Verdict verdict =
      exchange.latency ? rig::judge(*exchange.latency, exchange.expected.deadline) : Verdict::fail;
  return verdict == Verdict::pass ? std::nullopt : std::optional(verdict);
}

// A word of the rules on which no contest has a clause counts for nothing by itself.

void GameJudge::passed(std::string_view family, const std::string& word) {
  if (const auto aspect = Aspect::in(family, word)) findings_.passed(*aspect);
}

void GameJudge::failed(std::string_view family, const std::string& word, const std::string& summary,
                       Proof proof) {
  const auto aspect = Aspect::in(family, word);
  if (!aspect) return findings_.note_kind(proof.kind);
  findings_.failed(*aspect, summary, std::move(proof));
}

void GameJudge::opponent_plays(const Move& move) {
  if (ruling().is_pass(move)) ++report_.opponents_passes;
  opponents_features_ = ruling().features(move);
}

void GameJudge::opponent_has_ended_it(const Move& move) {
  report_.untold = move;
  report_.untold_features = opponents_features_;
}

void GameJudge::count_codes() {
  for (const std::string& code : ruling().codes_of(game_.opponents_last())) findings_.count("code " + code);
}

std::optional<Verdict> GameJudge::late_pass(const Exchange& exchange) {
  const std::optional<Verdict> late = counts_as_pass(at_.contest, exchange);
  if (!late) return late;
  report_.sound = *late == Verdict::fail;  // the finding is made; the game goes on as after a pass
  ++report_.late_passes;
  seen_.too_late = true;
  seen_.passed_permanently = true;
  return late;
}

bool GameJudge::judge_reply(const Exchange& exchange) {
  if (!exchange.replied()) {
    const bool unreadable = exchange.reply.state == rig::protocol::ParseState::malformed;
    const bool told = exchange.files && unreadable && !exchange.hung_up;  // by what is wrong with its files
    if (!told) judge_absence(exchange);
    report_.misplayed = true;
    return false;
  }
  const Move move{exchange.reply.value.text};
  const Judgement judgement = ruling().judge(move);
  if (!judgement.legal) {
    judge_illegal(exchange, judgement);
    report_.misplayed = true;
    return false;
  }
  const bool in_time = rig::judge(*exchange.latency, exchange.expected.deadline) == Verdict::pass;
  const bool may_be_late = !findings_.binds(deadline_aspect(exchange.request));
  const bool passes = ruling().is_pass(move);
  if (passes) {
    judge_pass(exchange);
  } else {
    findings_.count("moves");
    if (in_time || may_be_late) pass_legality();  // else it counts only against its deadline
  }
  if (ruling().is_pass(game_.opponents_last())) findings_.passed("pass.opponents");
  if (dut_has_passed_) findings_.passed("pass.asked-again"), ++report_.asked_again;
  if (passes) dut_has_passed_ = true, ++report_.passes;
  return in_time || may_be_late;
}

/// What the DUT wrote, and what it could have.
rig::report::Evidence GameJudge::evidence_against_a_legal_move(const Exchange& exchange) const {
  rig::report::Evidence evidence = evidence_of(at_.contest, exchange);
  evidence.expected = words_of(exchange.expected, legal_replies(ruling()));
  return evidence;
}

void GameJudge::judge_illegal(const Exchange& exchange, const Judgement& judgement) {
  const Move move{exchange.reply.value.text};
  at_.in_play->wrong = move;
  seen_.illegal.push_back({game_.seat(), at_.in_play->log.moves, move});
  seen_.kinds_of_illegal.insert(judgement.kind);
  const Proof proof{.evidence = evidence_against_a_legal_move(exchange),
                    .board = board_of(game_, move),
                    .kind = judgement.kind};
  failed("move", judgement.rule, fmt::format("{}: {}", move.text, judgement.explanation), proof);
  if (const auto& overlooked = judgement.overlooked) {
    Proof of_that = proof;
    of_that.kind = overlooked->feature + rig::protocol::overlooked_kind;
    failed("opponent", overlooked->feature, fmt::format("{}: {}", move.text, overlooked->explanation),
           std::move(of_that));
  }
  if (ruling().must_pass())
    findings_.failed("pass.when-stuck", fmt::format("sent {} although it must pass", move.text),
                     {.kind = "no pass where it must"});
  judge_opening(judgement.rule);
}

/// Where the contest's text does not say how a game may begin, an opening that its host refuses breaks no
/// mandatory clause. Nobody knows how to go on from it: what follows counts against that opening, and what
/// the case has not looked at remains open.
void GameJudge::judge_opening(const std::string& rule) {
  if (rule != "first" || findings_.binds("move.first")) return;
  findings_.lay_blame_on(Aspect("move.first"));
  findings_.leave_all_open("the host rejects its first move, so the game could not go on",
                           rig::report::Unassessed::reservation);
}

/// A legal move: everything that the rules ask of it holds.
void GameJudge::pass_legality() {
  for (const std::string& rule : ruling().rules()) passed("move", rule);
  findings_.passed("pass.needless");
}

void GameJudge::judge_pass(const Exchange& exchange) {
  findings_.passed("move.malformed");
  if (ruling().must_pass()) {
    ++report_.forced_passes;
    findings_.passed("pass.when-stuck");
    findings_.passed("pass.needless");
    return;
  }
  seen_.passed_permanently = seen_.passed_permanently || at_.contest.pass_is_for_good;
  ++report_.needless;
  findings_.failed("pass.needless",
                   fmt::format("passed on ply {} with {} legal moves available", ruling().ply() + 1,
                               ruling().legal_moves().size()),
                   {.evidence = evidence_against_a_legal_move(exchange),
                    .board = board_of(game_),
                    .kind = "needless pass"});
}

/// What was remarkable about the last two moves, the DUT's own and the opponent's.
std::set<std::string> GameJudge::features_before() const {
  std::set<std::string> features(own_features_.begin(), own_features_.end());
  features.insert(opponents_features_.begin(), opponents_features_.end());
  return features;
}

/// No whole reply came, which has been told. Here: which state of the game it was silent in.
void GameJudge::judge_absence(const Exchange& exchange) {
  const rig::report::Evidence evidence = evidence_of(at_.contest, exchange);
  if (ruling().must_pass()) {
    findings_.failed("pass.when-stuck", "no reply although it has no move and must pass",
                     {evidence, board_of(game_)});
  }
  if (ruling().is_pass(game_.opponents_last())) {
    findings_.failed("pass.opponents", "no reply after the opponent's pass", {evidence, board_of(game_)});
  }
  for (const std::string& feature : opponents_features_) {
    failed("opponent", feature,
           fmt::format("no reply after a legal move of the opponent (kind: {})", feature), {evidence});
  }
  for (const std::string& feature : features_before())
    failed("after", feature, fmt::format("no reply after a move of either player (kind: {})", feature),
           {evidence});
  if (dut_has_passed_)
    findings_.failed("pass.asked-again", "no reply when asked again after its own pass", {evidence});
}

void GameJudge::note_right_reply(const Move& reply) {
  const bool passes = ruling().is_pass(reply);
  // Who passes although it could move shows nothing of what it has understood.
  if (ruling().must_pass() || !passes) {
    for (const std::string& feature : opponents_features_) passed("opponent", feature);
    for (const std::string& feature : features_before()) passed("after", feature);
    note_exposures();
  }
  for (const std::string& feature : opponents_features_) {
    findings_.count("opponent: " + feature);
    ++report_.opponents_features[feature];
  }
  own_features_ = ruling().features(reply);
  for (const std::string& feature : own_features_) {
    findings_.count("board: " + feature);
    ++report_.features[feature];
  }
  if (passes) return;
  ++report_.moves;
  // Had it misread a code before these, that move and this one could have gone wrong.
  const auto before = std::exchange(answered_codes_, ruling().codes_of(game_.opponents_last()));
  seen_.codes_answered[game_.seat().name].insert(before.begin(), before.end());
  for (const std::string& code : ruling().codes_closed_by(reply))
    ++seen_.codes_closed[game_.seat().name][code];
}

/// Before the reply is played.
void GameJudge::note_exposures() {
  for (const rig::protocol::Exposure& exposure : ruling().exposures())
    seen_.unseen[game_.seat().name][exposure.code].add(exposure.shares);
}

void GameJudge::judge_end() {
  if (report_.moves > 0 && report_.late_passes == 0) findings_.passed("game.whole");
  using State = rig::protocol::Result::State;
  const bool is_one = game_.seat().player == rig::protocol::Player::one;
  const State state = ruling().result().state;
  report_.won = state == (is_one ? State::one_won : State::two_won);
  report_.lost = state == (is_one ? State::two_won : State::one_won);
}

}  // namespace conformance
