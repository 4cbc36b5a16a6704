#include "rig/protocol/file_dialect.hpp"

#include <algorithm>

namespace rig::protocol {

bool FileAnswer::stands() const {
  return move && std::none_of(irregularities.begin(), irregularities.end(),
                              [](const Irregularity& one) { return one.voids; });
}

}  // namespace rig::protocol
