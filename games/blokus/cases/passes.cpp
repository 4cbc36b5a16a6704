/// Passing: when it must, when it must not, and what follows a pass.

#include "conformance/suite/cases/amounts.hpp"
#include "conformance/suite/suite.hpp"

using namespace conformance;

namespace {

/// Tries after which a state that the DUT may never let happen counts as not reached.

}  // namespace

// "If no possible move found within 1 sec […], the FPGA board must send "0000" instead of a valid four-letter
// code." A board that has passed is still asked each turn.
CONFORMANCE_CASE(Pass, WhenItMust, "passes when it has no move, and again when it is asked again",
                 Checks{.subject = "pass.when-stuck", .also = {"pass.asked-again"}}) {
  const auto other = opponent("outlasts");
  const bool is_asked_again = !clause("pass.asked-again").empty();  // elsewhere a pass is permanent
  int reached = 0;
  int asked_again = 0;
  for (int i = 0; i < many_games && (reached == 0 || (is_asked_again && asked_again == 0)); ++i) {
    if (!greet()) return;
    const GameReport game =
        play(contest().seats[static_cast<std::size_t>(i) % contest().seats.size()], *other);
    if (!game.sound) break;
    reached += game.forced_passes;
    asked_again += game.asked_again;
    end_match();
  }
  not_reached("pass.when-stuck", many_games);
  not_reached("pass.asked-again", many_games);
}

// A pass is an informational matter while moves exist: hosts accept it, and it gives a turn away.
CONFORMANCE_CASE(Pass, OnlyWhenItMust, "passes only when it has no move",
                 Checks{.subject = "pass.needless"}) {
  play_in_drawn_seats("blocker", 1);
}

// "Game continues until both pass": after "40000" the board moves on, alone or not.
CONFORMANCE_CASE(Pass, ByTheOpponent, "goes on after the opponent's pass",
                 Checks{.subject = "pass.opponents"}) {
  constexpr int turns_after_it = 5;
  for (const char* name : {"passes-early", "passes-once"}) {
    int at_the_pass = 0;
    const auto enough = [&](const GameReport& game) {
      if (game.opponents_passes == 0) at_the_pass = game.dut_turns;
      return game.dut_turns >= at_the_pass + turns_after_it && game.opponents_passes > 0;
    };
    if (!greet()) return;
    if (!play(drawn_seats(1).front(), *opponent(name), {.enough = enough}).sound) return;
    end_match();
  }
}
