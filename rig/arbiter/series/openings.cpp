#include "rig/arbiter/series/openings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "rig/arbiter/series/game_record.hpp"
#include "rig/base/errors.hpp"

namespace rig::arbiter {

using protocol::Contest;
using protocol::Move;
using protocol::Result;
using protocol::Ruling;

namespace {

bool is_open(const Ruling& game) {
  return game.result().state == Result::State::open;
}

std::unique_ptr<Ruling> new_game(const Contest& contest) {
  const auto first = std::find_if(contest.seats.begin(), contest.seats.end(),
                                  [](const protocol::Seat& seat) { return seat.moves_first; });
  return contest.new_game(*first);
}

/// Nothing: the game ended, or somebody had to pass.
std::optional<Opening> drawn_once(const Contest& contest, int plies, Random& random) {
  const std::unique_ptr<Ruling> game = new_game(contest);
  Opening opening;
  for (int ply = 0; ply < plies; ++ply) {
    const std::vector<Move> moves = is_open(*game) ? game->legal_moves() : std::vector<Move>();
    if (moves.empty()) return std::nullopt;
    opening.push_back(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    game->play(opening.back());
  }
  return is_open(*game) ? std::optional(opening) : std::nullopt;
}

Opening opening_in(const Contest& contest, const RecordedGame& record) {
  if (record.contest != contest.name) throw UsageError(fmt::format("it is of {}", record.contest));
  const std::unique_ptr<Ruling> game = new_game(contest);
  Opening opening;
  for (const std::string& move : record.moves) {
    const protocol::Judgement judgement = game->judge({move});
    if (!is_open(*game) || !judgement.legal)
      throw UsageError(fmt::format("{} is illegal: {}", move, judgement.explanation));
    game->play({move});
    opening.push_back({move});
  }
  if (!is_open(*game))
    throw UsageError(fmt::format("the game is over after its moves ({})", game->result().why));
  return opening;
}

}  // namespace

void require_openings(const Contest& contest) {
  if (contest.begins_anywhere) return;
  std::vector<std::string> others;
  for (const Contest& one : protocol::contests()) {
    if (one.begins_anywhere) others.push_back(one.name);
  }
  throw UsageError(
      fmt::format("--openings: in {} a player receives its opponent's moves and nothing else, so a game "
                  "begins before the "
                  "first move. Contests in which a player is handed the whole position: {}.",
                  contest.name, others.empty() ? "none" : fmt::format("{}", fmt::join(others, ", "))));
}

Opening draw_opening(const Contest& contest, int plies, Random random) {
  constexpr int attempts = 100;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    if (const std::optional<Opening> opening = drawn_once(contest, plies, random)) return *opening;
  }
  throw UsageError(fmt::format("--openings {}: of {} drawn games of {} none was open after so many plies.",
                               plies, attempts, contest.name));
}

std::vector<Opening> read_openings(const Contest& contest, std::string_view text, const std::string& file) {
  std::vector<Opening> openings;
  for (const RecordedGame& record : read_records(text, file)) {
    try {
      openings.push_back(opening_in(contest, record));
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("{}, game {}: {}.", file, openings.size() + 1, error.what()));
    }
  }
  return openings;
}

int opening_in_game(const Contest& contest, int number) {
  return (number - 1) / static_cast<int>(contest.seats.size()) + 1;
}

}  // namespace rig::arbiter
