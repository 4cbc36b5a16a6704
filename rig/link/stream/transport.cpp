#include "rig/link/stream/transport.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>

#include "rig/base/errors.hpp"
#include "rig/link/stream/monotonic.hpp"

namespace rig {

ssize_t write_without_signal(int descriptor, ByteView bytes) {
  sigset_t broken_pipe;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  sigset_t before;
  pthread_sigmask(SIG_BLOCK, &broken_pipe, &before);
  const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
  const int error = errno;
  if (count < 0 && error == EPIPE && sigismember(&before, SIGPIPE) == 0) {
    const timespec at_once{};
    sigtimedwait(&broken_pipe, nullptr, &at_once);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return count;
}

bool wait_for_any(std::span<pollfd> watched, Duration patience) {
  const Duration deadline = monotonic_now() + patience;
  for (;;) {
    const timespec left = to_timespec(std::max(deadline - monotonic_now(), Duration::zero()));
    const int ready = ppoll(watched.data(), watched.size(), &left, nullptr);
    if (ready >= 0) return ready > 0;
    if (errno == EINTR) continue;
    throw RigError(fmt::format("Nothing can be waited for: {}.",
                               std::strerror(errno)));  // NOLINT(concurrency-mt-unsafe)
  }
}

void make_non_blocking(int descriptor) {
  const int flags = fcntl(descriptor, F_GETFL);
  if (flags >= 0 && fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0) return;
  throw RigError(fmt::format("A descriptor cannot be made non-blocking: {}.",
                             std::strerror(errno)));  // NOLINT(concurrency-mt-unsafe)
}

}  // namespace rig
