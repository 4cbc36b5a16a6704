#include "rig/contest/file_dialect.hpp"

#include <algorithm>

namespace rig::contest {

bool FileAnswer::stands() const {
  return move && std::none_of(irregularities.begin(), irregularities.end(),
                              [](const Irregularity& one) { return one.voids; });
}

Bytes FileDialect::encode(const Reply& reply) const {
  return to_bytes(reply.text);
}

Parsed<Request> FileDialect::parse_request(ByteView) const {
  return {ParseState::malformed, 0, "this contest is played over files", {}};
}

Parsed<Reply> FileDialect::parse_reply(ReplyKind, ByteView) const {
  return {ParseState::malformed, 0, "this contest is played over files", {}};
}

}  // namespace rig::contest
