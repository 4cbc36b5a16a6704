#include "rig/player/course/course_faults.hpp"

#include "rig/player/fault_table.hpp"

namespace rig::player {

namespace {

const FaultTable<CourseDefect>& entries() {
  using enum CourseDefect;
  static const FaultTable<CourseDefect> all = {
      {status_inverted,
       {"status-inverted", "exits with 1 when it has placed a piece and with 0 when it passes"}},
      {ignores_paths,
       {"ignores-paths", "writes files of its own in its folder and leaves those it was given as they are"}},
      {row_without_board, {"row-without-board", "appends its row and leaves the board as it was"}},
      {board_without_row, {"board-without-row", "places a piece on the board and appends no row"}},
      {two_pieces, {"two-pieces", "places two pieces in one turn where it can"}},
      {same_piece_twice, {"same-piece-twice", "places on its third turn a piece that it has placed before"}},
      {entry_18_as_17,
       {"entry-18-as-17", "turns entry 17 to 0 when it places piece 18, which it does as soon as it can"}},
      {flips_after_rotation,
       {"flips-after-rotation",
        "keeps its board by the step log and turns pieces there before it flips them"}},
      {turns_the_wrong_way,
       {"turns-the-wrong-way", "keeps its board by the step log and turns pieces there anticlockwise"}},
      {first_cell_as_corner,
       {"first-cell-as-corner",
        "keeps its board by the step log and lays a piece's first cell where its corner belongs"}},
      {wraps_around,
       {"wraps-around",
        "places its third piece over the right edge; it goes on at the left of the next line"}},
      {overwrites, {"overwrites", "covers a cell of the opponent's on its third turn"}},
      {own_edge, {"own-edge", "places its third piece edge to edge with its own colour"}},
      {no_corner, {"no-corner", "places its third piece without corner contact"}},
      {off_start, {"off-start", "covers no start square with its first piece"}},
      {loses_header, {"loses-header", "writes the file of its pieces left without its first line"}},
      {truncates_left_pattern,
       {"truncates-left-pattern",
        "writes its row over the file of its pieces left: what stood there is gone"}},
      {twenty_entries, {"twenty-entries", "writes rows of 20 entries"}},
      {left_newline, {"left-newline", "ends the file of its pieces left with a line feed"}},
      {crlf_board, {"crlf-board", "ends the lines of the board with CR LF"}},
      {rewrites_log, {"rewrites-log", "writes its own step into the step log"}},
      {forges_others_left,
       {"forges-others-left", "writes in each turn that the other player has no piece left"}},
      {opens_log_to_write,
       {"opens-log-to-write", "opens the step log for writing too, and crashes where it may not"}},
      {removes_board, {"removes-board", "removes the board in place of writing it"}},
      {late, {"late", "takes 5.2 s for each move"}},
      {just_in_time, {"just-in-time", "takes 4.9 s for each move: in time, but close"}},
      {slows_down, {"slows-down", "thinks 0.6 s longer each turn"}},
      {never_ends, {"never-ends", "writes nothing and never ends"}},
      {leaves_child, {"leaves-child", "leaves a process behind, in a session of its own"}},
      {fills_disk, {"fills-disk", "writes a file without end into its folder"}},
      {crashes_after_writing, {"crashes-after-writing", "crashes when it has written its placement"}},
      {passes_early, {"passes-early", "passes on its first turn"}},
      {places_after_passing,
       {"places-after-passing", "passes on its fourth turn and places a piece when it is asked once more"}},
      {places_when_stuck, {"places-when-stuck", "places a piece against the rules when it must pass"}},
      {trips_over_pass, {"trips-over-pass", "crashes when the step log says that the opponent has passed"}},
      {pass_writes, {"pass-writes", "appends its last row once more when it passes"}},
      {pass_rewrites,
       {"pass-rewrites",
        "writes the same board anew when it passes, with a line feed at its end where it had none, or none"}},
      {last_step_misread,
       {"last-step-misread",
        "reads the step log up to its last line feed only, and takes the turn for the wrong colour"}},
      {needs_newline,
       {"needs-newline", "loses the last line of a board that does not end with a line feed, and passes"}},
      {fails_with_newline,
       {"fails-with-newline", "takes a line feed at the end of the board for a 15th line, and passes"}},
      {splits_paths,
       {"splits-paths",
        "cuts the paths it is given at their first blank, and crashes when nothing lies there"}},
      {short_paths,
       {"short-paths", "keeps 63 bytes of each path it is given, and crashes when nothing lies there"}},
      {text_spelling_only,
       {"text-spelling-only",
        "reads \"Player =\" and \"PASS\" alone, and crashes at \"player =\" and \"Pass\""}},
      {platform_spelling_only,
       {"platform-spelling-only",
        "reads \"player =\" and \"Pass\" alone, and crashes at \"Player =\" and \"PASS\""}},
      {text_pass_only, {"text-pass-only", "crashes when the step log has \"Pass\", and reads \"PASS\""}},
  };
  return all;
}

}  // namespace

const std::vector<DeviceFault>& course_device_faults() {
  static const std::vector<DeviceFault> faults = texts_of(entries());
  return faults;
}

CourseDefect course_defect_named(std::string_view name) {
  return defect_named(entries(), name);
}

}  // namespace rig::player
