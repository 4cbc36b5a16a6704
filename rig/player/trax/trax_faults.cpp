#include "rig/player/trax/trax_faults.hpp"

#include <string>

#include "rig/base/errors.hpp"
#include "rig/base/text.hpp"
#include "rig/contest/contest.hpp"
#include "rig/contest/trax/trax_ruling.hpp"
#include "rig/player/fault_table.hpp"

namespace rig::player {

namespace {

const trax::Rules& rules_of(const contest::Ruling& game) {
  return dynamic_cast<const contest::TraxRuling&>(game).position().rules();
}

// What a contest must have for a fault to show in it.

bool has_lines(const contest::Contest& contest) {
  return rules_of(*contest.new_game(contest.seats.front())).lines;
}
bool has_loops_alone(const contest::Contest& contest) {
  return !has_lines(contest);
}
bool has_limits(const contest::Contest& contest) {
  return contest.smallest_limit > 0;
}
bool has_stand_by(const contest::Contest& contest) {
  return contest.stand_by;
}
bool has_name(const contest::Contest& contest) {
  return contest.team.longest > 0;
}
bool has_no_name(const contest::Contest& contest) {
  return !has_name(contest);
}
/// Of one length.
bool has_code(const contest::Contest& contest) {
  return has_name(contest) && contest.team.shortest == contest.team.longest;
}
bool has_long_name(const contest::Contest& contest) {
  return has_name(contest) && !has_code(contest);
}
/// The length of a move has a limit.
bool has_short_moves(const contest::Contest& contest) {
  return rules_of(*contest.new_game(contest.seats.front())).name_length > 0;
}

using enum TraxFault;

const FaultTable<TraxFault>& entries() {
  static const FaultTable<TraxFault> all = {
      {column_aa_26,
       {"column-aa-26", "takes AA for column 26: every name past Z is one off, read and written"}},
      {columns_reversed, {"columns-reversed", "reads and writes the letters of columns past Z in reverse"}},
      {row_one_digit, {"row-one-digit", "keeps only the last digit of a row"}},
      {names_not_shifted,
       {"names-not-shifted", "writes the names from before the board grew to the left or upwards"}},
      {signed_coordinates,
       {"signed-coordinates", "keeps columns and rows in 8 bits with a sign: goes wrong past 127"}},
      {eight_bit_columns,
       {"eight-bit-columns", "keeps columns in 8 bits: goes wrong past 255, and not in its rows"}},
      {second_letter_alone,
       {"second-letter-alone", "takes the first of two letters for A: BA is read and written AA"}},
      {two_letters, {"two-letters", "knows names of two letters at most: AAA is read and written AA"}},
      {silent_past_row_200,
       {"silent-past-row-200", "does not answer once its board is higher than 200 rows"}},
      {leading_zero, {"leading-zero", "writes rows with two digits at least: 01"}},
      {lower_case, {"lower-case", "writes columns in small letters"}},
      {cascade_of_8, {"cascade-of-8", "lays at most eight forced tiles in a turn"}},
      {no_forced_play, {"no-forced-play", "lays no forced tiles"}},
      {forced_once,
       {"forced-once", "lays forced tiles beside the chosen one only, not those that they force"}},
      {three_ends,
       {"three-ends", "lays a tile also where three ends enter, and plays such a move when there is one"}},
      {wrong_colouring,
       {"wrong-colouring", "has one wrong entry in its table: \\ with white at the top right"}},
      {line_at_7, {"line-at-7", "believes that a line wins at seven: is silent after one"}, has_lines},
      {seven_columns,
       {"seven-columns", "believes that a line of seven columns wins, and has rows right"},
       has_lines},
      {seven_rows,
       {"seven-rows", "believes that a line of seven rows wins, and has columns right"},
       has_lines},
      {line_counted, {"line-counted", "believes that lines win: is silent after one"}, has_loops_alone},
      {state_kept, {"state-kept", "goes on with the old board when a new game begins"}},
      {first_backslash, {"first-backslash", "opens with @0\\"}},
      {first_elsewhere, {"first-elsewhere", "opens with A1+, and takes the like from the other"}},
      {isolated, {"isolated", "plays where no tile is near on its third move"}},
      {occupied, {"occupied", "plays on a tile on its third move"}},
      {out_of_range, {"out-of-range", "plays two columns beyond the tiles on its third move"}},
      {wrong_colour,
       {"wrong-colour", "from its third move on, plays a tile that fits in no colouring when it can"}},
      {illegal_cascade,
       {"illegal-cascade", "plays a move with three ends in its cascade as soon as there is one"}},
      {beyond_board, {"beyond-board", "plays to the right until it is beyond the board"}, has_limits},
      {plays_on_after_loop, {"plays-on-after-loop", "answers a move that ended the game with a loop"}},
      {plays_on_after_line,
       {"plays-on-after-line", "answers a move that ended the game with a line"},
       has_lines},
      {plays_on_when_stuck, {"plays-on-when-stuck", "sends a move where it has no legal one"}, has_limits},
      {answers_b, {"answers-b", "answers -B with a move"}},
      {answers_stand_by, {"answers-stand-by", "answers -- with the same"}, has_stand_by},
      {talks_in_stand_by, {"talks-in-stand-by", "takes -- for -B: answers the moves after it"}, has_stand_by},
      {name_in_stand_by, {"name-in-stand-by", "answers ? after -- with its name"}, has_stand_by},
      {woken_by_stand_by,
       {"woken-by-stand-by", "takes a second -- for the end of the first: answers what follows"},
       has_stand_by},
      {second_w_ignored, {"second-w-ignored", "takes no -W in the middle of a game"}},
      {mid_game_b_ignored, {"mid-game-b-ignored", "takes no -B in the middle of a game"}},
      {dies_at_question, {"dies-at-question", "goes away at ?"}, has_name},
      {dies_on_illegal, {"dies-on-illegal", "goes away at a line that is no legal move"}},
      {answers_illegal, {"answers-illegal", "answers an illegal move with its own"}},
      {loses_glued, {"loses-glued", "loses the byte right behind an LF when it comes without a gap"}},
      {cr_kills, {"cr-kills", "is deaf from the first CR before an LF on"}},
      {name_too_long, {"name-of-17", "has a name of 17 characters"}, has_long_name},
      {unprintable_name, {"unprintable-name", "has a byte in its name that is no letter"}, has_name},
      {name_without_lf, {"name-without-lf", "ends its name without LF"}, has_name},
      {late_name, {"late-name", "answers the handshake 20 ms past the limit"}},
      {no_r, {"no-r", "does not answer the handshake"}, has_no_name},
      {r_twice, {"r-twice", "answers the handshake twice"}, has_no_name},
      {wrong_r, {"wrong-r", "answers the handshake with OK"}, has_no_name},
      {no_lf, {"no-lf", "ends its moves without LF"}},
      {cr_lf, {"cr-lf", "ends each line with CR LF"}},
      {late_lf, {"late-lf", "sends each move just in time, and its LF just too late"}},
      {two_lines, {"two-lines", "sends forced tiles as lines of their own, and likes to force"}},
      {late, {"late", "sends each move 20 ms past the limit"}},
      {drip, {"drip", "begins each move in time and drips it past the limit"}},
      {slows_down, {"slows-down", "thinks longer at each move of a game, by 15 % of the limit"}},
      {early_byte, {"early-byte", "sends a byte while a move is still coming in"}},
      {one_behind, {"one-behind", "answers each request with the move for the one before"}},
      {tires, {"tires", "is silent from its 16th game after power-up on"}},
      {talks_when_idle, {"talks-when-idle", "sends a byte when it was not asked for 60 % of the limit"}},
      {forgets_when_idle, {"forgets-when-idle", "forgets its game when it was not asked for half the limit"}},
      {repeats_when_idle,
       {"repeats-when-idle", "sends its last move again when it was not asked for 90 % of the limit"}},
      {new_name_each_game, {"new-name-each-game", "has another name after each game"}, has_name},
      {new_name_each_power_on, {"new-name-each-power-on", "has another name after each power-on"}, has_name},
      {deaf_to_name_in_game, {"deaf-to-name-in-game", "does not answer ? in the middle of a game"}, has_name},
      {code_of_one, {"code-of-one", "answers the handshake with one character"}, has_code},
      {name_too_long, {"code-of-three", "answers the handshake with three characters"}, has_code},
      {reads_four, {"reads-four", "keeps four characters of a move that comes"}, has_short_moves},
      {padded, {"padded", "fills its moves up with blanks, to six characters"}, has_short_moves},
      {lf_before, {"lf-before", "sends an LF before each move"}, has_short_moves},
      {cr_alone, {"cr-alone", "ends each line with CR alone"}, has_short_moves},
  };
  return all;
}

/// Of a contest of Trax. UsageError for any other.
FaultTable<TraxFault> entries_of(std::string_view contest) {
  std::vector<std::string> known;
  for (const contest::Contest& one : contest::contests()) {
    if (one.game != "trax") continue;
    if (one.name == contest) return faults_of(entries(), one);
    known.push_back(one.name);
  }
  throw UsageError(unknown_value("Trax contest", contest, known));
}

}  // namespace

std::vector<DeviceFault> trax_device_faults(std::string_view contest) {
  return texts_of(entries_of(contest));
}

TraxFault trax_fault_named(std::string_view contest, std::string_view name) {
  return defect_named(entries_of(contest), name);
}

}  // namespace rig::player
