#include "rig/link/paced/serve.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/signalfd.h>

#include <algorithm>
#include <array>
#include <csignal>

#include "rig/base/errors.hpp"
#include "rig/base/readable.hpp"
#include "rig/link/stream/monotonic.hpp"

namespace rig {

namespace {

constexpr Duration first_complaint = std::chrono::milliseconds(100);

class Server {
 public:
  Server(PacedLink& board, FarSide& far_side, const std::function<void(const std::string&)>& say,
         NewProgram new_program)
      : board_(board), far_side_(far_side), say_(say), new_program_(new_program) {}

  ServeReport run(const StopSignals& stop) {
    while (report_.ending.empty()) {
      if (wait(stop)) {
        report_.ending = "interrupted";
        break;
      }
      pass_in();
      advance();
      watch_lag();
      if (report_.ending.empty() && far_side_.over()) report_.ending = "the program closed its side";
    }
    return report_;
  }

 private:
  /// Until something comes, or the board is due for a look. True: it is to stop.
  bool wait(const StopSignals& stop) {
    std::array<pollfd, 2> watched = {pollfd{far_side_.descriptor(), POLLIN, 0},
                                     pollfd{stop.descriptor(), POLLIN, 0}};
    const bool behind = monotonic_now() - board_.shows() > PacedLink::stride;
    const timespec timeout = to_timespec(behind ? Duration::zero() : PacedLink::slice);
    return ppoll(watched.data(), watched.size(), &timeout, nullptr) > 0 && watched[1].revents != 0;
  }

  void pass_in() {
    const Bytes bytes = far_side_.take();
    if (far_side_.someone_new() && new_program_ == NewProgram::starts_anew) board_.reset();
    if (bytes.empty()) return;
    report_.bytes_in += bytes.size();
    const Duration now = monotonic_now();
    board_.send(bytes, monotonic_interval(now, now));
  }

  /// The board's time, up to now; less when it lags, so that the program is not kept waiting for it.
  void advance() {
    const Duration until = std::min(monotonic_now(), board_.shows() + PacedLink::stride);
    for (;;) {
      const Event event = board_.receive(monotonic_interval(until, until));
      if (std::holds_alternative<TimedOut>(event)) return;
      if (const auto* byte = std::get_if<Byte>(&event)) {
        far_side_.give(ByteView(&byte->value, 1));
        ++report_.bytes_out;
      } else if (const auto* error = std::get_if<LineError>(&event)) {
        far_side_.give(ByteView(&error->value, 1));  // what a receiver makes of it
      } else if (const auto* gone = std::get_if<HungUp>(&event)) {
        report_.ending = gone->how;
        report_.board_hung_up = true;
        far_side_.let_read();
        return;
      }
    }
  }

  void watch_lag() {
    const Duration lag = board_.longest_lag();
    report_.longest_lag = std::max(report_.longest_lag, lag);
    if (lag < next_complaint_) return;
    next_complaint_ = 2 * lag;
    say_(fmt::format("the board cannot keep up: {} behind real time. Build it with a lower clock.",
                     readable(lag)));
  }

  PacedLink& board_;
  FarSide& far_side_;
  const std::function<void(const std::string&)>& say_;
  NewProgram new_program_;
  ServeReport report_;
  Duration next_complaint_ = first_complaint;
};

}  // namespace

StopSignals::StopSignals() {
  sigset_t wanted;
  sigemptyset(&wanted);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&wanted, signal);
  pthread_sigmask(SIG_BLOCK, &wanted, nullptr);
  signals_ = Descriptor(signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!signals_.is_open()) throw RigError("Signals cannot be listened for.");
}

ServeReport serve(PacedLink& board, FarSide& far_side, const StopSignals& stop,
                  const std::function<void(const std::string&)>& say, NewProgram new_program) {
  return Server(board, far_side, say, new_program).run(stop);
}

}  // namespace rig
