/// The games of a referee under test as a transcript keeps them, read for each contest.

#include <vector>

#include "conformance/referee/host/recorded.hpp"
#include "fuzz/fuzz.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::string> lines(1);
  for (const char letter : fuzz::text_of(data, size)) {
    if (letter == '\n') {
      lines.emplace_back();
    } else {
      lines.back().push_back(letter);
    }
  }
  if (lines.back().empty()) lines.pop_back();
  for (const rig::protocol::Contest& contest : rig::protocol::contests()) {
    fuzz::is_read([&] {
      for (const auto& game : rig::host::read_games({"games", 1, lines}, contest, {}))
        fuzz::expect(game.line >= 1 && game.line <= lines.size(), "a game has a line");
    });
  }
  return 0;
}
