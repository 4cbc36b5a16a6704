/// Boards that go wrong in ways of which the text says nothing or little.

#include <fmt/format.h>

#include <functional>

#include "conformance/referee/referee_case.hpp"
#include "conformance/suite/suite.hpp"

namespace conformance {

using rig::Bytes;
using rig::host::Answer;
using rig::host::Duty;
using rig::host::Played;
using rig::protocol::Seat;

namespace {

using namespace std::chrono_literals;

/// A reply that is said in an odd way.
struct OddReply {
  std::string what;
  std::function<Bytes(const Bytes& usual)> said;
};

/// Bytes behind a reply: before the LF that ends it, where it has one.
Bytes before_its_lf(Bytes reply, const Bytes& more) {
  const bool is_line = !reply.empty() && reply.back() == '\n';
  reply.insert(is_line ? reply.end() - 1 : reply.end(), more.begin(), more.end());
  return reply;
}

Bytes joined(Bytes one, const Bytes& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

/// Which moves the boards were asked for.
std::size_t moves_asked(const rig::protocol::Contest& contest, const Played& played) {
  std::size_t asked = 0;
  for (const rig::host::BoardLog& board : played.boards) {
    for (const rig::host::Happening& one : board.happenings) {
      if (one.kind == rig::host::Happening::Kind::request &&
          contest.dialect->expects(one.request).kind == rig::protocol::ReplyKind::move)
        ++asked;
    }
  }
  return asked;
}

/// Cases in which one reply is said in an odd way on the third ply, and the host may do as it likes. The game
/// goes on: a byte that the host has kept spoils the next reply of that board.
class DisorderCase : public RefereeCase {
 protected:
  void observe(Aspect aspect, const std::vector<OddReply>& replies) {
    needs(Duty::clock);  // who is asked once more than there are turns is silent
    constexpr int ply = 3;
    constexpr int plies = 9;
    const Seat first = beginners().front();
    std::vector<Scenario> scenarios;
    for (const OddReply& reply : replies) {
      const Line line = open_line(contest(), first, random(), plies);
      Scenario scenario{reply.what, first, line.turns(), Fate::left_to_host};
      scenario.turns[ply - 1].said = Answer::at_once(reply.said(written(contest(), line.moves[ply - 1])));
      scenarios.push_back(scenario);
    }
    const std::vector<Played> all = play(aspect, scenarios);
    for (std::size_t i = 0; i < all.size(); ++i)
      tell(replies[i].what, words_on_the_rest(moves_asked(contest(), all[i]), all[i]));
  }

 private:
  /// The reply on the third ply was odd, the next of its board is that on the fifth.
  static std::string words_on_the_rest(std::size_t asked, const Played& played) {
    constexpr std::size_t odd = 3;
    constexpr std::size_t next_of_its_board = 5;
    const std::string told = words_on(played);
    if (asked <= odd) return "it lost by that reply: " + told;
    if (asked <= next_of_its_board) return fmt::format("the reply on ply {} was spoiled: {}", asked, told);
    return "the game went on: " + told;
  }
};

}  // namespace

CONFORMANCE_CASE_OF(RefereeCase, RefereeDisorder, HangUp, "a board that hangs up has lost",
                    Checks{.subject = "referee.hang-up"}) {
  if (!referee().marks[0].empty())
    throw NotApplicable{"both boards are on the standard streams of the host: none can hang up alone",
                        rig::report::Unassessed::reservation};
  if (!referee().does(Duty::moves)) needs(Duty::clock);  // else its games end by their results alone
  const Seat first = beginners().front();
  std::vector<Scenario> scenarios;
  for (const int ply : {1, 2, 5}) {
    Scenario scenario{fmt::format("a board hangs up on ply {}", ply), first,
                      open_line(contest(), first, random(), ply).turns(), Fate::lost_somehow};
    scenario.turns.back().said = Answer::hang_up();
    scenarios.push_back(scenario);
  }
  play("referee.hang-up", scenarios);
}

CONFORMANCE_CASE_OF(DisorderCase, RefereeDisorder, ExtraByte, "how it handles an extra byte",
                    Checks{.subject = "referee.extra"}) {
  observe("referee.extra", {{"a reply and a byte more",
                             [](const Bytes& usual) { return joined(usual, rig::to_bytes("0")); }}});
}

CONFORMANCE_CASE_OF(DisorderCase, RefereeDisorder, LineEnds, "how it handles CR and LF around a reply",
                    Checks{.subject = "referee.line-end"}) {
  const auto cr = [](const Bytes& usual) { return before_its_lf(usual, rig::to_bytes("\r")); };
  const auto cr_lf = [](const Bytes& usual) { return joined(usual, rig::to_bytes("\r\n")); };
  const auto lf_before = [](const Bytes& usual) { return joined(rig::to_bytes("\n"), usual); };
  observe("referee.line-end", {{"a reply with CR behind its last letter", cr},
                               {"a reply with CR LF behind it", cr_lf},
                               {"a reply with LF before it", lf_before}});
}

CONFORMANCE_CASE_OF(RefereeCase, RefereeDisorder, ReplyBeforeRequest,
                    "how it handles a reply before its request", Checks{.subject = "referee.early"}) {
  needs(Duty::clock);
  const Seat first = beginners().front();
  std::vector<Scenario> scenarios;
  if (contest().greets) {
    const Line line = open_line(contest(), first, random(), 1);
    Scenario scenario{"a first move that is said with the answer to the handshake", first, line.turns(),
                      Fate::left_to_host};
    Answer hello = Answer::at_once(usual_hello(contest(), first.player));
    hello.pieces.push_back({rig::Duration::zero(), written(contest(), line.moves.back())});
    scenario.hello[index_of(first.player)] = hello;
    scenario.turns.back().said = Answer::silence();
    scenarios.push_back(scenario);
  }
  constexpr int plies = 3;
  const Line line = open_line(contest(), first, random(), plies);
  Scenario scenario{"two moves that are said at once, the second out of turn", first, line.turns(),
                    Fate::left_to_host};
  scenario.turns.front().said =
      Answer::at_once(joined(written(contest(), line.moves.front()), written(contest(), line.moves.back())));
  scenario.turns.back().said = Answer::silence();
  scenarios.push_back(scenario);
  const std::vector<Played> all = play("referee.early", scenarios);
  for (std::size_t i = 0; i < all.size(); ++i) tell(scenarios[i].what, words_on(all[i]));
}

}  // namespace conformance
