#include "rig/player/ustc/ustc_faults.hpp"

#include "rig/player/fault_table.hpp"

namespace rig::player {

namespace {

using enum UstcDefect;

const FaultTable<UstcDefect>& entries() {
  static const FaultTable<UstcDefect> all = {
      {writes_in_place_slowly,
       {"writes-in-place-slowly",
        "writes its file in place, in pieces, over 300 ms: half of it can be read"}},
      {wrong_flag, {"wrong-flag", "writes the flag 0 (not moved) with each placement"}},
      {flag_1_for_giving_up, {"flag-1-for-giving-up", "gives up with the flag 1 (placed) and no cells"}},
      {wrong_id, {"wrong-id", "writes the id after the right one: its cells form another piece"}},
      {own_ids, {"own-ids", "numbers the pieces as the contest course does"}},
      {answers_stale, {"answers-stale", "answers a message again when it is written again unchanged"}},
      {takes_half_message,
       {"takes-half-message", "takes a message of which a part is written for a whole one"}},
      {rows_and_columns_swapped, {"rows-and-columns-swapped", "writes each cell as column and row"}},
      {one_based, {"one-based", "counts rows and columns from 1"}},
      {cr_lf, {"cr-lf", "ends its lines with CR LF"}},
      {four_lines, {"four-lines", "writes a line too many"}},
      {two_lines, {"two-lines", "writes a line too few"}},
      {commas, {"commas", "writes commas between rows and columns"}},
      {doubled_blanks, {"doubled-blanks", "writes two blanks between the numbers of its first line"}},
      {no_move, {"no-move", "never answers"}},
      {late, {"late", "answers 31 s after each message, later than the usual 30 s"}},
      {just_in_time, {"just-in-time", "no defect: answers 29 s after each message, within the usual 30 s"}},
      {reused_piece, {"reused-piece", "places a piece of its own again, in its third move"}},
      {off_board, {"off-board", "places a cell off the board, in its third move"}},
      {overlap, {"overlap", "places a piece on taken squares, in its third move"}},
      {own_edge, {"own-edge", "places a piece edge to edge with its own colour, in its third move"}},
      {no_corner,
       {"no-corner", "places a piece that touches no corner of its own colour, in its third move"}},
      {off_start, {"off-start", "places its first piece beside its start square"}},
      {silent_when_stuck, {"silent-when-stuck", "writes nothing when it has no placement left"}},
      {plays_after_giving_up,
       {"plays-after-giving-up", "gives up in its fourth move and places again after it"}},
      {dies_after_opponent_gives_up,
       {"dies-after-opponent-gives-up", "ends when it is told that the opponent has given up"}},
      {ignores_resent, {"ignores-resent", "waits for a placement of the opponent that has given up"}},
      {writes_host_file, {"writes-host-file", "writes its answer into the host's file as well"}},
      {wrong_colour, {"wrong-colour", "names its other colour in each answer (20 x 20)"}},
      {one_colour_only, {"one-colour-only", "plays its first colour in the turns of both (20 x 20)"}},
      {crashes, {"crashes", "crashes in its third move, before it has written it"}},
      {answers_early, {"answers-early", "writes its next move before it is asked for it"}},
  };
  return all;
}

}  // namespace

const std::vector<DeviceFault>& ustc_device_faults() {
  static const std::vector<DeviceFault> faults = texts_of(entries());
  return faults;
}

UstcDefect ustc_defect_named(std::string_view name) {
  return defect_named(entries(), name);
}

}  // namespace rig::player
