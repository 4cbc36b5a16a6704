/// Trax: the role commands, and lines as hosts send them.

#include <string>

#include "conformance/suite/cases/amounts.hpp"
#include "conformance/suite/suite.hpp"

using namespace conformance;
using namespace std::chrono_literals;
using rig::dut::Exchange;
using rig::dut::Game;
using rig::protocol::Move;
using rig::protocol::Request;
using rig::protocol::RequestKind;
using rig::protocol::Seat;

namespace {

const std::vector<std::string> openings = {"@0+", "@0/"};

const Seat& white(const rig::protocol::Contest& contest) {
  return contest.seats.front();
}

const Seat& black(const rig::protocol::Contest& contest) {
  return contest.seats.back();
}

Request stand_by() {
  return {RequestKind::stand_by, {}, {}};
}

/// Black's game after White's first move.
Game opened(const rig::protocol::Contest& contest, const std::string& opening) {
  Game game(contest, black(contest));
  game.play({opening});
  return game;
}

bool is_right(const Exchange& exchange, const Game& game) {
  return exchange.replied() && game.ruling().judge({exchange.reply.value.text}).legal;
}

/// What is wrong with a reply; empty where none came, which has been told.
std::string kind_of_wrong(const Exchange& exchange, const Game& game) {
  return exchange.replied() ? game.ruling().judge({exchange.reply.value.text}).kind : std::string();
}

}  // namespace

// "-B": "There should be no response to this command." The reply is to White's first move.
CONFORMANCE_CASE(Role, BlackWaitsForWhite, "is silent after \"-B\" and replies to White's first move",
                 Checks{.subject = "second.silence",
                        .also = {"move.deadline", "move.occupied", "move.isolated", "move.colour"}}) {
  for (const std::string& opening : openings) {
    if (!greet()) return;
    const Game game = opened(contest(), opening);
    const std::vector<Request> requests = game.requests();
    ask(requests.front());
    if (!expect_silence("second.silence", deadline_of(contest().hello))) return;
    const Exchange exchange = ask(requests.back());
    const rig::protocol::Judgement judgement = game.ruling().judge({exchange.reply.value.text});
    for (const std::string& rule : game.ruling().rules()) {
      if (judgement.legal) passed(Aspect::named("move." + rule));
    }
    if (exchange.replied() && !judgement.legal)
      failed(Aspect::named("move." + judgement.rule),
             exchange.reply.value.text + ": " + judgement.explanation,
             {.kind = judgement.kind,
              .scene = scene_of(black(contest()), {{opening}}, {exchange.reply.value.text})});
    end_match();
  }
}

// "-W": "Any existing game should be reset (whether completed or incomplete)."
CONFORMANCE_CASE(Role, WhiteInTheMiddle, "\"-W\" in the middle of a game begins a new one",
                 Checks{.subject = "role.white-mid-game"}) {
  interrupt_games("role.white-mid-game", white(contest()));
}

CONFORMANCE_CASE(Role, BlackInTheMiddle, "\"-B\" in the middle of a game begins a new one",
                 Checks{.subject = "role.black-mid-game"}) {
  interrupt_games("role.black-mid-game", black(contest()));
}

// Games in a row as hosts of this family play them. Who loses by the other's move is told that move; nothing
// else is sent at the end of a game. The next role command follows, or the name is asked for before it.
CONFORMANCE_CASE(Role, AfterTheEnd, "a role command straight after a finished game begins the next",
                 Checks{.subject = "role.after-end", .exchanges = 150}) {
  constexpr int most_games = 10;
  // Of each so many: games that the board ended by its own move, and games that the other ended.
  constexpr int often = 2;
  const auto loses = opponent("gives-wins");
  const auto wins = opponent("winner");
  int won = 0;
  int ended_by_the_other = 0;
  if (!greet()) return;
  lay_blame_on("role.after-end");
  for (int i = 0; i < most_games && (i == 0 || won < often || ended_by_the_other < often); ++i) {
    const bool begins = i % 4 == 0 || i % 4 == 3;
    const bool name_is_asked = contest().greets && i % 4 >= 2;
    if (name_is_asked) exchanges().ask_unjudged(contest().hello);  // whether it is told is another clause's
    const GameReport game = play(begins ? white(contest()) : black(contest()), won < often ? *loses : *wins);
    conclude("role.after-end", game, "a game after a finished one went wrong");
    if (!game.sound) return;
    (game.untold ? ended_by_the_other : won) += 1;
    if (!game.untold) continue;
    bytes().tell(std::vector{rig::protocol::asks_after(*game.untold)});
    session().listen(deadline_of(rig::protocol::asks_after(*game.untold)));  // a reply is another clause's
  }
  count("games-won-by-the-board", static_cast<std::uint64_t>(won));
}

