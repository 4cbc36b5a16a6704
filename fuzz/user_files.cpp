/// Files that a user hands over beside the DUT: the list of known failures, the report of an earlier run, a
/// game for a referee, an adapter's calibration.

#include <algorithm>

#include "conformance/referee/scenario_file.hpp"
#include "conformance/run/gate/baseline.hpp"
#include "conformance/run/gate/known_failures.hpp"
#include "fuzz/fuzz.hpp"
#include "rig/link/serial/calibration.hpp"
#include "rig/protocol/contest.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzz::FileInMemory file(fuzz::text_of(data, size));
  fuzz::is_read([&] {
    const conformance::Nameable nameable{{"Pass.WhenItMust"}, {"CHESS-PASS-1", "CHESS-TIME-1"}};
    for (const auto& failure : conformance::read_known_failures(file.path(), nameable))
      fuzz::expect(!failure.reason.empty(), "a known failure has its reason");
  });
  fuzz::is_read([&] { conformance::read_baseline(file.path()); });
  fuzz::is_read([&] { rig::read_calibration(file.path()); });
  for (const rig::protocol::Contest& contest : rig::protocol::contests()) {
    if (contest.medium() == rig::Medium::bytes)
      fuzz::is_read([&] { conformance::read_scenarios(file.path(), contest); });
  }
  return 0;
}
