/// Levels of a line as bytes, in each way that a design may have them.

#include "rig/doctor/rtl/line.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>

using namespace rig::doctor;
using rig::TxEdge;

namespace {

struct Way {
  const char* name;
  Speech speech;
};

std::ostream& operator<<(std::ostream& out, const Way& way) {
  return out << way.name;
}

const Way ways[] = {
    {"8N1", {434.03, false, false, Parity::none, 1}},
    {"a short bit", {8.68, false, false, Parity::none, 1}},
    {"inverted", {434.03, true, false, Parity::none, 1}},
    {"most significant bit first", {234.4, false, true, Parity::none, 1}},
    {"even parity", {104.2, false, false, Parity::even, 1}},
    {"odd parity, inverted", {104.2, true, false, Parity::odd, 1}},
    {"two stop bits", {434.03, false, false, Parity::none, 2}},
};

Trace line_of(const std::string& text, const Speech& speech) {
  return {!speech.inverted, encode(rig::to_bytes(text), speech, 1000)};
}

}  // namespace

BOOST_DATA_TEST_CASE(what_is_written_is_read, ways, way) {
  const Trace line = line_of("1AZ0\x7f", way.speech);
  const Decoded found = decode(line, way.speech);
  BOOST_TEST(rig::to_text(found.bytes) == "1AZ0\x7f");
  BOOST_TEST(found.clean);
  BOOST_TEST(bit_length(line).value() == way.speech.bit, boost::test_tools::tolerance(0.02));
}

BOOST_AUTO_TEST_CASE(another_parity_is_seen) {
  const Speech even{100, false, false, Parity::even, 1};
  Speech odd = even;
  odd.parity = Parity::odd;
  BOOST_TEST(!decode(line_of("1AA", even), odd).clean);
}

BOOST_AUTO_TEST_CASE(a_line_that_rests_has_no_bits) {
  BOOST_TEST(!bit_length({true, {}}).has_value());
  BOOST_TEST(!bit_length({true, {{5, false}}}).has_value());
}

BOOST_AUTO_TEST_CASE(gaps_between_bytes_are_no_bits) {
  const Speech speech{434.03, false, false, Parity::none, 1};
  Trace line = line_of("1", speech);
  for (const double bits : {11.3, 22.7}) {
    const std::vector<TxEdge> byte =
        encode(rig::to_bytes("A"), speech, 1000 + static_cast<std::uint64_t>(bits * speech.bit));
    line.edges.insert(line.edges.end(), byte.begin(), byte.end());
  }
  BOOST_TEST(bit_length(line).value() == speech.bit, boost::test_tools::tolerance(0.005));
}

BOOST_AUTO_TEST_CASE(usual_frequencies_are_told) {
  BOOST_TEST(usual_clock(234.0 * 115200).value() == 27'000'000U);
  BOOST_TEST(usual_clock(104.0 * 115200).value() == 12'000'000U);
  BOOST_TEST(usual_clock(434.0 * 115200).value() == 50'000'000U);
  BOOST_TEST(!usual_clock(1e9).has_value());
  BOOST_TEST(usual_rate(50e6 / 5208).value() == 9'600U);
  BOOST_TEST(!usual_rate(100'000).has_value());
  BOOST_TEST(readable_clock(33'333'333) == "33.333 MHz");
  BOOST_TEST(readable_clock(27'000'000) == "27 MHz");
}
