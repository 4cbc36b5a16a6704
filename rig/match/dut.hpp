#pragma once
/// Opening a DUT by its name: the one place that knows every kind of link and what lies above it.

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "rig/contest/contest.hpp"
#include "rig/link/link.hpp"

namespace rig::match {

/// A DUT's name, taken apart: `builtin:blokus?fault=late` is scheme `builtin`, target `blokus`, fault `late`.
/// `exec:` takes everything after the colon as its command.
struct DutName {
  std::string scheme;
  std::string target;
  std::map<std::string, std::string> settings;  ///< after the `?`: `fault`, `team`, `trace`
};

/// Reads a name. UsageError for an unknown scheme (with the nearest known one), a missing target or an
/// unknown setting.
DutName parse_dut_name(const std::string& name);

/// A line for each kind of DUT, for help texts: `rtl:NAME   a Verilated model built with the project`.
std::vector<std::string> dut_kinds();

/// Opens the link to a DUT (`transcript:` is no DUT: replay needs to know the case). UsageError when the name
/// means nothing, RigError when the DUT cannot be reached. `seed` feeds what is random in the link itself.
std::unique_ptr<Link> open_dut(const std::string& name, const contest::Contest& contest, std::uint64_t seed);

/// Whether runs on this DUT pass faster or slower than the wall clock, so that they may share the machine's
/// processors without harm to their verdicts.
bool keeps_own_time(const DutName& name);

}  // namespace rig::match
