/// connect6-player: the reference board of Connect6 as a program of its own.

#include "icfpt2011.hpp"
#include "player.hpp"
#include "rig/player/device_host.hpp"

int main(int argc, char** argv) {
  using namespace rig::player;
  CLI::App app{
      "A board that plays Connect6 as the contest icfpt2011 has it, as a program.\n\n"
      "Examples:\n"
      "  certify --contest icfpt2011 --dut 'exec:connect6-player --stdio'\n"
      "  certify --contest icfpt2011 --dut 'pty:connect6-player --pty {port}'"};
  connect6::DeviceOptions options;
  DeviceSwitches switches;
  add_ways(app, switches.ways, "at 115200 baud");
  add_switches(app, switches);
  return run_device_program(app, "connect6-player", argc, argv, [&] {
    if (switches.list_faults) return print_faults(connect6::device_faults());
    check_ways(switches.ways);
    options.fault = switches.fault;
    options.think = think_time(switches, rig::Duration::zero());
    host_device("connect6-player", connect6::new_device(options), switches.ways, connect6::icfpt2011().baud,
                Reconnected::started_anew);
  });
}
