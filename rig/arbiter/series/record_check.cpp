#include "rig/arbiter/series/record_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace rig::arbiter {

using protocol::Contest;
using protocol::Player;
using protocol::Result;
using protocol::Ruling;

namespace {

/// Who lost a game that the rules of the board did not end: whoever was asked. Before the first move both are
/// greeted, and the record alone knows.
Player loser_in(const RecordedGame& record, const Ruling& game, Player first) {
  const bool was_greeted = record.moves.empty() && record.refused.empty();
  if (!was_greeted) return game.to_move();
  return record.outcome == to_string(SeriesGame::Outcome::first_won) ? protocol::other(first) : first;
}

/// Whether a game without a result could have gone on.
std::string end_without_result(const RecordedGame& record, const Result& result) {
  if (result.state != Result::State::open)
    return fmt::format("the game was over before that ({})", result.why);
  if (record.ending == ending_without_result || record.ending == ending_when_interrupted) return {};
  return fmt::format("the ending is {}", ending_without_result);
}

/// How a game ended that was lost otherwise than by the rules of the board, or was given up.
std::string end_as_recorded(const RecordedGame& record, Ruling& game, Player first, Result& result) {
  if (record.loss.empty() && record.ending != ending_when_given_up(game.ply())) return {};
  if (result.state != Result::State::open)
    return fmt::format("the game was over before that ({})", result.why);
  if (record.loss.empty()) {
    result.state = Result::State::draw;
    return {};
  }
  if (!record.refused.empty() && game.judge({record.refused}).legal)
    return fmt::format("{}, which was refused, is legal", record.refused);
  game.forfeit(loser_in(record, game, first), record.ending);
  result = game.result();
  return {};
}

}  // namespace

std::string contradiction_in(const RecordedGame& record, const Contest& contest, const Ruling& game) {
  const auto seat = std::find_if(contest.seats.begin(), contest.seats.end(),
                                 [&](const protocol::Seat& one) { return one.name == record.first_seat; });
  if (seat == contest.seats.end())
    return fmt::format("{} has no seat \"{}\"", contest.name, record.first_seat);
  const std::unique_ptr<Ruling> end = game.clone();
  SeriesGame by_moves{1, seat->player, {}};
  Result& result = by_moves.game.result;
  result = end->result();
  if (!record.no_result.empty()) by_moves.game.no_result.emplace();
  const bool has_result = record.no_result.empty();
  std::string why =
      has_result ? end_as_recorded(record, *end, seat->player, result) : end_without_result(record, result);
  if (!why.empty()) return why;
  if (has_result && result.state == Result::State::open) return "the game is not over after its moves";
  if (record.outcome != to_string(by_moves.outcome()))
    return fmt::format("the result is {}", to_string(by_moves.outcome()));
  const bool by_rules =
      has_result && record.loss.empty() && record.ending != ending_when_given_up(end->ply());
  if (by_rules && record.ending != result.why) return fmt::format("the ending is {}", result.why);
  const std::size_t first = index_of(seat->player);
  const std::string score = fmt::format("{} {}", result.score[first], result.score[1 - first]);
  return record.score == score ? std::string() : "the score is " + score;
}

}  // namespace rig::arbiter
