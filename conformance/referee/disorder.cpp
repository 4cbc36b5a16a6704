/// Boards that go wrong in ways of which the text says nothing or little.

#include <fmt/format.h>

#include "conformance/referee/referee_case.hpp"
#include "conformance/suite.hpp"

namespace conformance {

using rig::Bytes;
using rig::contest::Seat;
using rig::host::Answer;
using rig::host::Played;

namespace {

using namespace std::chrono_literals;

/// What the host made of it, in a few words.
std::string words_on(const Played& played) {
  const rig::host::Announcement& told = played.announced;
  if (!told.made()) return "no result was announced; it " + played.how;
  return told.line.empty() ? fmt::format("it {}", played.how) : told.line;
}

/// Cases in which one reply is said in an odd way on the third ply, and the host may do as it likes.
class DisorderCase : public RefereeCase {
 protected:
  void observe_reply(Aspect aspect, const std::string& what, const Bytes& before, const Bytes& after) {
    constexpr int ply = 3;
    const Seat first = beginners().front();
    const Line line = random_line(contest(), first, random(), ply);
    Bytes bytes = before;
    const Bytes move = written(contest(), line.moves.back());
    bytes.insert(bytes.end(), move.begin(), move.end());
    bytes.insert(bytes.end(), after.begin(), after.end());
    Scenario scenario{what, first, line.turns(), Fate::left_to_host};
    scenario.turns.back().said = Answer::at_once(bytes);
    tell(what, words_on(play(aspect, scenario)));
  }
};

}  // namespace

CONFORMANCE_CASE_OF(RefereeCase, RefereeDisorder, HangUp, "a board that hangs up has lost",
                    Checks{.subject = "referee.hang-up"}) {
  const Seat first = beginners().front();
  std::vector<Scenario> scenarios;
  for (const int ply : {1, 2, 5}) {
    Scenario scenario{fmt::format("a board hangs up on ply {}", ply), first,
                      random_line(contest(), first, random(), ply).turns(), Fate::lost_somehow};
    scenario.turns.back().said = Answer::hang_up();
    scenarios.push_back(scenario);
  }
  play("referee.hang-up", scenarios);
}

CONFORMANCE_CASE_OF(DisorderCase, RefereeDisorder, ExtraByte, "what it makes of a byte too many",
                    Checks{.subject = "referee.extra"}) {
  observe_reply("referee.extra", "a reply and a byte more", {}, rig::to_bytes("0"));
}

CONFORMANCE_CASE_OF(DisorderCase, RefereeDisorder, LineEnds, "what it makes of CR and LF around a reply",
                    Checks{.subject = "referee.line-end"}) {
  observe_reply("referee.line-end", "a reply with CR LF behind it", {}, rig::to_bytes("\r\n"));
  observe_reply("referee.line-end", "a reply with LF before it", rig::to_bytes("\n"), {});
}

CONFORMANCE_CASE_OF(RefereeCase, RefereeDisorder, ReplyBeforeRequest,
                    "what it makes of a reply before its request", Checks{.subject = "referee.early"}) {
  const Seat first = beginners().front();
  const Line line = random_line(contest(), first, random(), 1);
  Scenario scenario{"a first move that is said with the team code", first, line.turns(), Fate::left_to_host};
  Answer hello = Answer::at_once(usual_hello(contest(), first.player));
  hello.pieces.push_back({rig::Duration::zero(), written(contest(), line.moves.back())});
  scenario.hello[index_of(first.player)] = hello;
  scenario.turns.back().said = Answer::silence();
  tell(scenario.what, words_on(play("referee.early", scenario)));
}

}  // namespace conformance
