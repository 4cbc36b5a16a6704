#include "games/blokus/move_writer.hpp"

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "games/blokus/contests/blokus_game.hpp"
#include "rig/game/spelling.hpp"

namespace rig::blokus {

namespace {

using game::one_of;
using protocol::Contest;
using protocol::Move;
using protocol::Ruling;

/// Four letters.
std::string code_by_chance(Random& random) {
  constexpr std::string_view coordinates = "0123456789abcde";
  constexpr std::string_view tiles = "abcdefghijklmnopqrstu";
  constexpr std::string_view rotations = "01234567";
  return {one_of(coordinates, random), one_of(coordinates, random), one_of(tiles, random),
          one_of(rotations, random)};
}

/// Any placement, on the board or off it, as the contest writes it.
std::string placement_by_chance(const protocol::BlokusRuling& ruling, Random& random) {
  const auto up_to = [&](int most) {
    return static_cast<int>(random.below(static_cast<std::uint32_t>(most) + 1));
  };
  const int size = ruling.position().size();
  const Code code{up_to(size + 1), up_to(size + 1), static_cast<Tile>(up_to(tile_count - 1)),
                  up_to(rotation_count - 1)};
  return ruling.write(code).text;
}

/// Where a code of four letters may go wrong by one: behind the last column and row, tile and rotation.
constexpr std::array<std::pair<std::size_t, char>, 4> beyond_the_last = {
    {{0, 'f'}, {1, 'f'}, {2, 'v'}, {3, '8'}}};

class BlokusMoveWriter final : public game::MoveWriter {
 public:
  std::vector<Move> by_chance(const Contest& contest, const Ruling& ruling, Random& random) const override {
    const auto& blokus = dynamic_cast<const protocol::BlokusRuling&>(ruling);
    if (contest.dialect->files() == nullptr)
      return game::moves_by_chance(ruling, random, "xyzvf89", [&] { return code_by_chance(random); });
    std::vector<Move> moves;
    for (int i = 0; i < game::most_by_chance; ++i) {
      std::string text = placement_by_chance(blokus, random);
      const std::size_t id_end = text.find(':');
      if (i % game::one_misspelt_in == 0 && id_end != std::string::npos)
        text =
            (text.starts_with("3:") ? "4" : "3") + text.substr(id_end);  // another piece than its cells are
      moves.push_back({text});
    }
    return moves;
  }

  std::vector<std::string> misspellings(const Contest&, const Move& move) const override {
    std::vector<std::string> all = game::in_other_case(move.text);
    for (const auto& [at, letter] : beyond_the_last) all.emplace_back(move.text).replace(at, 1, 1, letter);
    return all;
  }

  /// All of it is new, or it lies on a square of another colour.
  bool shows_in_files(const Ruling& ruling, const Move& move, const std::string& kind) const override {
    const auto* game = dynamic_cast<const protocol::BlokusGame*>(&ruling);
    const auto code = game == nullptr ? std::nullopt : game->read(move);
    if (!code) return true;
    const int size = game->position().size();
    int own = 0;
    int others = 0;
    for (const Square& cell : cells_of(placement_of(*code))) {
      if (cell.x < 1 || cell.y < 1 || cell.x > size || cell.y > size) continue;
      const auto owner = game->position().owner_at(cell.x, cell.y);
      if (owner) ++(*owner == game->position().to_move() ? own : others);
    }
    return kind == "occupied square" ? others > 0 : own + others == 0;
  }
};

}  // namespace

std::shared_ptr<const game::MoveWriter> move_writer() {
  return std::make_shared<BlokusMoveWriter>();
}

}  // namespace rig::blokus
