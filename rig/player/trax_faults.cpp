#include "rig/player/trax_faults.hpp"

#include <string>

#include "rig/base/errors.hpp"
#include "rig/base/text.hpp"
#include "rig/contest/contest.hpp"

namespace rig::player {

namespace {

enum class Where { both, heart, aut };

struct Entry {
  TraxFault fault;
  Where where;
  DeviceFault text;
};

using enum TraxFault;

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all = {
      {column_aa_26,
       Where::both,
       {"column-aa-26", "takes AA for column 26: every name past Z is one off, read and written"}},
      {columns_reversed,
       Where::both,
       {"columns-reversed", "reads and writes the letters of columns past Z in reverse"}},
      {row_one_digit, Where::both, {"row-one-digit", "keeps only the last digit of a row"}},
      {names_not_shifted,
       Where::both,
       {"names-not-shifted", "writes the names from before the board grew to the left or upwards"}},
      {signed_coordinates,
       Where::both,
       {"signed-coordinates", "keeps columns and rows in 8 bits with a sign: goes wrong past 127"}},
      {eight_bit_columns,
       Where::both,
       {"eight-bit-columns", "keeps columns in 8 bits: goes wrong past 255, and not in its rows"}},
      {second_letter_alone,
       Where::both,
       {"second-letter-alone", "takes the first of two letters for A: BA is read and written AA"}},
      {two_letters,
       Where::both,
       {"two-letters", "knows names of two letters at most: AAA is read and written AA"}},
      {silent_past_row_200,
       Where::both,
       {"silent-past-row-200", "does not answer once its board is higher than 200 rows"}},
      {leading_zero, Where::both, {"leading-zero", "writes rows with two digits at least: 01"}},
      {lower_case, Where::both, {"lower-case", "writes columns in small letters"}},
      {cascade_of_8, Where::both, {"cascade-of-8", "lays at most eight forced tiles in a turn"}},
      {no_forced_play, Where::both, {"no-forced-play", "lays no forced tiles"}},
      {forced_once,
       Where::both,
       {"forced-once", "lays forced tiles beside the chosen one only, not those that they force"}},
      {three_ends,
       Where::both,
       {"three-ends", "lays a tile also where three ends enter, and plays such a move when there is one"}},
      {wrong_colouring,
       Where::both,
       {"wrong-colouring", "has one wrong entry in its table: \\ with white at the top right"}},
      {line_at_7, Where::heart, {"line-at-7", "believes that a line wins at seven: is silent after one"}},
      {line_counted, Where::aut, {"line-counted", "believes that lines win: is silent after one"}},
      {state_kept, Where::both, {"state-kept", "goes on with the old board when a new game begins"}},
      {first_backslash, Where::both, {"first-backslash", "opens with @0\\"}},
      {first_elsewhere,
       Where::both,
       {"first-elsewhere", "opens with A1+, and takes the like from the other"}},
      {isolated, Where::both, {"isolated", "plays where no tile is near on its third move"}},
      {occupied, Where::both, {"occupied", "plays on a tile on its third move"}},
      {out_of_range, Where::both, {"out-of-range", "plays two columns beyond the tiles on its third move"}},
      {wrong_colour,
       Where::both,
       {"wrong-colour", "from its third move on, plays a tile that fits in no colouring when it can"}},
      {illegal_cascade,
       Where::both,
       {"illegal-cascade", "plays a move with three ends in its cascade as soon as there is one"}},
      {beyond_board, Where::aut, {"beyond-board", "plays to the right until it is beyond the board"}},
      {plays_on_after_loop,
       Where::both,
       {"plays-on-after-loop", "answers a move that ended the game with a loop"}},
      {plays_on_after_line,
       Where::heart,
       {"plays-on-after-line", "answers a move that ended the game with a line"}},
      {plays_on_when_stuck, Where::aut, {"plays-on-when-stuck", "sends a move where it has no legal one"}},
      {answers_b, Where::both, {"answers-b", "answers -B with a move"}},
      {answers_stand_by, Where::heart, {"answers-stand-by", "answers -- with the same"}},
      {talks_in_stand_by, Where::heart, {"talks-in-stand-by", "takes -- for -B: answers the moves after it"}},
      {name_in_stand_by, Where::heart, {"name-in-stand-by", "answers ? after -- with its name"}},
      {woken_by_stand_by,
       Where::heart,
       {"woken-by-stand-by", "takes a second -- for the end of the first: answers what follows"}},
      {second_w_ignored, Where::both, {"second-w-ignored", "takes no -W in the middle of a game"}},
      {mid_game_b_ignored, Where::both, {"mid-game-b-ignored", "takes no -B in the middle of a game"}},
      {dies_at_question, Where::heart, {"dies-at-question", "goes away at ?"}},
      {dies_on_illegal, Where::both, {"dies-on-illegal", "goes away at a line that is no legal move"}},
      {answers_illegal, Where::both, {"answers-illegal", "answers an illegal move with its own"}},
      {loses_glued,
       Where::both,
       {"loses-glued", "loses the byte right behind an LF when it comes without a gap"}},
      {cr_kills, Where::both, {"cr-kills", "is deaf from the first CR before an LF on"}},
      {name_of_17, Where::heart, {"name-of-17", "has a name of 17 characters"}},
      {unprintable_name, Where::heart, {"unprintable-name", "has a byte in its name that is no letter"}},
      {name_without_lf, Where::heart, {"name-without-lf", "ends its name without LF"}},
      {late_name, Where::both, {"late-name", "answers the hand-shake 20 ms past the limit"}},
      {no_r, Where::aut, {"no-r", "does not answer the hand-shake"}},
      {r_twice, Where::aut, {"r-twice", "answers the hand-shake twice"}},
      {wrong_r, Where::aut, {"wrong-r", "answers the hand-shake with OK"}},
      {no_lf, Where::both, {"no-lf", "ends its moves without LF"}},
      {cr_lf, Where::both, {"cr-lf", "ends each line with CR LF"}},
      {late_lf, Where::both, {"late-lf", "sends each move just in time, and its LF just too late"}},
      {two_lines, Where::both, {"two-lines", "sends forced tiles as lines of their own, and likes to force"}},
      {late, Where::both, {"late", "sends each move 20 ms past the limit"}},
      {drip, Where::both, {"drip", "begins each move in time and drips it past the limit"}},
      {slows_down, Where::both, {"slows-down", "thinks longer at each move of a game, by 15 % of the limit"}},
      {early_byte, Where::both, {"early-byte", "sends a byte while a move is still coming in"}},
      {one_behind, Where::both, {"one-behind", "answers each request with the move for the one before"}},
      {tires, Where::both, {"tires", "is silent from its 16th game after power-up on"}},
      {talks_when_idle,
       Where::both,
       {"talks-when-idle", "sends a byte when it was not asked for 60 % of the limit"}},
      {forgets_when_idle,
       Where::both,
       {"forgets-when-idle", "forgets its game when it was not asked for half the limit"}},
      {repeats_when_idle,
       Where::both,
       {"repeats-when-idle", "sends its last move again when it was not asked for 90 % of the limit"}},
      {new_name_each_game, Where::heart, {"new-name-each-game", "has another name after each game"}},
      {new_name_each_power_on,
       Where::heart,
       {"new-name-each-power-on", "has another name after each power-on"}},
      {deaf_to_name_in_game,
       Where::heart,
       {"deaf-to-name-in-game", "does not answer ? in the middle of a game"}},
  };
  return all;
}

Where where_of(std::string_view contest) {
  std::vector<std::string> known;
  for (const rig::contest::Contest& one : rig::contest::contests()) {
    if (one.game != "trax") continue;
    if (one.name == contest) return one.team.longest > 0 ? Where::heart : Where::aut;
    known.push_back(one.name);
  }
  throw UsageError(unknown_value("Trax contest", contest, known));
}

}  // namespace

std::vector<DeviceFault> trax_device_faults(std::string_view contest) {
  const Where here = where_of(contest);
  std::vector<DeviceFault> faults;
  for (const Entry& entry : entries()) {
    if (entry.where == Where::both || entry.where == here) faults.push_back(entry.text);
  }
  return faults;
}

TraxFault trax_fault_named(std::string_view contest, std::string_view name) {
  const Where here = where_of(contest);
  if (name.empty()) return none;
  std::vector<std::string> names;
  for (const Entry& entry : entries()) {
    if (entry.where != Where::both && entry.where != here) continue;
    if (entry.text.name == name) return entry.fault;
    names.push_back(entry.text.name);
  }
  throw UsageError(unknown_value("fault of " + std::string(contest), name, names));
}

}  // namespace rig::player
