#include "rig/report/tests/sample_runs.hpp"

#include <cmath>
#include <utility>

#include "rig/base/random.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::report::samples {

namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

Latency around(Duration middle, Duration half) {
  return {middle - half, middle + half};
}

/// Latencies scattered over about a decade below `slowest`, the same on every machine.
void add_samples(CaseRecord& one, const std::string& kind, Duration deadline, Duration slowest, int count) {
  Random random(derive_seed(1, one.id + kind));
  for (int i = 0; i < count; ++i) {
    const double spread = (random.below(1000) + random.below(1000) + random.below(1000)) / 3000.0;
    const double size = static_cast<double>(slowest.count()) * std::pow(10.0, (spread - 1.0) * 1.2);
    one.samples.push_back({kind, deadline, around(Duration(std::llround(size)), microseconds(40))});
  }
}

CaseRecord new_case(const std::string& id, const std::string& title, Verdict verdict) {
  CaseRecord one;
  one.id = id;
  one.title = title;
  one.verdict = verdict;
  one.seed = derive_seed(42, id);
  one.link_time = milliseconds(1840);
  one.wall_time = milliseconds(212);
  one.team = "\"RD\"";
  one.again = "certify --contest icfpt2014 --dut serial:/dev/ttyUSB0 --seed 42 --filter " + id;
  return one;
}

RequirementRecord requirement(const std::string& id, const std::string& text, Level level,
                              std::vector<std::string> cases) {
  RequirementRecord one;
  one.id = id;
  one.text = text;
  one.source = "ICFPT 2014 design contest, rules, \"Protocol\"";
  one.level = level;
  one.cases = std::move(cases);
  return one;
}

RunRecord frame_of_a_run() {
  RunRecord run;
  run.program_version = "0.1.0";
  run.contest = "icfpt2014";
  run.contest_title = "ICFPT 2014 design contest (Blokus Duo)";
  run.codes = 168;
  run.dut = "serial:/dev/ttyUSB0";
  run.link_description = "115200 baud, 8N1, FTDI FT232R";
  run.link_facts = {{"adapter", "FTDI FT232R USB UART"}, {"latency timer", "1 ms"}, {"low_latency", "set"}};
  run.clock = "monotonic";
  run.uncertainty = microseconds(87);
  run.hold_back = milliseconds(16);
  run.seed = 18446744073709551615ULL;
  run.settings = {{"games", "4"}, {"opponent", "random"}, {"jobs", "1"}};
  run.started = "2031-05-04T09:30:00Z";
  run.wall_time = seconds(83);
  run.transcript_path = "runs/2031-05-04T093000Z/transcript.jsonl";
  run.transcript_sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  run.command = "certify --contest icfpt2014 --dut serial:/dev/ttyUSB0";
  run.requirements = {
      requirement("ICFPT14-INIT-1", "Asked with \"0\", the board answers with its team code.",
                  Level::mandatory, {"Handshake.AnswersWithTeamCode"}),
      requirement("ICFPT14-INIT-3", "The answer arrives within one second.", Level::mandatory,
                  {"Handshake.AnswersWithTeamCode"}),
      requirement("ICFPT14-MOVE-2", "Every move covers only free squares.", Level::mandatory,
                  {"Moves.AreLegalInWholeGames"}),
      requirement("ICFPT14-MOVE-5", "A move arrives within one second of the request.", Level::mandatory,
                  {"Deadlines.HoldInWholeGames"}),
      requirement("ICFPT14-PASS-1", "A board that cannot move answers with a pass.", Level::mandatory,
                  {"Pass.OnlyWhenNothingFits"}),
      requirement("ICFPT14-WIRE-4", "The board tolerates a bit rate that is 2 % off.", Level::recommended,
                  {"Wire.ToleratesBitRateOffset"}),
  };
  RequirementRecord human =
      requirement("ICFPT14-GEN-7", "The board was designed by the team.", Level::mandatory, {});
  human.testable = false;
  human.why_not_testable = "nothing on the wire tells who designed it";
  run.requirements.push_back(human);
  return run;
}

void cite(CaseRecord& one, const std::string& id, std::uint64_t passes, Verdict worst) {
  one.requirements[id] = {passes, worst};
}