// The name is asked for again between games.
CONFORMANCE_CASE(Role, NameBetweenGames, "sends its name between two games",
                 Checks{.subject = "hello.between-games"}) {
  const auto other = opponent("winner");
  for (const Seat& seat : contest().seats) {
    if (!greet()) return;
    if (!play(seat, *other).sound) return;
    lay_blame_on("hello.between-games");
    if (!conclude("hello.between-games", greet(), "the name was not sent after a finished game")) return;
    end_match();
  }
}

// Nothing forbids a host to ask for the name while a game is on; it is a question and changes nothing.
CONFORMANCE_CASE(Role, NameInTheMiddle, "sends its name in the middle of a game, and plays on",
                 Checks{.subject = "name.mid-game"}) {
  const auto other = opponent("long-games");
  for (const Seat& seat : contest().seats) {
    if (!greet()) return;
    lay_blame_on("name.mid-game");
    const int deep = deep_in_a_game();
    int moves = 0;
    const auto ask_for_the_name = [&] {
      ++moves;
      return (moves != a_few_turns && moves != deep) || greet();
    };
    const GameReport game = play(seat, *other, {deep + 2, {}, {}, ask_for_the_name});
    conclude("name.mid-game", game, "the name was asked for in mid-game, and the game went wrong");
    if (!game.sound) return;
    end_match();
  }
}

// "--": "There should be no further response until a "-W" or "-B" command is received."
CONFORMANCE_CASE(StandBy, IsSilent, "\"--\" is not answered, nor is what follows until a role command",
                 Checks{.subject = "stand-by.silence", .also = {"stand-by.deaf", "stand-by.woken"}}) {
  const auto other = opponent("long-games");
  for (const Seat& seat : contest().seats) {
    if (!greet()) return;
    if (!play(seat, *other, {a_few_turns, {}}).sound) return;
    ask(stand_by());
    for (const char* line : {"@0+", "B1+", "A2/"}) {
      bytes().tell(std::vector{rig::protocol::asks_after({line})});
      if (!expect_silence("stand-by.deaf", deadline_of(contest().hello))) return;
    }
    lay_blame_on("stand-by.woken");
    const GameReport next = play(seat, *other, {a_few_turns, {}});
    conclude("stand-by.woken", next, "the game after \"--\" and a role command went wrong");
    lay_no_blame();
    if (!next.sound) return;
    end_match();
  }
}

// A board that only waits is told so before the first game as well.
CONFORMANCE_CASE(StandBy, BeforeTheFirstGame, "\"--\" as the first command",
                 Checks{.subject = "stand-by.silence", .also = {"stand-by.woken"}}) {
  ask(stand_by());
  if (!expect_silence("stand-by.silence", deadline_of(contest().hello))) return;
  const auto other = opponent("random");
  const GameReport game = play(white(contest()), *other, {a_few_turns, {}});
  conclude("stand-by.woken", game, "the game after \"--\" and \"-W\" went wrong");
}

// "No further response": the name is not told either, before the first game or after one, until a role
// command.
CONFORMANCE_CASE(StandBy, KeepsItsName, "does not answer \"?\" after \"--\"",
                 Checks{.subject = "stand-by.deaf", .also = {"stand-by.woken"}}) {
  const rig::Duration one_deadline = deadline_of(contest().hello);
  const auto other = opponent("long-games");
  for (const Seat& seat : contest().seats) {
    ask(stand_by());
    for (int i = 0; i < 2; ++i) {
      bytes().tell({&contest().hello, 1});
      if (!expect_silence("stand-by.deaf", one_deadline)) return;
    }
    const GameReport next = play(seat, *other, {a_few_turns, {}});
    conclude("stand-by.woken", next, "the game after \"--\", \"?\" and a role command went wrong");
    if (!next.sound) return;
  }
}

// A host with many boards may send "--" again; it begins no game, and ends no waiting.
CONFORMANCE_CASE(StandBy, Again, "a second \"--\" changes nothing",
                 Checks{.subject = "stand-by.silence", .also = {"stand-by.deaf", "stand-by.woken"}}) {
  const auto other = opponent("long-games");
  for (const Seat& seat : contest().seats) {
    if (!greet()) return;
    ask(stand_by());
    ask(stand_by());
    for (const Request& line : {contest().hello, rig::protocol::asks_after({openings.front()})}) {
      bytes().tell({&line, 1});
      if (!expect_silence("stand-by.deaf", deadline_of(contest().hello))) return;
    }
    const GameReport next = play(seat, *other, {a_few_turns, {}});
    conclude("stand-by.woken", next, "the game after a second \"--\" and a role command went wrong");
    if (!next.sound) return;
    end_match();
  }
}

