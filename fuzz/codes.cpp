/// Moves as they are written: the codes of Blokus, Trax's squares, the lines of course and ustc.

#include "fuzz/fuzz.hpp"
#include "rig/contest/course/course_notation.hpp"
#include "rig/contest/ustc/ustc_notation.hpp"
#include "rig/game/blokus/code.hpp"
#include "rig/game/trax/move.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = fuzz::text_of(data, size);
  if (const auto code = rig::blokus::parse_code(text))
    fuzz::expect(rig::blokus::to_string(*code) == text, "a code is written as it was read");
  if (const auto move = rig::trax::parse_move(text))
    fuzz::expect(rig::trax::parse_move(rig::trax::to_string(*move)) == move, "a Trax move is read as written");
  static_cast<void>(rig::contest::course_text::parse_step(text));
  static_cast<void>(rig::contest::parse_ustc_move(text));
  return 0;
}
