#include "rig/link/stream/echo.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <boost/test/unit_test.hpp>

#include "rig/base/descriptor.hpp"
#include "rig/link/stream/transport.hpp"
#include "rig/tests/bytes/link_test_tools.hpp"

namespace rig {
namespace {

using namespace rig::testing;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

struct Pipe {
  Descriptor out;
  Descriptor in;
  Pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw RigError("no pipe");
    out = Descriptor(ends[0]);
    in = Descriptor(ends[1]);
  }
};

void expect_sane(const EchoFigures& figures, int trips) {
  BOOST_TEST(figures.trips == trips);
  BOOST_TEST((figures.shortest > Duration::zero()));
  BOOST_TEST((figures.shortest <= figures.median));
  BOOST_TEST((figures.median <= figures.longest));
  BOOST_TEST((figures.longest < seconds(2)));
  BOOST_TEST((figures.hold_back >= Duration::zero()));
  BOOST_TEST((figures.hold_back < seconds(2)));
}

BOOST_AUTO_TEST_CASE(gives_sane_figures_on_every_transport_and_leaves_nothing) {
  const auto descriptors = open_descriptors();
  const auto threads = running_threads();
  const EchoFigures pipes = measure_pipes();
  expect_sane(pipes, 40);
  BOOST_TEST((pipes.hold_back == Duration::zero()), "what is in a pipe can be read");
  expect_sane(measure_pseudo_terminal(), 40);
  expect_sane(measure_loopback(), 40);
  BOOST_TEST(open_descriptors() == descriptors);
  BOOST_TEST(running_threads() == threads);
}

BOOST_AUTO_TEST_CASE(leaves_no_byte_behind_whether_descriptors_block_or_not) {
  for (const bool block : {true, false}) {
    const Pipe there;
    const Pipe back;
    if (!block) {
      for (const Descriptor* end : {&there.out, &there.in, &back.out, &back.in})
        make_non_blocking(end->number());
    }
    expect_sane(measure_echo({back.out.number(), there.in.number(), there.out.number(), back.in.number()}, 7),
                7);
    char byte = 0;
    make_non_blocking(there.out.number());
    make_non_blocking(back.out.number());
    BOOST_TEST(read(there.out.number(), &byte, 1) == -1);
    BOOST_TEST(read(back.out.number(), &byte, 1) == -1);
  }
}

BOOST_AUTO_TEST_CASE(that_does_not_answer_is_an_error_of_the_rig_and_leaves_no_thread) {
  const Pipe there;
  const Pipe back;
  const Pipe unserved;
  const auto threads = running_threads();
  const auto measure_without_answer = [&] {
    measure_echo({unserved.out.number(), there.in.number(), there.out.number(), back.in.number()});
  };
  BOOST_TEST(message_of<RigError>(measure_without_answer) ==
             "The echo that measures a link before the run did not come back.");
  BOOST_TEST(running_threads() == threads);
}

BOOST_AUTO_TEST_CASE(that_hears_nothing_is_an_error_of_the_rig_and_leaves_no_thread) {
  const Pipe there;
  const Pipe back;
  const Pipe unserved;
  const auto threads = running_threads();
  const auto measure_without_request = [&] {
    measure_echo({back.out.number(), there.in.number(), unserved.out.number(), back.in.number()});
  };
  BOOST_CHECK_THROW(measure_without_request(), RigError);
  BOOST_TEST(running_threads() == threads);
}

BOOST_AUTO_TEST_CASE(over_a_broken_pipe_is_an_error_of_the_rig_and_no_signal) {
  Pipe there;
  const Pipe back;
  const Pipe unserved;
  there.out.close();
  const auto measure_broken = [&] {
    measure_echo({back.out.number(), there.in.number(), unserved.out.number(), back.in.number()});
  };
  BOOST_CHECK_THROW(measure_broken(), RigError);
}

BOOST_AUTO_TEST_CASE(is_described_for_the_record) {
  BOOST_TEST(describe({40, microseconds(12), microseconds(18), microseconds(95), microseconds(12)}) ==
             "at most 12.0 us; 40 round trips of one byte took 12.0 us to 95.0 us, median 18.0 us");
}

}  // namespace
}  // namespace rig
