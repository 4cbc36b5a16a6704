#include "rig/link/files/guarded_program.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <csignal>

#include "rig/base/errors.hpp"
#include "rig/base/readable.hpp"
#include "rig/link/exec/command_line.hpp"
#include "rig/link/exec/hints.hpp"
#include "rig/link/exec/processor_times.hpp"
#include "rig/link/stream/monotonic.hpp"

namespace rig {

namespace {

constexpr Duration between_measurements = std::chrono::milliseconds(50);
constexpr Duration between_samples = std::chrono::milliseconds(20);
constexpr Duration longest_starvation = std::chrono::seconds(30);
constexpr Duration report_patience = std::chrono::seconds(20);  // for the supervisor, to kill what is left

#if defined(__SANITIZE_ADDRESS__)
constexpr bool memory_can_be_bounded = false;  // it reserves terabytes of address space
#else
constexpr bool memory_can_be_bounded = true;
#endif

Supervised::Options options_for(std::vector<std::string> words, const std::filesystem::path& directory,
                                const GameFolder& folder, const FileBounds& bounds) {
  Supervised::Options options;
  options.words = std::move(words);
  options.directory = directory;
  options.keeps_output_apart = true;
  options.bounds = ProcessBounds{memory_can_be_bounded ? bounds.memory : 0, bounds.file};
  options.obeys_permissions = true;
  options.sandbox = bounds.sandbox;
  options.sandbox.written.push_back(folder.path());
  return options;
}

}  // namespace

GuardedProgram::GuardedProgram(std::vector<std::string> words, const std::filesystem::path& directory,
                               const GameFolder& folder, const FileBounds& bounds)
    : folder_(folder),
      bounds_(bounds),
      started_(monotonic_interval(monotonic_now(), {})),
      program_(options_for(std::move(words), directory, folder, bounds)),
      last_running_(started_.earliest),
      times_are_counted_(processor_times_are_counted()) {
  started_.latest = monotonic_now();
}

const std::optional<ProgramEnd>& GuardedProgram::look(Duration until, int also) {
  if (end_) return end_;
  require_bounds();
  if (end_) return end_;
  const Duration begun = monotonic_now();
  if (starvation_.has_begun() && begun - starvation_.last() >= between_samples) sample_processor_times();
  std::array<pollfd, 3> watched{{{program_.process_descriptor(), POLLIN, 0},
                                 {program_.ended_descriptor(), POLLIN, 0},
                                 {also, POLLIN, 0}}};
  const timespec timeout = to_timespec(std::clamp(until - begun, Duration::zero(), longest_look_at_files));
  if (ppoll(watched.data(), watched.size(), &timeout, nullptr) < 0) return end_;
  if (watched[0].revents != 0 || watched[1].revents != 0) {
    end();
  } else if (watched[0].fd >= 0) {
    last_running_ = begun;
  }
  return end_;
}

void GuardedProgram::tell(FileOutcome& outcome) {
  auto [output, error] = program_.newly_said();
  outcome.standard_output = std::move(output);
  outcome.standard_error = std::move(error);
  const Limits limits{memory_can_be_bounded ? bounds_.memory : 0, bounds_.file, own_limits().seconds};
  outcome.hints = hints_on_limits(end_ ? end_->how : std::string(), outcome.standard_error, limits);
}

void GuardedProgram::end() {
  ProgramEnd end{since(last_running_), {}, {}};
  const std::optional<int> status = program_.ended(report_patience);
  if (!status) throw RigError("A program has ended, but its supervisor does not report how.");
  end.how = describe_ending(*status);
  end.outlived_by = program_.outlived_by();
  if (WIFEXITED(*status)) end.exit_status = WEXITSTATUS(*status);
  if (WIFSIGNALED(*status) && WTERMSIG(*status) == SIGXFSZ) {
    end.how += fmt::format(": it wrote more than {} to one file", readable_size(bounds_.file));
  }
  next_measurement_ = {};  // it may have filled its folder since the last one
  end_ = std::move(end);
  require_bounds();
}

void GuardedProgram::require_bounds() {
  if (monotonic_now() < next_measurement_) return;
  if (folder_.size() > bounds_.folder) {
    program_.kill();
    const Instant at = end_ ? end_->at : since(last_running_);
    end_ = ProgramEnd{at, {}, "wrote more than " + readable_size(bounds_.folder), true};
  }
  next_measurement_ = monotonic_now() + between_measurements;
}

void GuardedProgram::count_starvation(Counts counts) {
  if (!times_are_counted_) return;
  const bool from_now_on = counts == Counts::from_now_on;
  starvation_.begin(from_now_on ? program_.processor_times() : ProcessorSample{started_.latest, 1, {}});
}

void GuardedProgram::sample_processor_times() {
  starvation_.add(program_.processor_times());
}

Duration GuardedProgram::starved() {
  if (!starvation_.has_begun()) return {};
  sample_processor_times();
  return starvation_.total();
}

Instant widened(const Instant& at, Duration starved, const Instant& asked) {
  const Duration unhindered = std::max(asked.earliest, at.earliest - starved);
  return {at.clock, std::min(at.earliest, unhindered), at.latest};
}

void require_processor(const LinkInfo& info, Duration starved) {
  if (starved <= longest_starvation) return;
  throw RigError(
      fmt::format("{} got no processor for {} while an answer was awaited: this machine is too busy.",
                  info.name, readable(starved)));
}

std::vector<std::string> program_words(const std::string& command) {
  std::vector<std::string> words = split_command(command);
  if (words[0].find('/') != std::string::npos) words[0] = std::filesystem::absolute(words[0]).string();
  return words;
}

Instant since(Duration earliest) {
  return monotonic_interval(earliest, monotonic_now());
}

void put_files(GameFolder& folder, const FileRequest& request) {
  for (const auto& [key, content] : request.files) {
    const bool read_only = request.read_only.contains(key);
    folder.put(key, content, read_only ? GameFolder::Access::read_only : GameFolder::Access::read_write);
  }
}

void add_remark(std::string& printed, const std::string& remark) {
  if (!printed.empty() && printed.back() != '\n') printed += '\n';
  printed += "rig: " + remark + '\n';
}

Files take_files(const GameFolder& folder, const FileRequest& request, std::string& remarks) {
  std::set<std::string> keys = request.watched;
  for (const auto& [key, content] : request.files) keys.insert(key);
  Files files;
  for (const std::string& key : keys) {
    GameFolder::Taken taken = folder.take(key);
    if (taken.content) files[key] = std::move(*taken.content);
    if (!taken.remark.empty()) add_remark(remarks, taken.remark);
  }
  return files;
}

}  // namespace rig
