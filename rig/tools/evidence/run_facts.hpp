#pragma once
/// What a run says of itself, for people, for a policy and for a statement.

#include <string>
#include <utility>
#include <vector>

namespace rig {

/// What it does not say is empty.
struct RunFacts {
  std::string team;
  std::string label;
  std::string contest;
  std::string dut;  ///< of a referee: its description
  std::vector<std::pair<std::string, std::string>>
      device;  ///< hashes by which the device is known again, by what they are of
  std::string bitstream;
  std::string version;  ///< of the rig
  std::string commit;
  std::string seed;
  std::string seed_from;
  std::string started;
  std::string verdict;  ///< the headline of the transcript, judged again
};

}  // namespace rig
