#include "games/blokus/rules/code.hpp"

namespace rig::blokus {

namespace {

constexpr std::string_view digits = "0123456789abcdefghijk";
constexpr std::size_t coordinates = 15;  // '0'..'e'

std::optional<int> coordinate(char c) {
  const std::size_t value = digits.substr(0, coordinates).find(c);
  if (value == std::string_view::npos) return std::nullopt;
  return static_cast<int>(value);
}

}  // namespace

std::optional<Code> parse_code(std::string_view text) {
  if (text.size() != 4) return std::nullopt;
  const auto x = coordinate(text[0]);
  const auto y = coordinate(text[1]);
  const auto tile = tile_from_letter(text[2]);
  const char rotation = text[3];
  if (!x || !y || !tile || rotation < '0' || rotation > '7') return std::nullopt;
  return Code{*x, *y, *tile, rotation - '0'};
}

std::string to_string(const Code& code) {
  const auto digit = [](int value) {
    return value >= 0 && static_cast<std::size_t>(value) < digits.size()
               ? digits[static_cast<std::size_t>(value)]
               : '?';
  };
  return {digit(code.x), digit(code.y), tile_letter(code.tile), digit(code.rotation)};
}

Placement placement_of(const Code& code) {
  const Rotated shape = rotated(code.tile, code.rotation);
  return {shape.orientation, static_cast<std::int8_t>(code.x + shape.anchor.dx),
          static_cast<std::int8_t>(code.y + shape.anchor.dy)};
}

Codes::Codes(Placement placement) {
  const Tile tile = tile_of(placement.orientation);
  for (int rotation = 0; rotation < rotation_count; ++rotation) {
    const Rotated shape = rotated(tile, rotation);
    if (shape.orientation != placement.orientation) continue;
    codes_[count_++] = {placement.x - shape.anchor.dx, placement.y - shape.anchor.dy, tile, rotation};
  }
}

Codes codes_of(Placement placement) {
  return Codes(placement);
}

Code first_code(Placement placement) {
  return codes_of(placement)[0];
}

}  // namespace rig::blokus
