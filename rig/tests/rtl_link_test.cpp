#define BOOST_TEST_MODULE rtl_link
#include <boost/test/unit_test.hpp>
#include <chrono>

#include "rig/base/errors.hpp"
#include "rig/link/rtl/rtl_link.hpp"

using namespace rig;
using namespace std::chrono_literals;

namespace {

RtlOptions fixture(const std::string& model) {
  RtlOptions options;
  options.model = model;
  options.model_dirs = {RIG_FIXTURE_MODELS};
  return options;
}

Instant at(const Link& link, Duration time) {
  return Instant::exactly(link.info().clock, time);
}

Instant zero(const Link& link) {
  return at(link, 0ns);
}

/// All bytes that come until `until`; anything else fails the test.
Bytes bytes_until(Link& link, Duration until) {
  Bytes bytes;
  for (;;) {
    const Event event = link.receive(at(link, until));
    if (std::holds_alternative<TimedOut>(event)) return bytes;
    BOOST_TEST_REQUIRE(std::holds_alternative<Byte>(event));
    bytes.push_back(std::get<Byte>(event).value);
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(echoes_a_byte_one_byte_time_later) {
  const auto link = open_rtl(fixture("echo"));
  const Sent sent = link->send(to_bytes("0"), zero(*link));
  const Event event = link->receive(at(*link, 1s));
  BOOST_TEST_REQUIRE(std::holds_alternative<Byte>(event));
  const Byte& byte = std::get<Byte>(event);
  BOOST_TEST(byte.value == '0');
  // The DUT has the byte in the middle of the stop bit.
  BOOST_TEST((byte.first_bit.latest < sent.last_bit.earliest));
  BOOST_TEST((between(byte.first_bit, byte.last_bit).shortest <= 86'805ns));
  BOOST_TEST((between(byte.first_bit, byte.last_bit).longest >= 86'806ns));
  BOOST_TEST(std::holds_alternative<TimedOut>(link->receive(at(*link, 1s))));
}

BOOST_AUTO_TEST_CASE(echoes_every_byte_back_to_back) {
  const auto link = open_rtl(fixture("echo"));
  Bytes all;
  for (int value = 0; value < 256; ++value) all.push_back(static_cast<std::uint8_t>(value));
  link->send(all, zero(*link));
  BOOST_TEST(bytes_until(*link, 1s) == all, boost::test_tools::per_element());
}
