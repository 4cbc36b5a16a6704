#pragma once
/// Two matches of which the second goes wrong, for tests of what is to blame for it.

#include <string>
#include <vector>

#include "conformance/suite/tests/toy_case.hpp"
#include "rig/link/link.hpp"

namespace conformance {

inline const Checks rematch = {"ICFPT14-MOVE-2", {"ICFPT14-TERM-2"}};

/// The record of two matches of so many turns; what goes wrong in the second is the rematch's.
inline rig::report::CaseRecord run_two_matches(rig::Link& link, int turns,
                                               const Stage& stage = {.checks = rematch}) {
  return run(link, stage, [&](Toy& toy) {
    two_matches(toy, turns);
    throw BrokenOff{};
  });
}

inline void say(std::vector<rig::Action>& answer, const std::string& move) {
  for (std::size_t i = 0; i < move.size(); ++i)
    answer.at(i).what = rig::SendByte{static_cast<std::uint8_t>(move[i])};
}

}  // namespace conformance
