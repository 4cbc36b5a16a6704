/// Games without end, for boards that go wrong once in a hundred.

#include <map>
#include <memory>

#include "conformance/suite/suite.hpp"

using namespace conformance;

// Whole games, as in WholeGame, drawn one after the other until the time of --soak is up. The game under way
// is played to its end.
CONFORMANCE_CASE_ON_REQUEST(Soak, AgainstDrawnOpponents,
                            "games in random seats against random opponents, for a time",
                            Checks{.subject = "game.whole",
                                   .also = {"end.rematch", "first.deadline", "second.deadline",
                                            "move.deadline", "move.extra", "line.framing", "reply.line-end",
                                            "move.malformed", "move.used", "move.occupied", "move.edge",
                                            "move.start", "move.corner", "move.syntax", "move.first",
                                            "move.range", "move.isolated", "move.colour", "move.cascade"}}) {
  constexpr int games_that_tell_enough = 5;                     // of those that go wrong
  const GamePlan long_enough{.dut_turns = 200, .spacing = {}};  // on a board without end
  const auto& kinds = rig::player::opponents(contest().game);
  std::map<std::string, std::unique_ptr<rig::player::Opponent>> others;
  const auto drawn = [&](const auto& list) -> const auto& {
    return list[random().below(static_cast<std::uint32_t>(list.size()))];
  };
  for (int wrong = 0; session().elapsed() < options().soak && wrong < games_that_tell_enough;) {
    const std::string& name = drawn(kinds).name;
    const rig::protocol::Seat& seat = drawn(contest().seats);
    auto& other = others[name];
    if (!other) other = opponent(name);
    if (!greet()) return;
    count("against " + name);
    const bool later = standing().games > 0;
    const GameReport game = play(seat, *other, long_enough);
    if (later && game.sound) passed("end.rematch");
    if (!game.sound) ++wrong;
    if (standing().gone) return;
    end_match();
  }
}
