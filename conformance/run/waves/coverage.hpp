#pragma once
/// Which lines of a design were reached: from Verilator's files, one for each worker, to lcov's format.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rig/report/record.hpp"

namespace conformance {

/// A point of a source file: one for all instances of its module.
struct CoveragePoint {
  bool is_toggle = false;
  int line = 0;
  int column = 0;
  std::string what;   ///< `if`, `else`, `case`, `block`; of a toggle its signal: `data_o[3]`
  std::string lines;  ///< the source lines of the block: `18,20-22`; empty: its own line alone
  friend auto operator<=>(const CoveragePoint&,
                          const CoveragePoint&) = default;  // NOLINT(modernize-use-nullptr)
};

class Coverage {
 public:
  /// Adds a file of Verilator's. RigError, with the line, for one that is none.
  void add(const std::string& name, std::string_view text);

  /// In lcov's format: a DA line for each source line, a BRDA line for each toggle.
  std::string to_lcov() const;
  /// For the report; `file` is where the lcov file stands.
  rig::report::RtlCoverage summary(const std::string& file) const;

 private:
  std::map<std::string, std::map<CoveragePoint, std::uint64_t>> files_;
};

/// All files of these folders. RigError for a folder in which there is none.
Coverage coverage_in(const std::vector<std::string>& folders);

}  // namespace conformance
