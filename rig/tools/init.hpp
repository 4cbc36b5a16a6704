#pragma once
/// `rig init`: from what is at hand to a project file that certify takes by itself.

#include <string>
#include <vector>

namespace rig {

/// What the user asked of `rig init`.
struct InitRequest {
  std::string folder = ".";  ///< of a design's sources
  std::string contest;       ///< empty: it is asked for
  std::string dut;           ///< as certify has it; empty: what is at hand
  std::string port;          ///< a serial device
  std::string program;       ///< a command
  std::string team;          ///< the code that the board was given; empty: none
  bool github = false;       ///< also a workflow for GitHub Actions
  bool vscode = false;       ///< also tasks for Visual Studio Code
  bool force = false;        ///< write over files that are there
};

/// What `rig init --help` says below the options.
std::string init_help();

/// Finds what is to be tested, tries whether it answers, and writes `rig.toml`. What is missing is asked for
/// where somebody is at a terminal. 0: it answers; 1: it does not, and the cause is told where it was found.
/// UsageError for what is missing, and for a file that is there already.
int init(const InitRequest& request);

}  // namespace rig
