#include "conformance/run/run.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "conformance/run/answers.hpp"
#include "conformance/run/models_of_run.hpp"
#include "conformance/run/plan.hpp"
#include "conformance/run/sandbox_of_run.hpp"
#include "conformance/run/worker.hpp"
#include "rig/base/descriptor.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/program/argv.hpp"
#include "rig/dut/dut.hpp"
#include "rig/link/exec/adoption.hpp"
#include "rig/link/files/run_folder.hpp"
#include "rig/link/transcript/transcript.hpp"
#include "rig/report/json.hpp"

namespace conformance {

using rig::RigError;
using rig::report::CaseRecord;

namespace {

using Clock = std::chrono::steady_clock;

/// A worker that has said nothing for so long hangs. Far beyond any deadline: simulated seconds can take
/// minutes on a large design.
constexpr std::chrono::minutes watchdog{10};

volatile std::sig_atomic_t interruption = 0;

void note_interruption(int) {
  interruption = 1;
}

/// While it lives, SIGINT, SIGTERM and SIGHUP are noted, and delivered only inside ppoll().
class SignalGuard {
 public:
  SignalGuard() {
    interruption = 0;
    struct sigaction noting {};
    noting.sa_handler = note_interruption;
    sigset_t both;
    sigemptyset(&both);
    for (std::size_t i = 0; i < signals.size(); ++i) {
      sigaddset(&both, signals[i]);
      sigaction(signals[i], &noting, &old_actions_[i]);
    }
    sigprocmask(SIG_BLOCK, &both, &old_mask_);
  }
  ~SignalGuard() {
    for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &old_actions_[i], nullptr);
    sigprocmask(SIG_SETMASK, &old_mask_, nullptr);
  }
  SignalGuard(const SignalGuard&) = delete;
  SignalGuard& operator=(const SignalGuard&) = delete;

  /// The mask under which to wait.
  const sigset_t* open_mask() const { return &old_mask_; }

