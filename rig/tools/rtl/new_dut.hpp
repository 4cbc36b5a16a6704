#pragma once
/// `rig new-dut`: from a folder of sources to a description that can be certified.

#include <string>
#include <vector>

namespace rig {

/// What the user asked of `rig new-dut`.
struct NewDutRequest {
  std::string folder;             ///< of the sources
  std::string contest;            ///< what the board plays
  std::string name;               ///< of the board; empty: that of the folder
  std::string top;                ///< empty: the likeliest
  std::vector<std::string> with;  ///< further folders of sources
  std::string output;             ///< empty: NAME.toml in the folder
  bool force = false;             ///< write over a file that is there
  bool no_build = false;          ///< only write it
};

/// What `rig new-dut --help` says below the options.
std::string new_dut_help();

/// Writes the description, builds it, and says the contest's first request to it. 0: the board answered as
/// the contest has it; 1: it did not. UsageError for a folder that is not a design, for a file that is there
/// already, and for a description in which something has to be filled in by hand: that is written all the
/// same.
int new_dut(const NewDutRequest& request);

}  // namespace rig
