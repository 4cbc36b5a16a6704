#pragma once
/// What the doctor tries: small probes in a list for each kind of link.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rig/doctor/rtl/description.hpp"
#include "rig/dut/dut.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::doctor {

class RtlBench;
class Interview;

/// What is wrong, and what to do about it.
struct Diagnosis {
  std::string cause;              ///< one sentence
  std::string mend;               ///< one sentence
  std::vector<Change> changes{};  ///< of the description, where that is at fault
};

/// What a probe saw.
struct Finding {
  std::string seen;                      ///< one line; empty: there was nothing for it to try
  std::optional<Diagnosis> diagnosis{};  ///< nothing: it explains nothing
};

/// What was tried.
struct Examination {
  std::vector<std::pair<std::string, std::string>> seen{};  ///< the probe, what it saw
  std::optional<Diagnosis> diagnosis{};
  bool answers = false;  ///< it answers the first request, and nothing is wrong
};

/// The DUT that is looked at.
struct Patient {
  const dut::DutName& name;
  const protocol::Contest& contest;
  RtlBench* rtl = nullptr;    ///< set for RTL, only then
  Interview* live = nullptr;  ///< set for what lives in real time
};

/// Whom a probe is for.
enum class Of {
  all,        ///< whether it answers is not known yet
  answering,  ///< the first request is answered as it should be
  silent,     ///< it is not
};

/// One thing to try.
struct Probe {
  std::string_view name;              ///< a few words for the list of what was tried
  Finding (*look)(Patient& patient);  ///< throws RigError when the rig's own side fails
  Of of = Of::all;
};

// In the order in which they are tried: cheap ones first, and those of which an earlier observation says
// nothing.

std::span<const Probe> rtl_probes();
/// Of a program that the rig starts.
std::span<const Probe> program_probes();
/// Of a port, or a connection.
std::span<const Probe> line_probes();

}  // namespace rig::doctor
