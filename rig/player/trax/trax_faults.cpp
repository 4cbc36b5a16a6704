#include "rig/player/trax/trax_faults.hpp"

#include <string>

#include "rig/base/errors.hpp"
#include "rig/base/text.hpp"
#include "rig/contest/contest.hpp"
#include "rig/contest/trax/trax_ruling.hpp"

namespace rig::player {

namespace {

/// What a contest must have for a fault to show in it.
enum class Needs {
  nothing,
  lines,        ///< lines win
  loops_alone,  ///< they do not
  limits,       ///< the board may have a limit
  stand_by,     ///< a request for boards that do not play
  name,         ///< boards have a name
  long_name,    ///< … of any length up to one
  code,         ///< … of one length
  no_name,
  short_moves,  ///< the length of a move has a limit
};

struct Entry {
  TraxFault fault;
  Needs needs;
  DeviceFault text;
};

using enum TraxFault;

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all = {
      {column_aa_26,
       Needs::nothing,
       {"column-aa-26", "takes AA for column 26: every name past Z is one off, read and written"}},
      {columns_reversed,
       Needs::nothing,
       {"columns-reversed", "reads and writes the letters of columns past Z in reverse"}},
      {row_one_digit, Needs::nothing, {"row-one-digit", "keeps only the last digit of a row"}},
      {names_not_shifted,
       Needs::nothing,
       {"names-not-shifted", "writes the names from before the board grew to the left or upwards"}},
      {signed_coordinates,
       Needs::nothing,
       {"signed-coordinates", "keeps columns and rows in 8 bits with a sign: goes wrong past 127"}},
      {eight_bit_columns,
       Needs::nothing,
       {"eight-bit-columns", "keeps columns in 8 bits: goes wrong past 255, and not in its rows"}},
      {second_letter_alone,
       Needs::nothing,
       {"second-letter-alone", "takes the first of two letters for A: BA is read and written AA"}},
      {two_letters,
       Needs::nothing,
       {"two-letters", "knows names of two letters at most: AAA is read and written AA"}},
      {silent_past_row_200,
       Needs::nothing,
       {"silent-past-row-200", "does not answer once its board is higher than 200 rows"}},
      {leading_zero, Needs::nothing, {"leading-zero", "writes rows with two digits at least: 01"}},
      {lower_case, Needs::nothing, {"lower-case", "writes columns in small letters"}},
      {cascade_of_8, Needs::nothing, {"cascade-of-8", "lays at most eight forced tiles in a turn"}},
      {no_forced_play, Needs::nothing, {"no-forced-play", "lays no forced tiles"}},
      {forced_once,
       Needs::nothing,
       {"forced-once", "lays forced tiles beside the chosen one only, not those that they force"}},
      {three_ends,
       Needs::nothing,
       {"three-ends", "lays a tile also where three ends enter, and plays such a move when there is one"}},
      {wrong_colouring,
       Needs::nothing,
       {"wrong-colouring", "has one wrong entry in its table: \\ with white at the top right"}},
      {line_at_7, Needs::lines, {"line-at-7", "believes that a line wins at seven: is silent after one"}},
      {seven_columns,
       Needs::lines,
       {"seven-columns", "believes that a line of seven columns wins, and has rows right"}},
      {seven_rows,
       Needs::lines,
       {"seven-rows", "believes that a line of seven rows wins, and has columns right"}},
      {line_counted, Needs::loops_alone, {"line-counted", "believes that lines win: is silent after one"}},
      {state_kept, Needs::nothing, {"state-kept", "goes on with the old board when a new game begins"}},
      {first_backslash, Needs::nothing, {"first-backslash", "opens with @0\\"}},
      {first_elsewhere,
       Needs::nothing,
       {"first-elsewhere", "opens with A1+, and takes the like from the other"}},
      {isolated, Needs::nothing, {"isolated", "plays where no tile is near on its third move"}},
      {occupied, Needs::nothing, {"occupied", "plays on a tile on its third move"}},
      {out_of_range,
       Needs::nothing,
       {"out-of-range", "plays two columns beyond the tiles on its third move"}},
      {wrong_colour,
       Needs::nothing,
       {"wrong-colour", "from its third move on, plays a tile that fits in no colouring when it can"}},
      {illegal_cascade,
       Needs::nothing,
       {"illegal-cascade", "plays a move with three ends in its cascade as soon as there is one"}},
      {beyond_board, Needs::limits, {"beyond-board", "plays to the right until it is beyond the board"}},
      {plays_on_after_loop,
       Needs::nothing,
       {"plays-on-after-loop", "answers a move that ended the game with a loop"}},
      {plays_on_after_line,
       Needs::lines,
       {"plays-on-after-line", "answers a move that ended the game with a line"}},
      {plays_on_when_stuck, Needs::limits, {"plays-on-when-stuck", "sends a move where it has no legal one"}},
      {answers_b, Needs::nothing, {"answers-b", "answers -B with a move"}},
      {answers_stand_by, Needs::stand_by, {"answers-stand-by", "answers -- with the same"}},
      {talks_in_stand_by,
       Needs::stand_by,
       {"talks-in-stand-by", "takes -- for -B: answers the moves after it"}},
      {name_in_stand_by, Needs::stand_by, {"name-in-stand-by", "answers ? after -- with its name"}},
      {woken_by_stand_by,
       Needs::stand_by,
       {"woken-by-stand-by", "takes a second -- for the end of the first: answers what follows"}},
      {second_w_ignored, Needs::nothing, {"second-w-ignored", "takes no -W in the middle of a game"}},
      {mid_game_b_ignored, Needs::nothing, {"mid-game-b-ignored", "takes no -B in the middle of a game"}},
      {dies_at_question, Needs::name, {"dies-at-question", "goes away at ?"}},
      {dies_on_illegal, Needs::nothing, {"dies-on-illegal", "goes away at a line that is no legal move"}},
      {answers_illegal, Needs::nothing, {"answers-illegal", "answers an illegal move with its own"}},
      {loses_glued,
       Needs::nothing,
       {"loses-glued", "loses the byte right behind an LF when it comes without a gap"}},
      {cr_kills, Needs::nothing, {"cr-kills", "is deaf from the first CR before an LF on"}},
      {name_too_long, Needs::long_name, {"name-of-17", "has a name of 17 characters"}},
      {unprintable_name, Needs::name, {"unprintable-name", "has a byte in its name that is no letter"}},
      {name_without_lf, Needs::name, {"name-without-lf", "ends its name without LF"}},
      {late_name, Needs::nothing, {"late-name", "answers the handshake 20 ms past the limit"}},
      {no_r, Needs::no_name, {"no-r", "does not answer the handshake"}},
      {r_twice, Needs::no_name, {"r-twice", "answers the handshake twice"}},
      {wrong_r, Needs::no_name, {"wrong-r", "answers the handshake with OK"}},
      {no_lf, Needs::nothing, {"no-lf", "ends its moves without LF"}},
      {cr_lf, Needs::nothing, {"cr-lf", "ends each line with CR LF"}},
      {late_lf, Needs::nothing, {"late-lf", "sends each move just in time, and its LF just too late"}},
      {two_lines,
       Needs::nothing,
       {"two-lines", "sends forced tiles as lines of their own, and likes to force"}},
      {late, Needs::nothing, {"late", "sends each move 20 ms past the limit"}},
      {drip, Needs::nothing, {"drip", "begins each move in time and drips it past the limit"}},
      {slows_down,
       Needs::nothing,
       {"slows-down", "thinks longer at each move of a game, by 15 % of the limit"}},
      {early_byte, Needs::nothing, {"early-byte", "sends a byte while a move is still coming in"}},
      {one_behind, Needs::nothing, {"one-behind", "answers each request with the move for the one before"}},
      {tires, Needs::nothing, {"tires", "is silent from its 16th game after power-up on"}},
      {talks_when_idle,
       Needs::nothing,
       {"talks-when-idle", "sends a byte when it was not asked for 60 % of the limit"}},
      {forgets_when_idle,
       Needs::nothing,
       {"forgets-when-idle", "forgets its game when it was not asked for half the limit"}},
      {repeats_when_idle,
       Needs::nothing,
       {"repeats-when-idle", "sends its last move again when it was not asked for 90 % of the limit"}},
      {new_name_each_game, Needs::name, {"new-name-each-game", "has another name after each game"}},
      {new_name_each_power_on,
       Needs::name,
       {"new-name-each-power-on", "has another name after each power-on"}},
      {deaf_to_name_in_game,
       Needs::name,
       {"deaf-to-name-in-game", "does not answer ? in the middle of a game"}},
      {code_of_one, Needs::code, {"code-of-one", "answers the handshake with one character"}},
      {name_too_long, Needs::code, {"code-of-three", "answers the handshake with three characters"}},
      {reads_four, Needs::short_moves, {"reads-four", "keeps four characters of a move that comes"}},
      {padded, Needs::short_moves, {"padded", "fills its moves up with blanks, to six characters"}},
      {lf_before, Needs::short_moves, {"lf-before", "sends an LF before each move"}},
      {cr_alone, Needs::short_moves, {"cr-alone", "ends each line with CR alone"}},
  };
  return all;
}

bool has(const contest::Contest& contest, Needs needed) {
  const auto game = contest.new_game(contest.seats.front());
  const trax::Rules& rules = dynamic_cast<const contest::TraxRuling&>(*game).position().rules();
  const contest::TeamText& team = contest.team;
  const bool one_length = team.shortest == team.longest;
  switch (needed) {
    case Needs::nothing: return true;
    case Needs::lines: return rules.lines;
    case Needs::loops_alone: return !rules.lines;
    case Needs::limits: return contest.smallest_limit > 0;
    case Needs::stand_by: return contest.stand_by;
    case Needs::name: return team.longest > 0;
    case Needs::long_name: return team.longest > 0 && !one_length;
    case Needs::code: return team.longest > 0 && one_length;
    case Needs::no_name: return team.longest == 0;
    case Needs::short_moves: return rules.name_length > 0;
  }
  return false;
}

/// The entries of one contest.
std::vector<Entry> entries_of(std::string_view name) {
  std::vector<std::string> known;
  for (const contest::Contest& contest : contest::contests()) {
    if (contest.game != "trax") continue;
    known.push_back(contest.name);
    if (contest.name != name) continue;
    std::vector<Entry> its_own = entries();
    std::erase_if(its_own, [&](const Entry& entry) { return !has(contest, entry.needs); });
    return its_own;
  }
  throw UsageError(unknown_value("Trax contest", name, known));
}

}  // namespace

std::vector<DeviceFault> trax_device_faults(std::string_view contest) {
  std::vector<DeviceFault> faults;
  for (const Entry& entry : entries_of(contest)) faults.push_back(entry.text);
  return faults;
}

TraxFault trax_fault_named(std::string_view contest, std::string_view name) {
  const std::vector<Entry> known = entries_of(contest);
  if (name.empty()) return none;
  std::vector<std::string> names;
  for (const Entry& entry : known) {
    if (entry.text.name == name) return entry.fault;
    names.push_back(entry.text.name);
  }
  throw UsageError(unknown_value("fault of " + std::string(contest), name, names));
}

}  // namespace rig::player
