#include "rig/link/exec/exec_link.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "rig/base/errors.hpp"
#include "rig/base/readable.hpp"
#include "rig/link/exec/command_line.hpp"
#include "rig/link/exec/hints.hpp"
#include "rig/link/exec/last_words.hpp"
#include "rig/link/stream/monotonic.hpp"

namespace rig {

namespace {

constexpr Duration status_patience = std::chrono::seconds(1);

struct Pipe {
  Descriptor out;
  Descriptor in;
  Pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) < 0) {
      throw RigError(fmt::format("No pipe can be made: {}.",
                                 std::strerror(errno)));  // NOLINT(concurrency-mt-unsafe)
    }
    out = Descriptor(ends[0]);
    in = Descriptor(ends[1]);
  }
};

}  // namespace

ProgramTransport::ProgramTransport(std::vector<std::string> words, const ExecOptions& options)
    : words_(std::move(words)),
      directory_(options.directory),
      sandbox_(options.sandbox),
      settle_(options.settle) {
  start();
}

void ProgramTransport::start() {
  Pipe to_program;
  Pipe from_program;
  make_non_blocking(to_program.in.number());
  make_non_blocking(from_program.out.number());
  Supervised::Options options{words_, directory_, to_program.out.number(), from_program.in.number()};
  options.bounds = bounds_of_a_program_on_a_stream;
  options.sandbox = sandbox_;
  program_ = std::make_unique<Supervised>(options);
  started_ = monotonic_now();
  input_ = std::move(to_program.in);
  output_ = std::move(from_program.out);
}

/// Its output has ended, or it has. Which of the two is known as soon as the supervisor has reported.
std::string ProgramTransport::how_it_ended(int) {
  const std::optional<int> status = status_ = program_->ended(status_patience);
  if (!ended_) ended_ = monotonic_now();
  return status ? describe_ending(*status) : "closed its standard output";
}

std::string ProgramTransport::last_words() {
  return rig::last_words(standard_error());
}

std::optional<ProcessorSample> ProgramTransport::processor_times() {
  if (!program_ || !times_are_counted_) return std::nullopt;
  return program_->processor_times();
}

std::string ProgramTransport::standard_error() const {
  return program_ ? program_->standard_error() : std::string{};
}

ssize_t ProgramTransport::write(ByteView bytes) {
  if (!first_asked_) first_asked_ = monotonic_now();
  return write_without_signal(input_.number(), bytes);
}

void ProgramTransport::heard(ByteView) {
  if (!first_heard_) first_heard_ = monotonic_now();
}

std::vector<std::string> ProgramTransport::hints() {
  const auto from_to = [](const std::optional<Duration>& from, const std::optional<Duration>& to) {
    return from && to ? std::optional(*to - *from) : std::nullopt;
  };
  int unread = 0;
  const bool known = ioctl(input_.number(), FIONREAD, &unread) == 0;
  const PipeSigns signs{known && first_asked_.has_value(),   static_cast<std::size_t>(unread),
                        from_to(first_asked_, first_heard_), from_to(first_heard_, ended_),
                        from_to(started_, first_asked_),     from_to(first_asked_, monotonic_now())};
  const std::string ending = status_ ? describe_ending(*status_) : std::string();
  std::vector<std::string> hints = hints_on_limits(ending, standard_error(), own_limits());
  if (const auto buffered = hint_on_buffering(signs)) hints.push_back(*buffered);
  if (const auto slow = hint_on_start(signs)) hints.push_back(*slow);
  if (const auto hidden = hint_on_sandbox(ending, standard_error()); hidden && is_sandboxed(sandbox_))
    hints.push_back(*hidden);
  return hints;
}

Restart ProgramTransport::restart(bool) {
  first_asked_ = first_heard_ = ended_ = std::nullopt;
  status_ = std::nullopt;
  program_.reset();
  input_.close();
  output_.close();
  start();
  return {.power_on = true, .note = "killed and started again", .new_stream = true, .settle = settle_};
}

std::string ExecLink::standard_error() {
  return static_cast<ProgramTransport&>(transport()).standard_error();
}

std::unique_ptr<ExecLink> open_exec(ExecOptions options) {
  std::vector<std::string> words = split_command(options.command);
  StreamOptions stream;
  stream.info.name = options.name.empty() ? "exec:" + options.command : std::move(options.name);
  stream.info.description = fmt::format("program {} on its standard input and output", words[0]);
  stream.info.can_reset = true;
  stream.info.facts["command"] = std::move(options.command);
  stream.info.facts[fact_starvation] = how_starvation_is_known();
  if (options.settle > Duration::zero())
    stream.info.facts["settle"] = readable(options.settle) + " after each start, before the first request";
  stream.write_patience = options.write_patience;
  return std::make_unique<ExecLink>(std::move(stream),
                                    std::make_unique<ProgramTransport>(std::move(words), options));
}

}  // namespace rig
