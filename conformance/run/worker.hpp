#pragma once
/// A worker: a process that runs a list of cases and tells its parent, line by line, what happens. The parent
/// runs no case itself, so that a case that kills its process takes nothing else with it.
///
/// From the parent, on standard input: one line of JSON, {"options": {…}, "cases": [ids], "places": {…},
/// "question": TEXT, "ask": BOOL, "live": BOOL}; later a line for each question, `done` or `nobody`, `go`,
/// `go FILE` (with this build of the DUT's model), `skip` or `stop`. To the parent, on descriptor 3, a line
/// each, the first character says what it is:
///   B ID     a case begins            T LINE   a line of its transcript (the first names the link)
///   R JSON   the record of a case     X TEXT   the worker itself cannot go on
///   N JSON   a model has to be built (models_of_run.hpp); the worker waits for the answer (answers.hpp)
///   V JSON   the answer to what it was asked for instead of cases (question)
///   P NUMBER the clock of a simulated DUT has gone on by so many nanoseconds since this was last told
///   S TEXT   something to tell the user
///   U TEXT   what the user gave does not fit: the run ends, and it is not the DUT's doing
///   D TEXT   what is being done before the case goes on; empty: done
///   A TEXT   something that a person has to do; the worker waits for the answer
///   M ID     may this case begin? asked before each where the job has "ask"; the worker waits for the answer

#include <map>
#include <string>
#include <vector>

#include "conformance/run/waves/wave_options.hpp"
#include "conformance/suite/environment.hpp"
#include "rig/link/exec/sandbox/sandbox.hpp"

namespace conformance {

inline constexpr int worker_channel = 3;

enum class Message : char {
  begin = 'B',
  transcript = 'T',
  record = 'R',
  broken = 'X',
  refused = 'U',
  simulated = 'P',
  say = 'S',
  ask = 'A',
  may_begin = 'M',
  doing = 'D',
  build = 'N',
  answer = 'V',
};

/// What a worker may be asked for instead of cases.
namespace question {
inline constexpr const char* link =
    "link";  ///< the line of a transcript in which the DUT, opened once, presents itself
inline constexpr const char* registers = "registers";  ///< the names of its registers that nobody resets
}  // namespace question

/// Where a worker may put files.
struct Places {
  std::string run;            ///< for game folders; empty: where it is played without any
  std::string kept;           ///< for the files with which a failing move runs again; empty: none are kept
  rig::Sandbox sandbox = {};  ///< of a program under test
  WaveOptions waves = {};
};

/// The job as the parent writes it. `board`: the DUT, or which of several equal boards is the worker's.
/// `ask`: whether it asks before each case. `question`: what it is asked for instead of cases; empty:
/// nothing. `live`: whether its lines are to come soon.
std::string job_line(const std::map<std::string, std::string>& options, const std::vector<std::string>& cases,
                     const std::string& board, const Places& places, bool ask, const std::string& question,
                     bool live);

/// The answer to whether a case may begin: `go`, `skip`, `stop`.
std::string word_of(Admission admission);

/// The main function of a worker process.
int worker_main();

}  // namespace conformance