/// A game in which "76d0" is laid over a square of either player, with one square that must still be covered.
protocol::BoardPicture a_board() {
  protocol::BoardPicture board;
  board.caption = "ply 17, first on (5,5)";
  board.move = "76d0";
  for (const char name : std::string_view("123456789abcde")) board.columns.emplace_back(1, name);
  board.rows = board.columns;
  board.cells = {"..............", "..............", "..............", "....1.........", "...11.2.......",
                 "...1.222......", "....11..2.....", "....1..22.....", "..............", ".........S....",
                 "..............", "..............", "..............", ".............."};
  board.marks.assign(14, "..............");
  board.marks[4] = "......*.......";
  board.marks[5] = "......*.......";
  board.marks[6] = ".....**.......";
  return board;
}

CaseRecord good_handshake() {
  CaseRecord one =
      new_case("Handshake.AnswersWithTeamCode", "answers \"0\" with its team code", Verdict::pass);
  cite(one, "ICFPT14-INIT-1", 1, Verdict::pass);
  cite(one, "ICFPT14-INIT-3", 1, Verdict::pass);
  one.samples.push_back({"0", seconds(1), around(microseconds(3660), microseconds(40))});
  one.counts = {{"exchanges", 1}};
  return one;
}

CaseRecord good_games() {
  CaseRecord one =
      new_case("Moves.AreLegalInWholeGames", "plays only legal moves in whole games", Verdict::pass);
  cite(one, "ICFPT14-MOVE-2", 88, Verdict::pass);
  add_samples(one, "2X", seconds(1), milliseconds(31), 4);
  add_samples(one, "4XXXX", seconds(1), milliseconds(412), 84);
  one.counts = {{"games", 4}, {"exchanges", 88}};
  return one;
}

}  // namespace

RunRecord certified_run() {
  RunRecord run = frame_of_a_run();
  run.team_name = "Rook & Bishop, Example University";
  run.label = "revision B, with the new move generator";
  CaseRecord deadlines = new_case("Deadlines.HoldInWholeGames", "answers every move in time", Verdict::pass);
  cite(deadlines, "ICFPT14-MOVE-5", 40, Verdict::pass);
  add_samples(deadlines, "4XXXX", seconds(1), milliseconds(380), 40);
  CaseRecord pass = new_case("Pass.OnlyWhenNothingFits", "passes only when nothing fits", Verdict::pass);
  cite(pass, "ICFPT14-PASS-1", 4, Verdict::pass);
  CaseRecord wire =
      new_case("Wire.ToleratesBitRateOffset", "understands a bit rate 2 % off", Verdict::not_applicable);
  wire.reason = "this link has no wire to disturb";
  cite(wire, "ICFPT14-WIRE-4", 0, Verdict::not_applicable);
  run.cases = {good_handshake(), good_games(), deadlines, pass, wire};
  conclude(run);
  return run;
}

