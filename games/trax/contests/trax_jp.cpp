#include "games/trax/contests/trax_jp.hpp"
#include "games/trax/contests/trax_lines.hpp"
#include "games/trax/contests/trax_ruling.hpp"
#include "rig/protocol/settings.hpp"

namespace rig::protocol {

namespace {

constexpr int longest_move = 5;  // with its LF the hosts hold no more

/// `-T` asks for a code of two characters. CR counts as LF, a blank line before another as nothing.
TraxGreeting greeting(Duration reply_limit) {
  TraxGreeting greeting = greeting_by("-T", 2, 2);
  greeting.reply_limit = reply_limit;
  greeting.longest_move = longest_move;
  greeting.line_end = TraxGreeting::LineEnd::cr_or_lf;
  return greeting;
}

}  // namespace

Contest trax_jp(const ContestSettings& chosen) {
  const Setting time = time_setting("1", chosen.named);
  Contest contest = trax_contest(greeting(seconds_of(time.name, time.value)));
  contest.name = "trax-jp";
  contest.title = "Japanese design contests 2015 and 2016: Trax as their hosts speak it";
  contest.baud = 19200;
  contest.endless = true;
  contest.new_game = [](const Seat&) {
    return new_trax_game({.lines = true, .board = 0, .name_length = longest_move});
  };
  contest.next_match = NextMatch::unspecified;  // the hosts stop after a game, and say nothing
  contest.settings = {time};
  contest.with = trax_jp;
  return contest;
}

}  // namespace rig::protocol
