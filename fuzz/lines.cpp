/// What a host and a board say to each other, in all contests that are played in bytes. The first byte
/// chooses the contest.

#include <vector>

#include "fuzz/fuzz.hpp"
#include "rig/base/bytes.hpp"
#include "rig/protocol/contest.hpp"

namespace {

using rig::protocol::ParseState;

template <typename Value>
void expect_sound(const rig::protocol::Parsed<Value>& parsed, std::size_t size) {
  fuzz::expect(parsed.length <= size, "no more is read than there is");
  if (parsed.state == ParseState::malformed)
    fuzz::expect(parsed.length < size && !parsed.why.empty(), "what is wrong has a place and words");
}

const std::vector<const rig::protocol::Contest*>& contests_in_bytes() {
  static const std::vector<const rig::protocol::Contest*> pages = [] {
    std::vector<const rig::protocol::Contest*> found;
    for (const rig::protocol::Contest& contest : rig::protocol::contests()) {
      if (contest.medium() == rig::Medium::bytes) found.push_back(&contest);
    }
    return found;
  }();
  return pages;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto& pages = contests_in_bytes();
  const rig::protocol::Contest& contest = *pages[data[0] % pages.size()];
  const rig::ByteView bytes(data + 1, size - 1);
  const rig::protocol::ByteDialect& dialect = *contest.dialect->bytes();
  const auto request = dialect.parse_request(bytes);
  expect_sound(request, bytes.size());
  if (request.state == ParseState::complete) static_cast<void>(dialect.encode(request.value));
  for (const auto kind : {rig::protocol::RequestKind::hello, rig::protocol::RequestKind::move,
                          rig::protocol::RequestKind::end}) {
    const rig::protocol::Request asked{kind, {}, {}};
    const auto reply = dialect.parse_reply(asked, bytes);
    expect_sound(reply, bytes.size());
    if (reply.state != ParseState::complete ||
        dialect.expects(asked).kind == rig::protocol::ReplyKind::silence)
      continue;
    static_cast<void>(dialect.encode(reply.value));
    const auto judgement = contest.new_game(contest.seats[0])->judge({reply.value.text});
    fuzz::expect(judgement.legal == judgement.explanation.empty(), "an illegal move has an explanation");
  }
  return 0;
}
