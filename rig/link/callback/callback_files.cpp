#include "rig/link/callback/callback_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

#include "rig/base/errors.hpp"

namespace rig {

namespace {

constexpr Duration new_game_time = std::chrono::milliseconds(1);
constexpr std::string_view own_folder = "player/";  // of a program per move; nobody outside sees the name
constexpr const char* step_log = "../StepLog.txt";

/// What lies in the game folder, and which of it is protected or still being written.
class Disk {
 public:
  void clear() {
    files_.clear();
    protected_.clear();
    open_.clear();
  }

  void put(const FileRequest& request) {
    for (const auto& [key, content] : request.files) {
      files_[key] = content;
      open_.erase(key);
      protected_.erase(key);
      if (request.read_only.contains(key)) protected_.insert(key);
    }
  }

  /// False: the file is protected.
  bool write(const std::string& key, const FileDevice::Write& write) {
    if (!write.content) {
      files_.erase(key);
      protected_.erase(key);
      open_.erase(key);
      return true;
    }
    if (protected_.contains(key)) return false;
    files_[key] = *write.content;
    if (write.closed) {
      open_.erase(key);
    } else {
      open_.insert(key);
    }
    return true;
  }

  /// Whoever wrote is gone: nothing is being written any more.
  void close_all() { open_.clear(); }

  const Files& files() const { return files_; }
  const std::string* find(const std::string& key) const {
    const auto found = files_.find(key);
    return found == files_.end() ? nullptr : &found->second;
  }
  bool is_being_written(const std::string& key) const { return open_.contains(key); }

 private:
  Files files_;
  std::set<std::string> protected_;
  std::set<std::string> open_;
};

/// A path as a device wrote it, relative to the game folder. Nothing: it leads out of it.
std::optional<std::string> key_of(std::string_view folder, const std::string& path) {
  const std::filesystem::path key = (std::filesystem::path(folder) / path).lexically_normal();
  if (key.empty() || key.is_absolute() || *key.begin() == "..") return std::nullopt;
  return key.string();
}

class CallbackFiles final : public FileExchange {
 public:
  CallbackFiles(CallbackFilesOptions options, std::unique_ptr<FileDevice> device)
      : per_move_(options.per_move), device_(std::move(device)) {
    info_.name = std::move(options.name);
    info_.description = options.description.empty() ? "device in C++, virtual time, over files"
                                                    : std::move(options.description);
    info_.clock_kind = ClockKind::virtual_time;
    info_.clock = new_clock_domain();
    info_.can_reset = true;
    device_->new_game();
  }

  const LinkInfo& info() const override { return info_; }

  FileOutcome exchange(const FileRequest& request, const WholeAnswer& whole, Duration patience) override {
    disk_.put(request);
    FileOutcome outcome;
    outcome.asked = now();
    const Duration limit = now_ + std::max(patience, Duration::zero());
    if (per_move_) {
      run(request, limit, outcome);
    } else {
      live_on(request, whole, limit, outcome);
    }
    outcome.answered = now();
    outcome.files = files_of(request);
    return outcome;
  }

  Outcome reset() override {
    disk_.clear();
    waiting_.clear();
    started_ = false;
    will_end_.reset();
    ended_.reset();
    now_ += new_game_time;
    device_->new_game();
    return {true, now(), "a new game folder"};
  }

 private:
  struct Waiting {
    Duration at{};
    FileDevice::Write write;
  };
  struct End {
    Duration at{};
    std::string how;
  };

  Instant now() const { return Instant::exactly(info_.clock, now_); }

  // a program per move

  void run(const FileRequest& request, Duration limit, FileOutcome& outcome) {
    const Files seen = seen_by_a_program_per_move(request);
    std::set<std::string> read_only;
    for (const auto& [name, content] : seen) {
      const std::optional<std::string> key = key_of(own_folder, name);
      if (key && request.read_only.contains(*key)) read_only.insert(name);
    }
    device_->write_protected(read_only);
    FileDevice::Run run = device_->act(seen, request.arguments);
    const std::optional<End> end = end_of(run);
    outcome.timed_out = !end || end->at > limit;
    const Duration last = outcome.timed_out ? limit : end->at;
    outcome.standard_error = std::move(run.standard_error);
    schedule(std::move(run.writes));
    while (!waiting_.empty() && waiting_.front().at <= last) do_next_write(outcome);
    waiting_.clear();
    now_ = last;
    if (outcome.timed_out) return;
    outcome.left_running = run.leaves_running;
    if (run.killed_by.empty()) {
      outcome.exit_status = run.exit_status;
    } else {
      outcome.hung_up = HungUp{end->how, now()};
    }
  }

