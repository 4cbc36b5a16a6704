#include "rig/link/files/gui_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "rig/base/errors.hpp"
#include "rig/link/exec/processor_times.hpp"
#include "rig/link/files/folder_watch.hpp"
#include "rig/link/files/guarded_program.hpp"
#include "rig/link/files/run_folder.hpp"
#include "rig/link/files/starts.hpp"
#include "rig/link/stream/heartbeat.hpp"
#include "rig/link/stream/monotonic.hpp"

namespace rig {

namespace {

constexpr std::string_view player_word = "{player}";
constexpr Duration between_readings = std::chrono::milliseconds(50);
constexpr Duration quiet = std::chrono::milliseconds(250);
constexpr Duration quiet_though_open = std::chrono::seconds(1);

using Watching = GuiFilesOptions::Watching;

bool names_a_player(const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(),
                     [](const std::string& word) { return word.find(player_word) != std::string::npos; });
}

std::string with_player(std::string word, const std::string& player) {
  for (std::size_t at = 0; (at = word.find(player_word, at)) != std::string::npos; at += player.size()) {
    word.replace(at, player_word.size(), player);
  }
  return word;
}

std::set<std::string> names_of(const FileRequest& request) {
  std::set<std::string> names = request.watched;
  for (const auto& [key, content] : request.files) names.insert(key);
  return names;
}

/// How to learn that an answer is there. Two ways, chosen for each exchange.
class Lookout {
 public:
  virtual ~Lookout() = default;
  Lookout() = default;
  Lookout(const Lookout&) = delete;
  Lookout& operator=(const Lookout&) = delete;

  /// Polls readable when a look is worth while at once; -1: never.
  virtual int descriptor() const = 0;
  /// Looks, and surely once more when `deadline` has come. When the answer came, if it is there, whole.
  virtual std::optional<Instant> look(Duration deadline) = 0;
  /// The last look, once nobody is left who could write.
  virtual std::optional<Instant> look_at_what_is_left() = 0;
  /// Whether an answer that came before the end of the patience may still turn out to be whole after it.
  virtual bool needs_time() const { return false; }
  /// Files that keep it from being whole, since somebody has not finished writing them.
  virtual std::set<std::string> unfinished() const { return {}; }
  /// For how long, at least, the answer lay there before it was whole.
  virtual Duration half_written() const = 0;
  /// False: it has missed something. It is of no use any more.
  virtual bool works() const { return true; }
};

/// What both need: the files as they are, and whether they are an answer.
struct Subject {
  const GameFolder& folder;
  const FileRequest& request;
  const WholeAnswer& whole;
  Instant asked;

  Files read() const {
    std::string ignored;
    return take_files(folder, request, ignored);
  }
};

class ByInotify final : public Lookout {
 public:
  ByInotify(const Subject& subject, FolderWatch& watch) : subject_(subject), watch_(watch) {}

  int descriptor() const override { return watch_.descriptor(); }

  std::optional<Instant> look(Duration) override {
    const bool news = watch_.look();
    if (news || !looked_) {
      looked_ = true;
      whole_ = subject_.whole(subject_.read());
      if (news && !begun_ && !(whole_ && watch_.at_rest())) begun_ = monotonic_now();
      if (watch_.look()) looked_ = false;  // it changed while it was being read
    }
    if (!looked_ || !whole_) return std::nullopt;
    const Instant came = last_change();
    if (!watch_.at_rest() && monotonic_now() - came.latest < quiet_though_open) return std::nullopt;
    if (begun_) half_written_ = std::max(came.earliest - *begun_, Duration::zero());
    return came;
  }

  std::optional<Instant> look_at_what_is_left() override {
    watch_.look();
    if (!subject_.whole(subject_.read())) return std::nullopt;
    return last_change();
  }

  bool needs_time() const override { return whole_; }
  std::set<std::string> unfinished() const override { return watch_.being_written(); }
  Duration half_written() const override { return half_written_; }
  bool works() const override { return watch_.works(); }

 private:
  /// Never before the request: the last look may have been before the program was started.
  Instant last_change() const {
    Instant last = watch_.last_change(since(subject_.asked.earliest));
    last.earliest = std::max(last.earliest, subject_.asked.earliest);
    return last;
  }

  Subject subject_;
  FolderWatch& watch_;
  bool looked_ = false;
  bool whole_ = false;             ///< as far as its text tells
  std::optional<Duration> begun_;  ///< when a change was first seen that made nothing whole
  Duration half_written_{};
};

class ByPolling final : public Lookout {
 public:
  explicit ByPolling(const Subject& subject) : subject_(subject), last_begun_(subject.asked.earliest) {}

