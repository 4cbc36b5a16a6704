/// Trax: the page that registers it.

#include <fmt/format.h>

#include <charconv>

#include "games/trax/contests/aut_trax.hpp"
#include "games/trax/contests/heart_trax.hpp"
#include "games/trax/move_writer.hpp"
#include "games/trax/notation.hpp"
#include "games/trax/players/trax_opponents.hpp"
#include "games/trax/players/trax_player.hpp"
#include "games/trax/rules/perft.hpp"
#include "rig/base/errors.hpp"
#include "rig/game/game.hpp"

namespace rig::trax {

namespace {

using game::PlayerSettings;
using protocol::Contest;

std::vector<Contest> contests() {
  return {protocol::heart_trax(), protocol::aut_trax(0)};
}

std::unique_ptr<Device> new_device(const Contest& contest, const PlayerSettings& settings) {
  player::TraxDeviceOptions options;
  options.resolved = std::make_shared<const Contest>(contest);
  options.fault = settings.fault;
  if (settings.think) options.think = *settings.think;
  if (!settings.team.empty()) options.team_name = settings.team;
  return player::new_trax_device(options);
}

std::vector<player::DeviceFault> faults(const Contest& contest) {
  return player::trax_device_faults(contest);
}

std::string count(const game::Perft::Chosen& chosen, int plies) {
  const std::string& text = chosen.at("--board");
  int board = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), board);
  if (error != std::errc() || end != text.data() + text.size())
    throw UsageError(fmt::format("--board: found \"{}\", expected a number.", text));
  const bool lines_win = chosen.at("--no-lines").empty();
  Position position(Rules{lines_win, board});
  return fmt::format("leaves {}", perft(position, plies));
}

const bool registered = game::register_game({
    .name = "trax",
    .contests = contests,
    .opponents = player::trax_recipes,
    .device = new_device,
    .faults = faults,
    .notation = notation(),
    .writer = move_writer(),
    .perft = {.name = "trax",
              .options = {{"--board",
                           "no move may make the board wider or taller than this, 8 or more; 0: no limit",
                           "0"},
                          {"--no-lines", "only loops win", {}}},
              .count = count},
    .help =
        {{"",
          {},
          {"rig perft --game trax --depth 5", "rig check --contest heart-trax '@0/' 'A2\\' 'B1\\'",
           "rig show --contest aut-trax --board 8 @0+ B1+"}},
         {"moves",
          {},
          {"rig moves --contest heart-trax --count @0+       moves 12",
           "rig moves --contest aut-trax --board 8 @0/ @1+"}},
         {"check",
          "For a Trax game every tile placed in the turn is printed, the chosen one first, then the forced "
          "ones:\n"
          "its cell, named as after the turn, and the colours of its edges north, east, south and west. Its "
          "result is\n"
          "open, white, red or draw; then loop, line, loop+line, or path and both lengths, white's first.\n",
          {"rig check --contest heart-trax '@0/' 'A2\\' 'B1\\'",
           "rig check --contest aut-trax --board 8 @0+ A2+ A3+", "rig check --contest heart-trax -- @0+ -W"}},
         {"show",
          "Trax: o where a white path crosses a tile's side, # where a red one does, the tile's symbol "
          "between. A\n"
          "board of more than 24 columns has one letter a tile: v and h are + (white upright, lying), a and "
          "b "
          "/ (white\n"
          "at the top left, at the bottom right), c and d \\ (white at the top right, at the bottom left).\n",
          {"rig show @0+ B1+ 'A2\\'"}},
         {"match", {}, {"rig match --contest heart-trax --first rtl:trax --second builtin:trax --live"}},
         {"certify", {}, {"certify --contest aut-trax --dut rtl:trax   a Trax board"}},
         {"serve", {}, {"rig serve --dut rtl:my_trax.toml --contest aut-trax --board 8 --pty /tmp/board"}}},
    .shown = "heart-trax",
    .example = game::Example{"aut-trax", "trax"},
    .cannot_show = player::why_not_in_trax,
});

}  // namespace

}  // namespace rig::trax