// A host may send the role and White's move in one burst.
CONFORMANCE_CASE(Spacing, RoleAndMoveGlued, "understands \"-B\" and White's move without a gap",
                 Checks{.subject = "line.glued"}) {
  for (int i = 0; i < 4; ++i) {
    if (!greet()) return;
    const Game game = opened(contest(), openings[static_cast<std::size_t>(i) % 2]);
    const Exchange exchange = ask_together(game.requests());
    if (!conclude("line.glued", is_right(exchange, game),
                  "\"-B\" and White's move in one burst: the reply was missing or wrong",
                  kind_of_wrong(exchange, game)))
      return;
    end_match();
  }
}

// An LF ends a line, however long that takes.
CONFORMANCE_CASE(Spacing, SplitLine, "understands a line whose bytes come a quarter of a second apart",
                 Checks{.subject = "line.split"}) {
  lay_blame_on("line.split");
  const auto other = opponent("random");
  for (const Seat& seat : contest().seats) {
    if (!greet()) return;
    const GameReport game = play(seat, *other, {1, {250ms}});
    conclude("line.split", game, "a line that came slowly was misunderstood");
    if (!game.sound) return;
    end_match();
  }
}

// Hosts on other systems end lines with CR LF.
CONFORMANCE_CASE(Host, EndsLinesWithCrLf, "understands lines that end with CR LF",
                 Checks{.subject = "host.cr"}) {
  if (!greet()) return;
  lay_blame_on("host.cr");
  const Game game = opened(contest(), openings.front());
  ask(game.requests().front());
  const Exchange exchange = ask(rig::protocol::asks_after({openings.front() + "\r"}));
  conclude("host.cr", is_right(exchange, game), "a move that ended with CR LF was not answered rightly",
           kind_of_wrong(exchange, game));
}

// Nothing that makes no sense may cost the next game.
CONFORMANCE_CASE(Host, SendsNonsense, "survives lines that are no commands",
                 Checks{.subject = "host.nonsense"}) {
  const auto other = opponent("long-games");  // the game is still on then
  if (!greet()) return;
  lay_blame_on("host.nonsense");
  if (!play(white(contest()), *other, {a_few_turns, {}}).sound) return;
  for (const std::string& line :
       {std::string(), std::string("hello"), std::string("-X"), std::string("A"), std::string(300, 'x')}) {
    bytes().tell(std::vector{rig::protocol::asks_after({line})});
    const rig::dut::Overheard heard = session().listen(deadline_of(contest().hello) / 4);
    if (!conclude("host.nonsense", heard, "a line that is no command")) return;
  }
  const GameReport next = play(white(contest()), *other, {a_few_turns, {}});
  conclude("host.nonsense", next, "the game after lines that are no commands went wrong");
}

// An illegal move is forwarded by hosts that judge nothing; what a board does then is its own affair, but it
// must be able to play the next game.
CONFORMANCE_CASE(Host, SendsAnIllegalMove, "can play on after an illegal move of the host",
                 Checks{.subject = "host.illegal"}) {
  const auto other = opponent("long-games");  // the game is still on then
  if (!greet()) return;
  lay_blame_on("host.illegal");
  if (!play(white(contest()), *other, {a_few_turns, {}}).sound) return;
  bytes().tell(std::vector{rig::protocol::asks_after({"A999+"})});
  const rig::dut::Overheard heard = session().listen(deadline_of(contest().hello));
  if (!conclude("host.illegal", heard, "an illegal move")) return;
  const GameReport next = play(white(contest()), *other, {a_few_turns, {}});
  conclude("host.illegal", next, "the game after an illegal move of the host went wrong");
}

// The size of the board: one to four digits, 0 for none.
CONFORMANCE_CASE(Handshake, BoardOfAnySize, "takes a board of any size", Checks{.subject = "hello.sizes"}) {
  for (const char* size : {"8", "20", "250", "1000", "0"}) {
    end_match();
    const Exchange hello = ask({RequestKind::hello, size, {}});
    if (!conclude("hello.sizes", hello.replied(), std::string("\"") + size + "\" was not answered")) return;
  }
}
