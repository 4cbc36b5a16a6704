#pragma once
/// What the tests of sessions share: a contest's requests, devices that answer them by script, and short
/// words for what came of it. The wire carries a byte in exactly 10 us.

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rig/dut/session.hpp"
#include "rig/link/callback/callback_link.hpp"
#include "rig/link/link.hpp"
#include "rig/measure/verdict.hpp"
#include "rig/protocol/contest.hpp"
#include "rig/tests/scripted_device.hpp"

namespace rig::testing {

inline constexpr Duration byte_time = std::chrono::microseconds(10);
inline constexpr Duration one_code = 4 * byte_time;

inline const protocol::Contest& page() {
  return protocol::find_contest("icfpt2014");
}
inline const protocol::Request hello = page().hello;
inline const protocol::Request end = *page().end;
inline const protocol::Request move{protocol::RequestKind::move, {}, {{"a8e0"}}};

/// A session with a scripted device, powered on.
struct Bench {
  explicit Bench(ScriptedDevice::Script script, dut::SessionOptions options = {},
                 std::uint32_t baud = 1'000'000)
      : link(make_callback_link({"builtin:test", "", baud, {}},
                                std::make_unique<ScriptedDevice>(std::move(script)))),
        session(dut::new_session(*link, page(), options)),
        ready(session->reset().ready) {}

  dut::Exchange ask(const protocol::Request& request, dut::Spacing spacing = {}) const {
    return session->ask(request, spacing);
  }

  std::unique_ptr<Link> link;
  std::unique_ptr<dut::Session> session;
  Instant ready;
};

/// Does `actions` when exactly `request` was heard.
inline ScriptedDevice::Script on(const std::string& request, const std::vector<Action>& actions) {
  return [=](const std::string& heard) { return heard == request ? actions : std::vector<Action>{}; };
}

inline std::string text_of(const std::vector<Byte>& bytes) {
  std::string text;
  for (const Byte& byte : bytes) text += static_cast<char>(byte.value);
  return text;
}

inline Duration exact(const std::optional<Latency>& latency) {
  BOOST_REQUIRE(latency.has_value());
  BOOST_REQUIRE((latency->shortest == latency->longest));
  return latency->longest;
}

inline Verdict verdict(const dut::Exchange& exchange) {
  BOOST_REQUIRE(exchange.latency.has_value());
  return judge(*exchange.latency, exchange.expected.deadline);
}

inline void expect_no_reply(const dut::Exchange& exchange) {
  BOOST_TEST(!exchange.replied());
  BOOST_TEST(!exchange.latency.has_value());
}

}  // namespace rig::testing
