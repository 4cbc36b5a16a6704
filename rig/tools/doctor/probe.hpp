#pragma once
/// What the doctor tries: small probes in a list, each for some kinds of links.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rig/dut/dut.hpp"
#include "rig/protocol/contest.hpp"
#include "rig/tools/doctor/description.hpp"

namespace rig::doctor {

class RtlBench;

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

/// The DUT that is looked at.
struct Patient {
  const dut::DutName& name;
  const protocol::Contest& contest;
  RtlBench* rtl = nullptr;  ///< set for RTL, only then
};

/// One thing to try.
struct Probe {
  std::string_view name;                    ///< a few words for the list of what was tried
  std::span<const std::string_view> links;  ///< the schemes of the DUTs on which it can be tried: `rtl`
  Finding (*look)(Patient& patient);        ///< throws RigError when the rig's own side fails
};

/// The probes for RTL, in the order in which they are tried: cheap ones first, and those of which an earlier
/// observation says nothing.
std::span<const Probe> rtl_probes();

}  // namespace rig::doctor
