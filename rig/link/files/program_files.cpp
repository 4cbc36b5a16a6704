#include "rig/link/files/program_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "rig/base/errors.hpp"
#include "rig/link/exec/processor_times.hpp"
#include "rig/link/files/guarded_program.hpp"
#include "rig/link/files/run_folder.hpp"
#include "rig/link/files/starts.hpp"
#include "rig/link/stream/heartbeat.hpp"
#include "rig/link/stream/monotonic.hpp"

namespace rig {

namespace {

class ProgramFiles final : public FileExchange {
 public:
  ProgramFiles(FilesOptions options, std::vector<std::string> words)
      : id_(std::move(options.id)),
        words_(std::move(words)),
        bounds_(options.bounds),
        starts_(options.starts),
        home_(options.folder),
        folder_(std::make_unique<GameFolder>(home_.path())) {
    info_.name = options.name.empty() ? "files:" + options.command : std::move(options.name);
    info_.description = fmt::format("program {}, started for each move, over files", words_[0]);
    info_.clock_kind = ClockKind::monotonic;
    info_.clock = monotonic_domain();
    info_.can_reset = true;
    info_.uncertainty = longest_look_at_files;
    info_.facts[fact_starvation] = how_starvation_is_known();
    info_.facts["command"] = std::move(options.command);
  }

  const LinkInfo& info() const override { return info_; }

  FileOutcome exchange(const FileRequest& request, const WholeAnswer&, Duration patience) override {
    put_files(*folder_, request);
    folder_->make_folder(id_);
    std::vector<std::string> words = words_;
    words.insert(words.end(), request.arguments.begin(), request.arguments.end());
    const std::shared_ptr<const FileStart> start = kept_start(MoveStart{words, id_, snapshot()});
    GuardedProgram program(std::move(words), folder_->path() / id_, *folder_, bounds_);

    FileOutcome outcome;
    outcome.start = start;
    outcome.asked = program.started();
    program.count_starvation(GuardedProgram::Counts::since_its_start);
    watch(program, patience, outcome);
    program.tell(outcome);
    outcome.files = take_files(*folder_, request, outcome.standard_error);
    return outcome;
  }

  Outcome reset() override {
    folder_.reset();
    folder_ = std::make_unique<GameFolder>(home_.path());
    return {true, Instant::exactly(info_.clock, monotonic_now()), "a new game folder"};
  }

  Health health() override {
    return {heartbeat_.longest_stall(),
            {},
            std::exchange(longest_starved_, Duration::zero()),
            heartbeat_.suspended(),
            load_of_the_machine()};
  }

 private:
  std::shared_ptr<const Snapshot> snapshot() const {
    return starts_ == Starts::kept ? Snapshot::of(folder_->path(), home_.path()) : nullptr;
  }

  /// To its end or to the end of the patience, in which what others kept it from running does not count;
  /// afterwards nothing of it runs.
  void watch(GuardedProgram& program, Duration patience, FileOutcome& outcome) {
    Duration deadline = outcome.asked.latest + patience;
    for (Duration begun{}; begun < deadline;) {
      begun = monotonic_now();
      const std::optional<ProgramEnd>& end = program.look(deadline);
      if (!end) {
        if (begun >= deadline) deadline = outcome.asked.latest + patience + starved(program);
        continue;
      }
      outcome.answered = widened(end->at, starved(program), outcome.asked);
      outcome.exit_status = end->exit_status;
      if (!end->exit_status) outcome.hung_up = HungUp{end->how, outcome.answered};
      outcome.left_running = end->outlived_by;
      return;
    }
    program.kill();
    outcome.timed_out = true;
    outcome.answered = since(deadline);
  }

  Duration starved(GuardedProgram& program) {
    const Duration starved = program.starved();
    require_processor(info_, starved);
    longest_starved_ = std::max(longest_starved_, starved);
    return starved;
  }

  LinkInfo info_;
  std::string id_;
  std::vector<std::string> words_;
  FileBounds bounds_;
  Starts starts_;
  Home home_;
  std::unique_ptr<GameFolder> folder_;
  Heartbeat heartbeat_;
  Duration longest_starved_{};
};

}  // namespace

std::unique_ptr<FileExchange> open_files(FilesOptions options) {
  require_sensible(options.bounds);
  if (options.id.empty() || options.id == "." || options.id == ".." ||
      options.id.find_first_of(std::string_view("/\0", 2)) != std::string::npos) {
    throw UsageError(fmt::format("A program's own folder needs a plain name; \"{}\" was given.", options.id));
  }
  std::vector<std::string> words = program_words(options.command);
  return std::make_unique<ProgramFiles>(std::move(options), std::move(words));
}

}  // namespace rig
