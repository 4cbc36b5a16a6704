#pragma once
/// The record of a run. Console, exit status, JUnit, JSON and HTML are views of this one structure;
/// workers stream CaseRecords, the parent puts them together and writes the views.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rig/base/bytes.hpp"
#include "rig/base/time.hpp"
#include "rig/measure/histogram.hpp"
#include "rig/measure/verdict.hpp"
#include "rig/measure/wire_drift.hpp"
#include "rig/protocol/picture.hpp"
#include "rig/report/gate/gate.hpp"

namespace rig::report {

/// How binding a requirement is. Only mandatory ones move the exit status.
enum class Level { mandatory, recommended, informational };
std::string_view to_string(Level level);
std::optional<Level> level_from(std::string_view word);

/// One exchange, as evidence: what was asked for, and what went over the link.
struct Evidence {
  std::string expected;            ///< in the contest's words: `a legal move within 1 s`
  Bytes sent;                      ///< the request; empty: nothing was asked
  Bytes received;                  ///< in answer
  std::vector<Latency> times;      ///< from the end of the request to the end of each of the first bytes
  std::optional<Latency> latency;  ///< to the end of a whole reply; nothing: none came
  Duration deadline{};             ///< what that was held against; zero: nothing
  std::string ending;              ///< how the far end hung up; empty: it did not
  bool texts = false;              ///< what was sent and received are texts in files, not bytes on a line
  /// When the last of it ended, on the link's clock: to find it in a waveform; in no report.
  std::optional<Duration> ended{};
};

/// Where in a DUT's life something was seen, so that its team can come there again.
struct Scene {
  int game = 0;      ///< since power-on, from 1; 0: before any game, or not known
  std::string seat;  ///< which one the DUT had, in the contest's words; empty: none
  std::vector<std::string>
      moves;          ///< of this game until then, in the order of play, as the contest writes them
  std::string check;  ///< the `rig check` line that replays them; empty: there is none
  std::vector<std::string> commands;  ///< how the DUT was started for this, as a shell takes it
  std::string folder;                 ///< where the files of that start are kept; empty: nowhere
  int board = 0;  ///< the size of the board where the host chose it; 0: as usual, or without a limit
};

/// One thing seen in a case that was not as expected, or worth telling. Passes are only counted.
struct Finding {
  Verdict verdict = Verdict::fail;
  std::string requirement;           ///< its id; empty for an error that concerns none
  std::string summary;               ///< one sentence in the contest's terms
  std::vector<std::string> details;  ///< what else there is to say, a line each
  std::optional<Evidence> evidence{};
  std::optional<protocol::BoardPicture> board{};
  /// What kind of wrong this is, without what differs from one time to the next: `occupied square`. Findings
  /// of one requirement and one kind have one cause. Empty: the summary has to do.
  std::string kind{};
  std::optional<Scene> scene{};
  std::vector<std::string> hints{};  ///< what the evidence suggests about the cause, a sentence each
};

/// What it means for a certificate that a clause was not assessed.
enum class Unassessed {
  ruled_out,    ///< nothing: the link or the variant of the game has no such thing
  reservation,  ///< it stands as a reservation: the state never came about, or the board states its limits
};

/// What a case found of one requirement.
struct Tally {
  std::uint64_t passes = 0;
  Verdict worst = Verdict::not_run;
  std::string why{};  ///< where it is not applicable; empty otherwise
  Unassessed unassessed = Unassessed::ruled_out;
};

/// A link's fact, known when a run has ended: whether the rig's clock kept step with the board's bit rate.
inline constexpr const char* fact_wire_drift = "clock against the wire";

/// One measured reply.
struct Sample {
  std::string kind;  ///< kind of request, as the contest writes it: `0`, `2X`, `4XXXX`
  Duration deadline{};
  Latency latency;
  std::string request{};            ///< in hexadecimal; of more than 64 bytes the SHA-256: `sha256:…`
  std::string reply{};              ///< the same
  std::optional<ReplySpan> span{};  ///< how long its bytes took; nothing: there is no wire, or it is one byte
};

/// So many replies to each kind of request are kept whole in a case; a run that goes on for hours has
/// millions.
inline constexpr std::size_t most_samples_kept = 10'000;
/// … and of the others so many.
inline constexpr std::size_t most_worst_samples = 100;

/// The replies to one kind of request that are counted, and not kept whole.
struct CountedSamples {
  Duration deadline{};
  LatencyHistogram histogram;
  Verdict verdict = Verdict::pass;  ///< the worst of them, held against the deadline
  std::vector<Sample> worst;        ///< those that took longest, whole, the longest first
};

/// Something measured in a case that is no latency.
struct Measurement {
  std::string name;                ///< `bit rate`
  std::string value;               ///< with unit and uncertainty: `+0.01 % (-0.02 to +0.03)`
  std::string limit;               ///< what it was held against; empty: nothing
  std::optional<Verdict> verdict;  ///< empty: it is only reported
};

/// Two settings tried against each other, cell by cell: where does the DUT still answer rightly? It only
/// reports.
struct Shmoo {
  static constexpr char answered = '+';
  static constexpr char not_answered = '-';
  std::string title;                 ///< what was tried in each cell
  std::string across;                ///< the setting of the columns, with its unit
  std::vector<std::string> columns;  ///< its values
  std::string down;                  ///< the setting of the rows
  std::vector<std::string> rows;
  std::vector<std::string> cells;  ///< for each row a letter for each column: `answered` or `not_answered`
};

/// The waveform of a case, where one was asked for.
struct WaveformRecord {
  std::string file;     ///< empty: none could be made
  std::string command;  ///< opens it in GTKWave, with the view that was saved beside it
  Duration from{};      ///< what is in it, since power-on: the time in the file
  Duration until{};
  std::optional<Duration> failure;  ///< where in it something went wrong; nothing: nothing did
  std::vector<std::string> notes;   ///< what else there is to say of it, a sentence's end each
  std::string error;                ///< why it cannot be relied upon; empty: it can
};

/// What became of one case.
struct CaseRecord {
  std::string id;     ///< `Handshake.AnswersWithTeamCode`: stable
  std::string title;  ///< one line for people
  Verdict verdict = Verdict::not_run;
  std::string reason;                         ///< why not applicable, inconclusive or error; empty otherwise
  std::map<std::string, Tally> requirements;  ///< by id; every requirement that the case cites
  std::vector<Finding> findings;
  std::vector<Sample> samples;                           ///< of each kind the first `most_samples_kept`
  std::map<std::string, CountedSamples> more_samples{};  ///< those after them, by kind
  std::vector<Measurement> measurements;
  std::optional<Shmoo> shmoo;
  std::optional<WaveformRecord> waveform{};
  std::map<std::string, std::uint64_t> counts;  ///< what was done: `games`, `exchanges`, `code 53e0` …
  std::optional<std::string>
      team;                ///< as the DUT first named itself in this case, quoted; nothing: it did not
  std::uint64_t seed = 0;  ///< of this case's own generator
  std::string board{};     ///< on which of several equal boards; empty: there is one
  Duration link_time{};    ///< on the link's clock
  Duration wall_time{};    ///< on the rig's
  std::string again;       ///< the command that runs this one case again
};

/// A requirement with what all cases together found of it.
struct RequirementRecord {
  std::string id;
  std::string text;    ///< the clause in our own words
  std::string source;  ///< where it stands in the published text
  Level level = Level::mandatory;
  bool testable = true;
  std::string why_not_testable;
  Verdict verdict = Verdict::not_run;  ///< not_run is shown as "not assessed"
  std::string reason;                  ///< why it was not assessed; empty where it was
  /// A mandatory clause that a whole run did not assess, and that is not ruled out by the link or the game.
  bool reserved = false;
  std::vector<std::string> cases;  ///< ids of the cases that check it
};

/// All latencies of one kind of request.
struct LatencyRecord {
  std::string kind;  ///< `4XXXX`
  Duration deadline{};
  LatencyHistogram histogram;
  Verdict verdict = Verdict::pass;  ///< the worst of its replies, held against the deadline
};

/// A setting as the run had it, for the record: name and value.
struct Setting {
  std::string name;
  std::string value;
};

/// Where the evidence came from, when nothing was run but an earlier run judged again.
struct ReplayRecord {
  std::string path;             ///< of the transcript
  std::string program_version;  ///< of the program that recorded it
  bool chained = true;  ///< false: it is older than the chain, and nothing shows whether it was changed
  bool dated = true;    ///< false: the file beside it with its occasion is missing
};

/// Which of a design's lines all cases together have reached.
struct RtlCoverage {
  /// A piece of a source file that no case reached.
  struct Unreached {
    std::string file;
    std::string lines;  ///< `18` or `20-24`
    std::string what;   ///< `if`, `else`, `case`, `block`
  };
  std::string file;  ///< in lcov's format
  std::uint64_t blocks = 0;
  std::uint64_t blocks_reached = 0;
  std::uint64_t toggles = 0;
  std::uint64_t toggles_reached = 0;
  std::vector<Unreached> unreached;
};

/// What became of failed cases of a simulated design that were run again with other values at power-on.
struct PowerOnTrial {
  std::vector<std::string> tried;           ///< ids of those cases
  std::vector<std::string> pass_from_zero;  ///< of these, those that pass when registers start at 0
  std::vector<std::string> pass_otherwise;  ///< … with another power-on seed
  std::vector<std::string> registers;       ///< which nobody resets or gives a value; empty: not known
};

/// Why a DUT that answered nothing did not, as far as trying things on its link could tell: see rig/doctor.
struct SilenceRecord {
  std::string cause;               ///< a sentence; empty: none was found
  std::string mend;                ///< what to do about it, a sentence
  std::vector<std::string> tried;  ///< what was tried and seen, a line each
};

/// The whole run.
struct RunRecord {
  std::string program_version;
  std::string contest;        ///< `chess-2031`
  std::string contest_title;  ///< `Chess contest of 2031`
  std::size_t codes = 0;      ///< how many ways to lay a tile requests can name; 0: they are not counted
  std::string role = "dut";   ///< what is tested, in one word for people: `dut`, `referee`
  std::string dut;            ///< as the user named it; in a replay: the one that was recorded
  std::string team_name;      ///< whose it is, as the user wants it printed; empty: not said
  std::string label;          ///< what the user calls this run or design; empty: nothing
  std::string far_end;        ///< what kind of thing it is, for the headline: `RTL in simulated time`
  std::optional<ReplayRecord> replay;
  std::string link_description;
  std::map<std::string, std::string> link_facts;
  std::string clock;  ///< `simulated`, `virtual`, `monotonic`
  Duration uncertainty{};
  Duration hold_back{};
  std::uint64_t seed = 0;
  std::vector<Setting> settings;
  std::vector<std::string> partial;  ///< why this is no certificate: `--filter …`; empty for a whole run
  bool gathered = false;             ///< from parts that were run before: nothing ran now
  bool strict = false;               ///< a certificate with reservations is none
  bool interrupted = false;
  std::string started;  ///< ISO 8601, UTC
  Duration wall_time{};
  std::vector<CaseRecord> cases;  ///< in the suite's order, those not run too
  std::vector<RequirementRecord> requirements;
  std::vector<LatencyRecord> latencies;
  /// By case id: deliberate faults that it is known to catch, the proof that it can fail.
  std::map<std::string, std::vector<std::string>> faults_caught;
  std::vector<std::string> errors;  ///< of the run as a whole: a worker died, a report could not be written
  std::string transcript_path;      ///< empty: none kept
  std::string transcript_sha256;
  std::string chain_head;       ///< of the transcript; empty: it is not chained
  std::string occasion_sha256;  ///< of the file beside the transcript that says when and where; empty: none
  std::string signed_by;        ///< the public key, in hexadecimal; empty: nobody signed
  /// What was tested by what, when and where, by the names in occasion.hpp; in a replay: as recorded.
  std::vector<Setting> identity;
  std::string command;                        ///< the command line of this run
  std::optional<RtlCoverage> rtl_coverage{};  ///< nothing: it was not asked for
  /// Nothing: it was not tried, or no case passed. No part of the evidence: a replay has none.
  std::optional<PowerOnTrial> power_on{};
  /// Nothing: it answered, or nothing was tried. No part of the evidence: a replay has none.
  std::optional<SilenceRecord> silence{};
  std::optional<Gate> gate;  ///< what it was held against beside the clauses; nothing: nothing
};

/// Adds a reply to a case: whole, or, where it has enough of its kind, to those that are counted.
void add_sample(CaseRecord& record, Sample sample);

/// Fills `requirements[*].verdict`, with the reason where one was not assessed, and `latencies` from the
/// cases: a requirement passes when at least one case of it passed and none did worse; else it is as bad as
/// the worst, or not assessed.
void conclude(RunRecord& run);

}  // namespace rig::report
