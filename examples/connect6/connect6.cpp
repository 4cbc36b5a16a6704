/// Connect6: the page that registers it.

#include <fmt/format.h>

#include "icfpt2011.hpp"
#include "move_writer.hpp"
#include "opponents.hpp"
#include "player.hpp"
#include "rig/game/game.hpp"
#include "ruling.hpp"

namespace connect6 {

namespace {

using rig::game::PlayerSettings;
using rig::protocol::Contest;
using rig::protocol::Ruling;

std::vector<Contest> contests() {
  return {icfpt2011()};
}

std::unique_ptr<rig::Device> device(const Contest&, const PlayerSettings& settings) {
  DeviceOptions options;
  options.fault = settings.fault;
  if (settings.think) options.think = *settings.think;
  return new_device(options);
}

std::vector<rig::player::DeviceFault> faults(const Contest&) {
  return device_faults();
}

class Notation final : public rig::game::Notation {
 public:
  /// Two stones in either order are one turn.
  std::string count(const Ruling& ruling) const override {
    return fmt::format("turns {}", ruling.legal_moves().size());
  }
  std::string result(const Ruling& ruling) const override {
    const auto result = ruling.result();
    const std::string why = result.why.empty() ? std::string() : " by " + result.why;
    return fmt::format("result {}{}", word_of(result.state, "dark", "light"), why);
  }
};

std::string count(const rig::game::Perft::Chosen&, int plies) {
  return fmt::format("turns {}", perft(Position(), plies));
}

const bool registered = rig::game::register_game({
    .name = "connect6",
    .contests = contests,
    .opponents = opponents,
    .met_once = {"wins-by-first", "long-rows", "border", "first-free"},
    .device = device,
    .faults = faults,
    .notation = std::make_shared<Notation>(),
    .writer = move_writer(),
    .perft = {.name = "connect6", .options = {}, .count = count},
    .help = {{"moves", {}, {"rig moves --contest icfpt2011 --count 1010"}},
             {"check", {}, {"rig check --contest icfpt2011 1010 09091111"}},
             {"show", {}, {"rig show --contest icfpt2011 1010 09091111"}},
             {"certify", {}, {"certify --contest icfpt2011 --dut serial:/dev/ttyUSB0   a Connect6 board"}}},
    .shown = "icfpt2011",
});

}  // namespace

}  // namespace connect6