  int descriptor() const override { return -1; }

  std::optional<Instant> look(Duration deadline) override {
    const Duration now = monotonic_now();
    const bool is_last = last_begun_ < deadline && deadline <= now;
    if (files_ && now < last_begun_ + between_readings && !is_last) return std::nullopt;
    read(now);
    const bool is_quiet = now - changed_.latest >= quiet;
    if (!whole_ || !is_quiet) return std::nullopt;
    return changed_;
  }

  std::optional<Instant> look_at_what_is_left() override {
    read(monotonic_now());
    if (!whole_) return std::nullopt;
    return changed_;
  }

  bool needs_time() const override { return whole_; }
  Duration half_written() const override {
    return begun_ ? std::max(changed_.earliest - *begun_, Duration::zero()) : Duration::zero();
  }

 private:
  void read(Duration begun) {
    Files files = subject_.read();
    if (!files_ || files != *files_) {
      changed_ = since(last_begun_);
      whole_ = subject_.whole(files);
      if (files_ && !whole_ && !begun_) begun_ = changed_.latest;
      files_ = std::move(files);
    }
    last_begun_ = begun;
  }

  Subject subject_;
  std::optional<Files> files_;     ///< as last read
  Duration last_begun_;            ///< when the last reading began
  std::optional<Duration> begun_;  ///< when a change was first seen that made nothing whole
  Instant changed_;                ///< between which readings they became so
  bool whole_ = false;
};

class GuiFiles final : public FileExchange {
 public:
  GuiFiles(GuiFilesOptions options, std::vector<std::string> words)
      : words_(std::move(words)),
        bounds_(options.bounds),
        starts_(options.starts),
        watching_(options.watching),
        player_(std::move(options.player)),
        home_(options.folder),
        folder_(std::make_unique<GameFolder>(home_.path())) {
    info_.name = options.name.empty() ? "guifiles:" + options.command : std::move(options.name);
    info_.description = fmt::format("program {}, one for a whole game, over files", words_[0]);
    info_.clock_kind = ClockKind::monotonic;
    info_.clock = monotonic_domain();
    info_.can_reset = true;
    if (!FolderWatch(folder_->path()).works()) watching_ = Watching::polling;
    info_.uncertainty = watching_ == Watching::inotify ? longest_look_at_files : between_readings;
    info_.facts[fact_starvation] = how_starvation_is_known();
    info_.facts["command"] = std::move(options.command);
    info_.facts["changes seen by"] = watching_ == Watching::inotify ? "inotify" : "reading every 50 ms";
  }

  const LinkInfo& info() const override { return info_; }

  FileOutcome exchange(const FileRequest& request, const WholeAnswer& whole, Duration patience) override {
    FileOutcome outcome;
    std::set<std::string> unfinished;
    const bool was_running = program_ && !program_->look({});
    const Duration begun = monotonic_now();
    put_files(*folder_, request);
    outcome.asked = since(begun);
    if (program_) program_->count_starvation(GuardedProgram::Counts::from_now_on);
    if (watch_) watch_->begin(names_of(request));
    if (program_ && !was_running) {
      hang_up(*program_->look({}), outcome);
    } else {
      if (!program_) outcome.asked = start(request);
      const Subject subject{*folder_, request, whole, outcome.asked};
      unfinished = wait(subject, patience, outcome);
    }
    program_->tell(outcome);
    for (const std::string& name : unfinished)
      add_remark(outcome.standard_error, name + " is still open for writing.");
    outcome.files = take_files(*folder_, request, outcome.standard_error);
    note_message(request, outcome);
    outcome.start = kept_start(GameStart{start_});
    return outcome;
  }

  Outcome reset() override {
    program_.reset();
    watch_.reset();
    folder_.reset();
    start_ = {};
    folder_ = std::make_unique<GameFolder>(home_.path());
    return {true, Instant::exactly(info_.clock, monotonic_now()), "ended, and a new game folder"};
  }

  Health health() override {
    return {heartbeat_.longest_stall(),
            {},
            std::exchange(longest_starved_, Duration::zero()),
            heartbeat_.suspended(),
            load_of_the_machine()};
  }

 private:
  /// What it was told, and where the answer came, for whoever tells it the same again.
  void note_message(const FileRequest& request, const FileOutcome& outcome) {
    if (request.files.empty()) return;  // it was only watched
    const bool answered = !outcome.timed_out && !outcome.hung_up && !request.watched.empty();
    start_.messages.push_back({request.files, answered ? *request.watched.begin() : std::string()});
  }

