/// Signals that are noted, and what becomes of them before and afterwards.

#include "rig/base/interruption.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <functional>

namespace rig {
namespace {

/// How a process of its own ends that does this: its exit status, or minus the signal that killed it.
int ending_of(const std::function<int()>& what) {
  const pid_t child = fork();
  if (child == 0) _exit(what());
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

BOOST_AUTO_TEST_SUITE(interruption)

BOOST_AUTO_TEST_CASE(the_first_signal_is_noted_and_the_second_one_ends_the_program) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const auto after = [signal](int times) {
      return ending_of([signal, times] {
        const Interruption interruption;
        for (int i = 0; i < times; ++i) raise(signal);
        return Interruption::noted() ? 1 : 0;
      });
    };
    BOOST_TEST(after(0) == 0);
    BOOST_TEST(after(1) == 1);
    BOOST_TEST(after(2) == -signal);
  }
}

BOOST_AUTO_TEST_CASE(what_is_ignored_stays_ignored) {
  BOOST_TEST(ending_of([] {
               std::signal(SIGHUP, SIG_IGN);
               const Interruption interruption;
               raise(SIGHUP);
               raise(SIGHUP);
               return Interruption::noted() ? 1 : 0;
             }) == 0);
}

BOOST_AUTO_TEST_CASE(afterwards_a_signal_does_what_it_did_before) {
  BOOST_TEST(ending_of([] {
               { const Interruption interruption; }
               raise(SIGTERM);
               return 0;
             }) == -SIGTERM);
}

BOOST_AUTO_TEST_CASE(a_new_one_knows_of_no_earlier_signal) {
  BOOST_TEST(ending_of([] {
               {
                 const Interruption interruption;
                 raise(SIGTERM);
               }
               const Interruption interruption;
               return Interruption::noted() ? 1 : 0;
             }) == 0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig
