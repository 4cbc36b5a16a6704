#include "games/trax/move_writer.hpp"

#include "games/trax/contests/trax_ruling.hpp"
#include "rig/game/spelling.hpp"

namespace rig::trax {

namespace {

using protocol::Contest;
using protocol::Move;
using protocol::Ruling;

/// Column, row, symbol: on the board or just off it.
std::string tile_by_chance(const Ruling& ruling, Random& random) {
  const Ruling::Extent extent = ruling.extent();
  const auto up_to = [&](int most) {
    return static_cast<int>(random.below(static_cast<std::uint32_t>(most) + 1));
  };
  return column_name(up_to(extent.columns + 2)) + std::to_string(up_to(extent.rows + 2)) +
         game::one_of("+/\\", random);
}

class TraxMoveWriter final : public game::MoveWriter {
 public:
  std::vector<Move> by_chance(const Contest&, const Ruling& ruling, Random& random) const override {
    return game::moves_by_chance(ruling, random, "xyzvf89", [&] { return tile_by_chance(ruling, random); });
  }

  std::vector<std::string> misspellings(const Contest&, const Move& move) const override {
    const std::string& text = move.text;
    const std::size_t row = text.find_first_of("0123456789");
    const std::size_t symbol = text.size() - 1;
    std::vector<std::string> all = game::in_other_case(text);
    all.insert(all.end(), {text.substr(0, row) + "0" + text.substr(row), text + "0", text + text, " " + text,
                           text + " ", text.substr(row), text.substr(0, symbol),
                           text.substr(0, row) + text.back(), text.substr(0, symbol) + "|",
                           text.substr(row, symbol - row) + text.substr(0, row) + text.back()});
    return all;
  }
};

}  // namespace

std::shared_ptr<const game::MoveWriter> move_writer() {
  return std::make_shared<TraxMoveWriter>();
}

}  // namespace rig::trax
