#pragma once
/// What of a run is put into a sandbox, and what is seen there.

#include <filesystem>
#include <string>
#include <vector>

#include "conformance/referee/host/description.hpp"
#include "conformance/run/command_line.hpp"
#include "conformance/run/run.hpp"
#include "rig/link/exec/sandbox/sandbox.hpp"

namespace conformance {

/// Of a program under test: it sees none of the run's reports, nor its transcript, nor the log of runs, nor
/// the key that signs.
rig::Sandbox sandbox_of_programs(const CommandLine& line, const std::string& transcript);

/// Of a referee's: the same, with the network where its boards come over TCP.
rig::Sandbox sandbox_of(const rig::host::Description& referee, rig::Sandbox of_any);

/// The words that start a worker in a sandbox, before those of `program`, which it is. It sees models and
/// what describes them, and writes nothing but waveforms and coverage, for which the folders are made.
std::vector<std::string> cage_of_worker(const std::string& program, const RunPlan& plan,
                                        const WaveOptions& waves, const std::filesystem::path& models);

}  // namespace conformance
