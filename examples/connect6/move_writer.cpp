#include "move_writer.hpp"

#include <fmt/format.h>

#include "icfpt2011.hpp"
#include "rig/game/spelling.hpp"

namespace connect6 {

namespace {

using rig::Random;
using rig::protocol::Contest;
using rig::protocol::Move;
using rig::protocol::Ruling;

/// On the board, or just off it.
std::string stone_by_chance(Random& random) {
  constexpr std::uint32_t numbers = lines + 2;
  const int row = static_cast<int>(random.below(numbers));
  const int column = static_cast<int>(random.below(numbers));
  return to_string({row, column});
}

class Writer final : public rig::game::MoveWriter {
 public:
  /// Among them turns with one crossing twice.
  std::vector<Move> by_chance(const Contest&, const Ruling& ruling, Random& random) const override {
    const auto* const game = dynamic_cast<const Connect6Ruling*>(&ruling);
    const bool one = game != nullptr && game->position().stones_due() == 1;
    constexpr std::uint32_t one_twice_in = 8;
    return rig::game::moves_by_chance(ruling, random, "OlABo/:", [&] {
      const std::string first = stone_by_chance(random);
      if (one) return first;
      return first + (random.below(one_twice_in) == 0 ? first : stone_by_chance(random));
    });
  }

  /// As long as it must be: a host reads so many bytes, whatever they are.
  std::vector<std::string> misspellings(const Contest&, const Move& move) const override {
    std::vector<std::string> all;
    for (const char letter : {' ', '/', ':', 'A', 'o', '-'}) {
      for (std::size_t at = 0; at < move.text.size(); ++at) {
        all.push_back(move.text);
        all.back()[at] = letter;
      }
    }
    return all;
  }
};

}  // namespace

std::shared_ptr<const rig::game::MoveWriter> move_writer() {
  return std::make_shared<Writer>();
}

}  // namespace connect6
