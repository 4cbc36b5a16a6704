/// The messages of a game: to which board they go, in which order, and that there are no others.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

#include "conformance/referee/host/series.hpp"
#include "conformance/referee/referee_case.hpp"
#include "conformance/suite/suite.hpp"

namespace conformance {

using rig::host::Answer;
using rig::host::Duty;
using rig::protocol::Seat;

using namespace std::chrono_literals;

CONFORMANCE_CASE_OF(RefereeCase, RefereeHandshake, GreetsBothBoards,
                    "greets both boards, once each, and waits for their answers",
                    Checks{.subject = "referee.hello"}) {
  needs(Duty::greeting);
  for (const Seat& seat : beginners()) {
    play("referee.hello", ended("a short game", seat, open_line(contest(), seat, random(), 2)));
    Scenario slow =
        ended("boards that answer the handshake after 300 ms", seat, open_line(contest(), seat, random(), 2));
    for (const rig::protocol::Player player : {rig::protocol::Player::one, rig::protocol::Player::two})
      slow.hello[index_of(player)] = Answer::after(300ms, usual_hello(contest(), player));
    play("referee.hello", slow);
  }
  const rig::protocol::TeamText& team = contest().team;
  if (!team.exact.empty()) return;
  for (const std::size_t letters : {team.shortest, team.longest}) {
    const Seat first = beginners().front();
    Scenario named = ended(fmt::format("boards with names of {} letters", letters), first,
                           open_line(contest(), first, random(), 2));
    for (const std::size_t player : {0U, 1U})
      named.hello[player] =
          Answer::at_once(hello_of(contest(), std::string(letters, player == 0 ? 'N' : 'M')));
    play("referee.hello", named);
  }
}

namespace {

/// An answer to the handshake that is none: another word, or a name that is too long; where a first byte
/// tells what an answer is, another byte.
rig::Bytes no_hello(const rig::protocol::Contest& contest) {
  const rig::Bytes right = usual_hello(contest, rig::protocol::Player::one);
  if (!contest.team.exact.empty()) return rig::to_bytes("Q\n");
  if (right.back() != '\n') return rig::to_bytes("2P1");
  return hello_of(contest, std::string(contest.team.longest + 1, 'N'));
}

}  // namespace

CONFORMANCE_CASE_OF(RefereeCase, RefereeHandshake, GivesUpOnASilentBoard,
                    "goes on when a board does not answer the handshake",
                    Checks{.subject = "referee.hello-silence"}) {
  needs(Duty::greeting);
  needs(Duty::clock);
  const Seat first = beginners().front();
  std::vector<Scenario> scenarios;
  for (const std::size_t player : {0U, 1U}) {
    Scenario scenario{fmt::format("board {} does not answer the handshake", player + 1), first};
    scenario.fate = Fate::lost_by_time;
    scenario.hello[player] = Answer::silence();
    scenarios.push_back(scenario);
    Scenario gone{fmt::format("board {} hangs up in the handshake", player + 1), first};
    gone.fate = Fate::lost_somehow;
    gone.hello[player] = Answer::hang_up();
    scenarios.push_back(gone);
  }
  // A host that goes on waits for the move of the other.
  const std::size_t second = 1 - index_of(first.player);
  Scenario otherwise{fmt::format("board {} answers the handshake in another form", second + 1), first};
  otherwise.hello[second] = Answer::at_once(no_hello(contest()));
  // Where the text has one word for the answer, no other is one; else a host may read what it likes.
  otherwise.fate = contest().team.exact.empty() ? Fate::left_to_host : Fate::lost_somehow;
  scenarios.push_back(otherwise);
  const rig::host::Played played = play("referee.hello-silence", scenarios).back();
  if (contest().team.exact.empty()) tell(otherwise.what, words_on(played));
}

CONFORMANCE_CASE_OF(RefereeCase, RefereeOpening, AsksTheBeginnerFirst,
                    "asks each player for its first move as its seat requires",
                    Checks{.subject = "referee.first", .also = {"referee.second"}}) {
  std::vector<Scenario> scenarios;
  for (const Seat& seat : beginners()) {
    for (int game = 0; game < 3; ++game)
      scenarios.push_back(ended(fmt::format("a game in which player {} begins", index_of(seat.player) + 1),
                                seat, open_line(contest(), seat, random(), 4)));
  }
  play("referee.first", scenarios);
}

CONFORMANCE_CASE_OF(RefereeCase, RefereeForward, EveryMoveOnceAndUnchanged,
                    "forwards each move unchanged, once, to the other board",
                    Checks{.subject = "referee.forward"}) {
  std::vector<Scenario> scenarios;
  for (const Seat& seat : beginners()) {
    for (const int plies : {8, 20})
      scenarios.push_back(
          ended(fmt::format("a game of {} plies", plies), seat, open_line(contest(), seat, random(), plies)));
  }
  play("referee.forward", scenarios);
}

CONFORMANCE_CASE_OF(RefereeCase, RefereeEnd, TellsBothBoards, "sends both boards the end of the game",
                    Checks{.subject = "referee.end", .also = {"referee.over"}}) {
  std::vector<Scenario> scenarios;
  for (const Seat& seat : beginners()) {
    for (const int plies : {2, 3, 6})
      scenarios.push_back(lost(fmt::format("a game that is lost on ply {}", plies + 1), seat,
                               open_line(contest(), seat, random(), plies)));
  }
  play("referee.end", scenarios);
}

namespace {

/// Games one after the other in one run of the referee.
class NextGameCase : public RefereeCase {
 protected:
  /// By whom the games of a run are begun, as far as each of them can begin one.
  std::vector<Seat> beginners_of_a_run(std::size_t most) const {
    std::vector<Seat> seats;
    const std::vector<Seat> known = beginners();
    while (seats.size() < most) {
      const rig::host::Seating seating =
          seating_in_run(referee(), contest(), index_of(known.front().player), seats.size());
      const auto seat = std::find_if(known.begin(), known.end(), [&](const Seat& one) {
        return index_of(one.player) == seating.beginner;
      });
      if (seat == known.end()) break;
      seats.push_back(*seat);
    }
    return seats;
  }

