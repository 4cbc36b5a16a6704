#include "rig/dut/handshake.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "rig/base/readable.hpp"
#include "rig/dut/session.hpp"

namespace rig::dut {

namespace {

constexpr int times = 8;
/// No adapter holds a byte for longer: a board whose answers differ by more takes its time itself.
constexpr Duration most_credible = std::chrono::milliseconds(50);

}  // namespace

void measure_hold_back(StreamLink& link, const protocol::Contest& contest) {
  const std::unique_ptr<Session> session = new_session(link, contest);
  session->begin();
  if (contest.end) session->ask(*contest.end);
  std::vector<Duration> answers;
  for (int i = 0; i < times; ++i) {
    const Exchange hello = session->ask(contest.hello);
    if (!hello.replied()) break;
    answers.push_back(between(hello.sent.first_bit, hello.bytes.back().last_bit).longest);
  }
  if (link.byte_time() == Duration::zero()) return;
  const Duration stated = link.info().hold_back;
  if (answers.empty()) {
    link.set_hold_back(stated,
                       fmt::format("{}: as stated; the board answered no handshake", readable(stated)));
    return;
  }
  const auto [shortest, longest] = std::minmax_element(answers.begin(), answers.end());
  const Duration measured = std::min(*longest - *shortest, most_credible);
  link.set_hold_back(
      std::max(stated, measured),
      fmt::format("{} stated, {} by {} handshakes that took {} to {}", readable(stated), readable(measured),
                  answers.size(), readable(*shortest), readable(*longest)));
}

}  // namespace rig::dut
