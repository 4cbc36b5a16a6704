#pragma once
/// Boards in real time, beside certify: what the tests of real wires share.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "conformance/run/tests/programs.hpp"

namespace conformance::testing_programs {

/// A way to a board that plays well: what runs beside certify (empty: certify starts it), and the DUT's name.
/// `{board}` stands for a path that the test makes up, `{port}` is the rig's.
struct Way {
  const char* name;
  std::vector<std::string> beside;
  std::string dut;
  bool over_libserialport = false;
  bool one_of_its_kind = false;  ///< where a test is content with one way for each kind of link
  std::string contest = "icfpt2014";
  std::vector<std::string> settings = {};  ///< of the contest, for certify: `--board 8`
};
std::ostream& operator<<(std::ostream& out, const Way& way);

/// Every way on which a board in real time can be reached, with boards of icfpt2014.
std::vector<Way> all_ways();

/// A way of each kind for the contests of Trax.
std::vector<Way> trax_ways();

/// Runs certify with these arguments on a board reached this way, everything in `folder`.
Outcome certify_over(const Way& way, const TemporaryFolder& folder, std::vector<std::string> arguments);

/// The same in a folder of its own, until it tells: its exit status is `expected`, or it found something that
/// is not a matter of time. Nothing: it could not tell (real_time.hpp).
std::optional<Outcome> told_over(int expected, const Way& way, const std::vector<std::string>& arguments);

}  // namespace conformance::testing_programs
