#pragma once
/// A run on several equal boards, which share its cases: `--dut serial:/dev/ttyUSB0 --dut
/// serial:/dev/ttyUSB1`. Each board has a worker of its own, and a case is played on one board from its
/// beginning to its end.

#include <map>
#include <string>

#include "conformance/run/command_line.hpp"
#include "conformance/suite/catalogue.hpp"
#include "rig/dut/dut.hpp"
#include "rig/link/far_end.hpp"
#include "rig/report/record.hpp"

namespace conformance {

/// Whether a DUT's name stands for several boards.
bool are_several(const std::string& dut);

/// UsageError for a board that cannot be reset as asked, or whose name has a mistake in it; for another
/// number of workers than of boards.
void check_boards(const CommandLine& line);

/// How many workers a run on this DUT has: as many as there are boards, as the user said, or as suits its
/// clock.
int workers_for(const CommandLine& line, const rig::dut::DutName& dut);

/// Puts into the record how a DUT presents itself.
void note_link(const rig::LinkInfo& link, rig::report::RunRecord& record);

/// What the cases show together: how all boards of the run present themselves, by the first lines of its
/// cases, and which findings are consequences of others.
void judge_boards(const std::map<std::string, std::string>& first_lines, const Catalogue& catalogue,
                  rig::report::RunRecord& record);

/// The link of a run by the first lines of its cases: that of its board, or that of all of its boards, whose
/// facts are told board by board where they differ. RigError for a line that says no link.
rig::LinkInfo link_of_run(const std::map<std::string, std::string>& first_lines);

/// The command that runs one case again, on the board on which it was played.
std::string command_of_case(const RunOptions& options, const rig::report::CaseRecord& record);

/// The board on which this case was played; empty: it did not come to one.
std::string board_of_case(const std::string& case_id, const std::map<std::string, std::string>& first_lines);

}  // namespace conformance
