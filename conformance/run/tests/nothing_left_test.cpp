/// What is left of a run that was ended in the middle, or whose program turned on those who watch it:
/// nothing.

#include <fcntl.h>
#include <fmt/ranges.h>
#include <sys/file.h>
#include <unistd.h>

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>

#include "conformance/run/tests/programs.hpp"

using namespace conformance::testing_programs;
namespace data = boost::unit_test::data;
namespace fs = std::filesystem;

namespace {

/// Waits for something that comes within a bounded time.
bool comes(const std::function<bool()>& it) {
  using namespace std::chrono_literals;
  for (int i = 0; i < 3000; ++i) {
    if (it()) return true;
    std::this_thread::sleep_for(10ms);
  }
  return false;
}

/// Processes that run in a folder below this one.
std::vector<int> running_below(const std::string& folder) {
  std::vector<int> processes;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::error_code gone;
    if (fs::read_symlink(entry.path() / "cwd", gone).string().starts_with(folder))
      processes.push_back(std::stoi(name));
  }
  return processes;
}

struct Subject {
  const char* contest;
  std::string dut;
};
std::ostream& operator<<(std::ostream& out, const Subject& subject) {
  return out << subject.contest;
}

const std::vector<Subject> subjects = {
    {"course", std::string("files:") + BLOKUS_COURSE + " --fault never-ends"},
    {"ustc", std::string("guifiles:") + BLOKUS_USTC + " --fault late"},
};

/// certify in a temporary folder of its own, which holds nothing else.
class Run {
 public:
  explicit Run(const Subject& subject) : subject_(subject) { fs::create_directory(temporary()); }

  std::string temporary() const { return folder_.file("temporary"); }

  std::unique_ptr<Running> start(const std::string& filter) const {
    return std::make_unique<Running>(
        CERTIFY,
        std::vector<std::string>{"--contest", subject_.contest, "--dut", subject_.dut, "--seed", "5",
                                 "--filter", filter, "--reports", folder_.file("reports"), "--timeout-scale",
                                 "0.02"},
        std::vector<std::string>{"TMPDIR=" + temporary()});
  }

  /// One whose program plays.
  std::unique_ptr<Running> start_and_wait_for_its_program() const {
    auto certify = start("WholeGame.*");
    BOOST_REQUIRE(comes([&] { return !running_below(temporary()).empty(); }));
    return certify;
  }

  bool everybody_dies() const {
    return comes([&] { return running_below(temporary()).empty(); });
  }
  bool holds_no_file() const { return fs::is_empty(temporary()); }

 private:
  Subject subject_;
  TemporaryFolder folder_;
};

/// The verdict of each case in a report that ended with one.
std::map<std::string, std::string> verdicts_in(const std::string& path) {
  std::map<std::string, std::string> verdicts;
  const nlohmann::json report = nlohmann::json::parse(content_of(path));
  for (const auto& one : report.at("cases")) {
    if (one.at("verdict") != "not run") verdicts[one.at("id")] = one.at("verdict");
  }
  return verdicts;
}

/// A file that the fixture and all its descendants keep locked.
class LifeLock {
 public:
  LifeLock() : path_(folder_.file("life")), file_(open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {}
  ~LifeLock() { close(file_); }
  LifeLock(const LifeLock&) = delete;
  LifeLock& operator=(const LifeLock&) = delete;

  const std::string& path() const { return path_; }
  bool somebody_lives() const {
    if (flock(file_, LOCK_EX | LOCK_NB) != 0) return true;
    flock(file_, LOCK_UN);
    return false;
  }

 private:
  TemporaryFolder folder_;
  std::string path_;
  int file_;
};

}  // namespace

BOOST_DATA_TEST_CASE(a_run_that_is_asked_to_end_leaves_no_process_and_no_file,
                     data::make(subjects) * data::make({SIGINT, SIGTERM, SIGHUP}), subject, signal) {
  const Run run(subject);
  const auto certify = run.start_and_wait_for_its_program();
  kill(certify->pid(), signal);
  const Outcome outcome = certify->wait();
  BOOST_TEST(outcome.status == 3, outcome.output);
  BOOST_TEST(running_below(run.temporary()).empty());
  BOOST_TEST(run.holds_no_file());
}

