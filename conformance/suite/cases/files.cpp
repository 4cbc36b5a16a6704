/// What goes over files: their form, what may change in them and what may not, and where they lie.

#include <algorithm>
#include <chrono>

#include "conformance/suite/cases/amounts.hpp"
#include "conformance/suite/cases/files_case.hpp"
#include "conformance/suite/suite.hpp"

using namespace conformance;
using rig::protocol::Spelling;

namespace {

constexpr int rounds = 3;
constexpr auto a_few_polls = std::chrono::milliseconds(2500);  // programs look every second

}  // namespace

CONFORMANCE_CASE(Files, KeepTheirForm, "the files that it writes have the contest's format",
                 Checks{.subject = "board.format", .also = {"left.format", "left.newline", "file.exists"}}) {
  play_in_every_seat("random");
}

CONFORMANCE_CASE(Files, TellOnePlacement, "all files that it writes agree on one placement",
                 Checks{.subject = "board.difference", .also = {"left.difference", "left.agrees"}}) {
  play_in_every_seat("largest");
}

CONFORMANCE_CASE(Files, LeavesRecordAlone, "writes into no file of its host or of the other player",
                 Checks{.subject = "log.untouched", .also = {"left.others"}}) {
  play_in_every_seat("smallest");
}

// A way to lay out files is told from other defects by a game in the usual way: where that goes wrong
// already, the way is not to blame.

CONFORMANCE_CASE_OF(FilesCase, Files, WriteProtected, "plays on when the record is write-protected",
                    Checks{.subject = "log.read-only"}) {
  if (!plays_with({})) return;
  conclude("log.read-only", plays_with({.read_only_records = true}),
           "a game with a write-protected record went wrong", "write-protected record not read");
}

// The names of the files are given: whatever they are, and wherever the files lie.
CONFORMANCE_CASE_OF(FilesCase, Files, WhereTheyAreSaidToBe, "finds its files in a long path that has blanks",
                    Checks{.subject = "paths.given"}) {
  const std::string folder = "a game between two programs/" + std::string(120, 'x') + "/round 1 of 2";
  if (!plays_with({})) return;
  for (const std::string& where : {std::string("round 1"), folder}) {
    if (!conclude("paths.given", plays_with({.folder = where}),
                  "a game whose files lie in \"" + where + "\" went wrong", "files not found where they lie"))
      return;
  }
}

// Hosts and programs differ in whether the last line has an end.
CONFORMANCE_CASE_OF(FilesCase, Files, WithAFinalNewline,
                    "reads files with a newline at their end, and files without one",
                    Checks{.subject = "board.newline"}) {
  const bool without = plays_with({});
  const bool with = plays_with({.final_newline = true});
  if (!with && !without) return;
  conclude("board.newline", with && without,
           std::string("a game whose files end ") + (with ? "without" : "with") + " a newline went wrong",
           "end of the last line not read");
}

// The text has "Player = " and "PASS", its platform writes "player = " and "Pass". Who reads one of them
// alone is right by one of the two, and every other case lays out what it reads.
CONFORMANCE_CASE_OF(FilesCase, Files, InBothSpellings,
                    "reads its files in the text's spelling, and in the platform's",
                    Checks{.subject = "left.spelling", .also = {"log.spelling"}}) {
  if (!plays_with({})) return;
  const auto seat = [&](bool first) {
    return *std::find_if(contest().seats.begin(), contest().seats.end(),
                         [&](const rig::protocol::Seat& one) { return one.moves_first == first; });
  };
  const auto judge = [&](Aspect aspect, const char* word, bool text, bool platform) {
    if (!text && !platform) return not_reached(aspect, 2);
    conclude(aspect, text && platform,
             std::string("reads ") + word + " as " +
                 (text ? "the published rules spell" : "the contest's platform spells") + " it, but not as " +
                 (text ? "the contest's platform does" : "the published rules do"),
             "one spelling read alone");
  };
  const bool text = places_first({.header = Spelling::text}, seat(true));
  judge("left.spelling", "the line that names the player", text,
        places_first({.header = Spelling::platform}, seat(true)));
  const Spelling known = text ? Spelling::text : Spelling::platform;
  judge("log.spelling", "a pass in the record",
        places_first({.header = known, .pass = Spelling::text}, seat(false)),
        places_first({.header = known, .pass = Spelling::platform}, seat(false)));
}

CONFORMANCE_CASE(Program, ExitStatus, "ends by itself with status 0 for a placement and 1 for a pass",
                 Checks{.subject = "exit.status", .also = {"exit.ended"}}) {
  const auto other = opponent("outlasts");
  for (const rig::protocol::Seat& seat : contest().seats) {
    if (!play(seat, *other).sound) return;
  }
}

CONFORMANCE_CASE(Program, LeavesNothingRunning, "leaves no process behind",
                 Checks{.subject = "process.left"}) {
  const auto other = opponent("random");
  for (const rig::protocol::Seat& seat : contest().seats) {
    if (!play(seat, *other, {a_few_turns, {}}).sound) return;
  }
}

CONFORMANCE_CASE(Pass, LeavesFilesAlone, "a pass changes no file",
                 Checks{.subject = "pass.untouched", .also = {"pass.bytes"}}) {
  const auto other = opponent("outlasts");
  int reached = 0;
  for (int i = 0; i < many_games && reached == 0; ++i) {
    const GameReport game =
        play(contest().seats[static_cast<std::size_t>(i) % contest().seats.size()], *other);
    if (!game.sound) return;
    reached += game.forced_passes;
  }
  not_reached("pass.untouched", many_games);
  not_reached("pass.bytes", many_games);
}

