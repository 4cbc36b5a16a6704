#pragma once
/// What the tests of the Blokus players share: the host's side of a talk with the device, and games between
/// the device and an opponent that dut::Game referees.

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "games/blokus/players/blokus_player.hpp"
#include "rig/base/random.hpp"
#include "rig/dut/game.hpp"
#include "rig/link/callback/device.hpp"
#include "rig/player/opponent.hpp"
#include "rig/protocol/contest.hpp"
#include "rig/tests/devices_in_games.hpp"

namespace rig::player {

inline const protocol::Contest& page() {
  return protocol::find_contest("icfpt2014");
}

inline std::unique_ptr<Opponent> opponent(const std::string& name, std::uint64_t seed) {
  return new_opponent("blokus", name, Random(derive_seed(seed, name)));
}

/// What a device did because of the bytes of one request: times, bytes, hang-ups.
inline std::vector<Action> hear(Device& device, const std::string& request) {
  std::vector<Action> all;
  for (const std::uint8_t byte : to_bytes(request)) {
    for (const Action& action : device.receive(byte)) all.push_back(action);
  }
  return all;
}

inline std::string ask(Device& device, const std::string& request) {
  return said(hear(device, request));
}

inline std::unique_ptr<Device> device(const std::string& fault = {}) {
  BlokusDeviceOptions options;
  options.fault = fault;
  auto made = new_blokus_device(options);
  made->power_on();
  return made;
}

/// One game with the device in `seat`: every move of both sides, legal by the ruling.
struct Played {
  std::vector<std::string> moves;
  std::vector<std::string> requests;  ///< what the host sent during the game
  protocol::Result result;
};

inline Played play(Device& device, const protocol::Seat& seat, Opponent& other) {
  dut::Game game(page(), seat);
  other.new_game();
  Played played;
  while (!game.over()) {
    protocol::Move move;
    if (game.dut_to_move()) {
      played.requests.push_back(to_text(page().dialect->encode(game.requests().back())));
      move.text = ask(device, played.requests.back());
      play_legally(game, "the device", move);
    } else {
      move = other.choose(game.ruling());
      BOOST_REQUIRE_MESSAGE(move != game.ruling().pass() || game.ruling().ply() >= 2, "a pass on ply 1 or 2");
      play_legally(game, "the opponent", move);
    }
    played.moves.push_back(move.text);
    BOOST_REQUIRE_MESSAGE(played.moves.size() <= 100, "a game without end");
  }
  played.result = game.ruling().result();
  return played;
}

}  // namespace rig::player
