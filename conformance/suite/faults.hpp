#pragma once
/// The table of faults (faults/CONTEST.toml of its game): for each deliberate defect the case that must catch
/// it, and why. A contest with a `family` has the family's rows that name it in `contests` or have no such
/// list, each under the clause of its own that looks at the row's `aspect`, and says what differs. A
/// dialect's table `inherits` that of another contest in the same way.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace conformance {

/// A fault on one kind of DUT with its killer.
struct Fault {
  std::string name;               ///< `late`
  std::string what;               ///< what a board with this defect does
  std::vector<std::string> duts;  ///< where it lives: `builtin:chess`, `rtl:rook`
  std::string killer;             ///< the id of the case that must catch it
  std::string requirement;        ///< under this requirement
  std::string finding;            ///< with these words in the finding's summary
  std::vector<std::string> also;  ///< cases to run beside the killer where not all are run: `Line.*`
  std::vector<std::string> declared_reset;  ///< cases to run once more with a declared reset
  std::optional<int> board;  ///< the size of the board on which it shows, where that is the host's choice
  /// Why it cannot show in this contest, which inherits it; empty: it can, and has to be caught.
  std::string not_applicable{};
};

/// The table of a contest. RigError when it is unsound: a field missing or of another kind, a fault twice; an
/// inherited one without a clause, or a difference from one that is not there.
const std::vector<Fault>& fault_table(std::string_view contest);

/// Those of the table that can show.
std::vector<Fault> faults_that_show(std::string_view contest);

}  // namespace conformance