// "PASS 後即無法繼續擺放拼圖": who has passed passes to the end.
CONFORMANCE_CASE_OF(FilesCase, Pass, IsForGood, "passes again if it is asked again after its pass",
                    Checks{.subject = "pass.absorbing"}) {
  const auto other = opponent("outlasts");
  int reached = 0;
  for (int i = 0; i < many_games && reached == 0; ++i) {
    const GameReport game =
        play(contest().seats[static_cast<std::size_t>(i) % contest().seats.size()], *other);
    if (!game.sound) return;
    if (game.passes == 0) continue;
    ++reached;
    ask_after_its_pass("pass.absorbing");
  }
  not_reached("pass.absorbing", many_games);
}

// messages that a program reads while it runs

CONFORMANCE_CASE(Messages, KeepTheirForm, "its messages have the right lines, numbers and flag",
                 Checks{.subject = "message.format", .also = {"message.flag", "message.id"}}) {
  play_in_every_seat("random");
}

CONFORMANCE_CASE(Messages, NameTheColour, "names the colour of its move, if it has two colours",
                 Checks{.subject = "message.colour"}) {
  constexpr int with_two_colours = 20;
  if (contest().board != with_two_colours) throw NotApplicable{"a player has one colour on this board"};
  play_in_every_seat("long-games");
}

CONFORMANCE_CASE(Messages, LeavesItsHostsAlone, "does not write into its host's messages, and does not exit",
                 Checks{.subject = "message.host-file", .also = {"process.ended"}}) {
  play_in_every_seat("smallest");
}

CONFORMANCE_CASE(Messages, AppearAtOnce, "writes its messages in one go, and nothing after their last line",
                 Checks{.subject = "message.whole", .also = {"message.lines", "message.line-ends"}}) {
  play_in_every_seat("largest");
}

CONFORMANCE_CASE_OF(FilesCase, Messages, OnlyWhenAsked, "writes one message for each that it is sent",
                    Checks{.subject = "message.unasked"}) {
  const auto other = opponent("long-games");
  for (const rig::protocol::Seat& seat : contest().seats) {
    for (int turns = 1; turns <= rounds; ++turns) {
      if (!play(seat, *other, {turns, {}}).sound || last_files() == nullptr) return;
      rig::FileRequest nothing;
      nothing.watched = last_files()->request.watched;
      if (!expect_no_answer("message.unasked", nothing, a_few_polls, "although nothing was asked")) return;
    }
  }
}

// A host says a message again when it is not sure that it was read.
CONFORMANCE_CASE_OF(FilesCase, Messages, SaidAgain, "does not answer a message that it has answered already",
                    Checks{.subject = "message.again"}) {
  const auto other = opponent("long-games");
  for (const rig::protocol::Seat& seat : contest().seats) {
    for (int turns = 1; turns <= rounds; ++turns) {
      if (!play(seat, *other, {turns, {}}).sound || last_files() == nullptr) return;
      if (!expect_no_answer("message.again", last_files()->request, a_few_polls,
                            "a message that was repeated"))
        return;
    }
  }
}

// A writer can be slow: what is half there is no message.
CONFORMANCE_CASE_OF(FilesCase, Messages, HalfWritten, "waits for the rest of a message that is half written",
                    Checks{.subject = "message.half"}) {
  if (!plays_with({})) return;
  const auto other = opponent("random");
  for (const rig::protocol::Seat& seat : contest().seats) {
    const GameReport game = play(seat, *other, {a_few_turns, {.gap = a_few_polls}});
    conclude("message.half", game.sound && early_answers() == 0,
             game.sound ? "it answered a message that was half written"
                        : "a game whose messages were half written for a while went wrong",
             game.sound ? "half a message answered" : "");
    if (!game.sound) return;
  }
}

// what the text asks of a first version

CONFORMANCE_CASE(Checkpoint, BothColours, "plays both colours to the end without an error or a violation",
                 Checks{.subject = "checkpoint.whole"}) {
  const auto other = opponent("random");
  bool played = true;  // a game that it gave away, by a late turn or by passing alone, shows nothing
  for (const rig::protocol::Seat& seat : contest().seats) {
    const GameReport game = play(seat, *other);
    if (!game.sound) {
      const auto verdict = game.misplayed ? rig::Verdict::fail : rig::Verdict::inconclusive;
      found(verdict, "checkpoint.whole", "a whole game (" + seat.name + ") went wrong");
      return;
    }
    played = played && game.finished && game.late_passes == 0 && game.dut_turns > game.passes;
  }
  if (played) passed("checkpoint.whole");
}

CONFORMANCE_CASE(Checkpoint, BeatsASimpleRobot, "wins more games than it loses against random play",
                 Checks{.subject = "checkpoint.wins"}) {
  constexpr int games = 6;
  const auto other = opponent("random");
  int won = 0;
  int lost = 0;
  for (int i = 0; i < games; ++i) {
    const GameReport game =
        play(contest().seats[static_cast<std::size_t>(i) % contest().seats.size()], *other);
    if (!game.sound) return;
    won += game.won ? 1 : 0;
    lost += game.lost ? 1 : 0;
  }
  conclude("checkpoint.wins", won > lost,
           std::to_string(won) + " games won and " + std::to_string(lost) + " lost against random play",
           "games lost");
}
