#include "rig/host/played.hpp"

namespace rig::host {

namespace {

/// What a board said before anything else than its name was asked for.
Bytes answer_to_greeting(const BoardLog& board) {
  Bytes answer;
  bool was_greeted = false;
  for (const Happening& one : board.happenings) {
    const bool is_request = one.kind == Happening::Kind::request;
    if (is_request && one.request.kind != contest::RequestKind::hello) break;
    was_greeted = was_greeted || is_request;
    if (was_greeted && one.kind == Happening::Kind::said)
      answer.insert(answer.end(), one.bytes.begin(), one.bytes.end());
  }
  return answer;
}

}  // namespace

Teams teams_of(const Played& played, const contest::Dialect& dialect) {
  Teams teams;
  if (dialect.bytes() == nullptr) return teams;
  for (const std::size_t player : {0U, 1U}) {
    const auto parsed = dialect.bytes()->parse_reply(contest::ReplyKind::team_code,
                                                     answer_to_greeting(played.boards[player]));
    if (parsed.state == contest::ParseState::complete) teams[player] = parsed.value.text;
  }
  return teams;
}

}  // namespace rig::host
