#pragma once
/// A short game for tests of hosts: who says what.

#include <chrono>
#include <string>

#include "conformance/referee/host/play.hpp"
#include "rig/base/bytes.hpp"

namespace rig::host {

inline Answer says(const std::string& text) {
  return Answer::at_once(to_bytes(text));
}

/// Of icfpt2014: player 1 begins, and uses its tile again.
inline GameOrder short_game() {
  GameOrder order;
  order.scripts[0] = {says("1P1"), {says("53e0"), says("53e0")}};
  order.scripts[1] = {says("1P2"), {says("a8e0")}};
  order.patience = std::chrono::seconds(3);
  return order;
}

}  // namespace rig::host
