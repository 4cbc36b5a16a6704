#pragma once
/// A run while it goes on: what its subject and its outcome share.

#include <map>
#include <string>
#include <vector>

#include "conformance/run/budget/spending.hpp"
#include "conformance/run/command_line.hpp"
#include "conformance/run/gate/gate.hpp"
#include "conformance/run/logged_run.hpp"
#include "conformance/run/run.hpp"
#include "conformance/run/waves/waves_of_run.hpp"
#include "conformance/suite/suite.hpp"
#include "rig/link/transcript/writer.hpp"
#include "rig/report/record.hpp"

namespace conformance {

struct RunState {
  CommandLine line;
  RunPlan plan{};
  rig::report::RunRecord record{};
  std::vector<const CaseEntry*> chosen{};                   ///< the cases that it reports
  std::map<std::string, rig::report::CaseRecord> blanks{};  ///< of these, as they stand before they run
  std::map<std::string, std::string> identity{};            ///< for the header of the transcript
  std::map<std::string, std::string> occasion{};            ///< for the file beside it
  GateOfRun gate{};
  WavesOfRun waves{};
  Spending spending{};
  LoggedRun log{};

  const rig::protocol::Contest& contest() const { return contest_of(line.options); }

  /// The record of a case that came from a worker, with what the parent knows: a dead worker's case has only
  /// its id, and every requirement it cites is in error.
  rig::report::CaseRecord completed(rig::report::CaseRecord one) const;

  /// What the run is, now that the plan has its number of workers, and what is known of its occasion.
  void note_identity(const Catalogue& catalogue);
  /// One more fact of the occasion.
  void note_occasion(const std::string& fact, const std::string& value);

  rig::TranscriptHeader header() const;
  /// Finishes the transcript, and puts the occasion beside one that is an ordinary file. Nothing where none
  /// is written.
  void finish(rig::TranscriptWriter& transcript);
};

}  // namespace conformance
