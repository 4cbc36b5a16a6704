/// Verdicts held against the truth, close to a deadline: where time is simulated the truth is known to the
/// clock, and no verdict may contradict it.

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <memory>

#include "rig/base/random.hpp"
#include "rig/dut/session.hpp"
#include "rig/link/callback/callback_link.hpp"
#include "rig/link/rtl/rtl_link.hpp"
#include "rig/measure/verdict.hpp"
#include "rig/protocol/contest.hpp"

using namespace rig;
using namespace std::chrono_literals;

namespace {

constexpr int trials = 10'000;
constexpr Duration deadline = 10ms;
constexpr Duration margin = 1ms;  // on either side of it

struct Tally {
  int passes = 0;
  int fails = 0;
  int inconclusive = 0;
  void add(Verdict verdict) {
    if (verdict == Verdict::pass) ++passes;
    if (verdict == Verdict::fail) ++fails;
    if (verdict == Verdict::inconclusive) ++inconclusive;
  }
};

void expect_a_fair_draw(const Tally& tally) {
  BOOST_TEST(tally.passes + tally.fails + tally.inconclusive == trials);
  BOOST_TEST(tally.passes > trials / 3);
  BOOST_TEST(tally.fails > trials / 3);
}

/// Answers the handshake after a time of which it is told.
class PunctualDevice final : public Device {
 public:
  explicit PunctualDevice(std::shared_ptr<Duration> delay) : delay_(std::move(delay)) {}
  void power_on() override {}
  std::vector<Action> receive(std::uint8_t) override {
    return {{*delay_, SendByte{'1'}}, {*delay_, SendByte{'A'}}, {*delay_, SendByte{'B'}}};
  }

 private:
  std::shared_ptr<Duration> delay_;
};

}  // namespace

BOOST_AUTO_TEST_CASE(no_verdict_on_a_builtin_player_contradicts_the_truth) {
  const protocol::Contest& contest = protocol::find_contest("icfpt2014");
  const auto delay = std::make_shared<Duration>();
  const auto link =
      make_callback_link({"builtin:punctual", "", contest.baud, {}}, std::make_unique<PunctualDevice>(delay));
  constexpr double ten_milliseconds_of_a_second = 0.01;
  const auto session = dut::new_session(*link, contest, {.timeout_scale = ten_milliseconds_of_a_second});
  session->reset();
  const Duration reply_on_the_wire(260'417);  // 30 bits at 115200, rounded up
  Random random(derive_seed(1, "builtin deadlines"));
  Tally tally;
  for (int i = 0; i < trials; ++i) {
    const Duration wanted = deadline - margin + std::chrono::microseconds(random.below(2000));
    *delay = wanted - reply_on_the_wire;
    const dut::Exchange exchange = session->ask(contest.hello);
    BOOST_TEST_REQUIRE(exchange.latency.has_value());
    BOOST_TEST_REQUIRE((exchange.expected.deadline == deadline));
    const Verdict verdict = judge(*exchange.latency, exchange.expected.deadline);
    // The truth is `wanted`, less a third of a nanosecond.
    BOOST_TEST_REQUIRE((verdict == (wanted <= deadline ? Verdict::pass : Verdict::fail)),
                       "a reply after " << wanted.count() << " ns was judged " << to_string(verdict));
    tally.add(verdict);
  }
  expect_a_fair_draw(tally);
  BOOST_TEST(tally.inconclusive == 0);
}

BOOST_AUTO_TEST_CASE(no_verdict_on_rtl_contradicts_the_truth) {
  constexpr std::uint64_t clock_hz = 2'000'000;
  constexpr std::int64_t deadline_in_clocks =
      deadline.count() * static_cast<std::int64_t>(clock_hz) / 1'000'000'000;
  RtlOptions options;
  options.model = "delays";
  options.model_dirs = {RIG_FIXTURE_MODELS};
  const auto link = open_rtl(options);
  link->record_edges();
  Random random(derive_seed(1, "rtl deadlines"));
  Tally tally;
  Instant last = link->reset().ready;
  for (int i = 0; i < trials; ++i) {
    const auto count = static_cast<std::uint32_t>(18'000 + random.below(4'000));
    const Bytes head = {static_cast<std::uint8_t>(count >> 16), static_cast<std::uint8_t>(count >> 8),
                        static_cast<std::uint8_t>(count)};
    link->send(head, last + 1ms);
    const std::size_t booked = link->booked_edges().size();
    const Bytes go = {'g'};
    const Sent sent = link->send(go, last + 1ms);
    const TxEdge start_of_go = link->booked_edges().at(booked);
    const std::size_t seen = link->edges().size();
    const Event event = link->receive(sent.last_bit + 2 * deadline);
    BOOST_TEST_REQUIRE(std::holds_alternative<Byte>(event));
    const TxEdge start_of_reply = link->edges().at(seen);
    // Both bytes are as long: from start bit to start bit is from stop bit to stop bit.
    const auto truth = static_cast<std::int64_t>(start_of_reply.cycle - start_of_go.cycle);
    const Verdict verdict = judge(between(sent.last_bit, std::get<Byte>(event).last_bit), deadline);
    const bool contradicts = (verdict == Verdict::pass && truth - 1 > deadline_in_clocks) ||
                             (verdict == Verdict::fail && truth + 1 <= deadline_in_clocks);
    BOOST_TEST_REQUIRE(!contradicts,
                       "a reply after " << truth << " clocks was judged " << to_string(verdict));
    // Beyond three clocks of the deadline the measurement must be able to tell.
    if (std::abs(truth - deadline_in_clocks) > 3) BOOST_TEST_REQUIRE((verdict != Verdict::inconclusive));
    tally.add(verdict);
    last = std::get<Byte>(event).last_bit;
  }
  expect_a_fair_draw(tally);
}
