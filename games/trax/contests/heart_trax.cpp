#include "games/trax/contests/heart_trax.hpp"

#include "games/trax/contests/trax_lines.hpp"
#include "games/trax/contests/trax_ruling.hpp"

namespace rig::protocol {

namespace {

using namespace std::chrono_literals;

TraxGreeting greeting_by_name() {
  TraxGreeting greeting = greeting_by("?", 1, 16);  // "the team name (up to 16 characters)"
  greeting.stand_by = true;
  greeting.reply_limit = 1s;  // "made within 1 second"; taken for the name and the first move as well
  return greeting;
}

}  // namespace

Contest heart_trax() {
  Contest contest = trax_contest(greeting_by_name());
  contest.name = "heart-trax";
  contest.title = "HEART design competition: Trax over RS-232";
  contest.baud = 460800;
  contest.endless = true;
  contest.new_game = [](const Seat&) { return new_trax_game({.lines = true, .board = 0}); };
  contest.team = {.words = "the team's name", .shortest = 1, .longest = 16, .blanks = true};
  // "Any existing game should be reset […]. There should be no response": what ends a game is a role command.
  contest.end = Request{RequestKind::second, "B", {}};
  return contest;
}

}  // namespace rig::protocol
