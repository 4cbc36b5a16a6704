#pragma once
/// The two ways in which the rig itself can fail. A defect of the DUT is neither: it is a finding.

#include <stdexcept>
#include <string>

namespace rig {

/// Something the user wrote cannot be used: an option, a file, a name. The message is a full sentence
/// that names the place, the value found and the values allowed. Exit status 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The rig or its cable failed: an adapter vanished, a program cannot be started, a disk is full, two
/// clocks were mixed. Never the DUT's fault. A case that meets one ends with the verdict *error*;
/// exit status 3.
class RigError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The way to the DUT is gone for good: an adapter was unplugged, a port is held by another program, nobody
/// answers at the address. The case at hand is an *error*; the cases after it are not run.
class LinkLost : public RigError {
 public:
  using RigError::RigError;
};

}  // namespace rig
