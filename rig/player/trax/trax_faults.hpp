#pragma once
/// The defects that the Trax device can be given, by name, and which contest each belongs to.

#include <string_view>
#include <vector>

#include "rig/player/device_fault.hpp"

namespace rig::player {

enum class TraxFault {
  none,
  column_aa_26,
  columns_reversed,
  row_one_digit,
  names_not_shifted,
  signed_coordinates,
  eight_bit_columns,
  second_letter_alone,
  two_letters,
  silent_past_row_200,
  leading_zero,
  lower_case,
  cascade_of_8,
  no_forced_play,
  forced_once,
  three_ends,
  wrong_colouring,
  line_at_7,
  seven_columns,
  seven_rows,
  line_counted,
  state_kept,
  first_backslash,
  first_elsewhere,
  isolated,
  occupied,
  out_of_range,
  wrong_colour,
  illegal_cascade,
  beyond_board,
  plays_on_after_loop,
  plays_on_after_line,
  plays_on_when_stuck,
  answers_b,
  answers_stand_by,
  talks_in_stand_by,
  name_in_stand_by,
  woken_by_stand_by,
  second_w_ignored,
  mid_game_b_ignored,
  dies_at_question,
  dies_on_illegal,
  answers_illegal,
  loses_glued,
  cr_kills,
  name_too_long,
  unprintable_name,
  name_without_lf,
  late_name,
  no_r,
  r_twice,
  wrong_r,
  no_lf,
  cr_lf,
  late_lf,
  two_lines,
  late,
  drip,
  slows_down,
  early_byte,
  one_behind,
  tires,
  talks_when_idle,
  forgets_when_idle,
  repeats_when_idle,
  new_name_each_game,
  new_name_each_power_on,
  deaf_to_name_in_game,
  code_of_one,
  reads_four,
  padded,
  lf_before,
  cr_alone,
};

/// The faults of one contest, in the order of the list above. UsageError unless its game is Trax.
std::vector<DeviceFault> trax_device_faults(std::string_view contest);

/// The fault of this name; none for an empty one. UsageError with the nearest name where the contest has no
/// such fault.
TraxFault trax_fault_named(std::string_view contest, std::string_view name);

}  // namespace rig::player
