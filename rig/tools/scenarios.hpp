#pragma once
/// `rig scenarios`: recorded games as scenario files, which `certify --scenario` plays with a referee.

#include <string>

namespace rig {

struct ScenariosRequest {
  std::string contest;
  std::string file;    ///< of the games; `-`: standard input
  std::string folder;  ///< made where it is missing
};

/// What `rig scenarios --help` says below the options.
std::string scenarios_help();

/// Writes a file for each game, and a line on how many. The games are a record of `rig match`. Or they stand
/// in `"games"` of a JSON object, each an object: its moves are `"moves"` in turn, or `"replies"` as the
/// boards gave them (null: silence), of which `"consumed"` were read. `"first_player"`, `"to_board"` (the
/// messages that each board was sent), `"result"` and `"error_code"` are taken over where they stand.
/// UsageError names the file and the game.
void write_scenarios(const ScenariosRequest& request);

}  // namespace rig
