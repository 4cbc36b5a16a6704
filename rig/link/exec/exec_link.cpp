#include "rig/link/exec/exec_link.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <deque>

#include "rig/base/errors.hpp"
#include "rig/link/exec/command_line.hpp"
#include "rig/link/exec/supervised.hpp"

namespace rig {

namespace {

constexpr std::size_t buffer_capacity = std::size_t{64} * 1024;
constexpr Duration longest_look = std::chrono::milliseconds(1);
constexpr Duration shortest_look = std::chrono::microseconds(50);
constexpr Duration status_patience = std::chrono::seconds(1);

Duration monotonic_now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::chrono::seconds(now.tv_sec) + Duration(now.tv_nsec);
}

Instant interval(Duration earliest, Duration latest) {
  return {monotonic_domain(), earliest, latest};
}

[[noreturn]] void fail(std::string_view what) {
  throw RigError(fmt::format("{}: {}.", what, std::strerror(errno)));  // NOLINT(concurrency-mt-unsafe)
}

/// write(), but a reader that is gone is EPIPE and no signal, whatever the process does about SIGPIPE.
ssize_t write_without_signal(int descriptor, ByteView bytes) {
  sigset_t broken_pipe;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  sigset_t before;
  pthread_sigmask(SIG_BLOCK, &broken_pipe, &before);
  const ssize_t count = write(descriptor, bytes.data(), bytes.size());
  const int error = errno;
  if (count < 0 && error == EPIPE && sigismember(&before, SIGPIPE) == 0) {
    const timespec at_once{};
    sigtimedwait(&broken_pipe, nullptr, &at_once);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return count;
}

/// Bytes read and not yet handed out; those of one read share an instant.
class Inbox {
 public:
  std::span<std::uint8_t> space() {
    if (begin_ == end_) begin_ = end_ = 0;
    return std::span(bytes_).subspan(end_);
  }
  void add(std::size_t count, const Instant& at) {
    end_ += count;
    runs_.push_back({count, at});
  }
  bool empty() const { return begin_ == end_; }
  const Instant& next_instant() const { return runs_.front().at; }
  Byte take() {
    Run& run = runs_.front();
    const Byte byte{bytes_[begin_++], run.at, run.at};
    if (--run.left == 0) runs_.pop_front();
    return byte;
  }
  void clear() {
    begin_ = end_ = 0;
    runs_.clear();
  }

 private:
  struct Run {
    std::size_t left;
    Instant at;
  };
  std::vector<std::uint8_t> bytes_ = std::vector<std::uint8_t>(buffer_capacity);
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::deque<Run> runs_;
};

/// What a person needs of a standard error: its first and last line.
std::string last_words(const std::string& standard_error) {
  constexpr std::size_t enough = 200;
  const auto is_blank = [](char c) { return c == '\n' || c == '\r' || c == ' ' || c == '\t'; };
  const auto begin = std::find_if_not(standard_error.begin(), standard_error.end(), is_blank);
  const auto end =
      std::find_if_not(standard_error.rbegin(), std::make_reverse_iterator(begin), is_blank).base();
  if (begin == end) return {};
  const std::string text(begin, end);
  const std::string first = text.substr(0, std::min(text.find_first_of("\r\n"), enough));
  const std::size_t last_break = text.find_last_of("\r\n");
  if (last_break == std::string::npos)
    return fmt::format("; its standard error: {}", quoted(to_bytes(first)));
  const std::string last = text.substr(last_break + 1, enough);
  return fmt::format("; its standard error: {} … {}", quoted(to_bytes(first)), quoted(to_bytes(last)));
}

class RunningExecLink final : public ExecLink {
 public:
  explicit RunningExecLink(ExecOptions options)
      : words_(split_command(options.command)),
        directory_(std::move(options.directory)),
        write_patience_(options.write_patience) {
    info_.name = options.name.empty() ? "exec:" + options.command : std::move(options.name);
    info_.description = fmt::format("program {} on its standard input and output", words_[0]);
    info_.clock_kind = ClockKind::monotonic;
    info_.clock = monotonic_domain();
    info_.can_reset = true;
    info_.uncertainty = longest_look;
    info_.facts["command"] = std::move(options.command);
    start();
  }

  const LinkInfo& info() const override { return info_; }

  std::string standard_error() const override {
    return program_ ? program_->standard_error() : std::string{};
  }

  Sent send(ByteView bytes, Instant not_before) override {
    require_monotonic(not_before);
    wait_until(not_before.latest);
    const Duration begin = take_what_came_before();
    Duration first_written{};
    Duration last_begun = begin;
    while (!bytes.empty() && input_.is_open()) {
      last_begun = monotonic_now();
      const std::size_t count = write_some(bytes);
      if (count > 0 && first_written == Duration::zero()) first_written = monotonic_now();
      bytes = bytes.subspan(count);
      if (!bytes.empty() && input_.is_open()) wait_for_reader(begin);
    }
    asked_ = monotonic_now();
    if (first_written == Duration::zero()) first_written = asked_;
    return {interval(begin, first_written), interval(last_begun, asked_)};
  }

  Outcome reset() override {
    drop_put_back();
    const std::string before = hung_up_ ? fmt::format(" (before, it had {})", hung_up_->how) : std::string{};
    stop();
    start();
    return {true, Instant::exactly(info_.clock, monotonic_now()), "killed and started again" + before};
  }

 protected:
  Event do_receive(Instant until) override {
    require_monotonic(until);
    for (;;) {
      if (!inbox_.empty()) {
        if (surely_before(until, inbox_.next_instant())) return TimedOut{until};
        return inbox_.take();
      }
      if (hung_up_) {
        if (surely_before(until, hung_up_->at)) return TimedOut{until};
        return *hung_up_;
      }
      if (quiet_until_ >= until.latest) return TimedOut{until};
      look(time_to_look(until.latest));
    }
  }

 private:
  enum class Found { nothing, bytes, end };

  static void require_monotonic(const Instant& at) {
    if (at.clock == monotonic_domain()) return;
    throw RigError("A program in real time was given an instant of another clock.");
  }

  void start() {
    std::array<int, 2> to_program{};
    std::array<int, 2> from_program{};
    if (pipe2(to_program.data(), O_CLOEXEC) < 0) fail("No pipe can be made");
    const Descriptor far_input(to_program[0]);
    input_ = Descriptor(to_program[1]);
    if (pipe2(from_program.data(), O_CLOEXEC) < 0) fail("No pipe can be made");
    output_ = Descriptor(from_program[0]);
    const Descriptor far_output(from_program[1]);
    fcntl(input_.number(), F_SETFL, O_NONBLOCK);
    fcntl(output_.number(), F_SETFL, O_NONBLOCK);
    quiet_until_ = monotonic_now();
    program_ = std::make_unique<Supervised>(
        Supervised::Options{words_, directory_, far_input.number(), far_output.number()});
    hung_up_.reset();
    asked_ = monotonic_now();
  }

  void stop() {
    program_.reset();
    input_.close();
    output_.close();
    inbox_.clear();
    hung_up_ = HungUp{"not running", Instant::exactly(info_.clock, monotonic_now())};
  }

  /// How long the next look may wait: short just after a request and near the limit, where a narrow
  /// interval decides something, and longer in between.
  Duration time_to_look(Duration limit) const {
    const Duration now = monotonic_now();
    const Duration left = std::max(limit - now, Duration::zero());
    const Duration fine = std::clamp(std::min((now - asked_) / 16, left / 8), shortest_look, longest_look);
    return std::min(fine, left);
  }

  /// Waits at most `time` for the program to say something, and reads it.
  void look(Duration time) {
    const Duration begin = monotonic_now();
    std::array<pollfd, 2> watched = {pollfd{output_.number(), POLLIN, 0},
                                     pollfd{program_->ended_descriptor(), POLLIN, 0}};
    const timespec timeout{0, time.count()};  // never more than longest_look
    const int ready = ppoll(watched.data(), watched.size(), &timeout, nullptr);
    if (ready < 0 && errno != EINTR) fail("A program cannot be listened to");
    if (ready == 0) quiet_until_ = begin + time;  // poll looks once more after its time is over
    if (ready <= 0) return;
    if (read_output() == Found::nothing && watched[1].revents != 0) conclude();
  }

  /// What has come by now came before the request that is about to be sent. Returns a moment after that:
  /// surely later than those bytes, and not later than the request or anything that answers it.
  Duration take_what_came_before() {
    while (!hung_up_ && !inbox_.space().empty()) {
      if (read_output() == Found::nothing) return quiet_until_;
    }
    return monotonic_now();
  }

  Found read_output() {
    const std::span<std::uint8_t> space = inbox_.space();
    const Duration begin = monotonic_now();
    const ssize_t count = read(output_.number(), space.data(), space.size());
    if (count < 0) {
      if (errno != EAGAIN) fail("A program cannot be read from");
      quiet_until_ = begin;
      return Found::nothing;
    }
    if (count == 0) {
      conclude();
      return Found::end;
    }
    inbox_.add(static_cast<std::size_t>(count), interval(quiet_until_, monotonic_now()));
    if (static_cast<std::size_t>(count) < space.size()) quiet_until_ = begin;  // it took all there was
    return Found::bytes;
  }

  /// Its output has ended, or it has. Which of the two is known as soon as the supervisor has reported.
  void conclude() {
    const Duration noticed = monotonic_now();
    const std::optional<int> status = program_->ended(status_patience);
    const std::string what = status ? describe_ending(*status) : "closed its standard output";
    hang_up(what, interval(quiet_until_, noticed));
  }

  void hang_up(const std::string& what, const Instant& at) {
    hung_up_ = HungUp{what + last_words(program_->standard_error()), at};
    input_.close();
  }

  /// Sleeps, but keeps an eye on the program meanwhile.
  void wait_until(Duration moment) {
    while (monotonic_now() < moment) {
      if (!hung_up_ && !inbox_.space().empty()) {
        look(time_to_look(moment));
        continue;
      }
      const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(moment);
      const timespec wake{seconds.count(), (moment - seconds).count()};
      clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wake, nullptr);
    }
  }

  std::size_t write_some(ByteView bytes) {
    const ssize_t count = write_without_signal(input_.number(), bytes);
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno == EPIPE) {
      input_.close();
    } else if (errno != EAGAIN && errno != EINTR) {
      fail("A program cannot be written to");
    }
    return 0;
  }

