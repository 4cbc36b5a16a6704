#include "games/blokus/contests/icfpt2014.hpp"

#include "games/blokus/contests/four_letters.hpp"
#include "games/blokus/rules/code.hpp"

namespace rig::protocol {

namespace {

using namespace std::chrono_literals;

constexpr Duration reply_limit = 1s;  // "in 1 sec", items 1 to 5

/// Table 1 of the text.
FourLetters table_1() {
  using enum MoveRequest::Square;
  return {.requests = {{RequestKind::first, '2', named, 0, "2X"},
                       {RequestKind::second, '3', named, 1, "3XYYYY"},
                       {RequestKind::move, '4', unnamed, 1, "4XXXX"}},
          .hello_limit = reply_limit,
          .reply_limit = reply_limit};
}

/// In 2013 both boards were asked for their first tile with `25` or `2A`, later moves were told with `3XXXX`,
/// and `4` told two of them. Such a board passes when a `3` asks it for its first tile, and then takes what
/// is left of the request for a handshake; or it waits for four letters more after a `4XXXX`.
std::vector<std::string> hints_of(std::span<const Heard> heard) {
  constexpr std::size_t team_code_with_its_1 = 3;
  bool passes_first_tile = false;
  bool names_itself_after_it = false;
  bool begins = false;
  int moves = 0;
  int moves_unanswered = 0;
  for (const Heard& one : heard) {
    const bool passed = one.request.kind == RequestKind::second && one.answer == blokus::pass_code;
    passes_first_tile = passes_first_tile || passed;
    names_itself_after_it = names_itself_after_it || (passed && one.afterwards.starts_with('1') &&
                                                      one.afterwards.size() == team_code_with_its_1);
    begins = begins || (one.request.kind == RequestKind::first && one.answer.size() == four_letters);
    moves += one.request.kind == RequestKind::move ? 1 : 0;
    moves_unanswered += one.request.kind == RequestKind::move && one.answer.empty() ? 1 : 0;
  }
  const bool waits_for_two_moves = begins && moves > 0 && moves == moves_unanswered;
  if (!names_itself_after_it && !(passes_first_tile && waits_for_two_moves)) return {};
  return {
      "this looks like the 2013 protocol: 25 or 2A to each board for its first tile, then 3XXXX with one "
      "move or 4XXXXYYYY with two. Try --contest icfpt2013"};
}

}  // namespace

Contest icfpt2014() {
  Contest contest = blokus_duo_over_serial(table_1());
  contest.name = "icfpt2014";
  contest.title = "ICFPT 2014 design contest: Blokus Duo over RS-232";
  contest.admits_by_games = true;
  contest.hints = hints_of;
  return contest;
}

}  // namespace rig::protocol
