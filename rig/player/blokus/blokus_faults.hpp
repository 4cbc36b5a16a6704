#pragma once
/// The defects that the Blokus device can be given, by name, and in which contests each can show.

#include <string_view>
#include <vector>

#include "rig/player/device_fault.hpp"

namespace rig::player {

enum class BlokusFault {
  none,
  wrong_digit,
  short_hello,
  hello_once,
  lower_case_2a,
  byte_after_9,
  late,
  drip,
  extra_byte,
  early_byte,
  crlf,
  board_not_cleared,
  tiles_not_cleared,
  used_tile,
  overlap,
  off_board,
  own_edge,
  no_corner,
  wrong_start,
  pass_on_ply_2,
  pass_with_moves,
  no_pass,
  silent_after_pass,
  deaf_to_pass,
  hang_up,
  loses_after_9,
  answers_twice,
  three_as_four,
  waits_for_eight,
  off_left,
  off_right,
  off_top,
  off_bottom,
  wrap_around,
  wrong_rotation,
  mirrored,
  synonyms,
  half_reply,
  noise,
  slows_down,
  slow_when_many,
  one_behind,
  dies_after_pass,
  refuses_contact,
  tires,
  unprintable_team,
  talks_after_last_tile,
  misreads_when_second,
  talks_when_idle,
  passes_when_idle,
  forgets_when_idle,
  repeats_when_idle,
  new_name_each_game,
  new_name_each_power_on,
  one_move_of_two,
  first_of_two_lost,
  second_of_two_lost,
  own_tile_lost,
  pass_on_2a,
  late_hello,
};

/// The faults that can show in a contest.
std::vector<DeviceFault> blokus_device_faults(std::string_view contest);

/// The fault of this name; none for an empty one. UsageError with the nearest name where the contest has no
/// such fault.
BlokusFault blokus_fault_named(std::string_view contest, std::string_view name);

}  // namespace rig::player
