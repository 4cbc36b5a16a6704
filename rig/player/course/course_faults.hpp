#pragma once
/// The defects that the `course` device can be given, by name.

#include <string_view>
#include <vector>

#include "rig/player/device_fault.hpp"

namespace rig::player {

enum class CourseDefect {
  none,
  status_inverted,
  ignores_paths,
  row_without_board,
  board_without_row,
  two_pieces,
  same_piece_twice,
  entry_18_as_17,
  flips_after_rotation,
  turns_the_wrong_way,
  first_cell_as_corner,
  wraps_around,
  overwrites,
  own_edge,
  no_corner,
  off_start,
  loses_header,
  truncates_left_pattern,
  twenty_entries,
  left_newline,
  crlf_board,
  rewrites_log,
  forges_others_left,
  removes_board,
  opens_log_to_write,
  late,
  just_in_time,
  slows_down,
  never_ends,
  leaves_child,
  fills_disk,
  crashes_after_writing,
  passes_early,
  places_after_passing,
  places_when_stuck,
  pass_writes,
  pass_rewrites,
  trips_over_pass,
  last_step_misread,
  needs_newline,
  fails_with_newline,
  splits_paths,
  short_paths,
  text_spelling_only,
  platform_spelling_only,
  text_pass_only,
};

/// In the order of the list above.
const std::vector<DeviceFault>& course_device_faults();

/// The defect of this name; none for an empty one. UsageError with the nearest name for any other word.
CourseDefect course_defect_named(std::string_view name);

}  // namespace rig::player
