#pragma once
/// Deliberate defects of this referee (`rig match --fault NAME`): each is a line of difference beside the
/// right behaviour, and proves that a case of `certify --referee` can fail. fixtures/faults/referee.toml says
/// which case catches it.

#include <span>
#include <string>
#include <string_view>

namespace rig::referee {

enum class Fault {
  none,
  // what is a move
  accepts_malformed,
  accepts_used,
  accepts_occupied,
  accepts_off_board,
  accepts_own_edge,
  accepts_no_corner,
  accepts_off_start,
  accepts_first_pass,
  refuses_odd_rotation,
  refuses_contact,
  refuses_last_column,
  corner_too_early,
  accepts_other_case,
  accepts_leading_zero,
  accepts_first_elsewhere,
  accepts_first_backslash,
  accepts_isolated,
  accepts_unmatched,
  accepts_cascade,
  accepts_on_forced,
  refuses_beside_forced,
  refuses_past_az,
  refuses_past_a_byte,
  refuses_shifted,
  forgets_limit,
  forgets_limit_of_rows,
  refuses_backslash,
  // who has lost, who has won
  wrong_loser,
  asks_on,
  ends_at_first_pass,
  asks_not_who_passed,
  forgets_second_pass,
  draw_to_first,
  most_left_wins,
  bonus_always_20,
  no_bonus,
  asks_after_last_tile,
  score_off_by_one,
  scores_swapped,
  loop_not_seen,
  loop_to_mover,
  line_not_seen,
  others_line_not_seen,
  line_of_seven,
  counts_line,
  double_win_to_other,
  shortest_path_wins,
  goes_on_when_stuck,
  // what goes to whom
  greets_twice,
  greets_one,
  greets_none,
  awaits_no_greeting,
  wrong_size,
  no_second_role,
  first_role_to_both,
  second_role_to_both,
  never_gives_up,
  wrong_square,
  lower_case_square,
  second_as_move,
  forwards_twice,
  forwards_altered,
  forwards_upper_case,
  forwards_to_mover,
  alters_pass,
  last_move_alone,
  two_moves_swapped,
  no_end,
  end_to_one,
  end_twice,
  hello_after_end,
  asks_after_end,
  next_without_hello,
  next_without_roles,
  no_stand_by,
  idle_plays_black,
  forwards_to_idle,
  // time
  late_time_out,
  early_time_out,
  time_to_first_byte,
  time_per_byte,
  no_time_out,
  no_limit_at_first,
  time_out_as_violation,
  hangs_on_hang_up,
  // from one game to the next
  keeps_moves,
  adds_up_scores,
  greets_first_game_alone,
  // over files
  accepts_wrong_shape,
  tie_to_first,
  loses_header,
  alters_header,
  drops_log_line,
  no_others_left,
  swaps_colours,
  accepts_tampering,
  accepts_others_tampering,
  asks_who_passed,
  starts_after_the_end,
  commas_in_message,
  always_blue,
  carriage_returns_on_board,
  log_elsewhere,
  starts_twice,
  refuses_turned,
  forgives_removed,
  forgives_form,
  forgives_difference,
  forgives_left,
  accepts_two_pieces,
  starts_anew,
  first_as_after_pass,
  second_untold,
  mends_form,
};

struct FaultRow {
  Fault fault = Fault::none;
  std::string_view name;  ///< `accepts-own-edge`
  std::string_view kind;  ///< the kind of illegal move (`Judgement::kind`) that it accepts; empty: none
};

/// All of them.
std::span<const FaultRow> faults();

/// The fault of this name; `none` for an empty one. UsageError, with the nearest, where there is no such.
Fault fault_named(const std::string& name);

/// Whether a move that is illegal in this way is taken for a legal one.
bool accepts(Fault fault, std::string_view kind);

/// Whether an answer that breaks the clause of this aspect is taken for a pass.
bool forgives(Fault fault, std::string_view aspect);

}  // namespace rig::referee
