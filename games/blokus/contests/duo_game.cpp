#include "games/blokus/contests/duo_game.hpp"

#include <fmt/format.h>

#include <utility>

#include "games/blokus/contests/blokus_game.hpp"

namespace rig::protocol {

namespace {

std::string coordinate(int value) {
  if (value < 0) return "<0";
  return {static_cast<char>(value < 10 ? '0' + value : 'a' + value - 10)};
}

/// The rules of Blokus Duo: the defaults, but for the count.
BlokusTerms rules_of(const DuoTerms& duo) {
  BlokusTerms terms;
  if (duo.bonus == DuoTerms::Bonus::none) terms.count = BlokusTerms::Count::squares_left_alone;
  return terms;
}

class BlokusDuo final : public BlokusGame {
 public:
  BlokusDuo(Player first, DuoTerms terms)
      : BlokusGame(blokus::duo(), first == Player::one ? 0 : 1, rules_of(terms)), terms_(terms) {}

  bool second_opens_blind() const override { return terms_.second_opens == DuoTerms::SecondOpens::blind; }

  std::optional<blokus::Code> read(const Move& move) const override { return blokus::parse_code(move.text); }
  Move write(const blokus::Code& code) const override { return {blokus::to_string(code)}; }
  Move pass() const override { return {std::string(blokus::pass_code)}; }

  std::string code_of(const Move& move) const override {
    const bool tile = move.text.size() == 4 && !is_pass(move);
    return tile ? move.text.substr(2) : std::string();
  }

  /// A code names one square and how the tile is turned: the square alone is mirrored.
  Move with_rows_and_columns_swapped(const Move& move) const override {
    std::optional<blokus::Code> code = read(move);
    if (!code) return {};
    std::swap(code->x, code->y);
    return write(*code);
  }

  std::unique_ptr<Ruling> clone() const override { return std::make_unique<BlokusDuo>(*this); }

 private:
  std::string malformed(const Move& move) const override {
    return fmt::format("{} is no four-letter code: [1-9a-e][1-9a-e][a-u][0-7] or 0000",
                       quoted(to_bytes(move.text)));
  }
  std::string square_name(const blokus::Square& square) const override {
    return fmt::format("({},{})", coordinate(square.x), coordinate(square.y));
  }
  std::string column_name(int x) const override { return coordinate(x); }
  std::string row_name(int y) const override { return coordinate(y); }
  std::string tile_name(blokus::Tile tile) const override {
    return fmt::format("tile {}", blokus::tile_letter(tile));
  }

  DuoTerms terms_;
};

}  // namespace

std::unique_ptr<Ruling> new_blokus_duo(Player first, DuoTerms terms) {
  return std::make_unique<BlokusDuo>(first, terms);
}

}  // namespace rig::protocol
