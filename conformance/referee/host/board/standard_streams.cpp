#include "conformance/referee/host/board/standard_streams.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <tuple>
#include <utility>

#include "rig/base/errors.hpp"
#include "rig/link/stream/transport.hpp"

namespace rig::host {

namespace {

constexpr std::size_t most_printed = std::size_t{64} * 1024;

std::pair<Descriptor, Descriptor> new_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) < 0)
    throw RigError(
        fmt::format("No pipe can be made: {}.", std::strerror(errno)));  // NOLINT(concurrency-mt-unsafe)
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

/// A few bytes, which the pipe takes at once; nobody has to read them.
void write_to(const Descriptor& stream, ByteView bytes) {
  while (stream.is_open() && !bytes.empty()) {
    const ssize_t wrote = write_without_signal(stream.number(), bytes);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return;
    bytes = bytes.subspan(static_cast<std::size_t>(wrote));
  }
}

}  // namespace

StandardStreams::StandardStreams(std::array<std::string, 2> marks, Messages messages)
    : marks_(std::move(marks)), messages_(messages) {
  std::tie(program_input_, to_program_) = new_pipe();
  std::tie(from_program_, program_output_) = new_pipe();
  make_non_blocking(to_program_.number());
  make_non_blocking(from_program_.number());
}

void StandardStreams::program_is_started() {
  program_input_ = Descriptor();
  program_output_ = Descriptor();
}

ssize_t StandardStreams::read(std::size_t board, std::span<std::uint8_t> block) {
  if (!are_marked()) return ::read(from_program_.number(), block.data(), block.size());
  take_lines();
  std::string& heard = heard_[board];
  const std::size_t count = std::min(heard.size(), block.size());
  std::copy_n(heard.begin(), count, block.begin());
  heard.erase(0, count);
  errno = EAGAIN;
  return count > 0 ? static_cast<ssize_t>(count) : has_ended_ ? 0 : -1;
}

/// No more at once than a stream holds: a referee that prints without end is left at it.
void StandardStreams::take_lines() {
  Bytes block(most_printed);
  const ssize_t got = has_ended_ ? -1 : ::read(from_program_.number(), block.data(), block.size());
  if (got < 0) return;
  has_ended_ = got == 0;
  came_.append(block.begin(), block.begin() + got);
  if (has_ended_ && !came_.empty()) came_ += '\n';
  for (std::size_t end = came_.find('\n'); end != std::string::npos; end = came_.find('\n')) {
    take_line(came_.substr(0, end));
    came_.erase(0, end + 1);
  }
  if (came_.size() > most_printed) came_.clear();  // no line of a contest is as long
}

void StandardStreams::take_line(std::string line) {
  if (line.ends_with('\r')) line.pop_back();
  for (const std::size_t board : {0U, 1U}) {
    if (!line.starts_with(marks_[board])) continue;
    heard_[board] += line.substr(marks_[board].size());
    if (messages_ == Messages::end_with_lf) heard_[board] += '\n';
    return;
  }
  printed_ += line + '\n';
  if (printed_.size() > most_printed) printed_.erase(0, printed_.size() - most_printed);
}

void StandardStreams::write(std::size_t board, ByteView bytes, Reply reply) {
  if (!are_marked()) return write_to(to_program_, bytes);
  std::string& text = to_say_[board];
  text += to_text(bytes);
  if (reply == Reply::goes_on) return;
  if (messages_ == Messages::end_with_lf && text.ends_with('\n')) text.pop_back();
  write_to(to_program_, to_bytes(marks_[board] + text + '\n'));
  text.clear();
}

void StandardStreams::hang_up() {
  if (are_marked()) return;
  to_program_ = Descriptor();
  from_program_ = Descriptor();
}

}  // namespace rig::host
