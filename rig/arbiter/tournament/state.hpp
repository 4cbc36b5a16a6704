#pragma once
/// What a journal's entries come to. Pure.
///
/// The entries, with what each tells beside what all have (journal.hpp):
///
///   begin       plan (the text of the file), contest, title, seed, program
///   started     game, stage, first, second (teams), seat (of the first), seed
///   game        game, started (the number of that entry), outcome, moves, ending, evidence, sha256
///   no-result   game, started, why: this machine cannot tell
///   broken-off  game, started: the tournament stopped during it
///   rig-error   game, started, why, at: the team at whose board it was, where that is known
///   stopped     bench, why
///   forfeited   game, first, second, outcome, why: it was not played, as a team has withdrawn
///   void        game, reason: its result counts no more, and it is played anew
///   forfeit     game, team (who loses it), outcome, reason
///   override    game, outcome, reason
///   withdraw    team, reason
///   retry       bench, reason: what had stopped it is mended; games in which the rig failed begin to count
///   anew pause, resume, day    reason; `day` begins a new day of the policy's `day` extend      span,
///   reason: the day is longer by so much end         places
///
/// From `void` to `extend` they are the organiser's decisions: each also has `given`, the date on which it
/// was made, and where the plan has a key a `signature`.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "rig/arbiter/tournament/format.hpp"
#include "rig/arbiter/tournament/journal.hpp"
#include "rig/arbiter/tournament/plan.hpp"

namespace rig::arbiter::tournament {

/// A game that has begun and has not ended.
struct Begun {
  std::uint64_t started = 0;  ///< the number of its entry
  std::string date;
};

struct State {
  Results results;                             ///< those that count
  std::map<std::string, int> failures;         ///< of games without a result: how often each came to none
  std::map<std::string, int> of_the_rig;       ///< of these, how often it was an error of the rig
  std::map<std::string, Begun> under_way;      ///< by game
  std::map<std::string, std::string> stopped;  ///< benches, and why
  std::map<std::string, int> voided;           ///< games: how often their result was taken back
  std::set<std::string> withdrawn;             ///< teams
  bool paused = false;
  bool ended = false;
  std::string day_began;            ///< the date of the day's first game; empty: none has begun
  Duration longer{};                ///< by which the day was extended
  std::set<std::string> decisions;  ///< their hashes: none counts twice

  /// Takes in the next entry. UsageError for one that no journal of this plan has.
  void apply(const Entry& entry, const Plan& plan);
};

/// `first`, `draw`, `second`; the inverse has nothing for another word.
std::string_view to_string(Result::Outcome outcome);
std::optional<Result::Outcome> outcome_from(std::string_view word);

/// Whether this is a decision of the organiser.
bool is_decision(std::string_view entry);

/// Who lost a game: the result in which that team does.
Result::Outcome lost_by(bool first);

/// How a game ends that is not played because of who has withdrawn; nothing: it is played. Two that have both
/// withdrawn share it.
std::optional<Result::Outcome> given_away(const std::string& first, const std::string& second,
                                          const State& state);

/// A text of an entry; empty: it has none of this name.
std::string text_of(const Entry& entry, const char* key);

/// The final order, as the entry `end` has it.
Entry places_of(const Plan& plan, const Step& step);

/// Instants of journals (`2026-06-01T09:00:00Z`) as seconds since 1970; nothing: it is none.
std::optional<std::int64_t> seconds_of_date(const std::string& date);

}  // namespace rig::arbiter::tournament
