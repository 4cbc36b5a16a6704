/// Moves of Blokus as they are written: codes, the lines of course and of ustc.

#include "fuzz/fuzz.hpp"
#include "games/blokus/contests/course/course_notation.hpp"
#include "games/blokus/contests/ustc/ustc_notation.hpp"
#include "games/blokus/rules/code.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = fuzz::text_of(data, size);
  if (const auto code = rig::blokus::parse_code(text))
    fuzz::expect(rig::blokus::to_string(*code) == text, "a code is written as it was read");
  static_cast<void>(rig::protocol::course_text::parse_step(text));
  static_cast<void>(rig::protocol::parse_ustc_move(text));
  return 0;
}
