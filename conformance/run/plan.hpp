#pragma once
/// Which cases a run is made of.

#include <optional>
#include <string>
#include <vector>

#include "conformance/suite/suite.hpp"

namespace conformance {

/// What the user narrowed the run to. Patterns are globs over case ids (`WholeGame.*`) and requirement ids.
struct Selection {
  std::vector<std::string> only;            ///< --filter; empty: all
  std::vector<std::string> without;         ///< --exclude
  std::optional<rig::report::Level> level;  ///< --level: cases with a requirement at least this binding
};

/// The cases of a contest that the selection leaves, in the suite's order. UsageError when a pattern matches
/// no case or requirement, or nothing is left. `most`: whether those on request are among them.
std::vector<const CaseEntry*> select_cases(const Catalogue& catalogue, const Selection& selection,
                                           ResetPolicy policy, When most = When::in_every_run);

/// Whether the options of a run ask for the cases that are on request.
When asked_by(const RunOptions& options);

/// About how many exchanges a case has in this contest, as it states.
int exchanges_of(const CaseEntry& entry, const rig::protocol::Contest& contest);

/// The lists of cases of so many workers, or of one for each case where there are fewer. The few long cases
/// are dealt out first, to whoever has least to do; the others cost about the same. Each list is in the order
/// of the suite.
std::vector<std::vector<std::string>> shares(const std::vector<std::string>& cases, int workers,
                                             const rig::protocol::Contest& contest);

/// Why a run of this selection is no certificate; empty for a whole one.
std::vector<std::string> reasons_for_partial(const Selection& selection, const RunOptions& options);

/// A record of a case that has not run: id, title and the requirements it cites.
rig::report::CaseRecord blank_record(const CaseEntry& entry, const Catalogue& catalogue);

/// The requirement records of a contest, nothing assessed yet; `cases` names all cases that cite them.
std::vector<rig::report::RequirementRecord> blank_requirements(const Catalogue& catalogue,
                                                               ResetPolicy policy);

}  // namespace conformance
