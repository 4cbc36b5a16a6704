#pragma once
/// What a run says of itself: which rig judged what, by which clauses; and, apart from that, what differs
/// when it is repeated.

#include <map>
#include <string>
#include <vector>

#include "conformance/run/command_line.hpp"
#include "conformance/run/run.hpp"
#include "rig/link/far_end.hpp"
#include "rig/link/transcript/occasion.hpp"
#include "rig/report/record.hpp"

namespace conformance {

/// For the transcript's header: the commit of the rig, the clauses, and of a program under test each file
/// that its command names. The same in every run of the same program on the same DUT.
/// Of a DUT with a time of its own the number of workers is part of it, since that time goes on from one case
/// of a worker to its next.
std::map<std::string, std::string> identity_of(const RunPlan& plan, const Catalogue& catalogue);

/// A link's clock, as a report has it: `simulated`, `virtual`, `monotonic`.
std::string clock_name(rig::ClockKind kind);

/// The number of workers in an identity; 0: it has none. UsageError for what is no such number.
int workers_in(const std::map<std::string, std::string>& identity);

/// What is known of the occasion when the run begins. UsageError when the file of `--bitstream` cannot be
/// read.
std::map<std::string, std::string> occasion_of(const CommandLine& line, const std::string& started);

/// Both, as a report lists them, and the version of the rig that ran the DUT.
std::vector<rig::report::Setting> listed(const std::string& version,
                                         const std::map<std::string, std::string>& identity,
                                         const std::map<std::string, std::string>& occasion);

/// The seed for a text that was published when nobody could change the DUT any more: the first 16 digits of
/// the SHA-256 of its bytes, as a hexadecimal number.
std::uint64_t seed_from_text(const std::string& text);

}  // namespace conformance
