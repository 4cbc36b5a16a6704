/// trax-player: the reference board of the Trax contests as a program of its own, for `exec:` links and for
/// trying out other hosts.

#include "games/trax/players/trax_player.hpp"
#include "rig/base/errors.hpp"
#include "rig/player/device_host.hpp"
#include "rig/protocol/contest.hpp"

int main(int argc, char** argv) {
  using namespace rig::player;
  CLI::App app{
      "A board that plays Trax as one of its contests has it, as a program.\n\n"
      "Examples:\n"
      "  scripts/certify --contest heart-trax --dut 'exec:build/release/bin/trax-player --stdio'\n"
      "  scripts/certify --contest aut-trax \\\n"
      "      --dut 'exec:build/release/bin/trax-player --contest aut-trax --stdio'\n"
      "  build/release/bin/trax-player --pty /tmp/board   and   certify … --dut serial:/tmp/board"};
  TraxDeviceOptions options;
  DeviceSwitches switches;
  app.add_option("--contest", options.contest, "A contest of Trax, or a file that describes one")
      ->type_name("NAME")
      ->capture_default_str();
  add_ways(app, switches.ways, "at the contest's rate");
  app.add_option("--team", options.team_name,
                 "What it calls itself: 1 to 16 characters (heart-trax), 2 (trax-jp); by default a usual one")
      ->type_name("NAME");
  add_switches(app, switches);
  return run_device_program(app, "trax-player", argc, argv, [&] {
    if (switches.list_faults) return print_faults(trax_device_faults(options.contest));
    check_ways(switches.ways);
    options.fault = switches.fault;
    options.think = think_time(switches, rig::Duration::zero());
    auto device = new_trax_device(options);
    host_device("trax-player", std::move(device), switches.ways,
                rig::protocol::find_contest(options.contest).baud);
  });
}