  /// Returns from when until when it was told: it found the files when it came to life.
  Instant start(const FileRequest& request) {
    if (watching_ == Watching::inotify) {
      watch_ = std::make_unique<FolderWatch>(folder_->path());
      watch_->begin(names_of(request));
    }
    std::vector<std::string> words = words_;
    if (names_a_player(words)) {
      const std::string player = player_(request);
      for (std::string& word : words) word = with_player(std::move(word), player);
    }
    start_.words = words;
    if (starts_ == Starts::kept) start_.game = Snapshot::of(folder_->path(), home_.path());
    program_ = std::make_unique<GuardedProgram>(std::move(words), folder_->path(), *folder_, bounds_);
    program_->count_starvation(GuardedProgram::Counts::since_its_start);
    return program_->started();
  }

  std::unique_ptr<Lookout> lookout_for(const Subject& subject) {
    const std::set<std::string> names = names_of(subject.request);
    const bool in_one_folder = std::none_of(names.begin(), names.end(), [](const std::string& name) {
      return name.find('/') != std::string::npos;
    });
    if (watch_ && watch_->works() && in_one_folder) return std::make_unique<ByInotify>(subject, *watch_);
    return std::make_unique<ByPolling>(subject);
  }

  /// To the answer, the program's end or the end of the patience. Returns the files that were then being
  /// written.
  std::set<std::string> wait(const Subject& subject, Duration patience, FileOutcome& outcome) {
    std::unique_ptr<Lookout> lookout = lookout_for(subject);
    const Duration limit = outcome.asked.latest + patience;
    Duration deadline = limit;  // what others kept it from running does not count
    for (;;) {
      const bool last = monotonic_now() >= deadline;
      const std::optional<ProgramEnd>& end = program_->look(deadline, lookout->descriptor());
      if (!lookout->works()) lookout = std::make_unique<ByPolling>(subject);
      const std::optional<Instant> came = end ? lookout->look_at_what_is_left() : lookout->look(deadline);
      if (end && (!came || end->out_of_bounds)) {
        hang_up(*end, outcome);
        return {};
      }
      if (!came && !(last && !lookout->needs_time())) continue;
      const Duration starved = starved_so_far();
      if (came) {
        outcome.answered = widened(*came, starved, outcome.asked);
        if (outcome.answered.earliest > limit) break;
        outcome.half_written = std::max(lookout->half_written() - starved, Duration::zero());
        return {};
      }
      if (limit + starved <= deadline) break;
      deadline = limit + starved;
    }
    outcome.timed_out = true;
    outcome.answered = since(deadline);
    return lookout->unfinished();
  }

  Duration starved_so_far() {
    const Duration starved = program_->starved();
    require_processor(info_, starved);
    longest_starved_ = std::max(longest_starved_, starved);
    return starved;
  }

  static void hang_up(const ProgramEnd& end, FileOutcome& outcome) {
    outcome.hung_up = HungUp{end.how, end.at};
    outcome.answered = end.at;
  }

  LinkInfo info_;
  std::vector<std::string> words_;
  FileBounds bounds_;
  Starts starts_;
  Watching watching_;
  std::function<std::string(const FileRequest&)> player_;
  Home home_;
  std::unique_ptr<GameFolder> folder_;
  GameStart start_;  ///< of this game
  std::unique_ptr<FolderWatch> watch_;
  std::unique_ptr<GuardedProgram> program_;  ///< of this game; null until its first exchange
  Heartbeat heartbeat_;
  Duration longest_starved_{};
};

bool is_a_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

std::unique_ptr<FileExchange> open_gui_files(GuiFilesOptions options) {
  require_sensible(options.bounds);
  std::vector<std::string> words = program_words(options.command);
  if (names_a_player(words) && !options.player) {
    throw UsageError(fmt::format("The command \"{}\" names {}, but in this contest a player has no number.",
                                 options.command, player_word));
  }
  return std::make_unique<GuiFiles>(std::move(options), std::move(words));
}

std::string number_in_name(const FileRequest& request, std::string_view prefix, std::string_view suffix) {
  std::string found;
  for (const auto& [key, content] : request.files) {
    const std::string name = file_key(key).name;
    if (name.size() <= prefix.size() + suffix.size() || !name.starts_with(prefix) || !name.ends_with(suffix))
      continue;
    const std::string number = name.substr(prefix.size(), name.size() - prefix.size() - suffix.size());
    if (!is_a_number(number)) continue;
    if (!found.empty())
      throw RigError(fmt::format("Two files of a request are named {}<number>{}.", prefix, suffix));
    found = number;
  }
  if (found.empty())
    throw RigError(fmt::format("No file of the request is named {}<number>{}.", prefix, suffix));
  return found;
}

}  // namespace rig