RunRecord failing_run() {
  RunRecord run = frame_of_a_run();
  CaseRecord moves =
      new_case("Moves.AreLegalInWholeGames", "plays only legal moves in whole games", Verdict::fail);
  cite(moves, "ICFPT14-MOVE-2", 37, Verdict::fail);
  add_samples(moves, "2X", seconds(1), milliseconds(31), 4);
  add_samples(moves, "4XXXX", seconds(1), milliseconds(412), 84);
  moves.counts = {{"games", 4}, {"exchanges", 88}};
  moves.findings.push_back(
      {Verdict::fail,
       "ICFPT14-MOVE-2",
       "game 3, move 17: 76d0 covers squares that are taken",
       {"the referee of this contest ends the game here"},
       Evidence{
           "a legal move (23 exist, for example \"83c0\") within 1 s",
           to_bytes("476d0"),
           to_bytes("76d0"),
           {around(microseconds(111700), microseconds(40)), around(microseconds(111790), microseconds(40)),
            around(microseconds(111870), microseconds(40)), around(microseconds(111960), microseconds(40))},
           around(microseconds(111960), microseconds(40)),
           seconds(1),
           ""},
       a_board()});
  CaseRecord deadlines = new_case("Deadlines.HoldInWholeGames", "answers every move in time", Verdict::fail);
  cite(deadlines, "ICFPT14-MOVE-5", 39, Verdict::fail);
  add_samples(deadlines, "4XXXX", seconds(1), milliseconds(700), 39);
  deadlines.samples.push_back({"4XXXX", seconds(1), around(milliseconds(1840), microseconds(40))});
  deadlines.samples.push_back({"4XXXX", seconds(1), around(seconds(120), microseconds(40))});
  deadlines.findings.push_back(
      {Verdict::fail,
       "ICFPT14-MOVE-5",
       "game 1, move 9: the reply took 1.84 s, the deadline is 1 s",
       {},
       Evidence{
           "a move within 1 s",
           to_bytes("476d0"),
           to_bytes("83c0"),
           {around(microseconds(1839700), microseconds(40)), around(microseconds(1839790), microseconds(40)),
            around(microseconds(1839870), microseconds(40)), around(microseconds(1840000), microseconds(40))},
           around(microseconds(1840000), microseconds(40)),
           seconds(1),
           ""}});
  CaseRecord pass =
      new_case("Pass.OnlyWhenNothingFits", "passes only when nothing fits", Verdict::inconclusive);
  pass.reason = "the game ended before the board had to pass";
  cite(pass, "ICFPT14-PASS-1", 3, Verdict::inconclusive);
  pass.findings.push_back({Verdict::inconclusive,
                           "ICFPT14-PASS-1",
                           "the reply took 1 s within the uncertainty of this link",
                           {"measured  999.97 ms to 1000.05 ms"}});
  CaseRecord reset = new_case("Reset.ComesBackAfterPowerOn", "answers again after power-on", Verdict::error);
  reset.reason = "the adapter vanished: /dev/ttyUSB0: No such device";
  cite(reset, "ICFPT14-INIT-1", 0, Verdict::error);
  CaseRecord wire = new_case("Wire.ToleratesBitRateOffset", "understands a bit rate 2 % off", Verdict::fail);
  cite(wire, "ICFPT14-WIRE-4", 1, Verdict::fail);
  wire.findings.push_back({Verdict::fail,
                           "ICFPT14-WIRE-4",
                           "no reply at +2 %",
                           {},
                           Evidence{"a team code within 1 s",
                                    to_bytes("0"),
                                    {},
                                    {},
                                    {},
                                    seconds(1),
                                    "the program ended with status 1"}});
  wire.measurements = {
      {"bit rate of the board", "+2.01 % (+1.98 to +2.04)", "ICFPT14-WIRE-5: ±1.5 %", Verdict::fail},
      {"bit rate of the board", "+2.01 % (+1.98 to +2.04)", "ICFPT14-WIRE-3: ±2.5 %", Verdict::pass},
      {"gaps between bytes", "0 s to 60 ns", "", std::nullopt}};
  wire.shmoo = Shmoo{"\"0\" and the first request of a game",
                     "host's bit rate, %",
                     {"-6", "-4", "-2", "+0", "+2", "+4", "+6"},
                     "gap",
                     {"0 s", "1.00 ms", "20.0 ms"},
                     {"-++++--", "-+++---", "-++----"}};
  CaseRecord glitch =
      new_case("Wire.IgnoresGlitches", "takes no glitch for a start bit", Verdict::not_applicable);
  glitch.reason = "this link cannot put a glitch on the wire";
  run.cases = {good_handshake(), moves, deadlines, pass, reset, wire, glitch};
  run.requirements[0].cases.emplace_back("Reset.ComesBackAfterPowerOn");
  run.requirements[4].source = "ICFPT 2014 design contest, rules, \"Pass\"";
  conclude(run);
  return run;
}

