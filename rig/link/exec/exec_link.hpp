#pragma once
/// `exec:COMMAND`: a program that speaks the protocol on its standard input and output, in real time
/// (StreamLink tells how its bytes get their instants).
///
/// The program runs under a supervisor (supervised.hpp): nothing that it started outlives the link, a
/// reset() or the rig. Its end is a HungUp event (`exited with status 3`, `killed by signal 11 (SIGSEGV)`,
/// `closed its standard output`), with the last words of its standard error; what it had written before is
/// delivered first. It is over when its first process ends: helpers left behind are killed. A program that
/// cannot be started at all is a RigError.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "rig/link/exec/processor_times.hpp"
#include "rig/link/exec/supervised.hpp"
#include "rig/link/stream/stream_link.hpp"

namespace rig {

struct ExecOptions {
  std::string command;    ///< cut into words by split_command(); no shell
  std::string name;       ///< as the user wrote it; empty: `exec:` and the command
  std::string directory;  ///< where the program runs; empty: where the rig does
  Duration write_patience = std::chrono::seconds(10);  ///< for a program that does not read
  Sandbox sandbox = {};
  Duration settle{};  ///< how long it is left alone after each restart, before it is spoken to
};

/// A program on two pipes.
class ProgramTransport final : public Transport {
 public:
  /// Starts it.
  ProgramTransport(std::vector<std::string> words, const ExecOptions& options);

  int input() const override { return output_.number(); }
  int output() const override { return input_.number(); }
  int ended() const override { return program_ ? program_->ended_descriptor() : -1; }
  ssize_t write(ByteView bytes) override;
  void heard(ByteView bytes) override;
  std::string how_it_ended(int error) override;
  std::string last_words() override;
  std::optional<ProcessorSample> processor_times() override;
  std::vector<std::string> hints() override;
  Restart restart(bool lost) override;

  std::string standard_error() const;

 private:
  void start();

  std::vector<std::string> words_;
  std::string directory_;
  Sandbox sandbox_;
  Duration settle_;
  Descriptor input_;   ///< the program's standard input
  Descriptor output_;  ///< its standard output
  std::unique_ptr<Supervised> program_;
  Duration started_{};
  // Since it was started; nothing: it has not happened.
  std::optional<Duration> first_asked_;
  std::optional<Duration> first_heard_;
  std::optional<Duration> ended_;
  std::optional<int> status_;
  bool times_are_counted_ = processor_times_are_counted();
};

class ExecLink final : public StreamLink {
 public:
  using StreamLink::StreamLink;
  /// The last 64 KiB that the program wrote to its standard error since it was started.
  std::string standard_error();
};

/// Measures two pipes against an echo and starts the program. reset() kills it with all its descendants and
/// starts it again, then waits `settle`. Throws UsageError for a command that cannot be cut into words
/// (command_line.hpp), RigError for a program that cannot be started.
std::unique_ptr<ExecLink> open_exec(ExecOptions options);

}  // namespace rig
