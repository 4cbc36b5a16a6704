#include "games/blokus/players/ustc/ustc_faults.hpp"

namespace rig::player {

const std::vector<DeviceFault>& ustc_device_faults() {
  static const std::vector<DeviceFault> all = {
      {"writes-in-place-slowly", "writes its file in place, in pieces, over 300 ms: half of it can be read"},
      {"wrong-flag", "writes the flag 0 (not moved) with each placement"},
      {"flag-1-for-giving-up", "gives up with the flag 1 (placed) and no cells"},
      {"wrong-id", "writes the id after the right one: its cells form another piece"},
      {"own-ids", "numbers the pieces as the contest course does"},
      {"answers-stale", "answers a message again when it is written again unchanged"},
      {"takes-half-message", "takes a message of which a part is written for a whole one"},
      {"rows-and-columns-swapped", "writes each cell as column and row"},
      {"one-based", "counts rows and columns from 1"},
      {"cr-lf", "ends its lines with CR LF"},
      {"four-lines", "writes a line too many"},
      {"two-lines", "writes a line too few"},
      {"commas", "writes commas between rows and columns"},
      {"doubled-blanks", "writes two blanks between the numbers of its first line"},
      {"no-move", "never answers"},
      {"late", "answers 31 s after each message, later than the usual 30 s", "does=take&time=31s"},
      {"just-in-time", "no defect: answers 29 s after each message, within the usual 30 s",
       "does=take&time=29s"},
      {"reused-piece", "places a piece of its own again, in its third move", "does=break-used&move=3"},
      {"off-board", "places a cell off the board, in its third move", "does=break-board&move=3"},
      {"overlap", "places a piece on taken squares, in its third move", "does=break-occupied&move=3"},
      {"own-edge", "places a piece edge to edge with its own colour, in its third move",
       "does=break-edge&move=3"},
      {"no-corner", "places a piece that touches no corner of its own colour, in its third move",
       "does=break-corner&move=3"},
      {"off-start", "places its first piece beside its start square", "does=break-start&move=1"},
      {"silent-when-stuck", "writes nothing when it has no placement left"},
      {"plays-after-giving-up", "gives up in its fourth move and places again after it",
       "does=play-after-giving-up&move=4"},
      {"dies-after-opponent-gives-up", "ends when it is told that the opponent has given up"},
      {"ignores-resent", "waits for a placement of the opponent that has given up"},
      {"writes-host-file", "writes its answer into the host's file as well"},
      {"wrong-colour", "names its other colour in each answer (20 x 20)"},
      {"one-colour-only", "plays its first colour in the turns of both (20 x 20)"},
      {"crashes", "crashes in its third move, before it has written it", "does=crash&move=3"},
      {"answers-early", "writes its next move before it is asked for it"},
  };
  return all;
}

}  // namespace rig::player
