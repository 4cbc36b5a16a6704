#include "rig/link/stream/starvation.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <random>

#include "rig/link/exec/processor_times.hpp"
#include "rig/link/exec/supervised.hpp"
#include "rig/link/tests/link_test_tools.hpp"

namespace rig {
namespace {

using namespace rig::testing;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr Duration begin = seconds(100);

ProcessorSample sample(milliseconds at, int processors, std::map<pid_t, ThreadTimes> threads) {
  return {begin + at, processors, std::move(threads)};
}

ThreadTimes times(milliseconds ran, milliseconds waited) {
  return {ran, waited};
}

/// `threads` threads that all ran and waited for so long in each of `count` spans.
Starvation after_spans(int count, milliseconds span, int processors, int threads, milliseconds ran,
                       milliseconds waited) {
  Starvation starvation;
  for (int i = 0; i <= count; ++i) {
    std::map<pid_t, ThreadTimes> all;
    for (int thread = 1; thread <= threads; ++thread) all[thread] = times(i * ran, i * waited);
    ProcessorSample next = sample(i * span, processors, std::move(all));
    if (i == 0) {
      starvation.begin(std::move(next));
    } else {
      starvation.add(std::move(next));
    }
  }
  return starvation;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(time_without_a_processor)

BOOST_AUTO_TEST_CASE(is_what_a_thread_waited_since_the_request) {
  Starvation starvation;
  starvation.begin(sample(milliseconds(0), 2, {{7, times(milliseconds(30), milliseconds(5000))}}));
  BOOST_TEST((starvation.total() == Duration::zero()));
  starvation.add(sample(milliseconds(1250), 2, {{7, times(milliseconds(430), milliseconds(5850))}}));
  BOOST_TEST((starvation.total() == milliseconds(850)));
  starvation.add(sample(milliseconds(1300), 2, {{7, times(milliseconds(440), milliseconds(5890))}}));
  BOOST_TEST((starvation.total() == milliseconds(890)));
  BOOST_TEST((starvation.since(begin + milliseconds(1250)) == milliseconds(40)));
  BOOST_TEST((starvation.since(begin + milliseconds(1249)) == milliseconds(890)));
}

BOOST_AUTO_TEST_CASE(between_two_moments_is_what_was_waited_in_the_spans_that_they_touch) {
  const Starvation starvation = after_spans(10, milliseconds(20), 2, 1, milliseconds(1), milliseconds(10));
  const auto between = [&](int from, int until) {
    return starvation.between(begin + milliseconds(from), begin + milliseconds(until));
  };
  BOOST_TEST((between(0, 200) == milliseconds(100)));
  BOOST_TEST((between(40, 60) == milliseconds(10)));
  BOOST_TEST((between(50, 70) == milliseconds(20)));
  BOOST_TEST((between(200, 300) == Duration::zero()));
}

// Before the sample that is taken after it, or behind that.
BOOST_AUTO_TEST_CASE(is_all_of_the_time_in_which_the_machine_stood_still) {
  for (const bool told_before : {true, false}) {
    Starvation starvation = after_spans(10, milliseconds(20), 2, 1, milliseconds(20), milliseconds(0));
    const auto tell = [&] { starvation.stood_still(begin + milliseconds(210), begin + milliseconds(1200)); };
    if (told_before) tell();
    starvation.add(sample(milliseconds(1205), 2, {{1, times(milliseconds(1205), milliseconds(0))}}));
    if (!told_before) tell();
    BOOST_TEST((starvation.total() == milliseconds(990)));
    starvation.add(sample(milliseconds(1225), 2, {{1, times(milliseconds(1225), milliseconds(0))}}));
    BOOST_TEST((starvation.total() == milliseconds(990)));
    BOOST_TEST((starvation.between(begin, begin + milliseconds(200)) == Duration::zero()));
  }
}

BOOST_AUTO_TEST_CASE(is_counted_anew_from_each_request) {
  Starvation starvation = after_spans(4, milliseconds(20), 2, 1, milliseconds(0), milliseconds(20));
  BOOST_TEST((starvation.total() == milliseconds(80)));
  starvation.begin(sample(milliseconds(100), 2, {{1, times(milliseconds(0), milliseconds(100))}}));
  BOOST_TEST((starvation.total() == Duration::zero()));
}

BOOST_AUTO_TEST_CASE(is_not_what_waking_up_takes) {
  Starvation starvation;
  starvation.begin(sample(milliseconds(0), 2, {{7, {milliseconds(30), milliseconds(10), false, 50}}}));
  // Ten thousand looks a second, of ten microseconds each.
  starvation.add(sample(milliseconds(1000), 2, {{7, {milliseconds(160), milliseconds(110), false, 10'050}}}));
  BOOST_TEST((starvation.total() == Duration::zero()));
  // One long wait among them.
  starvation.add(sample(milliseconds(1100), 2, {{7, {milliseconds(161), milliseconds(210), false, 10'150}}}));
  BOOST_TEST((starvation.total() == milliseconds(95)));
}

BOOST_AUTO_TEST_CASE(is_none_of_a_program_that_sleeps_or_computes) {
  BOOST_TEST((after_spans(60, milliseconds(20), 2, 1, milliseconds(0), milliseconds(0)).total() ==
              Duration::zero()));
  BOOST_TEST((after_spans(60, milliseconds(20), 2, 1, milliseconds(20), milliseconds(0)).total() ==
              Duration::zero()));
}

BOOST_AUTO_TEST_CASE(is_known_where_nobody_counted_the_processors) {
  BOOST_TEST((after_spans(1, milliseconds(100), 0, 1, milliseconds(50), milliseconds(50)).total() ==
              milliseconds(50)));
}

BOOST_AUTO_TEST_CASE(does_not_add_up_over_threads) {
  // Eight threads on two processors, and of each span half the time went to others.
  const Starvation starvation = after_spans(10, milliseconds(100), 2, 8, milliseconds(12), milliseconds(40));
  BOOST_TEST((starvation.total() == milliseconds(400)));
}

BOOST_AUTO_TEST_CASE(is_none_where_the_threads_wait_for_each_other) {
  // Eight busy threads have two processors to themselves: each runs a quarter of the time.
  BOOST_TEST((after_spans(60, milliseconds(20), 2, 8, milliseconds(5), milliseconds(15)).total() ==
              Duration::zero()));
  // They have one, since they may run on no other.
  BOOST_TEST((after_spans(60, milliseconds(20), 1, 4, milliseconds(5), milliseconds(15)).total() ==
              Duration::zero()));
}

BOOST_AUTO_TEST_CASE(is_only_what_others_took_where_the_threads_wait_for_each_other_too) {
  // Three busy threads on two processors; a quarter of the time of both goes to others.
  BOOST_TEST((after_spans(10, milliseconds(100), 2, 3, milliseconds(50), milliseconds(50)).total() ==
              milliseconds(250)));
}

BOOST_AUTO_TEST_CASE(is_not_found_in_a_rest_after_a_burst_of_many_threads) {
  Starvation starvation = after_spans(45, milliseconds(20), 2, 8, milliseconds(5), milliseconds(15));
  std::map<pid_t, ThreadTimes> at_rest;
  for (int thread = 1; thread <= 8; ++thread) at_rest[thread] = times(milliseconds(225), milliseconds(675));
  starvation.add(sample(milliseconds(1250), 2, at_rest));
  BOOST_TEST((starvation.total() == Duration::zero()));
}

BOOST_AUTO_TEST_CASE(that_ends_late_is_spread_over_the_spans_before_and_not_before_the_request) {
  for (const int waited : {90, 500}) {
    Starvation starvation = after_spans(4, milliseconds(20), 2, 1, milliseconds(0), milliseconds(0));
    starvation.add(sample(milliseconds(100), 2, {{1, times(milliseconds(0), milliseconds(waited))}}));
    BOOST_TEST((starvation.total() == milliseconds(std::min(waited, 100))));
    BOOST_TEST((starvation.since(begin + milliseconds(60)) == milliseconds(40)));
  }
}

BOOST_AUTO_TEST_CASE(that_has_not_ended_yet_is_seen_and_not_counted_twice) {
  ThreadTimes stuck = times(milliseconds(30), milliseconds(10));
  stuck.runnable = true;
  Starvation starvation;
  starvation.begin(sample(milliseconds(0), 2, {{1, stuck}}));
  for (int i = 1; i <= 10; ++i) starvation.add(sample(milliseconds(20 * i), 2, {{1, stuck}}));
  BOOST_TEST((starvation.total() == milliseconds(200)));
  starvation.add(sample(milliseconds(220), 2, {{1, times(milliseconds(35), milliseconds(225))}}));
  BOOST_TEST((starvation.total() <= milliseconds(220)));
  BOOST_TEST((starvation.total() >= milliseconds(215)));
}

BOOST_AUTO_TEST_CASE(that_was_seen_before_it_ended_is_not_counted_again_in_a_sleep_before_it) {
  ThreadTimes stuck = times(milliseconds(30), milliseconds(10));
  Starvation starvation;
  starvation.begin(sample(milliseconds(0), 2, {{1, stuck}}));
  for (int i = 1; i <= 10; ++i) starvation.add(sample(milliseconds(20 * i), 2, {{1, stuck}}));
  stuck.runnable = true;
  for (int i = 11; i <= 20; ++i) starvation.add(sample(milliseconds(20 * i), 2, {{1, stuck}}));
  starvation.add(sample(milliseconds(420), 2, {{1, times(milliseconds(35), milliseconds(222))}}));
  BOOST_TEST((starvation.total() == milliseconds(212)));
}

BOOST_AUTO_TEST_CASE(that_was_seen_is_remembered_where_it_was_looked_at_too_soon_again) {
  ThreadTimes stuck = times(milliseconds(30), milliseconds(10));
  Starvation starvation;
  starvation.begin(sample(milliseconds(0), 2, {{1, stuck}}));
  starvation.add(sample(milliseconds(100), 2, {{1, stuck}}));
  stuck.runnable = true;
  starvation.add(sample(milliseconds(120), 2, {{1, stuck}}));
  starvation.add(sample(milliseconds(130), 2, {{1, stuck}}));
  starvation.add(sample(milliseconds(150), 2, {{1, times(milliseconds(35), milliseconds(55))}}));
  BOOST_TEST((starvation.total() == milliseconds(45)));
}

BOOST_AUTO_TEST_CASE(that_was_seen_before_a_request_is_not_taken_off_what_is_waited_after_it) {
  ThreadTimes stuck = times(milliseconds(30), milliseconds(10));
  stuck.runnable = true;
  Starvation starvation;
  starvation.begin(sample(milliseconds(0), 2, {{1, stuck}}));
  starvation.add(sample(milliseconds(20), 2, {{1, stuck}}));
  starvation.begin(sample(milliseconds(40), 2, {{1, times(milliseconds(31), milliseconds(40))}}));
  starvation.add(sample(milliseconds(60), 2, {{1, times(milliseconds(31), milliseconds(55))}}));
  BOOST_TEST((starvation.total() == milliseconds(15)));
}

BOOST_AUTO_TEST_CASE(that_was_seen_of_a_thread_is_not_taken_off_another_with_its_number) {
  for (const bool is_seen_to_end : {false, true}) {
    ThreadTimes stuck = times(milliseconds(30), milliseconds(10));
    stuck.runnable = true;
    Starvation starvation;
    starvation.begin(sample(milliseconds(0), 2, {{1, stuck}}));
    starvation.add(sample(milliseconds(20), 2, {{1, stuck}}));
    if (is_seen_to_end) starvation.add(sample(milliseconds(40), 2, {}));
    starvation.add(sample(milliseconds(60), 2, {{1, times(milliseconds(1), milliseconds(15))}}));
    BOOST_TEST((starvation.total() == milliseconds(35)), is_seen_to_end);
  }
}

BOOST_AUTO_TEST_CASE(is_not_seen_in_a_thread_that_sleeps_or_whose_time_was_read_too_soon_again) {
  ThreadTimes still = times(milliseconds(30), milliseconds(10));
  Starvation starvation;
  starvation.begin(sample(milliseconds(0), 2, {{1, still}}));
  starvation.add(sample(milliseconds(20), 2, {{1, still}}));
  still.runnable = true;
  starvation.add(sample(milliseconds(30), 2, {{1, still}}));
  BOOST_TEST((starvation.total() == Duration::zero()));
}

BOOST_AUTO_TEST_CASE(is_not_seen_between_two_counts_of_the_kernels_clock) {
  for (const auto& [span, starved] : {std::pair(15, 15), std::pair(14, 0)}) {
    ThreadTimes stuck = times(milliseconds(30), milliseconds(10));
    stuck.runnable = true;
    Starvation starvation;
    starvation.begin(sample(milliseconds(0), 2, {{1, stuck}}));
    starvation.add(sample(milliseconds(span), 2, {{1, stuck}}));
    BOOST_TEST((starvation.total() == milliseconds(starved)), span);
  }
}

// A thread that has begun to wait since is counted by what the kernel says.
BOOST_AUTO_TEST_CASE(is_what_the_kernel_says_where_that_has_grown) {
  ThreadTimes one = times(milliseconds(30), milliseconds(10));
  one.runnable = true;
  Starvation starvation;
  starvation.begin(sample(milliseconds(0), 2, {{1, one}}));
  one.waited += milliseconds(4);
  starvation.add(sample(milliseconds(20), 2, {{1, one}}));
  BOOST_TEST((starvation.total() == milliseconds(4)));
}

// Its number went to a new thread, of which one of the two times is the greater by chance.
BOOST_AUTO_TEST_CASE(of_a_new_thread_with_an_old_number_is_counted_whole) {
  for (const ThreadTimes& next :
       {times(milliseconds(1), milliseconds(30)), times(milliseconds(40), milliseconds(5))}) {
    Starvation starvation;
    starvation.begin(sample(milliseconds(0), 8, {{1, times(milliseconds(20), milliseconds(20))}}));
    starvation.add(sample(milliseconds(100), 8, {{1, next}}));
    BOOST_TEST((starvation.total() == next.waited));
  }
}

BOOST_AUTO_TEST_CASE(is_not_counted_after_it_was_forgotten) {
  Starvation starvation;
  starvation.begin(sample(milliseconds(0), 2, {{1, times(milliseconds(0), milliseconds(0))}}));
  starvation.forget();
  starvation.add(sample(milliseconds(20), 2, {{1, times(milliseconds(0), milliseconds(20))}}));
  BOOST_TEST((starvation.total() == Duration::zero()));
}

BOOST_AUTO_TEST_CASE(is_not_of_a_thread_that_has_run_meanwhile) {
  ThreadTimes one = times(milliseconds(30), milliseconds(10));
  one.runnable = true;
  Starvation starvation;
  starvation.begin(sample(milliseconds(0), 2, {{1, one}}));
  one.ran += milliseconds(5);
  starvation.add(sample(milliseconds(20), 2, {{1, one}}));
  BOOST_TEST((starvation.total() == Duration::zero()));
}

BOOST_AUTO_TEST_CASE(is_counted_anew_for_each_request) {
  Starvation starvation;
  starvation.begin(sample(milliseconds(0), 1, {{1, times(milliseconds(0), milliseconds(0))}}));
  starvation.add(sample(milliseconds(10), 1, {{1, times(milliseconds(30), milliseconds(0))}}));  // told late
  starvation.begin(sample(milliseconds(20), 1, {{1, times(milliseconds(30), milliseconds(0))}}));
  starvation.add(sample(milliseconds(40), 1, {{1, times(milliseconds(30), milliseconds(20))}}));
  BOOST_TEST((starvation.total() == milliseconds(20)));
}

BOOST_AUTO_TEST_CASE(of_threads_that_end_is_kept_and_of_new_ones_counted_whole) {
  Starvation starvation;
  starvation.begin(sample(milliseconds(0), 2, {}));
  starvation.add(sample(milliseconds(50), 2, {{7, times(milliseconds(5), milliseconds(30))}}));
  starvation.add(sample(milliseconds(100), 2, {{8, times(milliseconds(5), milliseconds(35))}}));
  starvation.add(sample(milliseconds(150), 2, {}));
  BOOST_TEST((starvation.total() == milliseconds(65)));
  // The number of a thread that has ended went to another.
  starvation.add(sample(milliseconds(200), 2, {{8, times(milliseconds(3), milliseconds(25))}}));
  starvation.add(sample(milliseconds(250), 2, {{8, times(milliseconds(1), milliseconds(10))}}));
  BOOST_TEST((starvation.total() == milliseconds(100)));
}

// A rig that looks so late had no processor either.
BOOST_AUTO_TEST_CASE(of_a_thread_that_ended_while_the_rig_did_not_look_is_all_that_others_can_have_taken) {
  for (const auto& [span, starved] : {std::pair(50, 10), std::pair(51, 10 + 51 - 8)}) {
    Starvation starvation;
    starvation.begin(sample(milliseconds(0), 2, {{1, {}}, {7, {}}}));
    starvation.add(sample(milliseconds(20), 2, {{1, {}}, {7, times(milliseconds(10), milliseconds(10))}}));
    starvation.add(sample(milliseconds(20 + span), 2, {{1, times(milliseconds(16), milliseconds(0))}}));
    BOOST_TEST((starvation.total() == milliseconds(starved)), span);
  }
}

BOOST_AUTO_TEST_CASE(before_a_first_sample_that_is_late_is_all_of_that_time) {
  for (const auto& [late, starved] : {std::pair(50, 0), std::pair(51, 51)}) {
    Starvation starvation;
    starvation.begin_late(sample(milliseconds(late), 2, {{7, times(milliseconds(5), milliseconds(9))}}),
                          begin);
    BOOST_TEST((starvation.total() == milliseconds(starved)), late);
    BOOST_TEST((starvation.since(begin + milliseconds(late)) == Duration::zero()), late);
    starvation.add(sample(milliseconds(late + 20), 2, {{7, times(milliseconds(5), milliseconds(29))}}));
    BOOST_TEST((starvation.total() == milliseconds(starved + 20)), late);
  }
}

BOOST_AUTO_TEST_CASE(in_several_pieces_is_their_sum_in_whichever_span_they_end) {
  Starvation starvation;
  starvation.begin(sample(milliseconds(0), 2, {{1, {}}}));
  // It waits 5 ms, runs for 3 and waits for 30.
  starvation.add(sample(milliseconds(20), 2, {{1, times(milliseconds(3), milliseconds(5))}}));
  starvation.add(sample(milliseconds(40), 2, {{1, times(milliseconds(5), milliseconds(35))}}));
  BOOST_TEST((starvation.total() == milliseconds(35)));
  BOOST_TEST((starvation.since(begin + milliseconds(20)) == milliseconds(18)));
}

/// The times of one thread that runs and waits in turn.
class Alternating {
 public:
  /// Runs for up to `longest_run`, waits for up to `longest_wait` in between.
  Alternating(std::uint32_t seed, milliseconds longest_run, milliseconds longest_wait)
      : random_(seed), run_(0, Duration(longest_run).count()), wait_(0, Duration(longest_wait).count()) {}

  /// As the kernel tells them after so long: of a wait, only that it lasts.
  ThreadTimes after(Duration time) {
    while (piece_end_ < time) {
      (waits_ ? whole_.waited : whole_.ran) += piece_;
      waits_ = !waits_;
      piece_ = Duration(waits_ ? wait_(random_) : run_(random_));
      piece_end_ += piece_;
    }
    ThreadTimes told = whole_;
    told.runnable = true;
    if (!waits_) told.ran += piece_ - (piece_end_ - time);
    return told;
  }

 private:
  std::mt19937 random_;
  std::uniform_int_distribution<std::int64_t> run_;
  std::uniform_int_distribution<std::int64_t> wait_;
  ThreadTimes whole_;
  Duration piece_{};
  Duration piece_end_{};
  bool waits_ = false;
};

BOOST_AUTO_TEST_CASE(of_one_thread_is_what_the_kernel_counted_however_its_waits_fall) {
  for (const int longest_wait : {10, 40, 150, 400}) {
    for (const int processors : {1, 2, 8}) {
      Alternating thread(7, milliseconds(6), milliseconds(longest_wait));
      Starvation starvation;
      starvation.begin(sample(milliseconds(0), processors, {{1, {}}}));
      ThreadTimes told;
      for (int i = 1; i <= 1000; ++i) {
        told = thread.after(milliseconds(20 * i));
        starvation.add(sample(milliseconds(20 * i), processors, {{1, told}}));
      }
      const Duration lasts = milliseconds(20'000) - told.ran - told.waited;
      BOOST_TEST((starvation.total() >= told.waited), longest_wait << " ms, on " << processors);
      BOOST_TEST((starvation.total() <= told.waited + lasts), longest_wait << " ms, on " << processors);
    }
  }
}

BOOST_AUTO_TEST_CASE(is_known_of_a_wait_that_began_long_ago_and_not_of_one_that_nothing_can_explain) {
  Starvation starvation;
  starvation.begin(sample(milliseconds(0), 2, {{1, {}}}));
  for (int i = 1; i <= 100; ++i) starvation.add(sample(milliseconds(1000 * i), 2, {{1, {}}}));
  starvation.add(sample(milliseconds(101'000), 2, {{1, times(milliseconds(0), milliseconds(50'000))}}));
  BOOST_TEST((starvation.total() == milliseconds(50'000)));
  // One of a hundred seconds, of which what is older than a minute is forgotten.
  starvation.add(sample(milliseconds(102'000), 2, {{1, times(milliseconds(0), milliseconds(150'000))}}));
  BOOST_TEST((starvation.total() == milliseconds(62'000)));
  starvation.begin(sample(milliseconds(102'000), 2, {{1, times(milliseconds(0), milliseconds(150'000))}}));
  starvation.add(sample(milliseconds(103'000), 2, {{1, times(milliseconds(0), milliseconds(150'400))}}));
  BOOST_TEST((starvation.total() == milliseconds(400)));
}

BOOST_AUTO_TEST_CASE(is_not_won_from_a_kernel_that_tells_late_how_long_a_thread_ran) {
  // Two threads on one processor, told of in lumps: nothing in one span, twice as much in the next.
  Starvation starvation;
  starvation.begin(sample(milliseconds(0), 1, {}));
  for (int i = 1; i <= 50; ++i) {
    const milliseconds waited(10 * i);
    starvation.add(sample(
        milliseconds(40 * i - 20), 1,
        {{1, times(milliseconds(20 * i - 10), waited)}, {2, times(milliseconds(20 * i - 10), waited)}}));
    starvation.add(sample(
        milliseconds(40 * i), 1,
        {{1, times(milliseconds(20 * i + 10), waited)}, {2, times(milliseconds(20 * i + 10), waited)}}));
  }
  BOOST_TEST((starvation.total() <= milliseconds(20)), starvation.total().count());
}

BOOST_AUTO_TEST_CASE(is_nothing_before_it_is_counted) {
  Starvation starvation;
  starvation.add(sample(milliseconds(100), 2, {{7, times(milliseconds(10), milliseconds(60))}}));
  BOOST_TEST(!starvation.has_begun());
  BOOST_TEST((starvation.total() == Duration::zero()));
  starvation.begin(sample(milliseconds(100), 2, {}));
  starvation.add(sample(milliseconds(100), 2, {{7, times(milliseconds(10), milliseconds(60))}}));
  BOOST_TEST((starvation.total() == Duration::zero()), "no time has passed");
  starvation.add(sample(milliseconds(200), 2, {{7, times(milliseconds(10), milliseconds(60))}}));
  BOOST_TEST((starvation.total() == milliseconds(60)));
  BOOST_TEST((starvation.last() == begin + milliseconds(200)));
  starvation.forget();
  BOOST_TEST((starvation.total() == Duration::zero()));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(the_kernels_count)

BOOST_AUTO_TEST_CASE(is_read_from_its_text) {
  const auto times = parse_schedstat("826329 2671387 2\n");
  BOOST_TEST_REQUIRE(times.has_value());
  BOOST_TEST((*times == ThreadTimes{Duration(826329), Duration(2671387)}));
  for (const char* wrong : {"", "12", "12 ", "a 3 4", "12\n3", "-1 2 3"})
    BOOST_TEST(!parse_schedstat(wrong).has_value(), wrong);
}

BOOST_AUTO_TEST_CASE(is_said_to_be_known_or_not) {
  const std::string how = how_starvation_is_known();
  BOOST_TEST(contains(how, processor_times_are_counted() ? "read from schedstat" : "not known"), how);
}

BOOST_AUTO_TEST_CASE(is_of_every_thread_of_a_program_and_of_what_it_started) {
  Supervised program({.words = {"/bin/sh", "-c", "sleep 100 & sh -c 'sleep 100; true'"}, .directory = {}});
  BOOST_TEST(
      comes_true([&] { return program.processor_times().threads.size() == 4; }));  // sh, sleep, sh, sleep
  BOOST_TEST(program.processor_times().threads.contains(program.pid()));
  BOOST_TEST(program.processor_times().processors >= 1);
}

BOOST_AUTO_TEST_CASE(tells_how_often_a_thread_slept_and_not_how_often_it_was_interrupted) {
  const Supervised sleeper(
      {.words = {"/bin/sh", "-c", "for i in 1 2 3 4 5; do sleep 0.01; done; exec sleep 100"},
       .directory = {}});
  const auto sleeps = [](const Supervised& program) {
    const ProcessorSample sample = program.processor_times();
    const auto found = sample.threads.find(program.pid());
    return found == sample.threads.end() ? std::int64_t{-1} : found->second.sleeps;
  };
  BOOST_TEST(comes_true([&] { return sleeps(sleeper) >= 5; }));
  const Supervised worker({.words = {"/bin/sh", "-c", "while :; do :; done"}, .directory = {}});
  BOOST_TEST(comes_true([&] {
    const ProcessorSample sample = worker.processor_times();
    const auto found = sample.threads.find(worker.pid());
    return found != sample.threads.end() && found->second.ran > milliseconds(300);
  }));
  BOOST_TEST(sleeps(worker) < 20);  // while it was started
}

BOOST_AUTO_TEST_CASE(of_a_program_that_has_ended_is_kept, *boost::unit_test::precondition([](auto) {
                       return boost::test_tools::assertion_result(processor_times_are_counted());
                     })) {
  Supervised program(
      {.words = {"/bin/sh", "-c", "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done"}, .directory = {}});
  BOOST_TEST_REQUIRE(program.ended(seconds(60)).has_value());
  const ProcessorSample last = program.processor_times();
  BOOST_TEST_REQUIRE(last.threads.size() == 1U);
  BOOST_TEST(last.threads.begin()->first == program.pid());
  BOOST_TEST((last.threads.begin()->second.ran > Duration::zero()));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rig