 private:
  static constexpr std::array<int, 3> signals = {SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, 3> old_actions_{};
  sigset_t old_mask_{};
};

/// GoogleTest and its Bazel cousin can be told by the environment to run a part of the tests, or none, and
/// read it before main(): a worker must not even see it.
void clear_foreign_settings() {
  std::vector<std::string> names;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    if (text.starts_with("GTEST_") || text.starts_with("TESTBRIDGE_"))
      names.push_back(text.substr(0, text.find('=')));
  }
  for (const std::string& name : names) unsetenv(name.c_str());
}

std::string ending(int status) {
  if (WIFSIGNALED(status))
    return fmt::format("was killed by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  return fmt::format("exited with status {}", WEXITSTATUS(status));
}

constexpr const char* the_kernels_name = "/proc/self/exe";

/// By its name, so that `ps` knows it; by the kernel's when it was built anew meanwhile.
std::string own_program() {
  std::error_code ignored;
  const std::filesystem::path name = std::filesystem::read_symlink(the_kernels_name, ignored);
  return std::filesystem::exists(name, ignored) ? name.string() : the_kernels_name;
}

/// Whether workers ask before each case.
bool asks(const RunPlan& plan) {
  return plan.max_failures > 0 || plan.asks;
}

/// Players in virtual time live in the worker, and start no program.
bool starts_programs(const RunPlan& plan) {
  return !plan.dut || rig::dut::clock_of(*plan.dut) != rig::ClockKind::virtual_time;
}

/// What a worker is given.
struct Job {
  std::vector<std::string> cases;
  std::string board;  ///< which of several equal ones is its own; otherwise the DUT
  Places places;
  std::vector<std::string> cage{};  ///< the words that start it in a sandbox; empty: it needs none
  std::string question{};           ///< what it is asked for instead of cases
};

class Worker {
 public:
  Worker(const RunPlan& plan, Job of_worker)
      : cases_(std::move(of_worker.cases)), board_(of_worker.board), last_word_(Clock::now()) {
    std::array<int, 2> job{};
    std::array<int, 2> channel{};
    if (pipe2(job.data(), O_CLOEXEC) != 0 || pipe2(channel.data(), O_CLOEXEC) != 0) {
      throw RigError(fmt::format("No pipe for a worker: {}.", std::strerror(errno)));
    }
    start(job[0], channel[1], std::move(of_worker.cage));
    close(job[0]);
    close(channel[1]);
    channel_ = channel[0];
    job_ = job[1];
    give(job_line(to_words(plan.options), cases_, board_, of_worker.places, asks(plan), of_worker.question,
                  plan.live) +
         '\n');
  }
  ~Worker() {
    if (pid_ > 0) stop();
    close(channel_);
    close(job_);
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  int channel() const { return channel_; }
  const std::string& board() const { return board_; }
  bool hangs() const { return Clock::now() - last_word_ > watchdog; }
  const std::string& open_case() const { return open_case_; }

  /// Reads what is there; calls `heard(kind, text)` for each whole line. False at the end.
  template <typename F>
  bool read_some(F&& heard) {
    std::array<char, 65536> block;
    const ssize_t got = read(channel_, block.data(), block.size());
    if (got < 0 && errno == EINTR) return true;
    if (got <= 0) return false;
    last_word_ = Clock::now();
    buffer_.append(block.data(), static_cast<std::size_t>(got));
    std::size_t begin = 0;
    for (std::size_t end = buffer_.find('\n', begin); end != std::string::npos;
         end = buffer_.find('\n', begin)) {
      if (end > begin)
        heard(static_cast<Message>(buffer_[begin]), buffer_.substr(begin + 1, end - begin - 1));
      begin = end + 1;
    }
    buffer_.erase(0, begin);
    return true;
  }

  /// Its own account of why it cannot go on; empty: none.
  const std::string& last_words() const { return last_words_; }
  void hung() { hung_ = true; }
  bool has_hung() const { return hung_; }
  void says_broken(const std::string& why) { last_words_ = why; }

  /// To its question whether to begin this case.
  void admit(const std::string& id, Admission how) {
    if (how == Admission::stop) cases_.clear();
    if (how == Admission::skip) std::erase(cases_, id);
    give(word_of(how) + '\n');
  }

  void take_model(const std::string& answer) {
    give(answer + '\n');
    last_word_ = Clock::now();  // nor that it took long to build
  }

  void answer(bool done) {
    give(done ? "done\n" : "nobody\n");
    last_word_ = Clock::now();  // that a person took long is not its fault
  }

  void case_begins(const std::string& id) { open_case_ = id; }
  void case_ended(const std::string& id) {
    open_case_.clear();
    std::erase(cases_, id);
  }
  const std::vector<std::string>& cases_left() const { return cases_; }

  /// Waits for the process after its channel has ended.
  const std::string& wait() {
    if (pid_ < 0) return ending_;
    int status = 0;
    while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
    ending_ = ending(status);
    return ending_;
  }

  void stop() {
    kill(pid_, SIGKILL);
    wait();
  }

 private:
  void start(int job, int channel, std::vector<std::string> words) {
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, job, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, channel, worker_channel);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    sigset_t pipe_only;
    sigemptyset(&pipe_only);
    sigaddset(&pipe_only, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &pipe_only);
    posix_spawnattr_setpgroup(&attributes, 0);  // a Ctrl-C is the parent's to handle
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    const std::string program = words.empty() ? own_program() : words.front();
    rig::Descriptor itself;  // of a program that was built anew meanwhile
    if (words.empty()) {
      words = {"certify"};
    } else if (std::string own = own_program(); own == the_kernels_name) {
      itself = rig::Descriptor(open(the_kernels_name, O_RDONLY));  // NOLINT(android-cloexec-open): inherited
      words.push_back(fmt::format("/proc/self/fd/{}", itself.number()));
    } else {
      words.push_back(std::move(own));
    }
    words.emplace_back("--worker");
    std::vector<char*> arguments = rig::argv_of(words);
    const int error = posix_spawnp(&pid_, program.c_str(), &files, &attributes, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    if (error != 0) throw RigError(fmt::format("No worker process: {}.", std::strerror(error)));
  }

  /// A worker reads its job before it does anything else, and answers only when it has asked: this cannot
  /// dead-lock.
  void give(const std::string& text) const {
    struct sigaction ignore {};
    ignore.sa_handler = SIG_IGN;
    struct sigaction old {};
    sigaction(SIGPIPE, &ignore, &old);
    std::size_t done = 0;
    while (done < text.size()) {
      const ssize_t wrote = write(job_, text.data() + done, text.size() - done);
      if (wrote < 0 && errno == EINTR) continue;
      if (wrote < 0) break;  // it died at once; its channel will tell
      done += static_cast<std::size_t>(wrote);
    }
    sigaction(SIGPIPE, &old, nullptr);
  }

  pid_t pid_ = -1;
  std::string ending_;
  std::string last_words_;
  bool hung_ = false;
  int channel_ = -1;
  int job_ = -1;  // to its standard input
  std::string buffer_;
  std::string open_case_;
  std::vector<std::string> cases_;  // not ended yet
  std::string board_;
  Clock::time_point last_word_;
};

class Parent {
 public:
  Parent(const RunPlan& plan, RunListener& listener) : plan_(plan), listener_(listener) {
    if (plan.dut && rig::dut::plays_on_disk(*plan.dut)) folder_ = std::make_unique<rig::RunFolder>();
    if (starts_programs(plan)) adoption_.emplace();
    if (plan.dut && rig::dut::is_simulated(*plan.dut))
      models_ = std::make_unique<ModelsOfRun>(plan.sandbox.wish);
  }

  /// Starts a worker that is asked this, and returns the line of its answer.
  std::string ask(const std::string& question) {
    clear_foreign_settings();
    start({}, rig::dut::boards_named(plan_.options.dut).front(), question);
    while (!workers_.empty() && interruption == 0) wait();
    if (interruption != 0) throw RigError("The run was interrupted.");
    workers_.clear();
    if (answer_.empty())
      throw RigError(result_.errors.empty() ? "A worker did not answer." : result_.errors.front());
    return answer_;
  }

  RunResult run() {
    clear_foreign_settings();
    assign();
    while (!workers_.empty() && interruption == 0 && result_.refused.empty()) wait();
    if (interruption != 0) result_.interrupted = true;
    workers_.clear();
    return std::move(result_);
  }

 private:
  void assign() {
    const std::vector<std::string> boards =
        plan_.options.dut.empty() ? std::vector<std::string>{""} : rig::dut::boards_named(plan_.options.dut);
    std::size_t next = 0;
    for (std::vector<std::string>& share : shares(plan_.cases, plan_.jobs, contest_of(plan_.options)))
      spawn(std::move(share), boards[next++ % boards.size()]);
  }

  /// Of the next worker.
  Places places() {
    Places places{folder_ ? folder_->path().string() : std::string(), plan_.kept, plan_.sandbox, plan_.waves};
    ++workers_started_;
    if (!places.waves.coverage.empty()) places.waves.coverage += fmt::format("/{}", workers_started_);
    return places;
  }

  void spawn(std::vector<std::string> cases, const std::string& board) {
    if (!cases.empty()) start(std::move(cases), board, {});
  }

  void start(std::vector<std::string> cases, const std::string& board, const std::string& question) {
    Job job{std::move(cases), board, places(), {}, question};
    if (models_ && is_sandboxed(plan_.sandbox))
      job.cage = cage_of_worker(own_program(), plan_, job.places.waves, models_->folder());
    workers_.push_back(std::make_unique<Worker>(plan_, std::move(job)));
  }

  void wait() {
    std::vector<pollfd> channels;
    for (const auto& worker : workers_) channels.push_back({worker->channel(), POLLIN, 0});
    const timespec second{1, 0};
    if (ppoll(channels.data(), channels.size(), &second, signals_.open_mask()) < 0) return;
    std::vector<std::unique_ptr<Worker>> ended;
    for (std::size_t i = channels.size(); i-- > 0;) {
      Worker& worker = *workers_[i];
      bool alive = true;
      if (channels[i].revents != 0) {
        alive = worker.read_some([&](Message kind, const std::string& text) { hear(worker, kind, text); });
      } else if (worker.hangs()) {
        result_.errors.push_back("A worker said nothing for 10 minutes and was killed.");
        worker.says_broken("the worker hung and was killed.");
        worker.hung();
        worker.stop();
        alive = false;
      }
      if (alive) continue;
      ended.push_back(std::move(workers_[i]));
      workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    for (const auto& worker : ended) reap(*worker);
  }

  void hear(Worker& worker, Message kind, const std::string& text) {
    switch (kind) {
      case Message::begin:
        worker.case_begins(text);
        listener_.begins(text);
        break;
      case Message::transcript:
        if (plan_.transcript != nullptr) plan_.transcript->add(worker.open_case(), text);
        listener_.noted(worker.open_case(), text);
        break;
      case Message::record: {
        CaseRecord record = rig::report::case_from_json(text);
        worker.case_ended(record.id);
        end_segment(record.id);
        if (listener_.fails(record)) ++failures_;
        listener_.ended(record);
        result_.records[record.id] = std::move(record);
        break;
      }
      case Message::broken: worker.says_broken(text); break;
      case Message::refused: result_.refused = text; break;
      case Message::may_begin: {
        const bool enough = plan_.max_failures > 0 && failures_ >= plan_.max_failures;
        result_.stopped = result_.stopped || enough;
        worker.admit(text, enough ? Admission::stop : listener_.may_begin(text));
        break;
      }
      case Message::simulated: listener_.simulated(rig::Duration(std::stoll(text))); break;
      case Message::build:
        if (models_) worker.take_model(models_->answer(text));
        break;
      case Message::answer: answer_ = text; break;
      case Message::say: listener_.say(text); break;
      case Message::doing: listener_.doing(text); break;
      case Message::ask:
        listener_.say(text);
        worker.answer(somebody_pressed_enter());
        break;
    }
  }

  void end_segment(const std::string& case_id) {
    if (plan_.transcript != nullptr) plan_.transcript->case_ended(case_id);
  }

  /// Waits for a line on standard input. False: it has ended, or the run was interrupted.
  bool somebody_pressed_enter() const {
    char c = 0;
    while (c != '\n') {
      pollfd keyboard{STDIN_FILENO, POLLIN, 0};
      if (ppoll(&keyboard, 1, nullptr, signals_.open_mask()) < 0 && interruption != 0) return false;
      if (keyboard.revents != 0 && read(STDIN_FILENO, &c, 1) <= 0) return false;
    }
    return true;
  }

  /// A worker has ended. One that leaves cases behind died: its open case is an error, the others go on
  /// elsewhere.
  void reap(Worker& worker) {
    const std::string how = worker.last_words().empty() ? fmt::format("The worker process {}.", worker.wait())
                                                        : worker.last_words();
    std::vector<std::string> left = worker.cases_left();
    if (left.empty()) {
      if (plan_.cases.empty() && answer_.empty()) result_.errors.push_back(how);  // it was asked, and died
      return;
    }
    if (worker.open_case().empty()) {  // it could not even begin: another one could not either
      result_.errors.push_back(how);
      return;
    }
    CaseRecord record;
    record.id = worker.open_case();
    record.verdict = rig::Verdict::error;
    record.reason = "While this case ran: " + how;
    record.findings.push_back({rig::Verdict::error, {}, record.reason, {}});
    std::erase(left, record.id);
    end_segment(record.id);
    if (worker.has_hung()) left.clear();  // the next one would only hang too: those cases are not run
    listener_.ended(record);
    result_.records[record.id] = std::move(record);
    spawn(std::move(left), worker.board());
  }

  const RunPlan& plan_;
  RunListener& listener_;
  SignalGuard signals_;
  int failures_ = 0;
  std::unique_ptr<rig::RunFolder> folder_;  // removed when nobody is left who could write there
  std::unique_ptr<ModelsOfRun> models_;     // null: there is no RTL
  std::size_t workers_started_ = 0;
  std::string answer_;  // to what a worker was asked
  std::optional<rig::Adoption>
      adoption_;  // its end kills whatever child there is, of a run around this one too
  std::vector<std::unique_ptr<Worker>> workers_;
  RunResult result_;
};

/// What a worker answers.
nlohmann::json ask(RunPlan plan, const char* what) {
  plan.cases.clear();
  RunListener nobody;
  return answer_in(Parent(plan, nobody).ask(what));
}

}  // namespace

std::optional<rig::dut::DutName> dut_of(const RunOptions& options) {
  return options.dut.empty() ? std::nullopt : std::optional(rig::dut::parse_dut_name(options.dut));
}

rig::LinkInfo look_in_a_worker(const RunPlan& plan) {
  return rig::link_in_segment_line(ask(plan, question::link).get<std::string>());
}

std::vector<std::string> registers_left_open(const RunPlan& plan) {
  return ask(plan, question::registers).get<std::vector<std::string>>();
}

RunResult run_plan(const RunPlan& plan, RunListener& listener) {
  return Parent(plan, listener).run();
}

}  // namespace conformance
