/// blokus-player: the reference board of Blokus Duo over a line as a program of its own, for `exec:` links
/// and for trying out other hosts.

#include <utility>

#include "games/blokus/players/blokus_player.hpp"
#include "rig/base/errors.hpp"
#include "rig/player/device_host.hpp"
#include "rig/protocol/contest.hpp"

int main(int argc, char** argv) {
  using namespace rig::player;
  CLI::App app{
      "A board that plays Blokus Duo as one of the contests over a line has it, as a program.\n\n"
      "Examples:\n"
      "  scripts/certify --contest icfpt2014 --dut 'exec:build/release/bin/blokus-player --stdio'\n"
      "  scripts/certify --contest icfpt2014 --dut 'pty:build/release/bin/blokus-player --pty {port}'\n"
      "  build/release/bin/blokus-player --pty /tmp/board   and   certify … --dut serial:/tmp/board"};
  BlokusDeviceOptions options;
  DeviceSwitches switches;
  app.add_option("--contest", options.contest,
                 "A contest of Blokus Duo over a line, or a file that describes one")
      ->type_name("NAME")
      ->capture_default_str();
  add_ways(app, switches.ways, "at the contest's rate");
  app.add_option("--team", options.team_code, "Team code, as long as the contest has it")->type_name("CODE");
  add_switches(app, switches);
  return run_device_program(app, "blokus-player", argc, argv, [&] {
    if (switches.list_faults) return print_faults(blokus_device_faults(options.contest));
    check_ways(switches.ways);
    options.fault = switches.fault;
    options.think = think_time(switches, rig::Duration::zero());
    auto device = new_blokus_device(options);
    host_device("blokus-player", std::move(device), switches.ways,
                rig::protocol::find_contest(options.contest).baud);
  });
}
