/// Referees that start the players' programs and speak to them over files: what they lay out, whom they ask,
/// and what they make of a program that goes wrong in its files.

#include <fmt/format.h>

#include <algorithm>

#include "conformance/referee/lines.hpp"
#include "conformance/referee/referee_case.hpp"
#include "conformance/suite/suite.hpp"

namespace conformance {

using rig::host::Played;
using rig::protocol::Seat;
using rig::protocol::Trick;

namespace {

class TrickCase : public RefereeCase {
 protected:
  /// Every trick of the contest under this aspect, by each player.
  void try_tricks(Aspect aspect) {
    const Seat first = beginners().front();
    std::vector<Trick> tricks;
    std::vector<Scenario> scenarios;
    for (const Trick& trick : contest().dialect->files()->tricks()) {
      if (trick.aspect != aspect) continue;
      for (const int ply : {trick.first_ply, trick.first_ply + 1}) {
        Scenario scenario{fmt::format("{} {} on ply {}", player_at(first, ply), trick.what, ply), first,
                          random_line(contest(), first, random(), ply).turns(),
                          trick.loses ? Fate::lost_by_form : Fate::left_to_host};
        scenario.turns.back().manner.trick = trick.name;
        scenarios.push_back(std::move(scenario));
        tricks.push_back(trick);
      }
    }
    const std::vector<Played> all = play(aspect, scenarios);
    for (std::size_t i = 0; i < all.size(); i += 2) {
      if (!tricks[i].loses) tell("a program that " + tricks[i].what, words_on(all[i]));
    }
  }

