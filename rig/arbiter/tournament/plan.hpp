#pragma once
/// What a tournament is, as its organiser wrote it: a TOML file, read once.
///
///     contest = "chess"                    # with `board` and `set` as `rig match` has them
///     title = "The open championship"
///     seed = 2026                          # of draws, lots and power-on states
///     key = "organiser.pub"                # decisions have to be signed with it
///
///     [format]
///     name = "round-robin"                 # and its settings
///
///     [policy]
///     settle = "2s"                        # `grace`, `replays`, `plies`, `pause`, `at_once`, `day`
///
///     [[bench]]                            # where one game is played at a time
///     name = "left"
///
///     [[entrant]]
///     team = "Rook"
///     dut = "serial:/dev/ttyUSB0"
///     bench = "left"
///     certificate = "reports/rook"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rig/arbiter/policy.hpp"
#include "rig/arbiter/tournament/format.hpp"
#include "rig/base/time.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::arbiter::tournament {

/// What happens around the games. None of it changes the contest's own limits.
struct Policy {
  arbiter::Policy
      games;         ///< as `rig match` has it: how players are started, how often a game is played again
  Duration pause{};  ///< before each game
  int at_once = 0;   ///< games; 0: one a bench, or one where there are none
  std::optional<Duration> day{};  ///< no game begins later than so long after the first
};

struct EntrantPlan {
  std::string team;
  std::string code;         ///< what its board answers to the handshake; empty: whatever it says
  std::string dut;          ///< as certify names it, or `opponent:NAME`
  std::string bench;        ///< empty: one of its own
  std::string certificate;  ///< the folder of a run's reports; empty: none
  std::string bitstream;    ///< the file that its board is configured with; empty: not told
};

struct Plan {
  std::string title;
  const protocol::Contest* contest = nullptr;  ///< with its board and settings
  std::string contest_name;
  std::optional<int> board;
  std::map<std::string, std::string> set;
  std::uint64_t seed = 1;
  std::string key;  ///< the organiser's public one, in hexadecimal; empty: none
  std::string format_name;
  std::map<std::string, std::string> format_settings;
  Policy policy;
  std::vector<std::string> benches;
  std::vector<EntrantPlan> entrants;
  std::string text;  ///< of the file

  /// Where an entrant plays: its bench, or one of its own.
  std::string bench_of(Entrant entrant) const;
  /// The entrant of this team. UsageError with the nearest name for one that there is not.
  Entrant entrant_named(const std::string& team) const;
  std::string match_of(const Fixture& fixture) const;  ///< `Rook - Bishop`
};

/// Reads a plan. `file` is what messages call it; paths in it are seen from `folder`. UsageError with the
/// file, the line, what was found and what is allowed.
Plan plan_from(const std::string& text, const std::string& file, const std::string& folder);

/// Its format, with its settings. UsageError.
std::unique_ptr<Format> format_of(const Plan& plan);

}  // namespace rig::arbiter::tournament