RunRecord hostile_run() {
  RunRecord run = failing_run();
  run.dut = "exec:./player --name '<b>&\"x\"' \x1b[2J";
  run.contest_title = "<script>alert(1)</script> & ]]> \xff\xfe";
  run.team_name = "<img src=x> " + std::string(60, 't') + " \x1b[2J";
  run.label = "</td><script>alert(1)</script> \xff";
  run.link_facts["path"] = std::string(300, 'x');
  run.errors = {"worker 2 died: \x1b]0;title\x07 \xc3\x28"};
  CaseRecord& moves = run.cases[1];
  moves.title = "title with <i>markup</i>, \"quotes\", 'apostrophes' & a bell \x07";
  moves.findings[0].summary = "received \x01\x02\x7f\x80\xff </td></script> ]]> line\nbreak";
  moves.findings[0].details.emplace_back(
      "\xe2\x80\xae reversed, \xed\xa0\x80 surrogate, \xef\xbf\xbf no character");
  moves.findings[0].details.push_back("received " + std::string(400, 'a'));
  moves.findings[0].evidence->expected = "<b>a legal move</b> " + std::string(200, 'w') + " \xff\x1b[2J";
  moves.findings[0].evidence->received = Bytes(300, '<');
  moves.findings[0].evidence->ending = "ended & \x07";
  moves.findings[0].board->caption = "</title><script>\xff";
  moves.findings[0].board->columns[3] = "<d>";
  moves.findings[0].board->off_board = {"(\"f\",<3>)"};
  moves.findings[0].hints = {"a <b>hint</b> \x1b[1m " + std::string(120, 'h')};
  moves.findings[0].scene = Scene{3,
                                  "<i>first</i> \xff",
                                  std::vector<std::string>(60, "<65t2>"),
                                  "rig check '" + std::string(200, 'm') + "' \x07",
                                  {"./player --board <x> " + std::string(150, 'p'), "cat \x1b"},
                                  "/tmp/" + std::string(150, 'f') + "/<kept>"};
  moves.again = "certify --dut 'exec:a & b < c > d \"e\"' --filter Moves.AreLegalInWholeGames";
  moves.samples[0].kind = "<2X>\x01";
  moves.counts["<code>"] = 1;
  Shmoo& shmoo = *run.cases[5].shmoo;
  shmoo.title = "\"<b>\x1b[2J\" & \xff";
  shmoo.down = std::string(60, 'd');
  shmoo.rows[1] = "<i>";
  for (std::string& column : shmoo.columns) column = std::string(30, 'c') + "\x07";
  run.cases[5].measurements[0] = {std::string(90, 'n'), "<v>\x1b " + std::string(90, 'v'), "\xff limit", {}};
  moves.waveform = WaveformRecord{"/tmp/" + std::string(150, 'w') + "/<w>.fst",
                                  "gtkwave '<w>' \x1b[2J",
                                  Duration(1),
                                  Duration(99),
                                  std::nullopt,
                                  {"<b>note</b> \x1b"},
                                  "</p><script> \xff"};
  run.rtl_coverage = RtlCoverage{
      "<c>.info", 40,  37,
      200,        150, {{"<b>.sv", "18,20-24", "if \x1b[2J"}, {std::string(200, 'd') + ".sv", "7", "block"}}};
  run.power_on = PowerOnTrial{{"<A>", "B\x1b[2J"}, {"<A>"}, {}, {"\xff<u>.state", std::string(200, 'r')}};
  run.silence = SilenceRecord{"<b> \xff\x1b[2J", std::string(200, 'm') + "</p>", {"<i>: \x1b"}};
  run.requirements[2].text = "1 < 2 && 3 > 2 \"quoted\"";
  conclude(run);
  return run;
}

RunRecord interrupted_run() {
  RunRecord run = frame_of_a_run();
  run.interrupted = true;
  run.partial = {"--filter 'Handshake.*:Moves.*'", "the deadline was changed: --deadline-scale 2"};
  CaseRecord moves =
      new_case("Moves.AreLegalInWholeGames", "plays only legal moves in whole games", Verdict::not_run);
  cite(moves, "ICFPT14-MOVE-2", 0, Verdict::not_run);
  run.cases = {good_handshake(), moves};
  conclude(run);
  return run;
}

