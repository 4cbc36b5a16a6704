#pragma once
/// Good players over many seeds, on links that keep their own time: none is accused, and what a DUT may never
/// let happen is reached with them.

#include <optional>
#include <string>
#include <vector>

namespace conformance::testing_programs {

/// A good player in a contest.
struct Good {
  const char* contest;
  const char* dut;
  std::vector<int> boards = {};  ///< seed after seed, in turn; none where the contest leaves no choice
  std::vector<std::string> by_every_seed = {};  ///< requirements that every single run must come to
};

/// Certifies the player with the seeds from 1 to `seeds`. Nothing may fail, every run ends with status 0, and
/// every requirement is passed in one of them, but for what the player's link or its own description rules
/// out. How many runs came to each is printed.
void certify_seeds(const Good& good, int seeds);

}  // namespace conformance::testing_programs
