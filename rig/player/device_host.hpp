#pragma once
/// What the programs around the rig's devices share: a device on standard input and output, behind a serial
/// device or on a socket, the options that all of them have, and what their exit status says.

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "rig/link/callback/device.hpp"
#include "rig/player/device_fault.hpp"

namespace rig::player {

/// How a device is to be spoken with: one of three ways.
struct DeviceWays {
  bool stdio = false;
  std::string pty;
  std::string tcp;
};

/// The options that every device program has.
struct DeviceSwitches {
  DeviceWays ways;
  std::string fault;
  double think_ms = -1;  ///< below zero: not given
  bool list_faults = false;
};

/// Adds `--stdio`, `--pty` and `--tcp`. `pace` is what `--pty` says of its speed: `at 115200 baud`.
void add_ways(CLI::App& app, DeviceWays& ways, const std::string& pace);

/// Adds `--fault`, `--think` and `--list-faults`.
void add_switches(CLI::App& app, DeviceSwitches& switches);

/// The time to think: what was given, or else `usual`.
Duration think_time(const DeviceSwitches& switches, Duration usual);

/// A line for each fault, on standard output.
void print_faults(std::span<const DeviceFault> faults);

/// Refuses more or fewer than one way: UsageError.
void check_ways(const DeviceWays& ways);

/// Whether another program that connects by `--tcp` finds the device as it is, or started anew.
enum class Reconnected { as_it_is, started_anew };

/// Runs a device in real time until its standard input ends, a signal comes or it hangs up. A serial device
/// and a socket have no bit rate: each byte takes its time at `baud` all the same.
void host_device(const std::string& program, std::unique_ptr<Device> device, const DeviceWays& ways,
                 std::uint32_t baud, Reconnected reconnected = Reconnected::as_it_is);

/// Reads the command line, then runs `body`. The exit status: 0; 2 for what a user got wrong; 3 for a failure
/// of the program, with a line on standard error.
int run_device_program(CLI::App& app, const std::string& program, int argc, char** argv,
                       const std::function<void()>& body);

}  // namespace rig::player
