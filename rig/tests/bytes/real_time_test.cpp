#include "rig/link/stream/real_time.hpp"

#include <poll.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <vector>

#include "rig/link/exec/supervised.hpp"
#include "rig/link/stream/attendant.hpp"
#include "rig/tests/bytes/link_test_tools.hpp"

namespace rig {
namespace {

using namespace rig::testing;
using std::chrono::milliseconds;

/// The policy of the attendant's thread.
int policy_of(Attendant& attendant) {
  int policy = -1;
  attendant.run([&] { policy = sched_getscheduler(0); });
  return policy;
}

bool has_fifo(const Attendant& attendant) {
  return contains(attendant.how(), "SCHED_FIFO 10");
}

/// What a program tells that is started within a job of the attendant's.
std::string said_by(Attendant& attendant, const std::vector<std::string>& words) {
  std::string said;
  attendant.run([&] {
    Supervised::Options options;
    options.words = words;
    options.keeps_output_apart = true;
    Supervised program(options);
    while (!program.ended(milliseconds(100))) {
    }
    said = program.newly_said().output;
  });
  return said;
}

/// Of a line `Name:  value …`.
std::string value_in(const std::string& status, const std::string& name) {
  std::istringstream lines(status);
  for (std::string word; lines >> word;) {
    if (word == name + ":" && lines >> word) return word;
  }
  return "(nothing)";
}

/// Field `number` of /proc/PID/stat, counted from 1; the name in parentheses has no blanks here.
std::string field_of(const std::string& stat, int number) {
  std::istringstream fields(stat);
  std::string field;
  for (int i = 0; i < number; ++i) fields >> field;
  return field;
}

/// In a process that has no right to anything: whether `work` holds there.
bool holds_without_rights(rlim_t memory, const std::function<bool()>& work) {
  const int status = in_a_process(
      [&] {
        const rlimit nothing{0, 0};
        const rlimit locked{memory, memory};
        constexpr uid_t nobody = 65534;
        const bool gone = setrlimit(RLIMIT_RTPRIO, &nothing) == 0 && setrlimit(RLIMIT_NICE, &nothing) == 0 &&
                          setrlimit(RLIMIT_MEMLOCK, &locked) == 0 &&
                          (geteuid() != 0 || setresuid(nobody, nobody, nobody) == 0);
        return gone && work();
      },
      [](pid_t) {});
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// The words of a variable of the environment, for as long as this lives.
class Variable {
 public:
  explicit Variable(const char* value) { setenv(name, value, 1); }
  ~Variable() { unsetenv(name); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  static constexpr const char* name = "CONTEST_RIG_REAL_TIME";
};

BOOST_AUTO_TEST_SUITE(a_thread_in_real_time)

BOOST_AUTO_TEST_CASE(has_what_it_says) {
  Attendant attendant(RealTime::best, watch_nothing);
  BOOST_TEST_MESSAGE(attendant.how());
  const int policy = policy_of(attendant);
  BOOST_TEST((policy == (SCHED_FIFO | SCHED_RESET_ON_FORK)) == has_fifo(attendant));
  std::string status;
  attendant.run([&] {
    std::ifstream file("/proc/self/status");
    status.assign(std::istreambuf_iterator<char>(file), {});
  });
  const bool locked = std::stol(value_in(status, "VmLck")) > 0;
  BOOST_TEST(locked ==
             (contains(attendant.how(), "memory locked") || contains(attendant.how(), "its stack")));
}

BOOST_AUTO_TEST_CASE(leaves_the_thread_that_began_it_as_it_was) {
  const int before = sched_getscheduler(0);
  const int nice_before = getpriority(PRIO_PROCESS, 0);
  const Attendant attendant(RealTime::best, watch_nothing);
  BOOST_TEST(sched_getscheduler(0) == before);
  BOOST_TEST(getpriority(PRIO_PROCESS, 0) == nice_before);
}

BOOST_AUTO_TEST_CASE(passes_nothing_on_to_the_programs_that_it_starts) {
  for (const RealTime how : {RealTime::best, RealTime::nice}) {
    Attendant attendant(how, watch_nothing);
    const std::string stat = said_by(attendant, {"cat", "/proc/self/stat"});
    BOOST_TEST(field_of(stat, 41) == "0", "its policy in \"" << stat << "\"");
    BOOST_TEST(field_of(stat, 40) == "0", "its real-time priority in \"" << stat << "\"");
    BOOST_TEST(std::stoi(field_of(stat, 19)) >= 0, "its nice value in \"" << stat << "\"");
    const std::string status = said_by(attendant, {"cat", "/proc/self/status"});
    BOOST_TEST(value_in(status, "VmLck") == "0");
    BOOST_TEST(said_by(attendant, {"cat", "/proc/self/timerslack_ns"}) == "50000\n");
  }
}

BOOST_AUTO_TEST_CASE(passes_nothing_on_to_a_process_that_it_forks) {
  Attendant attendant(RealTime::best, watch_nothing);
  int status = -1;
  attendant.run([&] {
    status =
        in_a_process([] { return sched_getscheduler(0) == SCHED_OTHER && getpriority(PRIO_PROCESS, 0) >= 0; },
                     [](pid_t) {});
  });
  BOOST_TEST((WIFEXITED(status) && WEXITSTATUS(status) == 0));
}

BOOST_AUTO_TEST_CASE(goes_on_without_what_is_refused_and_says_so) {
  BOOST_TEST(holds_without_rights(0, [] {
    const std::string text = become_real_time(RealTime::best).text;
    return text ==
           "usual priority, no SCHED_FIFO (Operation not permitted), no nice -10 (Permission denied), memory "
           "not "
           "locked (the limit is 0 KiB: ulimit -l), timer slack 1 ns";
  }));
}

BOOST_AUTO_TEST_CASE(leaves_memory_to_be_had_where_little_of_it_may_be_locked) {
  rlimit here{};
  getrlimit(RLIMIT_MEMLOCK, &here);
  for (const rlim_t limit : {rlim_t{0}, rlim_t{64} * 1024, rlim_t{1} << 20, rlim_t{8} << 20}) {
    if (limit > here.rlim_max) continue;  // nobody may raise that one
    BOOST_TEST(holds_without_rights(limit,
                                    [&] {
                                      Attendant attendant(RealTime::best, watch_nothing);
                                      std::vector<std::vector<char>> much;
                                      much.reserve(20);
                                      for (int i = 0; i < 20; ++i)
                                        much.emplace_back(std::size_t{32} << 20, 'x');
                                      const Attendant another(RealTime::best, watch_nothing);
                                      return contains(attendant.how(), "memory not locked");
                                    }),
               "with a limit of " << limit);
  }
}

BOOST_AUTO_TEST_CASE(goes_back_to_the_usual_priority_when_it_does_not_only_wait) {
  Attendant attendant(RealTime::best, watch_nothing);
  BOOST_TEST_MESSAGE(attendant.how());
  if (!has_fifo(attendant)) return;
  int while_busy = -1;
  attendant.run([&] {
    const Instant end = now() + milliseconds(250);
    while (surely_before(now(), end)) attendant.check_share();
    while_busy = sched_getscheduler(0);
  });
  BOOST_TEST(while_busy == (SCHED_OTHER | SCHED_RESET_ON_FORK));
  BOOST_TEST(comes_true([&] {
    attendant.run([&] { attendant.check_share(); });
    return policy_of(attendant) == (SCHED_FIFO | SCHED_RESET_ON_FORK);
  }));
}

BOOST_AUTO_TEST_CASE(guards_no_other_thread) {
  const Priority fifo{.fifo = true, .nice = false, .text = ""};
  FairShare share(fifo);
  std::thread([&] {
    const Instant end = now() + milliseconds(250);
    while (surely_before(now(), end)) share.check();
  }).join();
  BOOST_TEST(share.times_put_back() == 0);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(the_attendant)

BOOST_AUTO_TEST_CASE(does_a_job_before_run_returns_and_then_watches) {
  for (const RealTime how : {RealTime::best, RealTime::nice, RealTime::off}) {
    std::atomic<int> looks{0};
    Attendant attendant(how, [&](int wake) {
      ++looks;
      pollfd watched{wake, POLLIN, 0};
      poll(&watched, 1, 1);
    });
    sleep(milliseconds(20));
    BOOST_TEST(looks == 0, "nobody has asked yet");
    std::thread::id who;
    attendant.run([&] { who = std::this_thread::get_id(); });
    BOOST_TEST((who == std::this_thread::get_id()) == (how == RealTime::off));
    if (how == RealTime::off) continue;
    BOOST_TEST(comes_true([&] { return looks > 3; }));
    attendant.halt();
    const int after = looks;
    sleep(milliseconds(20));
    BOOST_TEST(looks == after);
  }
}

BOOST_AUTO_TEST_CASE(hands_out_what_a_job_or_a_watch_throws) {
  Attendant attendant(RealTime::best, [](int) { throw RigError("seen while watching"); });
  BOOST_CHECK_THROW(attendant.run([] { throw std::out_of_range("done wrong"); }), std::out_of_range);
  bool was_done = false;
  attendant.run([&] { was_done = true; });
  BOOST_TEST(was_done);
  BOOST_TEST(message_of<RigError>([&] {
               for (int i = 0; i < 1000; ++i) {
                 attendant.run([] {});
                 sleep(milliseconds(1));
               }
             }) == "seen while watching");
}

BOOST_AUTO_TEST_CASE(has_no_thread_where_it_is_switched_off) {
  const std::ptrdiff_t before = running_threads();
  const Attendant attendant(RealTime::off, watch_nothing);
  BOOST_TEST(running_threads() == before);
  BOOST_TEST(!attendant.has_thread());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_CASE(the_environment_chooses) {
  BOOST_TEST((real_time_wanted() == RealTime::best));
  BOOST_TEST((Variable("nice"), real_time_wanted() == RealTime::nice));
  BOOST_TEST((Variable("off"), real_time_wanted() == RealTime::off));
  const Variable wrong("of");
  BOOST_TEST(contains(message_of<UsageError>([] { real_time_wanted(); }),
                      "CONTEST_RIG_REAL_TIME: Unknown value \"of\""));
}

}  // namespace
}  // namespace rig