  /// The pipe is full. What the program says meanwhile is taken, so that it can come to read again.
  void wait_for_reader(Duration begin) {
    const bool space = !inbox_.space().empty();
    std::array<pollfd, 2> watched = {pollfd{input_.number(), POLLOUT, 0},
                                     pollfd{space ? output_.number() : -1, POLLIN, 0}};
    const timespec timeout{0, longest_look.count()};
    if (ppoll(watched.data(), watched.size(), &timeout, nullptr) < 0 && errno != EINTR) {
      fail("A program cannot be written to");
    }
    if (watched[1].revents != 0) read_output();
    if (hung_up_ || watched[0].revents != 0 || monotonic_now() - begin < write_patience_) return;
    while (!inbox_.space().empty() && read_output() == Found::bytes) {
    }
    if (!hung_up_) hang_up("stopped reading its standard input", interval(begin, monotonic_now()));
  }

  std::vector<std::string> words_;
  std::string directory_;
  Duration write_patience_;
  LinkInfo info_;
  Descriptor input_;  ///< closed when nobody reads it any more
  Descriptor output_;
  Inbox inbox_;
  Duration quiet_until_{};  ///< what is not in the inbox yet came after this moment
  Duration asked_{};        ///< when the last request had been written
  std::optional<HungUp> hung_up_;
  std::unique_ptr<Supervised> program_;
};

}  // namespace

std::unique_ptr<ExecLink> open_exec(ExecOptions options) {
  return std::make_unique<RunningExecLink>(std::move(options));
}

}  // namespace rig