namespace {

/// The board after these moves, with one more marked.
protocol::BoardPicture board_after(const std::vector<std::string>& moves, const std::string& marked) {
  const protocol::Contest& trax = protocol::find_contest("heart-trax");
  const auto ruling = trax.new_game(trax.seats[0]);
  for (const std::string& move : moves) ruling->play({move});
  protocol::BoardPicture board = ruling->picture({marked});
  board.caption = "ply " + std::to_string(moves.size() + 1) + ", White";
  return board;
}

/// As large as a board is ever shown, with the longest names that boards have.
protocol::BoardPicture a_full_board() {
  protocol::BoardPicture board;
  board.caption = "ply 4711, Black";
  board.move = "AAB1235+";
  board.kind = protocol::BoardPicture::Kind::paths;
  constexpr std::string_view letters = "vhabcd.";
  for (std::size_t i = 0; i < 13; ++i) {
    board.columns.push_back(std::string("AA") + static_cast<char>('A' + i));
    board.rows.push_back(std::to_string(1230 + i));
    std::string& cells = board.cells.emplace_back();
    for (std::size_t j = 0; j < 13; ++j) cells += letters[(i * i + j * j + i * j) % letters.size()];
  }
  board.marks.assign(13, std::string(13, protocol::BoardPicture::plain));
  board.marks[5][1] = protocol::BoardPicture::marked;
  return board;
}

}  // namespace

RunRecord trax_run() {
  RunRecord run = frame_of_a_run();
  run.contest = "heart-trax";
  run.contest_title = "HEART design competition: Trax over RS-232";
  CaseRecord moves =
      new_case("Moves.AreLegalInWholeGames", "plays only legal moves in whole games", Verdict::fail);
  cite(moves, "ICFPT14-MOVE-2", 37, Verdict::fail);
  moves.findings = {
      {Verdict::fail,
       "ICFPT14-MOVE-2",
       "game 1, move 9: B3\\ is illegal: cascade",
       {},
       std::nullopt,
       board_after({"@0/", "B1+", "C1/", "C2\\", "@1+", "A2/", "A3/", "D3\\"}, "B3\\")},
      {Verdict::fail, "ICFPT14-MOVE-2", "game 2, move 4711: occupied", {}, std::nullopt, a_full_board()},
      {Verdict::fail, "ICFPT14-MOVE-2", "game 3, move 1: first", {}, std::nullopt, board_after({}, "A1+")},
  };
  run.cases = {good_handshake(), moves};
  conclude(run);
  return run;
}

RunRecord empty_run() {
  return {};
}

RunRecord gated_run() {
  RunRecord run = failing_run();
  run.clock = "simulated";
  run.link_facts["clock_hz"] = "50000000";
  Gate gate;
  gate.comparison = Comparison{"old <1>.json",
                               "2031-05-03T09:30:00Z",
                               "2.5%",
                               "cycles",
                               "",
                               {"the device was rtl:a, and is rtl:b"},
                               90,
                               2,
                               1,
                               std::nullopt,
                               {{"Moves.AreLegalInWholeGames", 3, "4XXXX", "3434646f36", 13020, 13400}},
                               {{"Deadline.EveryReply", 2, "the request was 34, and is 36"}},
                               {"ICFPT14-MOVE-2"},
                               {"ICFPT14-INIT-1"},
                               {"ICFPT14-INIT-3"}};
  const auto known = [&](const std::string& id, KnownOutcome outcome) {
    gate.known.push_back({"", id, "our <issue> 12 \x1b", "2031-05-04", "known.toml", 4, outcome});
  };
  known("ICFPT14-MOVE-2", KnownOutcome::failed);
  known("ICFPT14-INIT-1", KnownOutcome::passed);
  known("ICFPT14-PASS-1", KnownOutcome::not_assessed);
  known("ICFPT14-PASS-2", KnownOutcome::expired);
  run.cases[1].waveform = WaveformRecord{
      "w.fst", "gtkwave w.fst w.gtkw", Duration(5), Duration(25'000'000), Duration(20'000'000), {"0.3 MB"},
      ""};
  run.gate = gate;
  return run;
}

std::vector<NamedRun> all_runs() {
  return {{"certified", certified_run()}, {"failing", failing_run()},
          {"hostile", hostile_run()},     {"interrupted", interrupted_run()},
          {"trax", trax_run()},           {"gated", gated_run()},
          {"empty", empty_run()},         {"full", full_run()}};
}

