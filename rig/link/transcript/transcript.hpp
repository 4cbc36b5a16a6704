#pragma once
/// The transcript: every operation on a far end, with its result and times: the evidence for a verdict.
/// Recorded in every run and replayed through the same suite, it gives the same verdicts without the DUT.
///
/// A text file, one JSON value a line, each with its link of the chain (chain.hpp), which is left out here.
/// First the header: an object with `"transcript": 3`, what the run was (`program`, `contest`, `dut`, `seed`,
/// `options`, `plan`, `partial`, and as `identity` what else its verdicts depend on), and `links`: the
/// descriptions of the links that its cases were played on, one for each different opening of the DUT. Then
/// for each case a segment: `{"case": ID, "program": …, "contest": …, "dut": …, "seed": …, "link": {…}}`,
/// followed by its operations, each an array:
///   ["send", BYTES, NOT_BEFORE, FIRST_BIT, LAST_BIT]          bytes in hex, instants as [earliest, latest]
///   ns
///   ["receive", UNTIL, "byte", VALUE, FIRST_BIT, LAST_BIT]    or "timeout" UNTIL, "framing"/"break" VALUE
///   AT,
///                                                             "hang-up" HOW AT
///   ["receive", UNTIL, "bytes", VALUES, FIRST_BIT, LAST_BIT]  a run of bytes that came together (runs.hpp)
///   ["health", STALLED, FRAMING, PARITY, BREAKS, OVERRUNS, STARVED, SUSPENDED]   since the last one;
///                                                             behind it LOAD, where there was any
///   ["reset", DONE, READY, NOTE]   ["reseed", SEED]   ["note", TEXT]   ["wire", WHAT, ARGUMENTS…, SENT…]
///   ["rate", BAUD or null]                                    to which the DUT has set its side of the line
///   ["hints", [TEXT, …]]                                      on why a program does not answer; never empty
///   ["wire", "watch"]   ["wire", "edges", [[EARLIEST, LATEST, LEVEL], …]]     level 1: high
///   ["error", TEXT]                                           the rig's own failure, thrown again on replay
/// A text that is no UTF-8 (a command line, say) stands as {"hex": BYTES}.
/// The last line is {"lines": COUNT, "head": HASH}: what the chain came to.
///
/// Nothing in it differs when the same program runs the same DUT again in simulated or virtual time: what
/// does (the host, the date, whose board it is) stands in the file beside it (occasion.hpp).
///
/// A file with `"transcript": 2` was written before there was a chain: it has no links, no identity and no
/// last line. It is read, and `Transcript::head` is empty.
///
/// Where the DUT plays over files, the operations are "reset", "health", "note" and "error" as above, and
///   ["exchange", {FILE: CONTENT, …}, [ARGUMENT, …], [WATCHED, …], [READ_ONLY, …], PATIENCE, OUTCOME]
/// with the patience in ns and, as the outcome,
///   {"files": {FILE: CONTENT, …}, "exit": STATUS or null, "hung_up": null or [HOW, AT], "timed_out": BOOL,
///    "asked": INSTANT, "answered": INSTANT, "half_written": NS, "left_running": COUNT, "output": TEXT,
///    "error": TEXT}, and "hints": [TEXT, …] where there are any
///
/// While the run goes on (and when it was killed) the file is `PATH.unfinished`: the header says
/// `"unfinished": true` and lists no links, and `{"ended": ID}` follows each segment that is whole. What
/// comes after the last of those is not read.
///
/// A run on a referee under test has games in its segments in place of operations
/// (conformance/referee/host/recorded.hpp); its option `referee` names it, and `dut` in the header and the
/// segments is that name.
///
/// What stands more than once (the contest in the header, in its options and in each segment; the link in the
/// header and in the segments) must agree: a file that contradicts itself is refused when it is read, as is
/// one that holds more, less or other than what a recording writes.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rig/link/far_end.hpp"

namespace rig {

/// Which run a transcript, and each of its segments, is of.
struct RunIdentity {
  std::string program_version;
  std::string contest;
  std::string dut;
  std::uint64_t seed = 0;
};

/// What a run was, as far as its verdicts depend on it.
struct TranscriptHeader : RunIdentity {
  std::map<std::string, std::string> options;     ///< `games`, `declared-reset`, `team`, `timeout-scale` …
  std::vector<std::string> plan;                  ///< ids of the cases that were to run, in order
  std::vector<std::string> partial;               ///< why the run was no certificate
  std::map<std::string, std::string> identity{};  ///< `commit`, `clauses`, `program` …: see occasion.hpp
};

struct Transcript {
  TranscriptHeader header;
  std::map<std::string, std::vector<std::string>>
      segments;        ///< by case id: its lines, the first one names the link
  std::string head{};  ///< of the chain, as it was read; empty: the file is not chained
  /// Where the run goes on, or was killed: what the chain came to after the first line.
  std::string beginning{};
  /// By case id: the number of that first line in the file from which it was read.
  std::map<std::string, std::size_t> places{};

  /// Whether it holds games under a referee that was tested, and not operations on a far end: its lines are
  /// read by whoever played them.
  bool of_a_referee() const;

  /// The head that its occasion names: that of an unfinished one is written when there is no more than a
  /// first line.
  const std::string& head_of_occasion() const { return beginning.empty() ? head : beginning; }
};

/// The whole file: the header with the links of the segments, then the segments in the order of the plan.
std::string to_text(const Transcript& transcript);

/// The first line of a segment.
std::string segment_line(const std::string& case_id, const RunIdentity& run, const LinkInfo& info);

/// The link's description in a segment's first line. Its clock is a new domain. RigError when malformed.
LinkInfo link_in_segment_line(const std::string& line);

/// The text of a note, where this line of a segment is one.
std::optional<std::string> note_in_operation_line(const std::string& line);

/// Reads a transcript, and every line of it. UsageError names the file, the line and what is wrong with it:
/// what no recording writes (an unknown key, a byte of 99999, an instant that ends before it begins or lies
/// beyond `furthest_instant`, time that goes backwards), facts that contradict each other, with both, and the
/// first line at which the chain breaks.
Transcript read_transcript(const std::string& path);

/// Wraps a far end: everything goes through, and each operation is told to `sink` as one line (no line end).
std::unique_ptr<FarEnd> record(std::unique_ptr<FarEnd> inner, std::function<void(const std::string&)> sink);

/// Plays back a segment of a far end that was spoken to in this way. An operation that differs from the
/// recorded one is a RigError that names the place: for bytes sent, at which byte; for a file, which one and
/// its first byte that differs. Whether an answer in files is whole is not asked again.
std::unique_ptr<FarEnd> replay(Medium medium, const std::string& case_id,
                               const std::vector<std::string>& segment);

}  // namespace rig
