#include "rig/base/descriptor.hpp"

#include <unistd.h>

#include <cerrno>

namespace rig {

bool Descriptor::close() {
  if (number_ < 0) return true;
  return ::close(std::exchange(number_, -1)) == 0 || errno == EINTR;
}

int write_all(const Descriptor& file, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(file.number(), content.data(), content.size());
    if (written < 0 && errno != EINTR) return errno;
    if (written > 0) content.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

}  // namespace rig
