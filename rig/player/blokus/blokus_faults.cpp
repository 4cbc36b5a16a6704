#include "rig/player/blokus/blokus_faults.hpp"

#include "rig/contest/contest.hpp"
#include "rig/player/fault_table.hpp"

namespace rig::player {

namespace {

using Fault = BlokusFault;

/// Whether the second player is told the other's opening when it is asked for its own.
bool tells_opening(const contest::Contest& contest) {
  for (const contest::Seat& seat : contest.seats) {
    const contest::Turn first_turn{0, {{"53e0"}}};
    if (!seat.moves_first && !contest.requests(seat, first_turn).back().moves.empty()) return true;
  }
  return false;
}

/// Whether it opens blind, and is told two moves later.
bool tells_two(const contest::Contest& contest) {
  return !tells_opening(contest);
}

const FaultTable<BlokusFault>& entries() {
  static const FaultTable<BlokusFault> all = {
      {Fault::wrong_digit, {"wrong-digit", "answers \"0\" with 2XX in place of 1XX"}},
      {Fault::short_hello, {"short-hello", "answers \"0\" with two bytes"}},
      {Fault::hello_once, {"hello-once", "answers \"0\" only once per power-up"}},
      {Fault::lower_case_2a,
       {"lower-case-2a", "compares the start square with a lower-case a: deaf to 2A and 3A"}},
      {Fault::byte_after_9, {"byte-after-9", "acknowledges \"9\" with a byte"}},
      {Fault::late, {"late", "sends each move 1.02 s after the request"}},
      {Fault::drip, {"drip", "begins each move in time and drips it: the last byte comes after 1.2 s"}},
      {Fault::extra_byte, {"extra-byte", "sends a fifth byte after each move"}},
      {Fault::early_byte, {"early-byte", "sends a byte while the request is still coming in"}},
      {Fault::crlf, {"crlf", "ends each reply with CR LF"}},
      {Fault::board_not_cleared, {"board-not-cleared", "plays a rematch on the board of the game before"}},
      {Fault::tiles_not_cleared,
       {"tiles-not-cleared", "plays a rematch with the tiles left from the game before"}},
      {Fault::used_tile, {"used-tile", "places a tile a second time on its third move"}},
      {Fault::overlap, {"overlap", "covers an occupied square on its third move"}},
      {Fault::off_board, {"off-board", "places a tile over the edge of the board on its third move"}},
      {Fault::own_edge, {"own-edge", "places its third tile edge to edge with its own colour"}},
      {Fault::no_corner, {"no-corner", "places its third tile without corner contact"}},
      {Fault::wrong_start, {"wrong-start", "covers the other start square with its first tile"}},
      {Fault::pass_on_ply_2,
       {"pass-on-ply-2", "passes when asked for its first move as second player"},
       tells_opening},
      {Fault::pass_with_moves, {"pass-with-moves", "passes on its fifth turn although it could move"}},
      {Fault::no_pass, {"no-pass", "is silent when it must pass"}},
      {Fault::silent_after_pass, {"silent-after-pass", "is silent when asked again after its own pass"}},
      {Fault::deaf_to_pass, {"deaf-to-pass", "is silent after the opponent's pass"}},
      {Fault::hang_up, {"hang-up", "goes away in the middle of its third move"}},
      {Fault::loses_after_9, {"loses-after-9", "is busy after \"9\" and loses the byte that follows it"}},
      {Fault::answers_twice, {"answers-twice", "sends each move twice"}},
      {Fault::three_as_four,
       {"three-as-four", "reads \"35XXXX\" as \"4XXXX\": it answers at the fifth byte"},
       tells_opening},
      {Fault::waits_for_eight,
       {"waits-for-eight", "waits for eight letters after \"4\", as an older protocol had them"},
       tells_opening},
      {Fault::off_left, {"off-left", "places a tile over the left edge of the board on its third move"}},
      {Fault::off_right, {"off-right", "places a tile over the right edge of the board on its third move"}},
      {Fault::off_top, {"off-top", "places a tile over the upper edge of the board on its third move"}},
      {Fault::off_bottom, {"off-bottom", "places a tile over the lower edge of the board on its third move"}},
      {Fault::wrap_around,
       {"wrap-around",
        "keeps its board in one row: a tile over the right edge goes on at the left of the next line"}},
      {Fault::wrong_rotation, {"wrong-rotation", "has one wrong entry in its table: tile l in rotation 2"}},
      {Fault::mirrored, {"mirrored", "turns mirrored tiles (codes 1, 3, 5, 7) the wrong way"}},
      {Fault::synonyms, {"synonyms", "knows one code of each placement: it overlooks tiles sent by another"}},
      {Fault::half_reply, {"half-reply", "loses every second byte of its reply"}},
      {Fault::noise, {"noise", "sends a byte of noise before and after each move"}},
      {Fault::slows_down, {"slows-down", "thinks 150 ms longer at each move of a game"}},
      {Fault::slow_when_many, {"slow-when-many", "looks at each of its moves for 2 ms"}},
      {Fault::one_behind, {"one-behind", "answers each request with the move for the one before"}},
      {Fault::dies_after_pass, {"dies-after-pass", "goes away after the opponent's pass"}},
      {Fault::refuses_contact,
       {"refuses-contact", "takes edge contact of the two colours for a violation: silent after it"}},
      {Fault::unprintable_team, {"unprintable-team", "has bytes in its team code that are no letters"}},
      {Fault::tires, {"tires", "is silent from its 16th game after power-up on"}},
      {Fault::talks_after_last_tile,
       {"talks-after-last-tile", "passes unasked after it has placed its last tile"}},
      {Fault::misreads_when_second,
       {"misreads-j1", "second on (a,a), takes a tile sent as j1 for one a row lower"}},
      {Fault::misreads_when_second,
       {"misreads-j7", "second on (a,a), takes a tile sent as j7 for one a row lower"}},
      {Fault::misreads_when_second,
       {"misreads-n1", "second on (a,a), takes a tile sent as n1 for one a row lower"}},
      {Fault::misreads_when_second,
       {"misreads-n7", "second on (a,a), takes a tile sent as n7 for one a row lower"}},
      {Fault::misreads_when_second,
       {"misreads-o7", "second on (a,a), takes a tile sent as o7 for one a row lower"}},
      {Fault::misreads_when_second,
       {"misreads-s1", "second on (a,a), takes a tile sent as s1 for one a row lower"}},
      {Fault::misreads_when_second,
       {"misreads-u1", "second on (a,a), takes a tile sent as u1 for one a row lower"}},
      {Fault::misreads_when_second,
       {"misreads-u4", "second on (a,a), takes a tile sent as u4 for one a row lower"}},
      {Fault::talks_when_idle, {"talks-when-idle", "sends a byte when it was not asked for 0.6 s"}},
      {Fault::passes_when_idle, {"passes-when-idle", "passes by itself when it was not asked for 0.7 s"}},
      {Fault::forgets_when_idle, {"forgets-when-idle", "forgets its game when it was not asked for 0.5 s"}},
      {Fault::repeats_when_idle,
       {"repeats-when-idle", "sends its last move again when it was not asked for 0.9 s"}},
      {Fault::new_name_each_game, {"new-name-each-game", "has another team code after each game"}},
      {Fault::new_name_each_power_on,
       {"new-name-each-power-on", "has another team code after each power-on"}},
      {Fault::one_move_of_two, {"one-move-of-two", "takes a 4 for whole after one move"}, tells_two},
      {Fault::first_of_two_lost, {"first-of-two-lost", "overlooks the first of two moves"}, tells_two},
      {Fault::second_of_two_lost, {"second-of-two-lost", "overlooks the second of two moves"}, tells_two},
      {Fault::own_tile_lost, {"own-tile-lost", "told two moves, forgets its own first tile"}, tells_two},
      {Fault::pass_on_2a, {"pass-on-2a", "passes when 2A asks for its first tile"}, tells_two},
      {Fault::late_hello, {"late-hello", "answers \"0\" 20 ms past the limit"}, tells_two},
  };
  return all;
}

}  // namespace

std::vector<DeviceFault> blokus_device_faults(std::string_view contest) {
  return texts_of(faults_of(entries(), contest::find_contest(contest)));
}

BlokusFault blokus_fault_named(std::string_view contest, std::string_view name) {
  return defect_named(faults_of(entries(), contest::find_contest(contest)), name);
}

}  // namespace rig::player
