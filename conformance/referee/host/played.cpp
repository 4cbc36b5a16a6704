#include "conformance/referee/host/played.hpp"

namespace rig::host {

namespace {

/// What a board said before anything else than its name was asked for.
Bytes answer_to_greeting(const BoardLog& board) {
  Bytes answer;
  bool was_greeted = false;
  for (const Happening& one : board.happenings) {
    const bool is_request = one.kind == Happening::Kind::request;
    if (is_request && one.request.kind != protocol::RequestKind::hello) break;
    was_greeted = was_greeted || is_request;
    if (was_greeted && one.kind == Happening::Kind::said)
      answer.insert(answer.end(), one.bytes.begin(), one.bytes.end());
  }
  return answer;
}

}  // namespace

std::string team_in(ByteView answer, const protocol::ByteDialect* dialect) {
  if (dialect == nullptr) return {};
  const auto parsed = dialect->parse_reply({protocol::RequestKind::hello, {}, {}}, answer);
  return parsed.state == protocol::ParseState::complete ? parsed.value.text : std::string();
}

Teams teams_of(const Played& played, const protocol::ByteDialect* dialect) {
  return {team_in(answer_to_greeting(played.boards[0]), dialect),
          team_in(answer_to_greeting(played.boards[1]), dialect)};
}

}  // namespace rig::host
