#pragma once
/// How a program ended and what it said, in one check.

#include <boost/test/unit_test.hpp>
#include <string>

#include "conformance/run/tests/programs.hpp"
#include "rig/tests/contains.hpp"

namespace conformance::testing_programs {

/// With this status, and with this among what it has printed.
inline void ended_saying(const Outcome& outcome, int status, const std::string& part) {
  BOOST_TEST(outcome.status == status, outcome.output);
  BOOST_TEST(rig::contains(outcome.output, part), outcome.output << " does not say " << part);
}

}  // namespace conformance::testing_programs
