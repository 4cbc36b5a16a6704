#pragma once
/// `rig doctor`: why a board does not answer, and how to mend it.

#include <string>
#include <vector>

#include "rig/doctor/examination.hpp"

namespace rig {

/// What the user asked of `rig doctor`.
struct DoctorRequest {
  std::string dut;               ///< empty: that of rig.toml
  std::string contest;           ///< what it plays; empty: as the description of a design says
  bool fix = false;              ///< write the changed lines into the description
  double settle = 0;             ///< seconds for which it is left alone after each start, or opening
  std::string sandbox = "auto";  ///< of a program: auto, require or off
  std::vector<std::string> sandbox_shows{};  ///< what it may read in it besides
};

/// What `rig doctor --help` says below the options.
std::string doctor_help();

/// Tries what can be tried on the DUT's link, and prints the cause, the mend, the lines to change and what
/// was seen. 0: nothing is wrong; 1: something is, or the board does not answer. UsageError for a DUT on
/// whose link nothing can be tried.
int examine(const DoctorRequest& asked);

/// The cause, the mend and the lines to change, then what was tried, on standard output.
void print(const doctor::Examination& done, const dut::DutName& name);

}  // namespace rig