RunRecord full_run() {
  RunRecord run = gated_run();
  run.replay = ReplayRecord{"runs/<1>/transcript.jsonl", "0.1.0", true, false};
  run.identity = {{"commit", "<none>"}};
  run.faults_caught = {{"Moves.AreLegal", {"late", "occupied"}}};
  run.rtl_coverage = RtlCoverage{"c.info", 40, 37, 200, 150, {{"b.sv", "18", "if"}}};
  run.power_on = PowerOnTrial{{"Moves.AreLegal"}, {"Moves.AreLegal"}, {}, {"u.state"}};
  run.silence = SilenceRecord{"a reply stays in a buffer", "flush it", {"buffers: without one it answers"}};
  run.cases.push_back(full_case());
  return run;
}

CaseRecord full_case() {
  CaseRecord one;
  one.id = "Moves.AreLegal";
  one.title = "title with \"quotes\", \\ and \n a newline, and ✓";
  one.verdict = Verdict::inconclusive;
  one.reason = "bytes: \xff\x80 that are no UTF-8";
  one.requirements = {{"A-1", {3, Verdict::fail}},
                      {"A-2", {0, Verdict::not_run}},
                      {"A-\xff", {18446744073709551615ULL, Verdict::pass}}};
  one.findings = {{Verdict::fail, "A-1", "summary", {"one", std::string("nul \0 inside", 12), "\x1b[0m"}},
                  {Verdict::error, "", "", {}},
                  {Verdict::fail, "A-1", "paths", {}}};
  one.findings[0].evidence = Evidence{"a \xff move",
                                      {0x00, 0xff},
                                      {0x0d, 0x80},
                                      {{Duration(-1), Duration(7)}, {-longest_duration, longest_duration}},
                                      Latency{Duration(5), Duration(6)},
                                      Duration(2000000000),
                                      "ended"};
  one.findings[0].board = protocol::BoardPicture{
      "ply 1, \xff", "53e0", {"1", "2"}, {"a", "b", "c"}, {".1", "2S", ".."}, {"*.", "..", "**"}, {"(f,3)"}};
  one.findings[0].kind = "kind \x01";
  one.findings[0].scene =
      Scene{3, "first \xff", {"65t2", "a b"}, "rig check 'x'", {"./p -W", ""}, "/tmp/<kept>"};
  one.findings[0].hints = {"one-based?", "\x1b[1m"};
  one.findings[1].scene = Scene{};
  one.findings[1].evidence = Evidence{};
  one.findings[1].board = protocol::BoardPicture{};
  one.findings[2].board = protocol::BoardPicture{
      "ply 2", "B1+", {"A", "B"}, {"1"}, {"a."}, {".*"}, {}, protocol::BoardPicture::Kind::paths};
  one.samples = {{"4XXXX",
                  Duration(1000000000),
                  {Duration(-1), Duration(7)},
                  "34ff",
                  "sha256:\xff",
                  ReplySpan{4, Duration(3), Duration(5)}},
                 {"0", longest_duration, {-longest_duration, longest_duration}}};
  one.more_samples["4X\xff"] = {Duration(77), {}, Verdict::inconclusive, {one.samples[0]}};
  for (const Duration took : {Duration(5), Duration(2000), Duration(900'000'000'000)})
    one.more_samples["4X\xff"].histogram.add({took - Duration(3), took});
  one.measurements = {{"bit rate", "+0.01 % (-0.02 to +0.03)", "±2.5 %", Verdict::pass},
                      {"gap \xff", "0 s", "", std::nullopt}};
  one.shmoo =
      Shmoo{"a game is opened", "bit rate, %", {"-1", "0", "+1"}, "gap", {"0 s", "20 ms"}, {"-++", "+--"}};
  one.waveform = WaveformRecord{"waves/a \xff.fst", "gtkwave 'a b'",     Duration(1), Duration(99),
                                Duration(50),       {"1 MB", "shorter"}, "no \x01"};
  one.counts = {{"games", 4}, {"code 53e0", 1}};
  one.seed = 18446744073709551615ULL;
  one.board = "serial:/dev/board \"2\"";
  one.link_time = Duration(12);
  one.wall_time = Duration(34);
  one.again = "certify --filter 'Moves.AreLegal'";
  return one;
}

}  // namespace rig::report::samples
