#pragma once
/// A run in parts, for a farm of machines: a part runs what one worker of `--jobs N` runs, wherever it likes,
/// and leaves what it heard from its worker in a folder: the transcript, and the records of its cases.
/// Whoever gathers the parts judges each transcript again, and then hears the same, in place of workers; the
/// rest of the run is the same program.
///
///   DIR/part-3-of-8/transcript.jsonl   the evidence of the part, chained like that of any run
///   DIR/part-3-of-8/part.json          {"part": 3, "of": 8, "head": HASH, "errors": [TEXT…], "records": […]}
///
/// `part.json` is written last, and whole: a part without it is missing.

#include <string>
#include <vector>

#include "conformance/run/command_line.hpp"
#include "conformance/run/run.hpp"
#include "rig/link/transcript/transcript.hpp"

namespace conformance {

/// Which of how many, from 1.
struct Part {
  int number = 1;
  int of = 1;

  std::string folder_in(const std::string& parts) const;
  std::string transcript_in(const std::string& parts) const;
  std::string name() const;  ///< `part 3 of 8`
};

/// The exit status of a part that its surroundings kept from its work, so that it is worth another try
/// (EX_TEMPFAIL of sysexits.h).
inline constexpr int worth_another_try = 75;

/// Whether this command line runs one part.
bool runs_a_part(const CommandLine& line);
/// Whether it gathers parts that were run.
bool gathers_parts(const CommandLine& line);

/// The list of the worker that this part is. UsageError where there are more parts than cases.
std::vector<std::string> cases_of(const Part& part, const RunPlan& plan);

/// Removes the records of an earlier try.
void begin_part(const std::string& parts, const Part& part);

/// Puts the records beside the part's transcript. `head`: what its chain came to.
void write_part(const std::string& parts, const Part& part, const std::string& head, const RunResult& result);

/// Whether the surroundings failed: the rig had an error, or a case of the part has.
bool failed_by_surroundings(const RunResult& result);

/// RigError that names every part that is missing.
void expect_all_parts(const std::string& parts, int of);

/// The parts in place of workers: the listener hears of each case that has ended, and the operations go to
/// the plan's transcript. `whole`: the header of the run, which those of the parts must agree with. Each part
/// is judged again from its transcript. UsageError for a part of another run, and for one whose records are
/// not what its transcript gives, with the case and both values.
RunResult gather_parts(const std::string& parts, const RunPlan& plan, const rig::TranscriptHeader& whole,
                       RunListener& listener);

}  // namespace conformance
