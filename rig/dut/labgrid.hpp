#pragma once
/// A board's serial port as labgrid names it: read from what `labgrid-client export FILE` writes for other
/// programs (formats `shell` and `shell-export`), a line each, where CONSOLE is the name of a driver:
///   LG__CONSOLE_HOST=rlaba-srv   LG__CONSOLE_PORT=52855   LG__CONSOLE_PROTOCOL=raw LG__CONSOLE_SPEED=115200
/// A port on the same machine has no host: LG__CONSOLE_PORT=/dev/ttyUSB0. What other drivers export is not
/// looked at.

#include <optional>
#include <string>

namespace rig::dut {

struct LabgridPort {
  std::string address;  ///< `rlaba-srv:52855`, or a device
  bool is_on_network = false;
  std::optional<int> speed;  ///< in baud, where the export tells it
};

/// `target`: the file, or DRIVER@FILE where it has more than one serial port. UsageError with file and line
/// for a file that is no export, a driver that has no port in it (with those that have), and a protocol other
/// than raw bytes over TCP: with rfc2217 the port's own commands would stand among the board's bytes.
LabgridPort read_labgrid_port(const std::string& target);

}  // namespace rig::dut
