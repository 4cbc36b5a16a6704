#pragma once
/// The command line of `certify`, and the help on it.

#include <optional>
#include <set>
#include <string>

#include "conformance/run/gate/comparison.hpp"
#include "conformance/run/plan.hpp"
#include "conformance/run/waves/wave_options.hpp"
#include "conformance/suite/options.hpp"

namespace conformance {

/// A list that is asked for in place of a run.
enum class Listing { none, cases, faults, requirements, clauses_page };

/// The command line, as the user wrote it.
struct CommandLine {
  RunOptions options;
  Selection selection;
  Listing listing = Listing::none;
  std::set<std::string> given;  // the options that the user named: `seed`
  bool by_project = false;      // the DUT is that of the project file
  int jobs = 0;                 // 0: as many as suits the link
  std::string parts;            // the folder of the parts of a run; empty: it is run in one piece
  int part = 0;                 // which of them to run; 0: none
  int max_failures = 0;         // 0: a run goes on whatever fails
  bool quiet = false;
  bool no_doctor = false;    // nothing is tried on a DUT that answers nothing
  bool last_failed = false;  // the cases that the last run left open
  bool watch = false;        // again after each change of a source
  bool strict = false;
  std::string live;       // where a live page of the run is served, [HOST:]PORT; empty: nowhere
  std::string team_name;  // these two are printed and change nothing
  std::string label;
  std::string bitstream;    // the file with which the board was configured
  std::string seed_from;    // the text from which the seed was derived; empty: none
  std::string seed_chosen;  // how the seed came about: drawn, given, derived
  bool sign = false;        // the run is signed when all is over
  std::string log;          // where its begin and its end are written down, signed; empty: nowhere
  std::string signing_key;  // the file of the key for both, which is closed while anything under test runs
  std::optional<rig::Duration>
      budget;                    // for the suite, in the DUT's own time; none: it takes as long as it takes
  bool plan = false;             // print what the run would ask for, in place of it
  bool again = false;            // what a transcript recorded is run anew
  std::string sandbox = "auto";  // whether programs and RTL run in one: auto, require or off
  std::vector<std::string> sandbox_shows;  // what they are to see there besides their own
  std::string reports;                     // the folder for reports that are not named one by one
  std::string junit;
  std::string json;
  std::string html;
  std::string transcript;
  std::string matrix;     // where to write the fault matrix; empty: an ordinary run
  std::string baseline;   // the JSON report of an earlier run; empty: the run is held against none
  Allowance allowance;    // by how much a reply may take longer than in that run
  std::string expect;     // the file of known failures; empty: none is expected
  std::string annotate;   // the CI system for which to print annotations: `github`; empty: none
  WaveOptions waves;      // of which cases waveforms are written
  bool coverage = false;  // whether the lines of the RTL that were reached are counted
  std::string text;       // the whole line, for the record
};

/// Reads it. Empty: `--help` was answered. UsageError for an option that does not exist, with the nearest
/// that does, for a value that is not allowed, and for options that do not go together.
std::optional<CommandLine> parse_command_line(int argc, char** argv);

}  // namespace conformance
