#pragma once
/// The defects that the `ustc` device can be given, by name.

#include <string_view>
#include <vector>

#include "rig/player/device_fault.hpp"

namespace rig::player {

enum class UstcDefect {
  none,
  writes_in_place_slowly,
  wrong_flag,
  flag_1_for_giving_up,
  wrong_id,
  own_ids,
  answers_stale,
  takes_half_message,
  rows_and_columns_swapped,
  one_based,
  four_lines,
  cr_lf,
  two_lines,
  commas,
  doubled_blanks,
  no_move,
  late,
  just_in_time,
  reused_piece,
  off_board,
  overlap,
  own_edge,
  no_corner,
  off_start,
  silent_when_stuck,
  plays_after_giving_up,
  dies_after_opponent_gives_up,
  ignores_resent,
  writes_host_file,
  wrong_colour,
  one_colour_only,
  crashes,
  answers_early,
};

/// In the order of the list above.
const std::vector<DeviceFault>& ustc_device_faults();

/// The defect of this name; none for an empty one. UsageError with the nearest name for any other word.
UstcDefect ustc_defect_named(std::string_view name);

}  // namespace rig::player
