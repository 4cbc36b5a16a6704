#include "rig/link/rtl/left_open.hpp"

#include <algorithm>
#include <set>

namespace rig {

namespace {

constexpr std::uint64_t other_seeds = 4;  // a register of one bit is missed by all of them in one of 16 cases

PowerOn with_seed(std::uint64_t seed, std::uint32_t fault) {
  PowerOn how;
  how.seed = seed;
  how.fault = fault;
  return how;
}

}  // namespace

std::vector<std::string> registers_left_open(const std::shared_ptr<const RtlModel>& model,
                                             std::uint32_t fault) {
  const std::uint64_t millisecond = model->number("clock_hz") / 1000;
  std::vector<std::string> open;
  RtlInstance one(model, with_seed(1, fault));
  std::vector<std::unique_ptr<RtlInstance>> others;
  std::vector<std::set<std::string>> at_first;
  for (std::uint64_t i = 0; i < other_seeds; ++i) {
    others.push_back(std::make_unique<RtlInstance>(model, with_seed(2 + i, fault)));
    const std::vector<std::string> differing = one.unlike(*others.back());
    at_first.emplace_back(differing.begin(), differing.end());
  }
  one.run(millisecond, true, false);
  for (std::uint64_t i = 0; i < other_seeds; ++i) {
    others[i]->run(millisecond, true, false);
    // What was reset and differs by now only follows from what was not.
    for (const std::string& name : one.unlike(*others[i])) {
      const bool known = std::find(open.begin(), open.end(), name) != open.end();
      if (!known && at_first[i].contains(name)) open.push_back(name);
    }
  }
  return open;
}

}  // namespace rig
