#include "games/trax/players/trax_faults.hpp"

#include <string>

#include "games/trax/contests/trax_ruling.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/suggestion.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::player {

namespace {

const trax::Rules& rules_of(const protocol::Ruling& game) {
  return dynamic_cast<const protocol::TraxRuling&>(game).position().rules();
}

// What a contest must have for a fault to show in it.

trax::Rules played_by(const protocol::Contest& contest) {
  return rules_of(*contest.new_game(contest.seats.front()));
}

using protocol::Contest;

bool names_itself(const Contest& contest) {
  return contest.greets && contest.team.longest > 0;
}
/// By a name of one length.
bool has_one_length(const Contest& contest) {
  return names_itself(contest) && contest.team.shortest == contest.team.longest;
}

constexpr Condition has_lines{[](const Contest& contest) { return played_by(contest).lines; },
                              "a line does not win"};
constexpr Condition has_loops_alone{[](const Contest& contest) { return !played_by(contest).lines; },
                                    "a line wins"};
constexpr Condition has_limits{
    [](const Contest& contest) { return contest.smallest_limit > 0 || played_by(contest).board > 0; },
    "the board has no limit"};
constexpr Condition has_stand_by{[](const Contest& contest) { return contest.stand_by; },
                                 "there is no \"--\""};
constexpr Condition has_greeting{[](const Contest& contest) { return contest.greets; },
                                 "there is no handshake"};
constexpr Condition has_name{names_itself, "no board has a name"};
constexpr Condition has_no_name{
    [](const Contest& contest) { return contest.greets && !names_itself(contest); },
    "no handshake is answered with \"R\""};
constexpr Condition has_code{has_one_length, "names have no fixed length"};
constexpr Condition has_long_name{
    [](const Contest& contest) { return names_itself(contest) && !has_one_length(contest); },
    "no name may be longer or shorter than another"};
constexpr Condition has_short_moves{[](const Contest& contest) { return played_by(contest).name_length > 0; },
                                    "the length of a move has no limit"};

const std::vector<DeviceFault>& entries() {
  static const std::vector<DeviceFault> all = {
      {"column-aa-26", "takes AA for column 26: every name past Z is one off, read and written"},
      {"columns-reversed", "reads and writes the letters of columns past Z in reverse"},
      {"row-one-digit", "keeps only the last digit of a row"},
      {"names-not-shifted", "writes the names from before the board grew to the left or upwards"},
      {"signed-coordinates", "keeps columns and rows in 8 bits with a sign: goes wrong past 127"},
      {"eight-bit-columns", "keeps columns in 8 bits: goes wrong past 255, and not in its rows"},
      {"second-letter-alone", "takes the first of two letters for A: BA is read and written AA"},
      {"two-letters", "knows names of two letters at most: AAA is read and written AA"},
      {"silent-past-row-200", "does not answer once its board is higher than 200 rows"},
      {"leading-zero", "writes rows with two digits at least: 01"},
      {"lower-case", "writes columns in small letters"},
      {"cascade-of-8", "lays at most eight forced tiles in a turn"},
      {"no-forced-play", "lays no forced tiles"},
      {"forced-once", "lays forced tiles beside the chosen one only, not those that they force"},
      {"three-ends", "lays a tile also where three ends enter, and plays such a move when there is one"},
      {"wrong-colouring", "has one wrong entry in its table: \\ with white at the top right"},
      {"line-at-7", "believes that a line wins at seven: is silent after one", {}, has_lines},
      {"seven-columns", "believes that a line of seven columns wins, and has rows right", {}, has_lines},
      {"seven-rows", "believes that a line of seven rows wins, and has columns right", {}, has_lines},
      {"line-counted", "believes that lines win: is silent after one", {}, has_loops_alone},
      {"state-kept", "goes on with the old board when a new game begins"},
      {"first-backslash", "opens with @0\\"},
      {"first-elsewhere", "opens with A1+, and takes the like from the other"},
      {"isolated", "plays where no tile is near on its third move", "does=break-isolated&move=3"},
      {"occupied", "plays on a tile on its third move", "does=break-occupied&move=3"},
      {"out-of-range", "plays two columns beyond the tiles on its third move", "does=break-range&move=3"},
      {"wrong-colour", "from its third move on, plays a tile that fits in no colouring when it can",
       "does=break-colour&from=3"},
      {"illegal-cascade", "plays a move with three ends in its cascade as soon as there is one",
       "does=break-cascade"},
      {"beyond-board", "plays to the right until it is beyond the board", {}, has_limits},
      {"plays-on-after-loop", "answers a move that ended the game with a loop"},
      {"plays-on-after-line", "answers a move that ended the game with a line", {}, has_lines},
      {"plays-on-when-stuck", "sends a move where it has no legal one", {}, has_limits},
      {"answers-b", "answers -B with a move"},
      {"answers-stand-by", "answers -- with the same", {}, has_stand_by},
      {"talks-in-stand-by", "takes -- for -B: answers the moves after it", {}, has_stand_by},
      {"name-in-stand-by", "answers ? after -- with its name", {}, has_stand_by},
      {"woken-by-stand-by",
       "takes a second -- for the end of the first: answers what follows",
       {},
       has_stand_by},
      {"second-w-ignored", "takes no -W in the middle of a game"},
      {"mid-game-b-ignored", "takes no -B in the middle of a game"},
      {"dies-at-question", "goes away at ?", {}, has_name},
      {"dies-on-illegal", "goes away at a line that is no legal move"},
      {"answers-illegal", "answers an illegal move with its own"},
      {"loses-glued", "loses the byte right behind an LF when it comes without a gap"},
      {"cr-kills", "is deaf from the first CR before an LF on"},
      {"name-of-17", "has a name of 17 characters", "does=name-too-long", has_long_name},
      {"unprintable-name", "has a byte in its name that is no letter", {}, has_name},
      {"name-without-lf", "ends its name without LF", {}, has_name},
      {"late-name", "answers the handshake 20 ms past the limit", {}, has_greeting},
      {"no-r", "does not answer the handshake", {}, has_no_name},
      {"r-twice", "answers the handshake twice", {}, has_no_name},
      {"wrong-r", "answers the handshake with OK", {}, has_no_name},
      {"no-lf", "ends its moves without LF"},
      {"cr-lf", "ends each line with CR LF"},
      {"late-lf", "sends each move just in time, and its LF just too late"},
      {"two-lines", "sends forced tiles as lines of their own, and likes to force"},
      {"late", "sends each move 20 ms past the limit"},
      {"drip", "begins each move in time and drips it past the limit"},
      {"slows-down", "thinks longer at each move of a game, by 15 % of the limit"},
      {"early-byte", "sends a byte while a move is still coming in"},
      {"one-behind", "answers each request with the move for the one before"},
      {"tires", "is silent from its 16th game after power-up on", "does=silence&game=16"},
      {"talks-when-idle", "sends a byte when it was not asked for 60 % of the limit"},
      {"forgets-when-idle", "forgets its game when it was not asked for half the limit"},
      {"repeats-when-idle", "sends its last move again when it was not asked for 90 % of the limit"},
      {"new-name-each-game", "has another name after each game", {}, has_name},
      {"new-name-each-power-on", "has another name after each power-on", {}, has_name},
      {"deaf-to-name-in-game", "does not answer ? in the middle of a game", {}, has_name},
      {"code-of-one", "answers the handshake with one character", {}, has_code},
      {"code-of-three", "answers the handshake with three characters", "does=name-too-long", has_code},
      {"reads-four", "keeps four characters of a move that comes", {}, has_short_moves},
      {"padded", "fills its moves up with blanks, to six characters", {}, has_short_moves},
      {"lf-before", "sends an LF before each move", {}, has_short_moves},
      {"cr-alone", "ends each line with CR alone", {}, has_short_moves},
  };
  return all;
}

}  // namespace

std::vector<DeviceFault> trax_device_faults(const protocol::Contest& contest) {
  if (contest.game == "trax") return faults_of(entries(), contest);
  std::vector<std::string> known;
  for (const protocol::Contest& one : protocol::contests()) {
    if (one.game == "trax") known.push_back(one.name);
  }
  throw UsageError(unknown_value("Trax contest", contest.name, known));
}

std::vector<DeviceFault> trax_device_faults(std::string_view contest) {
  return trax_device_faults(protocol::find_contest(contest));
}

std::string why_not_in_trax(const protocol::Contest& contest, std::string_view fault) {
  return why_not_shown(entries(), fault, contest);
}

}  // namespace rig::player
