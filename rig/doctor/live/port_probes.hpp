#pragma once
/// What can be tried on a serial port alone.

#include <string>

#include "rig/doctor/live/interview.hpp"
#include "rig/doctor/probe.hpp"

namespace rig::doctor {

/// `; 3 framing errors, 1 break`; empty: there were none.
std::string on_the_line(const LineErrorCounts& counts);

/// Of a port that cannot be opened.
Diagnosis of_refused_port(const Conversation& heard);

// Probes. They have nothing to try where the rig sets no bit rate.

/// What the driver tells of the port.
Finding port(Patient& patient);
/// At which other rate of the line an answer can be read.
Finding rates(Patient& patient);
/// What remains when nothing was an answer: silence, a line that is held low, or noise.
Finding line(Patient& patient);

}  // namespace rig::doctor
