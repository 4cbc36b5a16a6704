#include "games/blokus/players/simple_player.hpp"

#include <algorithm>
#include <utility>

namespace rig::player {

namespace {

using protocol::Move;

class SimplePlayer final : public Opponent {
 public:
  Move choose(const protocol::Ruling& ruling) override {
    const std::vector<Move> legal = ruling.legal_moves();
    if (legal.empty()) return ruling.pass();
    return *std::min_element(legal.begin(), legal.end(),
                             [](const Move& a, const Move& b) { return key_of(a) < key_of(b); });
  }

 private:
  /// `53e0` says column, row, tile, rotation.
  static std::string key_of(const Move& move) {
    std::string key = move.text;
    std::swap(key.at(0), key.at(1));
    return key;
  }
};

}  // namespace

std::unique_ptr<Opponent> new_simple_player(const protocol::Contest& contest) {
  if (contest.medium() == Medium::files) return nullptr;
  return std::make_unique<SimplePlayer>();
}

}  // namespace rig::player