  /// What its arguments name, its history of moves, and what is its own.
  Files seen_by_a_program_per_move(const FileRequest& request) const {
    Files seen;
    std::vector<std::string> names = request.arguments;
    names.emplace_back(step_log);
    for (const std::string& name : names) {
      const std::optional<std::string> key = key_of(own_folder, name);
      const std::string* const content = key ? disk_.find(*key) : nullptr;
      if (content != nullptr) seen[name] = *content;
    }
    for (const auto& [key, content] : disk_.files()) {
      if (key.starts_with(own_folder)) seen.emplace(key.substr(own_folder.size()), content);
    }
    return seen;
  }

  // a program per game

  void live_on(const FileRequest& request, const WholeAnswer& whole, Duration limit, FileOutcome& outcome) {
    end_if_due();
    if (!ended_ && (!started_ || !request.files.empty())) tell(request, outcome);
    std::optional<Duration> begun;
    for (;;) {
      while (!waiting_.empty() && waiting_.front().at <= now_) do_next_write(outcome);
      if (!begun && is_being_written(request)) begun = now_;
      if (!ended_ && is_whole(request, whole)) {
        if (begun) outcome.half_written = now_ - *begun;
        return;
      }
      end_if_due();
      if (ended_) {
        outcome.hung_up = HungUp{ended_->how, Instant::exactly(info_.clock, ended_->at)};
        return;
      }
      const std::optional<Duration> next = next_moment();
      outcome.timed_out = !next || *next > limit;
      now_ = outcome.timed_out ? limit : *next;
      if (outcome.timed_out) return;
    }
  }

  void tell(const FileRequest& request, FileOutcome& outcome) {
    FileDevice::Run run = device_->act(disk_.files(), request.arguments);
    started_ = true;
    outcome.standard_error = std::move(run.standard_error);
    const std::optional<End> end = end_of(run);
    if (end && (!will_end_ || end->at < will_end_->at)) will_end_ = end;
    schedule(std::move(run.writes));
  }

  bool is_being_written(const FileRequest& request) const {
    return std::any_of(request.files.begin(), request.files.end(),
                       [&](const auto& file) { return disk_.is_being_written(file.first); }) ||
           std::any_of(request.watched.begin(), request.watched.end(),
                       [&](const std::string& key) { return disk_.is_being_written(key); });
  }

  bool is_whole(const FileRequest& request, const WholeAnswer& whole) const {
    return !is_being_written(request) && whole(files_of(request));
  }

  /// When something happens by itself.
  std::optional<Duration> next_moment() const {
    std::optional<Duration> next;
    if (!waiting_.empty()) next = waiting_.front().at;
    if (will_end_ && (!next || will_end_->at < *next)) next = will_end_->at;
    return next;
  }

  void end_if_due() {
    if (!will_end_ || will_end_->at > now_) return;
    ended_ = std::exchange(will_end_, std::nullopt);
    waiting_.clear();
    disk_.close_all();
  }

  // both

  std::optional<End> end_of(const FileDevice::Run& run) const {
    if (!run.ends) return std::nullopt;
    return End{now_ + std::max(*run.ends, Duration::zero()),
               run.killed_by.empty() ? fmt::format("exited with status {}", run.exit_status)
                                     : "killed by " + run.killed_by};
  }

  /// In order of time; of two writes for one moment the one that was decided first goes first.
  void schedule(std::vector<FileDevice::Write> writes) {
    for (FileDevice::Write& write : writes) {
      const Duration at = now_ + std::max(write.after, Duration::zero());
      auto place = waiting_.end();
      while (place != waiting_.begin() && at < std::prev(place)->at) --place;
      waiting_.insert(place, {at, std::move(write)});
    }
  }

  void do_next_write(FileOutcome& outcome) {
    const FileDevice::Write write = std::move(waiting_.front().write);
    waiting_.pop_front();
    const std::optional<std::string> key = key_of(per_move_ ? own_folder : "", write.path);
    if (!key) {
      throw RigError(
          fmt::format("The device {} writes to \"{}\", outside its game folder.", info_.name, write.path));
    }
    if (!disk_.write(*key, write)) outcome.standard_error += write.path + ": Permission denied\n";
  }

  Files files_of(const FileRequest& request) const {
    Files found;
    const auto add = [&](const std::string& key) {
      if (const std::string* const content = disk_.find(key)) found[key] = *content;
    };
    for (const auto& [key, content] : request.files) add(key);
    for (const std::string& key : request.watched) add(key);
    return found;
  }

  LinkInfo info_;
  bool per_move_;
  std::unique_ptr<FileDevice> device_;
  Disk disk_;
  Duration now_{};
  std::deque<Waiting> waiting_;  ///< writes that are not due yet, sorted
  bool started_ = false;         ///< one that lives on has been told something in this game
  std::optional<End> will_end_;
  std::optional<End> ended_;
};

}  // namespace

std::unique_ptr<FileExchange> make_callback_exchange(CallbackFilesOptions options,
                                                     std::unique_ptr<FileDevice> device) {
  return std::make_unique<CallbackFiles>(std::move(options), std::move(device));
}

}  // namespace rig
