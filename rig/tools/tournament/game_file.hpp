#pragma once
/// The evidence of one game of a tournament: a text file, one JSON value a line. First the game
/// (`"tournament_game": 1`, who played whom in which seat, with which seed), then for each far end, from its
/// opening on,
///
///   ["first", {…}]      its link, as a transcript has it (rig/link/transcript/transcript.hpp); `second`,
///   `idle 1`
///   ["first", [ … ]]    an operation on it, with its result and times
///
/// and last {"record": the game as `rig match --record` writes it}; one that is no UTF-8, for a board sent
/// what is none, as {"hex": its bytes}. Played back, it gives the same record.

#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "rig/arbiter/policy.hpp"
#include "rig/arbiter/series/game_record.hpp"
#include "rig/arbiter/series/series.hpp"
#include "rig/arbiter/tournament/format.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::tournament {

/// Which game it is.
struct GameIdentity {
  std::string game;  ///< the fixture's id
  std::string contest;
  std::optional<int> board;
  std::map<std::string, std::string> set = {};
  std::array<std::string, 2> teams;  ///< first and second
  std::array<std::string, 2> duts;
  int seat = 1;  ///< of the first, counted from 1
  std::uint64_t seed = 1;
  arbiter::Policy policy = {};
};

/// A file of evidence, read.
struct GameFile {
  GameIdentity identity;
  std::array<std::vector<std::string>, 2> segments;  ///< of the far ends that played; empty: an opponent
  std::string record;
};

nlohmann::ordered_json to_json(const GameIdentity& identity);
/// Throws what the JSON library throws for what `to_json` does not write.
GameIdentity identity_from(const nlohmann::ordered_json& line);

std::string first_line(const GameIdentity& identity);
std::string last_line(const std::string& record);

/// UsageError with the file and the line.
GameFile read_game_file(const std::string& text, const std::string& path);

/// How the record of a game is to be written: under the teams' names.
arbiter::MatchIdentity match_of(const GameIdentity& identity);

/// Plays the evidence back, under the arbiter of this program. RigError where it cannot be: then it is not
/// the evidence of such a game.
arbiter::SeriesGame play_back(const GameFile& file);

/// What a game comes to in the tournament. For one that has a result.
arbiter::tournament::Result result_of(const arbiter::SeriesGame& game);

/// The clause under which an aspect stands in this contest's catalogue.
arbiter::ClauseOf clauses_of(const std::string& contest);

}  // namespace rig::tournament