 private:
  /// What the host made of it, in a few words.
  static std::string words_on(const Played& played) {
    const rig::host::Announcement& told = played.announced;
    if (!told.made()) return "no result was announced; it " + played.how;
    return told.line.empty() ? fmt::format("it {}", played.how) : told.line;
  }
};

}  // namespace

CONFORMANCE_CASE_OF(RefereeCase, RefereeFiles, LaysOutTheGame,
                    "writes the current state of the game before each call",
                    Checks{.subject = "referee.board-file",
                           .also = {"referee.left-file", "referee.others-left", "referee.log-file",
                                    "referee.log-place", "referee.arguments", "referee.called"}}) {
  const Seat first = beginners().front();
  std::vector<Scenario> scenarios;
  for (const int plies : {5, 12, 1000}) {
    const Line line = random_line(contest(), first, random(), plies);
    const std::string what =
        line.over() ? std::string("a whole game") : fmt::format("a game of {} plies", plies);
    scenarios.push_back(ended(what, first, line));
  }
  play("referee.board-file", scenarios);
}

CONFORMANCE_CASE_OF(RefereeCase, RefereeFiles, LeavesOthersAlone,
                    "does not touch files that programs keep for themselves",
                    Checks{.subject = "referee.own-files"}) {
  const Seat first = beginners().front();
  std::vector<Scenario> scenarios;
  for (const int plies : {4, 9}) {
    Scenario scenario = ended(fmt::format("programs that keep files of their own, {} plies", plies), first,
                              random_line(contest(), first, random(), plies));
    for (ScriptedTurn& turn : scenario.turns) turn.manner.trick = "keeps-notes";
    scenarios.push_back(std::move(scenario));
  }
  play("referee.own-files", scenarios);
}

CONFORMANCE_CASE_OF(RefereeCase, RefereeFiles, TellsEachMove, "writes the messages of a game as they must be",
                    Checks{.subject = "referee.message",
                           .also = {"referee.colour", "referee.called", "referee.forward", "referee.first",
                                    "referee.second"}}) {
  const Seat first = beginners().front();
  std::vector<Scenario> scenarios;
  for (const int plies : {1, 6, 14})
    scenarios.push_back(ended(fmt::format("a game of {} plies", plies), first,
                              random_line(contest(), first, random(), plies)));
  play("referee.message", scenarios);
}

CONFORMANCE_CASE_OF(RefereeCase, RefereePass, IsForGood, "asks no player again that has passed",
                    Checks{.subject = "referee.pass-for-good"}) {
  const Seat first = beginners().front();
  std::vector<Scenario> scenarios;
  for (const int before : {0, 1, 4, 7}) {
    Line line = random_line(contest(), first, random(), before);
    line.play(line.ruling->pass());
    for (int ply = 0; ply < 3 && !line.over() && !line.ruling->must_pass(); ++ply)
      line.play(line.ruling->legal_moves().front());
    line.pass_to_the_end();
    scenarios.push_back(
        {fmt::format("{} passes on ply {}", player_at(first, before + 1), before + 1), first, line.turns()});
  }
  play("referee.pass-for-good", scenarios);
}

CONFORMANCE_CASE_OF(RefereeCase, RefereeResult, Tie, "decides a tie as the contest does",
                    Checks{.subject = "referee.tie"}) {
  constexpr int tries = 200;
  constexpr std::size_t enough = 3;
  const Seat first = beginners().front();
  std::vector<Scenario> scenarios;
  for (int i = 0; i < tries && scenarios.size() < enough; ++i) {
    Line line = random_line(contest(), first, random(), 4);
    line.pass_to_the_end();
    const rig::protocol::Result result = line.ruling->result();
    if (result.squares_left[0] == result.squares_left[1])
      scenarios.push_back({"both pass with as many squares covered", first, line.turns()});
  }
  if (scenarios.empty()) throw NotApplicable{"no tie was found", rig::report::Unassessed::reservation};
  play("referee.tie", scenarios);
}

CONFORMANCE_CASE_OF(RefereeCase, RefereeIllegal, WrongShape, "cells that are no such piece do not count",
                    Checks{.subject = "referee.shape"}) {
  const Seat first = beginners().front();
  std::vector<Scenario> scenarios;
  for (const int ply : {1, 2, 5}) {
    if (const auto scenario = breaking(contest(), first, "cells of no such piece", ply, random()))
      scenarios.push_back(*scenario);
  }
  if (scenarios.empty()) throw NotApplicable{"no such move was found", rig::report::Unassessed::reservation};
  play("referee.shape", scenarios);
}

CONFORMANCE_CASE_OF(TrickCase, RefereeTampering, WithTheGame,
                    "a program that changes what is not its own loses",
                    Checks{.subject = "referee.tampering"}) {
  try_tricks("referee.tampering");
}

CONFORMANCE_CASE_OF(TrickCase, RefereeTampering, WithTheOthersPieces,
                    "a program that changes the other's left pattern loses",
                    Checks{.subject = "referee.others-tampering"}) {
  try_tricks("referee.others-tampering");
}

CONFORMANCE_CASE_OF(TrickCase, RefereeTampering, WithTheLog, "how it handles a step log that was rewritten",
                    Checks{.subject = "referee.log-tampering"}) {
  try_tricks("referee.log-tampering");
}

CONFORMANCE_CASE_OF(TrickCase, RefereeAnswer, MoreThanOnePiece, "more than one piece in a turn loses",
                    Checks{.subject = "referee.one-piece"}) {
  try_tricks("referee.one-piece");
}

CONFORMANCE_CASE_OF(TrickCase, RefereeAnswer, FileGone, "a program that removes a file loses",
                    Checks{.subject = "referee.file-gone"}) {
  try_tricks("referee.file-gone");
}

CONFORMANCE_CASE_OF(TrickCase, RefereeAnswer, FileFormat, "an answer in a wrong format does not count",
                    Checks{.subject = "referee.file-format"}) {
  try_tricks("referee.file-format");
}

CONFORMANCE_CASE_OF(TrickCase, RefereeAnswer, NoRow, "a placement without a row of the pieces left loses",
                    Checks{.subject = "referee.missing-row"}) {
  try_tricks("referee.missing-row");
}

CONFORMANCE_CASE_OF(TrickCase, RefereeAnswer, ExitStatus, "how it handles exit statuses that do not fit",
                    Checks{.subject = "referee.status"}) {
  try_tricks("referee.status");
}

CONFORMANCE_CASE_OF(TrickCase, RefereeAnswer, Signal, "how it handles a program that a signal kills",
                    Checks{.subject = "referee.dies"}) {
  try_tricks("referee.dies");
}

}  // namespace conformance
