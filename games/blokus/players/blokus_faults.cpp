#include "games/blokus/players/blokus_faults.hpp"

#include "rig/protocol/contest.hpp"

namespace rig::player {

namespace {

/// Whether the second player is told the other's opening when it is asked for its own.
bool opens_told(const protocol::Contest& contest) {
  for (const protocol::Seat& seat : contest.seats) {
    const protocol::Turn first_turn{0, {{"53e0"}}};
    if (!seat.moves_first && !contest.requests(seat, first_turn).back().moves.empty()) return true;
  }
  return false;
}

/// Whether it opens blind, and is told two moves later.
bool opens_blind(const protocol::Contest& contest) {
  return !opens_told(contest);
}

bool greets(const protocol::Contest& contest) {
  return contest.greets;
}

bool ends(const protocol::Contest& contest) {
  return contest.end.has_value();
}

constexpr Condition tells_opening{opens_told, "the second player is not told the opening"};
constexpr Condition tells_two{opens_blind, "no request tells two moves"};
constexpr Condition has_greeting{greets, "there is no handshake"};
constexpr Condition has_end{ends, "no request ends a game"};

const std::vector<DeviceFault>& entries() {
  static const std::vector<DeviceFault> all = {
      {"wrong-digit", "answers \"0\" with 2XX in place of 1XX", {}, has_greeting},
      {"short-hello", "answers \"0\" with two bytes", {}, has_greeting},
      {"hello-once", "answers \"0\" only once per power-up", {}, has_greeting},
      {"lower-case-2a", "compares the start square with a lower-case a: deaf to 2A and 3A"},
      {"byte-after-9", "acknowledges \"9\" with a byte", {}, has_end},
      {"late", "sends each move 1.02 s after the request"},
      {"drip", "begins each move in time and drips it: the last byte comes after 1.2 s"},
      {"extra-byte", "sends a fifth byte after each move"},
      {"early-byte", "sends a byte while the request is still coming in"},
      {"crlf", "ends each reply with CR LF"},
      {"board-not-cleared", "plays a rematch on the board of the game before"},
      {"tiles-not-cleared", "plays a rematch with the tiles left from the game before"},
      {"used-tile", "places a tile a second time on its third move", "does=break-used&move=3"},
      {"overlap", "covers an occupied square on its third move", "does=break-occupied&move=3"},
      {"off-board", "places a tile over the edge of the board on its third move", "does=break-board&move=3"},
      {"own-edge", "places its third tile edge to edge with its own colour", "does=break-edge&move=3"},
      {"no-corner", "places its third tile without corner contact", "does=break-corner&move=3"},
      {"wrong-start", "covers the other start square with its first tile", "does=break-start&move=1"},
      {"pass-on-ply-2", "passes when asked for its first move as second player", {}, tells_opening},
      {"pass-with-moves", "passes on its fifth turn although it could move", "does=pass&move=5"},
      {"no-pass", "is silent when it must pass"},
      {"silent-after-pass", "is silent when asked again after its own pass"},
      {"deaf-to-pass", "is silent after the opponent's pass", "does=silence&seen=0000"},
      {"hang-up", "goes away in the middle of its third move", "does=hang-up&move=3"},
      {"loses-after-9", "is busy after \"9\" and loses the byte that follows it", {}, has_end},
      {"answers-twice", "sends each move twice"},
      {"three-as-four", "reads \"35XXXX\" as \"4XXXX\": it answers at the fifth byte", {}, tells_opening},
      {"waits-for-eight",
       "waits for eight letters after \"4\", as an older protocol had them",
       {},
       tells_opening},
      {"off-left", "places a tile over the left edge of the board on its third move",
       "does=over-left&move=3"},
      {"off-right", "places a tile over the right edge of the board on its third move",
       "does=over-right&move=3"},
      {"off-top", "places a tile over the upper edge of the board on its third move", "does=over-top&move=3"},
      {"off-bottom", "places a tile over the lower edge of the board on its third move",
       "does=over-bottom&move=3"},
      {"wrap-around",
       "keeps its board in one row: a tile over the right edge goes on at the left of the next line",
       "does=wrap-around&move=3"},
      {"wrong-rotation", "has one wrong entry in its table: tile l in rotation 2",
       "does=misread-rotation&seen=l2"},
      {"mirrored", "turns mirrored tiles (codes 1, 3, 5, 7) the wrong way"},
      {"synonyms", "knows one code of each placement: it overlooks tiles sent by another"},
      {"half-reply", "loses every second byte of its reply"},
      {"noise", "sends a byte of noise before and after each move"},
      {"slows-down", "thinks 150 ms longer at each move of a game"},
      {"slow-when-many", "looks at each of its moves for 2 ms"},
      {"one-behind", "answers each request with the move for the one before"},
      {"dies-after-pass", "goes away after the opponent's pass", "does=die&seen=0000"},
      {"refuses-contact", "takes edge contact of the two colours for a violation: silent after it"},
      {"unprintable-team", "has bytes in its team code that are no letters", {}, has_greeting},
      {"tires", "is silent from its 16th game after power-up on", "does=silence&game=16"},
      {"talks-after-last-tile", "passes unasked after it has placed its last tile"},
      {"misreads-j1", "second on (a,a), takes a tile sent as j1 for one a row lower",
       "does=misread-row&seat=secondA&seen=j1"},
      {"misreads-j7", "second on (a,a), takes a tile sent as j7 for one a row lower",
       "does=misread-row&seat=secondA&seen=j7"},
      {"misreads-n1", "second on (a,a), takes a tile sent as n1 for one a row lower",
       "does=misread-row&seat=secondA&seen=n1"},
      {"misreads-n7", "second on (a,a), takes a tile sent as n7 for one a row lower",
       "does=misread-row&seat=secondA&seen=n7"},
      {"misreads-o7", "second on (a,a), takes a tile sent as o7 for one a row lower",
       "does=misread-row&seat=secondA&seen=o7"},
      {"misreads-s1", "second on (a,a), takes a tile sent as s1 for one a row lower",
       "does=misread-row&seat=secondA&seen=s1"},
      {"misreads-u1", "second on (a,a), takes a tile sent as u1 for one a row lower",
       "does=misread-row&seat=secondA&seen=u1"},
      {"misreads-u4", "second on (a,a), takes a tile sent as u4 for one a row lower",
       "does=misread-row&seat=secondA&seen=u4"},
      {"talks-when-idle", "sends a byte when it was not asked for 0.6 s"},
      {"passes-when-idle", "passes by itself when it was not asked for 0.7 s"},
      {"forgets-when-idle", "forgets its game when it was not asked for 0.5 s"},
      {"repeats-when-idle", "sends its last move again when it was not asked for 0.9 s"},
      {"new-name-each-game", "has another team code after each game", {}, has_greeting},
      {"new-name-each-power-on", "has another team code after each power-on", {}, has_greeting},
      {"one-move-of-two", "takes a 4 for whole after one move", {}, tells_two},
      {"first-of-two-lost", "overlooks the first of two moves", {}, tells_two},
      {"second-of-two-lost", "overlooks the second of two moves", {}, tells_two},
      {"own-tile-lost", "told two moves, forgets its own first tile", {}, tells_two},
      {"pass-on-2a", "passes when 2A asks for its first tile", {}, tells_two},
      {"late-hello", "answers \"0\" 20 ms past the limit", {}, tells_two},
  };
  return all;
}

}  // namespace

std::vector<DeviceFault> blokus_device_faults(const protocol::Contest& contest) {
  return faults_of(entries(), contest);
}

std::vector<DeviceFault> blokus_device_faults(std::string_view contest) {
  return blokus_device_faults(protocol::find_contest(contest));
}

std::string why_not_in_blokus(const protocol::Contest& contest, std::string_view fault) {
  return why_not_shown(entries(), fault, contest);
}

}  // namespace rig::player
