/// Contests in files: what is read comes to lines that describe it, and to requests that parse back.

#include "rig/protocol/contest_file.hpp"

#include "fuzz/fuzz.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = fuzz::text_of(data, size);
  fuzz::is_read([&] {
    const rig::protocol::Contest contest = rig::protocol::read_contest("contest.toml", text);
    fuzz::expect(rig::protocol::contest_hash(contest).size() == 64, "a contest has a hash");
    fuzz::expect(contest.new_game(contest.seats.front()) != nullptr, "it has a game");
    const rig::protocol::ByteDialect* bytes = contest.dialect->bytes();
    if (bytes == nullptr || !contest.greets) return;
    const auto hello = bytes->parse_request(bytes->encode(contest.hello));
    fuzz::expect(hello.state == rig::protocol::ParseState::complete, "its greeting parses back");
  });
  return 0;
}
