#pragma once
/// What went wrong in a run, cause by cause, on the console.

#include <cstddef>
#include <string>

#include "rig/report/causes.hpp"
#include "rig/report/html/page.hpp"
#include "rig/report/record.hpp"

namespace rig::report {

/// The sentence of a cause or a finding: `CHESS-MOVE-2: 76d0 covers squares that are taken`.
std::string sentence_of(const Finding& finding);

/// The causes, the likely one first: it in full (the clause, the evidence, the board, where in the DUT's life
/// it was, the moves so far, hints, commands), with the cases in which it was seen beside. The others in full
/// too where they fit into `lines`, else in brief; those that fit in no way are counted.
void print_causes(Page& page, const RunRecord& run, std::size_t lines);

}  // namespace rig::report
