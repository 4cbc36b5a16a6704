#pragma once
/// `rig ports`: the serial devices of this machine.

#include <string>

namespace rig {

/// What the user asked of `rig ports`.
struct PortsRequest {
  std::string name;   ///< a name to resolve, in place of the list; empty: the list
  std::string root;   ///< a folder that holds sys, dev, proc and run; empty: this machine's own
  bool json = false;  ///< the list as JSON
};

/// What `rig ports --help` says below the options.
std::string ports_help();

/// Writes the list, or the path that a name stands for, to standard output, and what could be better to
/// standard error. Throws UsageError when the name cannot be resolved or the root is none.
void print_ports(const PortsRequest& request);

}  // namespace rig