BOOST_DATA_TEST_CASE(what_a_killed_run_leaves_is_removed_by_the_next, data::make(subjects), subject) {
  const Run run(subject);
  {
    const auto certify = run.start_and_wait_for_its_program();
    kill(certify->pid(), SIGKILL);
    certify->wait();
  }
  BOOST_TEST(run.everybody_dies());
  BOOST_TEST(!run.holds_no_file());
  run.start("FirstMove.WhenItBegins")->wait();
  BOOST_TEST(run.holds_no_file());
}

BOOST_DATA_TEST_CASE(what_a_killed_worker_leaves_is_gone_with_the_run, data::make(subjects), subject) {
  const Run run(subject);
  const auto certify = run.start_and_wait_for_its_program();
  for (const int worker : children_of(certify->pid())) kill(worker, SIGKILL);
  BOOST_REQUIRE(certify->wait_for("worker"));
  kill(certify->pid(), SIGTERM);
  certify->wait();
  BOOST_TEST(running_below(run.temporary()).empty());
  BOOST_TEST(run.holds_no_file());
}

BOOST_AUTO_TEST_CASE(a_run_leaves_the_folder_of_another_that_lives) {
  const Run run(subjects.front());
  const auto living = run.start_and_wait_for_its_program();
  const auto folder = fs::directory_iterator(run.temporary())->path();
  kill(living->pid(), SIGSTOP);  // it lives, however long the other one takes
  run.start("FirstMove.WhenItBegins")->wait();
  BOOST_TEST(fs::exists(folder));
  kill(living->pid(), SIGCONT);
  kill(living->pid(), SIGTERM);
  living->wait();
  BOOST_TEST(run.holds_no_file());
}

BOOST_DATA_TEST_CASE(a_program_that_turns_on_its_supervisors_is_gone_with_the_run,
                     data::make({"stop-parent", "kill-parent", "stop-both exit", "stop-both kill-both"}),
                     turn) {
  const LifeLock life;
  const Outcome outcome =
      run(CERTIFY, {"--contest", "icfpt2014", "--dut",
                    std::string("exec:") + EXEC_FIXTURES + "/turns_on_supervisor " + life.path() + " " + turn,
                    "--filter", "Handshake.AnswersWithTeamCode", "--timeout-scale", "0.2", "--reports", ""});
  BOOST_TEST((outcome.status == 1 || outcome.status == 3), outcome.output);
  BOOST_TEST(!life.somebody_lives());
}

/// SIGKILL in mid-suite: what had ended by then is judged from what is on the disk, as it was. So many games
/// that no machine is through with them before the signal comes.
BOOST_AUTO_TEST_CASE(a_run_that_was_killed_leaves_a_transcript_of_the_cases_so_far) {
  const TemporaryFolder folder;
  const std::string unfinished = folder.file("transcript.jsonl.unfinished");
  const std::vector<std::string> words = {
      "--contest", "heart-trax", "--dut", "builtin:trax?fault=column-aa-26", "--games", "3000", "--seed",
      "5",         "--reports",  ""};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), words.begin(), words.end());
    return more;
  };
  {
    Running certify(CERTIFY, with({"--jobs", "1", "--transcript", folder.file("transcript.jsonl")}));
    BOOST_REQUIRE(comes([&] {
      const std::string text = content_of(unfinished);
      return text.find("{\"ended\"", text.find("{\"ended\"") + 1) != std::string::npos;  // two have
    }));
    kill(certify.pid(), SIGKILL);
    certify.wait();
  }
  BOOST_TEST(!fs::exists(folder.file("transcript.jsonl")));
  const Outcome replay = run(CERTIFY, {"--contest", "heart-trax", "--dut", "transcript:" + unfinished,
                                       "--reports", "", "--json", folder.file("replay.json")});
  BOOST_TEST(replay.output.find("the run was cut short, after ") != std::string::npos, replay.output);
  const auto so_far = verdicts_in(folder.file("replay.json"));
  BOOST_TEST(so_far.size() >= 2U, replay.output);
  std::vector<std::string> ended;
  ended.reserve(so_far.size());
  for (const auto& [id, verdict] : so_far) ended.push_back(id);
  run(CERTIFY,
      with({"--filter", fmt::format("{}", fmt::join(ended, ",")), "--json", folder.file("again.json")}));
  const auto again = verdicts_in(folder.file("again.json"));
  for (const auto& [id, verdict] : so_far) BOOST_TEST(verdict == again.at(id), id);
}
