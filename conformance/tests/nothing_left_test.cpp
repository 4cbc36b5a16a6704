/// What is left of a run that was ended in the middle, or whose program turned on those who watch it:
/// nothing.

#define BOOST_TEST_MODULE nothing_left
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <thread>

#include "conformance/tests/programs.hpp"

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
  run.start("FirstMove.WhenItBegins")->wait();
  BOOST_TEST(fs::exists(folder));
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
