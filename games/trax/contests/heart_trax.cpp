#include "games/trax/contests/heart_trax.hpp"

#include "games/trax/contests/trax_lines.hpp"

namespace rig::protocol {

namespace {

using namespace std::chrono_literals;

TraxGreeting greeting_by_name() {
  TraxGreeting greeting = greeting_by("?");
  // "Any existing game should be reset […]. There should be no response": what ends a game is a role command.
  greeting.ends_by_b = true;
  return greeting;
}

}  // namespace

Contest heart_trax() {
  Contest contest;
  contest.name = "heart-trax";
  contest.title = "HEART design competition: Trax over RS-232";
  contest.baud = 460800;
  contest.team = {
      .words = "the team's name", .shortest = 1, .longest = 16, .blanks = true};  // "up to 16 characters"
  contest.stand_by = true;
  return trax_contest(greeting_by_name(), contest,
                      1s);  // "made within 1 second"; the name and the first move too
}

}  // namespace rig::protocol
