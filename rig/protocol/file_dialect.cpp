#include "rig/protocol/file_dialect.hpp"

#include <algorithm>

#include "rig/base/errors.hpp"

namespace rig::protocol {

bool FileAnswer::stands() const {
  return move && std::none_of(irregularities.begin(), irregularities.end(),
                              [](const Irregularity& one) { return one.voids; });
}

void GameFiles::begin_after(const std::vector<PlayedMove>&) {
  throw RigError("A game of this contest cannot begin in the middle.");
}

}  // namespace rig::protocol
