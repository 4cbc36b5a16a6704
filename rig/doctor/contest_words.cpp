#include "rig/doctor/contest_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "rig/base/readable.hpp"

namespace rig::doctor {

bool is_reply(const protocol::Contest& contest, const protocol::Request& request, ByteView bytes) {
  const protocol::ByteDialect& dialect = *contest.dialect->bytes();
  const auto reply = dialect.parse_reply(request, bytes);
  if (reply.state != protocol::ParseState::complete) return false;
  const ByteView rest = bytes.subspan(reply.length);
  return std::all_of(rest.begin(), rest.end(), [&](std::uint8_t byte) { return dialect.host_drops(byte); });
}

std::string hint_on(const protocol::Contest& contest, const Bytes& answer) {
  if (!contest.hints) return {};
  const protocol::Heard heard{first_request(contest), to_text(answer), {}};
  const std::vector<std::string> hints = contest.hints(std::array{heard});
  return hints.empty() ? std::string() : hints.front();
}

Finding answers_too_late(const std::string& reply, Duration after, Duration deadline) {
  return {fmt::format("it answers {} after the request", readable(after)),
          Diagnosis{fmt::format("The answer comes too late: {} after {}, of {} that the contest gives.",
                                reply, readable(after), readable(deadline)),
                    "The answer is always the same: send it as soon as the request is complete."}};
}

}  // namespace rig::doctor