  /// The same line of moves whenever this player begins: what is left of a game is in its own way.
  const Line& short_line(const Seat& first) {
    constexpr int plies = 6;
    auto& line = short_lines_[index_of(first.player)];
    if (!line) line = std::make_unique<Line>(open_line(contest(), first, random(), plies));
    return *line;
  }

  Scenario game(std::size_t number, const Seat& first) {
    constexpr int longest = 120;
    const std::string what = fmt::format("game {} of a series", number + 1);
    const bool is_whole = referee().does(Duty::rules) && number % 2 == 1;
    if (!is_whole) return lost(what, first, short_line(first));
    return ended(what + ", to its end", first, random_line(contest(), first, random(), longest));
  }

 private:
  std::array<std::unique_ptr<Line>, 2> short_lines_;
};

}  // namespace

CONFORMANCE_CASE_OF(NextGameCase, RefereeNext, GoesAsTheFirst, "plays the next game like the first",
                    Checks{.subject = "referee.next", .also = {"referee.next-match"}}) {
  if (referee().games == rig::host::Games::one)
    throw NotApplicable{fmt::format("the host plays one game a run, says {} (games: one)", referee().file)};
  needs(Duty::clock);
  constexpr std::size_t most = 7;
  const std::vector<Seat> seats = beginners_of_a_run(most);
  if (seats.size() < 2)
    throw NotApplicable{"the second game of a run is begun by a player that cannot be made to begin",
                        rig::report::Unassessed::reservation};
  std::vector<Scenario> scenarios;
  for (std::size_t number = 0; number < seats.size(); ++number)
    scenarios.push_back(game(number, seats[number]));
  play_in_one_run("referee.next", scenarios);
}

CONFORMANCE_CASE_OF(RefereeCase, RefereeEnd, SaysNothingMore, "sends nothing more when a game is over",
                    Checks{.subject = "referee.over"}) {
  const Seat first = beginners().front();
  play("referee.over", lost("a game that is lost on ply 5", first, open_line(contest(), first, random(), 4)));
}

// "--": A new game is being started, and the FPGA sent this is not a player.
CONFORMANCE_CASE_OF(RefereeCase, RefereeStandBy, BoardsThatDoNotPlay,
                    "sends \"--\" to connected boards that do not play",
                    Checks{.subject = "referee.stand-by"}) {
  if (referee().idle_words.empty())
    throw NotApplicable{
        fmt::format("{} does not say how a board that does not play is connected (idle)", referee().file)};
  const Seat first = beginners().front();
  for (const int plies : {2, 7}) {
    Scenario scenario = ended(fmt::format("a game of {} plies, and a board that does not play", plies), first,
                              open_line(contest(), first, random(), plies));
    scenario.idle_board = true;
    play("referee.stand-by", scenario);
  }
}

CONFORMANCE_CASE_OF(RefereeCase, RefereeEnd, NextMatch, "begins the next match as it began the first",
                    Checks{.subject = "referee.next-match"}) {
  needs(Duty::moves);  // whoever begins it loses by its first move
  if (referee().next_match_words.empty())
    throw NotApplicable{
        fmt::format("{} does not say how the host is made to play two games (next-match)", referee().file)};
  std::vector<Scenario> scenarios;
  for (const Seat& seat : beginners()) {
    scenarios.push_back(ended("a game and the next match", seat, open_line(contest(), seat, random(), 4)));
    scenarios.back().next_match = true;
  }
  play("referee.next-match", scenarios);
}

}  // namespace conformance
