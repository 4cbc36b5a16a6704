#include "rig/referee/fault.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "rig/base/errors.hpp"
#include "rig/base/text.hpp"

namespace rig::referee {

namespace {

constexpr auto rows = std::to_array<FaultRow>({
    {Fault::accepts_malformed, "accepts-malformed", "malformed move"},
    {Fault::accepts_used, "accepts-used", "piece used twice"},
    {Fault::accepts_occupied, "accepts-occupied", "occupied square"},
    {Fault::accepts_off_board, "accepts-off-board", "square off the board"},
    {Fault::accepts_own_edge, "accepts-own-edge", "edge contact with its own colour"},
    {Fault::accepts_no_corner, "accepts-no-corner", "missing corner contact"},
    {Fault::accepts_off_start, "accepts-off-start", "start square not covered"},
    {Fault::accepts_first_pass, "accepts-first-pass", "pass on the first turn"},
    {Fault::refuses_odd_rotation, "refuses-odd-rotation", ""},
    {Fault::refuses_contact, "refuses-contact", ""},
    {Fault::refuses_last_column, "refuses-last-column", ""},
    {Fault::corner_too_early, "corner-too-early", ""},
    {Fault::accepts_other_case, "accepts-other-case", ""},
    {Fault::accepts_leading_zero, "accepts-leading-zero", ""},
    {Fault::accepts_first_elsewhere, "accepts-first-elsewhere", "no first move"},
    {Fault::accepts_first_backslash, "accepts-first-backslash", ""},
    {Fault::accepts_isolated, "accepts-isolated", "no tile beside it"},
    {Fault::accepts_unmatched, "accepts-unmatched", "paths that do not meet"},
    {Fault::accepts_cascade, "accepts-cascade", "forced tiles that do not fit"},
    {Fault::accepts_on_forced, "accepts-on-forced", ""},
    {Fault::refuses_beside_forced, "refuses-beside-forced", ""},
    {Fault::refuses_past_az, "refuses-past-az", ""},
    {Fault::refuses_past_a_byte, "refuses-past-a-byte", ""},
    {Fault::refuses_shifted, "refuses-shifted", ""},
    {Fault::forgets_limit, "forgets-limit", ""},
    {Fault::forgets_limit_of_rows, "forgets-limit-of-rows", ""},
    {Fault::refuses_backslash, "refuses-backslash", ""},
    {Fault::wrong_loser, "wrong-loser", ""},
    {Fault::asks_on, "asks-on", ""},
    {Fault::ends_at_first_pass, "ends-at-first-pass", ""},
    {Fault::asks_not_who_passed, "asks-not-who-passed", ""},
    {Fault::forgets_second_pass, "forgets-second-pass", ""},
    {Fault::draw_to_first, "draw-to-first", ""},
    {Fault::most_left_wins, "most-left-wins", ""},
    {Fault::bonus_always_20, "bonus-always-20", ""},
    {Fault::no_bonus, "no-bonus", ""},
    {Fault::asks_after_last_tile, "asks-after-last-tile", ""},
    {Fault::score_off_by_one, "score-off-by-one", ""},
    {Fault::scores_swapped, "scores-swapped", ""},
    {Fault::loop_not_seen, "loop-not-seen", ""},
    {Fault::loop_to_mover, "loop-to-mover", ""},
    {Fault::line_not_seen, "line-not-seen", ""},
    {Fault::others_line_not_seen, "others-line-not-seen", ""},
    {Fault::line_of_seven, "line-of-seven", ""},
    {Fault::counts_line, "counts-line", ""},
    {Fault::double_win_to_other, "double-win-to-other", ""},
    {Fault::shortest_path_wins, "shortest-path-wins", ""},
    {Fault::goes_on_when_stuck, "goes-on-when-stuck", ""},
    {Fault::greets_twice, "greets-twice", ""},
    {Fault::greets_one, "greets-one", ""},
    {Fault::greets_none, "greets-none", ""},
    {Fault::awaits_no_greeting, "awaits-no-greeting", ""},
    {Fault::wrong_size, "wrong-size", ""},
    {Fault::no_second_role, "no-second-role", ""},
    {Fault::first_role_to_both, "first-role-to-both", ""},
    {Fault::second_role_to_both, "second-role-to-both", ""},
    {Fault::never_gives_up, "never-gives-up", ""},
    {Fault::wrong_square, "wrong-square", ""},
    {Fault::lower_case_square, "lower-case-square", ""},
    {Fault::second_as_move, "second-as-move", ""},
    {Fault::forwards_twice, "forwards-twice", ""},
    {Fault::forwards_altered, "forwards-altered", ""},
    {Fault::forwards_upper_case, "forwards-upper-case", ""},
    {Fault::forwards_to_mover, "forwards-to-mover", ""},
    {Fault::alters_pass, "alters-pass", ""},
    {Fault::last_move_alone, "last-move-alone", ""},
    {Fault::two_moves_swapped, "two-moves-swapped", ""},
    {Fault::no_end, "no-end", ""},
    {Fault::end_to_one, "end-to-one", ""},
    {Fault::end_twice, "end-twice", ""},
    {Fault::hello_after_end, "hello-after-end", ""},
    {Fault::asks_after_end, "asks-after-end", ""},
    {Fault::next_without_hello, "next-without-hello", ""},
    {Fault::next_without_roles, "next-without-roles", ""},
    {Fault::no_stand_by, "no-stand-by", ""},
    {Fault::idle_plays_black, "idle-plays-black", ""},
    {Fault::forwards_to_idle, "forwards-to-idle", ""},
    {Fault::late_time_out, "late-time-out", ""},
    {Fault::early_time_out, "early-time-out", ""},
    {Fault::time_to_first_byte, "time-to-first-byte", ""},
    {Fault::time_per_byte, "time-per-byte", ""},
    {Fault::no_time_out, "no-time-out", ""},
    {Fault::no_limit_at_first, "no-limit-at-first", ""},
    {Fault::time_out_as_violation, "time-out-as-violation", ""},
    {Fault::hangs_on_hang_up, "hangs-on-hang-up", ""},
    {Fault::keeps_moves, "keeps-moves", ""},
    {Fault::adds_up_scores, "adds-up-scores", ""},
    {Fault::greets_first_game_alone, "greets-first-game-alone", ""},
    {Fault::accepts_wrong_shape, "accepts-wrong-shape", "cells of no such piece"},
    {Fault::tie_to_first, "tie-to-first", ""},
    {Fault::loses_header, "loses-header", ""},
    {Fault::alters_header, "alters-header", ""},
    {Fault::drops_log_line, "drops-log-line", ""},
    {Fault::no_others_left, "no-others-left", ""},
    {Fault::swaps_colours, "swaps-colours", ""},
    {Fault::accepts_tampering, "accepts-tampering", ""},
    {Fault::accepts_others_tampering, "accepts-others-tampering", ""},
    {Fault::asks_who_passed, "asks-who-passed", ""},
    {Fault::starts_after_the_end, "starts-after-the-end", ""},
    {Fault::commas_in_message, "commas-in-message", ""},
    {Fault::always_blue, "always-blue", ""},
    {Fault::carriage_returns_on_board, "carriage-returns-on-board", ""},
    {Fault::log_elsewhere, "log-elsewhere", ""},
    {Fault::starts_twice, "starts-twice", ""},
    {Fault::refuses_turned, "refuses-turned", ""},
    {Fault::forgives_removed, "forgives-removed", ""},
    {Fault::forgives_form, "forgives-form", ""},
    {Fault::forgives_difference, "forgives-difference", ""},
    {Fault::forgives_left, "forgives-left", ""},
    {Fault::accepts_two_pieces, "accepts-two-pieces", ""},
    {Fault::starts_anew, "starts-anew", ""},
    {Fault::first_as_after_pass, "first-as-after-pass", ""},
    {Fault::second_untold, "second-untold", ""},
    {Fault::mends_form, "mends-form", ""},
});

}  // namespace

std::span<const FaultRow> faults() {
  return rows;
}

Fault fault_named(const std::string& name) {
  if (name.empty()) return Fault::none;
  std::vector<std::string> known;
  for (const FaultRow& row : rows) {
    if (row.name == name) return row.fault;
    known.emplace_back(row.name);
  }
  throw UsageError("--fault: " + unknown_value("fault", name, known));
}

bool forgives(Fault fault, std::string_view aspect) {
  switch (fault) {
    case Fault::forgives_removed: return aspect == "file.exists";
    case Fault::forgives_form: return aspect.ends_with(".format");
    case Fault::forgives_difference: return aspect == "board.difference";
    case Fault::forgives_left: return aspect == "left.difference" || aspect == "left.agrees";
    default: return false;
  }
}

bool accepts(Fault fault, std::string_view kind) {
  return std::any_of(rows.begin(), rows.end(), [&](const FaultRow& row) {
    return row.fault == fault && !row.kind.empty() && row.kind == kind;
  });
}

}  // namespace rig::referee
