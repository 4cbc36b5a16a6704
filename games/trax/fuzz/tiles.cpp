/// Moves of Trax as they are written: column, row and symbol.

#include "fuzz/fuzz.hpp"
#include "games/trax/rules/move.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = fuzz::text_of(data, size);
  if (const auto move = rig::trax::parse_move(text))
    fuzz::expect(rig::trax::parse_move(rig::trax::to_string(*move)) == move, "a move is read as written");
  return 0;
}
