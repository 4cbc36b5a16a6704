#pragma once
/// A game as the rig knows it: one page of data, which its folder registers before main. Nothing else in the
/// rig asks which game it is.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rig/base/time.hpp"
#include "rig/game/move_writer.hpp"
#include "rig/game/notation.hpp"
#include "rig/link/callback/device.hpp"
#include "rig/link/callback/file_device.hpp"
#include "rig/player/device_fault.hpp"
#include "rig/player/opponent.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::game {

/// How a builtin player is to be.
struct PlayerSettings {
  std::string fault{};              ///< one of the faults that it has in this contest; empty: none
  std::optional<Duration> think{};  ///< between a request and the first byte of its reply; nothing: as usual
  std::string team{};               ///< what it calls itself; empty: as usual
};

/// `rig perft`: counting the games of so many plies.
struct Perft {
  struct Option {
    std::string name;   ///< `--start`
    std::string what;   ///< one line
    std::string usual;  ///< its value where it was not given; empty: a flag, whose value is then `yes`
  };
  using Chosen =
      std::map<std::string, std::string>;  ///< all options by name; a flag that is not set is empty

  std::string name = {};  ///< as `--game` names it; empty: it is not counted
  std::vector<Option> options = {};
  /// `placements 58 codes 118`. UsageError for a value that means nothing.
  std::function<std::string(const Chosen&, int plies)> count = {};
};

/// `rig convert`: games in the notation of another contest.
struct Converter {
  std::vector<std::string> contests = {};  ///< whose notations it knows; none: nothing is converted
  /// `file` names the text in messages. UsageError for two contests that write alike, and for a move that one
  /// of them refuses, with file, line, ply and rule.
  std::function<std::string(const protocol::Contest& from, const protocol::Contest& to,
                            const std::string& text, const std::string& file)>
      convert = {};
};

/// What a tool says of this game in its help.
struct Help {
  std::string tool;                        ///< `check`; empty: the help of all tools
  std::string about = {};                  ///< sentences, with their line ends; may be empty
  std::vector<std::string> examples = {};  ///< command lines, with what stands behind them
};

/// What the examples in help texts name.
struct Example {
  std::string contest;
  std::string model;  ///< `rtl:NAME` names it
};

struct Game {
  std::string name;  ///< as `Contest::game` and `builtin:NAME` have it
  /// Its contests, each as it is without settings.
  std::vector<protocol::Contest> (*contests)() = nullptr;
  /// Some names stand in every list, for cases that are of any game: `random`, `long-games`, `generous`;
  /// where moves have codes, `coverage`.
  const std::vector<player::Recipe>& (*opponents)() = nullptr;
  /// Where moves have codes: opponents of whom a series of games meets each once before it goes on with
  /// `coverage`.
  std::vector<std::string> met_once = {};
  /// The simple player of a contest's own host; null where it has none.
  std::unique_ptr<player::Opponent> (*simple_player)(const protocol::Contest&) = nullptr;

  /// The builtin player over a line, and over files; null: there is none. UsageError for a fault that it does
  /// not have.
  std::unique_ptr<Device> (*device)(const protocol::Contest&, const PlayerSettings&) = nullptr;
  std::unique_ptr<FileDevice> (*file_device)(const protocol::Contest&, const PlayerSettings&) = nullptr;
  /// The faults of the builtin player that can show in a contest.
  std::vector<player::DeviceFault> (*faults)(const protocol::Contest&) = nullptr;

  std::shared_ptr<const Notation> notation = {};
  std::shared_ptr<const MoveWriter> writer = {};  ///< null: referees are not tried with wrong moves
  Perft perft = {};
  Converter converter = {};
  std::vector<Help> help = {};
  std::string shown = {};  ///< the contest of `rig show` where none is named; empty: another game's
  std::optional<Example> example = {};  ///< of the first game that has one, programs show it
  /// Why a fault of the builtin player cannot show in a contest; empty: it can, or there is no such fault.
  /// Null: all show in each.
  std::string (*cannot_show)(const protocol::Contest&, std::string_view fault) = nullptr;
};

/// Adds a game; the value is meaningless and lets it be done before main.
bool register_game(Game game);

/// All that are registered.
const std::vector<Game>& games();

/// The game of a contest. RigError where none of that name is registered, or two are.
const Game& game_of(const protocol::Contest& contest);

}  // namespace rig::game
