#pragma once
/// The table of faults (fixtures/faults.toml): for each deliberate defect the case that must catch it, and
/// why.

#include <string>
#include <vector>

namespace conformance {

/// A fault on one kind of DUT with its killer.
struct Fault {
  std::string name;               ///< `late`
  std::string what;               ///< what a board with this defect does
  std::vector<std::string> duts;  ///< where it lives: `builtin:blokus`, `rtl:blokus_duo`
  std::string killer;             ///< the id of the case that must catch it
  std::string requirement;        ///< under this requirement
  std::string finding;            ///< with these words in the finding's summary
};

/// The table. RigError when it is unsound: a field missing, a fault twice.
const std::vector<Fault>& fault_table();

}  // namespace conformance
