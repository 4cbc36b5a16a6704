#pragma once
/// A run on several equal boards, which share its cases: `--dut serial:/dev/ttyUSB0 --dut
/// serial:/dev/ttyUSB1`. Each board has a worker of its own, and a case is played on one board from its
/// beginning to its end.

#include <map>
#include <string>

#include "conformance/run/command_line.hpp"
#include "rig/link/far_end.hpp"

namespace conformance {

/// Whether a DUT's name stands for several boards.
bool are_several(const std::string& dut);

/// UsageError for a board that cannot be reset as asked, or whose name has a mistake in it; for another
/// number of workers than of boards.
void check_boards(const CommandLine& line);

/// The link of a run by the first lines of its cases: that of its board, or that of all of its boards, whose
/// facts are told board by board where they differ. RigError for a line that says no link.
rig::LinkInfo link_of_run(const std::map<std::string, std::string>& first_lines);

/// The command that runs one case again, on the board on which it was played.
std::string command_of_case(const RunOptions& options, const rig::report::CaseRecord& record);

/// The board on which this case was played; empty: it did not come to one.
std::string board_of_case(const std::string& case_id, const std::map<std::string, std::string>& first_lines);

}  // namespace conformance
