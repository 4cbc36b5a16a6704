/// Blokus: the page that registers it.

#include <fmt/format.h>

#include "games/blokus/contests/course/course.hpp"
#include "games/blokus/contests/icfpt2014.hpp"
#include "games/blokus/contests/ustc/ustc.hpp"
#include "games/blokus/convert.hpp"
#include "games/blokus/move_writer.hpp"
#include "games/blokus/notation.hpp"
#include "games/blokus/players/blokus_opponents.hpp"
#include "games/blokus/players/blokus_player.hpp"
#include "games/blokus/players/course/course_player.hpp"
#include "games/blokus/players/simple_player.hpp"
#include "games/blokus/players/ustc/ustc_player.hpp"
#include "games/blokus/rules/perft.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/suggestion.hpp"
#include "rig/game/game.hpp"

namespace rig::blokus {

namespace {

using game::PlayerSettings;
using protocol::Contest;

std::vector<Contest> contests() {
  return {protocol::icfpt2014(), protocol::course(), protocol::ustc()};
}

std::unique_ptr<Device> new_device(const Contest& contest, const PlayerSettings& settings) {
  player::BlokusDeviceOptions options;
  options.resolved = std::make_shared<const Contest>(contest);
  options.fault = settings.fault;
  if (settings.think) options.think = *settings.think;
  if (!settings.team.empty()) options.team_code = settings.team;
  return player::new_blokus_device(options);
}

std::unique_ptr<FileDevice> new_file_device(const Contest& contest, const PlayerSettings& settings) {
  if (contest.per_move) {
    player::CourseDeviceOptions options;
    options.fault = settings.fault;
    if (settings.think) options.think = *settings.think;
    return player::new_course_device(options);
  }
  player::UstcDeviceOptions options;
  options.fault = settings.fault;
  for (const protocol::Setting& setting : contest.settings) {
    if (setting.name == "starts") options.starts = setting.value;
    if (setting.name == "corners") options.corners = setting.value;
  }
  if (settings.think) options.think = *settings.think;
  return player::new_ustc_device(options);
}

std::vector<player::DeviceFault> faults(const Contest& contest) {
  if (contest.medium() == Medium::bytes) return player::blokus_device_faults(contest);
  return contest.per_move ? player::course_device_faults() : player::ustc_device_faults();
}

std::string cannot_show(const Contest& contest, std::string_view fault) {
  return contest.medium() == Medium::bytes ? player::why_not_in_blokus(contest, fault) : std::string();
}

std::string count(const game::Perft::Chosen& chosen, int plies) {
  const std::vector<std::string> starts = {"5", "a"};
  const std::string& start = chosen.at("--start");
  if (start != starts[0] && start != starts[1])
    throw UsageError("--start: " + unknown_value("start square", start, starts));
  const PerftCount counted = perft(Position(duo(), start == starts[0] ? 0 : 1), plies);
  return fmt::format("placements {} codes {}", counted.placements, counted.codes);
}

const bool registered = game::register_game({
    .name = "blokus",
    .contests = contests,
    .opponents = player::blokus_recipes,
    .met_once = {"smallest", "largest", "passes-once", "passes-early"},
    .simple_player = player::new_simple_player,
    .device = new_device,
    .file_device = new_file_device,
    .faults = faults,
    .notation = notation(),
    .writer = move_writer(),
    .perft = {.name = "blokus-duo",
              .options = {{"--start", "start square of the player who moves first, 5 or a", "5"}},
              .count = count},
    .converter = converter(),
    .help = {{"",
              {},
              {"rig perft --game blokus-duo --start 5 --depth 2",
               "rig moves --contest icfpt2014 --first 5 53e0 a8e0",
               "rig check --contest icfpt2014 --first 5 53e0 a8e0 21k7",
               "rig check --contest course 'pattern19() ^ 5-5' PASS PASS",
               "rig check --contest course StepLog.txt",
               "rig convert --from course --to icfpt2014 StepLog.txt"}},
             {"moves",
              {},
              {"rig moves --contest icfpt2014 --first 5 53e0 a8e0",
               "rig moves --contest icfpt2014 --count            placements 414 codes 712",
               "rig moves --contest course 'pattern19() ^ 5-5'"}},
             {"check",
              {},
              {"rig check --contest icfpt2014 --first 5 53e0 a8e0 21k7",
               "rig check --contest course --set tie=draw 'pattern19()^5-5' PASS PASS",
               "rig check --contest course StepLog.txt",
               "rig check --contest icfpt2014 --first 5 --batch < games      a game on each line"}},
             {"show",
              "Blokus: 1 and 2 are the players' squares, S is a start square that waits for its tile.\n",
              {"rig show --contest icfpt2014 --first 5 53e0 a8e0",
               "rig show --contest course 'pattern19() ^ 5-5' 'pattern11(R,R,R) ^ 9-10'"}},
             {"convert",
              "A step log says nothing of a colour that has\npassed; in icfpt2014 and icfpt2013 it goes on "
              "passing.\n",
              {"rig convert --from course --to icfpt2014 StepLog.txt",
               "echo 53e0 a8e0 21k7 | rig convert --from icfpt2014 --to course -"}},
             {"match",
              {},
              {"rig match --contest icfpt2014 --first builtin:blokus --second opponent:random",
               "rig match --contest course --first files:./a --second files:./b --games 20",
               "rig match --admission --contest icfpt2014 --dut rtl:blokus_duo"}},
             {"certify", {}, {"certify --contest course --dut files:./my-player   a program per move"}},
             {"serve", {}, {"rig serve --dut rtl:blokus_duo_5mhz --pty /tmp/board"}}},
    .example = game::Example{"icfpt2014", "blokus_duo"},
    .cannot_show = cannot_show,
});

}  // namespace

}  // namespace rig::blokus
